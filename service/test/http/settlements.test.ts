// What a merchant is paid: every entry on what it is owed stands on one statement, and the lines of a statement add up to its
// payout and to the ledger, to the cent.
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advance, authorizeBody, authorized, item, type Json, part, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { cents, expectSettled, sumOf } from '../support/settled.ts';

let app: TestApp;
let de = '';
const operator = { key: 'sandbox-operator' };
const admin = (method: 'GET' | 'POST' | 'PUT', at: string, body?: unknown) => app.ask(method, `/admin/v1${at}`, body, operator);
const settlements = (at = '') => `/merchants/${de}/settlements${at}`;

beforeAll(async () => {
  app = await startApp();
  de = String((await app.query(`select id from merchants where country = 'DE'`))[0]?.['id']);
});
afterAll(async () => {
  await expectBooksAgree(app.query);
  await expectSettled(app.query);
  await app.stop();
});

let captures = 0;
async function captured(grossCents: number): Promise<string> {
  const number = await authorized(app, grossCents);
  captures += 1;
  const body = { orderDetails: part(grossCents / 100), invoiceNumber: `INV-${captures}` };
  const answer = await app.ask('POST', path(number, '/captures'), body);
  expect(answer.status, answer.text).toBe(200);
  return number;
}
const refunded = (number: string, captureNumber: string, amount: number) =>
  app.ask('POST', path(number, '/refunds'), { captureNumber, items: [{ grossUnitPrice: amount, quantity: 1 }] });

/** The statements a test clock brings; latest first. */
async function statements(): Promise<Json[]> {
  return (await admin('GET', settlements())).body['settlements'] as Json[];
}

