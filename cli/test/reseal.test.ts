// Another encryption key while the service runs: everything sealed by the old one reads on, whoever was known is known, everything
// is sealed anew while orders come in, and the old key goes once nothing needs it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentLink, linkUrl } from '../../service/src/documents/link.ts';
import type { Signer } from '../../service/src/store/secrets.ts';
import { sealedOf, snake, sqlName } from '../../service/src/store/table.ts';
import { sealedTables } from '../../service/src/tables.ts';
import { type Answer, authorizeBody, type Json, path, startApp, type TestApp } from '../../service/test/support/app.ts';
import { camt } from '../../service/test/support/camt.ts';
import { urlOf } from '../../service/test/support/database.ts';
import { todayIn } from '../../service/test/support/days.ts';
import { fullLife, type Marked, person } from '../../service/test/support/marked-person.ts';
import { buyer } from '../../service/test/support/people.ts';
import { resealAll } from '../src/reseal.ts';
import { command } from './support/command.ts';

const [a, b, c] = ['0a', '0b', '0c'].map((byte) => byte.repeat(32)) as [string, string, string];
const operator = { key: 'sandbox-operator' };

let first: TestApp;
let shop: string;
const started: TestApp[] = [];
const start = async (...ring: string[]): Promise<TestApp> => {
  const app = await startApp({ ENCRYPTION_KEYS: ring.join(',') }, first.connection);
  started.push(app);
  return app;
};
const reseal = (ring: readonly string[], ...more: string[]) =>
  command(['db', 'reseal', ...more], { DATABASE_URL: urlOf(first.connection), ENCRYPTION_KEYS: ring.join(',') });

const known = buyer('SE');
const nameless = buyer('DE', { riskData: { ipAddress: '203.0.113.9' }, mobilePhone: '+491701234567' });
const order = (app: TestApp, customer: object, key = 'sandbox-de', headers: Record<string, string> = {}): Promise<Answer> =>
  app.ask(
    'POST',
    '/api/v3/checkout/authorize',
    { ...authorizeBody(key === 'sandbox-se' ? 'SE' : 'DE'), customer },
    { key, headers },
  );
const factsOf = async ({ body }: Answer): Promise<Json> => {
  const [row] = await first.query('select facts from credit_decisions where order_id = $1', body['reservationId']);
  return row?.['facts'] as Json;
};
const bring = (app: TestApp, id: string): Promise<Answer> => {
  const movement = { amount: '12.00', reference: 'RF18', on: todayIn('DE'), bankReference: 'bank-1' };
  const headers = { 'content-type': 'application/xml' };
  return app.ask('POST', '/admin/v1/bank-statements', camt([movement], { id }), { ...operator, headers });
};

const number = 'BEFORE-1';
let consumerUrl: string;
let repeated: { body: Json; answer: Answer };
let survivor: Answer;
let confirmation: string;
let code: string;
let token: string;

