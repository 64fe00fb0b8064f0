// A person with a customer account is erased only once nothing is owed on it nor accrues, and the account takes nothing after it.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { add, openAccount } from '../support/accounts.ts';
import { type Answer, advance, beginAt, type Json, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { lockWaits } from '../support/database.ts';
import { until } from '../support/service-process.ts';

let app: TestApp;
let admin = '';
beforeAll(async () => {
  app = await startApp();
  admin = `/admin/v1/merchants/${String((await app.query(`select id from merchants where country = 'DE'`))[0]?.['id'])}`;
  await beginAt(app, 'DE', '2027-02-02T10:00:00Z');
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const days = (count: number): Promise<Answer> => advance(app, 'DE', { advanceSeconds: count * 86_400 });
const now = async (): Promise<string> => String((await app.ask('GET', `${admin}/clock`, undefined, operator)).body['now']);
const book = async (number: string, over: Json): Promise<Answer> => add(app, number, { time: await now(), ...over });
const erase = (customerNumber: string): Promise<Answer> =>
  app.ask('POST', `${admin}/persons/erase`, { customerNumber, reason: 'asked for' }, operator);
const accountOf = async (number: string): Promise<Json> =>
  (await app.ask('GET', `${admin}/accounts/${number}`, undefined, operator)).body;
let payments = 0;
async function pay(number: string, amount: number): Promise<Answer> {
  payments += 1;
  const body = { amount, valueDate: (await now()).slice(0, 10), transactionId: `erased-${payments}`, allowOverpayment: true };
  return app.ask('POST', `${admin}/accounts/${number}/payments`, body, operator);
}

it('is not erased while interest accrues that is not posted, and is once it was posted and paid', async () => {
  const number = await openAccount(app, 'DE', 1000, { customerNumber: 'accrues' });
  expect((await book(number, { totalAmount: 900 })).body['eventAdded']).toBe(true);
  await days(10);
  expect((await pay(number, 900)).status).toBe(200);
  expect(await accountOf(number)).toMatchObject({ totalBalance: 0 });
  const refused = await erase('accrues');
  expect([refused.status, refused.messages]).toMatchObject([409, [{ code: '400.364', fieldReference: 'customerNumber' }]]);
  await days(20);
  const interest = Number((await accountOf(number))['interest']);
  expect(interest).toBeGreaterThan(0);
  expect((await pay(number, interest)).status).toBe(200);
  expect((await erase('accrues')).status).toBe(200);
  await days(120);
  expect(await accountOf(number)).toMatchObject({ totalBalance: 0, status: 'Ok', customerNumber: '', isStopped: true });
  expect('nextStepOn' in (await accountOf(number))).toBe(false);
});

it('is erased where what was bought was paid on the same day, as no day bears interest', async () => {
  const number = await openAccount(app, 'DE', 500, { customerNumber: 'same-day' });
  await book(number, { totalAmount: 40 });
  await pay(number, 40);
  expect((await erase('same-day')).status).toBe(200);
});

it('leaves an account that takes no event, no payment and no start any more, as if there were none', async () => {
  const number = await openAccount(app, 'DE', 500, { customerNumber: 'leaves' });
  expect((await erase('leaves')).status).toBe(200);
  const stop = (stopped: boolean) =>
    app.ask('PUT', `${admin}/accounts/${number}/stopped`, { stopped, reason: 'tried' }, operator);
  const letter = { noticedOn: (await now()).slice(0, 10), medium: 'Letter', reason: 'letter' };
  const answers = [
    await book(number, { eventType: 'Info', nfcId: 'Zqchip', totalAmount: undefined }),
    await book(number, { eventType: 'InterestCorrection', totalAmount: 50 }),
    await book(number, { totalAmount: 10 }),
    await pay(number, 10),
    await stop(false),
    await app.ask('POST', `${admin}/accounts/${number}/withdrawal`, letter, operator),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect(await app.query('select from account_events where account_number = $1', number)).toEqual([]);
  expect(await accountOf(number)).toMatchObject({ totalBalance: 0, isStopped: true });
});

it('is booked on where the bank takes a payment back that had been made before, and demands nothing of a person', async () => {
  const number = await openAccount(app, 'DE', 500, { customerNumber: 'recalled' });
  await book(number, { totalAmount: 40 });
  await pay(number, 40);
  const transactionId = `erased-${payments}`;
  expect((await erase('recalled')).status).toBe(200);
  const returnedOn = (await now()).slice(0, 10);
  const path = `${admin}/accounts/${number}/payments/${transactionId}/return`;
  const taken = await app.ask('POST', path, { returnedOn, reason: 'Recalled' }, operator);
  expect([taken.status, taken.body]).toMatchObject([200, { totalBalance: 40, status: 'Ok' }]);
  await days(70);
  expect(await accountOf(number)).toMatchObject({ totalBalance: 40, status: 'Ok', dueAmount: 0, overdueAmount: 0 });
});

it('waits for what is booked on the account at that moment, and sees it', async () => {
  const number = await openAccount(app, 'DE', 500, { customerNumber: 'racing' });
  const holder = new pg.Client(app.connection);
  await holder.connect();
  await holder.query('begin');
  // As an event does under the lock of the account alone.
  await holder.query('update accounts set held_count = held_count + 1 where number = $1', [number]);
  const erasing = erase('racing');
  await until('the erasure waits', async () => (await lockWaits(app.query)) > 0);
  await holder.query('commit');
  await holder.end();
  const answer = await erasing;
  expect([answer.status, answer.messages]).toMatchObject([409, [{ code: '400.364' }]]);
  await app.query('update accounts set held_count = 0 where number = $1', number);
});

it('gets no statement any more, where an earlier version left a day on which one falls due', async () => {
  const number = await openAccount(app, 'DE', 500, { customerNumber: 'erased-before' });
  expect((await erase('erased-before')).status).toBe(200);
  await app.query('update accounts set next_step_on = (open_month + $2::interval)::date where number = $1', number, '1 month');
  await days(70);
  expect(await app.query('select month from account_months where account_number = $1', number)).toEqual([]);
  const { jobs } = (await app.ask('GET', '/admin/v1/jobs', undefined, operator)).body as { jobs: Json[] };
  expect(jobs.find(({ name }) => name === 'keep-accounts')).toMatchObject({ lagSeconds: 0 });
});
