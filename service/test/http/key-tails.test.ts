// Keyed hashes are found in an index by their tails. One that has the tail of another is not taken for it: here a customer's hashes are
// given the tails of another's.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizeBody, item, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { shopPath } from '../support/merchant.ts';

let app: TestApp;
let shop = '';
const operator = { key: 'sandbox-operator' };
const one = {
  customerNumber: 'tail-1',
  firstName: 'Una',
  lastName: 'Unruh',
  email: 'una@tails.example',
  mobilePhone: '0151 23456701',
};
const other = {
  customerNumber: 'tail-2',
  firstName: 'Otto',
  lastName: 'Ostermann',
  email: 'otto@tails.example',
  mobilePhone: '0151 98765402',
  birthDate: '1955-05-05',
  address: { street: 'Weserweg', streetNumber: '9', postalCode: '28195', postalPlace: 'Bremen', countryCode: 'DE' as const },
};
const order = async (customer: typeof one | typeof other) =>
  (await app.ask('POST', '/api/v3/checkout/authorize', authorizeBody('DE', { customer, items: [item('DE', 'X', 1000)] }))).body;
const open = (): Promise<Record<string, unknown>[]> =>
  app.query(`select o.number from orders o join customer_profiles p on p.merchant_id = o.merchant_id and p.customer_key = o.customer_key
    where p.first_name = 'Una' and o.state <> 'Rejected'`);

beforeAll(async () => {
  app = await startApp();
  shop = await shopPath(app.query);
  await order(one);
  await order(other);
  // The same seven characters, after others.
  const alike = (hash: string): string => `left(reverse(left(${hash}, 36)) || ${hash}, 36) || right(${hash}, 7)`;
  await app.query(`update customer_profiles o set email_key = ${alike('u.email_key')}, phone_key = ${alike('u.phone_key')}
    from customer_profiles u where o.merchant_id = u.merchant_id and o.first_name = 'Otto' and u.first_name = 'Una'`);
  await app.query(`insert into velocities (merchant_id, subject, hour_at, writer, count)
    select merchant_id, ${alike('subject')}, hour_at, 'alike', 99 from velocities`);
});
afterAll(() => app.stop());

it('a look-up and a search by e-mail or telephone find the one who has it', async () => {
  for (const asked of [{ email: one.email }, { mobilePhone: one.mobilePhone }]) {
    const { body } = await app.ask('POST', '/api/v3/lookup/customer', asked, { key: 'sandbox-de' });
    expect((body['userProfiles'] as Json[]).map(({ firstName }) => firstName)).toEqual(['Una']);
  }
  for (const asked of [`email=${one.email}`, `phone=${encodeURIComponent(one.mobilePhone)}`]) {
    const found = (await app.ask('GET', `${shop}/orders?${asked}`, undefined, operator)).body['orders'] as Json[];
    expect(found, asked).toHaveLength(1);
  }
});

it('orders counted under another hash do not count', async () => {
  const policy = (await app.ask('GET', `${shop}/policies/active`, undefined, operator)).body['policy'] as Json;
  const most = { hour: 2, day: 2, week: 2 };
  const velocity = { person: most, email: most, phone: most, address: most };
  await app.ask('POST', `${shop}/policies`, { policy: { ...policy, velocity }, reason: 'Few orders a day' }, operator);
  expect([await order(one), await order(one)]).toMatchObject([{ outcome: 'Accepted' }, { outcome: 'Rejected' }]);
});

it('what was counted under another hash stays when a person is erased', async () => {
  const counted = (): Promise<Record<string, unknown>[]> =>
    app.query(`select writer = 'alike' as alike, count(distinct subject)::int as subjects from velocities group by 1 order by 1`);
  expect(await counted()).toEqual([
    { alike: false, subjects: 8 },
    { alike: true, subjects: 8 },
  ]);
  for (const { number } of await open()) await app.ask('POST', path(String(number), '/voids'));
  const wish = { customerNumber: one.customerNumber, reason: 'wished so' };
  expect((await app.ask('POST', `${shop}/persons/erase`, wish, operator)).status).toBe(200);
  expect(await counted()).toEqual([
    { alike: false, subjects: 4 },
    { alike: true, subjects: 8 },
  ]);
});
