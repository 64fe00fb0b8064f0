// The worst moments: a commit whose answer is lost, a row that somebody else holds, a number drawn twice, an order that
// cannot be expired, a client that left while its twin waits.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BookOptions, createBook } from '../../src/book/book.ts';
import type { Answered, Write } from '../../src/book/write.ts';
import { storage } from '../../src/compose.ts';
import type { MerchantOnClock } from '../../src/core/merchant.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { createInFlight } from '../../src/http/in-flight.ts';
import { merchantOf } from '../../src/merchants/merchants.sql.ts';
import { createMetrics } from '../../src/observe/metrics.ts';
import { noTraces } from '../../src/observe/traces.ts';
import { createYoungTables } from '../../src/postgres/young-tables.ts';
import { chance } from '../../src/runtime/chance.ts';
import { adjustSettlement } from '../../src/settlement/adjustments.operation.ts';
import { type Call, ConnectionLost, type Db } from '../../src/store/db.ts';
import { createSecrets } from '../../src/store/secrets.ts';
import { ask } from '../support/asking.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { lockWaits } from '../support/database.ts';
import { advance, atOnce, orderBody, type Pair, startPair, statusesOf } from '../support/pair.ts';

let pair: Pair;
let merchant: MerchantOnClock;
beforeAll(async () => {
  pair = await startPair();
  const rows = await dbOf().read({
    name: 'shops',
    text: `select *, time_zone as "timeZone", clock_offset_ms as "clockOffsetMs" from merchants where country = 'DE'`,
  });
  merchant = merchantOf(rows[0] ?? {});
});
afterEach(() => expectBooksAgree(pair.query));
afterAll(() => pair.close());

function dbOf(): Db {
  const [first] = pair.services;
  if (!first) throw new Error('no service');
  return first.deps.db;
}

const bookOn = (db: Db, more: Partial<BookOptions> = {}) =>
  createBook({
    storage,
    db,
    secrets: createSecrets([Buffer.alloc(32, 7)]),
    chance,
    clock: Date.now,
    batchesAtOnce: 3,
    queueLimit: 100,
    metrics: createMetrics(),
    traces: noTraces,
    youngTables: createYoungTables(db),
    ...more,
  });

async function writeOf(id: string, orderNumber: string, body: object): Promise<Write> {
  const write = await ask(id, merchant, { orderNumber }, body);
  if (write instanceof Refusal) throw new Error(write.notices[0].id);
  return write;
}

/** The database as it is, but the answer to the first commit never arrives; nor does anything after it, where the server is gone. */
function losingACommit(real: Db, afterwards: 'there' | 'gone', sent: (commit: () => Promise<unknown>) => Promise<unknown>): Db {
  let lost = false;
  return {
    ...real,
    using: (work) =>
      real.using((session) =>
        work({
          async trip(calls) {
            if (lost && afterwards === 'gone') throw new ConnectionLost('the server is gone');
            if (lost || calls.at(-1)?.statement.name !== 'commit') return session.trip(calls);
            lost = true;
            await sent(() => session.trip(calls));
            throw new ConnectionLost('the answer is lost');
          },
        }),
      ),
  };
}
const committing = (commit: () => Promise<unknown>): Promise<unknown> => commit();
const neverSent = (): Promise<unknown> => Promise.resolve();

/** Resolves once a session of the database waits for another's row, in a statement like this. */
async function waitsForALock(like = ''): Promise<void> {
  while ((await lockWaits(pair.query, like)) === 0);
}

const capturesOf = (number: string) =>
  pair.query(`select c.amount_minor from captures c join orders o on o.id = c.order_id where o.number = $1`, [number]);

it.each([
  ['whose answer is lost is looked up by a row of it, and the request answered accordingly', 'asked', committing],
  ['that never arrived is found not to be there, and the request is done once', 'lost', neverSent],
])('a commit %s', async (_case, number, fate) => {
  await bookOn(dbOf()).submit(await writeOf('authorize', '', orderBody(number, 100)));
  const write = await writeOf('createCapture', number, { orderDetails: { totalGrossAmount: 30 } });
  const answer = await bookOn(losingACommit(dbOf(), 'there', fate)).submit(write);
  expect('text' in answer && JSON.parse(answer.text)).toMatchObject({ capturedAmount: 30 });
  expect(await capturesOf(number)).toHaveLength(1);
});

