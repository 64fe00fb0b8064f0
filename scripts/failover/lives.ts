// The load: orders that are authorized, captured twice, refunded in part and voided, and events of a customer account, one after the
// other in each lane; and what they have to have left in the book.
import { setTimeout as pause } from 'node:timers/promises';
import { applyBody, eventBody } from '../../service/test/support/accounts.ts';
import { orderBody } from '../../service/test/support/pair.ts';
import { buyer } from '../../service/test/support/people.ts';
import type { Json, Shop } from './shop.ts';

/** An order whose life was acknowledged to its end. */
export interface Lived {
  readonly number: string;
  readonly captures: readonly string[];
  readonly refunds: readonly string[];
}
export interface Account {
  readonly number: string;
  /** Acknowledged, of 1 each. */
  events: number;
}

export interface Book {
  readonly orders: Lived[];
  readonly accounts: Account[];
}

const captured = [30, 20] as const;
const eventsOfAccount = 100;
/** Between two lives of a lane: the load is to be steady, not all that the machine can do. */
const restMs = 100;

export async function live(lane: string, shop: Shop, book: Book, isOver: () => boolean): Promise<void> {
  let account: Account | undefined;
  for (let life = 0; !isOver(); life += 1) {
    const number = `${lane}-${life}`;
    if (!account || account.events >= eventsOfAccount) {
      account = await openAccount(shop, number);
      book.accounts.push(account);
    }
    book.orders.push(await liveOnce(shop, number));
    await shop.post(`/api/v3/customer-account/${account.number}/event`, `event ${number}`, eventBody({ totalAmount: 1 }));
    account.events += 1;
    await pause(restMs);
  }
}

async function liveOnce(shop: Shop, number: string): Promise<Lived> {
  const at = `/api/v3/orders/${number}`;
  const placed = await shop.post('/api/v3/checkout/authorize', `authorize ${number}`, orderBody(number, 100));
  if (placed['outcome'] !== 'Accepted') throw new Error(`${number} was not accepted: ${JSON.stringify(placed)}`);
  const captures: string[] = [];
  for (const amount of captured) {
    const answer = await shop.post(`${at}/captures`, `capture ${amount} ${number}`, {
      orderDetails: { totalGrossAmount: amount },
    });
    captures.push(String(answer['captureNumber']));
  }
  const refunded = await shop.post(`${at}/refunds`, `refund ${number}`, { captureNumber: captures[1] });
  await shop.post(`${at}/voids`, `void ${number}`);
  return { number, captures, refunds: (refunded['refundNumbers'] as string[]).map(String) };
}

async function openAccount(shop: Shop, number: string): Promise<Account> {
  const answer = await shop.post('/api/v3/customer-account', `account ${number}`, applyBody('DE', 500, {}, buyer('DE')));
  const { accountNumber } = (answer['account'] ?? {}) as Json;
  if (typeof accountNumber !== 'string') throw new Error(`no account: ${JSON.stringify(answer)}`);
  return { number: accountNumber, events: 0 };
}

const sorted = (numbers: readonly string[]): string[] => [...numbers].sort((one, other) => (one < other ? -1 : 1));

/** What the API says of an order, against what was acknowledged; what is wrong. */
export async function faultsOfOrder(shop: Shop, { number, captures, refunds }: Lived): Promise<string[]> {
  const order = await shop.get(`/api/v3/orders/${number}`);
  const all = (list: string, member: string): string[] =>
    sorted(((order[list] ?? []) as Json[]).map((each) => String(each[member])));
  const found = {
    captures: all('captures', 'captureNumber'),
    refunds: all('refunds', 'refundNumber'),
    voided: all('cancellations', 'cancellationAmount'),
  };
  const wanted = { captures: sorted(captures), refunds: sorted(refunds), voided: [String(100 - captured[0] - captured[1])] };
  const [said, due] = [JSON.stringify(found), JSON.stringify(wanted)];
  return said === due ? [] : [`order ${number}: acknowledged ${due}, in the book ${said}`];
}

export async function faultsOfAccount(shop: Shop, { number, events }: Account): Promise<string[]> {
  const { balance } = await shop.get(`/api/v3/customer-account/${number}/credit-limit`);
  return balance === events ? [] : [`account ${number}: ${events} events of 1 acknowledged, balance ${String(balance)}`];
}
