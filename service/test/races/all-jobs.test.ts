// Every job from two services at the same moments, again and again, while a shop goes on asking: each effect is there once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importStatement } from '../../src/bank/import-statement.ts';
import { endOfDay } from '../../src/core/dates.ts';
import { accountPath, applyBody, eventBody } from '../support/accounts.ts';
import { ageOrder } from '../support/aged-order.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { camt } from '../support/camt.ts';
import { isCluster } from '../support/database.ts';
import { todayIn } from '../support/days.ts';
import { purgedByJob, seedOverAge, seeds } from '../support/over-age.ts';
import { atOnce, orderBody, type Pair, startPair } from '../support/pair.ts';
import { expectSettled } from '../support/settled.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
}, 60_000);
afterAll(() => pair.close());

const authorize = '/api/v3/checkout/authorize';

/** All at once; on a cluster, where each asks every shard, as many as the two processors of a test's machine answer in time. */
async function eachJob(names: readonly string[], work: (name: string) => Promise<unknown>): Promise<void> {
  const waiting = names.values();
  const lane = async (): Promise<void> => {
    for (const name of waiting) await work(name);
  };
  await Promise.all(Array.from({ length: isCluster() ? 3 : names.length }, lane));
}

/** On a cluster this one rests for minutes between some hundred reads; many-reminders.test.ts runs it there. */
const isSoonDone = (name: string): boolean => !isCluster() || name !== 'remind-of-withdrawal-late';

/** Every job, by the lease's own way and around it, as a clock that is put forward does. */
async function runEverything(merchantId: string): Promise<void> {
  const work = pair.services.flatMap(({ deps: { jobs } }) => [
    eachJob(jobs.names.filter(isSoonDone), (name) => jobs.runNow(name)),
    jobs.runDue(merchantId),
    jobs.runDue(merchantId),
  ]);
  await Promise.all(work);
}

async function setClock(merchantId: string, to: number): Promise<void> {
  await pair.query('update merchants set clock_offset_ms = $2 where id = $1', [merchantId, Math.max(0, to - Date.now())]);
  for (const { deps } of pair.services) deps.auth.forget();
}

test('warnings, expiries and reviews happen once although several processes run the jobs, and traffic goes on meanwhile', async () => {
  const [{ id } = {}] = await pair.query(`select id from merchants where country = 'DE'`);
  const merchantId = String(id);
  const numbers = await atOnce(30, async (index) => {
    const placed = await pair.ask('POST', authorize, orderBody(`J-${index}`, 100));
    expect(placed.json['outcome']).toBe('Accepted');
    return `J-${index}`;
  });
  const pending = await atOnce(6, async (index) => {
    const body = orderBody(`R-${index}`, 50);
    const placed = await pair.ask('POST', authorize, { ...body, customer: { ...body.customer, firstName: 'Review' } });
    expect(placed.json['outcome']).toBe('Pending');
    return `R-${index}`;
  });
  const [{ on } = {}] = await pair.query(`select expires_on::text as on from orders where number = 'J-0'`);
  const end = endOfDay(String(on), 'Europe/Berlin');
  const dayMs = 86_400_000;
  let asked = 0;
  for (const at of [end - 3 * dayMs + 1000, end - dayMs + 1000, end + 1000]) {
    await setClock(merchantId, at);
    const before = asked;
    const traffic = atOnce(12, async (index) => {
      const number = `T-${before + index}`;
      asked += 1;
      expect((await pair.ask('POST', authorize, orderBody(number, 20))).json['outcome']).toBe('Accepted');
      expect((await pair.ask('POST', `/api/v3/orders/${number}/captures`)).status).toBe(200);
    });
    for (let round = 0; round < 3; round += 1) await runEverything(merchantId);
    await traffic;
  }

  const told = await pair.query(
    `select o.number, b.type, count(*)::int as count from outbox b join orders o on o.merchant_id = b.merchant_id and o.id = b.order_id
     where b.type in ('order.expiring', 'order.expired', 'order.declined') group by o.number, b.type`,
  );
  const of = (number: string, type: string) => told.find((row) => row['number'] === number && row['type'] === type)?.['count'];
  expect(numbers.map((number) => [of(number, 'order.expiring'), of(number, 'order.expired')])).toEqual(numbers.map(() => [2, 1]));
  expect(pending.map((number) => of(number, 'order.declined'))).toEqual(pending.map(() => 1));
  expect(told.filter(({ number }) => String(number).startsWith('T-'))).toEqual([]);

  // Money: what was held is released once, what was captured is owed once.
  const [money] = await pair.query(
    `select sum(held_minor)::int as held, sum(debt_minor)::int as owed from exposures where merchant_id = $1`,
    [merchantId],
  );
  expect(money).toEqual({ held: 0, owed: asked * 2000 });
  const voids = await pair.query('select order_id from voids group by order_id having count(*) > 1');
  expect(voids).toEqual([]);

  // Each event has its number, none twice and none left out; each ledger entry is sealed once.
  await Promise.all(pair.services.map(({ deps: { jobs } }) => jobs.runNow('deliver-webhooks')));
  const numbered = await pair.query(
    `select count(*)::int as count, count(distinct sequence_number)::int as numbers, max(sequence_number)::int as last, min(sequence_number)::int as first
     from outbox where merchant_id = $1`,
    [merchantId],
  );
  const { count } = numbered[0] ?? {};
  expect(numbered).toEqual([{ count, numbers: count, last: count, first: 1 }]);
  await Promise.all(pair.services.map(({ deps: { jobs } }) => jobs.runNow('seal-ledger')));
  const sealed = await pair.query(
    `select (select count(*) from ledger)::int as rows, (select sum(cardinality(row_ids)) from ledger_seals)::int as sealed,
     (select count(distinct m.id) from ledger_seals s cross join lateral unnest(s.row_ids) m(id))::int as ids`,
  );
  const { rows } = sealed[0] ?? {};
  expect(sealed).toEqual([{ rows, sealed: rows, ids: rows }]);

  // Not one run failed, whoever ran.
  for (const { lastFailure, failureCount } of (await pair.services[0]?.deps.jobs.list()) ?? [])
    expect([failureCount, lastFailure]).toEqual([0, undefined]);
}, 180_000);

