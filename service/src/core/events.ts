// What can happen, in the past tense. An event holds ids, amounts and states only, nothing of a person (C84). A new
// event is a line here, and one in core/ledger.ts that says what it books; the rest follows from these.
import type { Currency } from './money.ts';

/** What a detail of an event is; an amount is minor units here and a number with decimals on the wire. */
export type DetailKind = 'text' | 'day' | 'instant' | 'amount' | 'number';

/** What events are about, each with a number as they have. */
export const eventResources = {
  order: 'Order-1001',
  contract: '1795512600000123456',
  account: '0100.0000008',
  account_application: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b30',
  decision: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b31',
  settlement: 'EUR-000001',
  adjustment: 'Adjustment-7',
  account_change: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b32',
  webhook_endpoint: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b33',
} as const;
export type EventResourceType = keyof typeof eventResources;

/** A kind of event, as its receivers read about it. */
export interface EventKind {
  readonly about: string;
  /** What its resource is, where the first word of its type does not say so. */
  readonly resource?: EventResourceType;
  /** What `subject` is the number of, where it is a part of the order or account. */
  readonly part?: 'capture' | 'refund' | 'void' | 'shipping_detail' | 'account_event' | 'account_statement';
  /** The state of the credit decision after it. */
  readonly outcome?: 'Accepted' | 'Pending' | 'Rejected';
  /** What it says beside (`Event.details`). */
  readonly details?: Readonly<Record<string, DetailKind>>;
}

/** The account is shown in part. */
const payoutAccount = {
  resource: 'account_change',
  details: { payoutCurrency: 'text', account: 'text', effectiveAt: 'instant' },
} as const;

