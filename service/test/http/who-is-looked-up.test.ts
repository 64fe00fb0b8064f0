// Who and what is looked up for a decision: few of the many who share a mark, whoever was listed under whatever else shares
// it, the account behind a contract, and nobody whose time on a list is over.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { advance, authorizeBody, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { dayIn } from '../support/days.ts';
import { shopPath } from '../support/merchant.ts';
import type { Buyer } from '../support/people.ts';

let app: TestApp;
let shop = '';
const operator = { key: 'sandbox-operator' };
beforeAll(async () => {
  app = await startApp();
  shop = await shopPath(app.query);
});
afterAll(() => app.stop());

const put = (entries: readonly Json[]) =>
  app.ask('POST', `${shop}/lists`, { entries, list: 'negative', reason: 'test' }, operator);
const authorize = async (customer: Partial<Buyer>, more: Json = {}) => {
  const body = authorizeBody('DE', { customer });
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, ...more });
  return { ...answer.body, number: body.order.number, total: body.order.totalGrossAmount } as Json & {
    number: string;
    total: number;
  };
};
const factsOf = async (number: string): Promise<Json> => {
  const [row] = await app.query(
    'select d.facts from credit_decisions d join orders o on o.id = d.order_id where o.number = $1 order by d.decided_at desc',
    number,
  );
  return row?.['facts'] as Json;
};

it('a listed house is found behind a hundred listed people who live in it, and an e-mail likewise', async () => {
  const place = { street: 'Packstation 444', postalCode: '10827', postalPlace: 'Berlin' };
  const office = { email: 'office@crowd.example', phone: '030 4444 5555' };
  const crowd = Array.from({ length: 100 }, (_, index) => ({
    kind: 'person',
    firstName: `Vor${String.fromCharCode(97 + (index % 26))}`,
    lastName: `Nach${String.fromCharCode(97 + Math.floor(index / 26))}mann`,
    birthDate: `19${10 + (index % 80)}-05-0${1 + (index % 9)}`,
    ...place,
    ...office,
  }));
  expect((await put(crowd)).body).toMatchObject({ entered: 100 });
  const own = { firstName: 'Zita', lastName: 'Quast', birthDate: '1971-02-03' };
  expect(await authorize({ ...own, address: { ...place, countryCode: 'DE' } })).toMatchObject({ outcome: 'Accepted' });
  await put([
    { kind: 'address', ...place },
    { kind: 'email', email: office.email },
    { kind: 'phone', phone: office.phone },
  ]);
  for (const mark of [
    { address: { ...place, countryCode: 'DE' as const } },
    { email: office.email },
    { mobilePhone: office.phone },
  ])
    expect(await authorize({ ...own, ...mark }), JSON.stringify(mark)).toMatchObject({ outcome: 'Rejected' });
});

it('of many who share an e-mail, a telephone and a house few are read, the same ones each time', async () => {
  const shared = {
    email: 'all@shared.example',
    phone: '+49 30 7777 8888',
    address: { street: 'Packstation 555', postalCode: '10827', postalPlace: 'Berlin', countryCode: 'DE' as const },
  };
  const letters = (index: number): string => String.fromCharCode(97 + (index % 26), 97 + (Math.floor(index / 26) % 26));
  for (const part of [0, 1])
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        authorize({ ...shared, firstName: `Al${letters(part * 30 + index)}`, lastName: 'Teiler' }),
      ),
    );
  const [same] = await app.query(
    `select count(*)::int as count from customer_profiles where email_key = (select email_key from customer_profiles where email = $1 limit 1)`,
    shared.email,
  );
  expect(same?.['count']).toBe(60);
  const last = await authorize({ ...shared, firstName: 'Beate', lastName: 'Teiler' });
  const { alike } = (await factsOf(last.number)) as { alike: { count: number } };
  expect(alike.count).toBeLessThanOrEqual(40);
});

it('a namesake counts as like the buyer where the birth dates are one, or a slip apart', async () => {
  const own = (of: string, birthDate: string): Partial<Buyer> => ({
    firstName: 'Jolanda',
    lastName: 'Quittenbaum',
    birthDate,
    email: `${of}@namesake.example`,
    phone: `030 555 ${of}`,
    mobilePhone: `0171 555 ${of}`,
    address: { street: `Namensweg ${of}`, postalCode: '10827', postalPlace: 'Berlin', countryCode: 'DE' as const },
  });
  expect(await authorize(own('1001', '1980-03-04'))).toMatchObject({ outcome: 'Accepted' });
  const births = {
    swapped: '1980-04-03',
    digit: '1980-03-05',
    neighbours: '1908-03-04',
    year: '1981-03-04',
    other: '1975-11-22',
  };
  const counts: Record<string, number> = {};
  for (const [index, [kind, birthDate]] of Object.entries(births).entries()) {
    const { number } = await authorize(own(String(2000 + index), birthDate));
    const { alike } = (await factsOf(number)) as { alike: { count: number } };
    counts[kind] = alike.count;
  }
  expect(counts).toEqual({ swapped: 1, digit: 1, neighbours: 1, year: 1, other: 0 });
});