test('however many orders are due at once, as after an outage, a job leaves a shop its place in the queue', async () => {
  const [{ id } = {}] = await pair.query(`select id from merchants where country = 'DE'`);
  await setClock(String(id), Date.now());
  const due = 60;
  await atOnce(due, async (index) => {
    expect((await pair.ask('POST', authorize, orderBody(`W-${index}`, 10))).json['outcome']).toBe('Accepted');
  });
  await setClock(String(id), Date.now() + 400 * 86_400_000);
  const { jobs, book } = pair.services[0]?.deps ?? {};
  if (!jobs || !book) throw new Error('no service');
  let [most, ended] = [0, false];
  const running = jobs.runNow('expire-authorizations').finally(() => {
    ended = true;
  });
  while (!ended) {
    most = Math.max(most, book.depth());
    await new Promise((resume) => setImmediate(resume));
  }
  expect(await running).toMatchObject({ done: due });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(16);
}, 180_000);

test('reminders, interest, statements and settlements happen once although several processes run the jobs, and every cent of them agrees', async () => {
  const [{ id } = {}] = await pair.query(`select id from merchants where country = 'DE'`);
  const merchantId = String(id);
  await setClock(merchantId, Date.now());
  const captures = await atOnce(8, async (index) => {
    await pair.ask('POST', authorize, orderBody(`D-${index}`, 30));
    return String((await pair.ask('POST', `/api/v3/orders/D-${index}/captures`)).json['captureNumber']);
  });
  const accounts = await atOnce(4, async () => {
    const opened = await pair.ask('POST', '/api/v3/customer-account', applyBody('DE', 500));
    const number = String((opened.json['account'] as Record<string, unknown>)['accountNumber']);
    const bought = await pair.ask('POST', accountPath(number, '/event'), eventBody({ totalAmount: 200 }));
    expect(bought.status, bought.text).toBe(200);
    return number;
  });
  const charged = await atOnce(4, async (index) => {
    const payment = { type: 'Account', account: { profileNo: 1 } };
    await pair.ask('POST', authorize, { ...orderBody(`C-${index}`, 30), payment });
    return String((await pair.ask('POST', `/api/v3/orders/C-${index}/captures`)).json['captureNumber']);
  });
  let traffic = 0;
  for (const days of [23, 38, 65]) {
    await setClock(merchantId, Date.now() + days * 86_400_000);
    const asking = atOnce(6, async () => {
      traffic += 1;
      const number = `E-${traffic}`;
      expect((await pair.ask('POST', authorize, orderBody(number, 20))).json['outcome']).toBe('Accepted');
      expect((await pair.ask('POST', `/api/v3/orders/${number}/captures`)).status).toBe(200);
    });
    for (let round = 0; round < 2; round += 1) await runEverything(merchantId);
    await asking;
  }

  const reminded = await pair.query(
    `select subject, count(*)::int as count, count(distinct data->>'level')::int as levels from outbox
     where type = 'capture.reminded' and subject = any($1) group by subject`,
    [captures],
  );
  expect(reminded.map(({ count, levels }) => [count, levels])).toEqual(captures.map(() => [2, 2]));
  // Each day of an account that something happens on is done once, and something did happen on some.
  const kept = await pair.query(
    `select account_number as number, type, happened_at::date::text as day, count(*)::int as count from outbox
     where account_number = any($1) and type in ('account.interest_posted', 'account.statement_made') group by 1, 2, 3`,
    [accounts],
  );
  expect(kept.filter(({ count }) => count !== 1)).toEqual([]);
  expect(kept.length).toBeGreaterThanOrEqual(2 * accounts.length);
  const onAccounts = await pair.query(
    `select reference, count(*)::int as count, sum(principal_minor)::int as minor from account_entries
     where kind = 'OrderCharged' and reference = any($1) group by reference`,
    [charged],
  );
  expect(onAccounts.map(({ count, minor }) => [count, minor])).toEqual(charged.map(() => [1, 3_000]));
  await expectSettled((text) => pair.query(text));
  await expectBooksAgree((text) => pair.query(text));
  for (const { lastFailure, failureCount } of (await pair.services[0]?.deps.jobs.list()) ?? [])
    expect([failureCount, lastFailure]).toEqual([0, undefined]);
}, 180_000);

