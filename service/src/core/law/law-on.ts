// lawOn(country, on): what the law of a country asks on a day (C43), and whether a credit keeps within its caps.
import { type CountryCode, countries } from '../countries/countries.ts';
import type { Day } from '../dates.ts';
import type { Policy } from '../merchant.ts';
import { exactly, type Rate } from '../plan/apr.ts';
import { lawRows, type PlacedRow } from './law.ts';
import type { AnyLawRow, Duty, LawParameter, LawRow, LawValues, RateCap, Scoring } from './rows.ts';
import { amount, bpsText } from './shown.ts';

export type InForce = { readonly [Name in LawParameter]?: LawRow<Name> };

/** The law of a country on a day: of each parameter the row that is in force; none where the law is silent. */
export interface Law {
  readonly country: CountryCode;
  readonly on: Day;
  readonly rows: InForce;
  /** What was last known of a parameter whose time ran out: of the day itself nothing is known. */
  readonly lapsed: InForce;
  readonly withdrawalDays: number;
  readonly minimumAge: number;
  readonly scoring: Scoring;
}

/** Where no law says anything of scores. */
const anyScoring: Scoring = { notInCredit: [], notInFraud: [], historyAlone: true };

/** From the widest place to the country itself: a later one wins, if it is as new. */
const placesOf = (country: CountryCode): readonly PlacedRow['place'][] => {
  const { union } = countries[country].law;
  if (union === null) return [country];
  return union === 'EU' ? ['EEA', 'EU', country] : ['EEA', country];
};

/** Before this day no law is known. */
export const firstDay: Day = '2010-06-11';

/** Days asked for are few. */
const known = new Map<string, Law>();

/** What the law of a country asks on a day. Throws for a day before any law we know of: that is a fault of ours. */
export function lawOn(country: CountryCode, on: Day): Law {
  const name = `${country} ${on}`;
  const found = known.get(name);
  if (found) return found;
  const law = lawOf(country, on);
  if (known.size > 5000) known.clear();
  known.set(name, law);
  return law;
}

function lawOf(country: CountryCode, on: Day): Law {
  const rows: Partial<Record<LawParameter, AnyLawRow>> = {};
  const lapsed: Partial<Record<LawParameter, AnyLawRow>> = {};
  for (const each of latestOf(country, on)) {
    const hasEnded = each.until !== null && each.until < on;
    (hasEnded ? lapsed : rows)[each.parameter] = each;
    // A country's own row comes before a wider one of any day, also where its time ran out.
    if (hasEnded) delete rows[each.parameter];
    else delete lapsed[each.parameter];
  }
  const inForce = rows as InForce;
  const { withdrawalDays, minimumAge, scoring } = inForce;
  if (!withdrawalDays || !minimumAge) throw new Error(`no law of ${country} is known for ${on}`);
  return {
    country,
    on,
    rows: inForce,
    lapsed: lapsed as InForce,
    withdrawalDays: withdrawalDays.value,
    minimumAge: minimumAge.value,
    scoring: scoring?.value ?? anyScoring,
  };
}

/** Of each place and parameter the latest row that has begun, the country's own last. */
function latestOf(country: CountryCode, on: Day): PlacedRow[] {
  return placesOf(country).flatMap((place) => {
    const latest = new Map<LawParameter, PlacedRow>();
    for (const each of rowsOf(country)) {
      const before = latest.get(each.parameter);
      if (each.place === place && each.from <= on && (!before || before.from <= each.from)) latest.set(each.parameter, each);
    }
    return [...latest.values()];
  });
}

const rowsByCountry = new Map<CountryCode, readonly PlacedRow[]>();

/** All rows that ever hold in a country, the widest first. */
export function rowsOf(country: CountryCode): readonly PlacedRow[] {
  const found = rowsByCountry.get(country) ?? rowsEverOf(country);
  rowsByCountry.set(country, found);
  return found;
}

function rowsEverOf(country: CountryCode): readonly PlacedRow[] {
  const { transposition } = countries[country].law;
  const own = new Set(lawRows.flatMap(({ place, parameter }) => (place === country ? [parameter] : [])));
  return placesOf(country).flatMap((place) =>
    lawRows.flatMap((each) => {
      if (each.place !== place) return [];
      // That the union has no number says nothing of a country that has numbers of its own.
      if (place !== country && each.value === null && own.has(each.parameter)) return [];
      if (place !== 'EU') return [each];
      const from = transposition?.from ?? null;
      if (from === null) return [];
      return [from > each.from ? { ...each, from } : each];
    }),
  );
}

/** What the law looks at in an offer of credit. Amounts in minor units, the rate unrounded: 0.05 is 5 %. */
export interface Offer {
  readonly product: 'Installment' | 'Account';
  readonly creditMinor: bigint;
  readonly interestRateBps: number;
  readonly annualRate: Rate;
  readonly months: number;
  readonly interestMinor: bigint;
  readonly startupFeeMinor: bigint;
  /** All fees, the start-up fee among them. */
  readonly feesMinor: bigint;
  /** Is the agreement signed by hand or with a qualified electronic signature? */
  readonly signedInWriting: boolean;
}

