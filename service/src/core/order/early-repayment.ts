// C96: early repayment of a capture in installments, of all or of a part (Directive (EU) 2023/2225 art. 29; 2008/48/EC art. 16): all
// costs are reduced by what falls on the time that remains, of a part in proportion. Interest of a month counts by its days, fees by
// the days of the whole credit; a part of a cent is the consumer's. No compensation is asked for.
import { type Day, daysBetween, later } from '../dates.ts';
import { least, sum } from '../money.ts';
import { type Costs, type Recosted, reduced } from '../plan/costs.ts';
import { openMinorOf } from '../plan/schedule.ts';
import { openReminderFeeMinor } from './dunning.ts';
import type { Capture, CaptureInstallment, CostReturn } from './rows.ts';
import { shareSince } from './undo-early.ts';

/** The costs of a credit on the day on which a part was repaid; they count anew from there. */
export interface Counted {
  readonly on: Day;
  readonly interestMinor: bigint;
  readonly feeMinor: bigint;
}

export interface EarlyRepayment extends Recosted {
  /** All installments as they are then. */
  readonly rows: readonly CaptureInstallment[];
  /** What everything costs on the day, with what reminders charged. */
  readonly totalMinor: bigint;
  /** Of that what is due by the day: no part of it is early. */
  readonly dueMinor: bigint;
  /** What is paid: the total, or the part that was asked for. */
  readonly amountMinor: bigint;
  /** What of the costs is not owed. */
  readonly savedMinor: bigint;
  readonly counted: Counted;
}

export interface EarlyRequest {
  readonly on: Day;
  /** All where none is named; between what is due and all. */
  readonly amountMinor?: bigint;
}

/** What repaying everything, or a part, costs and saves on a day; nothing where a capture has no installments that are open. */
export function earlyRepaymentOf(
  capture: Capture,
  installments: readonly CaptureInstallment[],
  before: readonly CostReturn[],
  { on, amountMinor }: EarlyRequest,
): EarlyRepayment | undefined {
  const rows = installments.filter(({ captureNumber }) => captureNumber === capture.number);
  if (openMinorOf(...rows) === 0n) return undefined;
  const passed = costsUntil(on, capture, rows, lastCounted(capture, before));
  const whole = withoutCosts(rows, passed, 0n, 1n);
  // What was paid of costs that fall may leave nothing of the purchase to pay, and then no fee of a reminder either.
  const totalMinor = openMinorOf(...whole.rows) + openReminderFeeMinor(paidWith(capture, whole));
  const dueMinor = openMinorOf(...rows.filter(({ dueOn }) => dueOn <= on)) + openReminderFeeMinor(capture);
  const paidMinor = amountMinor ?? totalMinor;
  // Where all is due, or more than everything costs, no part can be early.
  const isPart = dueMinor < paidMinor && paidMinor < totalMinor;
  const after = isPart ? withoutCosts(rows, passed, totalMinor - paidMinor, totalMinor - dueMinor) : whole;
  return { ...after, totalMinor, dueMinor, amountMinor: paidMinor, counted: passed.counted };
}

/** The capture once what was paid of costs that fall counts as paid of the purchase. */
export const paidWith = (capture: Capture, { returned, creditMinor }: Pick<Recosted, 'returned' | 'creditMinor'>): Capture => ({
  ...capture,
  paidMinor: capture.paidMinor + returned.interestMinor + returned.feeMinor,
  creditMinor: capture.creditMinor + creditMinor,
});

/**
 * What of a payment is booked as early repayment. Where it is asked for, that is what a payment between what is due and the total
 * repays. Where nothing is said, a payment counts as early if it is just the total of its day, or more than everything due by then
 * and the next installment: what a consumer is asked for is no early repayment when it comes some days before. Nothing where no
 * cost would fall.
 */
