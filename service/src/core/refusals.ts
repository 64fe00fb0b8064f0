// Every message the service can give, in one table: public code, HTTP status, who has to act, the English text for the
// integrator, and the phrase for the consumer (core/texts). Codes as public clients of this kind of API know them;
// ours begin at 400.2xx (C05). A code is a name: 400.115 is answered with status 404 (C03).
import type { PhraseId } from './texts/en/refusals.ts';

export type MessageType = 'BusinessError' | 'TechnicalError' | 'NotificationMessage';
export const actionCodes = [
  'Unavailable',
  'AskConsumerToConfirm',
  'AskConsumerToReEnterData',
  'OfferSecurePaymentMethods',
  'RequiresSsn',
  'AskConsumerToIdentify',
] as const;
export type ActionCode = (typeof actionCodes)[number];

/** One row of the catalogue. `message` may name values as {limit}. */
export interface CatalogueEntry {
  readonly code: string;
  readonly status: number;
  readonly type: MessageType;
  readonly action: ActionCode;
  readonly message: string;
  readonly phrase: PhraseId;
}

function row<const Message extends string>(
  code: string,
  status: number,
  message: Message,
  phrase: PhraseId = 'notPossible',
  action: ActionCode = 'Unavailable',
  type: MessageType = 'BusinessError',
): CatalogueEntry & { readonly message: Message } {
  return { code, status, type, action, message, phrase };
}

