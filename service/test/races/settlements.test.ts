// Two services close at once, on one database, while captures and refunds arrive, and one of them is cut off in the middle:
// every entry is on one statement, every statement is closed once and adds up.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningDeps } from '../../src/jobs/jobs.ts';
import { contractText } from '../../src/merchants/merchants.sql.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';
import { closeDue } from '../../src/settlement/close.ts';
import { fromTheStart, listPending } from '../../src/settlement/pending.sql.ts';
import { settle } from '../../src/settlement/settle.job.ts';
import { orderBody, type Pair, startPair } from '../support/pair.ts';
import { expectSettled } from '../support/settled.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let pair: Pair;
let de = '';

beforeAll(async () => {
  pair = await startPair({ LOG_LEVEL: 'error' });
  de = String((await pair.query(`select id from merchants where country = 'DE'`))[0]?.['id']);
});
afterAll(async () => {
  await expectSettled((text) => pair.query(text));
  await pair.close();
});

/** The job on its own in a service, as its timer runs it. */
const run = (service: number, stopping = () => false): Promise<number> => {
  const deps = pair.services[service]?.deps;
  if (!deps) throw new Error('no such service');
  const { claims } = deps.jobs;
  return settle.run({ ...deps, stopping, signal: new AbortController().signal, claims, only: de } satisfies RunningDeps);
};

/** Whatever the merchant's clock says, without running anything. */
const setClock = (days: number): Promise<unknown> =>
  pair.query('update merchants set clock_offset_ms = $1 where id = $2', [days * 86_400_000, de]);

let orders = 0;
async function capture(amount: number): Promise<string> {
  orders += 1;
  const number = `RACE-${orders}`;
  const authorized = await pair.ask('POST', '/api/v3/checkout/authorize', orderBody(number, amount));
  expect(authorized.json['outcome'], authorized.text).toBe('Accepted');
  const answer = await pair.ask('POST', `/api/v3/orders/${number}/captures`, { orderDetails: { totalGrossAmount: amount } });
  expect(answer.status, answer.text).toBe(200);
  return number;
}

/** Begin to close as a service that is gone after so many writes: what it would have written never arrives. */
async function cutOff(steps: number, now: number): Promise<void> {
  let left = steps;
  const deps = pair.services[0]?.deps;
  if (!deps) throw new Error('no service');
  const book = {
    ...deps.book,
    submit: (...write: Parameters<typeof deps.book.submit>) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('gone')) : deps.book.submit(...write);
    },
  };
  const by = { actor: 'job', operation: 'settle', requestId: '' };
  const closing = { db: deps.db, book, stopping: () => false, merchantId: de, timeZone: 'Europe/Berlin', by };
  await closeDue(closing, { period: 'weekly', weekday: 1 }, now).catch(() => 0);
}

const countOf = async (text: string): Promise<number> => Number((await pair.query(text))[0]?.['count']);

describe('closing at once', () => {
  it('by two services closes every period once, while captures and refunds arrive', async () => {
    let day = 8;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 3, maxLength: 8 }), async (cents) => {
        const numbers = await Promise.all(cents.map((each) => capture(each / 100)));
        await setClock(day);
        day += 7;
        const busy = [
          ...numbers.slice(1).map((number) => pair.ask('POST', `/api/v3/orders/${number}/refunds`)),
          ...cents.map((each) => capture(each / 100)),
        ];
        await Promise.all([run(0), run(1), run(0), run(1), ...busy]);
        expect(await countOf(`select count(*) from settlements where state = 'Draft'`)).toBe(0);
        await expectSettled((text) => pair.query(text));
      }),
      { numRuns: 5 },
    );
    expect(await countOf('select count(*) from settlements')).toBeGreaterThanOrEqual(5);
    expect(await countOf(`select count(*) from outbox where type = 'settlement.closed'`)).toBe(
      await countOf('select count(*) from settlements'),
    );
  });

  it('goes on with the draft of one that was cut off at any step', async () => {
    let day = 100;
    for (const steps of [1, 2, 3, 4]) {
      await Promise.all([capture(10), capture(20)]);
      await setClock(day);
      day += 7;
      await cutOff(steps, Date.now() + (day - 7) * 86_400_000);
      await run(1);
      expect(await countOf(`select count(*) from settlements where state = 'Draft'`)).toBe(0);
      await expectSettled((text) => pair.query(text));
    }
  });

  it('by hand finishes a half-made statement, and then closes all others that are due', async () => {
    await setClock(150);
    await capture(10);
    await setClock(160);
    await capture(20);
    await cutOff(1, Date.now() + 160 * 86_400_000);
    expect(await countOf(`select count(*) from settlements where state = 'Draft'`)).toBe(1);
    const before = await countOf('select count(*) from settlements');
    const operator = { 'x-auth-key': 'sandbox-operator' };
    const answer = await pair.ask('POST', `/admin/v1/merchants/${de}/settlements`, { reason: 'leaves' }, operator);
    expect(answer.json['settlement'], answer.text).toMatchObject({ captures: 20, carriedOut: 0 });
    expect(await countOf(`select count(*) from settlements where state = 'Closed'`)).toBe(before + 1);
    const [last] = await pair.query(`select carried_out_minor::int as left from settlements order by position desc limit 1`);
    expect(last?.['left']).toBe(0);
    await expectSettled((text) => pair.query(text));
  });
});