/** The server gets the trip with the commit up to a statement, and the rest only once the service has asked what became of it and waits. */
function goingOnLater(
  real: Db,
  arrived: (calls: readonly Call[]) => number,
  waits: () => Promise<void> = waitsForALock,
): { readonly db: Db; readonly finished: () => Promise<unknown> } {
  let finished: Promise<unknown> | undefined;
  const using: Db['using'] = (work) =>
    new Promise((resolve, reject) => {
      const done = real.using((session) =>
        work({
          async trip(calls) {
            if (finished || calls.at(-1)?.statement.name !== 'commit') return session.trip(calls);
            finished = done;
            const results = arrived(calls) === 0 ? [] : await session.trip(calls.slice(0, arrived(calls)));
            reject(new ConnectionLost('the answer is late'));
            await waits();
            return [...results, ...(await session.trip(calls.slice(arrived(calls))))];
          },
        }),
      );
      done.then(resolve, reject);
    });
  return { db: { ...real, using }, finished: async () => finished };
}

it.each([
  ['all but the commit', 'late', (calls: readonly Call[]) => calls.length - 1],
  ['nothing of what it was sent', 'later', () => 0],
])('a commit that is still under way is waited for, where the server had done %s', async (_done, name, arrived) => {
  await bookOn(dbOf()).submit(await writeOf('authorize', '', orderBody(name, 100)));
  const write = await writeOf('createCapture', name, { orderDetails: { totalGrossAmount: 30 } });
  const { db, finished } = goingOnLater(dbOf(), arrived);
  const answer = await bookOn(db).submit(write);
  await finished();
  expect('text' in answer && JSON.parse(answer.text)).toMatchObject({ capturedAmount: 30, totalCapturedAmount: 30 });
  expect(await capturesOf(name)).toHaveLength(1);
});

it('a commit that is late is waited for also where no row was locked: what is answered 503 is not done', async () => {
  const [first] = pair.services;
  if (!first) throw new Error('no service');
  let answered = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const { db, finished } = goingOnLater(
    dbOf(),
    () => 0,
    () => Promise.race([isAnswered, waitsForALock('audit')]),
  );
  const asked = { merchant, actor: 'test', requestId: 'late', body: { number: 'late', amount: -21, reason: 'agreed' } };
  const answer = await adjustSettlement.run(asked as never, { ...first.deps, book: bookOn(db) });
  answered();
  await finished();
  expect(answer).toEqual({ number: 'late', currency: 'EUR', amount: -21, reason: 'agreed' });
  expect(await pair.query(`select amount_minor from settlement_adjustments where number = 'late'`)).toHaveLength(1);
});

it('a commit whose outcome nothing can tell is never run again; under an idempotency key it may be asked again', async () => {
  await bookOn(dbOf()).submit(await writeOf('authorize', '', orderBody('unknown', 100)));
  const write = await writeOf('createCapture', 'unknown', { orderDetails: { totalGrossAmount: 30 } });
  const lost = () => bookOn(losingACommit(dbOf(), 'gone', committing), { settleMs: 600 });
  await expect(lost().submit(write)).rejects.toThrow('while committing');
  expect(await capturesOf('unknown')).toHaveLength(1);
  const claimed = { ...write, claim: { claim: 'unknown', bodyHash: 'same' } };
  expect(await lost().submit(claimed)).toMatchObject({ status: 503 });
  expect(await bookOn(dbOf()).submit(claimed)).toMatchObject({ replayed: true });
  expect(await capturesOf('unknown')).toHaveLength(2);
});

it('a number drawn twice in one request is drawn anew: no refund is lost', async () => {
  const book = bookOn(dbOf());
  await book.submit(await writeOf('authorize', '', orderBody('drawn', 100)));
  for (const amount of [30, 20])
    await book.submit(await writeOf('createCapture', 'drawn', { orderDetails: { totalGrossAmount: amount } }));
  const numbers = ['7', '7', '8', '9'];
  const unlucky = bookOn(dbOf(), { chance: { ...chance, number: () => numbers.shift() ?? chance.number() } });
  const answer = await unlucky.submit(await writeOf('createRefund', 'drawn', {}));
  expect('text' in answer && JSON.parse(answer.text)).toMatchObject({ totalRefundedAmount: 50, refundNumbers: ['8', '9'] });
});

