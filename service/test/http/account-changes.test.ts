// The accounts that money is paid to and from are changed by two persons and come into force after a while: what each kind of key can do
// about it, and where the money goes meanwhile.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventType } from '../../src/core/events.ts';
import { eventSample } from '../../src/http/openapi/events.ts';
import { applyDueChanges } from '../../src/merchants/account-changes.ts';
import { exampleContract } from '../../src/merchants/contract-shape.ts';
import { type Answer, advanceShop, type Json, startApp, startLive, type TestApp } from '../support/app.ts';
import { done, startOrganisation } from '../support/organisations.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

/** The waiting time of the services here. */
const hours = 24;
const [first, second, third] = ['DE89370400440532013000', 'DE02120300000000202051', 'DE02500105170137075030'];
const named = (iban: string, more: Json = {}): Json => ({ name: 'Shop', iban, reason: 'a letter', ...more });
const withAccount = (iban: string): Json => ({
  ...exampleContract,
  settlement: { payoutAccounts: { EUR: { name: 'Shop', iban } } },
});

let app: TestApp;
let live: TestApp;
let shop: Awaited<ReturnType<typeof startOrganisation>>;
let other: typeof shop;
const keys: Record<string, string> = {};
const ids: Record<string, string> = {};

const makeKey = async (name: string, body: Json = {}, key?: string): Promise<string> => {
  const made = await done(app, 'POST', '/keys', { name, reason: 'a test', scopes: ['admin:read', 'admin:write'], ...body }, key);
  [keys[name], ids[name]] = [String(made['key']), String(made['id'])];
  return keys[name] ?? '';
};

beforeAll(async () => {
  app = await startApp({ ACCOUNT_CHANGE_HOURS: String(hours) });
  shop = await startOrganisation(app, { contract: withAccount(first) });
  other = await startOrganisation(app, { contract: withAccount(first) });
  const { organisationId } = shop;
  await makeKey('Anna');
  await makeKey('Bert');
  await makeKey('Made by Anna', { scopes: ['admin:read', 'admin:write'] }, keys['Anna']);
  await makeKey('Made by who Anna made', {}, keys['Made by Anna']);
  await makeKey('Carla');
  await makeKey('Reads', { scopes: ['admin:read'] });
  await makeKey('Merchants only', { scopes: ['admin:read', 'admin:merchants'] });
  await makeKey('Money only', { scopes: ['admin:read', 'admin:money'] });
  await makeKey('Limited', { organisationId });
  await makeKey('Settling', { organisationId, scopes: ['admin:read', 'admin:write', 'admin:settlement'] });
  await makeKey('Settling too', { organisationId, scopes: ['admin:read', 'admin:write', 'admin:settlement'] });
  await makeKey('Of the other', {
    organisationId: other.organisationId,
    scopes: ['admin:read', 'admin:write', 'admin:settlement'],
  });
}, 60_000);
afterAll(async () => {
  await live?.stop();
  await app.stop();
});

const ask = (by: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: Json, on = app): Promise<Answer> =>
  on.ask(method, `/admin/v1${path}`, body, { key: keys[by] ?? by });
const propose = (by: string, iban: string, of = shop.merchantId): Promise<Answer> =>
  ask(by, 'PUT', `/merchants/${of}/payout-accounts/EUR`, named(iban));
const approve = (by: string, { body }: Answer, on = app): Promise<Answer> =>
  ask(by, 'POST', `/account-changes/${String(body['id'])}/approve`, { reason: 'called back' }, on);
const reject = (by: string, { body }: Answer): Promise<Answer> =>
  ask(by, 'POST', `/account-changes/${String(body['id'])}/reject`, { reason: 'nobody knows of it' });
const codes = ({ status, messages }: Answer): unknown[] => [status, messages[0]?.['code']];
const accountOf = async (of = shop.merchantId): Promise<unknown> =>
  (
    await app.query(
      `select contract -> 'settlement' -> 'payoutAccounts' -> 'EUR' ->> 'iban' as iban from merchants where id = $1`,
      of,
    )
  )[0]?.['iban'];
const states = async (by: string, query = ''): Promise<unknown[]> =>
  ((await ask(by, 'GET', `/account-changes${query}`)).body['changes'] as Json[]).map(({ state }) => state);
/** Put the shop's clock ahead, as the waiting time goes by it. */
const wait = (by: Json, of = shop.merchantId): Promise<Answer> => advanceShop(app, of, by);