/** Of these the done counts are the effects, which another way of counting tells. */
const countedByJob: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(purgedByJob).map(([name, purges]) => {
      const left = purges
        .filter((each) => !each.uncounted)
        .map((each) => `(select count(*) from ${each.table} where ${each.named} = 'old')`);
      return [name, `select -(${left.join(' + ')}) as count`];
    }),
  ),
  // Those that were written without a number.
  'deliver-webhooks': `select count(*) from outbox where subject = 'beside' and sequence_number is not null`,
  'learn-places': 'select count(*) from learned_places',
  retain: 'select count(*) from order_contents where customer is null',
  'seal-ledger':
    'select (select sum(cardinality(row_ids)) from ledger_seals) + (select sum(cardinality(row_ids)) from audit_seals) as count',
};

/** Proved by the lives above, by what became of every order and account; and here by what was paid. */
const provedByLives = [
  'book-bank-entries',
  'charge-accounts',
  'decline-overdue-reviews',
  'expire-authorizations',
  'keep-accounts',
  // In test/http/account-changes.test.ts and keep-heads.test.ts.
  'apply-account-changes',
  'keep-heads',
  // In test/http/withdrawal-reminders.test.ts and many-reminders.test.ts.
  'remind-of-withdrawal',
  'remind-of-withdrawal-accounts',
  'remind-of-withdrawal-late',
  'remind-overdue',
  'settle',
  'warn-of-expiry',
];

async function figures(): Promise<Record<string, number>> {
  const rows = Object.entries(countedByJob).map(async ([name, text]) => [name, Number((await pair.query(text))[0]?.['count'])]);
  return Object.fromEntries(await Promise.all(rows));
}

