// What an event says to those who follow it. The version is of the order or account that was locked when it was decided: every
// event of it raises it by one, also for one of its parts, so that a receiver can order and count what it got.
import type { Account } from './account/account.ts';
import { type Event, type EventKind, type EventResource, eventCatalogue } from './events.ts';
import type { JsonObject } from './json.ts';
import { minorToWire } from './money.ts';
import type { Order } from './order/rows.ts';

/** The order or account an event is about, as the decision left it. */
export interface Root {
  readonly order?: Order | undefined;
  readonly account?: Account | undefined;
}

/** The resource with the version that the event gave it; nothing where an event names none. */
export function resourceOf(event: Event, { order, account }: Root, version: number): EventResource | undefined {
  if (order) return { type: 'order', number: order.number, version };
  if (account) return { type: 'account', number: account.number, version };
  return event.resource;
}

/** `data` of an event as it is delivered, but for the merchant and the sequence number. Amounts are of the wire. */
export function eventData(event: Event, root: Root, resource: EventResource, details: JsonObject): JsonObject {
  const kind: EventKind = eventCatalogue[event.type];
  return {
    resource: { ...resource },
    ...(kind.part && { part: { type: kind.part, number: event.subject } }),
    ...(kind.outcome && { outcome: kind.outcome }),
    amount: minorToWire(event.amountMinor),
    currency: event.currency,
    ...(root.order && { order: orderToWire(root.order) }),
    ...(root.account && { account: accountToWire(root.account) }),
    ...details,
  };
}

const orderToWire = (order: Order): JsonObject => ({
  number: order.number,
  state: order.state,
  authorizedAmount: minorToWire(order.authorizedMinor),
  capturedAmount: minorToWire(order.capturedMinor),
  refundedAmount: minorToWire(order.refundedMinor),
  voidedAmount: minorToWire(order.voidedMinor),
});

const accountToWire = (account: Account): JsonObject => ({
  number: account.number,
  state: account.state,
  status: account.status,
  stopped: account.stopped,
  limitAmount: minorToWire(account.limitMinor),
  owedAmount: minorToWire(account.principalMinor + account.interestMinor + account.feesMinor),
});

/** What an event says beside; one that its kind does not name is a fault of ours. */
export function detailsToWire(event: Event): JsonObject {
  const { details = {} }: EventKind = eventCatalogue[event.type];
  const given = Object.entries(event.details ?? {});
  const unknown = given.find(([name]) => !Object.hasOwn(details, name));
  if (unknown) throw new Error(`${event.type} has no detail ${unknown[0]}`);
  return Object.fromEntries(given.map(([name, value]) => [name, typeof value === 'bigint' ? minorToWire(value) : value]));
}
