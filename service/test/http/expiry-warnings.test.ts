// A shop hears some days before what it has not captured is given back: once for each threshold, only while there is
// something to capture, and never of what is no longer true.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { endOfDay } from '../../src/core/dates.ts';
import { advance, authorizeBody, item, type Json, keyOf, part, path, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const daySeconds = 86_400;

async function place(country: CountryCode, firstName = 'Kim') {
  const body = authorizeBody(country, { customer: { firstName }, items: [item(country, 'A', 10_000)] });
  const { number } = body.order;
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: keyOf(country) });
  const ask = (rest: string, sent?: Json) => app.ask('POST', path(number, rest), sent, { key: keyOf(country) });
  return { number, ask, expiresOn: String(answer.body['expirationDate']) };
}
const warnings = (number: string) =>
  app.query(
    `select b.data, b.happened_at from outbox b join orders o on o.merchant_id = b.merchant_id and o.id = b.order_id
     where o.number = $1 and b.type = 'order.expiring' order by b.happened_at, b.id`,
    number,
  );
const days = (number: string) => warnings(number).then((rows) => rows.map(({ data }) => (data as Json)['daysLeft']));
const run = () => app.ask('POST', '/admin/v1/jobs/warn-of-expiry/run', undefined, { key: 'sandbox-operator' });
/** Only the clock, not the jobs. */
async function jump(country: CountryCode, to: number): Promise<void> {
  await app.query('update merchants set clock_offset_ms = $2 where country = $1', country, Math.round(to - Date.now()));
  app.deps.auth.forget();
}
const contractSays = (country: CountryCode, member: string) =>
  app.query(`update merchants set contract = (contract::jsonb || $2::jsonb)::json where country = $1`, country, member);

describe('an order that is not captured', () => {
  test('is warned of three days and one day before, with what is open, and not again', async () => {
    const [order, partly, captured, voided, pending] = [
      await place('SE'),
      await place('SE'),
      await place('SE'),
      await place('SE'),
      await place('SE', 'Review'),
    ];
    await partly.ask('/captures', { orderDetails: part(40) });
    await captured.ask('/captures');
    await voided.ask('/voids');
    const end = endOfDay(order.expiresOn, 'Europe/Stockholm');
    await advance(app, 'SE', { now: new Date(end - 60_000).toISOString() });
    for (const each of [order, partly]) expect(await days(each.number)).toEqual([3, 1]);
    for (const each of [captured, voided, pending]) expect(await days(each.number)).toEqual([]);
    const [first] = await warnings(partly.number);
    expect(first?.['data']).toMatchObject({
      resource: { type: 'order', number: partly.number },
      expiresOn: order.expiresOn,
      openAmount: 60,
      amount: 0,
      currency: 'SEK',
      order: { state: 'PartlyCaptured', capturedAmount: 40 },
    });
    for (let again = 0; again < 3; again += 1) expect((await run()).body).toMatchObject({ done: 0 });
    expect(
      await app.query(`select count(*) from ledger l join outbox b on b.id = l.event_id where b.type = 'order.expiring'`),
    ).toEqual([{ count: '0' }]);
    // The order can still be captured, and was not touched by its warnings.
    expect((await order.ask('/captures')).status).toBe(200);
  });

  test('is told only the nearest threshold when nobody looked for days, and nothing once it is over', async () => {
    const [order, late] = [await place('FI'), await place('FI')];
    await late.ask('/captures', { orderDetails: part(1) });
    const end = endOfDay(order.expiresOn, 'Europe/Helsinki');
    await jump('FI', end - 3_600_000);
    expect((await run()).body).toMatchObject({ done: 2 });
    expect(await days(order.number)).toEqual([1]);
    const other = await place('FI');
    await jump('FI', endOfDay(other.expiresOn, 'Europe/Helsinki') + 1);
    expect((await run()).body).toMatchObject({ done: 0 });
    expect(await days(other.number)).toEqual([]);
  });

  test('is warned of as its merchant’s contract says: other days, or never; an order that begins within the days is not', async () => {
    await contractSays('DK', '{"expiryWarningDays": [1, 7, 7], "expiryDays": 5}');
    const short = await place('DK');
    await contractSays('NO', '{"expiryWarningDays": []}');
    const silent = await place('NO');
    await advance(app, 'DK', { advanceSeconds: 40 * daySeconds });
    await advance(app, 'NO', { advanceSeconds: 40 * daySeconds });
    expect(await days(short.number)).toEqual([1]);
    expect(await days(silent.number)).toEqual([]);
    await contractSays('NO', '{"expiryWarningDays": null}');
    const usual = await place('NO');
    await advance(app, 'NO', { advanceSeconds: 40 * daySeconds });
    expect(await days(usual.number)).toEqual([3, 1]);
  });

  test('whose lag shows in the list of jobs', async () => {
    const order = await place('CH');
    const lag = async () => {
      const listed = await app.ask('GET', '/admin/v1/jobs', undefined, { key: 'sandbox-operator' });
      const jobs = listed.body['jobs'] as Json[];
      return jobs.find(({ name }) => name === 'warn-of-expiry')?.['lagSeconds'];
    };
    expect(await lag()).toBe(0);
    await jump('CH', endOfDay(order.expiresOn, 'Europe/Zurich') - daySeconds * 1000 + 600_000);
    expect(Math.abs(Number(await lag()) - 600)).toBeLessThan(30);
    await run();
    expect(await lag()).toBe(0);
  });
});
