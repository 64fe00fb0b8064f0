// Random lives of orders against a model simpler than the core: whatever is asked in whatever order, refunded ≤ captured,
// captured + voided ≤ authorized, the customers' exposure and the ledger agree with the totals, and every answer is the
// one the model foresees. A broken rule here is money lost.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answered } from '../../src/book/write.ts';
import { dayAt } from '../../src/core/dates.ts';
import { pay } from '../../src/core/order/payment.ts';
import { expireOrder } from '../../src/core/order/void.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { ask } from '../support/asking.ts';
import { createMemoryBook, type MemoryBook } from '../support/memory-book.ts';
import { merchantIn } from '../support/merchant.ts';
import { manyRuns } from '../support/runs.ts';

const start = Date.parse('2026-11-20T09:30:00Z');
const dayMs = 86_400_000;
const limitMinor = 1_000_00;

/** What the model knows of an order: five numbers and a deadline. */
interface ModelOrder {
  readonly person: number;
  authorized: number;
  approved: number;
  voided: number;
  readonly captures: { readonly number: string; readonly amount: number; refunded: number; paid: number; credit: number }[];
  ended: boolean;
  readonly expiresAt: number;
}

type Action =
  | { readonly do: 'authorize'; readonly order: number; readonly person: number; readonly amount: number }
  | { readonly do: 'update' | 'capture' | 'void'; readonly order: number; readonly amount: number | null }
  | { readonly do: 'refund' | 'pay'; readonly order: number; readonly capture: number; readonly amount: number | null }
  | { readonly do: 'pass'; readonly days: number }
  | { readonly do: 'expire' };

const amount = fc.integer({ min: 1, max: 60_000 });
const order = fc.integer({ min: 0, max: 3 });
const amountOrAll = fc.option(amount, { nil: null, freq: 4 });
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('authorize' as const), order, person: fc.integer({ min: 0, max: 1 }), amount }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('update' as const, 'capture' as const, 'void' as const),
      order,
      amount: amountOrAll,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('refund' as const, 'pay' as const),
      order,
      capture: fc.integer({ min: 0, max: 2 }),
      amount: amountOrAll,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'expire' as const }) },
);

const captured = (o: ModelOrder): number => o.captures.reduce((sum, each) => sum + each.amount, 0);
const refunded = (o: ModelOrder): number => o.captures.reduce((sum, each) => sum + each.refunded, 0);
const owed = (o: ModelOrder): number => o.captures.reduce((sum, each) => sum + leftOf(each), 0);
const leftOf = (capture: ModelOrder['captures'][number]): number =>
  capture.amount - capture.refunded - capture.paid + capture.credit;
const open = (o: ModelOrder): number => o.authorized - captured(o) - o.voided;

/** The model: it says whether a request may succeed, and keeps its own sums. */
class Model {
  readonly orders = new Map<number, ModelOrder>();
  now = start;

  exposure(person: number): number {
    const own = [...this.orders.values()].filter((o) => o.person === person);
    return own.reduce((sum, o) => sum + open(o) + owed(o), 0);
  }

  usable(o: ModelOrder | undefined): o is ModelOrder {
    return o !== undefined && !o.ended && open(o) > 0 && this.now < o.expiresAt;
  }
}

class Run {
  readonly model = new Model();
  readonly book: MemoryBook;
  #reference = 0;

  constructor() {
    this.book = createMemoryBook({ merchant: () => merchantIn('DE'), clock: () => this.model.now });
  }

  async submit(id: string, orderNumber: string, body: object): Promise<Answered | Refusal> {
    const write = await ask(id, merchantIn('DE'), { orderNumber }, body);
    return write instanceof Refusal ? write : this.book.submit(write);
  }

  async perform(step: Action): Promise<void> {
    if (step.do === 'authorize') return this.authorize(step.order, step.person, step.amount);
    if (step.do === 'pass') {
      this.model.now += step.days * dayMs;
      return undefined;
    }
    if (step.do === 'expire') return this.expireAll();
    if (step.do === 'pay') return this.pay(step.order, step.capture, step.amount);
    if (step.do === 'refund') return this.refund(step.order, step.capture, step.amount);
    if (step.do === 'update') return this.update(step.order, step.amount ?? 1);
    return step.do === 'capture' ? this.capture(step.order, step.amount) : this.void(step.order, step.amount);
  }

