// What shops and their operator want done, drawn from the history's seed, and the requests that ask for it.
import { applyExample, eventExample } from '../../../service/src/customer-account/examples.ts';
import type { Shop } from './clients.ts';
import type { Sent } from './process.ts';

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
  | { readonly do: 'account event'; readonly account: string; readonly amount: number; readonly transactionId: string }
  | OperatorsWish;

/** Settlement and what became of payouts. */
export type OperatorsWish =
  | { readonly do: 'settle' | 'pay out' }
  | { readonly do: 'adjust'; readonly number: string; readonly amount: number }
  | { readonly do: 'end payout'; readonly settlement: string; readonly state: 'Paid' | 'Failed' };

/** They honour no idempotency key: asked for a second time, they answer and do nothing more. */
export const unkeyed: ReadonlySet<Wish['do']> = new Set(['pay', 'settle', 'adjust', 'pay out', 'end payout']);

export const operationOf: Readonly<Record<Wish['do'], string>> = {
  authorize: 'authorize',
  update: 'updateOrder',
  capture: 'createCapture',
  void: 'createVoid',
  refund: 'createRefund',
  pay: 'bookPayment',
  apply: 'applyForAccount',
  'account event': 'addEvent',
  settle: 'closeSettlement',
  'pay out': 'makePayoutFile',
  adjust: 'adjustSettlement',
  'end payout': 'endPayout',
};

function operatorsWish({ random, settlements }: Shop): OperatorsWish {
  switch (random.below(6)) {
    case 0:
    case 1:
      return { do: 'settle' };
    case 2: {
      const number = 1 + random.below(4);
      return { do: 'adjust', number: `x${number}`, amount: (random.below(3) - 1) * 700 * number || 100 };
    }
    case 3:
      return { do: 'pay out' };
    default: {
      const settlement = settlements.length > 0 ? random.pick(settlements) : 'EUR-000001';
      return { do: 'end payout', settlement, state: random.pick(['Paid', 'Paid', 'Failed'] as const) };
    }
  }
}

export function wishOf(shop: Shop): Wish {
  const {
    random,
    captures,
    accounts,
    crowd: { orders, persons },
  } = shop;
  if (random.happens(0.2)) return operatorsWish(shop);
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
    case 'settle':
      return { operation, params, body: { reason: 'asked for' } };
    case 'pay out':
      // All that is there: what is due on a later day, too.
      return { operation, params, body: { dueUntil: '2027-12-31' } };
    case 'adjust':
      return { operation, params, body: { number: wish.number, amount: wish.amount / 100, reason: 'agreed' } };
    case 'end payout': {
      const reason = wish.state === 'Failed' ? { reason: 'it came back' } : {};
      return { operation, params: { number: wish.settlement }, body: { state: wish.state, ...reason } };
    }
  }
}

/** Without orders nothing else can be asked. */
export const placing = (order: number, { random, crowd: { persons } }: Shop): Wish => ({
  do: 'authorize',
  order: `o${order}`,
  person: random.below(persons),
  amount: 20_000 + random.below(20_000),
});