/** A cap that an offer is above, with both numbers as they are shown: '10.00 %' or '150.00'. */
export interface Breach {
  readonly parameter: LawParameter;
  readonly from: Day;
  readonly cap: string;
  readonly actual: string;
  readonly source: string;
}

/**
 * The first cap that an offer is above; nothing when the law allows it. A cap whose time ran out goes on being held: until the
 * new one is entered, no cap at all would be worse.
 */
export function breachOf(offer: Offer, law: Law): Breach | undefined {
  const { interestCap, startupFeeCap, totalCostCap, totalCostCapAbove, otherCostCap, ...caps } = { ...law.lapsed, ...law.rows };
  const rateCap = offer.product === 'Installment' ? caps.installmentRateCap : caps.accountRateCap;
  if (interestCap && interestCap.value !== null && offer.interestRateBps > interestCap.value)
    return breach(interestCap, bpsText(interestCap.value), bpsText(offer.interestRateBps));
  const cap = rateCap && capFor(rateCap.value, offer.creditMinor);
  if (rateCap && cap !== undefined && exactly(offer.annualRate).times(10_000).gt(cap))
    return breach(rateCap, bpsText(cap), `${offer.annualRate.times(100).toFixed(4)} %`);
  if (startupFeeCap && offer.startupFeeMinor > startupFeeCap.value)
    return breach(startupFeeCap, amount(startupFeeCap.value), amount(offer.startupFeeMinor));
  // A revolving account has no cost that is known beforehand.
  if (totalCostCap && offer.product === 'Installment' && offer.creditMinor > (totalCostCapAbove?.value ?? 0n)) {
    const highest = (offer.creditMinor * BigInt(totalCostCap.value)) / 10_000n;
    const cost = offer.interestMinor + offer.feesMinor;
    if (cost > highest) return breach(totalCostCap, amount(highest), amount(cost));
  }
  if (otherCostCap) {
    const highest = otherCostMinor(otherCostCap.value, offer.creditMinor, BigInt(offer.months));
    if (offer.feesMinor > highest) return breach(otherCostCap, amount(highest), amount(offer.feesMinor));
  }
  const { duties } = law.rows;
  if (duties?.value.includes('signedWriting') && !offer.signedInWriting && isWithinLaw(offer, law))
    return breach(duties, 'signed in writing', 'in text form');
  return undefined;
}

const isWithinLaw = ({ creditMinor, interestMinor, feesMinor, months }: Offer, law: Law): boolean =>
  asksForAgreement({ creditMinor, costMinor: interestMinor + feesMinor, months }, law);

/** The cap that holds for a credit of so much. */
const capFor = (caps: readonly RateCap[], creditMinor: bigint): number | undefined =>
  caps.find(({ upToMinor }) => upToMinor === null || creditMinor <= upToMinor)?.capBps;

/** Does the law of the day ask this of a creditor? */
export const hasDuty = (duty: Duty, { rows: { duties } }: Law): boolean => duties?.value.includes(duty) ?? false;

/** Does the law take an invoice for a credit, which is agreed to like any other? Of any amount, also where it costs nothing. */
export const isInvoiceCredit = (law: Law): boolean => hasDuty('activeConsent', law);

/** A credit of so much, with all it costs, paid back within so many months: does the law ask for an agreement in its form? */
export function asksForAgreement(
  { creditMinor, costMinor, months }: { readonly creditMinor: bigint; readonly costMinor: bigint; readonly months: number },
  law: Law,
): boolean {
  if (!hasDuty('textForm', law)) return false;
  const { leftOut } = law.rows;
  const { costFree, belowMinor, withinMonths } = leftOut?.value ?? { costFree: false, belowMinor: 0n, withinMonths: 0 };
  return !(costFree && costMinor === 0n) && creditMinor >= belowMinor && months > withinMonths;
}

/** The fewest days of one, two and three months in a row, with a February of 28; more of them never have fewer than thirty each. */
const fewestDays = [0n, 28n, 59n, 89n] as const;

function otherCostMinor(cap: LawValues['otherCostCap'], creditMinor: bigint, months: bigint): bigint {
  const days = fewestDays[Number(months)] ?? months * 30n;
  const byDays = (creditMinor * cap.perDayMillionths * days) / 1_000_000n;
  const byYear = (cap.perYearMinor * months) / 12n;
  const lower = byDays < byYear ? byDays : byYear;
  return lower > cap.atLeastMinor ? lower : cap.atLeastMinor;
}

const breach = (row: LawRow, cap: string, actual: string): Breach => {
  const { parameter, from, source } = row;
  return { parameter, from, source, cap, actual };
};

/** A merchant's credit policy with the law's age of consent as its floor: no policy may lend to the younger. */
export function withinLaw(own: Policy, { minimumAge }: Law): Policy {
  return own.minimumAge >= minimumAge ? own : { ...own, minimumAge };
}
