// When a merchant reminds of what is overdue and what it asks for it, as its contract says it.

import type { Currency } from '../money.ts';

/** When a merchant reminds, in days; what is not agreed is as here. What it asks is never booked above the law (docs/law.md). */
export interface ReminderTerms {
  /** From the due day to the first reminder. */
  readonly firstDays?: number;
  /** From the first to the second. */
  readonly secondDays?: number;
  /** From a reminder to the day by which it asks to be paid. */
  readonly payWithinDays?: number;
  /** The fee of a letter. Absent: what the law names, where it names one. */
  readonly feeMinor?: bigint;
  /** Do letters ask for interest on late payment? Absent: no. */
  readonly chargesInterest?: boolean;
  /** Its yearly rate in hundredths of a per cent, agreed with customers. Absent: the statutory one of each day. */
  readonly interestRateBps?: number;
}

/** What no letter is written for is less than a euro, a franc or ten crowns; it stays on the list of what is overdue. In minor units. */
export const leastRemindedMinor = (currency: Currency): bigint => (currency === 'EUR' || currency === 'CHF' ? 100n : 1000n);

type ReminderDays = Required<Pick<ReminderTerms, 'firstDays' | 'secondDays' | 'payWithinDays'>>;

export const reminderDays = (agreed: ReminderTerms | undefined): ReminderDays => ({
  firstDays: agreed?.firstDays ?? 7,
  secondDays: agreed?.secondDays ?? 14,
  payWithinDays: agreed?.payWithinDays ?? 10,
});
