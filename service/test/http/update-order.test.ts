// What an update of an order may change, and what it leaves as it was (C26).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, authorizeBody, authorized, item, part, path, startApp, summary, type TestApp } from '../support/app.ts';
import { accepted, exposures, orderOf, outcomeOf, tooMuch } from '../support/limits.ts';
import { type Buyer, buyer } from '../support/people.ts';
import { slipOf } from '../support/refused.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const authorize = '/api/v3/checkout/authorize';
const lamp = item('DE', 'LAMP', 1000);

describe('an update of an order', () => {
  const update = async (number: string, cents: number, more: object = {}): Promise<Answer> =>
    app.ask('POST', path(number, '/updateOrder'), { updateOrderSummary: { ...summary([item('DE', 'A', cents)]), ...more } });
  const place = async (customer: Partial<Buyer>, cents: number): Promise<string> => {
    const body = orderOf(customer, cents);
    expect((await app.ask('POST', authorize, body)).body['outcome']).toBe('Accepted');
    return body.order.number;
  };
  const decisions = async (number: string): Promise<number> =>
    Number(
      (
        await app.query(
          'select count(*)::int as count from credit_decisions d join orders o on o.id = d.order_id where o.number = $1',
          number,
        )
      )[0]?.['count'],
    );

  test('scores only what goes beyond the highest total approved so far', async () => {
    const number = await place(buyer('DE'), 50_000);
    expect(await decisions(number)).toBe(1);
    expect((await update(number, 20_000)).body['outcome']).toBe('Accepted');
    expect((await update(number, 50_000)).body['outcome']).toBe('Accepted');
    expect(await decisions(number)).toBe(1);
    expect((await update(number, 50_001)).body['outcome']).toBe('Accepted');
    expect(await decisions(number)).toBe(2);
    expect((await update(number, 100_001)).body).toMatchObject({
      outcome: 'Rejected',
      riskCheckMessages: [{ code: '200.903', customerFacingMessage: expect.any(String) }],
    });
  });

  test('that is rejected leaves the order and what the person owes as they were, and the order stays valid', async () => {
    const number = await place({ firstName: '80' }, 8000);
    const [whole, owed] = [await app.ask('GET', path(number)), await exposures(app)];
    const rejected = await update(number, 8001);
    expect(rejected.body).toMatchObject({
      outcome: 'Rejected',
      reservationId: expect.any(String),
      checkoutId: expect.any(String),
      expirationDate: expect.any(String),
    });
    expect((await app.ask('GET', path(number))).text).toBe(whole.text);
    expect(await exposures(app)).toBe(owed);
    expect((await app.ask('POST', path(number, '/captures'))).body).toMatchObject({ capturedAmount: 80 });
  });

  test('to a lower total gives the difference back, and only the limit guards the way up again', async () => {
    const person = buyer('DE');
    const number = await place(person, 80_000);
    expect((await update(number, 10_000)).body['outcome']).toBe('Accepted');
    expect(await outcomeOf(app, person, 80_000)).toEqual(accepted);
    expect((await update(number, 20_001)).body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.903' }] });
    expect((await update(number, 20_000)).body['outcome']).toBe('Accepted');
    expect(await outcomeOf(app, person, 1)).toEqual(tooMuch);
  });

  test('named in both members is one and the same, or refused', async () => {
    const number = await place(buyer('DE'), 10_000);
    const both = (cents: number, more: object = {}) => ({ order: { number, ...summary([item('DE', 'A', cents)]), ...more } });
    const send = (cents: number, body: object) =>
      app.ask('POST', path(number, '/updateOrder'), { updateOrderSummary: summary([item('DE', 'A', cents)]), ...body });
    for (const body of [both(10_495), both(100, { items: [item('DE', 'B', 100)] }), both(100, { totalNetAmount: 0.5 })]) {
      const { status, messages } = await send(100, body);
      expect([status, messages[0]?.['code'], messages.length]).toEqual([400, '400.001', 1]);
    }
    expect((await app.ask('GET', path(number))).body['orderDetails']).toMatchObject({ totalGrossAmount: 100 });
    expect((await send(9_000, both(9_000))).body['outcome']).toBe('Accepted');
  });

  test('replaces the items and leaves customer and payment alone, whatever the body says of them', async () => {
    const body = authorizeBody('DE');
    await app.ask('POST', authorize, body);
    const { number } = body.order;
    const items = [item('DE', 'NEW', 4200)];
    const sent = {
      ...body,
      payment: { type: 'Account' },
      customer: { firstName: 'Reject' },
      order: { number: number.toLowerCase(), ...summary(items) },
    };
    expect((await app.ask('POST', path(number, '/updateOrder'), sent)).body['outcome']).toBe('Accepted');
    const read = (await app.ask('GET', path(number))).body;
    expect(read).toMatchObject({
      payment: { type: 'Invoice' },
      orderDetails: { totalGrossAmount: 42, customer: { firstName: 'Kim' }, orderItems: [{ productId: 'NEW' }] },
    });
    expect((read['orderDetails'] as { orderItems: unknown[] }).orderItems).toHaveLength(1);
  });

  test('keeps the references that come with it, beside those of authorize', async () => {
    const body = { ...orderOf(buyer('DE'), 10_000), yourReference: 'first', parentTransactionReference: 'psp-1' };
    await app.ask('POST', authorize, body);
    const { number } = body.order;
    const more = { yourReference: 'second', ourReference: 'ours', transactionReference: 't-2' };
    const sent = { updateOrderSummary: summary([item('DE', 'A', 9_000)]), ...more };
    expect((await app.ask('POST', path(number, '/updateOrder'), sent)).body['outcome']).toBe('Accepted');
    const told = { parentTransactionReference: 'psp-1', ...more };
    expect((await app.ask('GET', path(number))).body['orderDetails']).toMatchObject(told);
    const again = { updateOrderSummary: summary([item('DE', 'A', 8_000)]) };
    expect((await app.ask('POST', path(number, '/updateOrder'), again)).body['outcome']).toBe('Accepted');
    expect((await app.ask('GET', path(number))).body['orderDetails']).toMatchObject(told);
    const above = { updateOrderSummary: summary([item('DE', 'A', 10_000_000)]), yourReference: 'third' };
    expect((await app.ask('POST', path(number, '/updateOrder'), above)).body['outcome']).toBe('Rejected');
    expect((await app.ask('GET', path(number))).body['orderDetails']).toMatchObject(told);
  });

  test('is refused with another number, currency, wrong totals or no items', async () => {
    const number = await place(buyer('DE'), 10_000);
    const refused = async (sent: object): Promise<unknown[]> => {
      const answer = await app.ask('POST', path(number, '/updateOrder'), sent);
      return [answer.status, answer.messages[0]?.['code'], answer.messages[0]?.['fieldReference']];
    };
    const good = summary([item('DE', 'A', 5000)]);
    expect(await refused({ order: { number: 'other', ...good } })).toEqual([400, '400.004', 'order.number']);
    expect(await refused({ updateOrderSummary: { ...good, currency: 'SEK' } })).toEqual([
      400,
      '400.223',
      'updateOrderSummary.currency',
    ]);
    expect(await refused({ updateOrderSummary: { ...good, totalGrossAmount: 99 } })).toEqual([
      400,
      '400.102',
      'updateOrderSummary.totalGrossAmount',
    ]);
    expect(await refused({ updateOrderSummary: { ...good, items: [] } })).toEqual([400, '400.002', 'updateOrderSummary.items']);
    expect(await refused({ updateOrderSummary: part(50) })).toEqual([400, '400.002', 'updateOrderSummary.items']);
    expect(await refused({})).toEqual([400, '400.002', 'updateOrderSummary']);
    await app.ask('POST', path(number, '/voids'), { cancellationDetails: part(1) });
    expect(await refused({ updateOrderSummary: good })).toEqual([409, '400.217', undefined]);
  });

  test('names what its new total was meant to be in', async () => {
    const number = await authorized(app);
    const wrong = { ...part(10), items: [lamp] };
    expect(await slipOf(app, path(number, '/updateOrder'), { updateOrderSumary: wrong })).toEqual([
      'updateOrderSumary',
      'updateOrderSummary',
    ]);
    expect(await slipOf(app, path(number, '/updateOrder'), { order: wrong, orders: [], UpdateOrderSummarys: wrong })).toEqual([
      'UpdateOrderSummarys',
      'updateOrderSummary',
    ]);
  });
});