beforeAll(async () => {
  first = await startApp({ ENCRYPTION_KEY: a });
  const rows = await first.query('select id, country from merchants');
  const shops = Object.fromEntries(rows.map((row) => [String(row['country']), String(row['id'])]));
  shop = String(shops['DE']);
  const marked: Marked = { app: first, shops };
  await fullLife(marked, 'DE');
  await fullLife(marked, 'SE');
  const body = { ...authorizeBody('DE', { order: { number } }), customer: nameless };
  const answer = await first.ask('POST', '/api/v3/checkout/authorize', body, { headers: { 'idempotency-key': 'once' } });
  repeated = { body, answer };
  await first.ask('POST', path(number, '/captures'));
  const read = await first.ask('GET', path(number));
  consumerUrl = String((read.body['captures'] as Json[])[0]?.['consumerInvoiceUrl']);
  await order(first, known, 'sandbox-se');
  const unsure = await order(first, buyer('DE', { firstName: 'StrongCustomerAuthentication', conversationLanguage: 'DE' }));
  confirmation = new URL(String(unsure.body['secureLoginUrl'])).pathname;
  code = /<code>(\d{6})<\/code>/.exec((await first.inject({ method: 'GET', url: confirmation })).text)?.[1] ?? '';
  const account = { bankAccount: 'DE89370400440532013000', createToken: true };
  token = String((await first.ask('POST', '/api/v3/validate/bank-account', account)).body['token']);
  await order(first, buyer('DE', { customerNumber: 'K-1' }));
  survivor = await order(first, buyer('DE', { customerNumber: 'K-2', lastName: 'Merged' }));
  const merge = `/admin/v1/merchants/${shop}/customers/K-1/merge`;
  expect((await first.ask('POST', merge, { into: 'K-2', reason: 'one person' }, operator)).status).toBe(200);
  await first.ask(
    'PUT',
    '/admin/v1/house-accounts/EUR',
    { name: 'Haus', iban: 'DE89370400440532013000', reason: 'Ours.' },
    operator,
  );
  const hook = { url: 'http://127.0.0.1:1999/hook' };
  const hooked = await first.ask('POST', `/admin/v1/merchants/${shop}/webhook-endpoints`, hook, operator);
  expect([hooked.status, hooked.text]).toEqual([200, expect.any(String)]);
  const entries = [
    { list: 'negative', kind: 'email', email: 'bad@listed.example', reason: 'never paid' },
    { list: 'negative', kind: 'bankAccount', bankAccount: 'DE02120300000000202051', reason: 'never paid' },
  ];
  expect((await first.ask('POST', `/admin/v1/merchants/${shop}/lists`, { entries }, operator)).body).toMatchObject({
    entered: 2,
  });
  expect((await bring(first, 'morning')).status).toBe(200);
});
afterAll(async () => {
  for (const app of started) await app.stop();
  await first.stop();
});