export const catalogue = {
  // What the reader of a body finds.
  'body.unreadable': row('400.001', 400, 'The body of the request is missing, or its format is invalid.{why}', 'technical'),
  'value.required': row('400.002', 400, 'Value is required.', 'required'),
  // Plug-ins compare this text to the letter: what is expected is said to the consumer alone.
  'value.out_of_range': row('400.003', 400, 'Value out of range.', 'checkEntry'),
  'value.format': row('400.004', 400, 'Value format is incorrect.{why}', 'checkEntry'),
  'value.too_long': row('400.005', 400, 'A string value exceeds maximum length of {limit}.', 'checkEntry'),
  'value.too_short': row('400.006', 400, 'A string value with minimum length {limit} is required.', 'checkEntry'),
  'value.too_many_decimals': row('400.007', 400, 'A number has more than {limit} decimals.', 'checkEntry'),
  'value.too_many_items': row('400.208', 400, 'A list may hold at most {limit} elements.', 'checkEntry'),

  // Orders.
  'order.number_used': row('400.100', 409, 'This order number was already used for another order.'),
  'order.net_total': row('400.101', 400, 'The total net amount does not match the sum of the items ({sum}).'),
  'order.gross_total': row('400.102', 400, 'The total gross amount does not match the sum of the items ({sum}).'),
  'payment.not_available': row(
    '400.108',
    400,
    'This payment method is not part of the merchant’s contract, or is not offered for this order.',
    'otherMethod',
  ),
  'payment.contract_needed': row(
    '400.109',
    400,
    'A valid contract is needed: one of this checkout, for this payment method, amount and account.',
    'otherMethod',
  ),
  'installment.profile': row('400.110', 400, 'There is no installment profile with this number.', 'otherMethod'),
  'installment.no_plans': row('400.111', 400, 'The installment profile has no plan for this amount now.', 'otherMethod'),
  'installment.amount': row('400.112', 400, 'The amount is too small for so many monthly payments.', 'otherMethod'),
  'installment.number': row('400.113', 400, 'The installment profile has {number} installments.', 'otherMethod'),
  'account.profile': row('400.114', 400, 'There is no account profile with this number for this amount.', 'otherMethod'),
  'payment.campaign': row('400.262', 400, 'There is no campaign with this number now.', 'otherMethod'),
  'payment.recurring': row(
    '400.391',
    400,
    'Agreements for later direct debits (recurringDirectDebit) are not kept: send directDebit with each order.',
    'otherMethod',
  ),
  'installment.rate': row('400.263', 400, 'The installment profile has a rate of {rate} % a year.', 'otherMethod'),
  'order.not_found': row('400.115', 404, 'There is no order with this number.'),
  'order.pending': row(
    '400.210',
    409,
    'The order is still under review; nothing can be done with it until it is decided.',
    'underReview',
  ),
  'order.declined': row(
    '400.265',
    409,
    'The order was under review and then declined; nothing can be done with it, and its number is free for a new one.',
  ),
  'order.not_pending': row('400.227', 409, 'The order is not under review any more.'),
  'checkout.not_found': row(
    '400.260',
    404,
    'There is no such checkout, or it is older than 24 hours; ask for payment methods again.',
  ),
  'checkout.used': row('400.261', 409, 'An order was already placed with this checkout; ask for payment methods again.'),
  'checkout.customer_number': row('400.103', 400, 'The customer number differs from the one of the checkout.'),
  'order.expired': row('400.211', 409, 'The authorization expired on {day}; authorize again.'),
  'order.nothing_open': row('400.212', 409, 'Nothing of the order is open any more: it is captured, voided or expired.'),
  'order.not_updatable': row('400.217', 409, 'Only an authorized order of which nothing was captured or voided can be updated.'),
  'order.currency': row('400.223', 400, 'The currency is not the one of the order ({currency}).'),
  'order.currency_not_offered': row('400.224', 400, 'The merchant’s contract does not have this currency.'),
  'order.currency_not_payable': row(
    '400.390',
    400,
    'The merchant’s contract names no account that consumers could pay {currency} to.',
    'otherMethod',
  ),

  'country.not_offered': row('400.298', 400, 'The merchant’s contract is for {country} only.'),

  // Captures, refunds, voids, returns, shipping.
  'capture.not_found': row('400.201', 404, 'The order has no capture with this number.'),
  'capture.exceeds_open': row('400.213', 409, 'The amount is above what is left of the authorization ({open}).'),
  'capture.number_used': row('400.220', 409, 'This invoice number was already used for another capture.'),
  'refund.not_found': row('400.202', 404, 'The order has no refund with this number.'),
  'refund.exceeds_captured': row('400.214', 409, 'The amount is above what is captured and not yet refunded ({open}).'),
  'refund.nothing_captured': row('400.216', 409, 'Nothing of the order is captured, or all of it is refunded.'),
  'refund.number_used': row('400.221', 409, 'This credit note number was already used for another refund.'),
  'refund.one_number_many_captures': row(
    '400.222',
    400,
    'One credit note number cannot serve several captures: refund them one by one, with captureNumber.',
  ),
  'void.not_found': row('400.203', 404, 'The order has no cancellation with this number.'),
  'void.exceeds_open': row('400.215', 409, 'The amount is above what is left of the authorization ({open}).'),
  'return.already_notified': row('400.218', 409, 'A return was already notified for this capture.'),
  'return.past_due': row('400.219', 409, 'The capture is past its due date ({day}); a return cannot postpone it any more.'),
  'shipping.not_found': row('400.204', 404, 'The capture has no shipping detail with this number.'),

  // Customer accounts.
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
  'account.payment_exceeds': row(
    '400.309',
    409,
    'The payment is above what is owed on the account ({open}); allowOverpayment makes what is over credit of its holder.',
  ),
  'account.not_under_review': row('400.307', 409, 'The application is not under review any more.', 'technical'),
  'account.not_open': row('400.308', 409, 'The account is still under review.', 'underReview'),

  // What an account event or an application comes to: answers (HTTP 200) with an outcome.
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
  // Documents.
  'document.not_found': row('400.207', 404, 'There is no document with this id.'),

  // Customers.
  'customer.not_found': row('400.270', 404, 'There is no customer with this number.', 'technical'),

  // Payments of consumers, as the operator books them.
  'payment.transaction_used': row('400.295', 409, 'This transaction was already booked for another capture, amount or day.'),
  'payment.nothing_open': row('400.296', 409, 'Nothing is left to pay of this capture.'),
  'payment.exceeds_open': row('400.297', 409, 'The payment is above what is left to pay of the capture ({open}).'),

  // Credit decisions: these are answers (HTTP 200) with an outcome, not errors (C02).
  'risk.underage': row('200.001', 200, 'The customer is under age.', 'otherMethod', 'OfferSecurePaymentMethods'),
  'risk.identity_required': row(
    '200.902',
    200,
    'The customer’s national identification number is needed.',
    'giveNationalId',
    'RequiresSsn',
  ),
  'risk.score': row(
    '200.901',
    200,
    'The customer was not accepted for this payment.',
    'otherMethod',
    'OfferSecurePaymentMethods',
  ),
  'risk.limit': row(
    '200.903',
    200,
    'The amount is above what this customer can be granted.',
    'limitReached',
    'OfferSecurePaymentMethods',
  ),
  'risk.chargeback': row(
    '200.912',
    200,
    'The customer has an open direct-debit chargeback.',
    'otherMethod',
    'OfferSecurePaymentMethods',
  ),
  'risk.address_contradiction': row(
    '200.104',
    200,
    'Postal code and place do not belong together; addressList[0] has what was probably meant.',
    'confirmAddress',
    'AskConsumerToConfirm',
  ),
  'risk.address_corrected': row(
    '200.103',
    200,
    'The address was corrected; addressList[0] has it as it is used.',
    'addressCorrected',
    'Unavailable',
    'NotificationMessage',
  ),
  'risk.authentication': row('200.019', 200, 'The customer has to be authenticated first.', 'identify', 'AskConsumerToIdentify'),
  'risk.review': row('200.900', 200, 'The order was handed to manual review.', 'underReview'),

  'update.contract_needed': row(
    '200.105',
    200,
    'The higher total of {amount} needs a new contract of the buyer: make it with POST /checkout/{checkoutId}/contract and send the update again with payment.contractId. Until then the order and its agreement stay as they are.',
    'newContract',
    'AskConsumerToConfirm',
  ),
  // Why an order that was pending is cancelled: told where it is read (C20).
  'declined.reviewed': row('200.930', 200, 'The order was reviewed, and declined.', 'otherMethod'),
  'declined.unconfirmed': row('200.931', 200, 'The consumer did not confirm the identity; the order is declined.', 'otherMethod'),
  'declined.overdue': row('200.932', 200, 'The order was not decided in time, and so declined.', 'otherMethod'),

  // Bank accounts: answers (HTTP 200) with isValid, not errors.
  'account.format': row('200.910', 200, 'Value format is incorrect.', 'checkEntry', 'AskConsumerToReEnterData'),
  'account.country': row(
    '200.909',
    200,
    'Account number from this country is not supported for this merchant.',
    'checkEntry',
    'AskConsumerToReEnterData',
  ),
  'account.undecided': row(
    '200.911',
    200,
    'The form is right; whether the bank gives such a number cannot be told.',
    'checkEntry',
    'AskConsumerToConfirm',
    'NotificationMessage',
  ),

  // The way in.
  'idempotency.key_invalid': row(
    '400.232',
    400,
    'An idempotency key has 1 to {limit} visible characters and is sent once.',
    'technical',
  ),
  'idempotency.key_reused': row(
    '400.230',
    422,
    'This idempotency key was used for a request with another body ({first}).',
    'technical',
  ),
  'idempotency.in_progress': row('400.231', 409, 'The same request is being processed; ask again in a moment.', 'tryAgain'),
  'key.missing': row('400.240', 401, 'Authorization has been denied for this request.{why}', 'technical'),
  'key.scope': row('400.241', 403, 'This key may not do this; it lacks the scope {scope}.', 'technical'),
  'route.unknown': row('400.242', 404, 'There is no such address; see /docs.{why}', 'technical'),
  'route.method': row('400.243', 405, 'This address does not have this method; it has {allow}.', 'technical'),
  'route.malformed': row('400.249', 400, 'The address of the request is malformed.', 'technical'),
  'request.malformed': row('400.250', 400, 'The request is not HTTP as it should be.', 'technical'),
  'request.headers_too_large': row('400.251', 431, 'The headers of the request are too large.', 'technical'),
  'body.too_large': row('400.244', 413, 'The body is larger than {limit} bytes.', 'technical'),
  'body.media_type': row('400.245', 415, 'The body has to be JSON (application/json, UTF-8).', 'technical'),
  'limit.requests': row('400.246', 429, 'Too many requests with this key; ask again later.', 'tryAgain'),
  'service.busy': row('400.247', 503, 'The service is busy; ask again in a moment.', 'tryAgain', 'Unavailable', 'TechnicalError'),
  'service.not_built': row(
    '400.248',
    501,
    'This endpoint is not part of this version yet.',
    'technical',
    'Unavailable',
    'TechnicalError',
  ),
  'service.fault': row(
    '400.000',
    500,
    'An unexpected error; nothing was changed unless stated. Ask again with the same idempotency key.',
    'technical',
    'Unavailable',
    'TechnicalError',
  ),

  // Administration.
  'customer.same': row('400.271', 409, 'These two are one customer already.', 'technical'),
  'list.not_found': row('400.272', 404, 'No list of the merchant has this entry, or it was removed.', 'technical'),
  'review.over': row('400.275', 409, 'The time to decide is over; it is declined.', 'technical'),
  'review.not_found': row('400.273', 404, 'Nothing with this number waits to be decided.', 'technical'),
  'merchant.not_found': row('400.205', 404, 'There is no such merchant.', 'technical'),
  'page.unknown': row('400.274', 400, 'This place in the list is not known; begin without `after`.', 'technical'),
  'person.not_found': row('400.361', 404, 'Nobody is known by that, or nobody any more.', 'technical'),
  'person.named_twice': row('400.365', 400, 'Name the person in one way.', 'technical'),
  'idempotency.erased': row('400.366', 409, 'The answer to this request was erased with its person.', 'technical'),
  'erasure.order_open': row(
    '400.362',
    409,
    'Order {number} is still open: capture or void what is left of it first.',
    'technical',
  ),
  'erasure.debt_open': row(
    '400.363',
    409,
    'The person still owes {amount} in all: it has to be paid or refunded first.',
    'technical',
  ),
  'erasure.account_open': row(
    '400.364',
    409,
    'Account {number} is not settled: nothing may be owed on it, held or under review.',
    'technical',
  ),
  'organisation.not_found': row('400.350', 404, 'There is no such organisation.', 'technical'),
  'name.used': row('400.351', 409, 'This name is in use already.', 'technical'),
  'contract.not_found': row('400.352', 404, 'The merchant’s contract has no such version.', 'technical'),
  'merchant.inactive': row('400.353', 409, 'The merchant takes no new orders at the moment.', 'otherMethod'),
  'contract.above_law': row(
    '400.354',
    400,
    'The law allows {cap} at most ({parameter}, {country}), and it comes to {actual}: it could not be offered.',
    'technical',
  ),
  'contract.terms_fixed': row(
    '400.371',
    403,
    'What a merchant pays, how it is paid and whom consumers pay is set by the operator: this key may not change {member} without the scope admin:settlement.',
    'technical',
  ),
  'contract.changed': row(
    '400.355',
    409,
    'The contract was changed meanwhile: another version holds than the one it replaces.',
    'technical',
  ),
  'filter.unknown': row('400.358', 400, 'There is no such filter; there are {filters}.', 'technical'),
  'order.not_extendable': row(
    '400.359',
    409,
    'An authorization can be extended to {day} at most, and never shortened; void it instead.',
    'technical',
  ),
  'key.not_found': row('400.356', 404, 'There is no such key.', 'technical'),
  'key.ended': row('400.357', 409, 'This key is revoked, expired or replaced already.', 'technical'),
  'chain.not_found': row('400.360', 404, 'The chains are ledger and audit.', 'technical'),
  'policy.not_found': row('400.280', 404, 'The merchant’s policy has no such version.', 'technical'),
  'policy.changed': row(
    '400.281',
    409,
    'The policy was changed meanwhile: another version holds than the one it replaces.',
    'technical',
  ),
  'policy.unknown_member': row('400.282', 400, 'There is no such member.', 'technical'),
  'checkout.no_decision': row('400.284', 404, 'No decision was made on a checkout with this id.', 'technical'),
  'decision.not_found': row('400.283', 404, 'No decision was made on an order with this number.', 'technical'),
  'clock.backwards': row('400.225', 409, 'The test clock only goes forward; it stands at {now}.', 'technical'),
  'clock.live': row('400.226', 409, 'The test clock exists in sandbox mode only.', 'technical'),
  'clock.busy': row('400.380', 409, 'The test clock is being put forward by another request; ask again.', 'technical'),
  'reference.not_found': row('400.330', 404, 'There is no such import that is still loading.', 'technical'),
  'reference.incomplete': row('400.331', 409, 'The import does not hold that many places, or is finished already.', 'technical'),
  'bank.unreadable': row('400.340', 400, 'The bank statement cannot be read, and nothing was changed: {why}.', 'technical'),
  'bank.entry_not_found': row('400.341', 404, 'There is no such entry of a bank statement.', 'technical'),
  'bank.entry_closed': row(
    '400.342',
    409,
    'The entry waits for nobody any more, or is being booked: it is {state}.',
    'technical',
  ),
  'bank.exceeds_entry': row('400.343', 409, 'That is more than is left of the entry ({left}).', 'technical'),
  'bank.other_currency': row('400.344', 409, 'The entry is in {currency}; what it shall pay is not.', 'technical'),
  'bank.no_money_in': row('400.345', 409, 'The entry is no money that came in; nothing can be paid with it.', 'technical'),
  'payment.not_found': row('400.347', 404, 'No payment was booked under this transaction id.', 'technical'),
  'collection.no_creditor': row(
    '400.348',
    409,
    'The merchant’s contract names no SEPA creditor id and euro account: nothing can be collected.',
    'technical',
  ),
  'collection.not_found': row('400.349', 404, 'There is no such file of direct debits.', 'technical'),
  'collection.not_again': row('400.367', 409, 'It cannot be collected again: {why}.', 'technical'),
  'bank.not_booked': row('400.346', 409, 'Nothing could be booked there: {why}.', 'technical'),

  // Webhooks.
  'webhook.not_found': row('400.310', 404, 'The merchant has no such webhook endpoint.', 'technical'),
  'webhook.url': row('400.311', 400, 'This address cannot be called: {why}.', 'technical'),
  'webhook.event': row('400.312', 400, 'There are no events {filter}; docs/generated/events.md lists the types.', 'technical'),
  'webhook.secret': row('400.313', 400, 'A secret is whsec_ with 24 to 64 bytes in base64.', 'technical'),
  'webhook.too_many': row('400.314', 409, 'There may be {limit} at once; end or delete others first.', 'technical'),
  'events.gone': row(
    '400.370',
    410,
    'Events up to {gone} are kept no longer, and so were missed; the oldest kept is {oldest}. Go on with after={gone}.',
    'technical',
  ),
  'webhook.range': row('400.315', 400, 'Say what to send again: a number, from and to, since, or times.', 'technical'),

  // Settlement.
  'agreement.terms_overlap': row('400.320', 400, 'Two fee terms for {paymentType} hold on the same day.', 'technical'),
  'payout.account_invalid': row('400.321', 400, 'This is no account that can be paid to: {why}.', 'technical'),
  'settlement.not_found': row('400.322', 404, 'The merchant has no statement with this number.', 'technical'),
  'settlement.nothing': row('400.323', 409, 'There is nothing to settle.', 'technical'),
  'payout.not_found': row('400.324', 404, 'There is no payout of this statement.', 'technical'),
  'payout.state': row('400.325', 409, 'The payout is {state}; this cannot be said of it.', 'technical'),
  'payout.day': row(
    '400.372',
    400,
    'The money cannot have left on this day: from {from}, when the statement was closed, to {to}, which is today.',
    'technical',
  ),
  'payout.none_due': row('400.326', 409, 'No payout in this currency is due that can be sent.', 'technical'),
  'payout_file.not_found': row('400.327', 404, 'There is no payout file with this id.', 'technical'),
  'house_account.missing': row('400.328', 409, 'No account is set that payouts in {currency} are made from.', 'technical'),
  'adjustment.number_used': row('400.329', 409, 'This number was already used for another adjustment.', 'technical'),
  'job.not_found': row('400.206', 404, 'There is no such job; the jobs are {jobs}.', 'technical'),
} as const satisfies Record<string, CatalogueEntry>;

