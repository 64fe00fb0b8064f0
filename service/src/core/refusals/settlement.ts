// Refusals of settlement: how merchants are paid.
import { type CatalogueEntry, row } from './row.ts';

export const settlementRefusals = {
  'agreement.terms_overlap': row('400.320', 400, 'Two fee terms for {paymentType} hold on the same day.', 'technical'),
  'payout.account_invalid': row('400.321', 400, 'This is no account that can be paid to: {why}.', 'technical'),
  'settlement.not_found': row('400.322', 404, 'The merchant has no statement with this number.', 'technical'),
  'settlement.nothing': row('400.323', 409, 'There is nothing to settle.', 'technical'),
  'payout.not_found': row('400.324', 404, 'There is no payout of this statement.', 'technical'),
  'payout.state': row('400.325', 409, 'The payout is {state}; this cannot be said of it.', 'technical'),
  'payout.attempt': row(
    '400.373',
    409,
    'Say by endToEndId on which transfer the bank reports: the payout was sent last under {endToEndId}.',
    'technical',
  ),
  'payout.day': row(
    '400.372',
    400,
    'The money cannot have left on this day: from {from}, when the statement was closed or what was sent before failed or was sent again, to {to}, which is today.',
    'technical',
  ),
  'payout.none_due': row('400.326', 409, 'No payout in this currency is due that can be sent.', 'technical'),
  'payout_file.not_found': row('400.327', 404, 'There is no payout file with this id.', 'technical'),
  'payout_file.day': row('400.438', 400, 'A bank carries nothing out on a day that is over: today is {today}.', 'technical'),
  'house_account.missing': row('400.328', 409, 'No account is set that payouts in {currency} are made from.', 'technical'),
  'house_account.invalid': row(
    '400.445',
    409,
    'No payout in {currency} can be sent from the account that is set for it ({fault}). Propose another.',
    'technical',
  ),
  'account_change.not_found': row('400.410', 404, 'There is no such change of an account.', 'technical'),
  'account_change.state': row('400.411', 409, 'The change of the account is {state}; this cannot be done with it.', 'technical'),
  'account_change.open': row(
    '400.412',
    409,
    'A change of this account is approved and waits for its time; reject it before another is proposed.',
    'technical',
  ),
  'account_change.failed': row(
    '400.432',
    409,
    'The change {change} of the account that payouts in {currency} are made from is in force and could not be applied; reject it, or have it mended.',
    'technical',
  ),
  'account_change.second_person': row(
    '400.413',
    403,
    'Another person has to approve this: a key of another name, made by none that made the one that proposed, nor by it, and older than the proposal.',
    'technical',
  ),
  'adjustment.number_used': row('400.329', 409, 'This number was already used for another adjustment.', 'technical'),
} as const satisfies Record<string, CatalogueEntry>;
