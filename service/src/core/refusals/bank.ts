// Answers about bank accounts, and refusals of bank statements and direct debits.
import { type CatalogueEntry, row } from './row.ts';

export const bankRefusals = {
  // Bank accounts: answers (HTTP 200) with isValid, not errors.
  'bank_account.format': row('200.910', 200, 'Value format is incorrect.', 'checkEntry', 'AskConsumerToReEnterData'),
  'bank_account.country': row(
    '200.909',
    200,
    'Account number from this country is not supported for this merchant.',
    'accountCountry',
    'AskConsumerToReEnterData',
  ),
  'bank_account.undecided': row(
    '200.911',
    200,
    'The form is right; whether the bank gives such a number is not known.',
    'accountUndecided',
    'AskConsumerToConfirm',
    'NotificationMessage',
  ),
  // The same where it is sent to be collected from.
  'bank_account.not_served': row(
    '400.393',
    400,
    'Account number from this country is not supported for this merchant.',
    'accountCountry',
    'AskConsumerToReEnterData',
  ),
  'bank.unreadable': row('400.340', 400, 'The bank statement cannot be read, and nothing was changed: {why}.', 'technical'),
  'bank.entry_not_found': row('400.341', 404, 'There is no such entry of a bank statement.', 'technical'),
  'bank.entry_closed': row('400.342', 409, 'The entry does not wait any more, or is being booked: it is {state}.', 'technical'),
  'bank.exceeds_entry': row('400.343', 409, 'That is more than is left of the entry ({left}).', 'technical'),
  'bank.other_currency': row('400.344', 409, 'The entry is in {currency}; what it shall pay is not.', 'technical'),
  'bank.no_money_in': row('400.345', 409, 'The entry is no money that came in; nothing can be paid with it.', 'technical'),
  'bank.no_money_out': row('400.441', 409, 'The entry is money that came in; no payment went back with it.', 'technical'),
  'collection.no_creditor': row(
    '400.348',
    409,
    'The merchant’s contract names no SEPA creditor id and euro account: nothing can be collected.',
    'technical',
  ),
  'collection.not_found': row('400.349', 404, 'There is no such file of direct debits.', 'technical'),
  'collection.not_again': row('400.367', 409, 'It cannot be collected again: {why}.', 'technical'),
  'bank.not_booked': row('400.346', 409, 'Nothing could be booked there: {why}.', 'technical'),
} as const satisfies Record<string, CatalogueEntry>;
