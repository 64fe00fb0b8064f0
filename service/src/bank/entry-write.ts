// What is written for an entry of a bank statement once it is decided what it pays: one write for the book, on a capture, on a customer
// account, or of a direct debit that came back. C86.

import type { Write } from '../book/write.ts';
import { payAccount } from '../core/account/payment.ts';
import { takePaymentBack } from '../core/account/payment-return.ts';
import type { OpenReason } from '../core/bank-file/entry.ts';
import { answering } from '../core/changes.ts';
import { type Day, dayAt } from '../core/dates.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { type Received, receive } from '../core/order/bank-payment.ts';
import type { Collection } from '../core/order/collecting.ts';
import { collected, collectionReturned, debitedAgain } from '../core/order/collection.ts';
import type { OrderInHand } from '../core/order/in-hand.ts';
import { leftToPayMinor } from '../core/order/payment.ts';
import { returnPayment } from '../core/order/payment-return.ts';
import { Refusal } from '../core/refusals.ts';
import { toTakeBack } from '../customer-account/return.operation.ts';
import type { KeptEntry, Target } from './bank-entries.sql.ts';

/** Of the payment that is booked for it. */
export const transactionOf = ({ id }: KeptEntry, { turn }: Target): string => `bank-${id}-${turn}`;

interface Around {
  readonly clock: () => number;
  readonly merchants: ReadonlyMap<string, MerchantOnClock>;
  readonly actor: string;
}

/** One write for the book; its answer is a Received as JSON. */
export function writeOf(row: KeptEntry, target: Target, { clock, merchants, actor }: Around): Write {
  const transactionId = transactionOf(row, target);
  const own = {
    merchantId: target.merchantId,
    actor,
    // Whom it was assigned by, also where the job books it later.
    ...(row.handledBy !== null && { source: 'operator' as const }),
    operation: 'bookBankEntry',
    requestId: '',
    reason: row.reason,
  };
  const amountMinor = BigInt(target.amountMinor);
  const textOf = ({ bookedMinor, why }: Received): string => received(bookedMinor, why);
  if (target.kind === 'capture') {
    if (target.undoes !== undefined) return takeBack(row, target, own);
    const { bookedOn, valueOn } = row;
    const money = { captureNumber: target.number, amountMinor, bookedOn, valueOn, transactionId };
    return {
      ...own,
      needs: {
        order: target.orderNumber ?? '',
        with: ['captures', 'installments', 'collections', 'withdrawal', 'costReturns', 'reminders'],
        payment: transactionId,
      },
      decide({ order, payment, collections, withdrawal }, setting) {
        const plain = receive(order, money, payment, setting);
        const collection = payment ? undefined : collectionOf(collections, row, target, plain.answer.bookedMinor);
        // The bank's return was booked first: the money is gone.
        if (collection?.state === 'Returned') return { answer: received(0n, 'returned'), changes: [], events: [] };
        const isCollected = collection?.attempt === 1;
        const decided = isCollected ? receive(order, { ...money, isCollected }, payment, setting) : plain;
        // The bank collected what it names, though it was not owed by then: what it takes back of that was never booked.
        const { bookedMinor, why } = decided.answer;
        const isIn = bookedMinor > 0n || (why === 'settled' && target.endToEndId !== undefined && row.handledBy === null);
        const changes = collection && isIn ? collected(collection, transactionId, setting) : [];
        const again =
          order && collection && !withdrawal ? debitedAgain(order, collections, collection, bookedMinor, setting) : [];
        const isLess = row.handledBy === null && isLessThanAsked(order, collections, target, payment ? 0n : bookedMinor);
        const seen = (all: Received): string =>
          textOf({ ...all, why: isLess && all.bookedMinor > 0n ? (all.why ?? 'collected_less') : all.why });
        return answering({ ...decided, changes: [...decided.changes, ...changes, ...again] }, seen);
      },
    };
  }
  const merchant = merchants.get(target.merchantId);
  const today = merchant ? dayAt(businessTime(merchant, clock()), merchant.timeZone) : row.valueOn;
  if (target.undoes) return takeBackFromAccount(row, target, own, { transactionId: target.undoes, today });
  const valueOn = row.valueOn < today ? row.valueOn : today;
  return {
    ...own,
    needs: { account: { number: target.number, day: valueOn, paymentId: transactionId, with: ['owner', 'letters'] } },
    decide({ account }, setting) {
      const none = (why: OpenReason, bookedMinor = 0n) => ({ answer: textOf({ bookedMinor, why }), changes: [], events: [] });
      if (row.bookedOn > today) return none('dated_ahead');
      // The statement says that so much came; it cannot be sent back by refusing it.
      const paid = payAccount(account, { transactionId, amountMinor, valueOn, allowOverpayment: true }, setting);
      if (!(paid instanceof Refusal)) return answering(paid, () => textOf({ bookedMinor: amountMinor, why: null }));
      // The id is this entry's own: it was booked on an earlier day, from when it counts.
      return paid.notices[0].id === 'account.payment_used' ? none('rest', amountMinor) : none('account_closed');
    },
  };
}

