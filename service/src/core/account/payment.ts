// A payment on an account: what is owed is paid in the order that was agreed, the rest is credit of the account holder.
import { type Change, type Decided, insert, update } from '../changes.ts';
import type { PaymentPart } from '../credit-profiles.ts';
import { type Day, dayAt, later } from '../dates.ts';
import { paymentOrderOf } from '../merchant.ts';
import { minorToWire } from '../money.ts';
import { type Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import { type Account, type AccountPayment, accountTermsOf, totalMinor } from './account.ts';
import { type CancelledLetters, cancelledBy } from './cancelled-letters.ts';
import { demandsOf, dunningEnded, statementsPaid } from './dunning.ts';
import { type AccountInHand, exposureOf, isHeld } from './in-hand.ts';
import { creditedInterest } from './interest.ts';
import { nextStep } from './keep.ts';
import { limitLowered } from './order-limit.ts';
import { added, type Occurrence, type Posting, post } from './post.ts';

export interface PaymentRequest {
  readonly transactionId: string;
  /** Above zero. */
  readonly amountMinor: bigint;
  /** The day the money came; it counts for interest from then on. */
  readonly valueOn: Day;
  /** May it be more than is owed? What is over is credit of the account holder. */
  readonly allowOverpayment: boolean;
}

export interface Paid {
  readonly account: Account;
  readonly payment: AccountPayment;
}

/**
 * Book a payment; needs the account's owner, whose history it is. The same transaction id again with the same content is
 * answered with the first booking; with other content it is refused, as are an account that is not there or still under review,
 * a day that has not come yet, and more than is owed unless it says so.
 */
export function payAccount(
  inHand: AccountInHand | undefined,
  request: PaymentRequest,
  setting: Setting,
): Decided<Paid> | Refusal {
  if (!isHeld(inHand)) return refuse('account.not_found', 'accountNumber');
  const { account, payments } = inHand;
  const earlier = payments.find(({ transactionId }) => transactionId === request.transactionId);
  if (earlier) {
    const same = earlier.amountMinor === request.amountMinor && earlier.valueOn === later(request.valueOn, account.openedOn);
    return same
      ? { answer: { account, payment: earlier }, changes: [], events: [] }
      : refuse('account.payment_used', 'transactionId');
  }
  if (account.state !== 'Open') return refuse('account.not_open', 'accountNumber');
  const today = dayAt(setting.now, setting.merchant.timeZone);
  if (request.valueOn > today) return refuse('value.out_of_range', 'valueDate');

  const owed = totalMinor(account) > 0n ? totalMinor(account) : 0n;
  if (request.amountMinor > owed && !request.allowOverpayment)
    return refuse('account.payment_exceeds', 'amount', { open: minorToWire(owed).toFixed(2) });

  const valueOn = later(request.valueOn, account.openedOn);
  const cancelled = cancelledBy(inHand, {
    amountMinor: request.amountMinor,
    valueOn,
    today,
    country: setting.merchant.country,
  });
  const credited = [...cancelled.postings, ...creditedInterest(account, { valueOn, bookedOn: today })];
  const owing = credited.reduce(added, account);
  const { paymentOrder = paymentOrderOf(setting.merchant.contract) } = accountTermsOf(account);
  const parts = split(owing, request.amountMinor, paymentOrder);
  const subject = request.transactionId;
  const paid: readonly Occurrence[] = [
    { type: 'account.fees_paid', subject, amountMinor: parts.fees },
    { type: 'account.interest_paid', subject, amountMinor: parts.interest },
    { type: 'account.principal_paid', subject, amountMinor: parts.principal },
  ];
  const postings: Posting[] = [
    ...credited,
    {
      kind: 'Payment',
      reference: subject,
      valueOn,
      bookedOn: today,
      feesMinor: -parts.fees,
      interestMinor: -parts.interest,
      principalMinor: -parts.principal,
      occurrences: paid.filter(({ amountMinor }) => amountMinor > 0n),
    },
  ];
  const posted = post(inHand, postings, setting, (after) => demandsAfter(after, cancelled, request.amountMinor, setting));
  const { inTime, late } = statementsPaid(cancelled.before, posted.account, valueOn, setting.merchant.country);
  const payment: AccountPayment = {
    accountNumber: account.number,
    transactionId: request.transactionId,
    amountMinor: request.amountMinor,
    valueOn,
    feesMinor: parts.fees,
    interestMinor: parts.interest,
    principalMinor: parts.principal,
    entryNumber: posted.account.entryCount,
    inTimeCount: inTime,
    lateCount: late,
    returnedOn: null,
    returnedFeesMinor: null,
    returnEntryNumber: null,
    returnReference: null,
    insertedAt: setting.now,
  };
  const limit = limitLowered(posted.account, () => exposureOf(inHand));
  return {
    answer: { account: posted.account, payment },
    changes: [
      ...posted.changes,
      ...cancelled.changes,
      insert('accountPayments', payment),
      ...remembered(inHand, payment),
      ...limit.changes,
    ],
    events: [...posted.events, ...limit.events, ...dunningEnded(account, posted.account)],
  };
}

/** What is demanded once so much was paid, without what letters had made due that were not to be written. */
function demandsAfter(after: Account, { demands }: CancelledLetters, paidMinor: bigint, { merchant }: Setting): Partial<Account> {
  if (!demands) return demandsOf(after, paidMinor);
  const asked = { ...after, ...demands };
  const left = { ...demandsOf(asked, paidMinor), dunningOn: asked.dunningOn };
  return { ...left, nextStepOn: nextStep({ ...asked, ...left }, merchant.country) };
}

/** Statements that are paid now count for later decisions as invoices do. */
function remembered(inHand: AccountInHand, { inTimeCount, lateCount }: AccountPayment): Change[] {
  if (inTimeCount + lateCount === 0) return [];
  return [update('exposures', exposureOf(inHand), { add: { paidOnTimeCount: inTimeCount, paidLateCount: lateCount } })];
}

/** Each part is paid as far as it is owed; what is over goes on the principal, also below zero. */
export function split(
  { feesMinor, interestMinor, principalMinor }: Pick<Account, 'feesMinor' | 'interestMinor' | 'principalMinor'>,
  amountMinor: bigint,
  order: readonly PaymentPart[],
): Readonly<Record<PaymentPart, bigint>> {
  const owed = { fees: feesMinor, interest: interestMinor, principal: principalMinor };
  const paid = { fees: 0n, interest: 0n, principal: 0n };
  let left = amountMinor;
  for (const part of order) {
    const some = owed[part] <= 0n ? 0n : owed[part] < left ? owed[part] : left;
    paid[part] += some;
    left -= some;
  }
  return { ...paid, principal: paid.principal + left };
}
