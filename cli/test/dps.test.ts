// The command as an operator uses it: against a listening service, and on a database.

import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../service/src/app.ts';
import { compose, type Service } from '../../service/src/compose.ts';
import { readConfig } from '../../service/src/runtime/config.ts';
import { type TestDatabase, testDatabase } from '../../service/test/support/database.ts';
import { withoutPlaces } from '../../service/test/support/settings.ts';
import { asOperator, command } from './support/command.ts';

const missing = '00000000-0000-7000-8000-0000000000ff';

let database: TestDatabase;
let service: Service;
let url: string;

beforeAll(async () => {
  database = await testDatabase();
  const config = readConfig({ LOG_LEVEL: 'silent', PORT: '0', POOL_SIZE: '6', ...withoutPlaces });
  service = await compose({ config, connection: database.connection, encryptionKeys: [Buffer.alloc(32, 7)] });
  url = await service.app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await service.app.close();
  await service.close();
  await database.drop();
});

/** Run the command with the operator's key of the sandbox, unless the environment says otherwise. */
const run = (parameters: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  command(parameters, { ...asOperator(url), DPS_MERCHANT_KEY: 'sandbox-no', DATABASE_URL: database.url, ...env });

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

const runJson = async (...parameters: string[]): Promise<Record<string, never>> =>
  JSON.parse((await run([...parameters, '--json'])).out);

describe('doctor', () => {
  it('finds everything in order', async () => {
    const { code, out } = await run(['doctor']);
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line.startsWith('ok '))).toHaveLength(4);
    expect(out).toContain('accepted, 9 merchants');
  });

  it('warns of data that has aged, and fails for nothing of it', async () => {
    const app = buildApp({ ...service.deps, clock: () => Date.parse('2030-01-01T12:00:00Z') });
    try {
      const { code, out } = await run(['doctor'], { DPS_URL: await app.listen({ host: '127.0.0.1', port: 0 }) });
      expect([code, out]).toMatchObject([0, expect.stringMatching(/warn +data +The directory of German banks/)]);
      expect(out).toMatch(/warn +data +The law of FI is known until 2026-12-31 for interestCap, lateInterest; add rows/);
    } finally {
      await app.close();
    }
  });

  it('warns of a job that fails', async () => {
    const job = 'purge-velocities';
    await run(['jobs', 'run', job]);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const failures = (count: number) => client.query('update job_runs set failures_in_row = $2 where name = $1', [job, count]);
    try {
      await failures(3);
      const { code, out } = await run(['doctor']);
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(/warn +jobs +failed at last: purge-velocities\. dps jobs tells why/),
      ]);
    } finally {
      await failures(0);
      await client.end();
    }
  });

  it('repeats what the service says it lacks', async () => {
    const lacking = { ...service.deps.readiness, troubles: () => ['the database lacks 0099-later.sql'] };
    const app = buildApp({ ...service.deps, readiness: lacking });
    try {
      const { code, out } = await run(['doctor'], { DPS_URL: await app.listen({ host: '127.0.0.1', port: 0 }) });
      expect([code, out]).toEqual([1, expect.stringContaining('not ready (503): the database lacks 0099-later.sql')]);
    } finally {
      await app.close();
    }
  });

  it('says what to do about a wrong key, and that a cut one is cut', async () => {
    const wrong = await run(['doctor'], { DPS_OPERATOR_KEY: 'sandbox-no' });
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/not ok {2}operator key .*merchant’s key/);
    expect((await run(['doctor', '--key', 'dps_live_cut'])).out).toContain('cut off or mistyped');
  });

  it('tells an unreachable service from a refusing one, for scripts', async () => {
    const { code, out } = await run(['doctor', '--url', 'http://127.0.0.1:9']);
    expect(code).toBe(3);
    expect(out).toContain('No service answers on http://127.0.0.1:9');
    expect((await run(['merchants', '--url', 'http://127.0.0.1:9'])).code).toBe(3);
  });

  it('never repeats a key', async () => {
    const { out, err } = await run(['doctor', '--key', 'dps_live_secret1234']);
    expect(out + err).not.toContain('secret1234');
  });
});

