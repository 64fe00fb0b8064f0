// C96: early repayment of a capture in installments, as a whole (Directive (EU) 2023/2225 art. 29; 2008/48/EC art. 16): all costs are
// reduced by what falls on the time that remains. Interest of a month counts by its days, fees by the days of the whole credit; a
// part of a cent is the consumer's. No compensation is asked for.
import { type Day, daysBetween } from '../dates.ts';
import { type Costs, type Recosted, recosted } from '../plan/costs.ts';
import { openMinorOf } from '../plan/schedule.ts';
import { openReminderFeeMinor } from './dunning.ts';
import type { Capture, CaptureInstallment } from './rows.ts';

export interface EarlyRepayment extends Recosted {
  /** All installments as they are then. */
  readonly rows: readonly CaptureInstallment[];
  /** To be paid on the day, with what reminders charged. */
  readonly totalMinor: bigint;
  /** What of the costs is not owed. */
  readonly savedMinor: bigint;
}

/** What repaying everything costs on a day; nothing where a capture has no installments that are open. */
export function earlyRepaymentOf(
  capture: Capture,
  installments: readonly CaptureInstallment[],
  on: Day,
): EarlyRepayment | undefined {
  const rows = installments.filter(({ captureNumber }) => captureNumber === capture.number);
  if (openMinorOf(...rows) === 0n) return undefined;
  const costs = costsUntil(on, capture, rows);
  const after = recosted(rows, costs);
  const changed = rows.map((row) => after.changed.find(([before]) => before === row)?.[1] ?? row);
  const all = rows.reduce((sum, { interestMinor, feeMinor }) => sum + interestMinor + feeMinor, 0n);
  return {
    ...after,
    rows: changed,
    totalMinor: openMinorOf(...changed) + openReminderFeeMinor(capture),
    savedMinor: all - costs.interestMinor - costs.feeMinor,
  };
}

function costsUntil(on: Day, { invoicedOn }: Capture, rows: readonly CaptureInstallment[]): Costs {
  let from = invoicedOn;
  let interestMinor = 0n;
  for (const row of rows) {
    interestMinor += accrued(row.interestMinor, { from, to: row.dueOn }, on);
    from = row.dueOn;
  }
  const fees = rows.reduce((sum, { feeMinor }) => sum + feeMinor, 0n);
  return { interestMinor, feeMinor: accrued(fees, { from: invoicedOn, to: from }, on) };
}

/** What of an amount falls on the days until one. */
function accrued(amountMinor: bigint, { from, to }: { readonly from: Day; readonly to: Day }, on: Day): bigint {
  const [days, passed] = [daysBetween(from, to), daysBetween(from, on)];
  if (passed >= days) return amountMinor;
  return passed <= 0 ? 0n : (amountMinor * BigInt(passed)) / BigInt(days);
}
