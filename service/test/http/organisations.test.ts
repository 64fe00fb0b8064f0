// A key that is limited to an organisation sees and does nothing beyond it: looked at route by route, so that an operation
// that is added is held to it, too.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleContract } from '../../src/merchants/contract-shape.ts';
import { operations } from '../../src/operations.ts';
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
    const scopes = { name: 's', reason: 'x', organisationId: own.organisationId, scopes: ['admin:write', 'admin:settlement'] };
    const settler = String((await done(app, 'POST', '/keys', scopes))['key']);
    expect((await app.ask('POST', '/admin/v1/merchants', body, { key: settler })).messages).toMatchObject([{ code: '400.350' }]);
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

describe('what a merchant pays and how it is paid', () => {
  const fees = { terms: [{ paymentType: 'Invoice', percent: 2.9, fixed: 0.35 }] };
  const reserve = { percent: 10, days: 90 };
  const settlement = { period: 'weekly', payoutAccounts: { EUR: { name: 'Shop', iban: 'DE89370400440532013000' } } };
  let shop: typeof own;
  let settler = '';
  const contracts = (body: Json, key: string) =>
    app.ask('POST', `/admin/v1/merchants/${shop.merchantId}/contracts`, { reason: 'x', ...body }, { key });
  beforeAll(async () => {
    shop = await startOrganisation(app, { contract: { ...exampleContract, fees, reserve, settlement } });
    const key = {
      name: 's',
      reason: 'x',
      organisationId: shop.organisationId,
      scopes: ['admin:read', 'admin:write', 'admin:settlement'],
    };
    settler = String((await done(app, 'POST', '/keys', key))['key']);
  });

  it('is left as it is by a key of its organisation, which changes everything else', async () => {
    const agreed = { ...exampleContract, fees, reserve, settlement };
    const changes: Json[] = [
      { fees: { terms: [{ paymentType: 'Invoice', percent: 0, fixed: 0 }] } },
      { fees: undefined },
      { fees: { ...fees, onRefund: 'percentReturned' } },
      { reserve: { ...reserve, percent: 0 } },
      { settlement: { ...settlement, payoutAccounts: { EUR: { name: 'Shop', iban: 'DE02120300000000202051' } } } },
      { settlement: undefined },
      { payee: { ...exampleContract.payee, ibans: { EUR: 'DE02120300000000202051' } } },
      { payee: { ...exampleContract.payee, bic: 'COBADEFFXXX' } },
      { paymentTypes: ['Invoice', 'Installment', 'Consolidatedinvoice'] },
    ];
    for (const change of changes) {
      for (const checkOnly of [true, false]) {
        const refused = await contracts({ contract: { ...agreed, ...change }, checkOnly }, shop.key);
        const field = `contract.${Object.keys(change)[0]}`;
        expect([refused.status, refused.messages]).toMatchObject([403, [{ code: '400.371', fieldReference: field }]]);
      }
    }
    const other = await contracts({ contract: { ...agreed, invoiceDays: 21 } }, shop.key);
    expect([other.status, other.body['version']]).toEqual([200, 2]);
    // What the operator agrees at that moment is not written over with what was.
    const dearer = { terms: [{ paymentType: 'Invoice', percent: 3.9, fixed: 0.35 }] };
    const [kept, changed] = await Promise.all([
      contracts({ contract: { ...agreed, invoiceDays: 30 } }, shop.key),
      contracts({ contract: { ...agreed, fees: dearer } }, operator.key),
    ]);
    expect(changed.status).toBe(200);
    expect([200, 403, 409]).toContain(kept.status);
    const active = await done(app, 'GET', `/merchants/${shop.merchantId}/contracts/active`, undefined, shop.key);
    const masked = { ...settlement, payoutAccounts: { EUR: { name: 'Shop', iban: 'DE89…3000' } } };
    expect(active['contract']).toMatchObject({ fees: dearer, reserve, settlement: masked });
    const named = await contracts({ contract: { ...agreed, invoiceDays: 14 } }, settler);
    expect(named.status).toBe(200);
  });

  it('is not chosen for a new merchant, adjusted, closed or said to have failed; and no key gives itself more', async () => {
    for (const contract of [exampleContract, { ...exampleContract, fees }]) {
      const merchant = { name: 'New', country: 'DE', reason: 'x', contract };
      const made = await app.ask('POST', '/admin/v1/merchants', merchant, { key: shop.key });
      expect([made.status, made.messages]).toMatchObject([403, [{ code: '400.241' }]]);
    }
    await done(app, 'POST', '/merchants', { name: 'New', country: 'DE', reason: 'x', contract: exampleContract }, settler);
    for (const [to, body] of [
      ['', { reason: 'x' }],
      ['/adjustments', { number: 'a', amount: 1000, reason: 'x' }],
      ['/EUR-000001/payout', { state: 'Failed', reason: 'x' }],
    ] as const) {
      const refused = await app.ask('POST', `/admin/v1/merchants/${shop.merchantId}/settlements${to}`, body, { key: shop.key });
      expect([to, refused.status, refused.messages[0]?.['code']]).toEqual([to, 403, '400.241']);
      const allowed = await app.ask('POST', `/admin/v1/merchants/${shop.merchantId}/settlements${to}`, body, { key: settler });
      expect(allowed.status).not.toBe(403);
    }
    const more = { name: 'm', reason: 'x', scopes: ['admin:settlement'] };
    expect((await app.ask('POST', '/admin/v1/keys', more, { key: shop.key })).messages).toMatchObject([
      { code: '400.241', fieldReference: 'scopes' },
    ]);
    expect((await app.ask('POST', '/admin/v1/keys', more, { key: settler })).status).toBe(200);
  });
});