describe('with a new key before the old one', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await start(b, a);
  });

  it('everything that was sealed and sent before is read', async () => {
    const [now, then] = await Promise.all([app, first].map((each) => each.ask('GET', path(number))));
    const unsigned = ({ text }: Answer): string => text.replace(/\.[\w-]{43}\.pdf/g, '');
    expect(unsigned(now as Answer)).toBe(unsigned(then as Answer));
    const link = await app.inject({ method: 'GET', url: new URL(consumerUrl).pathname });
    expect([link.status, link.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await app.ask('GET', '/admin/v1/house-accounts?unmask=test', undefined, operator)).text).toContain('Haus');
    const again = await app.ask('POST', '/api/v3/checkout/authorize', repeated.body, { headers: { 'idempotency-key': 'once' } });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([repeated.answer.text, 'true']);
    const other = { ...repeated.body, order: { ...(repeated.body['order'] as Json), number: 'OTHER' } };
    const reused = await app.ask('POST', '/api/v3/checkout/authorize', other, { headers: { 'idempotency-key': 'once' } });
    expect(reused.status).toBe(422);
    const entries = [{ list: 'negative', kind: 'email', email: 'bad@listed.example', reason: 'again' }];
    expect((await app.ask('POST', `/admin/v1/merchants/${shop}/lists`, { entries }, operator)).body).toMatchObject({ known: 1 });
    expect((await bring(app, 'morning')).body).toMatchObject({ known: true, entries: 1 });
    expect((await bring(app, 'evening')).body).toMatchObject({ entries: 1, repeated: 1 });
    expect(await app.query(`select count(*)::int as count from bank_entries where bank_reference = 'bank-1'`)).toEqual([
      { count: 1 },
    ]);
  });

  it('a code, a link and a token that were sent before are right, and so is a link of before there were keys of their own', async () => {
    const page = await app.inject({ method: 'GET', url: confirmation });
    const sent = /name="page" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const confirm = { method: 'POST', url: confirmation, headers, payload: `page=${sent}&code=${code}` } as const;
    expect((await app.inject(confirm)).text).toContain('Ihr Kauf ist bestätigt');
    const payment = { type: 'Invoice', directDebit: { bankAccount: 'DE89370400440532013000', token } };
    const withToken = await app.ask('POST', '/api/v3/checkout/authorize', { ...authorizeBody('DE'), payment });
    expect([withToken.status, withToken.text]).toEqual([200, expect.any(String)]);
    const wrong = { ...payment, directDebit: { ...payment.directDebit, token: `${token.slice(0, -1)}x` } };
    expect((await app.ask('POST', '/api/v3/checkout/authorize', { ...authorizeBody('DE'), payment: wrong })).status).toBe(400);
    const [, , shared = ''] = new URL(consumerUrl).pathname.split('/').slice(1);
    const [merchantId = '', documentId = ''] = shared.split('.');
    const before = first.deps.secrets.signers.at(-1) as Signer;
    const link = linkUrl('http://x', documentLink(merchantId, documentId, Date.now()), before);
    expect((await app.inject({ method: 'GET', url: new URL(link).pathname })).status).toBe(200);
  });

  it('whoever was known is the same customer, with what they owe, counted under what they share, and listed', async () => {
    const [before] = await app.query(`select count(*)::int as count from exposures`);
    const second = await order(app, nameless);
    expect(second.body['customer']).toMatchObject({
      customerAccountId: (repeated.answer.body['customer'] as Json)['customerAccountId'],
    });
    const facts = await factsOf(second);
    expect(Number(facts['exposureMinor'])).toBeGreaterThan(0);
    for (const mark of ['person', 'email', 'phone', 'ip', 'address'])
      expect([mark, (facts['paces'] as Record<string, Json>)[mark]?.['week']]).toEqual([mark, expect.any(Number)]);
    const paces = facts['paces'] as Record<string, { week: number }>;
    expect(Object.values(paces).every(({ week }) => week >= 1)).toBe(true);
    const third = await factsOf(await order(app, nameless));
    expect((third['paces'] as Record<string, { week: number }>)['ip']?.week).toBe((paces['ip']?.week ?? 0) + 1);
    const swedish = await order(app, known, 'sandbox-se');
    expect(swedish.body['outcome']).toBe('Accepted');
    expect(await app.query(`select count(*)::int as count from exposures`)).toEqual([before]);
    const listed = await order(app, buyer('DE', { email: 'bad@listed.example' }));
    expect(listed.body['outcome']).toBe('Rejected');
    const merged = await order(app, buyer('DE', { customerNumber: 'K-1' }));
    expect(merged.body['customer']).toMatchObject({
      customerAccountId: (survivor.body['customer'] as Json)['customerAccountId'],
    });
  });

  it('a look-up, an order search and an update find the customer', async () => {
    const found = await app.ask(
      'POST',
      '/api/v3/lookup/customer',
      { identificationNumber: known['identificationNumber'] },
      { key: 'sandbox-se' },
    );
    expect(found.text).toContain(String(known.lastName));
    const mark = person('DE')['customerNumber'];
    const update = { distributionType: 'Email', email: 'zqdx.newer@example.com' };
    expect((await app.ask('PATCH', `/api/v3/customers/${String(mark)}/updateCustomer`, update)).status).toBe(200);
    const searched = await app.ask(
      'GET',
      `/admin/v1/merchants/${shop}/orders?email=${encodeURIComponent(nameless.email)}`,
      undefined,
      operator,
    );
    expect(searched.text).toContain(number);
  });

  it('is refused without the old one, in one line that says what needs it', async () => {
    await expect(start(b)).rejects.toThrow(
      /^ENCRYPTION_KEYS lacks the key [0-9a-f]{8}, and it is still needed: .*\d+ sealed in /,
    );
    await expect(start(a)).rejects.toThrow(/is missing; set ENCRYPTION_KEYS to the new key/);
    await expect(start(c)).rejects.toThrow('The database was made with another encryption key');
  });
});

async function ageDecisions(days: number): Promise<void> {
  await first.query(`update credit_decisions set decided_at = decided_at - $1::int * interval '1 day'`, days);
}

