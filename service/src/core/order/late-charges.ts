// What a reminder of a capture charges for being late: its fee, and interest for the days since the letter before, where the
// merchant's contract asks for it; never above the law of the day.

import { type AgreedLate, termsOf } from '../checkout/terms.ts';
import { type CountryCode, countries } from '../countries/countries.ts';
import { lastDayInTime } from '../countries/holidays.ts';
import { addDays, type Day, dayAt, later } from '../dates.ts';
import { isLatePaidLast, type LateTerms, lastRatedDay, lateInterestMinor, lateRateOn } from '../law/late-interest.ts';
import { asksForAgreement, lawOn } from '../law/law-on.ts';
import { arrivalOf, costTogetherMinor, reminderFeeMinor } from '../law/reminder-fee.ts';
import type { Merchant } from '../merchant.ts';
import { least, sumOf } from '../money.ts';
import { type PlanTerms, planOf } from '../plan/plan.ts';
import type { CaptureReminder } from './collecting.ts';
import { type DebtBeside, debtsBeside, leftTogetherMinor, type RemindedOrder } from './debts-beside.ts';
import { type OverduePart, oldestOf, remindedParts } from './dunning.ts';
import { letterTermsOf } from './letter-terms.ts';
import { payByOf, secondOn } from './reminder-days.ts';
import { reminderDays } from './reminder-terms.ts';
import type { Capture, CaptureInstallment, Order } from './rows.ts';

export interface Late {
  readonly order: Pick<Order, 'terms' | 'authorizedMinor' | 'currency'>;
  readonly capture: Capture;
  readonly parts: readonly OverduePart[];
  readonly today: Day;
  /** The capture's letters so far. */
  readonly reminders: readonly CaptureReminder[];
  /** Letters about others of the customer's debts, where the law adds up what is late together. */
  readonly reminded?: readonly RemindedOrder[];
}

/** A late capture with its own installments, whether overdue or not. */
export interface LateInFull extends Late {
  readonly installments: readonly CaptureInstallment[];
  /** What the letter before, where there is one, announced that this one will cost. */
  readonly announcedMinor?: bigint;
}

export interface LateCharges {
  readonly feeMinor: bigint;
  readonly interestMinor: bigint;
  /** The yearly rate of the day, where interest is charged and the rate is known. */
  readonly rateBps: number | undefined;
  /** What the next letter will cost, where the law wants it said in the free one. */
  readonly announcedMinor: bigint;
  /** Is that the cost of several debts together? */
  readonly isAnnouncedTogether?: true;
}

/**
 * What the next letter about a debt charges, in minor units: its fee, and the interest since the letter before, both within what the
 * law of the day leaves. Nothing where the contract asks for nothing. Where the law adds up debts, no more than was announced: what is
 * left of their cost may be more by then.
 */
export function chargesOf(late: LateInFull, merchant: Merchant): LateCharges {
  const { chargesInterest = false } = merchant.contract.reminders ?? {};
  const room = roomMinor(late, merchant);
  const said = addsUp(late, merchant) ? (late.announcedMinor ?? unlimited) : unlimited;
  const feeMinor = least(least(feeOf(late, merchant), said), room);
  const { isRunning, interestMinor } = chargesInterest ? interestOf(late, merchant) : { isRunning: false, interestMinor: 0n };
  return {
    feeMinor,
    interestMinor: least(interestMinor, room - feeMinor),
    rateBps: isRunning ? rateOf(late, merchant).rateBps : undefined,
    ...announcedOf(late, merchant),
  };
}

const addsUp = ({ today }: Late, { country }: Merchant): boolean => costTogetherMinor(country, today, 0n) !== undefined;

/** What the cost of the next letter is reckoned on, for later ones to add up; undefined where the law looks at each debt by itself. */
export const addedUpMinor = (late: Late, merchant: Merchant): bigint | undefined =>
  addsUp(late, merchant) ? principalOf(aboutOf(late, merchant.country)) : undefined;

/** Caps are amounts in the country's currency; in another one there is no fee. */
function feeOf(late: Late, { country, contract }: Merchant): bigint {
  const { order, capture, parts, today } = late;
  if (order.currency !== countries[country].currency) return 0n;
  const level = letterNumber({ order, capture });
  const about = aboutOf(late, country);
  if (level > 1 && about.length === 0) return 0n;
  const stated = termsOf(order).late?.reminderFeeMinor;
  const feeMinor = reminderFeeMinor(country, contract.reminders?.feeMinor, {
    level,
    on: today,
    dueOn: lastDayInTime(country, oldestOf(parts) ?? today),
    before: level === 1 ? null : capture.remindedOn,
    payWithinDays: reminderDays(contract.reminders).payWithinDays,
    overdueMinor: principalOf(about),
    isStated: stated !== undefined,
  });
  const charged = besideOf(late, country).filter(({ chargedMinor }) => chargedMinor !== undefined);
  const left = leftTogetherMinor(country, today, principalOf(about), charged) ?? unlimited;
  // Never more than what the letter is about.
  return least(
    least(least(feeMinor, stated ?? unlimited), left),
    sumOf(parts, ({ amountMinor }) => amountMinor),
  );
}

