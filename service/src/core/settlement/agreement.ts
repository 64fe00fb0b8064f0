// What a merchant agreed about being paid: fees, a reserve, how often a statement is closed and where the money goes. All
// of it is optional in a contract; nothing agreed is no fee, no reserve and a statement a week (docs/settlement.md).
import { isForBillsAlone } from '../bank/bank-account.ts';
import { readBic, readIban } from '../bank/iban.ts';
import { isInSepa } from '../bank/sepa.ts';
import { sepaText } from '../bank-file/sepa-text.ts';
import type { Day } from '../dates.ts';
import type { Contract } from '../merchant.ts';
import { type Currency, currencies, divideRounded } from '../money.ts';
import { paymentTypes } from '../payment-types.ts';
import { type Notice, oneOf } from '../refusals.ts';
import { type Fees, type FeeTerm, type PayoutAccount, type Reserve, type SettlementPeriod, settlementPeriods } from './terms.ts';

/** The agreement with every silence filled: what a statement is made by, and stored with it. */
export interface SettlementAgreement {
  readonly fees: Required<Fees>;
  readonly reserve: Reserve;
  readonly period: SettlementPeriod;
  readonly weekday: number;
  readonly delayDays: number;
  readonly minimumPayoutMinor: bigint;
}

export function settlementAgreementOf({
  fees,
  reserve,
  settlement,
}: Pick<Contract, 'fees' | 'reserve' | 'settlement'>): SettlementAgreement {
  return {
    fees: { terms: fees?.terms ?? [], onRefund: fees?.onRefund ?? 'kept' },
    reserve: reserve ?? { percentBps: 0, days: 0 },
    period: settlement?.period ?? 'weekly',
    weekday: settlement?.weekday ?? 1,
    delayDays: settlement?.delayDays ?? 0,
    minimumPayoutMinor: settlement?.minimumPayoutMinor ?? 0n,
  };
}

const basis = 10_000n;

/** Hundredths of a per cent of an amount in minor units, half a minor unit upwards. */
export const partOf = (amountMinor: bigint, bps: number): bigint => divideRounded(amountMinor * BigInt(bps), basis);

/** The term that holds for a payment type on a business day. */
export function termFor(terms: readonly FeeTerm[], paymentType: string, day: Day): FeeTerm | undefined {
  return terms.find((term) => term.paymentType === paymentType && (term.validFrom ?? day) <= day && day <= (term.validTo ?? day));
}

const mostFixedMinor = 1_000_000n;
const mostMinimumMinor = 100_000_000n;

/**
 * What is wrong with the agreement of a contract, most important first; empty when it can be settled by. Fields are paths
 * below the contract: `fees.terms.0.percentBps`.
 */
export function agreementFaults(contract: Contract): Notice[] {
  return [...feeFaults(contract), ...reserveFaults(contract), ...settlementFaults(contract)];
}

const outOfRange = (field: string): Notice => ({ id: 'value.out_of_range', field });
const wholeWithin = (value: number, from: number, to: number): boolean => Number.isInteger(value) && from <= value && value <= to;

function feeFaults({ fees, reserve }: Contract): Notice[] {
  const terms = fees?.terms ?? [];
  return terms.flatMap((term, index): Notice[] => {
    const field = `fees.terms.${index}`;
    const found: Notice[] = [];
    const known: readonly string[] = paymentTypes;
    if (!known.includes(term.paymentType))
      found.push({ id: 'value.format', field: `${field}.paymentType`, values: oneOf(known) });
    // A service that keeps more than all of a capture would owe nothing and be owed instead.
    if (!wholeWithin(term.percentBps, 0, 10_000 - (reserve?.percentBps ?? 0))) found.push(outOfRange(`${field}.percentBps`));
    if (term.fixedMinor < 0n || term.fixedMinor > mostFixedMinor) found.push(outOfRange(`${field}.fixedMinor`));
    if ((term.validFrom ?? '') > (term.validTo ?? '9999-12-31')) found.push(outOfRange(`${field}.validTo`));
    if (terms.slice(0, index).some((other) => overlap(term, other)))
      found.push({ id: 'agreement.terms_overlap', field, values: { paymentType: term.paymentType } });
    return found;
  });
}