describe('dps db reseal', () => {
  it('may be stopped in the middle: what is done is done, and the next run goes on', async () => {
    const cut = resealAll(urlOf(first.connection), { ENCRYPTION_KEYS: `${b},${a}` }, ({ table }) => {
      if (table === 'list_entries') throw new Error('stopped');
    });
    await expect(cut).rejects.toThrow('stopped');
    const sealed = 'select count(distinct substr(national_id, 3, 8))::int as keys from';
    expect(await first.query(`${sealed} customer_profiles`)).toEqual([{ keys: 1 }]);
    expect(await first.query(`${sealed} order_contents`)).toEqual([{ keys: 2 }]);
  });

  it('seals everything anew while orders come in, and says until when the old key is needed', async () => {
    const app = await start(b, a);
    let going = true;
    const load = (async () => {
      const statuses = new Set<number>();
      while (going) statuses.add((await order(app, buyer('DE', { mobilePhone: '+491709999999' }))).status);
      return statuses;
    })();
    const result = await reseal([b, a]);
    going = false;
    expect([...(await load)]).toEqual([200]);
    expect(result).toMatchObject({ code: 0 });
    expect(result.out).toMatch(/seals/);
    expect(result.out).toMatch(/still needed\s+.*links, codes and answers that are not over yet until \d{4}-\d\d-\d\d/);
    expect(result.out).not.toMatch(/dps db reseal/);
    expect(result.err).toMatch(/order_contents: \d+ looked at, \d+ renewed/);
    const [, oldId] = /([0-9a-f]{8}) +still needed/.exec(result.out) ?? [];
    for (const table of sealedTables) {
      for (const column of sealedOf(table)) {
        const where = `substr(${snake(column)}, 3, 8) = $1 or ${snake(column)} like '1.%'`;
        const [row] = await app.query(`select count(*)::int as count from ${sqlName(table)} where ${where}`, oldId);
        expect([sqlName(table), column, row?.['count']]).toEqual([sqlName(table), column, 0]);
      }
    }
    const again = await reseal([b, a]);
    expect(again.err).not.toMatch(/ [1-9]\d* renewed/);
    expect((await app.ask('GET', path(number))).status).toBe(200);
    const facts = await factsOf(await order(app, nameless));
    expect((facts['paces'] as Record<string, { week: number }>)['ip']?.week).toBeGreaterThanOrEqual(3);
    expect((await order(app, buyer('DE', { email: 'bad@listed.example' }))).body['outcome']).toBe('Rejected');
  });

  it('retires the old key once nothing needs it; the service starts without it, and knows everybody', async () => {
    await expect(start(b)).rejects.toThrow(
      /^ENCRYPTION_KEYS lacks the key [0-9a-f]{8}, and it is still needed: links, codes and answers that are not over yet until \d{4}-\d\d-\d\d\.$/,
    );
    await first.query(
      `update encryption_keys set succeeded_at = succeeded_at - interval '32 days' where succeeded_at is not null`,
    );
    await first.query(`update bank_entries set inserted_at = inserted_at - interval '401 days'`);
    // Who was rejected has half a year to contest it by the link that the old key signed.
    await ageDecisions(40);
    await expect(start(b)).rejects.toThrow(/still needed: links, codes and answers that are not over yet/);
    expect((await reseal([b, a])).out).toMatch(/still needed\s+.*links, codes and answers/);
    await ageDecisions(141);
    const result = await reseal([b, a]);
    expect(result.out).toMatch(/needed no more: take it out of ENCRYPTION_KEYS/);
    const app = await start(b);
    const before = await first.query('select count(*)::int as count from exposures');
    expect((await app.ask('GET', path(number))).status).toBe(200);
    expect((await order(app, nameless)).body['customer']).toMatchObject({
      customerAccountId: (repeated.answer.body['customer'] as Json)['customerAccountId'],
    });
    expect((await order(app, known, 'sandbox-se')).body['outcome']).toBe('Accepted');
    expect(await first.query('select count(*)::int as count from exposures')).toEqual(before);
    expect((await order(app, buyer('DE', { email: 'bad@listed.example' }))).body['outcome']).toBe('Rejected');
  });

  it('changes the key once more, and everybody is known by the newest alone', async () => {
    const between = await start(c, b);
    expect((await order(between, known, 'sandbox-se')).body['outcome']).toBe('Accepted');
    expect(await reseal([c, b])).toMatchObject({ code: 0, out: expect.not.stringContaining('found by it alone') });
    await first.query(
      `update encryption_keys set succeeded_at = succeeded_at - interval '32 days' where succeeded_at is not null`,
    );
    await first.query(`update bank_entries set inserted_at = inserted_at - interval '401 days'`);
    expect((await reseal([c, b])).out).not.toContain('still needed');
    const app = await start(c);
    const before = await first.query('select count(*)::int as count from exposures');
    expect((await order(app, nameless)).body['customer']).toMatchObject({
      customerAccountId: (repeated.answer.body['customer'] as Json)['customerAccountId'],
    });
    expect((await order(app, known, 'sandbox-se')).body['outcome']).toBe('Accepted');
    expect((await order(app, buyer('DE', { customerNumber: 'K-1' }))).body['customer']).toMatchObject({
      customerAccountId: (survivor.body['customer'] as Json)['customerAccountId'],
    });
    expect((await order(app, buyer('DE', { email: 'bad@listed.example' }))).body['outcome']).toBe('Rejected');
    expect(await first.query('select count(*)::int as count from exposures')).toEqual(before);
  });

  it('needs the keys, and refuses those of another database', async () => {
    const url = urlOf(first.connection);
    expect(await command(['db', 'reseal'], { DATABASE_URL: url })).toMatchObject({
      code: 2,
      err: expect.stringContaining('ENCRYPTION_KEYS is not set'),
    });
    expect(await reseal(['0d'.repeat(32)])).toMatchObject({ code: 1, err: expect.stringContaining('another encryption key') });
  });
});