describe('merchants, clock and jobs', () => {
  it.each([['merchants'], ['organisations'], ['jobs'], ['keys', '--merchant', 'de']])(
    '%s lists with and without the word',
    async (...words) => {
      const [word = '', ...rest] = words;
      const said = await run([word, 'list', ...rest, '--json']);
      expect(said.code).toBe(0);
      expect(Object.keys(JSON.parse(said.out))).toEqual(Object.keys(JSON.parse((await run([...words, '--json'])).out)));
    },
  );

  it('lists the merchants, for people and for machines', async () => {
    expect((await run(['merchants'])).out).toContain('Björk Interiör');
    expect((await runJson('merchants')).merchants).toHaveLength(9);
  });

  it('tells the contract that a demo shop has from the start as what it is, until there is another', async () => {
    const listed = async () => (await run(['merchants', 'contract', 'list', 'no'])).out;
    expect(await listed()).toMatch(/^ +1 \* .*the service’s own/m);
    const holds = JSON.parse((await run(['merchants', 'contract', 'show', 'no'])).out) as object;
    const { contracts } = await runJson('merchants', 'contract', 'list', 'no');
    expect(contracts).toEqual([{ version: 1, active: true, isDefault: true, contract: holds }]);
    const folder = await mkdtemp(join(tmpdir(), 'dps-contract-'));
    const file = join(folder, 'contract.json');
    await writeFile(file, JSON.stringify({ ...holds, invoiceDays: 20 }));
    expect((await run(['merchants', 'contract', 'set', 'no', file, '--reason', 'autumn'])).code).toBe(0);
    await rm(folder, { recursive: true });
    expect(await listed()).toMatch(/2 \* .*autumn\n +1 +\S+ +contract +As it was/);
  });

  it('puts the clock forward and never back', async () => {
    const before = await runJson('clock', 'show', '--merchant', 'se');
    const after = await runJson('clock', 'set', '--merchant', 'SE', '--advance', '31d');
    expect(Number(after.offsetSeconds) - Number(before.offsetSeconds)).toBe(31 * 86_400);
    expect((await run(['clock', 'show', '--merchant', 'björk interiör'])).out).toContain('31 d ahead of real time');
    const back = await run(['clock', 'set', '--merchant', 'se', '--now', '2020-01-01']);
    expect(back.code).toBe(1);
    expect(back.err).toContain('only goes forward');
  });

  it('names the merchants there are when one is not known', async () => {
    const { code, err } = await run(['clock', 'show', '--merchant', 'xx']);
    expect(code).toBe(1);
    expect(err).toContain('SE (Björk Interiör)');
  });

  it('runs a job, and names the jobs there are when one is not known', async () => {
    expect((await run(['jobs', 'run', 'expire-authorizations'])).out).toBe('expire-authorizations: 0 done\n');
    expect((await run(['jobs'])).out).toMatch(/expire-authorizations .*1 min/);
    expect((await run(['jobs', 'run', 'nothing'])).err).toContain('expire-authorizations');
  });
});

