// C68: what is captured of an order by account is charged to the buyer's customer account, which asks for it from then on; what is
// refunded after it is given back to the account. The merchant is paid for the capture, so the account pays no merchant.
import { type Change, type Decided, insert, update } from '../changes.ts';
import { isForAccount, termsOf } from '../checkout/terms.ts';
import { addDays, type Day, dayAt, earlier, later } from '../dates.ts';
import type { Event } from '../events.ts';
import type { JsonObject } from '../json.ts';
import { principalLeftMinor } from '../order/dunning.ts';
import type { OrderInHand } from '../order/in-hand.ts';
import type { Capture, Order, OrderContents } from '../order/rows.ts';
import type { Setting } from '../setting.ts';
import { type Account, accountTermsOf, totalMinor } from './account.ts';
import { demandsOf, dunningEnded } from './dunning.ts';
import type { AccountInHand } from './in-hand.ts';
import { accountFirst, newAccount, termsFrom } from './opening.ts';
import { limitLowered } from './order-limit.ts';
import { eventOf, type Posting, post } from './post.ts';
import { chargedFrom, refunding } from './refunded-costs.ts';

export interface ChargeRequest {
  readonly captureNumber: string;
  /** The day from which it counts: of the capture, or of what changed of it since. */
  readonly valueOn: Day;
}

/** What a decision about a charge has in its hands. */
export interface ToCharge {
  readonly order: OrderInHand;
  readonly contents: OrderContents | undefined;
  /** Of the order's customer, under lock. */
  readonly accounts: readonly Account[];
  /** The one that was found for it, with its days. */
  readonly account: AccountInHand | undefined;
}

/** Charged, given back or set aside; `again` where another account is meant than the one in hand. */
export type Charged = 'done' | 'again';

/** Statuses in which an account is still paid in parts. */
const paidInParts: readonly Account['status'][] = ['Ok', 'FirstReminder', 'SecondReminder'];

/**
 * The account of a buyer that an order is charged to: the oldest that is open, is not stopped or called due, asks for no more than the
 * order's agreement does, and has payments cover the same first. Nothing where the order has to open one.
 */
export function accountFor(order: Pick<Order, 'terms' | 'currency'>, accounts: readonly Account[]): Account | undefined {
  const { account: agreed, paymentOrder: agreedOrder } = termsOf(order);
  if (!agreed) return undefined;
  return accountFirst(
    accounts.filter((account) => {
      const { interestRateBps, monthlyFeeMinor, minimumPaymentMinor, minimumPaymentBps, paymentOrder } = accountTermsOf(account);
      return (
        account.currency === order.currency &&
        account.state === 'Open' &&
        !account.stopped &&
        account.customerNumber !== '' &&
        paidInParts.includes(account.status) &&
        (paymentOrder ?? agreedOrder)?.join() === (agreedOrder ?? paymentOrder)?.join() &&
        interestRateBps <= agreed.interestRateBps &&
        minimumPaymentBps <= agreed.minimumPaymentBps &&
        BigInt(monthlyFeeMinor) <= agreed.monthlyFeeMinor &&
        BigInt(minimumPaymentMinor) <= agreed.minimumPaymentMinor
      );
    }),
  );
}

/**
 * The account that a capture is charged to: the one that it was charged to before, in any status, so that it is of one account
 * alone; else by the order. Nothing where there is no such account.
 */
export function accountOf(
  { chargedAccount }: Pick<Capture, 'chargedAccount'>,
  order: Pick<Order, 'terms' | 'currency'>,
  accounts: readonly Account[],
): Account | undefined {
  if (chargedAccount === null) return accountFor(order, accounts);
  return accounts.find(
    ({ number, customerNumber, status }) =>
      number === chargedAccount && customerNumber !== '' && status !== 'ClosedFromDebtCollection',
  );
}

/** Was the account that asks for other captures of the order stopped? By its agreement no further one is opened: it may be withdrawn from. */
function isClosedToOrder({ order: { order, captures }, accounts }: ToCharge): boolean {
  return accounts.some(
    ({ number, orderNumber, stopped }) =>
      stopped && (orderNumber === order.number || captures.some(({ chargedAccount }) => chargedAccount === number)),
  );
}

/** What of a capture the account was charged and is owed back by now; in minor units. */
export const toGiveBackMinor = ({ creditMinor, chargedMinor }: Capture): bigint =>
  creditMinor < chargedMinor ? creditMinor : chargedMinor;

