// Refusals of customer accounts.
import { type CatalogueEntry, row } from './row.ts';

export const customerAccountRefusals = {
  'account.not_found': row('400.300', 404, 'There is no customer account with this number.', 'accountMissing'),
  'account.currency': row('400.301', 400, 'The currency is not the one of the account ({currency}).', 'technical'),
  'account.transaction_used': row(
    '400.302',
    409,
    'This accountTransactionId was already used for an event with other content.',
    'technical',
  ),
  'event.item_amount': row('400.303', 400, 'The gross amount is not unit price × quantity − discount ({sum}).', 'technical'),
  'event.total_amount': row('400.304', 400, 'The total amount does not match the sum of the items ({sum}).', 'technical'),
  'event.total_tax': row('400.305', 400, 'The total tax does not match the sum of the taxes of the items ({sum}).', 'technical'),
  'account.payment_used': row('400.306', 409, 'This transaction id was already used for another payment.', 'technical'),
  'account.payment_returned': row(
    '400.440',
    409,
    'This payment was taken back already; it counts no longer since {day}.',
    'technical',
  ),
  'account.payment_exceeds': row(
    '400.309',
    409,
    'The payment is above what is owed on the account ({open}); allowOverpayment makes what is over credit of its holder.',
  ),
  'account.not_under_review': row('400.307', 409, 'The application is not under review; the account is {state}.', 'technical'),
  'account.not_open': row('400.308', 409, 'The account is still under review.', 'underReview'),
  // The result of an account event or an application: answers (HTTP 200) with an outcome.
  'account.event_noted': row(
    '200.920',
    200,
    'The event was noted; there was nothing to evaluate.',
    'accountNoted',
    'Unavailable',
    'NotificationMessage',
  ),
  'account.event_held': row('200.921', 200, 'The account is under review; the event is held until it is decided.', 'underReview'),
  'account.under_review': row('200.922', 200, 'The account is under review.', 'underReview'),
  'account.stopped': row('200.923', 200, 'The account is stopped.', 'accountBlocked', 'OfferSecurePaymentMethods'),
  'account.in_dunning': row(
    '200.924',
    200,
    'A payment on the account is overdue; it takes no new transactions.',
    'accountBlocked',
    'OfferSecurePaymentMethods',
  ),
  'account.nothing_to_correct': row(
    '200.925',
    200,
    'More would be given back than was ever purchased or withdrawn and not yet corrected.',
    'notPossible',
  ),
  'account.fee_not_agreed': row('200.926', 200, 'The agreement of the account names no fee for paying out money.', 'notPossible'),
  'account.withdrawn_from': row(
    '400.430',
    409,
    'The holder withdrew from the credit of this account: nothing more is bought on it.',
    'accountBlocked',
  ),
} as const satisfies Record<string, CatalogueEntry>;