describe('keys', () => {
  it('makes a key that works at once, for one merchant and with the scopes asked for', async () => {
    const made = await runJson(
      'keys',
      'create',
      '--merchant',
      'fi',
      '--name',
      'Kassa',
      '--scopes',
      'read',
      '--database-url',
      database.url,
    );
    const ask = (path: string, method = 'GET') => fetch(url + path, { method, headers: { 'x-auth-key': String(made.key) } });
    expect((await ask('/api/v3/version')).status).toBe(200);
    expect((await ask('/api/v3/orders/none')).status).toBe(404);
    expect((await ask('/api/v3/orders/none/voids', 'POST')).status).toBe(403);
    expect((await ask('/admin/v1/merchants')).status).toBe(401);
  });

  it('makes a key of the operator, shows it once, and stores only its hash', async () => {
    const { code, out } = await run(['key', 'create', '--operator', '--name', 'Night shift', '--expires', '30d']);
    const key = /dps_test_\w+/.exec(out)?.[0] ?? '';
    expect(code).toBe(0);
    expect((await run(['merchants', '--key', key])).code).toBe(0);
    const client = new pg.Client(database.connection);
    await client.connect();
    const { rows } = await client.query(
      "select k::text as row, expires_at > now() + interval '29 days' as late from api_keys k where name = 'Night shift'",
    );
    await client.end();
    expect(rows[0].late).toBe(true);
    expect(rows[0].row).not.toContain(key);
  });

  it('leaves a row of the audit for a key made on the database', async () => {
    const { out } = await run(['key', 'create', '--operator', '--name', 'Audited', '--json']);
    const why = ['--database-url', database.url, '--reason', 'lost the other'];
    const second = await run(['key', 'create', '--operator', '--name', 'Second', '--json', ...why]);
    const rows = await query('select actor, operation, subject, reason from audit where subject = any($1) order by id', [
      [JSON.parse(out).id, JSON.parse(second.out).id],
    ]);
    const row = { actor: 'database', operation: 'createOperatorKey' };
    expect(rows).toEqual([
      { ...row, subject: JSON.parse(out).id, reason: null },
      { ...row, subject: JSON.parse(second.out).id, reason: 'lost the other' },
    ]);
    const ofShop = await run(['key', 'create', '--merchant', 'de', '--name', 'Till', '--json', '--database-url', database.url]);
    const [told] = await query('select operation, merchant_id from audit where subject = $1', [JSON.parse(ofShop.out).id]);
    expect(told).toEqual({ operation: 'createMerchantKey', merchant_id: expect.stringContaining('4445') });
  });

  it('is shown to no address that the service sends to', async () => {
    const seen: string[] = [];
    const there = createServer((request, response) => {
      seen.push(JSON.stringify(request.headers));
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(there, 'listening');
    const elsewhere = `http://127.0.0.1:${(there.address() as AddressInfo).port}`;
    const here = createServer((request, response) =>
      response.writeHead(307, { location: `${elsewhere}${request.url}` }).end(),
    ).listen(0, '127.0.0.1');
    await once(here, 'listening');
    const env = { DPS_URL: `http://127.0.0.1:${(here.address() as AddressInfo).port}` };
    const secret = ['--key', 'dps_test_a-key-of-the-operator'];
    for (const words of [
      ['merchants'],
      ['jobs', 'run', 'purge-velocities'],
      ['payouts', 'export', '--file', missing, '--to', '-'],
    ]) {
      const { code, err } = await run([...words, ...secret], env);
      expect([code, err]).toEqual([1, expect.stringContaining('redirect')]);
    }
    expect(seen).toEqual([]);
    here.close();
    there.close();
  });

  it('makes no key for another mode than the database’s', async () => {
    const live = await run(['key', 'create', '--operator', '--name', 'x', '--json'], { MODE: 'live' });
    expect([live.code, live.err]).toEqual([1, expect.stringContaining('made in sandbox mode')]);
    expect(await query("select 1 from api_keys where name = 'x'")).toEqual([]);
  });

  it.each([
    [['--name', 'x'], 'either --merchant'],
    [['--name', 'x', '--reason', 'x'], 'either --merchant'],
    [['--name', 'x', '--database-url', 'postgres://u@127.0.0.1:9/x'], 'either --merchant'],
    [['--name', 'x', '--merchant', 'de'], '--reason <text>'],
    [['--name', 'x', '--operator', '--from', '10.0.0.0/8'], 'made at the service'],
    [['--name', 'x', '--operator', '--merchant', 'de'], 'either --merchant'],
    [['--operator'], "required option '--name <name>'"],
    [['--name', 'x', '--operator', '--scopes', 'orders'], 'admin:read, admin:write'],
    [['--name', 'x', '--operator', '--expires', '2020-01-01'], 'expired already'],
    [['--name', 'x', '--operator', '--expires', 'soon'], 'is no time'],
  ])('refuses %j as wrong usage', async (options, words) => {
    const { code, err } = await run(['key', 'create', ...options]);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });
});

describe('the database', () => {
  it('has nothing to migrate when it is up to date', async () => {
    const { code, out } = await run(['db', 'migrate']);
    expect([code, out]).toEqual([0, 'Nothing to do: the database is up to date.\n']);
  });

  it('says which setting is missing, and what a wrong one comes to', async () => {
    expect((await run(['db', 'migrate'], { DATABASE_URL: '' })).err).toContain('DATABASE_URL is not set');
    const refused = await run(['db', 'migrate', '--database-url', 'postgres://nobody:secret@127.0.0.1:9/x']);
    expect(refused.code).toBe(3);
    expect(refused.err).not.toContain('secret');
    expect(refused.err).toContain('set DATABASE_URL instead');
    expect((await run(['db', 'migrate', '--database-url', 'postgres://nobody@127.0.0.1:9/x'])).err).not.toContain('a password');
  });
});

describe('where the service is', () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));
  const folder = async (running?: object): Promise<string> => {
    const made = await mkdtemp(join(tmpdir(), 'dps-found-'));
    folders.push(made);
    if (running) await writeFile(join(made, 'service.json'), JSON.stringify(running));
    return made;
  };
  /** Nothing is named: the folder alone says where. */
  const merchants = (env: NodeJS.ProcessEnv) => command(['merchants'], env);

  it('is what the running service left in its data folder, with the key of its sandbox', async () => {
    const dataDir = await folder({ url, pid: process.pid, mode: 'sandbox' });
    expect((await merchants({ DATA_DIR: dataDir })).code).toBe(0);
    expect((await command(['health'], { DATA_DIR: dataDir })).code).toBe(0);
    expect((await merchants({ DATA_DIR: dataDir, PORT: '9' })).err).toContain('http://127.0.0.1:9 ');
    expect((await merchants({ DATA_DIR: dataDir, PORT: new URL(url).port })).code).toBe(0);
  });

  it('is PORT, as the service reads it', async () => {
    expect((await merchants({ PORT: new URL(url).port })).code).toBe(0);
    const { code, err } = await merchants({ PORT: '9', HOST: '0.0.0.0', BASE_PATH: '/pay' });
    expect([code, err]).toEqual([3, expect.stringMatching(/http:\/\/127\.0\.0\.1:9\/pay .*\nPORT says so\. .*npm start/)]);
  });

  it('is not what a service left that is gone, nor a file that is none, nor then any other service', async () => {
    // A number that no process has: above the largest that Linux gives.
    const gone = { url, pid: 2 ** 22 + 1, mode: 'sandbox' };
    for (const left of [gone, { url: 'x', pid: process.pid, mode: 'sandbox' }, { url }, undefined]) {
      const dataDir = await folder(left);
      for (const words of [['doctor'], ['merchants']])
        expect(await command(words, { DATA_DIR: dataDir })).toEqual({
          code: 3,
          out: '',
          err: expect.stringMatching(new RegExp(`No service runs on DATA_DIR=${dataDir}\\.\n.*npm start.*DPS_URL`)),
        });
    }
  });

  it('gets no well-known key where it is live', async () => {
    const { code, err } = await merchants({ DATA_DIR: await folder({ url, pid: process.pid, mode: 'live' }) });
    expect([code, err]).toEqual([2, expect.stringContaining('An operator key is needed')]);
  });
});

