// What is due on a Saturday or a holiday is paid in time on the next business day, and neither overdue nor reminded of before.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  advance,
  authorizeBody,
  beginAt,
  item,
  type Json,
  keyOf,
  path,
  shopPath,
  startApp,
  type TestApp,
} from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';

let app: TestApp;
let shop: string;
beforeAll(async () => {
  app = await startApp();
  shop = await shopPath(app, 'DE');
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const until = (now: string) => advance(app, 'DE', { now });

/** 100.00 captured on a day: its capture, and how to count how its buyer paid. */
async function captured(day: string, over: Json = {}) {
  await beginAt(app, 'DE', `${day}T10:00:00Z`);
  const key = { key: keyOf('DE') };
  const body = { ...authorizeBody('DE', { items: [item('DE', 'LAMP', 10_000)] }), ...over };
  await app.ask('POST', '/api/v3/checkout/authorize', body, key);
  const { body: made } = await app.ask('POST', path(body.order.number, '/captures'), undefined, key);
  const capture = String(made['captureNumber']);
  const counted = async () => {
    const [row] = await app.query(
      `select e.paid_on_time_count as "inTime", e.paid_late_count as "late" from exposures e
       join orders o on o.merchant_id = e.merchant_id and o.customer_key = e.customer_key where o.number = $1`,
      body.order.number,
    );
    return row;
  };
  return { capture, counted };
}
const pay = (capture: string, amount: number, valueDate: string) =>
  app.ask('POST', `${shop}/payments`, { captureNumber: capture, amount, valueDate, transactionId: capture }, operator);
async function overdue(capture: string): Promise<Json | undefined> {
  const { body } = await app.ask('GET', `${shop}/overdue?limit=200`, undefined, operator);
  return (body['overdue'] as Json[]).find(({ captureNumber }) => captureNumber === capture);
}

describe('what is due on Saturday, 26 December 2026', () => {
  it('is paid in time on Monday, also where the bank takes it back', async () => {
    const { capture, counted } = await captured('2026-12-12');
    await until('2026-12-28T12:00:00Z');
    expect(await overdue(capture)).toBeUndefined();
    expect((await pay(capture, 100, '2026-12-28')).status).toBe(200);
    expect(await counted()).toEqual({ inTime: 1, late: 0 });
    const back = { transactionId: capture, returnedOn: '2026-12-28', reason: 'Recalled' };
    expect((await app.ask('POST', `${shop}/payments/${capture}/return`, back, operator)).status).toBe(200);
    expect(await counted()).toEqual({ inTime: 0, late: 0 });
  });

  it('is overdue on Tuesday, and reminded of seven days after Monday', async () => {
    const { capture, counted } = await captured('2026-12-12');
    await until('2026-12-29T12:00:00Z');
    expect(await overdue(capture)).toMatchObject({ dueDate: '2026-12-26', daysOverdue: 1, reminders: [] });
    await until('2027-01-05T12:00:00Z');
    expect(await overdue(capture)).toMatchObject({ daysOverdue: 8, reminders: [{ date: '2027-01-04' }] });
    await pay(capture, 100, '2026-12-29');
    expect(await counted()).toEqual({ inTime: 0, late: 1 });
  });
});

it('a letter that money had come before is cancelled once, also where the money is taken back and booked again', async () => {
  const { capture, counted } = await captured('2026-12-12');
  await until('2027-01-05T12:00:00Z');
  const booked = { captureNumber: capture, amount: 100, valueDate: '2026-12-28' };
  for (const transactionId of ['first', 'again']) {
    const paid = await app.ask('POST', `${shop}/payments`, { ...booked, transactionId }, operator);
    expect([paid.status, paid.body['remainingAmount']], paid.text).toEqual([200, 0]);
    expect(await counted()).toEqual({ inTime: 1, late: 0 });
    const [letter] = await app.query(
      'select cancelled_on::text as "on" from capture_reminders where capture_number = $1',
      capture,
    );
    expect(letter).toEqual({ on: '2027-01-05' });
    const back = { transactionId, returnedOn: '2027-01-05', reason: 'Booked by mistake' };
    expect((await app.ask('POST', `${shop}/payments/${transactionId}/return`, back, operator)).status).toBe(200);
  }
});

it('what is due on Good Friday is not overdue before the Wednesday after Easter', async () => {
  const { capture } = await captured('2027-03-12');
  await until('2027-03-30T12:00:00Z');
  expect(await overdue(capture)).toBeUndefined();
  await until('2027-03-31T12:00:00Z');
  expect(await overdue(capture)).toMatchObject({ dueDate: '2027-03-26', daysOverdue: 1 });
});

it('a payment that was counted as late when the service reckoned so is taken back where its day counts as in time by now', async () => {
  const { capture, counted } = await captured('2026-12-12');
  await until('2026-12-28T12:00:00Z');
  await pay(capture, 100, '2026-12-28');
  await app.query(
    `update exposures set paid_on_time_count = 0, paid_late_count = 1 from orders o join captures c on c.merchant_id = o.merchant_id
     and c.order_id = o.id where c.number = $1 and exposures.merchant_id = o.merchant_id and exposures.customer_key = o.customer_key`,
    capture,
  );
  await app.ask(
    'POST',
    `${shop}/payments/${capture}/return`,
    { transactionId: capture, returnedOn: '2026-12-28', reason: 'Recalled' },
    operator,
  );
  expect(await counted()).toEqual({ inTime: 0, late: 0 });
});
