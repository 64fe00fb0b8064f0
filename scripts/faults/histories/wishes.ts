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

/** Settlement, what became of payouts, what the bank says, and who is one person. */
export type OperatorsWish =
  | { readonly do: 'settle' | 'pay out' }
  | { readonly do: 'adjust'; readonly number: string; readonly amount: number }
  | { readonly do: 'end payout'; readonly settlement: string; readonly state: 'Paid' | 'Failed' }
  | { readonly do: 'take back'; readonly transactionId: string }
  | { readonly do: 'bank file'; readonly lines: readonly BankLine[] }
  | { readonly do: 'merge'; readonly customer: string; readonly into: string }
  | Erasure;

/** Of the person behind a customer's number, or behind an order. */
export type Erasure = { readonly do: 'erase'; readonly customer: string } | { readonly do: 'erase'; readonly behind: string };

/** Money that came in, as the bank's statement has it: a line has the same number of the bank's in every file. */
export interface BankLine {
  readonly bankReference: string;
  readonly reference: string;
  readonly amount: number;
}

/** They honour no idempotency key: asked for a second time, they answer and do nothing more. */
export const unkeyed: ReadonlySet<Wish['do']> = new Set([
  'pay',
  'settle',
  'adjust',
  'pay out',
  'end payout',
  'take back',
  'bank file',
  'merge',
  'erase',
]);

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
  'take back': 'returnPayment',
  'bank file': 'importBankStatement',
  merge: 'mergeCustomers',
  erase: 'erasePerson',
};

/** A file that was sent before, or a new one, whose lines may be in others, too. */
function bankFile({ random, references, bankLines, bankFiles }: Shop): OperatorsWish {
  if (bankFiles.length > 0 && random.happens(0.35)) return { do: 'bank file', lines: random.pick(bankFiles) };
  const lines = Array.from({ length: 1 + random.below(4) }, (): BankLine => {
    if (bankLines.length > 0 && random.happens(0.4)) return random.pick(bankLines);
    const known = references.length > 0 && random.happens(0.9);
    const reference = known ? random.pick(references) : 'RF18539007547034';
    const line = { bankReference: `b${bankLines.length}`, reference, amount: 1 + random.below(15_000) };
    bankLines.push(line);
    return line;
  });
  const file = [...new Set(lines)];
  bankFiles.push(file);
  return { do: 'bank file', lines: file };
}

/** The number of one who bought already and is not the other, mostly. */
function customerOf({ random, requests, crowd: { persons } }: Shop, other?: string): string {
  const numbers = requests.flatMap(({ wish }) => ('person' in wish ? [numberOf(wish)] : [])).filter((each) => each !== other);
  return random.happens(0.9) && numbers.length > 0 ? random.pick(numbers) : `p${random.below(persons)}`;
}

export const numberOf = (wish: { readonly do: 'authorize' | 'apply'; readonly person: number }): string =>
  `${wish.do === 'apply' ? 'a' : 'p'}${wish.person}`;

function operatorsWish(shop: Shop): OperatorsWish {
  const { random, settlements, payments } = shop;
  switch (random.below(17)) {
    case 0:
    case 1:
      return { do: 'settle' };
    case 2:
    case 16: {
      const number = 1 + random.below(4);
      return { do: 'adjust', number: `x${number}`, amount: (random.below(3) - 1) * 700 * number || 100 };
    }
    case 3:
      return { do: 'pay out' };
    case 4:
      return { do: 'take back', transactionId: payments.length > 0 ? random.pick(payments) : 't1' };
    case 5:
    case 6:
      return bankFile(shop);
    case 7:
    case 8:
    case 9: {
      const customer = customerOf(shop);
      return { do: 'merge', customer, into: customerOf(shop, customer) };
    }
    case 10:
    case 11:
    case 12:
      return random.happens(0.7)
        ? { do: 'erase', customer: customerOf(shop) }
        : { do: 'erase', behind: `o${random.below(shop.crowd.orders)}` };
    default: {
      if (settlements.length === 0) return { do: 'settle' };
      return { do: 'end payout', settlement: random.pick(settlements), state: random.pick(['Paid', 'Paid', 'Failed'] as const) };
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
  if (random.happens(0.32)) return operatorsWish(shop);
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
  lastName: ['Weber', 'Weberin', 'Weberlein'][number],
  email: `ida${number}@example.com`,
  birthDate: '1990-01-01',
  address: { street: 'Weg', streetNumber: '1', postalCode: '10115', postalPlace: 'Berlin' },
});

const summary = (amount: number) => ({
  totalGrossAmount: amount / 100,
  totalNetAmount: amount / 100,
  items: [{ productId: 'p', description: 'thing', grossUnitPrice: amount / 100, netUnitPrice: amount / 100, quantity: 1 }],
});

const fileOf = (lines: readonly BankLine[]): string =>
  [
    'account,bookingDate,amount,currency,reference,bankReference',
    ...lines.map(({ bankReference, reference, amount }) => {
      const own = 'DE89370400440532013000';
      return `${own},2026-11-20,${(amount / 100).toFixed(2)},EUR,${reference},${bankReference}`;
    }),
    '',
  ].join('\n');

export type Asking = Pick<Sent, 'operation' | 'params' | 'body' | 'file'>;

/** The request that asks for it. */
export function sentFor(wish: Wish, now: string): Asking {
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
    case 'take back':
      return {
        operation,
        params: { transactionId: wish.transactionId },
        body: { returnedOn: now.slice(0, 10), reason: 'recalled' },
      };
    case 'bank file':
      return { operation, params, body: {}, file: fileOf(wish.lines) };
    case 'merge':
      return { operation, params: { customerNumber: wish.customer }, body: { into: wish.into, reason: 'the same person' } };
    case 'erase': {
      const named = 'customer' in wish ? { customerNumber: wish.customer } : { orderNumber: wish.behind };
      // What the law keeps of documents would be drawn first, which no history does.
      return { operation, params, body: { ...named, documents: 'Erase', reason: 'asked for' } };
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

/** What ends a person's business, so that an erasure is not refused: all that is open is given up, all that was captured is given back. */
export function endingOf(wish: Erasure, { requests, captures }: Shop): Wish[] {
  const own = requests.flatMap(({ wish: each }) => (each.do === 'authorize' && isOf(each, wish) ? [each.order] : []));
  return [...new Set(own)].flatMap((order): Wish[] => [
    { do: 'void', order, amount: null },
    ...captures.flatMap((each): Wish[] =>
      each.order === order ? [{ do: 'refund', order, capture: each.number, amount: null }] : [],
    ),
  ]);
}

const isOf = (one: Extract<Wish, { readonly do: 'authorize' }>, erasure: Erasure): boolean =>
  'customer' in erasure ? numberOf(one) === erasure.customer : one.order === erasure.behind;

/** Without orders nothing else can be asked. */
export const placing = (order: number, { random, crowd: { persons } }: Shop): Wish => ({
  do: 'authorize',
  order: `o${order}`,
  person: random.below(persons),
  amount: 20_000 + random.below(20_000),
});