describe('usage', () => {
  it('says that a key is a merchant’s', async () => {
    const { code, err } = await run(['merchants', '--key', 'sandbox-de']);
    expect([code, err]).toEqual([1, expect.stringMatching(/This is a merchant’s key.*\n.*DPS_OPERATOR_KEY/)]);
    expect((await run(['merchants', '--key', 'sandbox-xx'])).err).not.toContain('merchant’s');
  });

  it('tells its version alone, and leaves that word to the version of a policy', async () => {
    for (const words of [['--version'], ['-V']]) expect((await run(words)).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await runJson('--version')).toEqual({ version: expect.any(String) });
    expect((await run(['policy', 'show', '--merchant', 'de', '--version', '77'])).code).toBe(1);
    expect((await run(['--help'])).out).toMatch(/-V, --version/);
  });

  it('puts an address below its row, so that the columns stay', async () => {
    const address = `http://127.0.0.1:9999/${'long/'.repeat(30)}`;
    expect((await run(['webhooks', 'create', '--merchant', 'no', address])).code).toBe(0);
    const lines = (await run(['webhooks', 'list', '--merchant', 'no'])).out.split('\n');
    expect(lines.filter((line) => line.includes(address))).toEqual([`  address: ${address}`]);
    expect(Math.max(...lines.filter((line) => !line.includes(address)).map((line) => line.length))).toBeLessThan(120);
  });

  it('helps, and knows a wrong command', async () => {
    expect((await run(['--help'])).code).toBe(0);
    expect((await run(['doktor'])).err).toContain('Did you mean doctor?');
    expect((await run(['doktor'])).code).toBe(2);
    expect((await run(['clock', 'set', '--merchant', 'de'])).code).toBe(2);
  });

  it('says what a value may be, and takes none that is none for nothing', async () => {
    const told = async (...parameters: string[]) => {
      const { code, err } = await run(parameters);
      return `${code} ${err}`;
    };
    expect(await told('orders', 'search', '--merchant', 'de', '--state', 'Open')).toMatch(
      /^1 .*state: .*Authorized, PartlyCaptured/,
    );
    expect(await told('accounts', 'list', '--merchant', 'de', '--status', 'Late')).toMatch(/^1 .*status: .*FirstReminder/);
    const key = ['keys', 'create', '--merchant', 'de', '--name', 'x', '--reason', 'x', '--scopes', 'all'];
    expect(await told(...key)).toMatch(/^1 .*scopes\[0\]: .*checkout, orders/);
    const hook = ['webhooks', 'create', '--merchant', 'de', 'http://127.0.0.1:9999/', '--concurrency', 'two'];
    expect(await told(...hook)).toMatch(/^2 .*"two" is no count/);
    expect(await told('customers', 'duplicates', '--merchant', 'de', '--minimum', 'x')).toMatch(/^2 .*percentage/);
    expect(await told('audit', 'list', '--order', 'X')).toMatch(/^2 .*merchant/);
  });

  it('tells a machine of a failure in one JSON object and nothing else, with the same exit code', async () => {
    const told = async (...parameters: string[]): Promise<unknown> => {
      const [plain, { code, out, err }] = [await run(parameters), await run([...parameters, '--json'])];
      expect([code, out]).toEqual([plain.code, '']);
      return JSON.parse(err);
    };
    const job = await fetch(`${url}/admin/v1/jobs/nothing/run`, {
      method: 'POST',
      headers: { 'x-auth-key': 'sandbox-operator' },
    });
    expect(await told('jobs', 'run', 'nothing')).toEqual({ status: 404, messages: await job.json() });
    expect(await told('clock', 'set', '--merchant', 'de', '--now', '2020-01-01')).toMatchObject({
      status: 409,
      messages: [{ code: '400.225' }],
    });
    expect(await told('merchants', '--key', 'dps_test_wrong')).toMatchObject({ status: 401, messages: [{ code: '400.240' }] });
    expect(await told('clock', 'show', '--merchant', 'xx')).toEqual({
      message: 'There is no merchant "xx".',
      hint: expect.stringContaining('SE (Björk Interiör)'),
    });
    expect(await told('merchants', '--url', 'http://127.0.0.1:9')).toMatchObject({
      message: expect.stringContaining('127.0.0.1:9'),
    });
    expect(await told('jobs', '--url', `${url}/none/`)).toMatchObject({ status: 404 });
    expect(await told('doktor')).toEqual({ message: "unknown command 'doktor'\n(Did you mean doctor?)" });
    expect(await told('clock', 'set')).toMatchObject({ hint: expect.stringContaining('--merchant de') });
  });

  it('tells what is no service of ours from one', async () => {
    const { code, err } = await run(['merchants', '--url', `${url}/docs?`]);
    expect([code, err]).toEqual([1, expect.stringContaining('no Deferred Payment Service')]);
  });

  it('sends no well-known key to an address that was named', async () => {
    const { code, err } = await run(['merchants'], { DPS_OPERATOR_KEY: '' });
    expect(code).toBe(2);
    expect(err).toContain('An operator key is needed');
  });
});

