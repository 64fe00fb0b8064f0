// The words for what is left to pay of an invoice; what they share with invoices is in invoice.ts.
export const leftToPay = {
  copy: 'Copy',
  asOf: 'Left to pay on {day}',
  captured: 'Invoice amount',
  credited: 'Credited',
  paid: 'Paid',
  paidBack: 'To be paid back to you',
  fees: 'Reminder fees',
  lateInterest: 'Interest on late payment',
  left: 'Left to pay',
  nothingLeft: 'Nothing is left to pay for this invoice. Please do not transfer anything.',
  letterSettled: 'Nothing is left to pay of what this letter asked for. Please do not transfer anything.',
  replaces: 'Amounts and codes on earlier papers of this invoice no longer hold: please pay only what is left.',
  dueNow: 'What follows is for everything that is overdue, under the same payment reference.',
  underway: 'What was due on {days} we are collecting from your account {account}. Please do not transfer it.',
  takenOff: 'This amount is taken off what you owe for the invoice.',
  back: 'You had already paid {amount} of it: you get that back.',
  costsTakenOff: 'Interest and fees of {amount} that you had paid are no longer owed: they pay for what is left.',
  costsBack: 'Interest and fees of {amount} that you had paid are no longer owed: you get them back.',
  lateKept: 'What you had paid for reminders and late payment, {amount}, is not paid back.',
};
export type LeftWords = Readonly<Record<keyof typeof leftToPay, string>>;