/** What a letter may be charged for. */
const aboutOf = (late: Late, country: CountryCode): readonly OverduePart[] =>
  letterNumber(late) === 1 ? late.parts : remindedOf(late, country);

const besideOf = ({ capture, parts, today, reminded = [] }: Late, country: CountryCode): DebtBeside[] =>
  debtsBeside({ captureNumber: capture.number, owedSince: oldestOf(parts) ?? today }, reminded, country);

/**
 * The number of the next letter among those about the same debt. What is paid at once is one debt, whose letters count on where a
 * bank took its payment back; installments are debts of their own, whose letters begin anew once nothing is overdue.
 */
function letterNumber({ order, capture }: Pick<Late, 'order' | 'capture'>): number {
  return 1 + (termsOf(order).installment ? capture.reminderLevel : capture.reminderCount);
}

/**
 * Where the second letter may be charged only after a free one arrived, that one says what is to come: with that of the debts beside it
 * which are not charged for yet, where all of them cost once.
 */
function announcedOf(late: Late, merchant: Merchant): Pick<LateCharges, 'announcedMinor' | 'isAnnouncedTogether'> {
  const { capture, parts, today } = late;
  const { country, contract } = merchant;
  if (capture.reminderLevel > 0 || countries[country].reminders.freeFrom !== 'arrival') return { announcedMinor: 0n };
  const on = secondOn({ madeOn: today, payBy: payByOf(1, today, merchant) }, merchant);
  const reminded = { ...capture, reminderLevel: 1, reminderCount: capture.reminderCount + 1, remindedOn: today };
  const alone = feeOf({ ...late, capture: reminded, today: on }, merchant);
  const beside = besideOf(late, country);
  const waiting = beside.filter(({ chargedMinor }) => chargedMinor === undefined);
  const left = leftTogetherMinor(country, on, principalOf(parts), beside);
  if (alone === 0n || waiting.length === 0 || left === undefined) return { announcedMinor: alone };
  const asked = contract.reminders?.feeMinor ?? unlimited;
  const others = sumOf(waiting, ({ principalMinor, mostMinor }) =>
    least(least(asked, mostMinor), costTogetherMinor(country, on, principalMinor) ?? 0n),
  );
  return { announcedMinor: least(alone + others, left), isAnnouncedTogether: true };
}

/**
 * What the letter before was about, too: an installment that fell due since was never asked for, and no cost of it was announced; one that was
 * paid in between, and came back from a bank, begins anew. What is paid at once is one debt, also where a return moved its day.
 */
function remindedOf(
  { order, capture, parts, reminders }: Pick<Late, 'order' | 'capture' | 'parts' | 'reminders'>,
  country: CountryCode,
): readonly OverduePart[] {
  const { remindedOn } = capture;
  if (!termsOf(order).installment || remindedOn === null) return parts;
  return remindedParts(capture, parts, reminders, country).filter(({ owedSince }) => owedSince <= remindedOn);
}

const principalOf = (parts: readonly OverduePart[]): bigint => parts.reduce((sum, part) => sum + part.principalMinor, 0n);

function creditOf(order: Late['order']): LateCredit {
  const { installment, late } = termsOf(order);
  return { installment, creditMinor: order.authorizedMinor, ...(late && { late }) };
}

export interface LateCredit {
  /** Null for what is paid at once. */
  readonly installment: PlanTerms | null;
  readonly creditMinor: bigint;
  /** As the agreement says; without one it is the merchant's terms of the day. */
  readonly late?: AgreedLate;
}

/** By what a credit bears interest once it is late. */
export function lateTermsOf({ installment, creditMinor, late }: LateCredit, { country, contract }: Merchant, on: Day): LateTerms {
  const agreedBps = (late ?? contract.reminders)?.interestRateBps ?? null;
  if (!installment) return { country, agreedBps, creditBps: null };
  const costMinor = (planOf(creditMinor, installment)?.totalMinor ?? creditMinor) - creditMinor;
  const credit = { creditMinor, costMinor, months: installment.numberOfInstallments };
  const isCredit = asksForAgreement(credit, lawOn(country, on));
  return { country, agreedBps, creditBps: isCredit ? installment.interestRateBps : null };
}

/**
 * Does a payment for an order cover what is due before the interest on late payment, as its agreement says, or the law of the day on which it
 * was placed? What of that interest is left once all else is paid is not asked for. Companies are in no other case, as with the rest of
 * what being late costs.
 */
