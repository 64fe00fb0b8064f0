// Requests at the same moment, on real connections, through two services that share only the database: no limit is ever
// passed, nothing is booked twice, nothing that was acknowledged is lost.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectBooksAgree } from '../support/books-agree.ts';
import { advance, atOnce, orderBody, type Pair, startPair, statusesOf, summary } from '../support/pair.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterEach(() => expectBooksAgree(pair.query));
afterAll(() => pair.close());

const authorize = async (number: string, amount: number, customer?: string) => {
  const answer = await pair.ask('POST', '/api/v3/checkout/authorize', orderBody(number, amount, customer));
  expect(answer.json['outcome']).toBe('Accepted');
};
const capture = (number: string, amount: number, headers = {}) =>
  pair.ask('POST', `/api/v3/orders/${number}/captures`, { orderDetails: { totalGrossAmount: amount } }, headers);

describe('captures', () => {
  it('take no more than is open: three of eight times 30.00 on 100.00 succeed', async () => {
    await authorize('eight', 100);
    const answers = await atOnce(8, () => capture('eight', 30));
    expect(statusesOf(answers)).toEqual({ 200: 3, 409: 5 });
  });

  it('come one after the other, each seeing the one before: the remainders are all different', async () => {
    await authorize('many', 100);
    const answers = await atOnce(50, () => capture('many', 1));
    const remainders = answers.map((answer) => Number(answer.json['remainingAuthorizedAmount'])).sort((a, b) => a - b);
    expect(remainders).toEqual(Array.from({ length: 50 }, (_each, index) => 50 + index));
  });

  it('and an update at once leave totals that agree, in either order', async () => {
    for (let round = 0; round < 8; round += 1) {
      const number = `update-${round}`;
      await authorize(number, 100);
      const [update, taken] = await Promise.all([
        pair.ask('POST', `/api/v3/orders/${number}/updateOrder`, { updateOrderSummary: summary(40) }),
        capture(number, 70),
      ]);
      expect(statusesOf([update, taken])).toEqual({ 200: 1, 409: 1 });
    }
  });

  it('and a void at once share what is open between them', async () => {
    await authorize('void', 100);
    const answers = await atOnce(10, (index) =>
      index % 2 ? capture('void', 20) : pair.ask('POST', '/api/v3/orders/void/voids'),
    );
    const [order] = await pair.query(`select captured_minor + voided_minor as moved from orders where number = 'void'`);
    expect(order?.['moved']).toBe('10000');
    expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  });

  it('with one invoice number on two orders succeed for one of them', async () => {
    await Promise.all([authorize('first', 10), authorize('second', 10)]);
    const answers = await atOnce(6, (index) =>
      pair.ask('POST', `/api/v3/orders/${index % 2 ? 'first' : 'second'}/captures`, {
        invoiceNumber: 'R-1',
        orderDetails: { totalGrossAmount: 1 },
      }),
    );
    expect(statusesOf(answers)).toEqual({ 200: 1, 409: 5 });
  });
});

describe('one idempotency key', () => {
  it('has one effect, and equal bytes for all twenty', async () => {
    await authorize('twenty', 100);
    const answers = await atOnce(20, () => capture('twenty', 3, { 'idempotency-key': 'same' }));
    expect(statusesOf(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(19);
    const [order] = await pair.query(`select captured_minor from orders where number = 'twenty'`);
    expect(order?.['captured_minor']).toBe('300');
  });

  it('on authorize makes one order', async () => {
    const body = orderBody('once', 50, 'one-customer');
    const answers = await atOnce(20, () => pair.ask('POST', '/api/v3/checkout/authorize', body, { 'x-idempotency-key': 'once' }));
    expect(statusesOf(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  });
});

describe('refunds', () => {
  it('never exceed the capture: one of two at once of 60.00 on 100.00 succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const number = `refund-${round}`;
      await authorize(number, 100);
      const captured = await capture(number, 100);
      const body = { captureNumber: captured.json['captureNumber'], items: [{ grossUnitPrice: 60, quantity: 1 }] };
      const answers = await atOnce(2, () => pair.ask('POST', `/api/v3/orders/${number}/refunds`, body));
      expect(statusesOf(answers)).toEqual({ 200: 1, 409: 1 });
    }
  });

  it('of everything, sent several times at once, happen once', async () => {
    await authorize('all', 100);
    await capture('all', 60);
    await capture('all', 40);
    const answers = await atOnce(6, () => pair.ask('POST', '/api/v3/orders/all/refunds'));
    expect(statusesOf(answers)).toEqual({ 200: 1, 409: 5 });
  });
});

describe('authorizations', () => {
  it('of one person at once never pass the limit', async () => {
    const answers = await atOnce(20, (index) =>
      pair.ask('POST', '/api/v3/checkout/authorize', orderBody(`limit-${index}`, 300, 'limited')),
    );
    const outcomes = answers.map((answer) => answer.json['outcome']);
    expect(outcomes.filter((outcome) => outcome === 'Accepted')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'Rejected')).toHaveLength(17);
  });

  it('of a person never seen before, known only by name, share one limit too', async () => {
    const answers = await atOnce(12, (index) => {
      const { customer, ...body } = orderBody(`new-${index}`, 400);
      const { customerNumber: _unknown, ...named } = customer;
      return pair.ask('POST', '/api/v3/checkout/authorize', { ...body, customer: { ...named, lastName: 'Neumann' } });
    });
    expect(answers.filter((answer) => answer.json['outcome'] === 'Accepted')).toHaveLength(2);
    expect(new Set(answers.map((answer) => (answer.json['customer'] as { customerNumber: string }).customerNumber)).size).toBe(1);
  });

  it('with one order number make one order', async () => {
    const answers = await atOnce(10, () => pair.ask('POST', '/api/v3/checkout/authorize', orderBody('Number', 10)));
    expect(statusesOf(answers)).toEqual({ 200: 1, 409: 9 });
  });

  it('succeed while the person’s other orders are captured, voided and refunded', async () => {
    const person = 'busy';
    await Promise.all([authorize('busy-a', 300, person), authorize('busy-b', 300, person)]);
    const answers = await atOnce(30, (index) => {
      if (index % 3 === 0) return capture('busy-a', 10);
      if (index % 3 === 1)
        return pair.ask('POST', '/api/v3/orders/busy-b/voids', { cancellationDetails: { totalGrossAmount: 10 } });
      return pair.ask('POST', '/api/v3/checkout/authorize', orderBody(`busy-${index}`, 100, person));
    });
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
  });
});

describe('expiry', () => {
  it('by two jobs at once voids an order once, beside requests for it', async () => {
    await authorize('late', 100);
    await advance(pair, 'DE', 40 * 86_400);
    const answers = await atOnce(10, (index) =>
      index % 2
        ? pair.ask('POST', '/admin/v1/jobs/expire-authorizations/run', undefined, { 'x-auth-key': 'sandbox-operator' })
        : pair.ask('POST', '/api/v3/orders/late/captures'),
    );
    expect(statusesOf(answers)).toEqual({ 200: 5, 409: 5 });
    const voids = await pair.query(
      `select v.amount_minor from voids v join orders o on o.id = v.order_id where o.number = 'late'`,
    );
    expect(voids).toEqual([{ amount_minor: '10000' }]);
  });
});