it('a database that is distributed over a cluster is refused before anything is changed', async () => {
  await first.query('create table pg_dist_partition (logicalrelid regclass, partmethod "char", repmodel "char")');
  const rows = () => first.query('select id, retired_at from encryption_keys order by id');
  const before = await rows();
  // Citus takes up what refers to a placed table, without placing it.
  await first.query(`insert into pg_dist_partition values ('documents', 'n', 's')`);
  expect((await reseal([c])).code).toBe(0);
  await first.query(`insert into pg_dist_partition values ('order_contents', 'h', 's')`);
  expect(await reseal(['0e'.repeat(32), c])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/distributed over a cluster.*nothing was changed\.\nKeep the older keys in ENCRYPTION_KEYS/),
  });
  expect(await rows()).toEqual(before);
  await first.query('drop table pg_dist_partition');
});

it('a sealed value opens in its own row alone', async () => {
  const app = await start(c);
  const rows = await first.query(
    `select order_id, national_id from order_contents where national_id is not null order by order_id limit 2`,
  );
  const [one, other] = rows;
  expect(rows).toHaveLength(2);
  const { secrets } = app.deps;
  const [numberOf] = await first.query('select number from orders where id = $1', one?.['order_id']);
  await first.query('update order_contents set national_id = $2 where order_id = $1', one?.['order_id'], other?.['national_id']);
  expect((await app.ask('GET', path(String(numberOf?.['number'])), undefined, { key: 'sandbox-se' })).status).toBe(500);
  await first.query('update order_contents set national_id = $2 where order_id = $1', one?.['order_id'], one?.['national_id']);
  expect((await app.ask('GET', path(String(numberOf?.['number'])), undefined, { key: 'sandbox-se' })).status).toBe(200);
  expect(() => secrets.open(String(one?.['national_id']), 'order_contents.national_id elsewhere')).toThrow();
});
