// One bank statement brought by two services at once, overlapping others, cut off in the middle: every movement is booked once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookEntries } from '../../src/bank/book-entries.ts';
import { importStatement } from '../../src/bank/import-statement.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { camt, type Movement } from '../support/camt.ts';
import { todayIn } from '../support/days.ts';
import { atOnce, orderBody, type Pair, startPair } from '../support/pair.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.close());

const on = (): string => todayIn('DE');
async function captured(count: number, name: string): Promise<Movement[]> {
  return atOnce(count, async (index): Promise<Movement> => {
    const number = `${name}-${index}`;
    await pair.ask('POST', '/api/v3/checkout/authorize', orderBody(number, 100));
    await pair.ask('POST', `/api/v3/orders/${number}/captures`);
    const { json } = await pair.ask('GET', `/api/v3/orders/${number}`);
    const [capture] = json['captures'] as { ocr: string }[];
    return { amount: '40.00', reference: capture?.ocr ?? '', on: on(), bankReference: `${name}-${index}` };
  });
}
async function bring(service: number, file: string): Promise<Record<string, number>> {
  const address = pair.services[service]?.app.server.address();
  const port = address !== null && typeof address === 'object' ? address?.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}/admin/v1/bank-statements`, {
    method: 'POST',
    headers: { 'x-auth-key': 'sandbox-operator', 'content-type': 'application/xml' },
    body: file,
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, number>;
}
const paidOf = async (name: string): Promise<unknown> => {
  const [row] = await pair.query(
    `select count(*)::int as count, sum(p.amount_minor)::int as sum from payments p
     join orders o on o.merchant_id = p.merchant_id and o.id = p.order_id where o.number like $1`,
    [`${name}-%`],
  );
  return row;
};

it('one file and another that overlaps it, sent to both services at once, book every entry once', async () => {
  const movements = await captured(12, 'overlap');
  const [first, second] = [camt(movements.slice(0, 8), { id: 'a' }), camt(movements.slice(4), { id: 'b' })];
  // One file at a time of a key: the second of a service would be refused.
  await Promise.all([bring(0, first), bring(1, second)]);
  await Promise.all([bring(0, second), bring(1, first)]);
  await Promise.all([bring(0, first), bring(1, second)]);
  expect(await paidOf('overlap')).toEqual({ count: 12, sum: 48_000 });
  const [rows] = await pair.query('select count(*)::int as count from bank_entries');
  expect(rows?.['count']).toBe(12);
  await expectBooksAgree(pair.query);
});

/** The entry that pays an order's capture, as it is written before it is booked. */
async function asIfBooking(order: string, sets: string): Promise<void> {
  const [capture] = await pair.query(
    `select c.merchant_id as "merchantId", 'capture' as kind, c.number, o.number as "orderNumber", '4000' as "amountMinor", 1 as turn
     from captures c join orders o on o.merchant_id = c.merchant_id and o.id = c.order_id where o.number = $1`,
    [order],
  );
  await pair.query(`update bank_entries set ${sets}, target = $2 where bank_reference = $1`, [order, JSON.stringify(capture)]);
}

it('an import goes on after a crash at any step, with two services working on it', async () => {
  const movements = await captured(10, 'crash');
  const [one] = pair.services;
  if (!one) throw new Error('no service');
  // Stored, and then the service was gone before anything was booked.
  const brought = await importStatement(one.deps, Buffer.from(camt(movements, { id: 'c' })), 'test');
  // Or while some were being booked: it is written where, and some of them are booked already.
  await asIfBooking('crash-3', `state = 'Booking'`);
  if (brought instanceof Refusal) throw new Error('not imported');
  const { id } = brought;
  await Promise.all(pair.services.map(({ deps }) => bookEntries(deps, id, () => false)));
  await asIfBooking('crash-5', `state = 'Booking', booked_minor = 0, bookings = '[]'`);
  const again = await bring(1, camt(movements, { id: 'c' }));
  expect(again).toMatchObject({ entries: 10, booked: 10, underway: 0 });
  expect(await paidOf('crash')).toEqual({ count: 10, sum: 40_000 });
  await expectBooksAgree(pair.query);
});

it('one entry that two people assign at once to two captures pays one of them', async () => {
  const [a, b] = await captured(2, 'hands');
  const brought = await bring(0, camt([{ amount: '40', on: on(), bankReference: 'by-hand' }], { id: 'd' }));
  const captures = await pair.query('select number, merchant_id from captures where payment_reference = any($1)', [
    [a?.reference, b?.reference],
  ]);
  const [entry] = await pair.query('select id from bank_entries where import_id = $1', [brought['importId']]);
  const answers = await atOnce(6, (index) =>
    pair.ask(
      'POST',
      `/admin/v1/bank-entries/${String(entry?.['id'])}/assign`,
      { merchantId: captures[0]?.['merchant_id'], captureNumber: captures[index % 2]?.['number'], reason: 'called' },
      { 'x-auth-key': 'sandbox-operator' },
    ),
  );
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect(await paidOf('hands')).toEqual({ count: 1, sum: 4000 });
  await expectBooksAgree(pair.query);
});
