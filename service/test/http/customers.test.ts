// What is known of a customer: remembered from orders that stood, changed by the shop, sealed where it is a number, and
// never another merchant's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, authorizeBody, startApp, type TestApp } from '../support/app.ts';
import { type Buyer, buyer } from '../support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const order = async (customer: Partial<Buyer>, key = 'sandbox-de'): Promise<string> => {
  const country = key === 'sandbox-se' ? 'SE' : 'DE';
  const { body } = await app.ask('POST', '/api/v3/checkout/authorize', authorizeBody(country, { customer }), { key });
  return (body['customer'] as { customerNumber: string }).customerNumber;
};
const change = (number: string, body: unknown, key = 'sandbox-de'): Promise<Answer> =>
  app.ask('PATCH', `/api/v3/customers/${encodeURIComponent(number)}/updateCustomer`, body, { key });
const profile = async (email: string) => {
  const [row] = await app.query('select * from customer_profiles where email = $1', email);
  return row;
};

describe('a new customer', () => {
  it('has an id that begins with the moment, so that new people stand side by side in its index', async () => {
    const before = Date.now();
    const number = await order({ email: 'in-order@example.com' });
    const [row] = await app.query('select id::text as id from customers where number = $1', number);
    const [, high = '', low = ''] = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab]/.exec(String(row?.['id'])) ?? [];
    const moment = Number.parseInt(high + low, 16);
    expect(moment).toBeGreaterThanOrEqual(before);
    expect(moment).toBeLessThanOrEqual(Date.now());
  });
});

describe('update customer', () => {
  it('answers {} and is remembered, whatever number the customer has', async () => {
    const given = await order({ email: 'given@example.com' });
    const sent = await order({ email: 'sent@example.com', customerNumber: 'K/17 ä' });
    expect(sent).toBe('K/17 ä');
    for (const number of [given, sent]) {
      const email = `new-${number.length}@example.com`;
      const answer = await change(number, { distributionType: 'email', email });
      expect([answer.status, answer.text]).toEqual([200, '{}']);
      expect(await profile(email)).toMatchObject({ distribution_type: 'Email', last_name: expect.any(String) });
    }
  });

  it('keeps what is not sent, and a mobile number in one form', async () => {
    const number = await order({ email: 'keeps@example.com' });
    expect((await change(number, { distributionType: 'Sms', mobilePhone: '0049 (0)170 12345-67' })).status).toBe(200);
    expect((await change(number, { distributionType: 'Paper' })).status).toBe(200);
    expect(await profile('keeps@example.com')).toMatchObject({ distribution_type: 'Paper', mobile_phone: '+491701234567' });
  });

  it.each([
    [{ distributionType: 'Email' }, '400.002', 'email', 'AskConsumerToReEnterData'],
    [{ distributionType: 'Email', email: 'nobody' }, '400.004', 'email', 'AskConsumerToReEnterData'],
    [{ email: 'anna@example' }, '400.004', 'email', 'AskConsumerToReEnterData'],
    [{ email: 'anna@exam,ple.com' }, '400.004', 'email', 'AskConsumerToReEnterData'],
    [{ email: 'a@.com', distributionType: 'Email' }, '400.004', 'email', 'AskConsumerToReEnterData'],
    [{ distributionType: 'Sms' }, '400.002', 'mobilePhone', 'AskConsumerToReEnterData'],
    [{ distributionType: 'Sms', mobilePhone: '0170 1234567' }, '400.004', 'mobilePhone', 'AskConsumerToReEnterData'],
    [{ distributionType: 'Sms', mobilePhone: '+49' }, '400.004', 'mobilePhone', 'AskConsumerToReEnterData'],
    [{ distributionType: 'Pigeon' }, '400.004', 'distributionType', 'Unavailable'],
    [{}, '400.002', 'distributionType', 'Unavailable'],
  ])('%j is refused', async (body, code, fieldReference, actionCode) => {
    const number = await order({});
    const before = await app.query('select * from customer_profiles order by customer_key');
    const answer = await change(number, body);
    expect([answer.status, answer.messages]).toMatchObject([400, [{ code, fieldReference, actionCode }]]);
    expect(await app.query('select * from customer_profiles order by customer_key')).toEqual(before);
  });

  it('speaks the language that was asked for, also under its obsolete name', async () => {
    const number = await order({});
    const answer = await change(number, { distributionType: 'Email', conversationLanguage: 'SE' });
    expect(answer.messages[0]?.['customerFacingMessage']).toBe('Fyll i det här fältet.');
    expect(answer.headers['deprecation']).toBe('@1767225600');
  });

  it('does not know a number nobody was given, nor another merchant’s, and makes nobody of it', async () => {
    const number = await order({ customerNumber: 'only-german' });
    const before = await app.rowCounts();
    for (const [unknown, key] of [
      ['no-one', 'sandbox-de'],
      [number, 'sandbox-se'],
      ['%00', 'sandbox-de'],
    ] as const) {
      const answer = await change(unknown, { distributionType: 'Paper' }, key);
      expect([answer.status, answer.messages]).toMatchObject([404, [{ code: '400.270', fieldReference: 'customerNumber' }]]);
    }
    expect(await app.rowCounts()).toEqual(before);
  });

  it('is audited without anything personal', async () => {
    const number = await order({});
    await change(number, { distributionType: 'Email', email: 'audited@example.com' });
    const [row] = await app.query(
      `select a.* from audit a join customers c on c.id::text = a.subject where a.operation = 'updateCustomer' and c.number = $1`,
      number,
    );
    expect(row).toMatchObject({ order_id: null });
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`audited|${number}`));
  });
});

describe('a customer as last seen', () => {
  it('comes from orders that stood, not from rejected ones', async () => {
    await order({ customerNumber: 'seen', email: 'first@example.com' });
    await order({ customerNumber: 'seen', email: 'rejected@example.com', firstName: 'Reject' });
    expect(await profile('rejected@example.com')).toBeUndefined();
    expect(await profile('first@example.com')).toMatchObject({ category: 'Person' });
    await order({ customerNumber: 'seen', email: 'pending@example.com', firstName: 'Review' });
    expect(await profile('pending@example.com')).toMatchObject({ first_name: 'Review' });
  });

  it('keeps a national number sealed, and finds it by a keyed hash', async () => {
    const person = buyer('SE', { email: 'sealed@example.com' });
    await order(person, 'sandbox-se');
    const row = await profile('sealed@example.com');
    const digits = String(person['identificationNumber']).replace(/\D/g, '');
    expect(row?.['national_id']).toMatch(/^2\./);
    expect(row?.['national_id_key']).toBe(app.deps.secrets.hash(`id:${digits}`));
    expect(JSON.stringify(await app.query('select * from customer_profiles'))).not.toContain(digits);
  });
});