/**
 * Charge what is left of a capture to its buyer's account, or give back what was refunded of what was charged; nothing where neither is to be
 * done, so that it does not matter how often or by how many it is tried. What no account can ask for is set aside: its order asks for it.
 */
export function charge(hand: ToCharge, request: ChargeRequest, setting: Setting): Decided<Charged> | undefined {
  const capture = hand.order.captures.find(({ number }) => number === request.captureNumber);
  if (!capture?.onAccount) return undefined;
  const today = dayAt(setting.now, setting.merchant.timeZone);
  const dated = { valueOn: earlier(request.valueOn, today), today };
  const backMinor = toGiveBackMinor(capture);
  if (backMinor > 0n) {
    if (hand.account?.account.number !== capture.chargedAccount) return again;
    // An account whose holder was erased moves no more: what is owed back is the order's to say.
    if (hand.account.account.customerNumber === '') return setAside(capture, setting);
    // Refunded since it was looked for, the account is not in hand as a whole.
    const chargedOn = chargedFrom(hand.account, capture);
    return chargedOn === undefined ? again : giveBack(hand.account, hand.order, capture, { valueOn: chargedOn, today }, setting);
  }
  if (principalLeftMinor(capture) <= 0n) return undefined;
  const customer = hand.contents?.customer as JsonObject | null | undefined;
  if (!isForAccount(hand.order.order) || !customer) return setAside(capture, setting);
  if (capture.chargedAccount === null && isClosedToOrder(hand)) return setAside(capture, setting);
  const found = accountOf(capture, hand.order.order, hand.accounts);
  if (!found) {
    // Its account moves no more, as its holder was erased or it was closed permanently.
    if (capture.chargedAccount !== null) return setAside(capture, setting);
    return onNewAccount(hand, capture, customer, dated, setting);
  }
  return hand.account?.account.number === found.number ? onAccount(hand.account, hand.order, capture, dated, setting) : again;
}

const again: Decided<Charged> = { answer: 'again', changes: [], events: [] };

interface Dated {
  readonly valueOn: Day;
  readonly today: Day;
}

function setAside(capture: Capture, { now, merchant }: Setting): Decided<Charged> {
  // Its paper says not to pay, so it leaves as many days as an invoice from now on.
  const dueOn = later(capture.dueOn, addDays(dayAt(now, merchant.timeZone), merchant.contract.invoiceDays));
  const change = update('captures', capture, { set: { onAccount: false, dueOn, updatedAt: now } });
  return { answer: 'done', changes: [change], events: [], about: capture.number };
}

/** On an account that there is. What passes its limit was accepted with the order, and raises it: nothing is owed that does not count. */
function onAccount(inHand: AccountInHand, of: OrderInHand, capture: Capture, dated: Dated, setting: Setting): Decided<Charged> {
  const { account } = inHand;
  const isAgreedAnew =
    account.orderNumber !== of.order.number && !of.captures.some(({ chargedAccount }) => chargedAccount === account.number);
  const posted = post(inHand, [chargePosting(account, capture, dated)], setting, (after) => ({
    ...demandsOf(after, 0n),
    ...(isAgreedAnew && { agreedAt: setting.now }),
  }));
  const over = totalMinor(posted.account) - account.limitMinor;
  const raisedMinor = over > 0n ? over : 0n;
  const raise = { type: 'account.limit_raised', subject: account.number, amountMinor: raisedMinor } as const;
  return {
    answer: 'done',
    changes: [
      ...posted.changes,
      ...(raisedMinor > 0n ? [update('accounts', account, { add: { limitMinor: raisedMinor } })] : []),
      ...moved(of, capture, account, raisedMinor, setting),
    ],
    events: [chargedEvent(of.order, capture, account), ...(raisedMinor > 0n ? [eventOf(account, raise)] : []), ...posted.events],
  };
}

