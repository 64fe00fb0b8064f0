// Money from a bank statement for a capture: as much of it is booked as is owed, by the same decision as every payment, which may find
// that it repays early (C96); what is over waits to be sent back.

import type { OpenReason } from '../bank-file/entry.ts';
import { answering, type Decided } from '../changes.ts';
import { type Day, dayAt } from '../dates.ts';
import { Refusal } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import { asEarly } from './early-repayment.ts';
import type { OrderInHand } from './in-hand.ts';
import { leftToPayMinor, pay } from './payment.ts';
import type { Payment } from './rows.ts';
import { unchargedBy } from './uncharged.ts';

export interface ReceivedMoney {
  readonly captureNumber: string;
  readonly amountMinor: bigint;
  readonly bookedOn: Day;
  readonly valueOn: Day;
  readonly transactionId: string;
  /** By a direct debit that was asked for once: it came when we asked for it. */
  readonly isCollected?: boolean;
}

/** What came of it: so much is booked, and where that is not all, why. */
export interface Received {
  readonly bookedMinor: bigint;
  readonly why: OpenReason | null;
}

/**
 * Book what is owed of it. The same transaction again is answered as before, also when another amount is owed by then. A
 * payment may arrive before its invoice (a contract names the reference ahead): it counts from the day of the invoice. A bank's
 * value date may lie ahead of a booking that is kept: then it counts from today.
 */
export function receive(
  inHand: OrderInHand | undefined,
  money: ReceivedMoney,
  earlier: Payment | undefined,
  setting: Setting,
): Decided<Received> {
  const capture = inHand?.captures.find(({ number }) => number === money.captureNumber);
  if (!inHand || !capture) return nothing('unknown_reference');
  if (earlier) return nothing(restOf(money, earlier.amountMinor), earlier.amountMinor);
  const today = dayAt(setting.now, setting.merchant.timeZone);
  if (money.bookedOn > today) return nothing('dated_ahead');
  const { captureNumber, transactionId } = money;
  const valueOn = countsFrom(money.valueOn, today, capture.invoicedOn);
  const { installments, costReturns } = inHand;
  const owing = unchargedBy(inHand, capture, { amountMinor: money.amountMinor, valueOn }, setting).capture;
  const open = leftToPayMinor(owing, installments);
  if (open === 0n) return nothing('settled');
  const early = asEarly(owing, installments, costReturns, { on: valueOn, amountMinor: money.amountMinor });
  const most = early?.totalMinor ?? open;
  const amountMinor = money.amountMinor < most ? money.amountMinor : most;
  const { isCollected = false } = money;
  const request = { captureNumber, amountMinor, valueOn, transactionId, reason: null, isCollected };
  const paid = pay(inHand, request, undefined, setting);
  if (paid instanceof Refusal) throw new Error(`a payment within what is owed was refused: ${paid.notices[0].id}`);
  return answering(paid, () => ({ bookedMinor: amountMinor, why: restOf(money, amountMinor) }));
}

const restOf = ({ amountMinor }: ReceivedMoney, bookedMinor: bigint): OpenReason | null =>
  bookedMinor < amountMinor ? 'rest' : null;

function countsFrom(valueOn: Day, today: Day, earliest: Day): Day {
  if (valueOn > today) return today;
  return valueOn < earliest ? earliest : valueOn;
}

const nothing = (why: OpenReason | null, bookedMinor = 0n): Decided<Received> => ({
  answer: { bookedMinor, why },
  changes: [],
  events: [],
});