export function isLateInterestLast(
  order: Pick<Order, 'terms' | 'paymentType' | 'insertedAt'>,
  { country, timeZone }: Pick<Merchant, 'country' | 'timeZone'>,
): boolean {
  const { agreedOn = dayAt(order.insertedAt, timeZone) } = termsOf(order);
  return isLatePaidLast(country, order.paymentType, agreedOn);
}

/** Interest on all parts for the days that no letter charged yet, and whether it runs already. */
export function interestOf(late: Late, merchant: Merchant): { readonly isRunning: boolean; readonly interestMinor: bigint } {
  const { order, capture, parts, today } = late;
  const terms = lateTermsOf(creditOf(order), merchant, today);
  const start = startOf(capture, merchant);
  if (start === undefined) return { isRunning: false, interestMinor: 0n };
  const bearing = countries[merchant.country].law.late.startsAt === 'dueDay' ? parts : remindedOf(late, merchant.country);
  const interestMinor = bearing.reduce((sum, { owedSince, principalMinor }) => {
    const lateFrom = later(addDays(lastDayInTime(merchant.country, owedSince), 1), start.late);
    const from = later(lateFrom, capture.remindedOn === null ? lateFrom : addDays(capture.remindedOn, 1));
    return sum + lateInterestMinor(principalMinor, terms, { lateFrom, from, to: today });
  }, 0n);
  return { isRunning: start.late <= today, interestMinor };
}

/**
 * The last day whose interest a letter of today asks for, with so much of its own: later ones have no rate that is known. Where it has none of
 * its own it is that of the last letter with some. Undefined where no letter asked for any.
 */
export function interestUntil(late: Late, ownMinor: bigint, merchant: Merchant): Day | undefined {
  const { order, capture, today, reminders } = late;
  if (ownMinor > 0n) return lastRatedDay(lateTermsOf(creditOf(order), merchant, today), today);
  const letter = reminders.findLast((each) => each.captureNumber === capture.number && each.interestMinor > 0n);
  return letter && (letterTermsOf(letter).interestUntil ?? letter.madeOn);
}

/**
 * The rate of the day by which interest will run once the days are over that the first letter has to give, which says so, null where that rate is
 * not known yet; undefined where none will, or it runs without such a letter.
 */
export function announcedRateOf({ order, capture, today }: Late, merchant: Merchant): number | null | undefined {
  const { country, contract } = merchant;
  const isFirst = capture.reminderLevel === 0 && countries[country].law.late.startsAt === 'freeDays';
  if (!isFirst || !contract.reminders?.chargesInterest) return undefined;
  const { rateBps, isNone } = rateOf({ order, today }, merchant);
  return isNone ? undefined : (rateBps ?? null);
}

/** The yearly rate of the day, where it is known; of an order whose agreement says that none is charged, no letter speaks of it. */
function rateOf({ order, today }: Pick<Late, 'order' | 'today'>, merchant: Merchant) {
  const rateBps = lateRateOn(lateTermsOf(creditOf(order), merchant, today), today);
  const isNone = rateBps === 0;
  return { isNone, rateBps: isNone ? undefined : rateBps };
}

/** The first day that can bear interest; nothing where only a letter makes it run and none was sent. */
function startOf({ reminderLevel, remindedOn }: Capture, { country, contract }: Merchant): { readonly late: Day } | undefined {
  const { startsAt } = countries[country].law.late;
  if (startsAt === 'dueDay') return { late: '0001-01-01' };
  if (reminderLevel === 0 || remindedOn === null) return undefined;
  // A second letter waits until the days to pay of the first are over, which are no fewer than the free ones.
  if (startsAt !== 'firstReminder' && reminderLevel > 1) return { late: remindedOn };
  // The first letter is at least so many days older than the second.
  const first = addDays(remindedOn, -reminderDays(contract.reminders).secondDays * (reminderLevel - 1));
  if (startsAt === 'firstReminder') return { late: addDays(first, 1) };
  const free = lawOn(country, first).rows.freeReminderDays?.value ?? 0;
  return { late: addDays(arrivalOf(country, first), free + 1) };
}

/**
 * Up to the cap on all cost of a credit in installments, where the law has one that counts what being late costs: what of it
 * neither the plan nor the letters so far have used.
 */
function roomMinor({ order, capture, installments }: LateInFull, { country }: Merchant): bigint {
  if (!termsOf(order).installment) return unlimited;
  const law = lawOn(country, capture.invoicedOn);
  const { totalCostCap, totalCostCapAbove } = { ...law.lapsed, ...law.rows };
  if (!totalCostCap || order.authorizedMinor <= (totalCostCapAbove?.value ?? 0n)) return unlimited;
  // Of an order's fees a capture bears its share.
  const costMinor = installments.reduce((sum, { interestMinor, feeMinor }) => sum + interestMinor + feeMinor, 0n);
  const room = (capture.amountMinor * BigInt(totalCostCap.value)) / 10_000n - costMinor - capture.reminderFeeMinor;
  return room > 0n ? room : 0n;
}

const unlimited = 10n ** 18n;