describe('a statement', () => {
  it('is closed on Monday in the merchant’s time zone and says what each capture cost', async () => {
    const first = await captured(10_000);
    const second = await captured(4_999);
    expect((await refunded(first, 'INV-1', 25)).status).toBe(200);
    const preview = (await admin('POST', settlements('/preview'), {})).body;
    expect(preview).toMatchObject({ captures: 149.99, refunds: 25, lineCount: 3 });
    expect(await statements()).toEqual([]);
    await advance(app, 'DE', { advanceSeconds: 8 * 86_400 });
    const [statement, ...others] = await statements();
    expect(others).toEqual([]);
    // 2.49 % of 100.00 is 2.49, of 49.99 it is 1.244751, each with 0.35.
    expect(statement).toMatchObject({ number: 'EUR-000001', captures: 149.99, refunds: 25, fees: 4.43, payout: 120.56 });
    expect(new Date(`${String(statement?.['statementDate'])}T00:00:00Z`).getUTCDay()).toBe(1);
    expect(preview['payout']).toBe(statement?.['payout']);
    const { lines, bookings } = (await admin('GET', settlements('/eur-000001'))).body as { lines: Json[]; bookings: Json[] };
    expect(lines.map(({ kind, orderNumber, net }) => [kind, orderNumber, net])).toEqual([
      ['Capture', first, 97.16],
      ['Capture', second, 48.4],
      ['Refund', first, -25],
    ]);
    expect(lines.every((line) => (line['ledgerEntryIds'] as unknown[]).length > 0)).toBe(true);
    expect(Object.fromEntries(bookings.map(({ creditAccount, amount }) => [creditAccount, amount]))).toEqual({
      merchant_fees: 4.43,
      payouts_due: 120.56,
    });
  });

  it('never changes: what comes later stands on the next, an adjustment with its reason', async () => {
    const before = (await admin('GET', settlements('/EUR-000001'))).text;
    const number = await captured(1_000);
    await app.ask('POST', path(number, '/refunds'));
    const wanted = { number: 'ADJ-1', amount: -3.5, reason: '=Postage, "twice"' };
    const adjusted = await admin('POST', settlements('/adjustments'), wanted);
    expect(adjusted.body).toEqual({ ...wanted, currency: 'EUR' });
    expect((await admin('POST', settlements('/adjustments'), wanted)).status).toBe(200);
    const other = await admin('POST', settlements('/adjustments'), { ...wanted, amount: 3.5 });
    expect(other.messages[0]).toMatchObject({ code: '400.329' });
    await advance(app, 'DE', { advanceSeconds: 7 * 86_400 });
    expect((await admin('GET', settlements('/EUR-000001'))).text).toBe(before);
    const [second] = await statements();
    // 10.00 − 10.00 − 0.25 − 0.35 − 3.50: nothing to pay out, and the merchant owes 4.10.
    expect(second).toMatchObject({ number: 'EUR-000002', adjustments: -3.5, fees: 0.6, payout: 0, carriedOut: -4.1 });
    expect(second?.['payoutStatus']).toBeUndefined();
    const csv = await app.ask('GET', `/admin/v1${settlements('/EUR-000002/lines.csv')}`, undefined, operator);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows = parse<Record<string, string>>(csv.text, { columns: true });
    const column = (name: string) => rows.map((row) => String(row[name]));
    expect(column('kind')).toEqual(['Capture', 'Refund', 'Adjustment', 'CarriedOut']);
    expect(column('reason')[2]).toBe(`'=Postage, "twice"`);
    expect(column('net').reduce((sum, net) => sum + cents(Number(net)), 0)).toBe(0);
  });

  it('begins with what the one before left, and below the minimum nothing is paid', async () => {
    await admin('POST', settlements('/adjustments'), { number: 'ADJ-2', amount: 9, reason: 'Goodwill' });
    await advance(app, 'DE', { advanceSeconds: 7 * 86_400 });
    // 9.00 − 4.10 = 4.90 is less than 5.00.
    expect((await statements())[0]).toMatchObject({ number: 'EUR-000003', carriedIn: -4.1, carriedOut: 4.9, payout: 0 });
    const nothing = await admin('POST', settlements(), { currency: 'SEK', reason: 'leaves' });
    expect(nothing.messages[0]).toMatchObject({ code: '400.323' });
    const closed = await admin('POST', settlements(), { reason: 'The merchant leaves' });
    expect(closed.body['settlement']).toMatchObject({ number: 'EUR-000004', carriedIn: 4.9, payout: 4.9, carriedOut: 0 });
    expect((await admin('POST', settlements(), { reason: ' ' })).messages[0]).toMatchObject({ code: '400.002' });
  });

  it('is found by its own merchant’s number alone', async () => {
    expect((await admin('GET', settlements('/EUR-999999'))).messages[0]).toMatchObject({ code: '400.322' });
    const [other] = await app.query(`select id from merchants where country = 'AT'`);
    expect((await admin('GET', `/merchants/${String(other?.['id'])}/settlements/EUR-000001`)).status).toBe(404);
    const rows = (await admin('GET', settlements('?limit=3'))).body;
    expect((rows['settlements'] as Json[]).map(({ number }) => number)).toEqual(['EUR-000004', 'EUR-000003', 'EUR-000002']);
    const rest = (await admin('GET', settlements(`?limit=3&after=${String(rows['next'])}`))).body['settlements'] as Json[];
    expect(rest.map(({ number }) => number)).toEqual(['EUR-000001']);
    expect(sumOf(rest, 'payout')).toBe(12_056);
    expect((await admin('GET', settlements('?after=x'))).messages[0]).toMatchObject({ code: '400.274' });
  });

  it('gives the percentage of a refund back though its capture was booked later, by a process whose clock is ahead', async () => {
    const [row] = await app.query(`select id from merchants where country = 'NL'`);
    const nl = String(row?.['id']);
    const body = authorizeBody('NL', { items: [item('NL', 'THING', 10_000)] });
    const key = { key: 'sandbox-nl' };
    await app.ask('POST', '/api/v3/checkout/authorize', body, key);
    const setClock = (days: number) =>
      app.query('update merchants set clock_offset_ms = $1 where id = $2', days * 86_400_000, nl);
    // The refund's process is two days behind the capture's: the end of a daily period lies between the two.
    await setClock(2);
    expect((await app.ask('POST', path(body.order.number, '/captures'), { invoiceNumber: 'AHEAD' }, key)).status).toBe(200);
    await setClock(0);
    const refund = { captureNumber: 'AHEAD', items: [{ grossUnitPrice: 50, quantity: 1 }] };
    expect((await app.ask('POST', path(body.order.number, '/refunds'), refund, key)).status).toBe(200);
    const preview = await admin('POST', `/merchants/${nl}/settlements/preview`, {});
    await advance(app, 'NL', { advanceSeconds: 86_400 });
    const closed = (await admin('GET', `/merchants/${nl}/settlements`)).body['settlements'];
    // 2.49 % of 100.00 and 0.35, less half of the percentage (1.245, half a cent upwards).
    expect(closed).toMatchObject([{ number: 'EUR-000001', captures: 100, refunds: 50, fees: 1.59, lineCount: 2 }]);
    expect(preview.body).toMatchObject({ captures: 100, refunds: 50, fees: 1.59 });
    await advance(app, 'NL', { advanceSeconds: 3 * 86_400 });
    expect((await admin('GET', `/merchants/${nl}/settlements`)).body['settlements']).toHaveLength(1);
  });
});