/** The account that the order's agreement is of; its limit is what it is charged, as what is not captured yet is held by the order. */
function onNewAccount(hand: ToCharge, capture: Capture, customer: JsonObject, dated: Dated, setting: Setting): Decided<Charged> {
  const { order, customer: who } = hand.order;
  const terms = termsOf(order);
  const { account: agreed } = terms;
  if (!agreed) throw new Error('an order for an account without terms of one');
  const { merchant, chance } = setting;
  const said = customer['customerNumber'];
  const granted = { on: dayAt(order.insertedAt, merchant.timeZone), amountMinor: order.authorizedMinor };
  const opened = newAccount(
    {
      customerKey: who.key,
      customerNumber: typeof said === 'string' && said !== '' ? said : (who.number ?? chance.number()),
      currency: order.currency,
      profileNo: agreed.profileNo,
      terms: termsFrom(agreed, order.currency, granted, merchant, terms),
      state: 'Open',
      limitMinor: principalLeftMinor(capture) + agreed.startupFeeMinor,
      decideBy: null,
      orderNumber: order.number,
      noticeOn: null,
    },
    setting,
  );
  const fee = agreed.startupFeeMinor > 0n ? [startupFee(opened, agreed.startupFeeMinor, dated)] : [];
  const posted = post({ account: opened, days: [] }, [chargePosting(opened, capture, dated), ...fee], setting);
  const owner = { ...customer, category: customer['customerCategory'] ?? 'Person' };
  return {
    answer: 'done',
    changes: [
      insert('accounts', opened),
      insert('accountOwners', { accountNumber: opened.number, customer: owner, nationalId: hand.contents?.nationalId ?? null }),
      ...posted.changes,
      ...moved(hand.order, capture, opened, opened.limitMinor, setting),
    ],
    events: [
      chargedEvent(order, capture, opened),
      eventOf(opened, { type: 'account.opened', subject: opened.number, amountMinor: opened.limitMinor }),
      ...posted.events,
    ],
  };
}

const chargePosting = ({ openMonth, openedOn }: Account, capture: Capture, { valueOn, today }: Dated): Posting => ({
  kind: 'OrderCharged',
  reference: capture.number,
  // Nothing counts from before the account was there, nor in a month whose statement was made without it.
  valueOn: later(valueOn, later(openMonth, openedOn)),
  bookedOn: today,
  principalMinor: principalLeftMinor(capture),
  occurrences: [],
});

const startupFee = ({ number }: Account, amountMinor: bigint, { today }: Dated): Posting => ({
  kind: 'StartupFee',
  valueOn: today,
  bookedOn: today,
  feesMinor: amountMinor,
  occurrences: [{ type: 'account.fee_charged', subject: number, amountMinor }],
});

/** For its consumer the capture is paid by the charge; what they owe moves from the order's debt to the account's limit. */
function moved({ exposure }: OrderInHand, capture: Capture, { number }: Account, heldMinor: bigint, { now }: Setting): Change[] {
  const leftMinor = principalLeftMinor(capture);
  return [
    update('captures', capture, {
      add: { paidMinor: leftMinor, chargedMinor: leftMinor },
      set: { chargedAccount: number, updatedAt: now },
    }),
    update('exposures', exposure, { add: { debtMinor: -leftMinor, heldMinor } }),
  ];
}

const chargedEvent = ({ id: orderId, currency }: Order, capture: Capture, { number }: Account): Event => ({
  type: 'order.charged_to_account',
  orderId,
  onAccount: number,
  subject: capture.number,
  currency,
  amountMinor: principalLeftMinor(capture),
  details: { accountNumber: number },
});

/** A refund of what was charged, with its costs: below zero the balance is the holder's, as of any account that was overpaid. */
function giveBack(
  inHand: AccountInHand,
  { order, exposure }: OrderInHand,
  capture: Capture,
  dated: Dated,
  setting: Setting,
): Decided<Charged> {
  const { account } = inHand;
  const amountMinor = toGiveBackMinor(capture);
  const { postings, changes } = refunding(inHand, { captureNumber: capture.number, amountMinor, ...dated });
  const posted = post(inHand, postings, setting, (after) => demandsOf(after, 0n));
  const limit = limitLowered(posted.account, () => exposure);
  const back: Event = {
    type: 'order.credited_to_account',
    orderId: order.id,
    onAccount: account.number,
    subject: capture.number,
    currency: order.currency,
    amountMinor,
    details: { accountNumber: account.number },
  };
  return {
    answer: 'done',
    changes: [
      ...posted.changes,
      ...changes,
      ...limit.changes,
      update('captures', capture, {
        add: { paidMinor: -amountMinor, creditMinor: -amountMinor, chargedMinor: -amountMinor },
        set: { updatedAt: setting.now },
      }),
    ],
    events: [back, ...posted.events, ...limit.events, ...dunningEnded(account, posted.account)],
  };
}
