// C95: withdrawal from the credit of an order (Directive (EU) 2023/2225 art. 26; 2008/48/EC art. 14). The purchase stays: what is not
// captured yet can no longer be paid later, and of what is, capital and interest are paid back within thirty days of the notice.
// Fees are not owed. Interest ends with the notice: less than the law allows, and the same whenever it is paid in time.
import { interestMinor } from '../account/interest.ts';
import { type Change, type Decided, insert, update } from '../changes.ts';
import { nextBusinessDay } from '../countries/holidays.ts';
import { addDays, type Day, dayAt, type Instant } from '../dates.ts';
import type { Event } from '../events.ts';
import type { JsonObject } from '../json.ts';
import { hasDuty, lawOn } from '../law/law-on.ts';
import type { Merchant } from '../merchant.ts';
import { sumOf } from '../money.ts';
import { agreedPlan } from '../plan/agreed.ts';
import { type Recosted, recosted } from '../plan/costs.ts';
import { openMinorOf } from '../plan/schedule.ts';
import { Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import { principalLeftMinor } from './dunning.ts';
import { paidWith } from './early-repayment.ts';
import type { OrderInHand } from './in-hand.ts';
import { dunningAfter } from './payment.ts';
import type { Capture, CaptureInstallment, Order, OrderContents, Withdrawal } from './rows.ts';
import { wasDeclined } from './states.ts';
import { voidOrder } from './void.ts';

/** Calendar days from the notice in which capital and interest are paid back; to the next working day, as below. */
const payBackDays = 30;

export interface WithdrawalRequest {
  /** The day on which the consumer sent the notice: in time is enough. */
  readonly noticedOn: Day;
  readonly medium: Withdrawal['medium'];
  /** When the agreement that the order rests on was concluded; null where none was handed over. */
  readonly agreedAt: Instant | null;
  /** When a person approved the order or its consumer confirmed the identity, the later; null where neither was needed. */
  readonly decidedAt: Instant | null;
}

/**
 * The last day of the period: from the agreement, or from the order or its approval where that came later. Where the law asks for
 * an agreement and none was handed over the consumer was never informed, and the period does not end (null). One that ends on a
 * Saturday, Sunday or holiday ends with the next working day: Regulation (EEC, Euratom) No 1182/71 art. 3(4), § 193 BGB, OR art. 78.
 */
export function lastDayToWithdraw(
  { insertedAt, decidedAt = null }: Pick<Order, 'insertedAt'> & Partial<Pick<WithdrawalRequest, 'decidedAt'>>,
  agreedAt: Instant | null,
  { country, timeZone }: Merchant,
): Day | null {
  const concludedOn = dayAt(Math.max(insertedAt, agreedAt ?? insertedAt, decidedAt ?? insertedAt), timeZone);
  const law = lawOn(country, concludedOn);
  if (agreedAt === null && hasDuty('agreementContents', law)) return null;
  return nextBusinessDay(country, addDays(concludedOn, law.withdrawalDays));
}

/**
 * Withdraw from the credit; once, later it is answered as before. Of an order by account it is the order's until a capture is charged
 * to a customer account (C68), which is withdrawn from as a whole. Refused: an order that was declined, waits for a person or was
 * charged to an account, a company's, which has no right of withdrawal, a day of notice ahead or before the order, one after the last day.
 */
export function withdraw(
  inHand: OrderInHand,
  contents: OrderContents | undefined,
  earlier: Withdrawal | undefined,
  request: WithdrawalRequest,
  setting: Setting,
): Decided<Withdrawal> | Refusal {
  if (earlier) return { answer: earlier, changes: [], events: [] };
  const { order } = inHand;
  const { merchant, now } = setting;
  const customer = (contents?.customer ?? {}) as JsonObject;
  if (wasDeclined(order)) return refuse('order.declined', 'orderNumber');
  if (order.state === 'Pending') return refuse('order.pending');
  const account = inHand.captures.find(({ chargedAccount }) => chargedAccount !== null)?.chargedAccount;
  if (account) return refuse('withdrawal.by_account', 'orderNumber', { account });
  if (customer['customerCategory'] === 'Company') return refuse('withdrawal.none');
  const { noticedOn, agreedAt, decidedAt } = request;
  const today = dayAt(now, merchant.timeZone);
  if (noticedOn > today || noticedOn < dayAt(order.insertedAt, merchant.timeZone))
    return refuse('value.out_of_range', 'noticedOn');
  const lastDay = lastDayToWithdraw({ insertedAt: order.insertedAt, decidedAt }, agreedAt, merchant);
  if (lastDay !== null && noticedOn > lastDay) return refuse('withdrawal.over', 'noticedOn', { day: lastDay });
  return book(inHand, contents?.bankAccount ?? null, request, setting);
}

function book(
  inHand: OrderInHand,
  debitedIban: string | null,
  { noticedOn, medium }: WithdrawalRequest,
  setting: Setting,
): Decided<Withdrawal> {
  const { order, exposure } = inHand;
  const payBy = nextBusinessDay(setting.merchant.country, addDays(noticedOn, payBackDays));
  // The page asks for a transfer, and an installment that was collected once is not collected again: nothing more is debited.
  const transferredFrom = debitedIban === null ? null : dayAt(setting.now, setting.merchant.timeZone);
  const paidBack = inHand.captures.map((capture) => ofCapture(inHand, capture, { noticedOn, payBy, transferredFrom }, setting));
  const returned = {
    interest: sumOf(paidBack, (each) => each.returned.interestMinor),
    fees: sumOf(paidBack, (each) => each.returned.feeMinor),
    credit: sumOf(paidBack, (each) => each.creditMinor),
  };
  const withdrawal: Withdrawal = {
    orderId: order.id,
    noticedOn,
    payBy,
    medium,
    principalMinor: sumOf(paidBack, (each) => each.principalMinor),
    interestMinor: sumOf(paidBack, (each) => each.interestMinor),
    returnedMinor: returned.interest + returned.fees,
    insertedAt: setting.now,
  };
  // Of an order whose time is over nothing is open.
  const voided = voidOrder(inHand, { amountMinor: null, currency: null, items: null, remarks: null }, setting);
  const rest = voided instanceof Refusal ? { changes: [], events: [] } : voided;
  return {
    answer: withdrawal,
    changes: [
      ...rest.changes,
      update('exposures', exposure, { add: { debtMinor: returned.credit - withdrawal.returnedMinor } }),
      ...paidBack.flatMap(({ changes }) => changes),
      insert('withdrawals', withdrawal),
    ],
    events: [
      {
        type: 'order.credit_withdrawn',
        orderId: order.id,
        subject: order.number,
        currency: order.currency,
        amountMinor: 0n,
        besides: returned,
        details: {
          noticedOn,
          payBy,
          principalAmount: withdrawal.principalMinor,
          interestAmount: withdrawal.interestMinor,
        },
      },
      ...rest.events,
      ...paidBack.flatMap(({ events }) => events),
    ],
  };
}

interface PaidBack extends Pick<Recosted, 'returned' | 'creditMinor'> {
  /** What is left to pay back of the capital, and of its interest. */
  readonly principalMinor: bigint;
  readonly interestMinor: bigint;
  readonly changes: readonly Change[];
  readonly events: readonly Event[];
}

interface Ending extends Pick<Withdrawal, 'noticedOn' | 'payBy'> {
  /** From when the consumer transfers what is left of what was debited; null where nothing was. */
  readonly transferredFrom: Day | null;
}

function ofCapture(
  inHand: OrderInHand,
  capture: Capture,
  { noticedOn, payBy, transferredFrom }: Ending,
  setting: Setting,
): PaidBack {
  const { order } = inHand;
  const rows = inHand.installments.filter(({ captureNumber }) => captureNumber === capture.number);
  const { changed, returned, creditMinor } = recosted(rows, interestUntil(noticedOn, capture, order), payBy);
  const after: CaptureInstallment[] = rows.map((row) => changed.find(([before]) => before === row)?.[1] ?? row);
  const returnedMinor = returned.interestMinor + returned.feeMinor;
  const paid: Capture = { ...paidWith(capture, { returned, creditMinor }), dueOn: payBy };
  const principalMinor = principalLeftMinor(paid);
  const interestLeftMinor = rows.length > 0 ? openMinorOf(...after) - principalMinor : 0n;
  const isTransferred = principalMinor + interestLeftMinor > 0n && capture.debitReturnedOn === null && transferredFrom !== null;
  const ended = dunningAfter(paid, after, inHand, setting);
  return {
    returned,
    creditMinor,
    principalMinor,
    interestMinor: interestLeftMinor,
    changes: [
      update('captures', capture, {
        add: { paidMinor: returnedMinor, creditMinor },
        set: {
          updatedAt: setting.now,
          // By an agreement that was withdrawn from nothing is charged to an account any more.
          ...(capture.onAccount && { onAccount: false }),
          ...(principalMinor > 0n && { dueOn: payBy }),
          ...(isTransferred && { debitReturnedOn: transferredFrom }),
          ...ended.set,
        },
      }),
      ...changed.map(([before, { principalMinor: principal, interestMinor: interest, feeMinor, dueOn }]) =>
        update('captureInstallments', before, {
          set: { principalMinor: principal, interestMinor: interest, feeMinor, dueOn },
        }),
      ),
      ...(returnedMinor > 0n
        ? [
            insert('costReturns', {
              captureNumber: capture.number,
              reason: 'Withdrawal',
              transactionId: '',
              orderId: order.id,
              ...returned,
              creditMinor,
              savedMinor: null,
              countedOn: null,
              countedInterestMinor: null,
              countedFeeMinor: null,
              changedRows: null,
              insertedAt: setting.now,
            }),
          ]
        : []),
    ],
    events: ended.events,
  };
}

/** By actual days at the agreed rate, on what is left of the capital; none on the day itself. */
function interestUntil(noticedOn: Day, capture: Capture, order: Order): bigint {
  const rateBps = agreedPlan(order)?.interestRateBps ?? 0;
  return interestMinor(principalLeftMinor(capture), [], { from: addDays(capture.invoicedOn, 1), to: noticedOn }, rateBps);
}
