// When the parts of a captured order are to be paid, and how they change later: payments and returns (refunds: after-refund.ts). Every
// rule keeps one sum: the open principal of the installments is what is left to pay of the capture (ADR 9).
import type { CountryCode } from '../countries/countries.ts';
import { lastDayInTime, nextBusinessDay } from '../countries/holidays.ts';
import { addDays, type Day } from '../dates.ts';
import { divideRounded, least } from '../money.ts';
import type { Capture, CaptureInstallment, Order } from '../order/rows.ts';
import { type AnnuityPart, amortise, amortisePart } from './annuity.ts';
import { dueDays } from './due-days.ts';
import { installmentMinor, type PlanTerms, withFees } from './plan.ts';

/** What of an installment is paid: fees first, then interest, then principal. */
export interface Parts {
  readonly feeMinor: bigint;
  readonly interestMinor: bigint;
  readonly principalMinor: bigint;
}

/** What is left to pay of an installment, or of several. */
export const openMinorOf = (...rows: readonly CaptureInstallment[]): bigint =>
  rows.reduce((sum, row) => sum + installmentMinor(row) - row.paidMinor, 0n);

/** What of an installment's principal is left to pay. */
export const openPrincipalOf = (row: CaptureInstallment): bigint => row.principalMinor - paidParts(row).principalMinor;

export const isOpen = (row: CaptureInstallment): boolean => openMinorOf(row) > 0n;

function paidParts({ paidMinor, ...row }: CaptureInstallment): Parts {
  const feeMinor = least(paidMinor, row.feeMinor);
  const interestMinor = least(paidMinor - feeMinor, row.interestMinor);
  return { feeMinor, interestMinor, principalMinor: paidMinor - feeMinor - interestMinor };
}

/**
 * The installments of a capture. A part of an order bears interest and fees of its plan in proportion, so that all captures together
 * never cost more than was agreed, and exactly that when all is captured. An installment of zero is left out.
 */
export function scheduleOf(capture: Capture, order: Order, terms: PlanTerms, country: CountryCode): CaptureInstallment[] {
  const { capturedMinor: beforeMinor, authorizedMinor: wholeMinor } = order;
  const untilMinor = beforeMinor + capture.amountMinor;
  const share = (feeMinor: bigint): bigint => (feeMinor * untilMinor) / wholeMinor - (feeMinor * beforeMinor) / wholeMinor;
  const interestShare = ({ interestMinor }: AnnuityPart): bigint =>
    divideRounded(interestMinor * untilMinor, wholeMinor) - divideRounded(interestMinor * beforeMinor, wholeMinor);
  const { startupFeeMinor, monthlyFeeMinor, numberOfInstallments, interestRateBps } = terms;
  const own = { startupFeeMinor: share(startupFeeMinor), monthlyFeeMinor: share(monthlyFeeMinor) };
  const due = dueDays(capture.invoicedOn, numberOfInstallments, country);
  const interests = amortise(wholeMinor, interestRateBps, numberOfInstallments).map(interestShare);
  const parts = amortisePart(capture.amountMinor, interests, interestRateBps);
  return withFees(parts, own)
    .map(
      (part, index): CaptureInstallment => ({
        captureNumber: capture.number,
        number: index + 1,
        orderId: order.id,
        dueOn: due[index] ?? capture.invoicedOn,
        ...part,
        paidMinor: 0n,
        paidOn: null,
      }),
    )
    .filter((row) => row.principalMinor + row.interestMinor > 0n);
}

/** A row that changes, and how. */
export type Changed = readonly [before: CaptureInstallment, after: CaptureInstallment];

/** The open installments so many days later, each on a day on which banks work. */
export function postponed(rows: readonly CaptureInstallment[], days: number, country: CountryCode): Changed[] {
  return rows.filter(isOpen).map((row) => [row, { ...row, dueOn: nextBusinessDay(country, addDays(row.dueOn, days)) }]);
}

/**
 * A payment laid on the open installments, oldest first; the caller has seen that it is not more than their sum. What was collected is
 * paid on its day, however late it was asked for.
 */
export function laidOn(
  rows: readonly CaptureInstallment[],
  amountMinor: bigint,
  valueOn: Day,
  isCollected = false,
): { changed: Changed[]; parts: Parts } {
  let left = amountMinor;
  const changed = rows.flatMap((row): Changed[] => {
    const moved = least(left, openMinorOf(row));
    if (moved === 0n) return [];
    left -= moved;
    const after = { ...row, paidMinor: row.paidMinor + moved };
    const paidOn = isCollected && row.dueOn < valueOn ? row.dueOn : valueOn;
    return [[row, isOpen(after) ? after : { ...after, paidOn }]];
  });
  const sums = changed.map(([before, after]) => [paidParts(before), paidParts(after)] as const);
  const grown = (part: keyof Parts): bigint => sums.reduce((sum, [before, after]) => sum + after[part] - before[part], 0n);
  return {
    changed,
    parts: { feeMinor: grown('feeMinor'), interestMinor: grown('interestMinor'), principalMinor: grown('principalMinor') },
  };
}

/** Money that was laid on installments taken back, latest first; the caller has seen that so much was paid. */
export function takenBack(rows: readonly CaptureInstallment[], amountMinor: bigint): { changed: Changed[]; parts: Parts } {
  let left = amountMinor;
  const changed = rows.toReversed().flatMap((row): Changed[] => {
    const moved = least(left, row.paidMinor);
    left -= moved;
    return moved === 0n ? [] : [[row, { ...row, paidMinor: row.paidMinor - moved }]];
  });
  const sums = changed.map(([before, after]) => [paidParts(before), paidParts(after)] as const);
  const shrunk = (part: keyof Parts): bigint => sums.reduce((sum, [before, after]) => sum + before[part] - after[part], 0n);
  return {
    changed,
    parts: { feeMinor: shrunk('feeMinor'), interestMinor: shrunk('interestMinor'), principalMinor: shrunk('principalMinor') },
  };
}

/** The day on which the next payment is due: of the first open installment, or of the last when none is. */
export function nextDueDay(rows: readonly CaptureInstallment[]): Day | undefined {
  return (rows.find(isOpen) ?? rows.at(-1))?.dueOn;
}

/** Was every installment paid by its day? */
export const allOnTime = (rows: readonly CaptureInstallment[], country: CountryCode): boolean =>
  rows.every((row) => row.paidOn === null || row.paidOn <= lastDayInTime(country, row.dueOn));
