// When a merchant reminds of what is overdue, as its contract says it.

/** When a merchant reminds, in days; what is not agreed is as here. */
export interface ReminderTerms {
  /** From the due day to the first reminder. */
  readonly firstDays?: number;
  /** From the first to the second. */
  readonly secondDays?: number;
  /** From a reminder to the day by which it asks to be paid. */
  readonly payWithinDays?: number;
}

export const reminderDays = (agreed: ReminderTerms | undefined): Required<ReminderTerms> => ({
  firstDays: agreed?.firstDays ?? 7,
  secondDays: agreed?.secondDays ?? 14,
  payWithinDays: agreed?.payWithinDays ?? 10,
});
