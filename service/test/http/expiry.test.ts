// Time: what is not captured by the end of the merchant's local day 30 is voided, and refused at once when late (C29), tried
// with the test clock. One story after the other, because a clock only goes forward.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { addDays, endOfDay } from '../../src/core/dates.ts';
import { type Answer, advance, authorizeBody, item, keyOf, part, path, startApp, summary, type TestApp } from '../support/app.ts';
import { todayIn } from '../support/days.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const daySeconds = 86_400;
const authorize = '/api/v3/checkout/authorize';

interface Placed {
  readonly number: string;
  readonly ask: (method: 'GET' | 'POST', rest: string, body?: unknown) => Promise<Answer>;
  readonly expirationDate: string;
}

async function place(country: CountryCode, cents = 10_000, firstName = 'Kim'): Promise<Placed> {
  const body = authorizeBody(country, { customer: { firstName }, items: [item(country, 'A', cents)] });
  const { number } = body.order;
  const answer = await app.ask('POST', authorize, body, { key: keyOf(country) });
  const ask: Placed['ask'] = (method, rest, sent) => app.ask(method, path(number, rest), sent, { key: keyOf(country) });
  return { number, ask, expirationDate: String(answer.body['expirationDate']) };
}
const held = async (country: CountryCode): Promise<unknown> =>
  (
    await app.query(
      'select coalesce(sum(held_minor), 0)::int as held from exposures e join merchants m on m.id = e.merchant_id where country = $1',
      country,
    )
  )[0]?.['held'];
const refusal = (answer: Answer): unknown[] => [answer.status, answer.messages[0]?.['code']];
const at = (instant: number): { now: string } => ({ now: new Date(instant).toISOString() });

describe('an authorization', () => {
  test('can be captured to the very end of its last local day, and not a moment longer', async () => {
    // Vienna is ahead of UTC: its day ends earlier than the day of UTC.
    const [untouched, partly, late, pending] = [
      await place('AT'),
      await place('AT'),
      await place('AT'),
      await place('AT', 5000, 'Review'),
    ];
    expect(late.expirationDate).toBe(todayIn('AT', 30));
    await partly.ask('POST', '/captures', { orderDetails: part(40) });
    const end = endOfDay(late.expirationDate, 'Europe/Vienna');

    // The last minute but a few seconds of running time.
    expect((await advance(app, 'AT', at(end - 60_000))).status).toBe(200);
    expect((await late.ask('POST', '/captures', { orderDetails: part(10) })).body).toMatchObject({ capturedAmount: 10 });
    expect((await untouched.ask('GET', '')).body['orderDetails']).toMatchObject({
      status: 'Accepted',
      remainingAuthorizedAmount: 100,
    });

    expect((await advance(app, 'AT', at(end))).status).toBe(200);
    expect((await untouched.ask('GET', '')).body).toMatchObject({
      orderDetails: { status: 'Expired', totalGrossAmount: 100, remainingAuthorizedAmount: 0 },
      cancellations: [{ cancellationAmount: 100, cancellationItems: [] }],
    });
    // Nobody decided it in time, long before the authorization would have expired.
    expect((await pending.ask('GET', '')).body).toMatchObject({
      orderDetails: { status: 'Cancelled', remainingAuthorizedAmount: 0 },
      cancellations: [],
    });
    expect(refusal(await pending.ask('POST', '/captures'))).toEqual([409, '400.265']);
    expect((await partly.ask('GET', '')).body).toMatchObject({
      orderDetails: { status: 'Accepted', remainingAuthorizedAmount: 0 },
      cancellations: [{ cancellationAmount: 60 }],
    });
    expect(await held('AT')).toBe(0);
    expect(refusal(await untouched.ask('POST', '/captures'))).toEqual([409, '400.211']);
    expect(refusal(await untouched.ask('POST', '/voids'))).toEqual([409, '400.211']);
    expect(refusal(await untouched.ask('POST', '/updateOrder', { updateOrderSummary: summary([item('AT', 'A', 100)]) }))).toEqual(
      [409, '400.211'],
    );
    expect(refusal(await partly.ask('POST', '/captures'))).toEqual([409, '400.212']);
    expect((await partly.ask('POST', '/refunds')).body).toMatchObject({ totalRefundedAmount: 40 });
  });

  test('is refused at once when late, also before the job has been there', async () => {
    const order = await place('NL');
    // Only the clock, not the jobs.
    await app.query(`update merchants set clock_offset_ms = clock_offset_ms + $1 where country = 'NL'`, 32 * daySeconds * 1000);
    app.deps.auth.forget();
    expect(refusal(await order.ask('POST', '/captures'))).toEqual([409, '400.211']);
    expect(refusal(await order.ask('POST', '/voids'))).toEqual([409, '400.211']);
    expect((await order.ask('GET', '')).body['orderDetails']).toMatchObject({ status: 'Expired' });
    const run = await app.ask('POST', '/admin/v1/jobs/expire-authorizations/run', undefined, { key: 'sandbox-operator' });
    expect(run.body).toEqual({ done: 1, skipped: false });
    expect((await order.ask('GET', '')).body).toMatchObject({ cancellations: [{ cancellationAmount: 100 }] });
    const again = await app.ask('POST', '/admin/v1/jobs/expire-authorizations/run', undefined, { key: 'sandbox-operator' });
    expect(again.body).toEqual({ done: 0, skipped: false });
  });

  test('gives the person’s limit back, and its number stays used', async () => {
    const body = authorizeBody('BE', { items: [item('BE', 'A', 100_000)] });
    const ask = (sent: object) => app.ask('POST', authorize, sent, { key: 'sandbox-be' });
    expect((await ask(body)).body['outcome']).toBe('Accepted');
    const second = { ...body, order: { ...body.order, number: `${body.order.number}-2` } };
    expect((await ask(second)).body['outcome']).toBe('Rejected');
    await advance(app, 'BE', { advanceSeconds: 31 * daySeconds });
    expect((await ask(second)).body['outcome']).toBe('Accepted');
    expect(refusal(await ask(body))).toEqual([409, '400.100']);
  });

  test('of another shop is not touched by this one’s clock', async () => {
    const order = await place('FI');
    await advance(app, 'DK', { advanceSeconds: 400 * daySeconds });
    expect((await order.ask('GET', '')).body['orderDetails']).toMatchObject({ status: 'Accepted' });
  });

  test('lasts as long as the merchant’s contract says', async () => {
    await app.query(`update merchants set contract = jsonb_set(contract::jsonb, '{expiryDays}', '7')::json where country = 'FI'`);
    app.deps.auth.forget();
    expect((await place('FI')).expirationDate).toBe(todayIn('FI', 7));
  });
});