export type RefusalId = keyof typeof catalogue;

/** One message as the core says it; the wire writes it out in the consumer's language. */
export interface Notice {
  readonly id: RefusalId;
  readonly field?: string;
  readonly values?: Values;
}

/** A refusal is a value, not an exception: nothing was changed, and these are the reasons, most important first. */
export class Refusal {
  readonly notices: readonly [Notice, ...Notice[]];
  constructor(notices: readonly [Notice, ...Notice[]]) {
    this.notices = notices;
  }
  /** For all of these reasons; no refusal where there is none. */
  static of([first, ...others]: readonly Notice[]): Refusal | undefined {
    return first && new Refusal([first, ...others]);
  }
  get status(): number {
    return catalogue[this.notices[0].id].status;
  }
}

type Values = Readonly<Record<string, string>>;
type BlanksOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | BlanksOf<Rest> : never;
/** The values that a message cannot do without; `why` is a remark at its end. */
type Wanted<Id extends RefusalId> = Exclude<BlanksOf<(typeof catalogue)[Id]['message']>, 'why'>;
type ValuesGiven<Id extends RefusalId> = [Wanted<Id>] extends [never]
  ? [field?: string, values?: Values]
  : [field: string | undefined, values: Readonly<Record<Wanted<Id>, string>>];

/** Refuse for one reason; `field` is the dotted path of the member that caused it. What the message names has to be given. */
export function refuse<Id extends RefusalId>(id: Id, ...[field, values]: ValuesGiven<Id>): Refusal {
  return new Refusal([{ id, ...(field !== undefined && { field }), ...(values && { values }) }]);
}

/** A message has at most 4096 letters; a longer list is in the interface's description. */
const mostLetters = 3900;

/** Which words a value may be, for the message about one that it may not be. */
export function oneOf(words: readonly string[]): Values {
  const listed = words.join(', ');
  return listed.length > mostLetters ? {} : { why: ` It is one of ${listed}.`, words: listed };
}

/** What a value looks like, for the message about one that does not: the consumer is shown the example as well. */
export const like = (example: string): Values => ({ why: ` Write it like ${example}.`, example });