it('a reference that a batch draws a second time lets all be decided again together, none alone', async () => {
  const orders = ['first', 'second', 'third', 'fourth'].map((name) => `same-${name}`);
  for (const order of orders) await bookOn(dbOf()).submit(await writeOf('authorize', '', orderBody(order, 100)));
  const writes = await Promise.all(
    orders.map((order) => writeOf('createCapture', order, { orderDetails: { totalGrossAmount: 30 } })),
  );
  const drawn = ['1234567890123', '1234567890124', '1234567890123'];
  const metrics = createMetrics();
  const unlucky = bookOn(dbOf(), { metrics, chance: { ...chance, digits: (count) => drawn.shift() ?? chance.digits(count) } });
  const [first, ...others] = writes;
  if (!first) throw new Error('no write');
  const answers = [await unlucky.submit(first), ...(await Promise.all(others.map((write) => unlucky.submit(write))))];
  expect(answers.map((answer) => 'text' in answer)).toEqual(orders.map(() => true));
  expect(drawn).toEqual([]);
  expect(await metrics.text()).toContain('dps_book_batch_duration_seconds_count 2');
  expect(await metrics.text()).not.toContain('dps_book_retries_total{');
  for (const order of orders) expect(await capturesOf(order)).toHaveLength(1);
});

it('a customer’s row that another transaction holds does not slow the other shops', async () => {
  await pair.ask('POST', '/api/v3/checkout/authorize', orderBody('held', 500, 'held'));
  const other = new pg.Client(pair.connection);
  await other.connect();
  await other.query('begin');
  await other.query('select 1 from customers where merchant_id = $1 for update', [merchant.id]);
  const stuck = atOnce(40, () => pair.ask('POST', '/api/v3/orders/held/captures', { orderDetails: { totalGrossAmount: 1 } }));
  const others = await atOnce(40, () => pair.ask('GET', '/api/v3/orders/nobody', undefined, { 'x-auth-key': 'sandbox-nl' }));
  expect(statusesOf(others)).toEqual({ 404: 40 });
  await other.query('rollback');
  await other.end();
  expect((await stuck).filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
}, 30_000);

it('a repeated request gets what is stored once the first has ended, although the client of that one has left', async () => {
  const inFlight = createInFlight();
  const claim = { claim: 'left', bodyHash: 'same' };
  let followed = (): boolean => false;
  let settle = (): void => undefined;
  const first = inFlight.once('shop', claim, (isFollowed) => {
    followed = isFollowed;
    return new Promise((resolve) => {
      settle = () => resolve({ text: '{}', replayed: false });
    });
  });
  expect(followed()).toBe(false);
  let stored: Answered | undefined;
  const twin = inFlight.once('shop', claim, async () => stored ?? Promise.reject(new Error('read before the first has ended')));
  expect(followed()).toBe(true);
  // As an erasure leaves it, which may have come between.
  stored = { text: 'erased', replayed: true };
  settle();
  expect([await first, await twin]).toEqual([{ text: '{}', replayed: false }, stored]);
});

it('an order that cannot be expired stops no other, and the run is recorded as failed', async () => {
  for (const number of ['spoilt', 'fine']) await pair.ask('POST', '/api/v3/checkout/authorize', orderBody(number, 100));
  const [spoilt] = await pair.query(`select id from orders where number = 'spoilt'`);
  await pair.query(`alter table voids add constraint spoilt check (order_id <> '${String(spoilt?.['id'])}')`);
  const operator = { 'x-auth-key': 'sandbox-operator' };
  expect(await advance(pair, 'DE', 40 * 86_400)).toMatchObject({ status: 200 });
  const states = await pair.query(`select number, state from orders where number in ('spoilt', 'fine') order by number`);
  expect(states).toEqual([
    { number: 'fine', state: 'Expired' },
    { number: 'spoilt', state: 'Authorized' },
  ]);
  await pair.ask('POST', '/admin/v1/jobs/expire-authorizations/run', undefined, operator);
  const { json } = await pair.ask('GET', '/admin/v1/jobs', undefined, operator);
  const job = (json['jobs'] as Record<string, unknown>[]).find(({ name }) => name === 'expire-authorizations');
  expect(Number(job?.['failureCount'])).toBeGreaterThan(0);
  await pair.query('alter table voids drop constraint spoilt');
});