describe('a return notification', () => {
  test('is taken on the due day and refused after it', async () => {
    const [onTime, late] = [await place('CH'), await place('CH')];
    await onTime.ask('POST', '/captures');
    await late.ask('POST', '/captures');
    const due = todayIn('CH', 14);
    await advance(app, 'CH', at(endOfDay(due, 'Europe/Zurich') - 60_000));
    expect((await onTime.ask('POST', '/captures/return-notification')).text).toBe('{}');
    await advance(app, 'CH', at(endOfDay(due, 'Europe/Zurich')));
    expect(refusal(await late.ask('POST', '/captures/return-notification'))).toEqual([409, '400.219']);
    const { captures } = (await onTime.ask('GET', '/captures')).body;
    expect(captures).toMatchObject([{ dueDate: `${addDays(due, 14)}T00:00:00Z` }]);
  });
});

describe('the test clock', () => {
  test('goes forward only, by seconds or to a moment, and shows in what is stored', async () => {
    const first = await advance(app, 'SE', { advanceSeconds: daySeconds });
    expect(first.body).toMatchObject({ offsetSeconds: daySeconds });
    const back = await advance(app, 'SE', { now: new Date().toISOString() });
    expect([back.status, back.messages]).toMatchObject([409, [{ code: '400.225', fieldReference: 'now' }]]);
    const order = await place('SE');
    const { insertedAt } = (await order.ask('GET', '')).body['orderDetails'] as { insertedAt: string };
    expect(Date.parse(insertedAt) - Date.now()).toBeGreaterThan((daySeconds - 60) * 1000);
  });

  test('refuses what is no time, and a time beyond all calendars', async () => {
    for (const body of [
      { now: 'tomorrow' },
      { advanceSeconds: -1 },
      { advanceSeconds: 1e12 },
      { now: '9999-12-31T00:00:00Z' },
      { now: 7 },
    ]) {
      const answer = await advance(app, 'SE', body);
      expect([JSON.stringify(body), answer.status, typeof answer.messages[0]?.['fieldReference']]).toEqual([
        JSON.stringify(body),
        400,
        'string',
      ]);
    }
    expect((await place('SE')).expirationDate).toMatch(/^20/);
  });

  test('is the operator’s alone', async () => {
    const answer = await app.ask('PUT', '/admin/v1/merchants/x/clock', { advanceSeconds: 1 }, { key: 'sandbox-se' });
    expect(answer.status).toBe(401);
    const unknown = await app.ask('PUT', '/admin/v1/merchants/x/clock', { advanceSeconds: 1 }, { key: 'sandbox-operator' });
    expect([unknown.status, unknown.messages]).toMatchObject([404, [{ code: '400.205' }]]);
  });
});