export const eventCatalogue = {
  'order.authorized': { about: 'An order was accepted; its amount is held.', outcome: 'Accepted' },
  'order.placed_under_review': {
    about: 'An order waits for a person, or for the consumer to confirm the identity.',
    outcome: 'Pending',
  },
  'order.rejected': { about: 'An order was rejected; its number is free again.', outcome: 'Rejected' },
  'order.approved': { about: 'An order that waited was accepted.', outcome: 'Accepted' },
  'order.declined': { about: 'An order that waited was rejected.', outcome: 'Rejected' },
  'order.updated': { about: 'The order changed; the amount is by how much its total did.' },
  'order.change_notified': {
    about: 'A notice was made of what an update of the order changes of its agreement.',
    details: { inForceOn: 'day' },
  },
  'order.update_rejected': {
    about: 'A higher total was asked for and rejected, or needs a new contract first; the order stays as it was.',
  },
  'order.captured': { about: 'All or a part was captured.', part: 'capture' },
  'order.refunded': { about: 'All or a part of a capture was refunded.', part: 'refund' },
  'order.voided': { about: 'All or a part of what was open was given back.', part: 'void' },
  'order.expiring': {
    about: 'What is not captured soon will be given back; sent some days before.',
    details: { expiresOn: 'day', daysLeft: 'number', openAmount: 'amount' },
  },
  'order.extended': { about: 'What is open may be captured until a later day.', details: { expiresOn: 'day' } },
  'order.credit_withdrawn': {
    about: 'The consumer withdrew from the credit; capital and interest are due by a day, and nothing more is captured.',
    details: { noticedOn: 'day', payBy: 'day', principalAmount: 'amount', interestAmount: 'amount' },
  },
  'order.withdrawal_reminded': {
    about: 'A reminder of the right to withdraw from the credit was made; without a day the time does not end.',
    details: { withdrawBy: 'day' },
  },
  'order.expired': { about: 'What was not captured in time was given back.', part: 'void' },
  'order.charged_to_account': {
    about: 'A capture of an order by account was charged to the buyer’s customer account, which asks for it.',
    part: 'capture',
    details: { accountNumber: 'text' },
  },
  'order.credited_to_account': {
    about: 'What was refunded of such a capture was given back to the account.',
    part: 'capture',
    details: { accountNumber: 'text' },
  },
  'capture.paid': { about: 'The consumer paid.', part: 'capture' },
  'capture.repaid_early': {
    about: 'The consumer repaid all or a part before its time; what of the costs is not owed was taken off.',
    part: 'capture',
    details: { totalAmount: 'amount', paidAmount: 'amount', savedAmount: 'amount' },
  },
  'capture.early_repayment_undone': {
    about: 'A payment that repaid early was taken back; the costs that fell with it are owed again.',
    part: 'capture',
    details: { owedAgainAmount: 'amount' },
  },
  'capture.payment_returned': { about: 'The bank took a payment back; what it paid is owed again.', part: 'capture' },
  'capture.collection_exported': {
    about: 'A direct debit was written into a file for the bank.',
    part: 'capture',
    details: { collectAmount: 'amount', collectOn: 'day', sequenceType: 'text' },
  },
  'capture.collection_returned': {
    about: 'The bank could not collect a direct debit, or took it back; the consumer is asked to pay otherwise.',
    part: 'capture',
    details: { reasonCode: 'text' },
  },
  'capture.reminded': {
    about: 'A reminder of what is overdue was sent: the first or the second.',
    part: 'capture',
    details: { level: 'number', openAmount: 'amount', feeAmount: 'amount', interestAmount: 'amount', payBy: 'day' },
  },
  'capture.reminder_cancelled': {
    about: 'Money that had come before a reminder became known after it: what the reminder charged is not owed.',
    part: 'capture',
    details: { feeAmount: 'amount', interestAmount: 'amount' },
  },
  'capture.dunning_ended': { about: 'Nothing of the capture that was reminded of is overdue any more.', part: 'capture' },
  'capture.return_notified': { about: 'The consumer said that the goods go back.', part: 'capture' },
  'capture.shipping_added': { about: 'A shipping detail was added.', part: 'shipping_detail' },
  'capture.shipping_updated': { about: 'A shipping detail was changed.', part: 'shipping_detail' },
  'contract.made': {
    about: 'A buyer was shown a contract in the checkout.',
    details: { paymentType: 'text', checkoutId: 'text' },
  },
  'account.opened': { about: 'A customer account was opened; its limit is held.', outcome: 'Accepted' },
  'account.placed_under_review': { about: 'An application for a customer account waits for a person.', outcome: 'Pending' },
  'account.rejected': {
    about: 'An application for a customer account was rejected.',
    resource: 'account_application',
    outcome: 'Rejected',
  },
  'account.approved': { about: 'A customer account that waited was opened.', outcome: 'Accepted' },
  'account.declined': { about: 'A customer account that waited was rejected.', outcome: 'Rejected' },
  'account.credit_withdrawn': {
    about: 'The holder withdrew from the credit; capital and interest are due thirty days after the notice.',
    details: { noticedOn: 'day', payBy: 'day', principalAmount: 'amount', interestAmount: 'amount' },
  },
  'account.stopped': { about: 'The account was stopped for purchases and withdrawals.' },
  'account.resumed': { about: 'The account may be used again.' },
  'account.noted': { about: 'An event that moves no money was noted.', part: 'account_event' },
  'account.limit_raised': {
    about:
      'An order that was accepted was charged above the limit, or a payment that had lowered it was taken back: it was raised by so much.',
  },
  'account.limit_lowered': {
    about: 'Of an account that an order opened so much was paid or refunded: it counts as owed no longer.',
  },
  'account.purchased': { about: 'A purchase was booked.', part: 'account_event' },
  'account.withdrawn': { about: 'A withdrawal was booked.', part: 'account_event' },
  'account.commission_charged': { about: 'A commission was booked.', part: 'account_event' },
  'account.withdrawal_corrected': { about: 'A withdrawal was corrected.', part: 'account_event' },
  'account.interest_corrected': { about: 'Interest was corrected.', part: 'account_event' },
  'account.event_held': { about: 'An event waits for the account to be approved.', part: 'account_event' },
  'account.event_declined': { about: 'An event that waited was declined.', part: 'account_event' },
  'account.event_rejected': { about: 'An event was rejected and not booked.', part: 'account_event' },
  'account.interest_posted': { about: 'A month’s interest was booked.' },
  'account.interest_credited': { about: 'Interest that was given back after it was paid was set against the balance.' },
  'account.fee_charged': { about: 'A fee was booked.' },
  'account.fees_returned': {
    about: 'All that was bought was refunded; the fees, the amount, are not owed, and what was paid of them pays the balance.',
  },
  'account.fees_paid': { about: 'Of a payment, what paid fees.' },
  'account.interest_paid': { about: 'Of a payment, what paid interest.' },
  'account.principal_paid': { about: 'Of a payment, what paid principal.' },
  'account.payment_returned': {
    about: 'A payment was taken back; what it paid is owed again.',
    details: { returnedOn: 'day', feesAmount: 'amount', interestAmount: 'amount', principalAmount: 'amount' },
  },
  'account.statement_made': { about: 'The statement of a month was made.', part: 'account_statement' },
  'account.reminded': {
    about: 'A reminder of what is overdue was made, or the notice that everything will fall due; at last everything fell due.',
    details: { overdueAmount: 'amount', feeAmount: 'amount', payBy: 'day' },
  },
  'account.reminder_cancelled': {
    about:
      'Money had come before a reminder was made; its fee, the amount, is not owed, and what was paid of it pays the balance.',
  },
  'account.withdrawal_reminded': {
    about: 'A reminder of the right to withdraw from the account was made.',
    details: { withdrawBy: 'day' },
  },
  'account.dunning_ended': { about: 'Nothing is overdue any more.' },
  'decision.contested': { about: 'A person contests an automated rejection; it waits in the queue of reviews.' },
  'decision.reviewed': { about: 'A contested rejection was answered: it stands, or it is changed.', details: { result: 'text' } },
  'settlement.closed': {
    about: 'A statement was closed; the amount is its payout.',
    details: {
      from: 'day',
      to: 'day',
      lines: 'number',
      captures: 'amount',
      refunds: 'amount',
      adjustments: 'amount',
      fees: 'amount',
      reserveWithheld: 'amount',
      reserveReleased: 'amount',
      carriedIn: 'amount',
      carriedOut: 'amount',
      payoutDate: 'day',
    },
  },
  'settlement.adjusted': {
    about: 'The operator credited (or, below zero, charged) an amount on the next statement.',
    resource: 'adjustment',
  },
  'settlement.paid_out': { about: 'A payout left the operator’s bank.', details: { paidOn: 'day' } },
  'settlement.payout_failed': { about: 'The bank did not carry a payout out; it is sent again.' },
  'settlement.payout_returned': { about: 'A payout that had left came back; it is sent again.' },
  'payout_account.proposed': { about: 'Another account was proposed for the merchant’s payouts.', ...payoutAccount },
  'payout_account.approved': { about: 'A second person approved it; payouts go there from `effectiveAt` on.', ...payoutAccount },
  'payout_account.rejected': { about: 'It was rejected; the account before stays.', ...payoutAccount },
  'payout_account.changed': { about: 'Payouts go to the account from now on.', ...payoutAccount },
  'webhook_endpoint.tested': { about: 'A test that an operator asked for; it has no sequence number and goes to one endpoint.' },
  'webhook_endpoint.disabled': {
    about: 'An endpoint is called no more: it answered 410 (gone), or took nothing for days (failing).',
    details: { reason: 'text', after: 'number' },
  },
} as const satisfies Readonly<Record<string, EventKind>>;
export type EventType = keyof typeof eventCatalogue;
export const eventTypes = Object.keys(eventCatalogue) as EventType[];