test('a job reports what it did, although both services run it and a lease is lost', async () => {
  const [service, other] = pair.services;
  if (!service || !other) throw new Error('no pair');
  const { names: all } = service.deps.jobs;
  const names = all.filter(isSoonDone);
  expect([...Object.keys(countedByJob), ...provedByLives, 'seal-new-rows'].toSorted(), 'a job without a proof').toEqual(
    [...all].toSorted(),
  );
  const [{ german, swedish } = {}] = await pair.query(
    `select (select id from merchants where country = 'DE') as german, (select id from merchants where country = 'SE') as swedish`,
  );
  await setClock(String(german), Date.now());
  for (const name of names) await service.deps.jobs.runNow(name);
  await seedOverAge((text) => pair.query(text), String(swedish));
  // Orders of nine years ago: twelve are over, on one something is owed, and one is a year younger.
  const year = Number(todayIn('DE').slice(0, 4));
  const aged = await atOnce(14, async (index) => {
    const number = `A-${index}`;
    await pair.ask('POST', authorize, orderBody(number, 10));
    await pair.ask('POST', `/api/v3/orders/${number}/captures`);
    if (index !== 12) await pair.ask('POST', `/api/v3/orders/${number}/refunds`);
    const [order] = await pair.query('select id from orders where number = $1', [number]);
    await ageOrder(pair.connection, order?.['id'], index === 13 ? year - 8 : year - 9);
    return number;
  });
  await pair.query(
    `insert into place_sightings select m.id, 'SE', '999' || p, 'nyby' || p, k.key, 'Nyby' from generate_series(10, 29) p, merchants m
     join customers k on k.merchant_id = m.id where m.country = 'DE' on conflict do nothing`,
  );
  const payable = await atOnce(10, async (index) => {
    await pair.ask('POST', authorize, orderBody(`P-${index}`, 40));
    await pair.ask('POST', `/api/v3/orders/P-${index}/captures`);
    const { json } = await pair.ask('GET', `/api/v3/orders/P-${index}`);
    return {
      amount: '40.00',
      reference: (json['captures'] as { ocr: string }[])[0]?.ocr ?? '',
      on: todayIn('DE'),
      bankReference: `P-${index}`,
    };
  });
  await importStatement(service.deps, Buffer.from(camt(payable, { id: 'jobs' })), 'test');

  await pair.query(
    `insert into outbox (merchant_id, id, type, subject, amount_minor, happened_at)
     select $1, gen_random_uuid(), 'webhook_endpoint.disabled', 'beside', 0, now() from generate_series(1, 30)`,
    [german],
  );

  const before = await figures();
  const done: Record<string, number> = {};
  const run = async (one: typeof service, name: string): Promise<void> => {
    const ran = await one.deps.jobs.runNow(name);
    // Two jobs seal the same rows, whichever comes first.
    const effect = name === 'seal-new-rows' ? 'seal-ledger' : name;
    if ('done' in ran) done[effect] = (done[effect] ?? 0) + ran.done;
  };
  const answers = new Map<string, string>();
  const traffic = atOnce(12, async (index) => {
    const key = { 'idempotency-key': `jobs-${index}` };
    answers.set(`N-${index}`, (await pair.ask('POST', authorize, orderBody(`N-${index}`, 20, `n-${index}`), key)).text);
    await pair.ask('POST', `/api/v3/orders/N-${index}/captures`);
  });
  for (let round = 0; round < 2; round += 1) {
    // Every lease ends under its holder, as when a process stood still: the other one takes it, and both are at it.
    const first = eachJob(names, (name) => run(service, name));
    const lost = (async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        await pair.query(`update job_runs set lease_until = '-infinity'`);
        await eachJob(names, (name) => run(other, name));
      }
    })();
    await Promise.all([first, lost]);
  }
  await traffic;
  await eachJob(names, (name) => run(service, name));

  const after = await figures();
  const happened = Object.fromEntries(Object.keys(countedByJob).map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]));
  expect(Object.fromEntries(Object.keys(countedByJob).map((name) => [name, done[name]]))).toEqual(happened);
  for (const [name, purges] of Object.entries(purgedByJob)) {
    expect([name, happened[name]]).toEqual([name, seeds * purges.filter((each) => !each.uncounted).length]);
    for (const { table, named, under } of purges) {
      const left = await pair.query(
        `select ${named} as name, count(*)::int as count from ${table} where ${named} in ('old', 'young') group by 1`,
      );
      expect([table, left]).toEqual([table, under ? [] : [{ name: 'young', count: seeds }]]);
    }
  }
  expect([happened['retain'], happened['learn-places'], happened['deliver-webhooks']]).toEqual([12, 20, 30]);
  const named = await pair.query(
    `select o.number from orders o join order_contents c on c.merchant_id = o.merchant_id and c.order_id = o.id
     where o.number = any($1) and c.customer is not null order by 1`,
    [aged],
  );
  expect(named.map(({ number }) => number)).toEqual(['A-12', 'A-13']);
  expect(await pair.query(`select count(*)::int as count from audit where operation = 'retain'`)).toEqual([{ count: 12 }]);
  const paid = await pair.query(
    `select count(*)::int as count, sum(amount_minor)::int as sum from payments where transaction_id like 'bank-%'`,
  );
  expect(paid).toEqual([{ count: 10, sum: 40_000 }]);
  // What traffic left in the same tables is there: the same request again has the same answer.
  for (const [number, text] of answers) {
    const key = { 'idempotency-key': `jobs-${number.slice(2)}` };
    expect((await pair.ask('POST', authorize, orderBody(number, 20, `n-${number.slice(2)}`), key)).text).toBe(text);
  }
  await expectBooksAgree((text) => pair.query(text));
  expect(
    Object.keys(countedByJob).filter((name) => !happened[name]),
    'had nothing to do',
  ).toEqual([]);
}, 180_000);