it('the bank account of a contract is looked up on the lists, though authorize names only the contract', async () => {
  const bankAccount = 'DE02 1203 0000 0000 2020 51';
  const agree = async (customer: Partial<Buyer>) => {
    const body = authorizeBody('DE', { customer });
    const first = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer: body.customer, order: body.order });
    const payment = { type: 'DirectDebitInvoice', directDebit: { bankAccount } };
    const { checkoutId } = first.body;
    const contract = await app.ask('POST', `/api/v3/checkout/${String(checkoutId)}/contract`, { paymentInfo: payment });
    expect(contract.status, contract.text).toBe(200);
    const asked = { checkoutId, payment: { type: 'DirectDebitInvoice', contractId: contract.body['contractId'] } };
    return app.ask('POST', '/api/v3/checkout/authorize', asked);
  };
  expect((await agree({})).body).toMatchObject({ outcome: 'Accepted' });
  await put([{ kind: 'bankAccount', bankAccount: 'DE02120300000000202051' }]);
  expect((await agree({})).body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.901' }] });
});

it('a capture paid late is remembered by the next decision and makes default likelier', async () => {
  const customer = { customerNumber: 'pays-late' };
  const first = await authorize(customer);
  const captured = await app.ask('POST', path(first.number, '/captures'));
  const before = await authorize(customer);
  await advance(app, 'DE', { advanceSeconds: 40 * 86_400 });
  const clock = (await app.ask('GET', `${shop}/clock`, undefined, operator)).body['now'];
  const valueDate = dayIn('DE', clock);
  const payment = { captureNumber: captured.body['captureNumber'], amount: first.total, valueDate, transactionId: 'late-1' };
  const paid = await app.ask('POST', `${shop}/payments`, payment, operator);
  expect(paid.status, paid.text).toBe(200);
  const after = await authorize(customer);
  expect(await factsOf(after.number)).toMatchObject({ history: { paidLateCount: 1, paidOnTimeCount: 0 } });
  const weight = await app.query(
    `select d.result from credit_decisions d join orders o on o.id = d.order_id where o.number in ($1, $2) order by d.decided_at`,
    before.number,
    after.number,
  );
  const told = weight.map((each) => JSON.stringify(each['result']));
  expect(told[0]).not.toContain('paid late');
  expect(told[1]).toContain('paid late');
});

it('who was on a list until yesterday can be put on it again; a month later nothing of it is left', async () => {
  const today = dayIn('DE', (await app.ask('GET', `${shop}/clock`, undefined, operator)).body['now']);
  const entry = { kind: 'email', email: 'again@list.example', expiresOn: today };
  expect((await put([entry])).body).toMatchObject({ entered: 1 });
  await advance(app, 'DE', { advanceSeconds: 86_400 });
  expect(await authorize({ email: entry.email })).toMatchObject({ outcome: 'Accepted' });
  expect(
    (
      await put([
        { ...entry, expiresOn: undefined },
        { ...entry, expiresOn: undefined },
      ])
    ).body,
  ).toMatchObject({ entered: 1, known: 1 });
  expect(await authorize({ email: entry.email })).toMatchObject({ outcome: 'Rejected' });
  await put([{ kind: 'email', email: 'gone@list.example', expiresOn: today, reason: 'to be purged' }]);
  const left = () =>
    app.query(
      `select e.reason from list_entries e join list_keys k on k.merchant_id = e.merchant_id and k.entry_id = e.id where e.reason = 'to be purged'`,
    );
  await advance(app, 'DE', { advanceSeconds: 29 * 86_400 });
  await app.deps.jobs.runNow('purge-list-entries');
  expect(await left()).toHaveLength(1);
  await advance(app, 'DE', { advanceSeconds: 2 * 86_400 });
  await app.deps.jobs.runNow('purge-list-entries');
  expect(await left()).toHaveLength(0);
  expect(await authorize({ email: entry.email })).toMatchObject({ outcome: 'Rejected' });
});