/** What an event of this type is about; of a capture's it is the order. */
export function resourceTypeOf(type: EventType): EventResourceType {
  const { resource }: EventKind = eventCatalogue[type];
  const [family = ''] = type.split('.');
  return resource ?? (isResource(family) ? family : 'order');
}

const isResource = (word: string): word is EventResourceType => Object.hasOwn(eventResources, word);

/** What changed: events of one resource have versions that grow by one, for every kind (core/event-data.ts). */
export interface EventResource {
  readonly type: EventResourceType;
  readonly number: string;
  readonly version: number;
}

/** One thing that happened to an order, to a customer account, or to something else that says so itself. */
export interface Event {
  /** Where the decision has to know it; otherwise the book draws one. */
  readonly id?: string;
  readonly type: EventType;
  /** Null where it is not about an order. */
  readonly orderId: string | null;
  readonly accountNumber?: string;
  /** Of an order's event: the customer account whose books it moves as well. */
  readonly onAccount?: string;
  /** Only where it is about neither an order nor an account. */
  readonly resource?: EventResource;
  /** The number of the capture, refund, void or shipping detail it is about; otherwise the resource's own. */
  readonly subject: string;
  readonly currency: Currency;
  /** Money moved, in minor units; for order.updated the signed difference of the totals, 0 where nothing moves. */
  readonly amountMinor: bigint;
  /** Of the amount, what is booked otherwise than the rest (core/ledger.ts). */
  readonly shares?: Readonly<Partial<Record<Share, bigint>>>;
  /** What is booked in the same breath and is no part of the amount. */
  readonly besides?: Readonly<Partial<Record<Share, bigint>>>;
  /** As the catalogue names them; amounts in minor units. */
  readonly details?: Readonly<Record<string, string | number | bigint>>;
}

/** What has accounts of its own: parts of a payment, of a refund what was paid already, of a statement what is no payout. */
export type Share =
  | 'interest'
  | 'fees'
  | 'credit'
  | 'merchantFees'
  | 'reserveWithheld'
  | 'reserveReleased'
  | 'carriedIn'
  | 'carriedOut';
