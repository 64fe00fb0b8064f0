// Orders are found by who placed them, and say what is owed: a name however it is written, an e-mail, a telephone, an amount; by an
// index of the merchant's own; and whoever was erased is not found.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nameWords } from '../../src/core/search-words.ts';
import { orderSearch } from '../../src/orders/search.sql.ts';
import { call, createDb } from '../../src/store/db.ts';
import { begin } from '../../src/store/transaction.ts';
import { advanceShop, authorizeBody, item, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { todayIn } from '../support/days.ts';
import { done, makeMerchant, operator, startOrganisation } from '../support/organisations.ts';

let app: TestApp;
let shop: Awaited<ReturnType<typeof startOrganisation>>;
const policy = { minimumAge: 18, limits: { EUR: { order: 5000, customer: 50_000 } } };
beforeAll(async () => {
  app = await startApp();
  shop = await startOrganisation(app, { policy });
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

async function order(customer: Json, grossCents = 10_000, key = shop.shopKey): Promise<string> {
  const body = authorizeBody('DE', { items: [item('DE', 'THING', grossCents)], customer });
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, { key });
  expect(answer.status, answer.text).toBe(200);
  return body.order.number;
}

const numbers = (body: Json): string[] => (body['orders'] as Json[]).map(({ orderNumber }) => String(orderNumber));
const searched = async (query: string, merchantId = shop.merchantId): Promise<string[]> =>
  numbers(await done(app, 'GET', `/merchants/${merchantId}/orders?${query}`));
const searchedOf = async (body: Json, query = '', merchantId = shop.merchantId): Promise<string[]> =>
  numbers(await done(app, 'POST', `/merchants/${merchantId}/orders/search${query}`, body));

describe('an order is found', () => {
  it('by a name, whole or in part, however its letters are written', async () => {
    const müller = await order({ firstName: 'Jörg-Peter', lastName: "Müller-O'Neill" });
    const mueller = await order({ firstName: 'Jorg', lastName: 'MUELLER' });
    const strauss = await order({ firstName: 'Åse', lastName: 'Strauß' });
    const reject = await order({ firstName: 'Reject', lastName: 'Muller' });
    for (const name of ['müller', 'Mueller', 'MULLER', 'Müller '])
      expect(await searched(`name=${encodeURIComponent(name)}`)).toEqual([reject, mueller, müller]);
    expect(await searchedOf({ name: 'o neill jörg' })).toEqual([müller]);
    expect(await searchedOf({ name: 'Mueller, Jörg' })).toEqual([mueller, müller]);
    expect(await searchedOf({ name: 'Aase STRAUSS' })).toEqual([strauss]);
    expect(await searchedOf({ name: 'Strau' })).toEqual([]);
    expect(await searchedOf({ name: 'Müller', email: 'nobody@example.com' })).toEqual([]);
    expect(await searchedOf({ name: 'Müller' }, '?state=Rejected')).toEqual([reject]);
    const first = await app.ask(
      'POST',
      `/admin/v1/merchants/${shop.merchantId}/orders/search?limit=2`,
      { name: 'Müller' },
      operator,
    );
    expect(numbers(first.body)).toEqual([reject, mueller]);
    expect(await searchedOf({ name: 'Müller' }, `?limit=2&after=${String(first.body['next'])}`)).toEqual([müller]);
  });

  it('by a name in letters of other languages, whole or with its accents apart, and whatever parts its words', async () => {
    const names = {
      KAZLAUSKIENĖ: ['kazlauskienė', 'Kazlauskiene'],
      Ķēniņš: ['kenins', 'ĶĒNIŅŠ'],
      Nguyễn: ['nguyen', 'NGUYỄN'],
      'Zu\u0308rcher': ['Zürcher', 'Zuercher', 'zu\u0308rcher'],
      'von\u00a0Hagen–Ahnefeld': ['hagen', 'Hagen-Ahnefeld von'],
      GROẞKOPF: ['großkopf', 'Grosskopf'],
      İNCESU: ['İncesu', 'incesu'],
      Θανάσης: ['ΘΑΝΆΣΗΣ', 'Θανάσης'],
    };
    for (const [lastName, asked] of Object.entries(names)) {
      const number = await order({ lastName });
      for (const name of asked) expect(await searchedOf({ name }), `${lastName} as ${name}`).toEqual([number]);
    }
  });

  it('in the same ways when it is from before its words were stored', async () => {
    const customer = { firstName: 'Ines-Ann', lastName: 'Vorhér', email: 'Before@Example.com', phone: '+49 30 555 666 77' };
    const number = await order(customer);
    const found = async (): Promise<string[][]> => [
      await searchedOf({ name: 'vorher' }),
      await searchedOf({ name: 'Ann VORHER' }),
      await searchedOf({ email: 'before@example.com' }),
      await searchedOf({ phone: '030 55566677' }),
    ];
    const stored = await found();
    expect(stored).toEqual(stored.map(() => [number]));
    await app.query('update order_contents set words = null');
    expect(await found()).toEqual(stored);
  });

  it('by a company’s name', async () => {
    const number = await order({
      customerCategory: 'Company',
      companyName: 'Söhne & Töchter GmbH',
    });
    expect(await searchedOf({ name: 'toechter sohne' })).toEqual([number]);
  });

  it('by an e-mail and a telephone, with and without the country, also by those the customer has had since', async () => {
    const email = 'Find.Me+shop@Example.com';
    const number = await order({ customerNumber: 'FM-1', email, mobilePhone: '+49 151 2345 6789', phone: '030/998877' });
    for (const query of [
      'email=find.me%2Bshop%40example.com',
      'phone=0151-23456789',
      'phone=%2B4915123456789',
      'phone=030998877',
    ])
      expect(await searched(query), query).toEqual([number]);
    expect(await searched('email=find.me@example.org')).toEqual([]);
    const update = { email: 'changed@example.com', mobilePhone: '+4917099988877' };
    const updated = await app.ask('PATCH', '/api/v3/customers/FM-1/updateCustomer', update, { key: shop.shopKey });
    expect(updated.status, updated.text).toBe(200);
    for (const body of [{ email: 'changed@example.com' }, { phone: '0170 999 888 77' }])
      expect(await searchedOf(body), JSON.stringify(body)).toEqual([number]);
  });

  it('by the name that its customer has had since, but not by one that only sounds like it', async () => {
    const same = { customerNumber: 'N-9', firstName: 'Tilda', email: 'tilda@example.com', birthDate: '1990-03-04' };
    const before = await order({ ...same, lastName: 'Altmann' });
    const after = await order({ ...same, lastName: 'Neuschmidt' });
    expect(await searchedOf({ name: 'neuschmidt tilda' })).toEqual([after, before]);
    expect(await searchedOf({ name: 'tilda neuschmitt' })).toEqual([]);
    expect(await searchedOf({ name: 'Altmann' })).toEqual([before]);
  });

  it('by its amount or that of a capture', async () => {
    const number = await order({}, 77_717);
    const other = await order({}, 90_000);
    await app.ask('POST', path(other, '/captures'), { orderDetails: { totalGrossAmount: 777.17 } }, { key: shop.shopKey });
    expect(await searched('amount=777.17')).toEqual([other, number]);
    expect(await searched('amount=777.18')).toEqual([]);
  });

  it('by its own merchant alone, and no longer once its person was erased', async () => {
    const elsewhere = await makeMerchant(app, shop.organisationId, { policy });
    const key = String((await done(app, 'POST', `/merchants/${elsewhere}/keys`, { name: 'x', reason: 'x' }))['key']);
    const customer = {
      firstName: 'Wanda',
      lastName: 'Vanisher',
      email: 'gone@example.com',
      phone: '+4930111222333',
      customerNumber: 'G-1',
    };
    const here = await order(customer);
    const there = await order(customer, 10_000, key);
    expect(await searchedOf({ name: 'vanisher' })).toEqual([here]);
    expect(await searchedOf({ name: 'vanisher' }, '', elsewhere)).toEqual([there]);
    const other = await startOrganisation(app);
    const foreign = await app.ask(
      'POST',
      `/admin/v1/merchants/${shop.merchantId}/orders/search`,
      { name: 'vanisher' },
      { key: other.key },
    );
    expect([foreign.status, foreign.messages[0]?.['code']]).toEqual([404, expect.any(String)]);
    await app.ask('POST', path(here, '/voids'), undefined, { key: shop.shopKey });
    await done(app, 'POST', `/merchants/${shop.merchantId}/persons/erase`, { customerNumber: 'G-1', reason: 'asked for' });
    for (const body of [{ name: 'vanisher' }, { email: 'gone@example.com' }, { phone: '+4930111222333' }])
      expect(await searchedOf(body), JSON.stringify(body)).toEqual([]);
    expect(await searchedOf({ name: 'vanisher' }, '', elsewhere)).toEqual([there]);
  });

  it('never by what is no name, number or amount', async () => {
    const answer = await app.ask(
      'GET',
      `/admin/v1/merchants/${shop.merchantId}/orders?name=-&email=x&phone=12&amount=a`,
      undefined,
      operator,
    );
    expect(answer.messages.map(({ fieldReference, code }) => `${String(fieldReference)} ${String(code)}`).sort()).toEqual([
      'amount 400.004',
      'email 400.004',
      'name 400.004',
      'phone 400.004',
    ]);
    for (const name of ['"', '{}', "'; drop table x", '\\', '%'])
      expect((await app.ask('POST', `/admin/v1/merchants/${shop.merchantId}/orders/search`, { name }, operator)).status).not.toBe(
        500,
      );
  });

  it('never by a member that is not known, which would find every order', async () => {
    for (const body of [{ nam: 'Müller' }, { name: 'Müller', amount: 5 }, { lastName: 'Müller' }]) {
      const answer = await app.ask('POST', `/admin/v1/merchants/${shop.merchantId}/orders/search`, body, operator);
      expect([answer.status, answer.messages[0]?.['code']], answer.text).toEqual([400, '400.001']);
    }
  });

  it('by an index, not by reading all orders', async () => {
    await app.ask('POST', path(await order({}), '/captures'), undefined, { key: shop.shopKey });
    const owner = createDb({ connection: app.connection, poolSize: 1, preparedStatements: true });
    for (const [search, index] of [
      [{ name: { words: nameWords('Müller'), keys: ['x'] } }, 'order_contents_search'],
      [{ name: { words: nameWords('Müller'), keys: ['x'] } }, 'order_contents_before'],
      [{ email: { words: ['a@b.example'], keys: ['x'] } }, 'order_contents_search'],
      [{ amount: 12_345n }, 'orders_by_amount'],
      [{ amount: 12_345n }, 'captures_by_amount'],
    ] as const) {
      const { statement, values } = orderSearch(shop.merchantId, { ...search, afterId: null }, 10);
      // The tables of a test are too small for an index to pay, so the planner is made to believe in larger ones.
      const [, , plan] = await owner.using((session) =>
        session.trip([
          begin,
          call({
            name: 'larger',
            text: `update pg_class set reltuples = 1e6, relpages = 1 where relname in ('order_contents', 'orders', 'captures')`,
          }),
          { statement: { ...statement, name: 'explain_search', text: `explain ${statement.text}` }, values },
          call({ name: 'rollback', text: 'rollback' }),
        ]),
      );
      expect(JSON.stringify(plan?.rows), index).toContain(index);
    }
    await owner.close();
  });
});

describe('what a consumer owes', () => {
  it('is kept apart from what the shop may still capture', async () => {
    const number = await order({}, 50_000);
    const of = async (): Promise<Json> => (await done(app, 'GET', `/merchants/${shop.merchantId}/orders/${number}`)) as Json;
    expect(await of()).toMatchObject({ leftToCaptureAmount: 500, openAmount: 0, dueAmount: 0, paidAmount: 0, captures: [] });
    const captured = await app.ask(
      'POST',
      path(number, '/captures'),
      { orderDetails: { totalGrossAmount: 428.4 } },
      { key: shop.shopKey },
    );
    const captureNumber = String(captured.body['captureNumber']);
    expect(await of()).toMatchObject({ leftToCaptureAmount: 71.6, openAmount: 428.4, dueAmount: 0, reminderCount: 0 });
    const payment = { captureNumber, amount: 100, valueDate: todayIn('DE'), transactionId: `P-${number}` };
    await done(app, 'POST', `/merchants/${shop.merchantId}/payments`, payment);
    await app.ask(
      'POST',
      path(number, '/refunds'),
      { captureNumber, items: [{ grossUnitPrice: 28.4, quantity: 1 }] },
      { key: shop.shopKey },
    );
    await advanceShop(app, shop.merchantId, { advanceSeconds: 60 * 86_400 });
    const story = await of();
    expect(story).toMatchObject({
      openAmount: 300,
      dueAmount: 300,
      paidAmount: 100,
      owedBackAmount: 0,
      nextDueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      captures: [{ openAmount: 300, paidAmount: 100, refundedAmount: 28.4, paymentReference: expect.stringMatching(/^RF/) }],
    });
    const [capture] = story['captures'] as (Json & { reminders: Json[] })[];
    expect(story['reminderCount']).toBe(capture?.reminders.length);
    expect(capture?.reminders[0]).toMatchObject({ level: 1, amount: 300 });
    const [note] = story['refunds'] as Json[];
    for (const url of [capture?.['url'], note?.['url'], capture?.reminders[0]?.['url']]) {
      const file = await app.app.inject({ url: new URL(String(url)).pathname, headers: { 'x-auth-key': shop.shopKey } });
      expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    }
    const [found] = (await done(app, 'GET', `/merchants/${shop.merchantId}/orders?number=${number}`))['orders'] as Json[];
    expect(found).toMatchObject({ openAmount: 300, dueAmount: 300, paidAmount: 100, reminderCount: story['reminderCount'] });
  });
});