it('a key that only reads learns no payer’s account, neither of its own direct debits nor of payouts', async () => {
  const iban = 'DE75512108001245126199';
  const shop = await startOrganisation(app, {
    contract: {
      ...exampleContract,
      directDebit: true,
      payee: { ...exampleContract.payee, sepaCreditorId: 'DE98ZZZ09999999999' },
    },
  });
  const { customer, order } = authorizeBody('DE');
  const asShop = { key: shop.shopKey };
  const begun = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer, order }, asShop);
  const checkoutId = String(begun.body['checkoutId']);
  const paymentInfo = { type: 'Invoice', directDebit: { bankAccount: iban } };
  const contract = await app.ask('POST', `/api/v3/checkout/${checkoutId}/contract`, { paymentInfo }, asShop);
  const payment = { type: 'Invoice', contractId: contract.body['contractId'] };
  await app.ask('POST', '/api/v3/checkout/authorize', { checkoutId, payment }, asShop);
  await app.ask('POST', `/api/v3/orders/${order.number}/captures`, undefined, asShop);
  const at = `/admin/v1/merchants/${shop.merchantId}`;
  const file = await done(app, 'POST', `/merchants/${shop.merchantId}/collections`, { dueUntil: '2099-01-01' });
  expect(String(file['content'])).toContain(iban);
  const scopes = { name: 'r', reason: 'x', scopes: ['admin:read'], organisationId: shop.organisationId };
  const reader = String((await done(app, 'POST', '/keys', scopes))['key']);
  const paths = operations.filter(
    ({ method, path: each }) => method === 'GET' && (each.includes('/:merchantId') || !each.includes(':')),
  );
  for (const { path: each } of paths) {
    const asked = each
      .replace('/admin/v1/merchants/:merchantId', at)
      .replace(':orderNumber', order.number)
      .replace(':fileId', String(file['fileId']));
    const answer = await app.ask('GET', asked, undefined, { key: reader });
    expect([asked, answer.text.includes(iban), answer.text.includes('Erika')]).toEqual([asked, false, false]);
  }
  expect((await app.ask('GET', `${at}/collections/${String(file['fileId'])}`, undefined, { key: reader })).status).toBe(403);
});
