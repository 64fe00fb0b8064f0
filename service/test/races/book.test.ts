// What the book promises beside its decisions: the budget of round trips, members of a batch that cannot hurt each other,
// and a truthful answer when a connection breaks at the worst moment.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBook } from '../../src/book/book.ts';
import type { Answered, Write } from '../../src/book/write.ts';
import { storage } from '../../src/compose.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { merchantOf } from '../../src/merchants/merchants.sql.ts';
import { noTraces } from '../../src/observe/traces.ts';
import { chance } from '../../src/runtime/chance.ts';
import { ask } from '../support/asking.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { type Cost, costOf, rounds } from '../support/cost.ts';
import { atOnce, orderBody, type Pair, startPair, statusesOf } from '../support/pair.ts';

let pair: Pair;
let merchant: ReturnType<typeof merchantOf>;

beforeAll(async () => {
  pair = await startPair();
  const { db } = depsOf();
  const rows = await db.read({
    name: 'shops',
    text: `select *, time_zone as "timeZone", clock_offset_ms as "clockOffsetMs" from merchants`,
  });
  merchant = merchantOf(rows.find((row) => row['country'] === 'DE') ?? {});
});
afterEach(() => expectBooksAgree(pair.query));
afterAll(() => pair.close());

const depsOf = () => {
  const [first] = pair.services;
  if (!first) throw new Error('no service');
  return first.deps;
};

const writeOf = async (id: string, orderNumber: string, body: object): Promise<Write> => {
  const write = await ask(id, merchant, { orderNumber }, body);
  if (write instanceof Refusal) throw new Error(write.notices[0].id);
  return write;
};
const authorizations = (prefix: string, count: number) =>
  atOnce(count, (index) => writeOf('authorize', '', orderBody(`${prefix}-${index}`, 10)));
const captures = (prefix: string, count: number) =>
  atOnce(count, (index) => writeOf('createCapture', `${prefix}-${index}`, { orderDetails: { totalGrossAmount: 1 } }));

const cost = (work: (round: number) => Promise<unknown>): Promise<Cost> => costOf(depsOf().db, work);

const submitAll = (writes: readonly Write[]): Promise<(Answered | Refusal)[]> =>
  Promise.all(writes.map((write) => depsOf().book.submit(write)));

describe('the budget of round trips', () => {
  it('for a batch is two, with as many statements for one as for sixty-four', async () => {
    // The e-mail and address that all of them share are counted in rows of this hour: the first makes them.
    await submitAll(await authorizations('before', 16));
    for (const [kind, make] of [['authorize', authorizations] as const, ['capture', captures] as const]) {
      const each = (count: number): Promise<Write[][]> => atOnce(rounds.length, (round) => make(`${round}-of-${count}`, count));
      const [one, many] = [await each(1), await each(64)];
      const forOne = await cost((round) => submitAll(one[round] ?? []));
      const forMany = await cost((round) => submitAll(many[round] ?? []));
      // Authorize also reads who is like the person and what the lists hold, and remembers the person: three
      // statements; three more read and count how fast orders come.
      expect(forOne, kind).toEqual({ trips: 2, statements: kind === 'authorize' ? 26 : 16 });
      // Sixty-four that come at once are one batch.
      expect(forMany, kind).toEqual(forOne);
    }
  });

  it('for a read is one, and for a pure endpoint zero', async () => {
    const [service] = pair.services;
    const get = (url: string) => service?.app.inject({ method: 'GET', url, headers: { 'x-auth-key': 'sandbox-de' } });
    await get('/api/v3/version');
    expect(await cost(async () => get('/api/v3/orders/0-of-1-0'))).toEqual({ trips: 1, statements: 1 });
    expect(await cost(async () => get('/api/v3/orders/0-of-1-0/captures'))).toEqual({ trips: 1, statements: 1 });
    expect(await cost(async () => get('/api/v3/version'))).toEqual({ trips: 0, statements: 0 });
  });

  it('for a repeated authorize is one, and no source is asked again', async () => {
    const [service] = pair.services;
    const post = () =>
      service?.app.inject({
        method: 'POST',
        url: '/api/v3/checkout/authorize',
        headers: { 'x-auth-key': 'sandbox-de', 'idempotency-key': 'again' },
        payload: orderBody('again', 10, 'again'),
      });
    await post();
    expect(await cost(async () => post())).toEqual({ trips: 1, statements: 1 });
  });
});

