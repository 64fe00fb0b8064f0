// A key that is limited to an organisation sees and does nothing beyond it: looked at route by route, so that an operation
// that is added is held to it, too.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/admin/operations.ts';
import { authorizeBody, type Json, startApp, type TestApp } from '../support/app.ts';
import { done, makeMerchant, operator, startOrganisation } from '../support/organisations.ts';

let app: TestApp;
let own: Awaited<ReturnType<typeof startOrganisation>>;
let other: typeof own;
beforeAll(async () => {
  app = await startApp();
  own = await startOrganisation(app);
  other = await startOrganisation(app);
});
afterAll(() => app.stop());

const missing = '00000000-0000-7000-8000-0000000000ff';
const pathFor = (path: string, merchantId: string): string =>
  path
    .replace(':merchantId', merchantId)
    .replace(/:\w*[iI]d\b/g, missing)
    .replace(/:\w+/g, '1');
const withMerchant = operations.filter(({ path }) => path.includes('/:merchantId'));
const without = operations.filter((each) => !withMerchant.includes(each) && !each.keepsToOrganisation);

describe('a key of an organisation', () => {
  it.each(withMerchant.map(({ method, path }) => [method, path] as const))(
    'finds another’s merchant as little as a missing one: %s %s',
    async (method, path) => {
      const ask = (merchantId: string, key: string) =>
        app.ask(method, pathFor(path, merchantId), method === 'GET' ? undefined : {}, { key });
      const before = await app.rowCounts();
      const [ofOther, ofNobody] = [await ask(other.merchantId, own.key), await ask(missing, own.key)];
      expect([ofOther.status, ofOther.messages]).toMatchObject([404, [{ code: '400.205', fieldReference: 'merchantId' }]]);
      expect(ofOther.text).toBe(ofNobody.text);
      expect(await app.rowCounts()).toEqual(before);
      // Whoever may, gets past this: what is refused then is refused for another reason.
      const codes = (await ask(other.merchantId, other.key)).messages.map(({ code }) => code);
      expect(codes).not.toContain('400.205');
    },
  );

  it.each(without.map(({ method, path }) => [method, path] as const))(
    'may not do what concerns the whole operator: %s %s',
    async (method, path) => {
      const answer = await app.ask(method, pathFor(path, missing), method === 'GET' ? undefined : {}, { key: own.key });
      expect([answer.status, answer.messages]).toMatchObject([403, [{ code: '400.241' }]]);
    },
  );

  it('lists its own merchants, organisation and keys alone', async () => {
    const merchants = await done(app, 'GET', '/merchants', undefined, own.key);
    expect((merchants['merchants'] as Json[]).map(({ id }) => id)).toEqual([own.merchantId]);
    const organisations = await done(app, 'GET', '/organisations', undefined, own.key);
    expect(organisations['organisations']).toMatchObject([{ id: own.organisationId, merchantCount: 1 }]);
    const keys = (await done(app, 'GET', '/keys', undefined, own.key))['keys'] as Json[];
    expect(keys.map(({ organisationId }) => organisationId)).toEqual([own.organisationId]);
    const elsewhere = await app.ask('GET', `/admin/v1/merchants?organisationId=${other.organisationId}`, undefined, {
      key: own.key,
    });
    const nowhere = await app.ask('GET', `/admin/v1/merchants?organisationId=${missing}`, undefined, { key: own.key });
    expect([elsewhere.status, elsewhere.text]).toEqual([404, nowhere.text]);
  });

  it('makes no merchant and no key beyond it, and revokes none there', async () => {
    const body = {
      name: 'Elsewhere',
      country: 'DE',
      contract: { expiryDays: 30 },
      reason: 'x',
      organisationId: other.organisationId,
    };
    expect((await app.ask('POST', '/admin/v1/merchants', body, { key: own.key })).messages).toMatchObject([{ code: '400.350' }]);
    const key = { name: 'x', reason: 'x', organisationId: other.organisationId };
    expect((await app.ask('POST', '/admin/v1/keys', key, { key: own.key })).messages).toMatchObject([{ code: '400.350' }]);
    const [theirs] = (await done(app, 'GET', '/keys', undefined, other.key))['keys'] as Json[];
    for (const step of ['revoke', 'rotate']) {
      const answer = await app.ask('POST', `/admin/v1/keys/${String(theirs?.['id'])}/${step}`, { reason: 'x' }, { key: own.key });
      expect([answer.status, answer.messages]).toMatchObject([404, [{ code: '400.356' }]]);
    }
    // What it makes without saying for whom is its own.
    const made = await done(app, 'POST', '/keys', { name: 'own', reason: 'x' }, own.key);
    expect(made['organisationId']).toBe(own.organisationId);
  });
});

