// One customer number for several buyers, as of shops that send "guest" for each guest or give a number anew: who is certainly another
// owes for himself, and is found by a number of his own from then on (C47).
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { applyBody } from '../support/accounts.ts';
import { authorizeBody, item, type Json, path, shopPath, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { accepted, outcomeOf, tooMuch } from '../support/limits.ts';
import { type Buyer, buyer } from '../support/people.ts';

let app: TestApp;
let shop = '';
beforeAll(async () => {
  app = await startApp();
  shop = await shopPath(app, 'DE');
});
afterEach(() => expectBooksAgree(app.query));
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const hamburg = {
  street: 'Mönckebergstraße',
  streetNumber: '7',
  postalCode: '20095',
  postalPlace: 'Hamburg',
  countryCode: 'DE',
} as const;
let born = 0;
/** Two who have nothing in common but the number, and the second nothing with those of other tests. */
function guests(customerNumber: string = randomUUID()): readonly [Buyer, Buyer] {
  const [anna, bernd] = [
    { firstName: 'Anna', lastName: 'Albrecht', birthDate: '1960-05-01' },
    {
      firstName: 'Bernd',
      lastName: 'Bauer',
      birthDate: new Date(Date.UTC(1980, 0, ++born)).toISOString().slice(0, 10),
      address: hamburg,
    },
  ];
  return [buyer('DE', { ...anna, customerNumber }), buyer('DE', { ...bernd, customerNumber })];
}
async function order(customer: Partial<Buyer>, over: Json = {}) {
  const body = { ...authorizeBody('DE', { customer, items: [item('DE', 'A', 10_000)] }), ...over };
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body);
  const { customerNumber } = (answer.body['customer'] ?? {}) as { customerNumber?: string };
  return { number: body.order.number, answer, outcome: answer.body['outcome'], customerNumber: customerNumber ?? '' };
}
const owed = async (number: string): Promise<number> => {
  const [row] = await app.query(
    `select coalesce(sum(e.held_minor + e.debt_minor), 0)::int as owed from customers c
     join exposures e on e.merchant_id = c.merchant_id and e.customer_key = coalesce(c.merged_into, c.key) where c.number = $1`,
    number,
  );
  return Number(row?.['owed']);
};