describe('another payout account', () => {
  it('is proposed by one, approved by another, and in force after the time', async () => {
    const proposed = await propose('Anna', second);
    expect(proposed.body).toMatchObject({ state: 'Proposed', account: { iban: 'DE02…2051' }, proposedBy: ids['Anna'] });
    expect(await accountOf()).toBe(first);
    const approved = await approve('Bert', proposed);
    expect(approved.body).toMatchObject({ state: 'Approved', approvedBy: ids['Bert'] });
    expect(Date.parse(String(approved.body['effectiveAt'])) - Date.parse(String(approved.body['approvedAt']))).toBeGreaterThan(
      hours * 3_600_000 - 5000,
    );
    expect(await accountOf()).toBe(first);
    await wait({ advanceSeconds: (hours - 1) * 3600 });
    expect(await accountOf()).toBe(first);
    await wait({ advanceSeconds: 2 * 3600 });
    expect(await accountOf()).toBe(second);
    expect(await states('Anna')).toEqual(['Effective']);
    const { body } = await ask('Anna', 'GET', `/merchants/${shop.merchantId}/contracts`);
    expect((body['contracts'] as Json[])[0]).toMatchObject({ version: 2, active: true, author: ids['Bert'], reason: 'a letter' });
    const { body: trail } = await ask(
      'Anna',
      'GET',
      `/merchants/${shop.merchantId}/audit?subject=${String(proposed.body['id'])}`,
    );
    expect((trail['audit'] as Json[]).map((each) => [each['operation'], each['actor'], each['reason']])).toEqual([
      ['apply-account-changes', 'job', 'a letter'],
      ['approveAccountChange', ids['Bert'], 'called back'],
      ['setPayoutAccount', ids['Anna'], 'a letter'],
    ]);
  });

  it('is approved by no key of the same person: itself, one it made, one that made it, one that was renewed, of its name or made since', async () => {
    const proposed = await propose('Anna', first);
    for (const by of ['Anna', 'Made by Anna', 'Made by who Anna made'])
      expect([by, ...codes(await approve(by, proposed))]).toEqual([by, 403, '400.413']);
    const renewed = await done(app, 'POST', `/keys/${ids['Anna']}/rotate`, { reason: 'x' });
    keys['Anna renewed'] = String(renewed['key']);
    expect(codes(await approve('Anna renewed', proposed))).toEqual([403, '400.413']);
    await makeKey('Made since', {}, keys['Bert']);
    expect(codes(await approve('Made since', proposed))).toEqual([403, '400.413']);
    await reject('Anna', proposed);
    // The other way: what a key proposes that Anna made, Anna does not approve.
    const byMade = await propose('Made by who Anna made', first);
    expect(codes(await approve('Anna', byMade))).toEqual([403, '400.413']);
    expect(codes(await approve('Anna renewed', byMade))).toEqual([403, '400.413']);
    // One key of the operator that was stolen makes the two that are needed.
    await makeKey('One of two', {}, keys['Bert']);
    await makeKey('Two of two', {}, keys['Bert']);
    const byOne = await propose('One of two', first);
    expect(codes(await approve('Two of two', byOne))).toEqual([403, '400.413']);
    expect(codes(await approve('Bert', byOne))).toEqual([403, '400.413']);
    await app.query(`update api_keys set name = 'ANNA' where id = $1`, ids['Made since']);
    const byAnna = await propose('Anna renewed', first);
    expect(codes(await approve('Made since', byAnna))).toEqual([403, '400.413']);
    expect((await approve('Bert', byAnna)).body['state']).toBe('Approved');
    expect((await reject('Bert', byAnna)).body).toMatchObject({ state: 'Rejected', endedBy: ids['Bert'] });
    expect(await accountOf()).toBe(second);
  });

  it('is approved once, not after it was taken back, replaced or too old, and by one of two at once', async () => {
    const proposed = await propose('Anna renewed', first);
    const newer = await propose('Anna renewed', third);
    expect(codes(await approve('Bert', proposed))).toEqual([409, '400.411']);
    expect((await approve('Bert', proposed)).messages[0]?.['message']).toContain('Replaced');
    const both = await Promise.all([approve('Bert', newer), approve('Money only', newer)]);
    expect(both.map(({ status }) => status).sort((one, next) => one - next)).toEqual([200, 409]);
    expect(codes(await approve('Bert', newer))).toEqual([409, '400.411']);
    expect(codes(await propose('Bert', first))).toEqual([409, '400.412']);
    await reject('Anna renewed', newer);
    expect(codes(await approve('Bert', newer))).toEqual([409, '400.411']);
    expect(codes(await reject('Bert', newer))).toEqual([409, '400.411']);
    const old = await propose('Anna renewed', first);
    await app.query(`update account_changes set proposed_at = now() - interval '8 days' where id = $1`, old.body['id']);
    expect((await approve('Bert', old)).messages[0]?.['message']).toContain('Expired');
    expect(await states('Bert', '?state=proposed')).toEqual(['Expired']);
    await reject('Bert', old);
    expect(codes(await ask('Bert', 'POST', '/account-changes/0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b60/approve', {}))).toEqual([
      404,
      '400.410',
    ]);
    expect(await accountOf()).toBe(second);
  });

  it('is a matter of keys with the scopes, and of the organisation whose merchant it is', async () => {
    const refused = [403, '400.241'];
    for (const by of ['Reads', 'Money only', 'Limited'])
      expect([by, ...codes(await propose(by, first))]).toEqual([by, ...refused]);
    for (const by of ['sandbox-de', shop.shopKey]) expect((await propose(by, first)).status).toBe(401);
    const missing = await propose('Of the other', first);
    expect(codes(missing)).toEqual([404, '400.205']);
    const proposed = await propose('Merchants only', first);
    for (const by of ['Reads', 'Limited']) expect([by, ...codes(await approve(by, proposed))]).toEqual([by, ...refused]);
    expect((await approve(shop.shopKey, proposed)).status).toBe(401);
    // Of another organisation it is as one that does not exist, byte for byte.
    const none = await ask('Of the other', 'POST', '/account-changes/0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b60/approve', {});
    const theirs = await approve('Of the other', proposed);
    expect([theirs.status, theirs.text]).toEqual([none.status, none.text]);
    expect(codes(await reject('Of the other', proposed))).toEqual([404, '400.410']);
    expect(await states('Of the other')).toEqual([]);
    expect((await states('Settling')).length).toBeGreaterThan(3);
    // The list is masked, and shows all to who may see accounts and says why.
    const { text } = await ask('Money only', 'GET', '/account-changes');
    expect(text).not.toContain(first);
    const clear = await ask('sandbox-operator', 'GET', '/account-changes?unmask=checking%20it');
    expect([clear.status, clear.text.includes(first)]).toEqual([200, true]);
    expect((await approve('Money only', proposed)).body['state']).toBe('Approved');
    await reject('Money only', proposed);
    const theirOwn = await propose('Settling', third);
    expect(codes(await approve('Settling', theirOwn))).toEqual([403, '400.413']);
    expect((await approve('Settling too', theirOwn)).body['state']).toBe('Approved');
    await reject('Settling too', theirOwn);
  });

  it('is no way around by the contract: another account there is only proposed, and what left out is gone', async () => {
    const set = (iban: string, more: Json = {}) =>
      ask('Anna renewed', 'POST', `/merchants/${shop.merchantId}/contracts`, {
        contract: { ...withAccount(iban), ...more },
        reason: 'new terms',
      });
    const made = await set(third, { expiryDays: 31 });
    expect(made.body['hints']).toMatchObject([{ field: 'contract.settlement.payoutAccounts.EUR' }]);
    expect(made.body['contract']).toMatchObject({
      expiryDays: 31,
      settlement: { payoutAccounts: { EUR: { iban: 'DE02…2051' } } },
    });
    expect(await accountOf()).toBe(second);
    const [proposed] = (await ask('Bert', 'GET', '/account-changes?state=Proposed')).body['changes'] as Json[];
    expect(proposed).toMatchObject({
      account: { iban: 'DE02…5030' },
      proposedBy: String((await app.query(`select successor_id as id from api_keys where id = $1`, ids['Anna']))[0]?.['id']),
    });
    const approved = await ask('Bert', 'POST', `/account-changes/${String(proposed?.['id'])}/approve`, {});
    expect(approved.body['state']).toBe('Approved');
    expect(codes(await set(first))).toEqual([409, '400.412']);
    // What was agreed meanwhile stays beside the account that comes into force.
    await set(second, { expiryDays: 32 });
    await wait({ advanceSeconds: (hours + 1) * 3600 });
    expect(await accountOf()).toBe(third);
    expect((await ask('Bert', 'GET', `/merchants/${shop.merchantId}/contracts/active`)).body['contract']).toMatchObject({
      expiryDays: 32,
    });
  });
});

