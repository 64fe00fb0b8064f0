// Shops that ask: a few orders, persons and accounts between them, so that they meet. What is not answered is asked again with the
// same key, perhaps of another process; some ask twice at once, some leave, some come back much later for the same answer.
import { applyExample, eventExample } from '../../../service/src/customer-account/examples.ts';
import type { Answer, Sent } from './process.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What somebody wants done, in the words of the model. Amounts in minor units; null is all there is. */
export type Wish =
  | { readonly do: 'authorize'; readonly order: string; readonly person: number; readonly amount: number }
  | { readonly do: 'update'; readonly order: string; readonly amount: number }
  | { readonly do: 'capture' | 'void'; readonly order: string; readonly amount: number | null; readonly number?: string }
  | {
      readonly do: 'refund';
      readonly order: string;
      readonly capture: string;
      readonly amount: number | null;
      readonly number?: string;
    }
  | {
      readonly do: 'pay';
      readonly order: string;
      readonly capture: string;
      readonly amount: number;
      readonly transactionId: string;
    }
  | { readonly do: 'apply'; readonly person: number }
  | { readonly do: 'account event'; readonly account: string; readonly amount: number; readonly transactionId: string };

/** One sending of a request, and what became of it; none where the connection broke or the process died. */
export interface Attempt {
  readonly requestId: string;
  readonly sentAt: number;
  answer?: Answer;
  endedAt?: number;
}

/** A request with all its sendings. */
export interface Request {
  readonly wish: Wish;
  readonly key: string | undefined;
  readonly sent: Pick<Sent, 'operation' | 'params' | 'body'>;
  readonly attempts: Attempt[];
}

/** The fewer orders and pauses, the more often clients meet. */
export interface Crowd {
  readonly orders: number;
  readonly persons: number;
  readonly pauseMs: number;
}

/** What all clients of a history know. */
export interface Shop {
  readonly random: Random;
  readonly time: VirtualTime;
  readonly crowd: Crowd;
  readonly requests: Request[];
  /** Captures and accounts that were learned of, to be refunded, paid or used. */
  readonly captures: { readonly order: string; readonly number: string }[];
  readonly accounts: string[];
  /** Any living process. */
  readonly ask: (sent: Sent) => Promise<Answer | undefined>;
  /** The moment as the shops' clocks say it. */
  readonly now: () => string;
}

export const operationOf: Readonly<Record<Wish['do'], string>> = {
  authorize: 'authorize',
  update: 'updateOrder',
  capture: 'createCapture',
  void: 'createVoid',
  refund: 'createRefund',
  pay: 'bookPayment',
  apply: 'applyForAccount',
  'account event': 'addEvent',
};

function wishOf({ random, captures, accounts, crowd: { orders, persons } }: Shop): Wish {
  const order = `o${random.below(orders)}`;
  const amount = 1 + random.below(40_000);
  const all = random.happens(0.3) ? null : amount;
  const known = captures.length > 0 && random.happens(0.8) ? random.pick(captures) : { order, number: '9000000000000000001' };
  const number = String(1 + random.below(6));
  switch (random.below(16)) {
    case 0:
    case 1:
    case 2:
      return { do: 'authorize', order, person: random.below(persons), amount: 10_000 + amount };
    case 3:
      return { do: 'update', order, amount: amount + 10_000 };
    case 4:
    case 5:
    case 6:
    case 7:
      return { do: 'capture', order, amount: all, ...(random.happens(0.3) && { number: `c${number}` }) };
    case 8:
      return { do: 'void', order, amount: random.happens(0.2) ? null : Math.ceil(amount / 4) };
    case 9:
    case 10:
      return {
        do: 'refund',
        order: known.order,
        capture: known.number,
        amount: all,
        ...(random.happens(0.4) && { number: `r${number}` }),
      };
    case 11:
    case 12:
      return { do: 'pay', order: known.order, capture: known.number, amount: Math.ceil(amount / 3), transactionId: `t${number}` };
    case 13:
      return { do: 'apply', person: random.below(persons) };
    default:
      if (accounts.length === 0) return { do: 'capture', order, amount: all };
      return { do: 'account event', account: random.pick(accounts), amount: Math.ceil(amount / 8), transactionId: `e${number}` };
  }
}

const applicant = (number: number) => {
  const { customer } = applyExample.body;
  return { ...customer, customerNumber: `a${number}`, email: `a${number}@example.com` };
};

const person = (number: number) => ({
  customerCategory: 'Person',
  customerNumber: `p${number}`,
  firstName: 'Ida',
  lastName: `Weber${number === 0 ? '' : 'in'}`,
  email: `ida${number}@example.com`,
  birthDate: '1990-01-01',
  address: { street: 'Weg', streetNumber: '1', postalCode: '10115', postalPlace: 'Berlin' },
});

const summary = (amount: number) => ({
  totalGrossAmount: amount / 100,
  totalNetAmount: amount / 100,
  items: [{ productId: 'p', description: 'thing', grossUnitPrice: amount / 100, netUnitPrice: amount / 100, quantity: 1 }],
});

