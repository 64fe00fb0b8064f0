// An application for an account is a credit decision like any other: it can be explained and run again, it counts as a try,
// its law is kept, and how the account went is known the next time.
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accountPath, add, applyBody, openAccount } from '../support/accounts.ts';
import { advance, authorizeBody, beginAt, type Json, keyOf, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { costOf } from '../support/cost.ts';
import { buyer } from '../support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const apply = (body: object, country = 'DE') =>
  app.ask('POST', '/api/v3/customer-account', body, { key: `sandbox-${country.toLowerCase()}` });
async function merchant(country: string): Promise<string> {
  const [row] = await app.query('select id from merchants where country = $1', country);
  return `/admin/v1/merchants/${String(row?.['id'])}`;
}
const decisionsOf = async (number: string): Promise<Json[]> => {
  const answer = await app.ask('GET', `${await merchant('DE')}/orders/${number}/decisions`, undefined, operator);
  expect(answer.status, answer.text).toBe(200);
  return answer.body['decisions'] as Json[];
};

it('an application is explained under the account’s number, comes to the same again, and takes part in a replay', async () => {
  const number = await openAccount(app, 'DE', 300);
  expect(await decisionsOf(number)).toMatchObject([
    { orderNumber: number, orderState: 'Account', outcome: 'Accepted', again: 'same', amount: 300, currency: 'EUR' },
  ]);
  const held = await apply(applyBody('DE', 100, { firstName: 'Review', customerNumber: 'D-review' }));
  const heldNumber = String((held.body['account'] as Json)['accountNumber']);
  expect(await decisionsOf(heldNumber)).toMatchObject([{ outcome: 'Pending', again: 'same' }]);
  await apply(applyBody('DE', 100, { firstName: 'Reject', customerNumber: 'D-rejected' }));
  expect(await decisionsOf('D-rejected')).toMatchObject([{ orderState: 'NoAccount', outcome: 'Rejected', again: 'same' }]);

  const policy = JSON.parse(await readFile('examples/policies/standard.json', 'utf8')) as Json;
  const body = { policy, since: '2020-01-01T00:00:00Z' };
  const replayed = await app.ask('POST', `${await merchant('DE')}/policies/replay`, body, operator);
  expect(replayed.body, replayed.text).toMatchObject({ decisions: 3, older: 0 });
});

it('an application counts as a try of the person, so that trying often is seen', async () => {
  const who = buyer('AT', { firstName: 'Reject', customerNumber: 'D-often' });
  const tries = async (): Promise<number> => {
    const [row] = await app.query(
      `select coalesce(sum(v.count), 0)::int as count from velocities v
       where v.subject = (select key from customers c where c.merchant_id = v.merchant_id and c.number = 'D-often')`,
    );
    return Number(row?.['count']);
  };
  await apply(applyBody('AT', 100, {}, who), 'AT');
  expect(await tries()).toBe(1);
  await apply(applyBody('AT', 100, {}, who), 'AT');
  expect(await tries()).toBe(2);
});

it('an application opens no account at a rate above what the law allows, and still answers who has one', async () => {
  const who = buyer('FI', { customerNumber: 'D-before' });
  const first = await apply(applyBody('FI', 100, {}, who), 'FI');
  expect(first.body['outcome'], first.text).toBe('Accepted');
  await app.query(
    `update merchants set contract = jsonb_set(contract::jsonb, '{accountProfiles,0,interestRateBps}', '9900')::json where country = 'FI'`,
  );
  const answer = await apply(applyBody('FI', 100), 'FI');
  expect(answer.status, answer.text).toBe(400);
  expect(answer.text).toContain('400.108');
  expect((await apply(applyBody('FI', 100, {}, who), 'FI')).body['account']).toMatchObject({
    accountNumber: (first.body['account'] as Json)['accountNumber'],
  });
});

it('an account is read in one statement when it is asked what may still be used', async () => {
  const number = await openAccount(app, 'DE', 300);
  const read = () => app.ask('GET', accountPath(number, '/credit-limit'), undefined, { key: keyOf('DE') });
  await read();
  expect(await costOf(app.deps.db, read)).toEqual({ trips: 1, statements: 1 });
});

it('an account is known by its statements when the holder asks for credit again: paid in time, paid late, or booked late', async () => {
  await beginAt(app, 'AT', '2027-01-05T11:00:00Z');
  const who = buyer('AT', { customerNumber: 'D-paying' });
  const opened = await apply(applyBody('AT', 200, {}, who), 'AT');
  const number = String((opened.body['account'] as Json)['accountNumber']);
  await add(app, number, { time: '2027-01-05T10:00:00Z', totalAmount: 150, countryCode: 'AT' }, 'AT');
  const accountUrl = `${await merchant('AT')}/accounts/${number}`;
  let payments = 0;
  const pay = async (amount: unknown, valueDate: string): Promise<unknown> => {
    payments += 1;
    const body = { amount, valueDate, transactionId: `paying-${payments}` };
    const answer = await app.ask('POST', `${accountUrl}/payments`, body, operator);
    expect(answer.status, answer.text).toBe(200);
    const [row] = await app.query(
      `select e.paid_on_time_count as "inTime", e.paid_late_count as late from exposures e
       join accounts a on a.merchant_id = e.merchant_id and a.customer_key = e.customer_key where a.number = $1`,
      number,
    );
    return row;
  };
  const account = async (): Promise<Json> => (await app.ask('GET', accountUrl, undefined, operator)).body;

  // January's statement: payable until the 15th, paid in two parts by then.
  await advance(app, 'AT', { now: '2027-02-14T11:00:00Z' });
  const due = Number((await account())['dueAmount']);
  expect(await pay(2, '2027-02-14')).toEqual({ inTime: 0, late: 0 });
  expect(await pay(due - 2, '2027-02-14')).toEqual({ inTime: 1, late: 0 });
  // February's came on time, and the bank told of it four days later.
  await advance(app, 'AT', { now: '2027-03-19T11:00:00Z' });
  expect(await account()).toMatchObject({ status: 'Ok', dueAmount: 0 });
  expect(await pay((await account())['overdueAmount'], '2027-03-15')).toEqual({ inTime: 2, late: 0 });
  // March's came four days late.
  await advance(app, 'AT', { now: '2027-04-19T11:00:00Z' });
  expect(await pay((await account())['overdueAmount'], '2027-04-19')).toEqual({ inTime: 2, late: 1 });
  // April's and May's were reminded of, and are paid together with June's.
  await advance(app, 'AT', { now: '2027-07-02T11:00:00Z' });
  expect(await account()).toMatchObject({ status: 'UnderCancelation', dueAmount: expect.any(Number) });
  expect(await pay((await account())['totalBalance'], '2027-07-02')).toEqual({ inTime: 3, late: 3 });
  const again = authorizeBody('AT', { customer: who });
  expect((await app.ask('POST', '/api/v3/checkout/authorize', again, { key: keyOf('AT') })).status).toBe(200);
  const decisions = await app.ask('GET', `${await merchant('AT')}/orders/${again.order.number}/decisions`, undefined, operator);
  expect(decisions.text).toContain('3, 3, 1');
});

it('an account that came into dunning is known when the holder asks for credit again', async () => {
  await beginAt(app, 'NL', '2027-01-05T11:00:00Z');
  const who = buyer('NL', { customerNumber: 'D-dunned' });
  const opened = await apply(applyBody('NL', 200, {}, who), 'NL');
  const number = String((opened.body['account'] as Json)['accountNumber']);
  const bought = await add(app, number, { time: '2027-01-05T10:00:00Z', totalAmount: 150, countryCode: 'NL' }, 'NL');
  expect(bought.body['eventAdded'], bought.text).toBe(true);
  const dunned = async (): Promise<unknown> =>
    (
      await app.query(
        `select e.dunned_count as count from exposures e join accounts a on a.merchant_id = e.merchant_id and a.customer_key = e.customer_key
         where a.number = $1`,
        number,
      )
    )[0]?.['count'];
  expect(await dunned()).toBe(0);
  await advance(app, 'NL', { now: '2027-03-02T11:00:00Z' });
  expect(await dunned()).toBe(1);
  // The second reminder is the same story.
  await advance(app, 'NL', { now: '2027-03-20T11:00:00Z' });
  expect(await dunned()).toBe(1);
});

it('an application that is approved in the month after has a statement of each, and interest from the day of the purchase', async () => {
  await beginAt(app, 'BE', '2027-01-30T11:00:00Z');
  const opened = await apply(applyBody('BE', 200, { firstName: 'Review' }), 'BE');
  const number = String((opened.body['account'] as Json)['accountNumber']);
  await add(app, number, { time: '2027-01-30T10:00:00Z', totalAmount: 150, countryCode: 'BE' }, 'BE');
  await advance(app, 'BE', { now: '2027-02-01T11:00:00Z' });
  const decision = { kind: 'account', decision: 'approve', reason: 'known here' };
  const approved = await app.ask('POST', `${await merchant('BE')}/reviews/${number}`, decision, operator);
  expect(approved.body['outcome'], approved.text).toBe('Accepted');
  await advance(app, 'BE', { now: '2027-03-01T11:00:00Z' });
  const read = async (what: string): Promise<Json[]> =>
    (await app.ask('GET', `${await merchant('BE')}/accounts/${number}/${what}`, undefined, operator)).body[what] as Json[];
  expect((await read('statements')).map(({ month, firstEntry, lastEntry }) => [month, firstEntry, lastEntry])).toEqual([
    ['2027-02', 2, 4],
    ['2027-01', 1, 1],
  ]);
  expect((await read('entries')).map(({ kind, bookingDate }) => [kind, bookingDate])).toEqual([
    ['Held', '2027-01-30'],
    ['Purchase', '2027-02-01'],
    ['InterestAdjustment', '2027-03-01'],
    ['Interest', '2027-03-01'],
  ]);
});