describe('an organisation', () => {
  it('has a name of its own, and says why it was made', async () => {
    const { id } = await done(app, 'POST', '/organisations', { name: 'Nordbank', reason: 'signed' });
    const again = await app.ask('POST', '/admin/v1/organisations', { name: 'NORDBANK', reason: 'x' }, operator);
    expect([again.status, again.messages]).toMatchObject([409, [{ code: '400.351', fieldReference: 'name' }]]);
    expect((await app.ask('POST', '/admin/v1/organisations', { name: 'Südbank' }, operator)).messages).toMatchObject([
      { code: '400.002', fieldReference: 'reason' },
    ]);
    const renamed = await done(app, 'PUT', `/organisations/${String(id)}`, { name: 'Nordbank AG', reason: 'legal form' });
    expect(renamed).toMatchObject({ id, name: 'Nordbank AG', merchantCount: 0 });
    const taken = await app.ask(
      'PUT',
      `/admin/v1/organisations/${String(id)}`,
      { name: 'Organisation 1', reason: 'x' },
      operator,
    );
    expect(taken.status).toBe(409);
    const unknown = await app.ask('PUT', `/admin/v1/organisations/${missing}`, { name: 'x', reason: 'x' }, operator);
    expect(unknown.messages).toMatchObject([{ code: '400.350' }]);
    const told = await app.query('select operation, reason, actor from audit where subject = $1 order by id', id);
    expect(told).toEqual([
      { operation: 'createOrganisation', reason: 'signed', actor: '00000000-0000-7000-8000-000000000000' },
      { operation: 'setOrganisation', reason: 'legal form', actor: '00000000-0000-7000-8000-000000000000' },
    ]);
  });

  it('has merchants with names of their own; another may have the same', async () => {
    await makeMerchant(app, own.organisationId, { name: 'Eins' });
    await expect(makeMerchant(app, own.organisationId, { name: 'EINS' })).rejects.toThrow('400.351');
    await makeMerchant(app, other.organisationId, { name: 'Eins' });
  });

  it('is read page by page, with a link to the next', async () => {
    const names: string[] = [];
    let path = '/admin/v1/organisations?limit=2';
    for (;;) {
      const page = await app.ask('GET', path, undefined, operator);
      names.push(...(page.body['organisations'] as Json[]).map(({ name }) => String(name)));
      const link = /<[^>]*(\/admin\/v1[^>]*)>; rel="next"/.exec(page.headers['link'] ?? '')?.[1];
      expect(link === undefined).toBe(page.body['next'] === undefined);
      if (link === undefined) break;
      path = link;
    }
    expect(names).toEqual([...new Set(names)].sort((a, b) => (a < b ? -1 : 1)));
    expect(names.length).toBeGreaterThan(2);
    expect((await app.ask('GET', '/admin/v1/organisations?after=x', undefined, operator)).messages).toMatchObject([
      { code: '400.274' },
    ]);
  });
});

describe('a merchant that was just made', () => {
  it('takes its first order by its own key, and keeps under which contract', async () => {
    const body = authorizeBody('DE');
    const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: own.shopKey });
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
    expect((await app.ask('GET', `/api/v3/orders/${body.order.number}`, undefined, { key: other.shopKey })).status).toBe(404);
    expect(await app.query('select contract_version, merchant_id from orders where number = $1', body.order.number)).toEqual([
      { contract_version: 1, merchant_id: own.merchantId },
    ]);
  });
});
