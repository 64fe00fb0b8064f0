// What an operation costs the database, in counts that no machine changes: a statement, a row or an index more is seen here before
// it is seen as time. What an order costs must not grow with the book, from the very first one on.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizeRequest, captureOfACent } from '../../../bench/bodies.ts';
import { sealStatements } from '../../src/audit/seals.sql.ts';
import { listExposures, listExposuresOfOrders, lockCustomers, lockCustomersOfOrders } from '../../src/customers/customers.sql.ts';
import type { Session } from '../../src/store/db.ts';
import type { Statement } from '../../src/store/table.ts';
import { together } from '../../src/store/transaction.ts';
import { add, openAccount } from '../support/accounts.ts';
import { type Answer, authorizeBody, authorized, item, type Json, part, path, startApp, type TestApp } from '../support/app.ts';
import { type Budget, budgets, growthBudgets } from '../support/budgets.ts';

const poolSize = 4;
const environment = { JOBS: 'off', POOL_SIZE: String(poolSize) };

/** Every connection of the service reports what it read and wrote: PostgreSQL keeps that to itself for a second otherwise. */
async function flushStatistics({ deps: { db } }: TestApp): Promise<void> {
  const flush = { statement: { name: 'flush_statistics', text: 'select pg_stat_force_next_flush()' }, values: [] };
  let arrived = 0;
  let allHere = (): void => {};
  const together = new Promise<void>((resolve) => {
    allHere = resolve;
  });
  const work = async (session: Session): Promise<void> => {
    await session.trip([flush]);
    arrived += 1;
    if (arrived === poolSize) allHere();
    // Each waits for the others, so that each has a connection of its own.
    await together;
  };
  await Promise.all(Array.from({ length: poolSize }, () => db.using(work)));
}

/** Of a table: rows written; rows and entries of indexes read, by whatever plan; and blocks. */
type Touched = Record<string, { rows: number; read: number; blocks: number }>;

async function touchedSoFar(app: TestApp): Promise<Touched> {
  await flushStatistics(app);
  const rows = await app.query(`select t.relname as name, t.n_tup_ins + t.n_tup_upd + t.n_tup_del as rows,
      t.seq_tup_read + coalesce((select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0) as read,
      io.heap_blks_hit + io.heap_blks_read + coalesce(io.idx_blks_hit + io.idx_blks_read, 0) as blocks
    from pg_stat_user_tables t join pg_statio_user_tables io using (relid)`);
  const counts = ({ rows, read, blocks }: Json) => ({ rows: Number(rows), read: Number(read), blocks: Number(blocks) });
  return Object.fromEntries(rows.map((row) => [String(row['name']), counts(row)]));
}

function differenceOf(before: Touched, after: Touched): Touched {
  const none = { rows: 0, read: 0, blocks: 0 };
  const minus = (name: string, is: Touched[string]): Touched[string] => {
    const was = before[name] ?? none;
    return { rows: is.rows - was.rows, read: is.read - was.read, blocks: is.blocks - was.blocks };
  };
  return Object.fromEntries(Object.entries(after).map(([name, is]) => [name, minus(name, is)]));
}

const accepted = async (answer: Promise<Answer>): Promise<Answer> => {
  const { status, text } = await answer;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return answer;
};

