// Two processes share the jobs: one runs, the other waits; a long run keeps its lease, a lost one is noticed, and whatever a
// process left behind is taken up by the next.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealLedger, sealNewRows } from '../../src/audit/seal-ledger.job.ts';
import { createHeadSigner } from '../../src/audit/signing.ts';
import { createLog } from '../../src/http/log.ts';
import { createJobs, type Job, type Jobs, type RunningDeps } from '../../src/jobs/jobs.ts';
import { createDb, type Db } from '../../src/store/db.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { until } from '../support/service-process.ts';

// Short enough to wait for, and long enough for a machine that stands still for seconds.
const leaseSeconds = 6;
/** Sure to be over, had nobody renewed it. */
const overMs = 1.25 * leaseSeconds * 1000;
let database: TestDatabase;
let db: Db;
let admin: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  db = createDb({ connection: database.connection, poolSize: 6, preparedStatements: true });
  admin = new pg.Client(database.connection);
  await admin.connect();
});
afterAll(async () => {
  await db.close();
  await admin.end();
  await database.drop();
});

const processOf = (holder: string, ...jobs: Job[]): Jobs => {
  // These jobs write nothing, so they need no book.
  const deps = { db, book: undefined as never, log: createLog('silent'), clock: Date.now };
  return createJobs(jobs, deps, { holder, leaseSeconds });
};

/** A promise that is resolved from outside. */
function gateOf<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** A job that works until it is let go. */
function held(name: string) {
  const gate = gateOf<void>();
  const started = gateOf<RunningDeps>();
  const job: Job = {
    name,
    everySeconds: 60,
    async run(deps) {
      started.resolve(deps);
      await gate.promise;
      return 1;
    },
  };
  return { job, let: gate.resolve, started: started.promise };
}

/** A short job, and how many runs of it there were at one moment. */
function counted() {
  let [now, most] = [0, 0];
  const run = async (): Promise<number> => {
    now += 1;
    most = Math.max(most, now);
    await db.read({ name: 'nap', text: 'select 1' });
    now -= 1;
    return 1;
  };
  return { run, most: () => most };
}

const row = async (name: string): Promise<Record<string, unknown>> =>
  (await admin.query('select *, extract(epoch from next_run_at - finished_at) as pause from job_runs where name = $1', [name]))
    .rows[0];