describe('two who are certainly not one', () => {
  it('owe each for himself, and each within a limit', async () => {
    const [anna, bernd] = guests();
    expect(await outcomeOf(app, anna, 60_000)).toEqual(accepted);
    expect(await outcomeOf(app, bernd, 90_000)).toEqual(accepted);
    for (const who of [anna, bernd]) expect(await outcomeOf(app, who, 60_000)).toEqual(tooMuch);
  });

  it('have each a number, by which the second is known from then on', async () => {
    const [anna, bernd] = guests('guest');
    expect(await order(anna)).toMatchObject({ outcome: 'Accepted', customerNumber: 'guest' });
    const { customerNumber: own } = await order(bernd);
    expect(own).toMatch(/^\d+$/);
    for (const customerNumber of ['guest', own])
      expect(await order({ ...bernd, customerNumber })).toMatchObject({ customerNumber: own });
    // A new e-mail and place: it is by the number that he is known.
    const moved = { ...bernd, customerNumber: own, email: 'bernd@new.example', address: anna.address };
    expect(await order(moved)).toMatchObject({ outcome: 'Accepted', customerNumber: own });
    expect([await owed('guest'), await owed(own)]).toEqual([10_000, 40_000]);
    expect((await order(anna)).customerNumber).toBe('guest');
  });

  it('are two at any endpoint that asks for a person', async () => {
    const [anna, second] = guests();
    const bernd = { ...second, firstName: 'Zacharias', lastName: 'Quist' };
    await order(anna);
    const { customerNumber: own } = await order(bernd);
    const asked = { customer: bernd, order: { totalGrossAmount: 100 } };
    const methods = await app.ask('POST', '/api/v3/checkout/payment-methods', asked);
    expect(methods.body['customer']).toMatchObject({ customerNumber: own });
    const validated = await app.ask('POST', '/api/v3/validate/address', { customer: bernd });
    expect(validated.body).toMatchObject({ duplicates: [] });
    const account = await app.ask(
      'POST',
      '/api/v3/customer-account',
      applyBody('DE', 100, {}, { ...bernd, email: 'b@c.example' }),
    );
    expect((account.body['customer'] as Json)['customerNumber']).not.toBe(anna['customerNumber']);
  });

  it('have accounts of their own, and are charged each on his own', async () => {
    const [anna, bernd] = guests();
    const payment = { type: 'Account', account: { profileNo: 1 } };
    const orders = [await order(anna, { payment }), await order(bernd, { payment })];
    for (const { number } of orders) expect((await app.ask('POST', path(number, '/captures'))).status).toBe(200);
    await app.deps.jobs.runNow('charge-accounts');
    const accounts = await Promise.all(
      orders.map(async ({ number }) => {
        const [capture] = (await app.ask('GET', path(number))).body['captures'] as Json[];
        return (await app.ask('GET', `${shop}/accounts/${String(capture?.['accountNumber'])}`, undefined, operator)).body;
      }),
    );
    expect(accounts[0]?.['accountNumber']).not.toBe(accounts[1]?.['accountNumber']);
    expect(accounts.map((each) => each['customerNumber'])).toEqual(orders.map((each) => each.customerNumber));
  });

  it('are no one’s applicant but their own', async () => {
    const apply = async (firstName: string, lastName: string, customerNumber: string) => {
      const body = applyBody('DE', 300, { firstName, lastName, customerNumber });
      return (await app.ask('POST', '/api/v3/customer-account', body)).body;
    };
    const accountOf = ({ account }: Json) => (account as Json)['accountNumber'];
    const clara = await apply('Clara', 'Cohn', 'C-1');
    expect(accountOf(await apply('Klara', 'Cohn', 'C-1'))).toBe(accountOf(clara));
    const dirk = await apply('Dirk', 'Dorn', 'C-1');
    expect(dirk).toMatchObject({ outcome: 'Accepted', customer: { firstName: 'Dirk' } });
    expect(accountOf(dirk)).not.toBe(accountOf(clara));
    expect((dirk['customer'] as Json)['customerNumber']).not.toBe('C-1');
  });
});

it('a Nordic buyer who is certainly another than the known one needs a national number', async () => {
  const ask = async (customer: Partial<Buyer>) => {
    const body = authorizeBody('SE', { customer: { customerNumber: 'SEG1', ...customer } });
    const { body: answer } = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: 'sandbox-se' });
    return [answer['outcome'], (answer['riskCheckMessages'] as Json[] | undefined)?.[0]?.['actionCode']];
  };
  const { identificationNumber: _id, ...unnamed } = buyer('SE');
  const without = (names: object) => ({ ...unnamed, identificationNumber: undefined, ...names });
  expect(await ask({ firstName: 'Anna', lastName: 'Andersson' })).toEqual(['Accepted', undefined]);
  expect(await ask(without({ firstName: 'Anna', lastName: 'Berg' }))).toEqual(['Accepted', undefined]);
  expect(await ask(without({ firstName: 'Mallory', lastName: 'Other' }))).toEqual(['Rejected', 'RequiresSsn']);
});

it('who only writes the name otherwise stays the same', async () => {
  const [anna] = guests();
  const { birthDate: _born, ...unborn } = anna;
  expect(await outcomeOf(app, anna, 60_000)).toEqual(accepted);
  for (const names of [
    { firstName: 'Ana' },
    { firstName: 'Albrecht', lastName: 'Anna' },
    { lastName: 'Bauer' },
    { firstName: 'A' },
  ])
    expect([names, ...(await outcomeOf(app, { ...unborn, birthDate: undefined, ...names }, 60_000))]).toEqual([
      names,
      ...tooMuch,
    ]);
});

