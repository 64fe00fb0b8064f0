// Every list of the operator's is read page by page in the same way: walked one row at a time it is the whole list, and a cursor
// that is none of its own is refused, also where PostgreSQL could not read what it holds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../src/operations.ts';
import { add, openAccount } from '../support/accounts.ts';
import { advance, authorized, item, type Json, part, path, startApp, type TestApp } from '../support/app.ts';
import { startReceiver } from '../support/receiver.ts';

const operator = { key: 'sandbox-operator' };
/** A list's answer has a cursor; events are read by their numbers instead. */
const lists = operations.filter(({ method, answer }) => {
  const { properties = {} } = answer as { properties?: Record<string, { type?: string }> };
  return method === 'GET' && properties['next']?.type === 'string';
});

let app: TestApp;
const params: Record<string, string> = { chain: 'ledger', number: 'EUR-000001' };
const addressOf = (list: string): string => list.replace(/:(\w+)/g, (_all, name: string) => params[name] ?? name);

beforeAll(async () => {
  app = await startApp();
  params['merchantId'] = String((await app.query(`select id from merchants where country = 'DE'`))[0]?.['id']);
  for (const name of ['First', 'Second']) {
    await app.ask('POST', '/admin/v1/organisations', { name, reason: 'test' }, operator);
    params['orderNumber'] = await authorized(app, 5_000, { items: [item('DE', name, 5_000)] });
    const captured = await app.ask('POST', path(params['orderNumber'], '/captures'), { orderDetails: part(50) });
    expect(captured.status, captured.text).toBe(200);
  }
  const account = await openAccount(app);
  params['accountNumber'] = account;
  for (let count = 0; count < 2; count += 1) await add(app, account);
  await advance(app, 'DE', { advanceSeconds: 60 * 86_400 });
  const receiver = await startReceiver();
  try {
    const made = await app.ask(
      'POST',
      addressOf('/admin/v1/merchants/:merchantId/webhook-endpoints'),
      { url: receiver.url },
      operator,
    );
    params['endpointId'] = String(made.body['id']);
    for (let count = 0; count < 2; count += 1)
      await app.ask(
        'POST',
        `${addressOf('/admin/v1/merchants/:merchantId/webhook-endpoints')}/${params['endpointId']}/test`,
        {},
        operator,
      );
  } finally {
    await receiver.close();
  }
});
afterAll(() => app.stop());

const read = async (address: string): Promise<Json> => {
  const answer = await app.ask('GET', address, undefined, operator);
  expect(answer.status, `${address} ${answer.text}`).toBe(200);
  return answer.body;
};
/** The rows of a list, the last member that is one, without what tells the time. */
function rowsOf(body: Json): Json[] {
  const rows = Object.values(body).findLast((value) => Array.isArray(value)) as Json[];
  return rows.map(({ now: _now, ...row }) => row);
}

test('each list, walked one row at a time, is the whole list', async () => {
  const several: string[] = [];
  for (const { id, path: list } of lists.filter(({ id }) => id !== 'proveChain' && id !== 'listDuplicateCustomers')) {
    const whole = rowsOf(await read(`${addressOf(list)}?limit=200`));
    const walked: unknown[] = [];
    for (let next = '', more = true; more; ) {
      const page = await read(`${addressOf(list)}?limit=1&after=${next}`);
      expect(rowsOf(page).length, id).toBeLessThanOrEqual(1);
      walked.push(...rowsOf(page));
      more = typeof page['next'] === 'string';
      next = String(page['next']);
    }
    expect(walked, id).toEqual(whole);
    if (whole.length > 1) several.push(id);
  }
  expect(several.length, several.join(', ')).toBeGreaterThan(8);
});

const encoded = (text: string): string => Buffer.from(text).toString('base64url');
const wrong = [
  'x',
  '42',
  '2026-11',
  '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b10',
  encoded('1763631000000 0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b10'),
  encoded('{"phase":"seals","after":"0","hash":""}'),
  encoded('["a","b","c","d"]'),
  encoded('["\\u0000"]'),
  encoded('["\\ud800","0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b10"]'),
  encoded('["99999999999999999999"]'),
  encoded('["2026-02-30","x"]'),
  encoded('[1763631000000,"0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b10"]'),
];

test('each list refuses a cursor that is none of its own', async () => {
  const faults: string[] = [];
  const byText = ['listAccounts', 'listDuplicateCustomers'];
  for (const { id, path: list } of lists) {
    for (const after of wrong) {
      const { status, messages } = await app.ask('GET', `${addressOf(list)}?after=${after}`, undefined, operator);
      const [message = {}] = messages;
      // A list by number of an account or a customer takes any text as one.
      if (status === 200 && byText.includes(id) && after === encoded('["99999999999999999999"]')) continue;
      if (message['code'] !== '400.274' || message['fieldReference'] !== 'after') faults.push(`${id} ${after}: ${status}`);
    }
  }
  expect(faults).toEqual([]);
  expect(lists.length).toBeGreaterThan(20);
});
