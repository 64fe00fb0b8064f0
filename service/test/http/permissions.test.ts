// Who may do what, key by key: every operation is asked with keys of every kind, and held to the written table.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorScopes } from '../../src/core/scopes.ts';
import { merchantScopes } from '../../src/keys/make-key.ts';
import { exampleContract } from '../../src/merchants/contract-shape.ts';
import { operations } from '../../src/operations.ts';
import { authorizeBody, type Json, path as orderPath, startApp, type TestApp } from '../support/app.ts';
import { todayIn } from '../support/days.ts';
import { done, startOrganisation } from '../support/organisations.ts';

const page = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'docs/permissions.md'), 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` +\| `([\w:]+)` +\| (yes|settling|own risk|no) +\| (?:`([\w:]+)`)? *\|$/gm)].map(
  ([, id = '', scope = '', limited = '', own]) => ({ id, scope, limited, own }),
);

let app: TestApp;
let shop: Awaited<ReturnType<typeof startOrganisation>>;
let carrying: typeof shop;
const keys: Record<string, string> = {};

const make = async (body: Json, path = '/keys'): Promise<string> =>
  String((await done(app, 'POST', path, { name: 'x', reason: 'a test', ...body }))['key']);
const all = [...operatorScopes];
const allBut = (...names: string[]) => all.filter((scope) => !names.includes(scope));

beforeAll(async () => {
  app = await startApp();
  shop = await startOrganisation(app);
  carrying = await startOrganisation(app, { contract: { ...exampleContract, creditRisk: 'merchant' } });
  const { organisationId } = shop;
  for (const scope of all) {
    keys[`only ${scope}`] = await make({ scopes: [scope] });
    keys[`without ${scope}`] = await make({ scopes: allBut(scope, 'admin:write') });
  }
  keys['whole'] = await make({ scopes: all });
  keys['limited'] = await make({ organisationId, scopes: allBut('admin:settlement') });
  keys['settling'] = await make({ organisationId, scopes: all });
  keys['settling only'] = await make({ organisationId, scopes: ['admin:settlement'] });
  keys['own risk'] = await make({ organisationId: carrying.organisationId, scopes: allBut('admin:settlement') });
  for (const scope of merchantScopes) {
    const path = `/merchants/${shop.merchantId}/keys`;
    keys[`merchant’s ${scope}`] = await make({ scopes: [scope] }, path);
  }
}, 60_000);
afterAll(() => app.stop());

const missing = '00000000-0000-7000-8000-0000000000ff';

/** Let in, whatever is wrong with what was asked; refused for want of a right; or not known at all. */
async function asked(id: string, key: string, merchantId: string): Promise<'may' | 'scope' | 'key'> {
  const { method, path } = operations.find((each) => each.id === id) ?? { method: 'GET' as const, path: '' };
  const url = path
    .replace(':merchantId', merchantId)
    .replace(/:\w*[iI]d\b/g, missing)
    .replace(/:\w+/g, '1');
  const answer = await app.ask(method, url, method === 'GET' ? undefined : {}, { key: keys[key] ?? '' });
  expect(answer.status, answer.text).toBeLessThan(500);
  if (answer.status === 401) return 'key';
  return answer.status === 403 && answer.messages[0]?.['code'] === '400.241' ? 'scope' : 'may';
}

it('the table has every operation once', () => {
  expect(rows.map(({ id }) => id)).toEqual(operations.map(({ id }) => id));
});

describe.each(rows)('$id', ({ id, scope, limited, own }) => {
  const of = (key: string, merchantId = shop.merchantId) => asked(id, key, merchantId);
  const may = (is: boolean) => (is ? 'may' : 'scope');

  it('asks a key of the operator for its scope, and for no other', async () => {
    expect([await of('whole'), await of(`only ${scope}`), await of(`without ${scope}`)]).toEqual(['may', 'may', 'scope']);
    for (const other of allBut(scope, 'admin:write')) expect([other, await of(`only ${other}`)]).toEqual([other, 'scope']);
    expect(await of('only admin:write')).toBe(may(scope !== 'admin:read'));
  });

  it('of a limited key what the table says', async () => {
    expect(await of('limited')).toBe(may(limited === 'yes'));
    expect(await of('settling')).toBe(may(limited !== 'no'));
    expect(await of('settling only')).toBe('scope');
    expect(await of('own risk', carrying.merchantId)).toBe(may(limited === 'yes' || limited === 'own risk'));
  });

  it('of a merchant’s key what the table says', async () => {
    const tried = await Promise.all(merchantScopes.map(async (each) => [each, await of(`merchant’s ${each}`)]));
    expect(tried).toEqual(merchantScopes.map((each) => [each, own === undefined ? 'key' : may(each === own)]));
  });
});

describe('money that never came', () => {
  it('is booked by no key of an organisation, and so nothing is paid or owed less by it', async () => {
    const { order, customer, ...rest } = authorizeBody('DE');
    await app.ask('POST', '/api/v3/checkout/authorize', { order, customer, ...rest }, { key: shop.shopKey });
    const captured = await app.ask('POST', orderPath(order.number, '/captures'), {}, { key: shop.shopKey });
    const { captureNumber } = captured.body;
    const on = todayIn('DE');
    const payment = { captureNumber, amount: 10, valueDate: on, transactionId: 'never came' };
    const at = `/admin/v1/merchants/${shop.merchantId}/payments`;
    const before = await app.rowCounts();
    const booked = await app.ask('POST', at, payment, { key: keys['limited'] ?? '' });
    expect([booked.status, booked.messages]).toMatchObject([403, [{ code: '400.241' }]]);
    expect(await app.rowCounts()).toEqual(before);
    await done(app, 'POST', `/merchants/${shop.merchantId}/payments`, payment, keys['settling']);
    const back = { returnedOn: on, reason: 'x' };
    const returned = await app.ask('POST', `${at}/never%20came/return`, back, { key: keys['limited'] ?? '' });
    expect(returned.status).toBe(403);
    await done(app, 'POST', `/merchants/${shop.merchantId}/payments/never%20came/return`, back, keys['settling']);
  });

  it('who carries the risk is the operator’s to say', async () => {
    const change = (contract: Json, key: string) =>
      app.ask('POST', `/admin/v1/merchants/${shop.merchantId}/contracts`, { contract, reason: 'x' }, { key });
    const taken = await change({ ...exampleContract, creditRisk: 'merchant' }, keys['limited'] ?? '');
    expect([taken.status, taken.messages]).toMatchObject([403, [{ code: '400.371', fieldReference: 'contract.creditRisk' }]]);
    const wrong = await change({ ...exampleContract, creditRisk: 'nobody' }, keys['whole'] ?? '');
    expect([wrong.status, wrong.messages]).toMatchObject([400, [{ fieldReference: 'contract.creditRisk' }]]);
  });
});