describe('the budget of an operation', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp(environment);
  });
  afterAll(() => app.stop());

  const rounds = 15;
  /**
   * What the connections of this database alone wrote: the server's own log also holds what other files and its writer do.
   * PostgreSQL counts it by connection since 18, which is the version that the project carries; before, no byte is counted.
   */
  const walNow = async (): Promise<number> => {
    const [known] = await app.query(`select to_regproc('pg_stat_get_backend_wal') is not null as counted`);
    if (known?.['counted'] !== true) return 0;
    await flushStatistics(app);
    const rows = await app.query(`select sum((pg_stat_get_backend_wal(pid)).wal_bytes) as bytes
      from pg_stat_activity where datname = current_database()`);
    return Number(rows[0]?.['bytes']);
  };

  /** The least of several rounds: what is looked up only now and then comes on top. */
  async function costOf(operation: string, make: () => Promise<() => Promise<unknown>>): Promise<Budget> {
    const { counts } = app.deps.db;
    // The first one also keeps what all of them say alike.
    await (await make())();
    const works = [];
    for (let round = 0; round < rounds; round += 1) works.push(await make());
    const measured: Omit<Budget, 'operation' | 'rows'>[] = [];
    const before = await touchedSoFar(app);
    let wal = await walNow();
    for (const work of works) {
      const { trips, statements } = counts;
      await work();
      const made = { trips: counts.trips - trips, statements: counts.statements - statements };
      const now = await walNow();
      measured.push({ ...made, walBytes: now - wal });
      wal = now;
    }
    const touched = differenceOf(before, await touchedSoFar(app));
    const written = Object.entries(touched).filter(([, { rows }]) => rows > 0);
    const least = (of: 'trips' | 'statements' | 'walBytes'): number => Math.min(...measured.map((each) => each[of]));
    const rows = Object.fromEntries(
      written.map(([name, { rows }]): [string, number] => [name, rows / rounds]).sort(([a], [b]) => a.localeCompare(b)),
    );
    return { operation, trips: least('trips'), statements: least('statements'), rows, walBytes: least('walBytes') };
  }

  const ask = (method: 'GET' | 'POST', url: string, body?: Json) => () => accepted(app.ask(method, url, body));
  const captured = async (): Promise<{ number: string; captureNumber: string }> => {
    const number = await authorized(app);
    const answer = await accepted(app.ask('POST', path(number, '/captures'), { orderDetails: part(60) }));
    return { number, captureNumber: String(answer.body['captureNumber']) };
  };
  const operations: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
    authorize: async () =>
      ask('POST', '/api/v3/checkout/authorize', authorizeBody('DE', { items: [item('DE', 'THING', 10_000)] })),
    capture: async () => ask('POST', path(await authorized(app), '/captures'), { orderDetails: part(60) }),
    refund: async () => {
      const { number, captureNumber } = await captured();
      return ask('POST', path(number, '/refunds'), { captureNumber, orderItems: [refunded] });
    },
    void: async () => ask('POST', path(await authorized(app), '/voids')),
    'account event': async () => {
      const account = await openAccount(app);
      return () => accepted(add(app, account));
    },
    'GET order': async () => ask('GET', path((await captured()).number)),
    'GET captures': async () => ask('GET', path((await captured()).number, '/captures')),
    'payment-methods': async () =>
      ask('POST', '/api/v3/checkout/payment-methods', { order: { totalGrossAmount: 104.95, currency: 'EUR' } }),
    'installment-plans': async () => ask('POST', '/api/v3/lookup/installment-plans', { amount: 500, currency: 'EUR' }),
  };
  const refunded = { productId: 'RETURN', description: 'Back', quantity: 1, grossUnitPrice: 10, netUnitPrice: 10, vatPercent: 0 };

  it.each(Object.keys(operations))('of %s is kept', async (operation) => {
    const make = operations[operation];
    if (!make) throw new Error(operation);
    const { walBytes, ...exact } = await costOf(operation, make);
    const { walBytes: most, ...budget } = budgets.find((each) => each.operation === operation) ?? { walBytes: 0 };
    if (process.env['SHOW_BUDGETS']) console.log(JSON.stringify({ ...exact, walBytes }));
    expect(exact).toEqual(budget);
    expect(walBytes).toBeLessThanOrEqual(most);
  });
});

