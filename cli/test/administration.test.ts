// An operator begins in earnest with an empty database and the command alone, and keeps what was agreed in files.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose, type Service } from '../../service/src/compose.ts';
import { readConfig } from '../../service/src/runtime/config.ts';
import { authorizeBody } from '../../service/test/support/app.ts';
import { type TestDatabase, testDatabase } from '../../service/test/support/database.ts';
import { dayIn } from '../../service/test/support/days.ts';
import { withoutPlaces } from '../../service/test/support/settings.ts';
import { differenceLines, differencesOf } from '../src/difference.ts';
import { command } from './support/command.ts';

const examples = resolve(import.meta.dirname, '../../examples/merchants');

let database: TestDatabase;
let service: Service;
let url: string;
let folder: string;
let operatorKey = '';
let secondKey = '';

beforeAll(async () => {
  database = await testDatabase();
  const ENCRYPTION_KEY = Buffer.alloc(32, 9).toString('hex');
  const live = { MODE: 'live', DATABASE_URL: database.url, ENCRYPTION_KEY, PUBLIC_URL: 'https://pay.example' };
  const config = readConfig({ ...live, LOG_LEVEL: 'silent', PORT: '0', POOL_SIZE: '6', ...withoutPlaces });
  service = await compose({ config, connection: database.connection, encryptionKeys: [Buffer.alloc(32, 9)] });
  url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'dps-live-'));
});
afterAll(async () => {
  await service.app.close();
  await service.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const run = (...parameters: string[]) =>
  command(parameters, {
    DPS_URL: url,
    DATABASE_URL: database.url,
    MODE: 'live',
    ...(operatorKey && { DPS_OPERATOR_KEY: operatorKey }),
  });
async function json(...parameters: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await run(...parameters, '--json');
  expect(code, err).toBe(0);
  return JSON.parse(out) as Record<string, unknown>;
}
const shop = async (key: string, path: string, body?: object) => {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-auth-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('live mode on an empty database', () => {
  it('knows nobody, and says what to do', async () => {
    expect((await run('doctor', '--key', 'sandbox-operator')).out).toMatch(/not ok {2}operator key/);
    operatorKey = String((await json('key', 'create', '--operator', '--name', 'First'))['key']);
    expect(operatorKey).toMatch(/^dps_live_/);
    secondKey = String((await json('key', 'create', '--operator', '--name', 'Second'))['key']);
    expect((await run('merchants')).code).toBe(0);
    expect((await run('doctor')).out).toMatch(/warn +merchants +none.*dps organisations create/);
  });

  it('comes to its first order by four commands', async () => {
    await json('organisations', 'create', 'Nordbank', '--reason', 'signed');
    const dryKey = await run('merchants', 'create', join(examples, 'de.json'), '--organisation', 'Nordbnk', '--reason', 'signed');
    expect([dryKey.code, dryKey.err]).toEqual([1, expect.stringContaining('there are Nordbank')]);
    const made = await run('merchants', 'create', join(examples, 'de.json'), '--organisation', 'nordbank', '--reason', 'signed');
    expect([made.code, made.out], made.err).toEqual([0, expect.stringContaining('dps keys create --merchant')]);
    expect((await run('doctor')).out).toMatch(/warn +merchants +without a key that works: Nordlicht Berlin \(DE\)/);
    const { key } = await json('keys', 'create', '--merchant', 'de', '--name', 'Web shop', '--reason', 'first shop');
    const body = authorizeBody('DE');
    const answer = await shop(String(key), '/api/v3/checkout/authorize', body);
    expect(answer.body, 'decided in earnest').toMatchObject({ outcome: expect.stringMatching(/Accepted|Pending/) });
    const [found] = (await json('orders', 'search', '--merchant', 'de'))['orders'] as Record<string, unknown>[];
    expect(found).toMatchObject({ orderNumber: body.order.number, contractVersion: 1 });
    // No persona works in earnest.
    expect((await run('clock', 'set', '--merchant', 'de', '--advance', '1d')).err).toContain('sandbox');
  });

  it('says of the first account what is so until it is in force, and what may still be done', async () => {
    const [change] = (await json('payouts', 'changes'))['changes'] as { id: string }[];
    const approved = await run('payouts', 'approve', change?.id ?? '', '--key', secondKey);
    expect([approved.code, approved.out], approved.err).toEqual([
      0,
      expect.stringMatching(/in force from .*; until then the account before, or where there is none payouts wait\./),
    ]);
    expect((await run('doctor')).out).toMatch(
      /come into force soon: Nordlicht Berlin \(EUR\)\. .*dps payouts reject … stops one\.\n/,
    );
  });

  it.each(['de.json', 'se.json', 'ch.json'])('takes the example %s', async (file) => {
    expect(await readdir(examples)).toContain(file);
    const made = await json(
      'merchants',
      'create',
      join(examples, file),
      '--organisation',
      'Nordbank',
      '--name',
      `Example ${file}`,
      '--reason',
      'x',
    );
    expect(made).toMatchObject({ active: true, contractVersion: 1 });
    // The account of payouts waits for a second person; nothing else is to be said of an example.
    const fields = (made['hints'] as { field: string }[]).map(({ field }) => field.replace(/\.[A-Z]{3}$/, ''));
    expect([...new Set(fields)]).toEqual(file === 'ch.json' ? [] : ['contract.settlement.payoutAccounts']);
  });
});

describe('a contract', () => {
  it('is shown, changed and set again, with what changes told before', async () => {
    const file = join(folder, 'contract.json');
    const shown = JSON.parse((await run('merchants', 'contract', 'show', 'Nordlicht Berlin')).out) as Record<string, unknown>;
    await writeFile(file, JSON.stringify(shown));
    const set = (...more: string[]) =>
      run('merchants', 'contract', 'set', 'Nordlicht Berlin', file, '--reason', 'spring', ...more);
    expect((await set()).out).toContain('Nothing to do');
    await writeFile(file, JSON.stringify({ ...shown, invoiceDays: 30, reviewHours: 24, directDebit: false }));
    const dry = await set('--dry-run');
    expect(dry.out).toBe('~ invoiceDays: 14 → 30\n~ directDebit: true → false\n+ reviewHours: 24\nNothing was changed.\n');
    expect((await set()).out).toMatch(/version 2 holds now/);
    expect((await run('merchants', 'contract', 'list', 'Nordlicht Berlin')).out).toMatch(/2 \* .*spring\n +1 /);
    await writeFile(file, JSON.stringify({ ...shown, invoiceDays: 0, payee: { name: 'x' } }));
    const broken = await set();
    expect([broken.code, broken.err]).toEqual([
      1,
      expect.stringMatching(/things are wrong:\n.*contract\.payee\.address: Value is required/s),
    ]);
    await writeFile(file, '{ not json');
    expect((await set()).code).toBe(2);
  });

  it('is compared member by member', () => {
    const before = { a: 1, list: [{ b: 'x' }, { b: 'y' }], none: [] };
    const after = { list: [{ b: 'z' }], none: [1], more: null };
    expect(differenceLines(differencesOf(before, after))).toEqual([
      '- a: 1',
      '~ list[0].b: "x" → "z"',
      '- list[1].b: "y"',
      '- none: []',
      '+ none[0]: 1',
      '+ more: null',
    ]);
  });
});

describe('merchants, keys, orders and the audit', () => {
  it('are changed with a reason that is read back', async () => {
    expect((await run('merchants', 'deactivate', 'Example ch.json', '--reason', 'closed')).out).toContain('takes no new orders');
    expect((await run('doctor')).out).toMatch(/warn +merchants +take no new orders: Example ch\.json/);
    const { merchants } = (await json('merchants', '--organisation', 'Nordbank')) as { merchants: { active: boolean }[] };
    expect(merchants.filter(({ active }) => !active)).toHaveLength(1);
    expect((await run('audit', 'list', '--operation', 'deactivateMerchant')).out).toMatch(/deactivateMerchant .* First +closed/);
    const renamed = await run('organisations', 'rename', 'Nordbank', 'Nordbank AG', '--reason', 'legal form');
    expect([renamed.code, (await run('organisations')).out]).toEqual([0, expect.stringMatching(/Nordbank AG +4/)]);
  });

  it('makes, rotates and revokes keys', async () => {
    const made = await json(
      'keys',
      'create',
      '--operator',
      '--name',
      'Auditor',
      '--scopes',
      'admin:read',
      '--organisation',
      'Nordbank AG',
      '--expires',
      '30d',
      '--reason',
      'audit',
    );
    expect((await run('merchants', '--key', String(made['key']))).code).toBe(0);
    const refused = await run('organisations', 'create', 'x', '--reason', 'x', '--key', String(made['key']));
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('admin:merchants')]);
    const next = await run('keys', 'rotate', String(made['id']), '--overlap', '0', '--reason', 'yearly');
    const key = /dps_live_\w+/.exec(next.out)?.[0] ?? '';
    expect([(await run('merchants', '--key', String(made['key']))).code, (await run('merchants', '--key', key)).code]).toEqual([
      1, 0,
    ]);
    const listed = (await json('keys'))['keys'] as Record<string, unknown>[];
    const rotated = listed.find(({ name, state }) => name === 'Auditor' && state === 'active');
    expect((await run('keys', 'revoke', String(rotated?.['id']), '--reason', 'left')).out).toContain('revoked');
    expect((await run('merchants', '--key', key)).code).toBe(1);
    const { keys } = await json('keys', '--merchant', 'Nordlicht Berlin');
    expect(keys).toMatchObject([{ name: 'Web shop', state: 'active' }]);
    expect((await run('keys', 'revoke', 'nothing', '--merchant', 'Nordlicht Berlin', '--reason', 'x')).err).toContain(
      'no such key',
    );
  });

  it('captures and refunds once, and tells the story', async () => {
    const { key } = await json('keys', 'create', '--merchant', 'Nordlicht Berlin', '--name', 'Till', '--reason', 'x');
    const policy = join(folder, 'policy.json');
    await writeFile(policy, JSON.stringify({ minimumAge: 18, limits: { EUR: { order: 1000, customer: 1000 } } }));
    expect((await run('policy', 'set', policy, '--merchant', 'Nordlicht Berlin', '--reason', 'a test')).code).toBe(0);
    const body = authorizeBody('DE');
    expect((await shop(String(key), '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
    const orders = (...more: string[]) => run('orders', ...more, '--merchant', 'Nordlicht Berlin');
    const capture = () => orders('capture', body.order.number, '--amount', '60', '--reason', 'by telephone', '--once', 'n-1');
    const first = await capture();
    expect([first.code, (await capture()).out]).toEqual([0, first.out]);
    expect((await orders('refund', body.order.number, '--amount', '10', '--reason', 'goodwill')).code).toBe(0);
    expect((await orders('capture', body.order.number, '--amount', '1,5', '--reason', 'x')).code).toBe(2);
    expect((await orders('void', body.order.number, '--amount', '900', '--reason', 'x')).err).toContain(
      'amount: The amount is above',
    );
    const story = await orders('show', body.order.number);
    expect(story.out).toMatch(/order\.captured +60\.00 .*operator First +by telephone/);
    expect(story.out).toMatch(/order\.refunded +10\.00 .*goodwill/);
    expect(story.out).toContain('to be captured until');
    const { merchants } = (await json('merchants')) as { merchants: { id: string; name: string }[] };
    const merchant = merchants.find(({ name }) => name === 'Nordlicht Berlin');
    const told = (await json('orders', 'show', body.order.number, '--merchant', 'Nordlicht Berlin'))['captures'];
    const [captured] = told as Record<string, unknown>[];
    const payments = `/admin/v1/merchants/${merchant?.id ?? ''}/payments`;
    const valueDate = dayIn('DE', captured?.['createdAt']);
    const paid = { captureNumber: captured?.['captureNumber'], amount: 50, valueDate, transactionId: 't-1' };
    expect((await shop(operatorKey, payments, paid)).status).toBe(200);
    expect((await orders('show', body.order.number)).out).toMatch(/t-1 +\d+ +50\.00 +\d{4}-\d\d-\d\d *\n/);
    expect((await shop(operatorKey, `${payments}/t-1/return`, { returnedOn: valueDate, reason: 'x' })).status).toBe(200);
    expect((await orders('show', body.order.number)).out).toContain(`taken back by the bank on ${valueDate}`);
    expect((await orders('void', body.order.number, '--reason', 'sold out')).code).toBe(0);
    expect((await orders('show', body.order.number)).out).not.toContain('to be captured until');
    expect((await orders('search', '--state', 'nonsense')).err).toContain('state:');
    expect((await orders('search', '--number', 'none')).out).toBe('No order is like that.\n');
    expect((await run('audit', 'list', '--merchant', 'Nordlicht Berlin', '--order', body.order.number)).out).toMatch(
      /refundOrder.*goodwill[\s\S]*captureOrder.*by telephone/,
    );
  });
});

describe('the law', () => {
  it('shows the rows of a day, what is not known of it, and what changes next', async () => {
    const { code, out } = await run('law', '--on', '2026-06-01', '--country', 'no');
    expect(code).toBe(0);
    expect(out).toMatch(/lateInterest +2026-01-01 +2026-06-30 +high +12\.00 %\s+source: FOR-2025-12-18-2658/);
    expect(out).toMatch(/2026-07-01 +lateInterest: 12\.25 %/);
    expect((await run('law', '--on', '2027-01-01', '--country', 'NO')).out).toMatch(
      /lateInterest +ran out on 2026-12-31 +not found/,
    );
    expect((await run('law', '--on', 'today')).code).toBe(1);
  });

  it('is held against contracts: the doctor names one from before that asks more', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const set = `update merchants set contract = jsonb_set(contract::jsonb, '{reminders}', '{"feeMinor":"250"}') where country = 'DE'`;
      expect((await client.query(set)).rowCount).toBeGreaterThan(0);
      service.deps.auth.forget();
      const { code, out } = await run('doctor');
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(/warn +merchants .*\(DE\), contract\.reminders\.fee: .* 1\.20, and it comes to 2\.50/),
      ]);
    } finally {
      await client.end();
    }
  });
});
