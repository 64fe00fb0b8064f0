// The test clock goes from one due moment to the next, so that a long jump comes to the same story as the time itself: in its
// order, each thing at its own moment, and nobody else's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, endOfDay } from '../../src/core/dates.ts';
import { setClock } from '../../src/merchants/clock.operation.ts';
import { advance, authorizeBody, item, startApp, type TestApp } from '../support/app.ts';
import { until } from '../support/service-process.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const daySeconds = 86_400;
const authorize = '/api/v3/checkout/authorize';

async function place(firstName = 'Kim', key = 'sandbox-de'): Promise<{ number: string; expiresOn: string }> {
  const body = authorizeBody('DE', { customer: { firstName }, items: [item('DE', 'A', 5000)] });
  const answer = await app.ask('POST', authorize, body, { key });
  return { number: body.order.number, expiresOn: String(answer.body['expirationDate']) };
}

const events = (country: string) =>
  app.query(
    `select b.type, o.number, extract(epoch from b.happened_at)::float8 * 1000 as at from outbox b
     join orders o on o.merchant_id = b.merchant_id and o.id = b.order_id join merchants m on m.id = b.merchant_id
     where m.country = $1 order by b.happened_at, b.id`,
    country,
  );
const merchantId = async (country: string): Promise<string> =>
  String((await app.query('select id from merchants where country = $1', country))[0]?.['id']);

test('the example of the document puts a clock forward by what it says', async () => {
  const { body } = setClock.example as { body: { advanceSeconds: number } };
  expect(Object.keys(body)).toEqual(['advanceSeconds']);
  expect((await advance(app, 'FI', body)).body).toMatchObject({ offsetSeconds: body.advanceSeconds });
});

describe('a long jump', () => {
  test('stops wherever something falls due, in the order of business time, and what happens is dated there', async () => {
    const first = await place();
    await advance(app, 'DE', { advanceSeconds: 5 * daySeconds });
    const [second, pending] = [await place(), await place('Review')];
    const jumped = await advance(app, 'DE', { advanceSeconds: 366 * daySeconds });
    expect(jumped.body).toMatchObject({ reached: true });

    const ends = (await events('DE')).filter(({ type }) => /expir|declined/.test(String(type)));
    expect(ends.map(({ type, number }) => [type, number])).toEqual([
      ['order.declined', pending.number],
      ['order.expiring', first.number],
      ['order.expiring', first.number],
      ['order.expired', first.number],
      ['order.expiring', second.number],
      ['order.expiring', second.number],
      ['order.expired', second.number],
    ]);
    const moments = [first, second].flatMap(({ expiresOn }) =>
      [3, 1, 0].map((days) => endOfDay(addDays(expiresOn, -days), 'Europe/Berlin')),
    );
    for (const [index, { at }] of ends.slice(1).entries()) {
      expect(Number(at) - Number(moments[index])).toBeGreaterThanOrEqual(0);
      expect(Number(at) - Number(moments[index])).toBeLessThan(60_000);
    }
    const booked = await app.query(
      `select count(*) from ledger l join outbox b on b.id = l.event_id where l.booked_at <> b.happened_at`,
    );
    expect(booked).toEqual([{ count: '0' }]);
  });

  test('leaves what is due to others to their own time and their own runs', async () => {
    const other = await app.query(`select clock_offset_ms::int as offset from merchants where country = 'AT'`);
    expect(other).toEqual([{ offset: 0 }]);
  });
});

describe('two who put one clock forward', () => {
  test('at the same moment both get their time, one after the other', async () => {
    const before = Number(
      (await app.ask('GET', `/admin/v1/merchants/${await merchantId('CH')}/clock`, undefined, operator)).body['offsetSeconds'],
    );
    await Promise.all(
      [1, 2, 3].map((days) =>
        until('it is its turn', async () => {
          const { status, messages } = await advance(app, 'CH', { advanceSeconds: days * daySeconds });
          // Who waits in vain for long is told so, which is no fault on a slow machine.
          if (status !== 200) expect([status, messages[0]?.['code']]).toEqual([409, '400.380']);
          return status === 200;
        }),
      ),
    );
    const after = await app.ask('GET', `/admin/v1/merchants/${await merchantId('CH')}/clock`, undefined, operator);
    expect(after.body['offsetSeconds']).toBe(before + 6 * daySeconds);
  });

  test('while one of them takes long, the other is told so and nothing has changed', async () => {
    const id = await merchantId('NL');
    let done: () => void = () => undefined;
    let held = false;
    const holding = app.deps.jobs.claims.withMerchant('clock', id, () => {
      held = true;
      return new Promise<void>((resolve) => {
        done = resolve;
      });
    });
    await until('the clock is held', () => held);
    const refused = await advance(app, 'NL', { advanceSeconds: daySeconds });
    expect([refused.status, refused.messages[0]?.['code']]).toEqual([409, '400.380']);
    done();
    await holding;
    expect((await advance(app, 'NL', { advanceSeconds: daySeconds })).body).toMatchObject({
      reached: true,
      offsetSeconds: daySeconds,
    });
  });
});

const operator = { key: 'sandbox-operator' };
