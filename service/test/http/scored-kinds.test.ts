// What a credit score may look at is the law's matter: in Germany nothing of age, name or address moves it from the day on
// which § 37a BDSG holds, and the explanation says what it looked at.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { authorizeBody, beginAt, type Json, keyOf, orderNumber, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const shopOf = async (country: CountryCode): Promise<string> =>
  `/admin/v1/merchants/${String((await app.query('select id from merchants where country = $1', country))[0]?.['id'])}`;

/** How an order of such a buyer is decided, as the operator reads it. */
async function explained(country: CountryCode, customer: Json, more: Json = {}): Promise<Json> {
  // Orders before it with the same e-mail would be a fact by themselves.
  await app.query('delete from velocities');
  const body = authorizeBody(country, { customer });
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, ...more }, { key: keyOf(country) });
  expect(answer.status, answer.text).toBe(200);
  const path = `${await shopOf(country)}/orders/${body.order.number}/decisions`;
  const [decision] = (await app.ask('GET', path, undefined, operator)).body['decisions'] as Json[];
  expect(decision).toMatchObject({ again: 'same' });
  return decision?.['result'] as Json;
}

const usual = { firstName: 'Johanna', lastName: 'Weber', email: 'johanna.weber@example.com', birthDate: '1984-12-08' };
const packstation = {
  firstName: 'Johanna',
  lastName: 'Weber',
  address: { street: 'Packstation 101', postalCode: '10827', postalPlace: 'Berlin' },
};
const variants: Record<string, [Json, Json]> = {
  age: [{ ...usual, birthDate: '2006-01-02' }, {}],
  name: [{ ...usual, firstName: 'Bertil', lastName: 'Quandt' }, {}],
  address: [usual, { deliveryCustomer: packstation }],
};

async function scored(country: CountryCode): Promise<Record<string, readonly [unknown, unknown]>> {
  const found: Record<string, readonly [unknown, unknown]> = {};
  for (const [name, [customer, more]] of Object.entries({ usual: [usual, {}] as [Json, Json], ...variants })) {
    // With a customer number of his own each is a new customer: earlier orders would be a fact by themselves.
    const { defaultPercent, fraudPercent } = await explained(country, { ...customer, customerNumber: orderNumber() }, more);
    found[name] = [defaultPercent, fraudPercent];
  }
  return found;
}

describe('a German score', () => {
  it('is the same whatever the age, the name or the address, from the day on which the law asks for it', async () => {
    await beginAt(app, 'DE', '2026-11-19T10:00:00Z');
    const before = await scored('DE');
    expect(before['age']?.[0]).not.toBe(before['usual']?.[0]);
    expect(before['name']?.[0]).not.toBe(before['usual']?.[0]);
    expect(before['address']?.[0]).not.toBe(before['usual']?.[0]);
    await beginAt(app, 'DE', '2026-11-20T10:00:00Z');
    const { usual: [credit, fraud] = [], age, name, address } = await scored('DE');
    expect(age).toEqual([credit, fraud]);
    expect(name).toEqual([credit, fraud]);
    expect(address?.[0]).toBe(credit);
    // Against fraud the address is looked at, apart from the credit score.
    expect(address?.[1]).not.toBe(fraud);
  });

  it('says which kinds of data it looked at, and which check decided', async () => {
    await beginAt(app, 'DE', '2026-11-21T10:00:00Z');
    const result = await explained('DE', { ...usual, firstName: 'Reject' });
    expect(result).toMatchObject({ outcome: 'Rejected', rule: { name: 'bureau' }, check: 'credit' });
    const kinds = result['creditKinds'] as string[];
    expect(kinds).toEqual(expect.arrayContaining(['order', 'paymentHistory', 'creditRegister']));
    for (const kind of ['age', 'gender', 'name', 'address', 'socialNetworks', 'accountMovements'])
      expect(kinds).not.toContain(kind);
    expect(result['fraudKinds']).toContain('address');
    expect(result['fraudKinds']).not.toContain('name');
  });

  it('leaves being of age a condition', async () => {
    await beginAt(app, 'DE', '2026-11-21T10:00:00Z');
    expect(await explained('DE', { ...usual, birthDate: '2010-01-02' })).toMatchObject({ outcome: 'Rejected', check: 'age' });
  });
});

it.each(['AT', 'NO', 'CH'] as const)('in %s a score looks at what it looked at before', async (country) => {
  await beginAt(app, country, '2026-11-21T10:00:00Z');
  const result = await explained(country, {});
  expect(result['scorecard']).toMatch(/^synthetic-6f0ce478/);
  expect(result['creditKinds']).toEqual(expect.arrayContaining(['age', 'name', 'address']));
});
