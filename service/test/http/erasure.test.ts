// A person who wants to be told everything, and one who wants to be forgotten: nothing of an erased person is left in any
// column of any table, sealed, hashed or drawn, while every amount stays what it was.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { impersonal, keyColumns, personTables } from '../../src/privacy/person-data.sql.ts';
import { sqlName } from '../../src/store/table.ts';
import { tables } from '../../src/tables.ts';
import { basket, type Json, keyOf, path, startApp, summary, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import {
  adminOf,
  ask as asked,
  byOperator as byOperatorOf,
  type Country,
  fullLife,
  type Marked,
  markOf,
  marks,
  person,
} from '../support/marked-person.ts';
import { columnsWith, wholeDatabase } from '../support/whole-database.ts';

let app: TestApp;
const shops: Record<string, string> = {};
beforeAll(async () => {
  app = await startApp();
  for (const row of await app.query('select id, country from merchants')) shops[String(row['country'])] = String(row['id']);
  marked = { app, shops };
});
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
let marked: Marked;
const admin = (country: Country, rest: string) => adminOf(marked, country, rest);
const ask = (country: Country, method: 'POST' | 'GET', to: string, body?: Json) => asked(marked, country, method, to, body);
const byOperator = (country: Country, rest: string, body: Json) => byOperatorOf(marked, country, rest, body);

const totals = async (): Promise<unknown> => {
  const ledger = `select count(*)::int as entries, sum(amount_minor)::text as moved from ledger`;
  const orders = `select count(*)::int as orders, sum(captured_minor)::text as captured, sum(refunded_minor)::text as refunded from orders`;
  const exposures = `select count(*)::int as exposures, sum(debt_minor)::text as debt, sum(ordered_minor)::text as ordered from exposures`;
  return [await app.query(ledger), await app.query(orders), await app.query(exposures)];
};

describe('the map of what is kept of people', () => {
  it('has every table of the database, and every personal column has its end', async () => {
    const rows = await app.query(
      `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
       where table_schema = 'public' group by 1 having bool_or(column_name = 'merchant_id') or table_name = 'bank_entries'`,
    );
    const mapped = new Map(personTables.map((each) => [sqlName(each.table), each]));
    const missing = rows.filter(({ name }) => !mapped.has(String(name)) && !Object.hasOwn(impersonal, String(name)));
    expect(
      missing.map(({ name }) => name),
      'neither in personTables nor in impersonal',
    ).toEqual([]);
    const snake = (camel: string): string => camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const left = [...Object.values(tables), ...personTables.map(({ table }) => table)].flatMap((table) => {
      const erase = mapped.get(sqlName(table))?.erase;
      if (erase === 'row') return [];
      return (table.personal ?? []).filter(
        (column) => erase === undefined || erase === 'nothing' || !Object.hasOwn(erase, snake(column)),
      );
    });
    expect(left, 'personal columns that an erasure leaves').toEqual([]);
    // A customer is named by a key in these columns alone; where the row does not go, it is drawn anew.
    const naming = rows.flatMap(({ name, columns }) =>
      (columns as string[]).filter((column) => /(customer|into)_key$/.test(column)).map((column) => `${String(name)}.${column}`),
    );
    const rekeyed = new Set(keyColumns.map(([table, column]) => `${table}.${column}`));
    const gone = (column: string): boolean => {
      const erase = mapped.get(column.split('.')[0] ?? '')?.erase;
      return erase === 'row' || (typeof erase === 'object' && Object.hasOwn(erase, column.split('.')[1] ?? ''));
    };
    expect(naming.filter((column) => !rekeyed.has(column) && !gone(column))).toEqual([]);
  });
});

describe.each(['SE', 'DE'] as const)('a person in %s', (country) => {
  const mark = markOf[country];
  const named = { customerNumber: `${mark}-${country}` };
  let hashes: string[] = [];

  it('is told everything, whichever way the person is named', async () => {
    await fullLife(marked, country);
    const told = await byOperator(country, 'persons/export', { ...named, reason: 'asked for it' });
    const data = told.body['data'] as Record<string, Json[]>;
    expect(Object.keys(data)).toEqual(
      expect.arrayContaining(
        `customers customerProfiles orders orderContents captures refunds payments shippingDetails creditDecisions checkouts documents accounts accountOwners accountEvents accountEntries accountPayments storedAnswers ledger audit listEntries returnNotifications`.split(
          ' ',
        ),
      ),
    );
    const all = JSON.stringify(data).toLowerCase();
    for (const each of marks[country].filter((text) => !text.endsWith('-9876'))) expect(all).toContain(each.toLowerCase());
    expect(
      Buffer.from(String(data['documents']?.find((each) => each['pdf'])?.['pdf']), 'base64')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const others = [
      { orderNumber: `${country}-1`.toLowerCase() },
      ...(country === 'SE' ? [{ identificationNumber: '811218-9876' }] : []),
    ];
    for (const other of others) {
      const again = await byOperator(country, 'persons/export', { ...other, reason: 'asked for it' });
      expect(Object.keys(again.body['data'] as Json)).toEqual(Object.keys(data));
    }
  });

  it('is gone from every column of every table once erased, and every amount stays', async () => {
    const { query } = app;
    hashes = (
      await query(
        `select key as hash from customers where merchant_id = $1 union select customer_key from stored_answers where merchant_id = $1
         union select unnest(array[national_id_key, name_key, born_key, email_key, phone_key, address_key]) from customer_profiles where merchant_id = $1
         union select subject from velocities where merchant_id = $1 union select bank_account_key from contracts where merchant_id = $1
         union select key from list_keys where merchant_id = $1 union select content_key from list_entries where merchant_id = $1`,
        shops[country],
      )
    ).flatMap(({ hash }) => (typeof hash === 'string' && hash.length > 20 ? [hash] : []));
    expect(hashes.length).toBeGreaterThan(8);
    const own = (dump: Map<string, string>) => columnsWith(dump, [...marks[country], ...hashes]);
    const before = own(await wholeDatabase(query));
    expect(before).toEqual(
      expect.arrayContaining([
        'order_contents.customer',
        'stored_answers.answer',
        'documents.content',
        'orders.customer_key',
        'audit.reason',
      ]),
    );
    const sums = await totals();
    const erased = await byOperator(country, 'persons/erase', {
      ...named,
      documents: 'Erase',
      listEntries: 'Erase',
      reason: 'wished so',
    });
    expect(erased.body).toMatchObject({ kept: [], rows: { orderContents: expect.any(Number), documents: expect.any(Number) } });
    expect(columnsWith(await wholeDatabase(query), [...marks[country], ...hashes])).toEqual([]);
    expect(
      await query(
        'select 1 from documents where merchant_id = $1 and (content is not null or bytes is not null)',
        shops[country],
      ),
    ).toEqual([]);
    expect(await totals()).toEqual(sums);
    await expectBooksAgree((text) => query(text));
  });

  it('leaves an order that still tells its amounts, a chain that holds, and no document', async () => {
    const order = await ask(country, 'GET', path(`${country}-1`));
    expect(order.body).toMatchObject({ orderDetails: { orderNumber: `${country}-1` } });
    expect(order.text).not.toMatch(/zq[ds]x/i);
    const [capture] = await app.query(
      `select c.document_id as id from captures c join orders o on o.id = c.order_id where o.number = $1`,
      `${country}-1`,
    );
    const document = await app.ask('GET', `/documents/${String(capture?.['id'])}.pdf`, undefined, { key: keyOf(country) });
    expect(document.status).toBe(404);
    await app.deps.jobs.runNow('seal-ledger');
    for (const chain of ['ledger', 'audit']) {
      const proof = await app.ask('GET', admin(country, `chains/${chain}/proof`), undefined, operator);
      expect(proof.body['fault']).toBeUndefined();
    }
    const [told] = await app.query(
      `select reason, subject, customer_id::text as id from audit where operation = 'erasePerson' and merchant_id = $1`,
      shops[country],
    );
    expect(told).toMatchObject({ reason: 'wished so', subject: told?.['id'] });
  });

  it('is somebody new with the next order, and cannot be found by what was', async () => {
    const answer = await app.ask('POST', admin(country, 'persons/erase'), { ...named, reason: 'again' }, operator);
    expect([answer.status, answer.messages]).toMatchObject([404, [{ code: '400.361', fieldReference: 'customerNumber' }]]);
    const byOrder = { orderNumber: `${country}-1`, documents: 'Erase', listEntries: 'Erase', reason: 'again' };
    expect((await byOperator(country, 'persons/erase', byOrder)).body).toMatchObject({ kept: [] });
    const body = {
      payment: { type: 'Invoice' },
      customer: person(country),
      order: { number: `${country}-9`, ...summary(basket(country)) },
    };
    await ask(country, 'POST', '/api/v3/checkout/authorize', body);
    const rows = await app.query(
      `select count(distinct customer_key)::int as people from orders where merchant_id = $1 and number in ($2, $3)`,
      shops[country],
      `${country}-1`,
      `${country}-9`,
    );
    expect(rows).toEqual([{ people: 2 }]);
    const [contents] = await app.query(
      `select orders_count from exposures e join orders o using (merchant_id, customer_key) where o.number = $1`,
      `${country}-9`,
    );
    expect(contents).toEqual({ orders_count: 1 });
  });
});