describe('the money', () => {
  it('goes to the account that is in force at the moment of the file, and to the old one a moment before', async () => {
    const proposed = await propose('Anna renewed', first, other.merchantId);
    const { body } = await approve('Bert', proposed);
    const at = Date.parse(String(body['effectiveAt']));
    // Whoever writes a file at that moment applies what is in force by then.
    const [{ effective } = {}] = await app.query(
      'select (extract(epoch from effective_at) * 1000)::float8 as effective from account_changes where id = $1',
      body['id'],
    );
    const exactly = Number(effective);
    expect(Math.abs(exactly - at)).toBeLessThan(1000);
    await app.query(
      `update merchants set contract = jsonb_set(contract::jsonb, '{settlement,payoutAccounts,EUR,iban}', $2::jsonb)::json where id = $1`,
      other.merchantId,
      JSON.stringify(third),
    );
    const { db, secrets } = app.deps;
    expect(await applyDueChanges({ db, secrets, clock: () => exactly - 1 }, other.merchantId)).toBe(0);
    expect(await accountOf(other.merchantId)).toBe(third);
    // Two at once apply it once.
    const twice = await Promise.all([0, 1].map(() => applyDueChanges({ db, secrets, clock: () => exactly }, other.merchantId)));
    expect(twice.reduce((sum, each) => sum + each)).toBe(1);
    expect(await accountOf(other.merchantId)).toBe(first);
    expect(codes(await reject('Bert', proposed))).toEqual([409, '400.411']);
  });

  it('comes into force although another merchant’s cannot be read, which is reported', async () => {
    const [spoilt, fine] = [await propose('Anna renewed', third), await propose('Anna renewed', second, other.merchantId)];
    for (const each of [spoilt, fine]) expect((await approve('Carla', each)).body['state']).toBe('Approved');
    const id = String(spoilt.body['id']);
    const [{ content } = {}] = await app.query('select content from account_changes where id = $1', id);
    await app.query(`update account_changes set content = '2.deadbeef.AAAA.BBBB', effective_at = approved_at where id = $1`, id);
    const { db, secrets } = app.deps;
    const before = await accountOf();
    const applied = applyDueChanges({ db, secrets, clock: () => Date.now() + 90 * 86_400_000 });
    await expect(applied).rejects.toThrow('1 account changes could not be applied');
    expect([await accountOf(), await accountOf(other.merchantId)]).toEqual([before, second]);
    await app.query('update account_changes set content = $2 where id = $1', id, content);
    await reject('Bert', spoilt);
  });

  it('is not kept from all others by a change that cannot be applied, which is shown and can be rejected', async () => {
    const spoilt = await propose('Anna renewed', third);
    expect((await approve('Carla', spoilt)).body['state']).toBe('Approved');
    const id = String(spoilt.body['id']);
    await app.query(`update account_changes set content = '2.deadbeef.AAAA.BBBB', effective_at = approved_at where id = $1`, id);
    const listed = await ask('Bert', 'GET', '/account-changes?state=Approved');
    expect(listed.body['changes'], listed.text).toMatchObject([{ id, account: { iban: 'DE02…5030' } }]);
    expect((await ask('Bert', 'GET', '/house-accounts')).status).toBe(200);
    const run = await ask('Bert', 'POST', '/jobs/apply-account-changes/run');
    expect(run.status, 'the job fails, and is seen to').toBe(500);
    expect((await reject('Bert', spoilt)).body, 'although it is due').toMatchObject({ id, state: 'Rejected' });
    expect((await ask('Bert', 'POST', '/jobs/apply-account-changes/run')).status).toBe(200);
  });

  it('leaves the operator’s bank from an account that two persons agreed on', async () => {
    const set = (by: string, iban: string) => ask(by, 'PUT', '/house-accounts/EUR', named(iban, { name: 'House' }));
    const house = async () => ((await ask('Bert', 'GET', '/house-accounts')).body['accounts'] as Json[]).map(({ iban }) => iban);
    // In the sandbox the first one needs nobody else.
    expect((await set('Anna renewed', first)).body).toMatchObject({ state: 'Effective', account: { iban: 'DE89…3000' } });
    expect(await house()).toEqual(['DE89…3000']);
    const proposed = await set('Anna renewed', second);
    expect(proposed.body).toMatchObject({ state: 'Proposed' });
    expect(proposed.body).not.toHaveProperty('merchantId');
    for (const by of ['Anna renewed', 'Made by Anna']) expect(codes(await approve(by, proposed))).toEqual([403, '400.413']);
    // Not a matter of any organisation.
    for (const by of ['Settling', 'Of the other']) expect(codes(await approve(by, proposed))).toEqual([404, '400.410']);
    for (const by of ['Merchants only', 'Limited', 'Reads']) expect(codes(await set(by, third))).toEqual([403, '400.241']);
    expect((await approve('Money only', proposed)).body['state']).toBe('Approved');
    expect(await house()).toEqual(['DE89…3000']);
    await app.query(`update account_changes set effective_at = now() - interval '1 second' where id = $1`, proposed.body['id']);
    expect(await house()).toEqual(['DE02…2051']);
    expect(codes(await set('Bert', 'DE00'))).toEqual([400, '400.321']);
    expect(codes(await ask('Bert', 'PUT', '/house-accounts/EUR', named(first, { reason: ' ' })))).toEqual([400, '400.002']);
  });
});