  async authorize(number: number, person: number, amount: number): Promise<void> {
    const answer = await this.submit('authorize', '', authorizeBody(`o${number}`, person, amount));
    if (this.model.orders.has(number)) return refused(answer, 'order.number_used');
    const fits = this.model.exposure(person) + amount <= limitMinor;
    expect(answerOf(answer)['outcome']).toBe(fits ? 'Accepted' : 'Rejected');
    if (!fits) return undefined;
    const expiresAt = Date.parse(`${String(answerOf(answer)['expirationDate'])}T23:00:00Z`);
    this.model.orders.set(number, {
      person,
      authorized: amount,
      approved: amount,
      voided: 0,
      captures: [],
      ended: false,
      expiresAt,
    });
  }

  async update(number: number, amount: number): Promise<void> {
    const answer = await this.submit('updateOrder', `o${number}`, { updateOrderSummary: summary(amount) });
    const o = this.model.orders.get(number);
    if (!this.model.usable(o) || captured(o) > 0 || o.voided > 0) return refused(answer);
    const fits =
      amount <= o.authorized || (this.model.exposure(o.person) + amount - o.authorized <= limitMinor && amount <= limitMinor);
    expect(answerOf(answer)['outcome']).toBe(fits ? 'Accepted' : 'Rejected');
    if (fits) o.authorized = amount;
  }

  async capture(number: number, amount: number | null): Promise<void> {
    const body = amount === null ? {} : { orderDetails: { totalGrossAmount: amount / 100 } };
    const answer = await this.submit('createCapture', `o${number}`, body);
    const o = this.model.orders.get(number);
    if (!this.model.usable(o) || (amount ?? 0) > open(o)) return refused(answer);
    const moved = amount ?? open(o);
    expect(answerOf(answer)['capturedAmount']).toBe(moved / 100);
    o.captures.push({ number: String(answerOf(answer)['captureNumber']), amount: moved, refunded: 0, paid: 0, credit: 0 });
    expect(answerOf(answer)['remainingAuthorizedAmount']).toBe(open(o) / 100);
  }

  async void(number: number, amount: number | null): Promise<void> {
    const body = amount === null ? {} : { cancellationDetails: { totalGrossAmount: amount / 100 } };
    const answer = await this.submit('createVoid', `o${number}`, body);
    const o = this.model.orders.get(number);
    if (!this.model.usable(o) || (amount ?? 0) > open(o)) return refused(answer);
    o.voided += amount ?? open(o);
    expect(answerOf(answer)['remainingAuthorizedAmount']).toBe(open(o) / 100);
  }

  async refund(number: number, which: number, amount: number | null): Promise<void> {
    const o = this.model.orders.get(number);
    const capture = o?.captures[which];
    const items = amount === null ? [] : [{ grossUnitPrice: amount / 100, quantity: 1 }];
    const body = { captureNumber: capture?.number ?? 'none', items, creditNoteNumber: `c${++this.#reference}` };
    const answer = await this.submit('createRefund', `o${number}`, body);
    const left = capture ? capture.amount - capture.refunded : 0;
    if (!capture || left === 0 || (amount ?? 0) > left) return refused(answer);
    // What was paid already is owed back.
    capture.credit += Math.max(0, (amount ?? left) - leftOf(capture));
    capture.refunded += amount ?? left;
    expect(answerOf(answer)['totalRefundedAmount']).toBe(refunded(o as ModelOrder) / 100);
  }

  pay(number: number, which: number, amount: number | null): void {
    const o = this.model.orders.get(number);
    const capture = o?.captures[which];
    if (!capture) return;
    const today = dayAt(this.model.now, 'Europe/Berlin');
    const transactionId = `t${++this.#reference}`;
    const request = {
      captureNumber: capture.number,
      amountMinor: BigInt(amount ?? Math.max(1, leftOf(capture))),
      valueOn: today,
      transactionId,
      reason: null,
    };
    const submit = () =>
      this.book.submit({
        merchantId: merchantIn('DE').id,
        actor: 'operator',
        operation: 'pay',
        requestId: '',
        needs: { order: `o${number}`, with: ['captures', 'installments'], payment: transactionId },
        decide({ order: inHand, payment }, setting) {
          if (!inHand) throw new Error('no order');
          const decided = pay(inHand, request, payment, setting);
          return decided instanceof Refusal ? decided : { ...decided, answer: String(decided.answer.openMinor) };
        },
      });
    const moved = Number(request.amountMinor);
    const answer = submit();
    if (moved > leftOf(capture)) {
      refused(answer, leftOf(capture) === 0 ? 'payment.nothing_open' : 'payment.exceeds_open');
      return;
    }
    capture.paid += moved;
    expect((answer as Answered).text).toBe(String(leftOf(capture)));
    // Told twice, booked once.
    expect((submit() as Answered).text).toBe(String(leftOf(capture)));
  }

