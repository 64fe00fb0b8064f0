// The page on which a consumer withdraws from a credit (Directive (EU) 2023/2225 art. 26).
export const withdrawal = {
  title: 'Withdraw from the credit',
  order: 'Order {number}, {amount} paid later.',
  until: 'You may withdraw from the credit agreement until {day}, without giving a reason.',
  open: 'You may withdraw from the credit agreement without giving a reason.',
  effect:
    'The purchase stays. Within 30 days you then pay back the capital of {capital} and the interest until today, {interest} ({perDay} for each day since you got the credit). Fees of the credit are not owed. To send goods back, turn to the shop.',
  account: 'Account {number}, credit limit {amount}.',
  accountEffect:
    'What you bought stays bought, and nothing more is bought on the account. Within 30 days you then pay back the capital of {capital} and the interest until today, {interest} ({perDay} for each day). Fees are not owed.',
  ask: 'Withdraw now',
  done: 'You withdrew from the credit on {day}.',
  received: 'We received your notice on {day} at {time}.',
  toPay: 'Please pay {total} by {payBy}: {capital} of capital and {interest} of interest.',
  nothingLeft: 'Nothing is left to pay.',
  over: 'The time to withdraw ended on {day}. You may repay early at any time.',
  none: 'There is no right to withdraw here. Please turn to the shop.',
};
export type WithdrawalWords = Readonly<Record<keyof typeof withdrawal, string>>;