describe('the members of a batch', () => {
  it('see what the earlier ones left: one person’s orders in one batch share one limit', async () => {
    const writes = await atOnce(5, (index) => writeOf('authorize', '', orderBody(`batch-${index}`, 300, 'batch-person')));
    const answers = await submitAll(writes);
    const outcomes = answers.map((answer) => (answer instanceof Refusal ? 'refused' : JSON.parse(answer.text).outcome));
    expect(outcomes).toEqual(['Accepted', 'Accepted', 'Accepted', 'Rejected', 'Rejected']);
  });

  it('succeed when one of them throws or fails in the database', async () => {
    await submitAll(await authorizations('safe', 10));
    const writes = await captures('safe', 10);
    const [first, second, third] = writes;
    if (!first || !second || !third) throw new Error('no writes');
    const thrower: Write = {
      ...first,
      decide() {
        throw new Error('a decision that throws');
      },
    };
    // A refunded amount above the captured one: the table's CHECK refuses the whole statement.
    const breaker: Write = {
      ...second,
      decide(inHand, setting) {
        const decided = second.decide(inHand, setting);
        if (decided instanceof Refusal || !inHand.order) return decided;
        const { order } = inHand.order;
        return {
          ...decided,
          changes: [...decided.changes, { kind: 'update', table: 'orders', row: order, add: { refundedMinor: 999n }, set: {} }],
        };
      },
    };
    const settled = await Promise.allSettled(
      [thrower, breaker, third, ...writes.slice(3)].map((write) => depsOf().book.submit(write)),
    );
    expect(settled.map((each) => each.status)).toEqual(['rejected', 'rejected', ...Array<string>(8).fill('fulfilled')]);
  });

  it('succeed when what one of them needs cannot be read, or what it decided cannot be put into a statement', async () => {
    await submitAll(await authorizations('opened', 10));
    await pair.query(`update order_contents set bank_account = '2.deadbeef.AAAA.BBBB'
      where order_id = (select id from orders where number = 'opened-0')`);
    const writes = await atOnce(10, (index) => {
      const { number, ...summary } = orderBody(`opened-${index}`, 9).order;
      return writeOf('updateOrder', number, { updateOrderSummary: summary });
    });
    const [unreadable, second, ...others] = writes;
    if (!unreadable || !second) throw new Error('no writes');
    const unwritable: Write = {
      ...second,
      decide(inHand, setting) {
        const decided = second.decide(inHand, setting);
        if (decided instanceof Refusal || !inHand.order) return decided;
        const row = inHand.order.order;
        const never = { kind: 'update', table: 'orders', row, add: {}, set: { expiresAt: Number.NaN } } as const;
        return { ...decided, changes: [...decided.changes, never] };
      },
    };
    const settled = await Promise.allSettled([unreadable, ...others].map((write) => depsOf().book.submit(write)));
    expect(settled.map((each) => each.status)).toEqual(['rejected', ...Array<string>(8).fill('fulfilled')]);
    const again = await Promise.allSettled([unwritable, ...others].map((write) => depsOf().book.submit(write)));
    expect(again.map((each) => each.status)).toEqual(['rejected', ...Array<string>(8).fill('fulfilled')]);
  });

  it('are not run again where something of ours throws after the commit', async () => {
    await submitAll(await authorizations('counted', 4));
    const writes = await captures('counted', 4);
    const { db, secrets, metrics } = depsOf();
    const grew = (): void => {
      throw new Error('counting fails');
    };
    const book = createBook({
      storage,
      db,
      secrets,
      chance,
      metrics,
      clock: Date.now,
      batchesAtOnce: 3,
      queueLimit: 100,
      traces: noTraces,
      youngTables: { grew },
    });
    const settled = await Promise.allSettled(writes.map((write) => book.submit(write)));
    expect(settled.map((each) => each.status)).toEqual(Array<string>(4).fill('rejected'));
    const [{ count } = {}] = await pair.query(
      `select count(*)::int from captures c join orders o on o.id = c.order_id where o.number like 'counted-%'`,
    );
    expect(count).toBe(4);
  });

  it('are refused with Retry-After beyond the queue’s limit', async () => {
    const small = await startPair({ QUEUE_LIMIT: '10' });
    try {
      const answers = await atOnce(
        60,
        (index) =>
          small.services[0]?.app
            .inject({
              method: 'POST',
              url: '/api/v3/checkout/authorize',
              headers: { 'x-auth-key': 'sandbox-de' },
              payload: orderBody(`queue-${index}`, 1),
            })
            .then((answer) => ({ status: answer.statusCode, wait: answer.headers['retry-after'] })) as Promise<{
            status: number;
            wait: unknown;
          }>,
      );
      const refused = answers.filter((answer) => answer?.status === 503);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.every((answer) => answer?.wait === '1')).toBe(true);
      expect(answers.filter((answer) => answer?.status === 200).length).toBe(60 - refused.length);
    } finally {
      await small.close();
    }
  });
});

describe('connections that break under load', () => {
  it('lose nothing that was acknowledged and book nothing twice', async () => {
    await pair.ask('POST', '/api/v3/checkout/authorize', orderBody('storm', 900));
    let under = true;
    const storm = (async () => {
      for (let round = 0; under && round < 200; round += 1) {
        await pair.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'deferred-payment-service' and random() < 0.5`);
      }
    })();
    const answers = await atOnce(300, () =>
      pair.ask('POST', '/api/v3/orders/storm/captures', { orderDetails: { totalGrossAmount: 1 } }),
    );
    under = false;
    await storm;
    const [order] = await pair.query(`select captured_minor from orders where number = 'storm'`);
    const counts = statusesOf(answers);
    expect(Number(order?.['captured_minor'])).toBe((counts[200] ?? 0) * 100);
    expect(Object.keys(counts).filter((status) => !['200', '500', '503'].includes(status))).toEqual([]);
  }, 60_000);
});
