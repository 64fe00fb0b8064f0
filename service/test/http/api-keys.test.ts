// Keys: shown once, ended in time, never more than who made them, and known to have been used without a write for each use.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorScopes } from '../../src/core/scopes.ts';
import { createKeyUses } from '../../src/keys/key-uses.ts';
import { createMerchantKey, createOperatorKey } from '../../src/keys/keys.operation.ts';
import { holderOf, isNetwork, isPartOf, isWithin } from '../../src/runtime/networks.ts';
import { type Json, startApp, type TestApp } from '../support/app.ts';
import { done, operator, startOrganisation } from '../support/organisations.ts';

let app: TestApp;
let shop: Awaited<ReturnType<typeof startOrganisation>>;
let keys = '';
beforeAll(async () => {
  app = await startApp();
  shop = await startOrganisation(app);
  keys = `/merchants/${shop.merchantId}/keys`;
});
afterAll(() => app.stop());

const version = async (key: unknown, on = app, headers: Record<string, string> = {}) =>
  (await on.ask('GET', '/api/v3/version', undefined, { key: String(key), headers })).status;
const make = (over: Json = {}) => done(app, 'POST', keys, { name: 'till', reason: 'a test', ...over });
const listedOfOperator = async (id: unknown) =>
  ((await done(app, 'GET', '/keys?limit=200'))['keys'] as Json[]).find((each) => each['id'] === id);
const listed = async (id: unknown) => ((await done(app, 'GET', keys))['keys'] as Json[]).find((each) => each['id'] === id);