describe('a database that fills from empty', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp(environment);
  });
  afterAll(() => app.stop());

  const atOnce = 32;
  let orders = 0;
  /** So many orders of so many people, each captured from once, then read. */
  async function fill(count: number): Promise<void> {
    for (const last = orders + count; orders < last; orders += atOnce) {
      const numbers = Array.from({ length: atOnce }, (_none, index) => `fill-${orders + index}`);
      const post = (url: string, body: object) => accepted(app.ask('POST', url, body));
      await Promise.all(numbers.map((number) => post('/api/v3/checkout/authorize', authorizeRequest(number, 104.95))));
      await Promise.all(numbers.map((number) => post(path(number, '/captures'), captureOfACent)));
      await Promise.all(numbers.map((number) => accepted(app.ask('GET', path(number)))));
    }
  }
  async function touchedBy(count: number): Promise<Touched> {
    const before = await touchedSoFar(app);
    await fill(count);
    return differenceOf(before, await touchedSoFar(app));
  }
  const window = 192;
  /** Rows as of two thousand shops of three orders: so the average shop is small. */
  async function besideSmallShops(): Promise<void> {
    for (const table of ['customers', 'exposures', 'velocities', 'orders', 'captures']) {
      await app.query(`insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object('merchant_id', m.id))).*
        from (select * from ${table} limit 3) t, (select gen_random_uuid() as id from generate_series(1, 2000)) m`);
      await app.query(`analyze ${table}`);
    }
  }

  const operator = { key: 'sandbox-operator' };
  /** What each job reads of every table where nothing is left for it to do. */
  async function readByJobs(): Promise<Record<string, number>> {
    const { jobs } = (await app.ask('GET', '/admin/v1/jobs', undefined, operator)).body as { jobs: { name: string }[] };
    const run = (name: string) => accepted(app.ask('POST', `/admin/v1/jobs/${name}/run`, {}, operator));
    for (const { name } of jobs) await run(name);
    const reads: Record<string, number> = {};
    for (const { name } of jobs) {
      const before = await touchedSoFar(app);
      await run(name);
      const touched = differenceOf(before, await touchedSoFar(app));
      for (const [table, { read }] of Object.entries(touched)) reads[`${name} of ${table}`] = read;
    }
    return reads;
  }
  let byJobs: Record<'early' | 'late', Record<string, number>> | undefined;

  it('touches no more blocks for the two thousandth order than for the first hundreds: no plan of an empty table or of a small shop scans it', async () => {
    await readByJobs();
    await fill(atOnce);
    await besideSmallShops();
    await fill(atOnce);
    const early = await touchedBy(window);
    const earlyJobs = await readByJobs();
    await fill(2000 - 2 * window - orders);
    const late = await touchedBy(window);
    byJobs = { early: earlyJobs, late: await readByJobs() };
    const perOrder = (touched: Touched, name: string, of: 'read' | 'blocks'): number => (touched[name]?.[of] ?? 0) / window;
    const shown = (name: string): string =>
      (['read', 'blocks'] as const)
        .map(
          (of) => `${name}: ${perOrder(early, name, of).toFixed(1)} ${of} an order, later ${perOrder(late, name, of).toFixed(1)}`,
        )
        .join('; ');
    const grew = (name: string, of: 'read' | 'blocks'): boolean =>
      perOrder(late, name, of) > growthBudgets[of].times * perOrder(early, name, of) + growthBudgets[of].more;
    // The index of words collects new ones and merges them now and then: those blocks are of many orders.
    const merged = new Set(['order_contents']);
    const grown = Object.keys(late).filter((name) => grew(name, 'read') || (grew(name, 'blocks') && !merged.has(name)));
    if (process.env['SHOW_BUDGETS']) console.log(Object.keys(late).map(shown).join('\n'));
    expect(grown.map(shown)).toEqual([]);
  });

  it('jobs read no more of two thousand orders than of some hundreds, although their plans were made while there were none', () => {
    const { early, late } = byJobs ?? expect.fail('the book was not filled');
    // A page of events is looked at before the first that is needed yet; orders of the last three weeks, once a day (C98).
    const page = 1000;
    const grown = Object.entries(late).filter(
      ([name, read]) => !name.startsWith('remind-of-withdrawal-late ') && read > 1.3 * (early[name] ?? 0) + page,
    );
    expect(grown.map(([name, read]) => `${name}: ${early[name]}, later ${read}`)).toEqual([]);
  });

  it('looks for whom a customer was merged into among those who were, and not among all', async () => {
    const none = '00000000-0000-0000-0000-000000000000';
    const usesIndex = async ({ name, text }: Statement, lists: number): Promise<boolean> => {
      const statement = { name: `explain_${name}`, text: `explain (format json) ${text}` };
      const plan = await together(app.deps.db, [{ statement, values: [none, ...Array.from({ length: lists }, () => '{}')] }]);
      return JSON.stringify(plan).includes('customers_merged_by_key');
    };
    expect(await usesIndex(lockCustomers, 4)).toBe(true);
    expect(await usesIndex(listExposures, 3)).toBe(true);
    expect(await usesIndex(lockCustomersOfOrders, 1)).toBe(true);
    expect(await usesIndex(listExposuresOfOrders, 1)).toBe(true);
  });

  it('starts no process for a statement, however large its tables are', async () => {
    const free = ['min_parallel_table_scan_size', 'min_parallel_index_scan_size', 'parallel_setup_cost', 'parallel_tuple_cost'];
    const settings = free.map((name) => `set_config('${name}', '0', true)`).join(', ');
    const { text } = sealStatements.digestUnsealed;
    const none = '00000000-0000-0000-0000-000000000000';
    const calls = [
      { statement: { name: 'parallel_for_free', text: `select ${settings}` }, values: [] },
      { statement: { name: 'explain_digest', text: `explain (format json) ${text}` }, values: [none, `{${none}}`] },
    ];
    const [, plan] = await together(app.deps.db, calls);
    expect(JSON.stringify(plan)).toContain('ledger_pkey');
    expect(JSON.stringify(plan)).not.toContain('Workers Planned');
  });
});