export function asEarly(
  capture: Capture,
  installments: readonly CaptureInstallment[],
  before: readonly CostReturn[],
  { on, amountMinor }: Required<EarlyRequest>,
): EarlyRepayment | undefined {
  const whole = earlyRepaymentOf(capture, installments, before, { on });
  if (!whole || whole.savedMinor === 0n || whole.totalMinor === 0n) return undefined;
  const next = installments.find((row) => row.captureNumber === capture.number && row.dueOn > on && openMinorOf(row) > 0n);
  const asked = whole.dueMinor + (next ? openMinorOf(next) : 0n);
  if (amountMinor !== whole.totalMinor && amountMinor <= asked) return undefined;
  return amountMinor < whole.totalMinor ? earlyRepaymentOf(capture, installments, before, { on, amountMinor }) : whole;
}

interface Passed {
  /** Of each installment's interest what falls on the days until now. */
  readonly interest: readonly bigint[];
  readonly counted: Counted;
}

const lastCounted = (capture: Capture, before: readonly CostReturn[]): Counted =>
  before
    .filter(({ captureNumber }) => captureNumber === capture.number)
    .flatMap((each) => {
      const { countedOn: on, countedInterestMinor: interestMinor, countedFeeMinor: feeMinor } = each;
      const share = shareSince(each, capture);
      // All three are there, or none.
      return on === null ? [] : [{ on, interestMinor: share(interestMinor ?? 0n), feeMinor: share(feeMinor ?? 0n) }];
    })
    .reduce(
      (last, each) =>
        // A refund in between may have lowered what a later part counted: of two days the later counts, also where it is read first.
        each.on > last.on || (each.on === last.on && each.interestMinor + each.feeMinor > last.interestMinor + last.feeMinor)
          ? each
          : last,
      {
        on: capture.invoicedOn,
        interestMinor: 0n,
        feeMinor: 0n,
      },
    );

function costsUntil(on: Day, { invoicedOn }: Capture, rows: readonly CaptureInstallment[], since: Counted): Passed {
  let from = invoicedOn;
  let left = since.interestMinor;
  const interest = rows.map((row) => {
    const counted = least(left, row.interestMinor);
    // The month in which it was counted is the last that anything of it is for.
    left = row.dueOn > since.on ? 0n : left - counted;
    const days = { from: later(from, since.on), to: row.dueOn };
    from = row.dueOn;
    return counted + accrued(row.interestMinor - counted, days, on);
  });
  const fees = sum(rows.map(({ feeMinor }) => feeMinor));
  const counted = least(since.feeMinor, fees);
  const feeMinor = counted + accrued(fees - counted, { from: since.on, to: from }, on);
  return { interest, counted: { on: later(on, since.on), interestMinor: sum(interest), feeMinor } };
}

/** What of an amount falls on the days until one. */
function accrued(amountMinor: bigint, { from, to }: { readonly from: Day; readonly to: Day }, on: Day): bigint {
  const [days, passed] = [daysBetween(from, to), daysBetween(from, on)];
  if (passed >= days) return amountMinor;
  return passed <= 0 ? 0n : (amountMinor * BigInt(passed)) / BigInt(days);
}

/** Of the costs to come a part is left, the same of each month's interest and of the fees: these fall with the last installments. */
function withoutCosts(
  rows: readonly CaptureInstallment[],
  { interest, counted }: Passed,
  keep: bigint,
  of: bigint,
): Recosted & { readonly rows: readonly CaptureInstallment[]; readonly savedMinor: bigint } {
  const kept = (amountMinor: bigint): bigint => (amountMinor * keep) / of;
  const fees = sum(rows.map(({ feeMinor }) => feeMinor));
  let off = fees - counted.feeMinor - kept(fees - counted.feeMinor);
  const costs = rows
    .map((row, index) => [row, interest[index] ?? 0n] as const)
    .toReversed()
    .map(([{ feeMinor, interestMinor }, passed]): Costs => {
      const fee = least(off, feeMinor);
      off -= fee;
      return { feeMinor: feeMinor - fee, interestMinor: passed + kept(interestMinor - passed) };
    })
    .toReversed();
  const after = reduced(rows, costs);
  const costOf = (all: readonly CaptureInstallment[]): bigint => sum(all.map((row) => row.interestMinor + row.feeMinor));
  return { ...after, savedMinor: costOf(rows) - costOf(after.rows) };
}