it('tells the merchant’s webhooks of every step', async () => {
  const receiver: Receiver = await startReceiver();
  const url = receiver.url;
  await done(
    app,
    'POST',
    `/merchants/${shop.merchantId}/webhook-endpoints`,
    { url, events: ['payout_account.*'], reason: 'x' },
    keys['Bert'],
  );
  const proposed = await propose('Anna renewed', first);
  await approve('Bert', proposed);
  await reject('Bert', proposed);
  const again = await propose('Anna renewed', first);
  await approve('Bert', again);
  await wait({ advanceSeconds: (hours + 1) * 3600 });
  await app.deps.jobs.runNow('deliver-webhooks');
  const own = [proposed, again].map(({ body }) => body['id']);
  const told = receiver.got
    .filter(({ event: { data } }) => own.includes((data['resource'] as Json)['number']))
    .map(({ event: { type, data } }) => [
      type.replace('payout_account.', ''),
      data['account'],
      (data['resource'] as Json)['version'],
    ]);
  expect(told.map(String).toSorted()).toEqual(
    [
      ['proposed', 'DE89…3000', 1],
      ['approved', 'DE89…3000', 2],
      ['rejected', 'DE89…3000', 3],
      ['proposed', 'DE89…3000', 1],
      ['approved', 'DE89…3000', 2],
      ['changed', 'DE89…3000', 3],
    ]
      .map(String)
      .toSorted(),
  );
  expect(receiver.got.every(({ text }) => !text.includes(first))).toBe(true);
  // What the document shows of it has the same members, of the same form.
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  for (const { event } of receiver.got) {
    const shown = eventSample(event.type as EventType)['data'] as Json;
    expect(Object.keys(shown)).toEqual(expect.arrayContaining(Object.keys(event.data)));
    for (const { resource } of [shown, event.data] as { resource: Json }[])
      expect(resource).toMatchObject({ type: 'account_change', number: expect.stringMatching(uuid) });
    for (const { effectiveAt = '2026-11-21T09:30:00Z', account } of [shown, event.data])
      expect([effectiveAt, account]).toEqual([
        expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/),
        expect.stringMatching(/^DE\d\d…\d{4}$/),
      ]);
  }
  await receiver.close();
});

