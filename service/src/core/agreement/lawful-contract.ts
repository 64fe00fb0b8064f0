// What of a contract the law of the merchant's country lets be offered. A profile that could never be offered is refused;
// one that is above a cap for some baskets is reported, because it is left out for those (core/plan/offers.ts).

import { countries } from '../countries/countries.ts';
import type { AccountProfile, InstallmentProfile } from '../credit-profiles.ts';
import type { Day } from '../dates.ts';
import { type Breach, lawOn } from '../law/law-on.ts';
import { highestFeeMinor } from '../law/reminder-fee.ts';
import { amount, bpsText } from '../law/shown.ts';
import type { Contract, Merchant } from '../merchant.ts';
import { lawfulAccount, planFor, type Withheld } from '../plan/offers.ts';
import { type Notice, Refusal } from '../refusals.ts';

/** Something about a contract that is worth knowing and no reason to refuse it. */
export interface Hint {
  readonly field: string;
  readonly text: string;
}

type Market = Pick<Merchant, 'country' | 'currency'>;

/** Hints, or a refusal that names every profile the law does not let be offered for any basket, and what reminders may not ask. */
export function judgeContract(contract: Contract, merchant: Market, on: Day, path = 'contract'): readonly Hint[] | Refusal {
  const judged = [
    ...contract.installmentProfiles.map((profile, index) =>
      judgeInstallment(profile, merchant, on, `${path}.installmentProfiles[${index}]`),
    ),
    ...contract.accountProfiles.map((profile, index) => judgeAccount(profile, merchant, on, `${path}.accountProfiles[${index}]`)),
  ];
  const refusal = Refusal.of([...judged.flatMap(({ fault }) => fault ?? []), ...reminderFaults(contract, merchant, on, path)]);
  if (refusal) return refusal;
  return [...judged.flatMap(({ hint }) => hint ?? []), ...payeeHints(contract, merchant, path)];
}

interface Judged {
  readonly fault?: Notice;
  readonly hint?: Hint;
}

/** Looked at when the profile is valid: on the day, or when it begins to be. One that is over is withheld, and not by the law. */
const dayOf = ({ validFrom }: InstallmentProfile | AccountProfile, on: Day): Day =>
  validFrom !== null && validFrom > on ? validFrom : on;

/** So many baskets between the smallest and the largest are tried, closer together where they are small. */
const triedBaskets = 24;

/** A profile without an upper end is tried up to this basket. */
const largestTriedMinor = 100_000_00n;

function basketsOf({ fromMinor, toMinor }: InstallmentProfile): bigint[] {
  const least = fromMinor > 100n ? fromMinor : 100n;
  const most = toMinor < largestTriedMinor ? toMinor : largestTriedMinor;
  const ratio = Number(most) / Number(least);
  const tried = Array.from({ length: triedBaskets }, (_each, index) =>
    BigInt(Math.trunc(Number(least) * ratio ** (index / triedBaskets))),
  );
  return [...tried, most];
}

const isAgainstLaw = (withheld: Withheld): withheld is Extract<Withheld, { reason: 'law' }> => withheld.reason === 'law';

function judgeInstallment(profile: InstallmentProfile, { country }: Market, on: Day, field: string): Judged {
  const tried = basketsOf(profile).map((basket) => ({
    basket,
    withheld: withheldOf(planFor(basket, profile, country, dayOf(profile, on))),
  }));
  const above = tried.flatMap(({ basket, withheld }) =>
    withheld && isAgainstLaw(withheld) ? [{ basket, breach: withheld.breach }] : [],
  );
  const [first] = above;
  const last = above.at(-1);
  if (!first || !last) return {};
  if (!tried.some(({ withheld }) => withheld === undefined)) return { fault: faultOf(first.breach, country, field) };
  const text = `Not offered for some baskets between ${amount(first.basket)} and ${amount(last.basket)}: ${words(first.breach)}`;
  return { hint: { field, text } };
}

function judgeAccount(profile: AccountProfile, merchant: Market, on: Day, field: string): Judged {
  const withheld = withheldOf(lawfulAccount(profile, merchant, dayOf(profile, on)));
  return withheld && isAgainstLaw(withheld) ? { fault: faultOf(withheld.breach, merchant.country, field) } : {};
}

const withheldOf = (offer: object): Withheld | undefined => ('withheld' in offer ? (offer.withheld as Withheld) : undefined);
const words = ({ parameter, cap, actual }: Breach): string => `${parameter} allows ${cap}, and it comes to ${actual}.`;

const faultOf = (
  { parameter, cap, actual }: Pick<Breach, 'parameter' | 'cap' | 'actual'>,
  country: string,
  field: string,
): Notice => ({
  id: 'contract.above_law',
  field,
  values: { parameter, cap, actual, country },
});

/** What reminders ask above the law of the day; where its time ran out, the last that was known. It is never booked (C87). */
function reminderFaults({ reminders }: Contract, { country }: Market, on: Day, path: string): Notice[] {
  const { feeMinor, interestRateBps } = reminders ?? {};
  const { rows, lapsed } = lawOn(country, on);
  const { lateInterest, lateInterestCap } = { ...lapsed, ...rows };
  const highestFee = highestFeeMinor(country, on);
  const highestRate = (lateInterestCap ?? lateInterest)?.value ?? 0;
  const fault = (parameter: Breach['parameter'], field: string, cap: string, actual: string): Notice =>
    faultOf({ parameter, cap, actual }, country, `${path}.reminders.${field}`);
  return [
    ...(feeMinor !== undefined && feeMinor > highestFee
      ? [fault('reminderFee', 'fee', amount(highestFee), amount(feeMinor))]
      : []),
    ...(interestRateBps !== undefined && interestRateBps > highestRate
      ? [fault('lateInterestCap', 'interestRatePercent', bpsText(highestRate), bpsText(interestRateBps))]
      : []),
  ];
}

/** What a contract that holds asks above the law by now, for the operator: it is capped, or not offered. */
export function aboveLaw(contract: Contract, merchant: Market, on: Day): readonly Hint[] {
  const judged = judgeContract(contract, merchant, on);
  const notices = judged instanceof Refusal ? judged.notices : [];
  return notices.map(({ field, values = {} }) => ({
    field: field ?? 'contract',
    text: `${values['parameter']} allows ${values['cap']}, and it comes to ${values['actual']}.`,
  }));
}

/** Law asks for these on invoices and in pre-contractual information; which of them a company has differs. */
function payeeHints({ payee, legalPages }: Contract, { country }: Market, path: string): Hint[] {
  const wanted = [
    ...(['organisationNumber', 'vatNumber', 'email'] as const).filter((name) => !payee[name]).map((name) => `payee.${name}`),
    ...(countries[country].payment.hasSwissBill && payee.qrIban === null ? ['payee.qrIban'] : []),
    ...(['termsAndConditionsUrl', 'privacyStatementUrl'] as const)
      .filter((name) => !legalPages?.[name])
      .map((name) => `legalPages.${name}`),
  ];
  const texts: Readonly<Record<string, string>> = {
    'payee.qrIban': 'Without one invoices have no Swiss payment part with a QR reference.',
    'legalPages.termsAndConditionsUrl': 'Consumers are shown a sample text until there is one.',
    'legalPages.privacyStatementUrl': 'Consumers are shown a sample text until there is one.',
  };
  return wanted.map((name) => ({
    field: `${path}.${name}`,
    text: texts[name] ?? 'Asked for on invoices and in pre-contractual information.',
  }));
}