/** The request that asks for it. */
export function sentFor(wish: Wish, now: string): Pick<Sent, 'operation' | 'params' | 'body'> {
  const operation = operationOf[wish.do];
  const params: Record<string, string> = 'order' in wish && wish.do !== 'authorize' ? { orderNumber: wish.order } : {};
  switch (wish.do) {
    case 'authorize': {
      const order = { number: wish.order, ...summary(wish.amount) };
      return { operation, params, body: { payment: { type: 'Invoice' }, customer: person(wish.person), order } };
    }
    case 'update':
      return { operation, params, body: { updateOrderSummary: summary(wish.amount) } };
    case 'capture': {
      const orderDetails = wish.amount === null ? undefined : { totalGrossAmount: wish.amount / 100 };
      return { operation, params, body: { orderDetails, invoiceNumber: wish.number } };
    }
    case 'void':
      return {
        operation,
        params,
        body: wish.amount === null ? {} : { cancellationDetails: { totalGrossAmount: wish.amount / 100 } },
      };
    case 'refund': {
      const items = wish.amount === null ? [] : [{ grossUnitPrice: wish.amount / 100, quantity: 1 }];
      return { operation, params, body: { captureNumber: wish.capture, items, creditNoteNumber: wish.number } };
    }
    case 'pay': {
      const { capture: captureNumber, amount, transactionId } = wish;
      return { operation, params: {}, body: { captureNumber, amount: amount / 100, valueDate: now.slice(0, 10), transactionId } };
    }
    case 'apply':
      return { operation, params, body: { ...applyExample.body, accountLimit: 300, customer: applicant(wish.person) } };
    case 'account event': {
      const { account: accountNumber, amount, transactionId: accountTransactionId } = wish;
      const { items: _none, ...event } = eventExample.body;
      const body = { ...event, time: now, totalAmount: amount / 100, totalTax: 0, accountTransactionId };
      return { operation, params: { accountNumber }, body };
    }
  }
}

const mostSendings = 8;

/** Without orders nothing else can be asked. */
const placing = (order: number, { random, crowd: { persons } }: Shop): Wish => ({
  do: 'authorize',
  order: `o${order}`,
  person: random.below(persons),
  amount: 20_000 + random.below(20_000),
});

/** One client: one wish after the other. */
export async function client(shop: Shop, which: number, wishes: number): Promise<void> {
  const { random, time, requests } = shop;
  for (let count = 0; count < wishes; count += 1) {
    await time.sleep(random.next() * shop.crowd.pauseMs);
    const wish = count === 0 ? placing(which % shop.crowd.orders, shop) : wishOf(shop);
    const key = random.happens(0.75) ? `k${requests.length}` : undefined;
    const request: Request = { wish, key, attempts: [], sent: sentFor(wish, shop.now()) };
    requests.push(request);
    const twins = key !== undefined && random.happens(0.15) ? 2 : 1;
    await Promise.all(Array.from({ length: twins }, () => insist(shop, request)));
    learn(shop, request);
    if (random.happens(0.1)) await send(shop, request);
  }
}

/** Asked until it is answered; without a key only where it is known that nothing was done. */
async function insist(shop: Shop, request: Request): Promise<void> {
  const { random, time } = shop;
  for (let sending = 0; sending < mostSendings; sending += 1) {
    const answer = await send(shop, request);
    const isBusy = answer?.kind === 'refused' && passing.has(answer.id);
    if (answer && answer.kind !== 'fault' && !isBusy) return;
    if (!isBusy && request.key === undefined) return;
    await time.sleep(random.next() * 200 * 2 ** sending);
  }
}

/** To be asked again later. */
export const passing: ReadonlySet<string> = new Set(['service.busy', 'idempotency.in_progress']);

/** One sending. Undefined where no answer came, as the process died or the client left. */
export async function send(shop: Shop, request: Request): Promise<Answer | undefined> {
  const { random, time } = shop;
  const all = shop.requests.reduce((sum, { attempts }) => sum + attempts.length, 0);
  const attempt: Attempt = { requestId: `a${all}`, sentAt: time.now() };
  request.attempts.push(attempt);
  let left = false;
  const leaving = random.happens(0.03) ? time.sleep(random.next() * 20) : undefined;
  const answering = shop.ask({ ...request.sent, key: request.key, requestId: attempt.requestId, left: () => left });
  const answer = await (leaving ? Promise.race([answering, leaving]) : answering);
  left = true;
  if (!answer) return undefined;
  attempt.answer = answer;
  attempt.endedAt = time.now();
  return answer;
}

function learn({ captures, accounts }: Shop, { wish, attempts }: Request): void {
  for (const { answer } of attempts) {
    if (answer?.kind !== 'answered') continue;
    const said = JSON.parse(answer.text) as { captureNumber?: string; account?: { accountNumber: string } };
    if (wish.do === 'capture' && said.captureNumber !== undefined)
      captures.push({ order: wish.order, number: said.captureNumber });
    if (wish.do === 'apply' && said.account) accounts.push(said.account.accountNumber);
  }
}
