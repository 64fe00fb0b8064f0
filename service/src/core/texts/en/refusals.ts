// What a consumer reads of an error, of a decision and on our pages: what to do, and never why a credit decision went as it
// did (C05, C46).
export const refusals = {
  accountMissing: 'There is no such account. Please check the number.',
  accountNoted: 'Your account has been updated.',
  accountBlocked: 'Your account cannot be used at the moment. Please pay what is overdue, or contact us.',
  accountUsable: 'Your account can be used.',
  accountUnderReview: 'Your account is being reviewed. We will let you know as soon as it is decided.',
  accountCountry:
    'Accounts of banks in this country cannot be used here. Please give another account, or choose another payment method.',
  accountUndecided: 'We could not fully check these account details. If they are right, you can go on with them.',
  addressCorrected: 'Your address was corrected. Please check it.',
  checkEntry: 'Please check this entry and try again.',
  writeLike: 'Write it like this: {example}',
  chooseOne: 'Possible are: {words}.',
  giveNationalId: 'Please enter your national identification number.',
  identify: 'Please confirm your identity to complete the purchase.',
  limitReached: 'This amount cannot be paid later at the moment. Please choose another payment method.',
  newContract: 'For the higher amount your agreement to a new contract is needed. Until then your order stays as it is.',
  notPossible: 'This is not possible for the order at the moment. Please contact the shop.',
  otherMethod: 'This payment method is not available. Please choose another one.',
  required: 'Please fill in this field.',
  technical: 'Something went wrong. Please contact the shop.',
  tryAgain: 'Please try again in a moment.',
  underReview: 'Your purchase is being reviewed. The shop will let you know as soon as it is decided.',
  codeLabel: 'Code',
  confirmAddress: 'Please check your address and confirm it: postal code and place do not belong together.',
  confirm: 'Confirm',
  confirmed: 'Thank you, your purchase is confirmed. You can return to the shop.',
  declined: 'The purchase was not confirmed. Please return to the shop and choose another payment method.',
  sendCode: 'Send me the code',
  codeSent: 'We sent you a code. Please enter it here.',
  codeNotSent: 'The code could not be sent. Please try again later, or return to the shop.',
  codeTooSoon: 'Please wait a minute before you ask for the code again.',
  sandboxCode: 'This is a test shop. The code is',
  wrongCode: 'This code is not right. Please try again.',
  linkUnknown: 'This link does not work. Please ask the shop for a new one.',
  linkExpired: 'This link has expired. Please ask the shop for a new one.',
} as const;

export type PhraseId = keyof typeof refusals;
/** Every language has every phrase: a missing one does not compile. */
export type Phrases = Readonly<Record<PhraseId, string>>;