it('in live mode the first account needs a second person as well, of a new merchant and of the operator', async () => {
  live = await startLive(app);
  // Live mode knows no key of a sandbox.
  for (const name of ['Carla', 'Bert']) {
    await app.query(`update api_keys set hash = encode(sha256($2::bytea), 'hex') where id = $1`, ids[name], `live-${name}`);
    keys[name] = `live-${name}`;
  }
  const create = {
    organisationId: shop.organisationId,
    name: 'New',
    country: 'DE',
    contract: withAccount(first),
    reason: 'signed',
  };
  const made = await ask('Carla', 'POST', '/merchants', create, live);
  expect(made.status, made.text).toBe(200);
  expect(made.body['hints']).toMatchObject([{ field: 'contract.settlement.payoutAccounts.EUR' }]);
  const newOne = String(made.body['id']);
  expect(await accountOf(newOne)).toBeNull();
  const house = await ask('Carla', 'PUT', '/house-accounts/SEK', named('SE4550000000058398257466'), live);
  expect(house.body['state']).toBe('Proposed');
  const list = (await ask('Bert', 'GET', '/account-changes?state=Proposed', undefined, live)).body['changes'] as Json[];
  const waiting = list.find(({ merchantId }) => merchantId === newOne);
  expect(waiting).toMatchObject({ merchantName: 'New', reason: 'signed' });
  const approved = await ask('Bert', 'POST', `/account-changes/${String(waiting?.['id'])}/approve`, {}, live);
  // A day, where nothing else is said.
  const { effectiveAt, approvedAt } = approved.body;
  expect(Math.round((Date.parse(String(effectiveAt)) - Date.parse(String(approvedAt))) / 3_600_000)).toBe(24);
  const again = await ask('Carla', 'POST', '/merchants', create, live);
  expect(codes(again)).toEqual([409, '400.351']);
  expect((await ask('Bert', 'GET', '/account-changes?state=Proposed', undefined, live)).body['changes']).toHaveLength(
    list.length - 1,
  );
  await app.query(`update service_settings set value = 'sandbox' where name = 'mode'`);
});