interface PlanNode {
  readonly [member: string]: unknown;
}

/** Rows of the ledger that a plan read, whether they were kept or not; a plan of Citus has others inside. */
function readOfLedger(node: unknown): number {
  if (Array.isArray(node)) return node.reduce((total: number, each) => total + readOfLedger(each), 0);
  if (typeof node !== 'object' || node === null) return 0;
  const plan = node as PlanNode;
  const isLedger = String(plan['Relation Name']).startsWith('ledger');
  const rows = isLedger ? Number(plan['Actual Rows']) + Number(plan['Rows Removed by Filter'] ?? 0) : 0;
  return rows * Number(plan['Actual Loops'] ?? 1) + readOfLedger(Object.values(plan));
}

describe('a statement of many lines', () => {
  it('is closed within the time of a statement, and adds up to the cent', async () => {
    const contract = { ...demoContract('DE'), reserve: { percentBps: 333, days: 14 } };
    await pair.query('update merchants set contract = $1 where id = $2', [contractText(contract), de]);
    const lines = 12_345;
    await setClock(200);
    await run(0);
    // As the book writes captures and refunds of many orders; amounts by chance, from a cent to 999.99.
    await pair.query(
      `with made as (select gen_random_uuid() as id, gen_random_uuid() as event_id, n, 1 + floor(random() * 99999)::bigint as amount,
          now() + interval '200 days' + n * interval '1 second' as at from generate_series(1, $2::int) n),
        told as (insert into outbox (merchant_id, id, type, order_id, subject, currency, amount_minor, happened_at)
          select $1, event_id, case when n % 9 = 0 then 'order.refunded' else 'order.captured' end,
            (select id from orders where merchant_id = $1 limit 1), 'BULK-' || n, 'EUR', amount, at from made)
      insert into ledger (merchant_id, id, event_id, order_id, debit_account, credit_account, amount_minor, currency, booked_at, written_at)
      select $1, id, event_id, (select id from orders where merchant_id = $1 limit 1),
        case when n % 9 = 0 then 'merchant_payables' else 'receivables' end,
        case when n % 9 = 0 then 'receivables' else 'merchant_payables' end, amount, 'EUR', at,
        now() - n * interval '1 millisecond' from made`,
      [de, lines],
    );
    // Autovacuum would have looked long since, had they come one by one.
    await pair.query('analyze ledger, outbox');
    await setClock(208);
    // A page reads itself, and not all that is pending each time.
    const { rank, writtenAt, eventId } = fromTheStart;
    const cut = new Date(Date.now() + 208 * 86_400_000).toISOString();
    const page = [de, 'EUR', cut, rank, writtenAt, eventId, 100];
    const [read] = await pair.query(`explain (analyze, format json) ${listPending.text}`, page);
    expect(readOfLedger(read)).toBeLessThan(300);
    expect(readOfLedger(read)).toBeGreaterThan(99);
    const since = performance.now();
    await Promise.all([run(0), run(1)]);
    const milliseconds = Math.round(performance.now() - since);
    const [made] = await pair.query(`select number, line_count as count, reserve_withheld_minor as reserve from settlements
      where merchant_id = '${de}' order by position desc limit 1`);
    expect(made).toMatchObject({ count: lines });
    expect(BigInt(String(made?.['reserve']))).toBeGreaterThan(0n);
    await expectSettled((text) => pair.query(text));
    if (process.env['TELL_TIMES']) console.log(`${lines} lines closed in ${milliseconds} ms`);
    // The reserve comes back with the first statement made after its fourteen days.
    await pair.query('update merchants set contract = $1 where id = $2', [contractText(demoContract('DE')), de]);
    await setClock(230);
    await run(1);
    expect(await countOf(`select count(*) from settlements where released_by is not null`)).toBe(1);
  });
});
