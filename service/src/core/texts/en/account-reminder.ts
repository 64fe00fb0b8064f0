// The words of letters about what is overdue of a customer account; the rest is in reminder.ts, invoice.ts and statement.ts.
export const accountReminder = {
  notice: 'Notice of termination',
  opening:
    'We have not received all that your account statements asked for. Perhaps you have overlooked it: please pay what is overdue by {day}.',
  openingAgain:
    'We have reminded you once and have still not received all that is overdue. Please pay it by {day}; otherwise we may demand everything owed on the account at once.',
  openingNotice:
    'What your statements asked for is still overdue, although we have reminded you. Please pay it by {day}. If you do not, everything owed on the account falls due at once, {owed} today, and may be handed over for collection.',
  overdue: 'Overdue',
  owed: 'Everything owed on the account',
};
export type AccountReminderWords = Readonly<Record<keyof typeof accountReminder, string>>;
