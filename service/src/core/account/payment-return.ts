// A payment on an account that is taken back: a transfer that the bank recalled, or one that was booked by mistake. What it paid is owed
// again, part for part.
import { type Change, type Decided, update } from '../changes.ts';
import { addDays, type Day, dayAt, earlier, later } from '../dates.ts';
import type { Event } from '../events.ts';
import { least, most } from '../money.ts';
import { type Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import { type Account, type AccountPayment, totalMinor } from './account.ts';
import { firstOfMonth } from './calendar.ts';
import { type AccountInHand, exposureOf, isHeld } from './in-hand.ts';
import { nextStep } from './keep.ts';
import { limitRestored } from './order-limit.ts';
import type { Paid } from './payment.ts';
import { type Posting, post } from './post.ts';
import { chargedFees } from './refunded-costs.ts';

export interface AccountPaymentReturn {
  readonly transactionId: string;
  /** The day on which the money went back. */
  readonly returnedOn: Day;
  /** Of the bank statement's entry that says so; empty where a person does. */
  readonly reference: string;
}

/**
 * Take a payment back, once: with the same day again it is answered as before. Needs the account's fees, and its owner, whose history it is.
 *
 * The parts that it paid are owed again, but for fees that fell since, by a withdrawal from the credit, a letter's cancellation or a
 * refund: what had been paid of them counts as paid of the capital, so that comes back as capital. What the holder had overpaid and used meanwhile is debt by that. Interest runs
 * again from the day of the return, not from that of the payment: until then the money was there. Nothing is demanded at once, and no
 * letter follows of it: what is owed again is on the next statement, which demands its part of it. Only in debt collection, where
 * everything is due, the return is due, too, and opens the collection again that the payment had closed; months in between have neither
 * interest nor statement. An account whose holder was erased is kept for the books alone: it is booked there and demanded of no person.
 *
 * Refuses account.not_found, payment.not_found, account.payment_returned where it was taken back on another day, and value.out_of_range
 * for a day before the payment came or one that lies ahead.
 */
export function takePaymentBack(
  inHand: AccountInHand | undefined,
  request: AccountPaymentReturn,
  setting: Setting,
): Decided<Paid> | Refusal {
  if (!inHand || inHand.account.state === 'Declined') return refuse('account.not_found', 'accountNumber');
  const { account, payments } = inHand;
  const { transactionId, returnedOn } = request;
  const payment = payments.find((each) => each.transactionId === transactionId);
  if (!payment) return refuse('payment.not_found', 'transactionId');
  if (payment.returnedOn !== null) {
    return payment.returnedOn === returnedOn
      ? { answer: { account, payment }, changes: [], events: [] }
      : refuse('account.payment_returned', 'transactionId', { day: payment.returnedOn });
  }
  const today = dayAt(setting.now, setting.merchant.timeZone);
  if (returnedOn < payment.valueOn || returnedOn > today) return refuse('value.out_of_range', 'returnedOn');

  const feesMinor = feesAgain(inHand, payment);
  const posting: Posting = {
    kind: 'PaymentReturned',
    reference: transactionId,
    valueOn: returnedOn,
    bookedOn: today,
    feesMinor,
    interestMinor: payment.interestMinor,
    principalMinor: payment.principalMinor + payment.feesMinor - feesMinor,
    occurrences: [],
  };
  const posted = post(inHand, [posting], setting, (after) =>
    isHeld(inHand) ? collectedAgain(after, { returnedOn, today }, setting) : {},
  );
  const taken = {
    returnedOn,
    returnedFeesMinor: feesMinor,
    returnEntryNumber: posted.account.entryCount,
    returnReference: request.reference,
  };
  const limit = isHeld(inHand)
    ? limitRestored(posted.account, payment.amountMinor, () => exposureOf(inHand))
    : { changes: [], events: [] };
  return {
    answer: { account: posted.account, payment: { ...payment, ...taken } },
    changes: [
      ...posted.changes,
      update('accountPayments', payment, { set: taken }),
      ...uncounted(inHand, payment),
      ...limit.changes,
    ],
    events: [returned(account, payment, posting), ...limit.events],
  };
}

/** No more fees are owed again than were charged, did not fall, and are not open. */
const feesAgain = (inHand: AccountInHand, payment: AccountPayment): bigint =>
  feesFell(inHand, payment) ? 0n : least(payment.feesMinor, most(chargedFees(inHand.entries) - inHand.account.feesMinor, 0n));

/** Fees that a payment paid before the withdrawal from the credit are not owed; the ones of later letters are. */
const feesFell = ({ withdrawal }: AccountInHand, { insertedAt }: AccountPayment): boolean =>
  withdrawal !== undefined && insertedAt <= withdrawal.insertedAt;

/** In debt collection everything owed is due, also once more after it was paid. */
function collectedAgain(
  after: Account,
  { returnedOn, today }: { readonly returnedOn: Day; readonly today: Day },
  { merchant }: Setting,
): Partial<Account> {
  const owedMinor = totalMinor(after);
  const isCollected = after.status === 'SentToDebtCollection' || after.status === 'ClosedFromDebtCollection';
  if (!isCollected || owedMinor <= 0n) return {};
  const open = { ...after, status: 'SentToDebtCollection', overdueMinor: owedMinor, dueMinor: 0n } as const;
  const { status, overdueMinor, dueMinor } = open;
  if (after.nextStepOn !== null) return { status, overdueMinor, dueMinor };
  // From a day of the last month that was posted, so that the next statement begins where its statement ended (keep.ts).
  const correctFrom = earlier(earlier(after.correctFrom, returnedOn), addDays(after.openMonth, -1));
  // Never back to a month whose statement was made.
  const openMonth = later(after.openMonth, firstOfMonth(today));
  return {
    status,
    overdueMinor,
    dueMinor,
    correctFrom,
    openMonth,
    nextStepOn: nextStep({ ...open, openMonth }, merchant.country),
  };
}

/** What counted as paid on time or late counts no longer; neither count falls below zero. */
function uncounted(inHand: AccountInHand, { inTimeCount, lateCount }: AccountPayment): Change[] {
  if (inTimeCount + lateCount === 0 || !isHeld(inHand)) return [];
  const exposure = exposureOf(inHand);
  const add = {
    paidOnTimeCount: -Math.min(inTimeCount, exposure.paidOnTimeCount),
    paidLateCount: -Math.min(lateCount, exposure.paidLateCount),
  };
  return [update('exposures', exposure, { add })];
}

function returned(
  { number, currency }: Account,
  { transactionId, amountMinor }: AccountPayment,
  { valueOn, feesMinor = 0n, interestMinor = 0n, principalMinor = 0n }: Posting,
): Event {
  return {
    type: 'account.payment_returned',
    orderId: null,
    accountNumber: number,
    subject: transactionId,
    currency,
    amountMinor,
    shares: { fees: feesMinor, interest: interestMinor },
    details: {
      returnedOn: valueOn,
      feesAmount: feesMinor,
      interestAmount: interestMinor,
      principalAmount: principalMinor,
    },
  };
}