/** Did less come of a direct debit than was asked for, and does something stay to be paid that no reminder will ask for? */
function isLessThanAsked(
  order: OrderInHand | undefined,
  collections: readonly Collection[],
  { endToEndId, number, amountMinor }: Target,
  bookedMinor: bigint,
): boolean {
  const asked = collections.find((each) => each.endToEndId === endToEndId);
  const capture = order?.captures.find((each) => each.number === number);
  if (!order || !asked || !capture || BigInt(amountMinor) >= asked.amountMinor) return false;
  return leftToPayMinor(capture, order.installments) > bookedMinor;
}

/**
 * The direct debit that money is of: the bank names it, or a person assigns to the capture just what was asked for, or more of which no more
 * was owed there, as banks send a sum of several, or leave out the id. Were it the consumer's transfer, nothing is lost either: the credit of
 * the debit would wait for a person.
 */
function collectionOf(
  collections: readonly Collection[],
  { handledBy }: KeptEntry,
  { endToEndId, number, amountMinor }: Target,
  bookedMinor: bigint,
): Collection | undefined {
  if (handledBy === null) return collections.find((each) => each.endToEndId === endToEndId);
  const asked = collections.filter((each) => each.state === 'Exported' && each.captureNumber === number);
  const assigned = BigInt(amountMinor);
  return (
    asked.find((each) => each.endToEndId === endToEndId) ??
    asked.find((each) => each.amountMinor === assigned) ??
    asked.find((each) => each.amountMinor === bookedMinor) ??
    asked.find((each) => each.amountMinor < assigned && each.amountMinor > bookedMinor)
  );
}

/**
 * A direct debit that the bank could not collect, or took back: its payment, where one was booked, is undone. What of it was not booked as
 * it was not owed waits for a person, as does what came in with the debit. All of it waits where a person booked money on the capture that
 * may be the debit's: only a person can say whether it is gone.
 */
function takeBack(row: KeptEntry, target: Target, own: Pick<Write, 'merchantId' | 'actor' | 'operation' | 'requestId'>): Write {
  const undone = target.undoes ?? undefined;
  const order = target.orderNumber ?? '';
  return {
    ...own,
    operation: 'returnDirectDebit',
    needs: {
      order,
      with: ['captures', 'installments', 'collections', 'contents', 'costReturns'],
      ...(undone !== undefined && { payment: undone, paymentReturn: undone }),
    },
    decide({ order: inHand, payment, paymentReturn, collections, contents }, setting) {
      const collection = collections.find(({ endToEndId }) => endToEndId === target.endToEndId);
      const capture = inHand?.captures.find(({ number }) => number === target.number);
      // What was collected since this was decided would stay paid with money that is gone.
      const isCollectedSince = collection?.state === 'Collected' && undone === undefined;
      if (!inHand || !collection || !capture || isCollectedSince)
        return { answer: received(0n, 'returned'), changes: [], events: [] };
      const reasonCode = row.returnReason ?? 'RVSL';
      const asReturned = collectionReturned(collection, capture, { reasonCode, returnedOn: row.bookedOn }, setting);
      const request = { returnedOn: row.bookedOn, reason: null, isDirectDebit: true };
      // What came in with the debit may be booked on another debt by a person, or nowhere.
      const paid = payment?.captureNumber === target.number ? payment : undefined;
      if (target.isDoubtful || (undone !== undefined && !paid)) return { ...asReturned, answer: received(0n, 'returned') };
      const back = paid ? returnPayment(inHand, paid, paymentReturn, request, setting) : undefined;
      if (back instanceof Refusal) return back;
      return {
        answer: received(paid?.amountMinor ?? BigInt(target.amountMinor), contents?.customer === null ? 'debtor_erased' : null),
        changes: [...asReturned.changes, ...(back?.changes ?? [])],
        events: [...asReturned.events, ...(back?.events ?? [])],
      };
    },
  };
}

/**
 * A payment on a customer account that went back, as a person says of money that went out. What another entry or a person has taken back
 * already is no reason to close this one: it waits.
 */
function takeBackFromAccount(
  row: KeptEntry,
  target: Target,
  own: Pick<Write, 'merchantId' | 'actor' | 'requestId'> & { readonly reason: string | null },
  { transactionId, today }: { readonly transactionId: string; readonly today: Day },
): Write {
  const reference = transactionOf(row, target);
  const returnedOn = row.bookedOn;
  return {
    ...own,
    operation: 'returnAccountPayment',
    needs: { account: { number: target.number, ...toTakeBack(transactionId, returnedOn) } },
    decide({ account }, setting) {
      const none = {
        answer: received(0n, returnedOn > today ? 'dated_ahead' : (row.why as OpenReason | null)),
        changes: [],
        events: [],
      };
      if (returnedOn > today) return none;
      const earlier = account?.payments.find((each) => each.transactionId === transactionId);
      const decided = takePaymentBack(account, { transactionId, returnedOn, reference }, setting);
      const isAnothers = earlier?.returnedOn != null && earlier.returnReference !== reference;
      if (isAnothers || decided instanceof Refusal) return none;
      const isErased = decided.answer.account.customerNumber === '';
      return answering(decided, ({ payment }) => received(payment.amountMinor, isErased ? 'debtor_erased' : null));
    },
  };
}

const received = (bookedMinor: bigint, why: OpenReason | null): string =>
  JSON.stringify({ bookedMinor: String(bookedMinor), why });
