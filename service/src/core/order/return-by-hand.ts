// An operator says that the bank took a payment back.
import type { Decided } from '../changes.ts';
import { dayAt } from '../dates.ts';
import { Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import type { Collection, PaymentReturn } from './collecting.ts';
import { collectionReturned } from './collection.ts';
import type { OrderInHand } from './in-hand.ts';
import { type ReturnedPayment, returnPayment } from './payment-return.ts';
import type { Payment } from './rows.ts';

/** ISO 20022: the reason is in words. */
const reasonCode = 'NARR';

/**
 * Take a payment back as a person says so, once: again it is answered as before. The direct debit that it was booked for came back with it,
 * as where the bank returned it in one sum with its charges. Refuses payment.not_found, and value.out_of_range where it came back before it came
 * or on a day that lies ahead: interest on late payment and reminders go by that day.
 */
export function returnByHand(
  inHand: OrderInHand,
  { payment, paymentReturn, collections }: Booked,
  request: ReturnedPayment,
  setting: Setting,
): Decided<PaymentReturn> | Refusal {
  const decided = returnPayment(inHand, payment, paymentReturn, request, setting);
  if (decided instanceof Refusal || !payment || paymentReturn) return decided;
  const { returnedOn } = request;
  if (returnedOn < payment.valueOn || returnedOn > dayAt(setting.now, setting.merchant.timeZone))
    return refuse('value.out_of_range', 'returnedOn');
  const collection = collections.find(({ transactionId }) => transactionId === payment.transactionId);
  const capture = inHand.captures.find(({ number }) => number === collection?.captureNumber);
  if (!collection || !capture) return decided;
  const { changes, events } = collectionReturned(collection, capture, { reasonCode, returnedOn }, setting);
  return { ...decided, changes: [...changes, ...decided.changes], events: [...events, ...decided.events] };
}

/** The payment, whether it was taken back before, and the direct debits of its order. */
export interface Booked {
  readonly payment: Payment | undefined;
  readonly paymentReturn: PaymentReturn | undefined;
  readonly collections: readonly Collection[];
}