describe('a job', () => {
  test('that takes longer than its lease keeps the lease, and a run by hand meanwhile names the process that holds it', async () => {
    const long = held('long');
    const [one, two] = [processOf('one', long.job), processOf('two', { ...long.job, run: () => Promise.resolve(5) })];
    const running = one.runNow('long');
    const deps = await long.started;
    const since = performance.now();
    let asked = 0;
    await until('the lease would be over long since', async () => {
      const ran = await two.runNow('long');
      expect('heldBy' in ran && ran.heldBy).toMatch(/^one#/);
      asked += 1;
      return performance.now() - since > overMs;
    });
    expect(asked).toBeGreaterThan(5);
    expect([deps.stopping(), deps.signal.aborted]).toEqual([false, false]);
    expect((await two.list())[0]).toMatchObject({ heldBy: expect.stringMatching(/^one#/), lagSeconds: 0 });
    long.let();
    expect(await running).toEqual({ done: 1 });
    expect(await two.runNow('long')).toEqual({ done: 5 });
  });

  test('stops when another process has its lease, and does not write into the other’s record', async () => {
    const lost = held('lost');
    const one = processOf('one', lost.job);
    const running = one.runNow('lost');
    const deps = await lost.started;
    await admin.query(`update job_runs set lease_holder = 'other', lease_until = now() + interval '1 hour' where name = 'lost'`);
    await until('it is told', () => deps.stopping());
    expect(deps.signal.aborted).toBe(true);
    lost.let();
    await running;
    expect(await row('lost')).toMatchObject({ lease_holder: 'other', finished_at: null, done_count: '0' });
  });

  test('whose process was cut off from the database stops before another may begin', async () => {
    const cut = held('cut');
    let broken = false;
    const unlessBroken = () => (broken ? Promise.reject(new Error('cut off')) : Promise.resolve());
    const failing: Db = {
      ...db,
      read: (...asked) => unlessBroken().then(() => db.read(...asked)),
      run: (...asked) => unlessBroken().then(() => db.run(...asked)),
    };
    const deps = { db: failing, book: undefined as never, log: createLog('silent'), clock: Date.now };
    const one = createJobs([cut.job], deps, { holder: 'one', leaseSeconds });
    const two = processOf('two', { ...cut.job, run: () => Promise.resolve(7) });
    const running = one.runNow('cut');
    const seen = await cut.started;
    broken = true;
    const ran = await until('another may', async () => {
      const stoppedBefore = seen.stopping();
      const asked = await two.runNow('cut');
      if ('done' in asked) expect(stoppedBefore).toBe(true);
      return 'done' in asked ? asked : undefined;
    });
    expect(ran).toEqual({ done: 7 });
    cut.let();
    await running;
  });

  test('whose process died in the middle is taken up by the next, and the death is recorded as a failure', async () => {
    await admin.query(
      `insert into job_runs (name, lease_holder, lease_until, started_at, next_run_at)
       values ('orphan', 'dead', now() + make_interval(secs => $1), now(), now())`,
      [leaseSeconds],
    );
    const next = processOf('next', { name: 'orphan', everySeconds: 60, run: () => Promise.resolve(3) });
    expect(await next.runNow('orphan')).toMatchObject({ heldBy: 'dead' });
    const ran = await until('the lease is over', async () => {
      const asked = await next.runNow('orphan');
      return 'done' in asked ? asked : undefined;
    });
    expect(ran).toEqual({ done: 3 });
    expect((await next.list())[0]).toMatchObject({
      failureCount: 1,
      failuresInRow: 0,
      lastFailure: expect.stringContaining('ended'),
    });
  });

  test('runs once per interval in one of the processes, and the processes know of each other', async () => {
    let runs = 0;
    const job: Job = {
      name: 'paced',
      everySeconds: 60,
      run: () => {
        runs += 1;
        return Promise.resolve(1);
      },
    };
    const asked = new Map<string, number>();
    const processes = ['one', 'two', 'three'].map((holder) => {
      const counting: Db = {
        ...db,
        run(statement, ...values) {
          if (statement.name === 'take_job_lease') asked.set(holder, (asked.get(holder) ?? 0) + 1);
          return db.run(statement, ...values);
        },
      };
      const deps = { db: counting, book: undefined as never, log: createLog('silent'), clock: Date.now };
      return createJobs([job], deps, { holder, leaseSeconds });
    });
    for (const each of processes) each.start();
    await until('all have asked', () => asked.size === 3);
    await Promise.all(processes.map((each) => each.stop()));
    expect(runs).toBe(1);
    expect(Number((await row('paced'))['pause'])).toBeGreaterThan(50);
  });

  test('that fails is tried again after growing pauses, at most five minutes or its own pace', async () => {
    const broken: Job = { name: 'broken', everySeconds: 10, run: () => Promise.reject(new RangeError('no')) };
    const one = processOf('one', broken);
    const waits: number[] = [];
    for (let failures = 1; failures <= 7; failures += 1) {
      await expect(one.runNow('broken')).rejects.toThrow('no');
      waits.push(Math.round(Number((await row('broken'))['pause'])));
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300]);
    expect((await one.list())[0]).toMatchObject({ failuresInRow: 7, failureCount: 7, lastFailure: 'RangeError' });
    const mended = processOf('two', { ...broken, run: () => Promise.resolve(1) });
    expect(await mended.runNow('broken')).toEqual({ done: 1 });
    expect((await mended.list())[0]).toMatchObject({ failuresInRow: 0, failureCount: 7 });
  });

  test('that is started many times at once in one process runs one time after the other', async () => {
    const { run, most } = counted();
    const one = processOf('one', { name: 'in-turn', everySeconds: 60, run });
    expect(await Promise.all([1, 2, 3, 4].map(() => one.runNow('in-turn')))).toEqual([1, 1, 1, 1].map((done) => ({ done })));
    expect(most()).toBe(1);
  });

  test('that seals does not run beside the other one that seals, as the database would refuse one', async () => {
    const { run, most } = counted();
    const signer = createHeadSigner([Buffer.alloc(32, 7)]);
    const jobs = [sealNewRows(signer), sealLedger(signer)].map((job) => ({ ...job, run }));
    const one = processOf('one', ...jobs);
    expect(await Promise.all(jobs.map(({ name }) => one.runNow(name)))).toEqual([{ done: 1 }, { done: 1 }]);
    expect(most()).toBe(1);
  });
});

describe('a merchant’s share', () => {
  const merchant = '00000000-0000-4000-8000-000000000001';

  test('belongs to one process at a time while it works, and then to the next at once', async () => {
    const [one, two] = [processOf('one'), processOf('two')];
    const [started, gate] = [gateOf<void>(), gateOf<void>()];
    const first = one.claims.withMerchant('relay', merchant, async () => {
      started.resolve();
      await gate.promise;
      return 'first';
    });
    // Two connections: whoever asks first would have it.
    await started.promise;
    const since = performance.now();
    await until('longer than the lease', async () => {
      expect(await two.claims.withMerchant('relay', merchant, () => Promise.resolve('second'))).toBeUndefined();
      return performance.now() - since > overMs;
    });
    // Another job's share of the same merchant is another claim.
    expect(await two.claims.withMerchant('seal', merchant, () => Promise.resolve('other'))).toEqual({ result: 'other' });
    gate.resolve();
    expect(await first).toEqual({ result: 'first' });
    expect(await two.claims.withMerchant('relay', merchant, () => Promise.resolve('second'))).toEqual({ result: 'second' });
  });

  test('is worked on by either process, one at a time; a few run at once, and one that fails does not stop the rest', async () => {
    const merchants = Array.from({ length: 40 }, (_each, index) => ({
      id: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
    }));
    const working = new Map<string, number>();
    let [now, most, worked] = [0, 0, 0];
    const work = async ({ id: merchantId }: { readonly id: string }): Promise<number> => {
      now += 1;
      most = Math.max(most, now);
      working.set(merchantId, (working.get(merchantId) ?? 0) + 1);
      expect(working.get(merchantId)).toBe(1);
      await db.read({ name: 'doze', text: 'select pg_sleep(0.005)' });
      working.set(merchantId, 0);
      now -= 1;
      worked += 1;
      if (merchantId === merchants[5]?.id) throw new Error('this one fails');
      return 1;
    };
    const both = [processOf('one'), processOf('two')].map((each) =>
      each.claims.eachMerchant('sum', merchants, work, { atOnce: 3 }),
    );
    const ended = await Promise.allSettled(both);
    expect(ended.map(({ status }) => status)).toContain('rejected');
    expect(most).toBeLessThanOrEqual(6);
    expect(worked).toBeGreaterThanOrEqual(merchants.length);
  });
});