describe('a purchase in two steps', () => {
  const methods = async (customer: Buyer) => {
    const body = { customer, order: { totalGrossAmount: 100 } };
    const answer = await app.ask('POST', '/api/v3/checkout/payment-methods', body);
    return { id: answer.body['checkoutId'], own: String((answer.body['customer'] as Json)['customerNumber']) };
  };

  it('goes on under the number that the shop sent, or that it was answered, and under no third', async () => {
    const [anna, bernd] = guests();
    await order(anna);
    const { customerNumber: sent } = bernd;
    const second = { ...authorizeBody('DE', { items: [item('DE', 'A', 10_000)] }), customer: undefined };
    for (const customer of [undefined, { customerNumber: sent }, 'own', { customerNumber: 'third' }] as const) {
      const { id, own } = await methods(bernd);
      const named = customer === 'own' ? { ...bernd, customerNumber: own } : customer;
      const body = { ...second, order: { ...second.order, number: randomUUID() }, checkoutId: id, customer: named };
      const answer = await app.ask('POST', '/api/v3/checkout/authorize', body);
      if (customer !== undefined && customer !== 'own' && customer.customerNumber === 'third')
        expect(answer.messages[0]).toMatchObject({ code: '400.103' });
      else expect(answer.body).toMatchObject({ outcome: 'Accepted', customer: { customerNumber: own } });
    }
    expect(await owed(String(sent))).toBe(10_000);
  });
});

describe('what is asked by number', () => {
  it('means the one whom the number was given to first, and each by his own', async () => {
    const [anna, bernd] = guests();
    await order(anna);
    const { customerNumber: own } = await order(bernd);
    const look = async (customerNumber: unknown) => {
      const answer = await app.ask('POST', '/api/v3/lookup/customer', { customerNumber });
      return (answer.body['userProfiles'] as Json[]).map((each) => each['email']);
    };
    const changed = await app.ask('PATCH', `/api/v3/customers/${own}/updateCustomer`, { email: `${own}@example.com` });
    expect(changed.status).toBe(200);
    const emails = await app.query(
      `select c.number, p.email from customers c join customer_profiles p on p.merchant_id = c.merchant_id and p.customer_key = c.key
       where c.number = any($1::text[])`,
      [anna['customerNumber'], own],
    );
    expect(new Map(emails.map(({ number, email }) => [number, email]))).toEqual(
      new Map([
        [anna['customerNumber'], anna.email],
        [own, `${own}@example.com`],
      ]),
    );
    expect(await look(own)).toHaveLength(1);
    expect(await look(anna['customerNumber'])).toHaveLength(1);
  });

  it('is merged and stays merged, under either number and either name', async () => {
    const [anna, bernd] = guests();
    await order(anna);
    const { customerNumber: own } = await order(bernd);
    const into = { into: anna['customerNumber'], reason: 'one person after all' };
    expect((await app.ask('POST', `${shop}/customers/${own}/merge`, into, operator)).status).toBe(200);
    for (const who of [anna, bernd, { ...bernd, customerNumber: own }])
      expect(await order(who)).toMatchObject({ outcome: 'Accepted' });
    expect(await owed(String(anna['customerNumber']))).toBe(50_000);
    expect(await outcomeOf(app, bernd, 60_000)).toEqual(tooMuch);
  });

  it('is erased of the one alone', async () => {
    const [anna, bernd] = guests();
    const first = await order(anna);
    const { customerNumber: own, number } = await order(bernd);
    expect((await app.ask('POST', path(first.number, '/voids'))).status).toBe(200);
    const erase = { customerNumber: anna['customerNumber'], reason: 'asked' };
    const erased = await app.ask('POST', `${shop}/persons/erase`, erase, operator);
    expect(erased.status, erased.text).toBe(200);
    expect((await app.ask('GET', path(number))).text).toContain(own);
    expect((await app.ask('GET', path(first.number))).text).not.toContain(anna.email);
    expect(await owed(own)).toBe(10_000);
  });
});