function overlap(one: FeeTerm, other: FeeTerm): boolean {
  const begins = (term: FeeTerm): Day => term.validFrom ?? '0001-01-01';
  const ends = (term: FeeTerm): Day => term.validTo ?? '9999-12-31';
  return one.paymentType === other.paymentType && begins(one) <= ends(other) && begins(other) <= ends(one);
}

function reserveFaults({ reserve }: Contract): Notice[] {
  if (!reserve) return [];
  const found: Notice[] = [];
  if (!wholeWithin(reserve.percentBps, 0, 10_000)) found.push(outOfRange('reserve.percentBps'));
  if (!wholeWithin(reserve.days, reserve.percentBps === 0 ? 0 : 1, 730)) found.push(outOfRange('reserve.days'));
  return found;
}

function settlementFaults({ settlement }: Contract): Notice[] {
  if (!settlement) return [];
  const found: Notice[] = [];
  const { period, weekday = 1, delayDays = 0, minimumPayoutMinor = 0n, payoutAccounts = {} } = settlement;
  if (!settlementPeriods.includes(period))
    found.push({ id: 'value.format', field: 'settlement.period', values: oneOf(settlementPeriods) });
  if (!wholeWithin(weekday, 1, 7)) found.push(outOfRange('settlement.weekday'));
  if (!wholeWithin(delayDays, 0, 60)) found.push(outOfRange('settlement.delayDays'));
  if (minimumPayoutMinor < 0n || minimumPayoutMinor > mostMinimumMinor) found.push(outOfRange('settlement.minimumPayoutMinor'));
  for (const [currency, account] of Object.entries(payoutAccounts)) {
    const field = `settlement.payoutAccounts.${currency}`;
    const known: readonly string[] = currencies;
    if (!known.includes(currency)) found.push({ id: 'value.format', field, values: oneOf(known) });
    else if (account) found.push(...payoutAccountFaults(account, currency as Currency, field));
  }
  return found;
}

/** The account as it is kept and as files carry it: blanks and small letters of its numbers are how people write. What is no number stays. */
export function compactPayoutAccount({ name, iban, bic }: PayoutAccount): PayoutAccount {
  const read = readIban(iban);
  return { name, iban: typeof read === 'string' ? iban : read.iban, ...(bic && { bic: readBic(bic) ?? bic }) };
}

/**
 * A bank file must be able to carry it: a name in its characters, an IBAN and, where given, a BIC. An ordinary transfer in the currency must
 * reach it: of the euro, within SEPA; never a QR-IBAN, which takes money with a QR reference alone (SIX, QR-bill 2.3).
 */
export function payoutAccountFaults(account: PayoutAccount, currency: Currency, field: string): Notice[] {
  const found: Notice[] = [];
  if (sepaText(account.name, 70) === '') found.push({ id: 'value.required', field: `${field}.name` });
  const iban = readIban(account.iban);
  const why = typeof iban === 'string' ? iban : whyUnreached(iban.iban, currency);
  if (why) found.push({ id: 'payout.account_invalid', field: `${field}.iban`, values: { why } });
  if (account.bic && readBic(account.bic) === undefined)
    found.push({ id: 'payout.account_invalid', field: `${field}.bic`, values: { why: 'bic' } });
  return found;
}

function whyUnreached(iban: string, currency: Currency): 'qr_iban' | 'outside_sepa' | undefined {
  if (isForBillsAlone(iban)) return 'qr_iban';
  return currency === 'EUR' && !isInSepa(iban) ? 'outside_sepa' : undefined;
}