describe('a key', () => {
  it('is shown once and never stored', async () => {
    const made = await make({ scopes: ['read'], expiresAt: '2031-01-01T00:00:00Z' });
    expect(await version(made['key'])).toBe(200);
    const { key, ...shown } = made;
    expect(await listed(made['id'])).toEqual({ ...shown, ...(await listed(made['id'])) });
    const [row] = await app.query('select k::text as row from api_keys k where id = $1', made['id']);
    expect(String(row?.['row'])).not.toContain(String(key).slice(9));
    expect(JSON.stringify(await app.query('select * from audit'))).not.toContain(String(key).slice(9));
    expect((await app.ask('POST', '/api/v3/checkout/authorize', {}, { key: String(key) })).status).toBe(403);
  });

  it('is made by the example of the document, of a merchant and of the operator', async () => {
    for (const [path, { example }] of [
      [keys, createMerchantKey],
      ['/keys', createOperatorKey],
    ] as const) {
      const { key: _key, ...shown } = await done(app, 'POST', path, example?.body as Json);
      expect(Object.keys(shown)).toEqual(expect.arrayContaining(['id', 'name', 'scopes', 'state']));
      expect('merchantId' in (example?.answer ?? {})).toBe('merchantId' in shown);
    }
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ scopes: ['read', 'everything'] }, 'scopes[1]'],
    [{ scopes: ['admin:read'] }, 'scopes[0]'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ allowedAddresses: ['10.0.0.0/8', 'home'] }, 'allowedAddresses[1]'],
    [{ reason: '' }, 'reason'],
  ])('is refused with the field that is wrong: %j', async (over, field) => {
    const answer = await app.ask('POST', `/admin/v1${keys}`, { name: 'x', reason: 'x', ...over }, operator);
    expect([answer.status, answer.messages]).toMatchObject([400, [{ fieldReference: field }]]);
  });

  it('that is rotated works until the overlap ends, and two are valid at most', async () => {
    const first = await make();
    const second = await done(app, 'POST', `${keys}/${String(first['id'])}/rotate`, { overlapHours: 2, reason: 'yearly' });
    expect([await version(first['key']), await version(second['key'])]).toEqual([200, 200]);
    expect(await listed(first['id'])).toMatchObject({ state: 'replaced', successorId: second['id'] });
    const twice = await app.ask('POST', `/admin/v1${keys}/${String(first['id'])}/rotate`, { reason: 'x' }, operator);
    expect([twice.status, twice.messages]).toMatchObject([409, [{ code: '400.357' }]]);
    const third = await done(app, 'POST', `${keys}/${String(second['id'])}/rotate`, { reason: 'again' });
    expect([await version(first['key']), await version(second['key']), await version(third['key'])]).toEqual([401, 200, 200]);
    const last = await done(app, 'POST', `${keys}/${String(third['id'])}/rotate`, { overlapHours: 0, reason: 'leaked' });
    expect([await version(second['key']), await version(third['key']), await version(last['key'])]).toEqual([401, 401, 200]);
    const both = await Promise.all(
      [1, 2].map(() => app.ask('POST', `/admin/v1${keys}/${String(last['id'])}/rotate`, { reason: 'at once' }, operator)),
    );
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  it('that is revoked ends at once here and within five seconds in another process', async () => {
    const other = await startApp({}, app.connection);
    const made = await make();
    expect([await version(made['key']), await version(made['key'], other)]).toEqual([200, 200]);
    const since = Date.now();
    const ended = await done(app, 'POST', `${keys}/${String(made['id'])}/revoke`, { reason: 'leaked' });
    expect(ended).toMatchObject({ state: 'revoked' });
    expect(await version(made['key'])).toBe(401);
    await expect.poll(() => version(made['key'], other), { timeout: 30_000, interval: 100 }).toBe(401);
    expect(Date.now() - since).toBeLessThan(20_000);
    expect(await done(app, 'POST', `${keys}/${String(made['id'])}/revoke`, { reason: 'x' })).toEqual(ended);
    expect((await app.ask('POST', `/admin/v1${keys}/${String(made['id'])}/rotate`, { reason: 'x' }, operator)).status).toBe(409);
    expect((await app.ask('POST', `/admin/v1/keys/${String(made['id'])}/revoke`, { reason: 'x' }, operator)).status).toBe(404);
    await other.stop();
  }, 60_000);

  it('may be used from its networks alone', async () => {
    const here = await make({ allowedAddresses: ['127.0.0.0/8', '::1'] });
    const there = await make({ allowedAddresses: ['203.0.113.0/24'] });
    expect([await version(here['key']), await version(there['key'])]).toEqual([200, 401]);
    // Whatever a client says of itself counts for nothing.
    expect(await version(there['key'], app, { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' })).toBe(401);
  });

  it('says to the hour when it was last used, without a write for each use', async () => {
    const made = await make();
    const written: unknown[] = [];
    const db = {
      ...app.deps.db,
      run: async (statement: { name: string }) => {
        written.push(statement.name);
        return [];
      },
    };
    const uses = createKeyUses(db, () => undefined);
    for (let count = 0; count < 1000; count += 1) uses.note('a', null, Date.parse('2026-11-20T09:30:00Z'));
    uses.note('b', Date.parse('2026-11-20T09:00:00Z'), Date.parse('2026-11-20T09:59:00Z'));
    await uses.stop();
    expect(written).toEqual(['note_key_uses']);
    const own = await startApp({}, app.connection);
    await version(made['key'], own);
    await own.stop();
    const at = Date.parse(String((await listed(made['id']))?.['lastUsedAt']));
    expect([at % 3_600_000, Date.now() - at < 2 * 3_600_000]).toEqual([0, true]);
  });
});

describe('a key that is not known', () => {
  const reads = async (on: TestApp, asks: () => Promise<unknown>, of = 'find_key'): Promise<number> => {
    const asked: string[] = [];
    const before = on.deps.db.read.bind(on.deps.db);
    Object.assign(on.deps.db, {
      read: (statement: { name: string }, ...values: never[]) => {
        if (statement.name === of) asked.push(statement.name);
        return before(statement as never, ...values);
      },
    });
    await asks();
    Object.assign(on.deps.db, { read: before });
    return asked.length;
  };

  /** What is counted is counted from one full minute to the next: who met that asks another service once more. */
  const withinAMinute = async (ask: (own: TestApp) => Promise<void>): Promise<void> => {
    const own = await startApp({}, app.connection);
    const minute = (): number => Math.floor(Date.now() / 60_000);
    const begun = minute();
    const failed = await ask(own).then(
      () => undefined,
      (fault: unknown) => ({ fault }),
    );
    await own.stop();
    if (failed && minute() === begun) throw failed.fault;
    if (failed) await withinAMinute(ask);
  };

  it('costs one look-up a minute, and beyond a hundred from an address none at all', async () => {
    const good = String((await make())['key']);
    await withinAMinute(async (own) => {
      expect(await version(good, own)).toBe(200);
      expect(
        await reads(own, async () => {
          for (let count = 0; count < 5; count += 1) expect(await version('no-such-key', own)).toBe(401);
        }),
      ).toBe(1);
      const statuses: number[] = [];
      const looked = await reads(own, async () => {
        for (let count = 0; count < 150; count += 1) statuses.push(await version(`no-such-key-${count}`, own));
      });
      expect([looked <= 100, statuses[0], statuses.at(-1)]).toEqual([true, 401, 429]);
      // Who was let in before is let in still: many may share an address.
      expect(await version(good, own)).toBe(200);
    });
  });

  it('keeps no valid key of its address out, asked with for the first time or forgotten meanwhile', async () => {
    const good = String((await make())['key']);
    await withinAMinute(async (own) => {
      const statuses: number[] = [];
      const lists = await reads(
        own,
        async () => {
          for (let count = 0; count < 200; count += 1) statuses.push(await version(`no-such-key-of-many-${count}`, own));
          statuses.push(await version(good, own));
          own.deps.auth.forget();
          statuses.push(await version(good, own));
        },
        'list_key_hashes',
      );
      expect([statuses[150], ...statuses.slice(-2)]).toEqual([429, 200, 200]);
      // Forgetting makes it two; three where the run itself takes longer than the list is used.
      expect(lists).toBeLessThanOrEqual(3);
    });
  });

  it('keeps no key of its address out that was made meanwhile', async () => {
    await withinAMinute(async (own) => {
      for (let count = 0; count < 150; count += 1) await version(`no-such-key-before-${count}`, own);
      const refused = await own.ask('GET', '/api/v3/version', undefined, { key: 'no-such-key-after' });
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
      const made = await own.ask('POST', `/admin/v1${keys}`, { name: 'new', reason: 'a test' }, operator);
      expect(await version(made.body['key'], own)).toBe(200);
    });
  });

  it('counts against the whole network of 64 bits that an address of IPv6 is of', () => {
    const same = ['2001:db8::1', '2001:db8:0:0:1:2:3:4', '2001:db8:0:0::9', '2001:db8::ffff:ffff:ffff:ffff'];
    expect(new Set(same.map(holderOf)).size).toBe(1);
    const apart = ['2001:db8:0:1::1', '2001:db8::1', '::1', 'fe80::1', '203.0.113.7', '203.0.113.8'];
    expect(new Set(apart.map(holderOf)).size).toBe(apart.length);
    expect(holderOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  });

  it('counts an address as one, however it is written', () => {
    const written = ['2001:db8::1', '2001:0DB8:0000:0:0:0:0:1', '2001:db8:0::0.0.0.1', '2001:db8::1%eth0'];
    expect(written.map(holderOf)).toEqual(written.map(() => '2001:db8:0:0::/64'));
    const inside = ['::FFFF:203.0.113.7', '::ffff:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7', '64:ff9b::cb00:7107', '203.0.113.7'];
    expect(inside.map(holderOf)).toEqual(inside.map(() => '203.0.113.7'));
    expect(['', 'unknown', '203.0.113.7:80', '203.0.113.7, 198.51.100.1'].map(holderOf)).toEqual([
      '',
      'unknown',
      '203.0.113.7:80',
      '203.0.113.7, 198.51.100.1',
    ]);
  });
});

describe('a key of the operator', () => {
  const withScopes = async (...scopes: string[]) =>
    String((await done(app, 'POST', '/keys', { name: scopes.join(), scopes, reason: 'a test' }))['key']);

  it('makes none that may do more than itself', async () => {
    const limited = await withScopes('admin:read', 'admin:keys');
    const wider = await app.ask(
      'POST',
      '/admin/v1/keys',
      { name: 'x', scopes: ['admin:read', 'admin:money'], reason: 'x' },
      { key: limited },
    );
    expect([wider.status, wider.messages]).toMatchObject([403, [{ code: '400.241', fieldReference: 'scopes' }]]);
    expect(await done(app, 'POST', '/keys', { name: 'x', reason: 'x' }, limited)).toMatchObject({
      scopes: ['admin:read', 'admin:keys'],
    });
    const whole = await done(app, 'POST', '/keys', { name: 'whole', reason: 'x' });
    const took = await app.ask('POST', `/admin/v1/keys/${String(whole['id'])}/rotate`, { reason: 'x' }, { key: limited });
    expect(took.status).toBe(403);
  });

  it('makes and renews none that is good for longer, or from elsewhere, than itself', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, '');
    const limits = { expiresAt: soon, allowedAddresses: ['127.0.0.0/8'] };
    const scopes = ['admin:read', 'admin:keys'];
    const own = await done(app, 'POST', '/keys', { name: 'contractor', scopes, ...limits, reason: 'a week' });
    const free = await done(app, 'POST', '/keys', { name: 'free', scopes, reason: 'x' });
    const key = String(own['key']);
    expect(await done(app, 'POST', '/keys', { name: 'next', reason: 'x' }, key)).toMatchObject(limits);
    expect(await done(app, 'POST', '/keys', { name: 'narrow', allowedAddresses: ['127.0.0.1'], reason: 'x' }, key)).toMatchObject(
      {
        allowedAddresses: ['127.0.0.1'],
      },
    );
    for (const [path, body, field] of [
      ['/keys', { name: 'x', expiresAt: '2099-01-01T00:00:00Z' }, 'expiresAt'],
      ['/keys', { name: 'x', allowedAddresses: ['0.0.0.0/0'] }, 'allowedAddresses'],
      ['/keys', { name: 'x', allowedAddresses: ['127.0.0.1', '203.0.113.9'] }, 'allowedAddresses'],
      [`/keys/${String(own['id'])}/rotate`, { expiresAt: '2099-01-01T00:00:00Z' }, 'expiresAt'],
      [`/keys/${String(free['id'])}/rotate`, {}, 'expiresAt'],
    ] as const) {
      const answer = await app.ask('POST', `/admin/v1${path}`, { ...body, reason: 'x' }, { key });
      expect([path, answer.status, answer.messages]).toMatchObject([path, 403, [{ code: '400.241', fieldReference: field }]]);
    }
    expect(await done(app, 'POST', `/keys/${String(own['id'])}/rotate`, { reason: 'in time' }, key)).toMatchObject({
      allowedAddresses: limits.allowedAddresses,
      expiresAt: expect.any(String),
    });
  });

  it('of an organisation takes no right over from a key beside it, nor renews itself for longer', async () => {
    const limit = { organisationId: shop.organisationId, reason: 'x' };
    const settler = await done(app, 'POST', '/keys', { name: 'settles', ...limit, scopes: ['admin:write', 'admin:settlement'] });
    const plain = await done(app, 'POST', '/keys', { name: 'plain', ...limit, scopes: ['admin:read', 'admin:write'] });
    const rotate = (of: Json, key: Json) =>
      app.ask('POST', `/admin/v1/keys/${String(of['id'])}/rotate`, { reason: 'x' }, { key: String(key['key']) });
    const taken = await rotate(settler, plain);
    expect([taken.status, taken.messages]).toMatchObject([403, [{ code: '400.241', fieldReference: 'scopes' }]]);
    expect(taken.text).not.toContain('dps_');
    expect(await listedOfOperator(settler['id'])).toMatchObject({ state: 'active' });
    expect((await rotate(plain, settler)).status).toBe(403);
    expect((await rotate(settler, settler)).status).toBe(200);
    // The whole operator's keys are as good as missing for it.
    const whole = await done(app, 'POST', '/keys', { name: 'whole', reason: 'x' });
    expect((await rotate(whole, plain)).status).toBe(404);
    const soon = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000).toISOString();
    const short = await done(app, 'POST', '/keys', { name: 'short', reason: 'x', expiresAt: soon });
    const renewed = await rotate(short, short);
    expect([renewed.status, Date.parse(String(renewed.body['expiresAt']))]).toEqual([200, Date.parse(soon)]);
  });

  it('that is limited gives a key of its organisation nothing it has not, and a shop’s key everything', async () => {
    const limit = { organisationId: shop.organisationId, reason: 'x', allowedAddresses: ['127.0.0.0/8'] };
    const keeper = String((await done(app, 'POST', '/keys', { name: 'keeper', ...limit, scopes: ['admin:keys'] }))['key']);
    for (const scope of operatorScopes.filter((each) => each !== 'admin:keys')) {
      const refused = await app.ask('POST', '/admin/v1/keys', { name: 'x', reason: 'x', scopes: [scope] }, { key: keeper });
      expect([scope, refused.status, refused.messages]).toMatchObject([scope, 403, [{ code: '400.241' }]]);
      const theirs = { name: scope, scopes: [scope], organisationId: shop.organisationId, reason: 'x' };
      const { id } = await done(app, 'POST', '/keys', theirs);
      const taken = await app.ask('POST', `/admin/v1/keys/${String(id)}/rotate`, { reason: 'x' }, { key: keeper });
      expect([scope, taken.status, taken.messages]).toMatchObject([scope, 403, [{ code: '400.241' }]]);
      // Ending one is what is done in an incident.
      expect(await done(app, 'POST', `/keys/${String(id)}/revoke`, { reason: 'leaked' }, keeper)).toMatchObject({
        state: 'revoked',
      });
      expect(await app.query('select reason from audit where subject = $1 and operation = $2', id, 'revokeOperatorKey')).toEqual([
        { reason: 'leaked' },
      ]);
    }
    const elsewhere = await done(app, 'POST', keys, { name: 'till', reason: 'x' }, keeper);
    expect(elsewhere).toMatchObject({ scopes: expect.arrayContaining(['lookup:full']) });
    expect(elsewhere['allowedAddresses']).toBeUndefined();
  });

  it('does what its scopes name: all of it with admin:write, parts of it with the finer ones', async () => {
    const name = { name: `Bank ${Date.now()}`, reason: 'x' };
    for (const [scope, status] of [
      ['admin:read', 403],
      ['admin:keys', 403],
      ['admin:money', 403],
      ['admin:merchants', 200],
    ] as const)
      expect((await app.ask('POST', '/admin/v1/organisations', name, { key: await withScopes(scope) })).status, scope).toBe(
        status,
      );
    const write = await withScopes('admin:write');
    expect((await app.ask('POST', '/admin/v1/organisations', { ...name, name: 'W' }, { key: write })).status).toBe(200);
    expect((await app.ask('GET', '/admin/v1/organisations', undefined, { key: write })).status).toBe(403);
  });
});

describe('a network', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::/32', '::1'])('is written %s', (text) =>
    expect(isNetwork(text)).toBe(true),
  );
  it.each(['', '203.0.113', '203.0.113.0/33', '203.0.113.0/', '::/129', 'fe80::1%eth0', '1.2.3.4/8/8'])(
    'is not written “%s”',
    (text) => expect(isNetwork(text)).toBe(false),
  );
  it('is part of another when all of it is', () => {
    expect(isPartOf('10.1.0.0/16', ['10.0.0.0/8'])).toBe(true);
    expect(isPartOf('10.0.0.0/7', ['10.0.0.0/8'])).toBe(false);
    expect(isPartOf('10.1.2.3', ['203.0.113.0/24', '10.1.2.3'])).toBe(true);
    expect(isPartOf('2001:db8::/48', ['2001:db8::/32'])).toBe(true);
    expect(isPartOf('::/0', ['0.0.0.0/0'])).toBe(false);
  });
  it('holds addresses in either form', () => {
    expect(isWithin('::ffff:203.0.113.7', ['203.0.113.0/24'])).toBe(true);
    expect(isWithin('203.0.114.7', ['203.0.113.0/24', '2001:db8::/32'])).toBe(false);
    expect(isWithin('2001:db8::7', ['203.0.113.0/24', '2001:db8::/32'])).toBe(true);
    expect(isWithin('', ['0.0.0.0/0'])).toBe(false);
  });
});