  async expireAll(): Promise<void> {
    for (const [number, o] of this.model.orders) {
      const answer = this.book.submit({
        merchantId: merchantIn('DE').id,
        actor: 'job',
        operation: 'expire',
        requestId: '',
        needs: { order: `o${number}` },
        decide({ order: inHand }, setting) {
          const decided = inHand && expireOrder(inHand, setting);
          return decided ? { ...decided, answer: 'expired' } : { answer: '', changes: [], events: [] };
        },
      });
      const due = open(o) > 0 && this.model.now >= o.expiresAt;
      expect((answer as Answered).text).toBe(due ? 'expired' : '');
      if (due) o.voided += open(o);
    }
  }

  /** What the book holds agrees with the model and with itself. */
  check(): void {
    for (const [number, o] of this.model.orders) {
      const [row] = this.book.state.list('orders', 'number', `o${number}`);
      if (!row) throw new Error(`order ${number} is gone`);
      expect(row).toMatchObject({
        authorizedMinor: BigInt(o.authorized),
        capturedMinor: BigInt(captured(o)),
        voidedMinor: BigInt(o.voided),
        refundedMinor: BigInt(refunded(o)),
      });
      expect(row.refundedMinor <= row.capturedMinor && row.capturedMinor + row.voidedMinor <= row.authorizedMinor).toBe(true);
      const exposure = this.book.state.find('exposures', `${row.customerKey}/EUR`);
      expect((exposure?.heldMinor ?? 0n) + (exposure?.debtMinor ?? 0n)).toBe(BigInt(this.model.exposure(o.person)));
      expect(this.balance(row.id, 'holds')).toBe(-BigInt(open(o)));
      expect(this.balance(row.id, 'receivables')).toBe(BigInt(owed(o)));
      expect(this.balance(row.id, 'consumer_payments')).toBe(BigInt(o.captures.reduce((sum, each) => sum + each.paid, 0)));
      expect(this.balance(row.id, 'consumer_credits')).toBe(-BigInt(o.captures.reduce((sum, each) => sum + each.credit, 0)));
      expect(this.balance(row.id, 'merchant_payables')).toBe(-BigInt(captured(o) - refunded(o)));
    }
  }

  balance(orderId: string, account: string): bigint {
    return this.book.records.ledger
      .filter((entry) => entry.orderId === orderId)
      .reduce((sum, entry) => {
        const debit = entry.debitAccount === account ? entry.amountMinor : 0n;
        return sum + debit - (entry.creditAccount === account ? entry.amountMinor : 0n);
      }, 0n);
  }
}

function answerOf(answer: Answered | Refusal): Record<string, unknown> {
  if (answer instanceof Refusal) throw new Error(`refused: ${answer.notices[0].id}`);
  return JSON.parse(answer.text);
}

function refused(answer: Answered | Refusal, id?: string): void {
  if (!(answer instanceof Refusal)) throw new Error(`not refused: ${answer.text}`);
  if (id) expect(answer.notices[0].id).toBe(id);
}

const summary = (minor: number) => ({
  totalGrossAmount: minor / 100,
  totalNetAmount: minor / 100,
  items: [{ productId: 'p', description: 'thing', grossUnitPrice: minor / 100, netUnitPrice: minor / 100, quantity: 1 }],
});

const authorizeBody = (number: string, person: number, minor: number) => ({
  payment: { type: 'Invoice' },
  customer: {
    customerCategory: 'Person',
    firstName: 'Ida',
    lastName: `Number${person}`,
    email: `ida${person}@example.com`,
    birthDate: '1990-01-01',
    address: { street: 'Weg 1', postalCode: '10115', postalPlace: 'Berlin' },
  },
  order: { number, ...summary(minor) },
});

describe('any sequence of steps', () => {
  it('keeps every amount, exposure and ledger account as the model has it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 40 }), async (actions) => {
        const run = new Run();
        for (const step of actions) {
          await run.perform(step);
          run.check();
        }
      }),
      manyRuns(3000),
    );
  }, 120_000);
});
