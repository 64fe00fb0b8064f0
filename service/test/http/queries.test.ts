// What is behind the question mark of an operator's address is held against what the operation says it reads: a slip in a name or a
// value would find everything, and look like an answer.
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { queryOf } from '../../src/http/operation.ts';
import { operations } from '../../src/operations.ts';
import { authorized, path, startApp, type TestApp } from '../support/app.ts';

const operator = { key: 'sandbox-operator' };
let app: TestApp;
let merchantId = '';

beforeAll(async () => {
  app = await startApp();
  merchantId = String((await app.query(`select id from merchants where country = 'DE'`))[0]?.['id']);
});
afterAll(() => app.stop());

const addressOf = (address: string): string => address.replace(':merchantId', merchantId).replace(/:(\w+)/g, 'x');
const refusalOf = async (method: string, address: string): Promise<object> => {
  const { status, messages } = await app.ask(method as 'GET', address, undefined, operator);
  const [{ code, fieldReference, message } = {}] = messages;
  return { status, count: messages.length, code, fieldReference, message };
};

test('every operation refuses a parameter that it does not read, and says which it does', async () => {
  for (const operation of operations) {
    const names = Object.keys(queryOf(operation));
    expect([operation.id, await refusalOf(operation.method, `${addressOf(operation.path)}?nonsense=1`)]).toEqual([
      operation.id,
      {
        status: 400,
        count: 1,
        code: '400.358',
        fieldReference: 'nonsense',
        message: `There is no such parameter behind the question mark; there are ${names.join(', ') || 'none'}.`,
      },
    ]);
  }
});

test('every operation refuses a value that is none, and says what there is', async () => {
  const seen: string[] = [];
  for (const operation of operations)
    for (const [name, { form, read }] of Object.entries(queryOf(operation)))
      for (const wrong of ['x', '0', '500', '-1', '1e1', 'none', '2026-02-30', 'x'.repeat(2001)]) {
        if (read(wrong) !== undefined) continue;
        const address = `${addressOf(operation.path)}?${name}=${wrong}`;
        seen.push(`${name}=${wrong}`);
        expect([address, await refusalOf(operation.method, address)]).toMatchObject([
          address,
          { status: 400, count: 1, code: '400.004', fieldReference: name, message: expect.stringContaining(`It is ${form}.`) },
        ]);
      }
  expect(seen).toEqual(expect.arrayContaining(['limit=x', 'limit=0', 'limit=500', 'state=none', 'list=x', 'minimum=500']));
});

it('takes a word in any case, and a parameter without a value as not sent', async () => {
  const statuses = await Promise.all(
    ['overdue?state=firstreminder', 'lists?list=NEGATIVE&kind=email', 'settlements?currency=eur', 'accounts?state=&limit='].map(
      async (address) => (await app.ask('GET', `/admin/v1/merchants/${merchantId}/${address}`, undefined, operator)).status,
    ),
  );
  expect(statuses).toEqual([200, 200, 200, 200]);
});

it('proves a kept head with both its number and its hash', async () => {
  const proof = `/admin/v1/merchants/${merchantId}/chains/audit/proof`;
  expect(await refusalOf('GET', `${proof}?number=1`)).toMatchObject({ status: 400, code: '400.002', fieldReference: 'hash' });
  expect(await refusalOf('GET', `${proof}?hash=ab`)).toMatchObject({ status: 400, code: '400.002', fieldReference: 'number' });
});

it('does not look at the query of a shop', async () => {
  const number = await authorized(app, 5_000);
  expect((await app.ask('GET', path(number, '?state=none&limit=x'))).status).toBe(200);
});