describe('people', () => {
  const authorize = async (number: string, customer: object): Promise<string> => {
    const response = await fetch(`${url}/api/v3/checkout/authorize`, {
      method: 'POST',
      headers: { 'x-auth-key': 'sandbox-de', 'content-type': 'application/json' },
      body: JSON.stringify({
        payment: { type: 'Invoice' },
        customer: {
          customerCategory: 'Person',
          lastName: 'Ziegler',
          email: 'z@example.com',
          birthDate: '1971-02-03',
          address: { street: 'Weg 1', postalCode: '10115', postalPlace: 'Berlin' },
          ...customer,
        },
        order: {
          number,
          totalGrossAmount: 10,
          totalNetAmount: 10,
          items: [{ productId: 'p', description: 'd', quantity: 1, grossUnitPrice: 10, netUnitPrice: 10 }],
        },
      }),
      signal: AbortSignal.timeout(60_000),
    });
    return ((await response.json()) as { outcome: string }).outcome;
  };

  it('imports a list of thousands in parts, with the lines of the file, and shows and removes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dps-lists-'));
    const file = join(folder, 'list.csv');
    const lines = Array.from({ length: 2500 }, (_each, index) => `email,who${index}@listed.example`);
    lines[1700] = 'email,nobody';
    lines[1] = 'email,"who1\n@listed.example"';
    await writeFile(file, `kind,email\n${lines.join('\n')}\n`);
    const options = ['--merchant', 'de', '--list', 'negative', '--reason', 'fraud'];
    const { code, out } = await run(['lists', 'import', file, ...options]);
    expect([code, out]).toEqual([1, expect.stringContaining('2498 entered, 0 on a list already, 2 faulty')]);
    // One line of the file more than records, because one record has a line break in it.
    expect(out).toMatch(/^1703 {2}email/m);
    expect(await authorize('cli-listed', { firstName: 'Who', email: 'who7@listed.example' })).toBe('Rejected');
    const { entries } = await runJson('lists', 'show', '--merchant', 'de');
    const seven = (entries as unknown as { id: string; email: string }[]).find(({ email }) => email === 'who7@listed.example');
    expect((await run(['lists', 'remove', seven?.id ?? '', '--merchant', 'de', '--reason', 'wrong'])).code).toBe(0);
    expect(await authorize('cli-off', { firstName: 'Who', email: 'who7@listed.example' })).toBe('Accepted');
    expect((await run(['lists', 'import', join(folder, 'none'), ...options])).code).toBe(2);
    await rm(folder, { recursive: true });
  });

  it('finds one person twice, and makes one of them', async () => {
    await authorize('cli-a', { firstName: 'Xaver', customerNumber: 'A-1' });
    await authorize('cli-b', { firstName: 'Xafer', customerNumber: 'B-1', email: 'other@example.com' });
    const found = await run(['customers', 'duplicates', '--merchant', 'de']);
    expect(found.out).toMatch(/A-1 · Xaver Ziegler .*B-1 · Xafer Ziegler|B-1 · Xafer Ziegler .*A-1 · Xaver Ziegler/);
    const merged = await run(['customers', 'merge', 'A-1', 'B-1', '--merchant', 'de', '--reason', 'called him']);
    expect([merged.code, merged.out]).toEqual([0, 'A-1 and B-1 are one customer now.\n']);
    expect((await run(['customers', 'duplicates', '--merchant', 'de'])).out).not.toContain('Xaver');
  });

  it('shows what waits, and decides it', async () => {
    expect(await authorize('cli-wait', { firstName: 'Review' })).toBe('Pending');
    for (const words of [['reviews'], ['review'], ['reviews', 'list', '--merchant', 'de']])
      expect((await run(words)).out).toMatch(/Lampenladen Berlin \(DE\) +order +cli-wait +10\.00 EUR/);
    expect((await run(['reviews', '--merchant', 'no'])).out).toContain('Nothing waits');
    expect((await run(['reviews', 'list', '--merchant', 'de'])).out).toMatch(
      /order +cli-wait +10\.00 EUR +Review Ziegler, Berlin/,
    );
    const approved = await run(['reviews', 'approve', 'cli-wait', '--reason', 'fine', '--by', 'Ida']);
    expect([approved.code, approved.out]).toEqual([0, 'cli-wait: Accepted\n']);
    const again = await run(['review', 'decline', 'cli-wait', '--merchant', 'de', '--reason', 'no']);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('not under review')]);
    expect((await run(['reviews', '--merchant', 'de'])).out).toContain('Nothing waits');
  });
});
