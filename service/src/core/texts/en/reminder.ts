// The words of reminders; what they share with invoices is in invoice.ts.
export const reminder = {
  first: 'Payment reminder',
  second: 'Second payment reminder',
  madeOn: 'Date',
  payBy: 'Please pay by',
  opening:
    'We have not received your payment for the invoice below. Perhaps you have overlooked it: please pay the open amount by {day}.',
  openingAgain:
    'We have reminded you once and have still not received your payment. Please pay the open amount by {day}; otherwise the claim may be handed over for collection.',
  ordered: 'Order {number} of {day}',
  fallenDue: 'Fell due on {day}',
  reminderFees: 'Reminder fees',
  lateInterest: 'Interest on late payment until {day}',
  lateRate: 'Interest on late payment is {rate} a year today. The rate of each day applies; the law may set it anew.',
  announced: 'If you do not pay within 14 days of receiving this letter, we charge {fee} for collecting.',
  announcedInterest:
    'If you do not pay within 14 days of receiving this letter, interest on late payment runs from then on, today at {rate} a year.',
  announcedInterestByLaw:
    'If you do not pay within 14 days of receiving this letter, interest on late payment runs from then on, at the rate that the law sets for each day.',
  announcedTogether:
    'If you do not pay this and the invoices of which we reminded you before within 14 days of receiving our letters, we charge {fee} for collecting, once for all of them together.',
  forbearance:
    'If you cannot pay at once, write to us: before anything is collected we look for a way that fits your situation, such as a later day, payment in parts or a longer term.',
  crossed:
    'If you have paid in the meantime, please disregard this letter. If you cannot pay or do not agree, please contact us.',
};
export type ReminderWords = Readonly<Record<keyof typeof reminder, string>>;
