// Letters about what is overdue of a customer account: each is a paper with what it asks for and until when, and is cancelled where the
// money had come before it.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { add, openAccount } from '../support/accounts.ts';
import { advance, beginAt, type Json, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';

let app: TestApp;
let path: string;
beforeAll(async () => {
  app = await startApp();
  const [merchant] = await app.query(`select id from merchants where country = 'DK'`);
  path = `/admin/v1/merchants/${String(merchant?.['id'])}/accounts`;
  await beginAt(app, 'DK', '2027-01-01T11:00:00Z');
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

async function operate(rest: string, body?: Json): Promise<Json> {
  const answer = await app.ask(body ? 'POST' : 'GET', `${path}${rest}`, body, { key: 'sandbox-operator' });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
async function until(day: string): Promise<void> {
  expect((await advance(app, 'DK', { now: `${day}T11:00:00Z` })).status).toBe(200);
}
const letters = async (number: string): Promise<Json[]> =>
  ((await operate(`/${number}`))['papers'] as Json[]).filter(({ kind }) => kind !== 'Contract' && kind !== 'WithdrawalReminder');

it('are papers of the account, with link, and cost nothing where the money came before', async () => {
  const number = await openAccount(app, 'DK', 5000);
  await add(app, number, { currency: 'DKK', countryCode: 'DK', time: '2027-01-01T10:00:00Z', totalAmount: 1000 }, 'DK');
  await until('2027-03-02');
  const [first] = await letters(number);
  expect(first).toMatchObject({ kind: 'FirstReminder', url: expect.any(String) });
  const link = new URL(String(first?.['consumerUrl']));
  const paper = await app.ask('GET', `${link.pathname}${link.search}`);
  expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((await letters(number))[0]).toHaveProperty('openedAt');
  const reminded = await operate(`/${number}`);
  expect(reminded).toMatchObject({ status: 'FirstReminder', overdueAmount: 200 });
  // The bank's file of a day before the letter is read now.
  const pay = { amount: 100, valueDate: '2027-02-26', transactionId: 'late-file' };
  expect(await operate(`/${number}/payments`, pay)).toMatchObject({ feesAmount: 0, status: 'Ok' });
  expect(await operate(`/${number}`)).toMatchObject({ status: 'Ok', overdueAmount: 0 });
  const entries = (await operate(`/${number}/entries?limit=200`))['entries'] as Json[];
  expect(entries.filter(({ kind }) => String(kind).startsWith('Reminder')).map(({ kind, fees }) => [kind, fees])).toEqual([
    ['Reminder', 100],
    ['ReminderCancelled', -100],
  ]);
  // The paper says so, whoever opens it from now on.
  expect((await letters(number))[0]).toMatchObject({ cancelledOn: '2027-03-02' });
  const copy = await app.ask('GET', `${link.pathname}${link.search}`);
  expect(copy.text).not.toBe(paper.text);
  // What it paid in part would have been reminded of all the same.
  await until('2027-04-02');
  const { overdueAmount } = await operate(`/${number}`);
  expect(overdueAmount).toBeGreaterThan(100);
  await operate(`/${number}/payments`, { amount: 1, valueDate: '2027-03-29', transactionId: 'one' });
  expect(await operate(`/${number}`)).toMatchObject({ status: 'FirstReminder', overdueAmount: Number(overdueAmount) - 1 });
});

it('before everything falls due say so, and give the time for it', async () => {
  const number = await openAccount(app, 'DK', 5000, { email: 'other@dps-sandbox.example', firstName: 'Inger', lastName: 'Lund' });
  await add(app, number, { currency: 'DKK', countryCode: 'DK', time: '2027-04-02T10:00:00Z', totalAmount: 1000 }, 'DK');
  const seen: unknown[] = [];
  // A tenth of the credit is late for thirty days when the payment of 15 June is, and letters are fourteen days apart; all falls due the day
  // after the statement of August may be paid, which is after the notice's own day.
  for (const day of ['2027-06-01', '2027-06-15', '2027-07-26', '2027-07-27', '2027-08-16', '2027-08-17']) {
    await until(day);
    seen.push((await operate(`/${number}`))['status']);
  }
  const noticed = ['UnderCancelation', 'UnderCancelation', 'SentToDebtCollection'];
  expect(seen).toEqual(['FirstReminder', 'SecondReminder', 'SecondReminder', ...noticed]);
  const written = await letters(number);
  expect(written.map(({ kind }) => kind)).toEqual(['FirstReminder', 'SecondReminder', 'UnderCancelation']);
});

it('give back what was paid of their fee where the money had come before', async () => {
  const number = await openAccount(app, 'DK', 5000, { email: 'third@dps-sandbox.example', firstName: 'Bodil', lastName: 'Holm' });
  await add(app, number, { currency: 'DKK', countryCode: 'DK', time: '2027-08-17T10:00:00Z', totalAmount: 1000 }, 'DK');
  await until('2027-09-30');
  const { status, overdueAmount } = await operate(`/${number}`);
  expect(status).toBe('FirstReminder');
  const paid = { amount: overdueAmount, valueDate: '2027-09-30', transactionId: 'reminded' };
  const { feesAmount, status: isPaid } = await operate(`/${number}/payments`, paid);
  expect(isPaid).toBe('Ok');
  const { totalBalance } = await operate(`/${number}`);
  const late = { amount: Number(overdueAmount) - 100, valueDate: '2027-09-13', transactionId: 'late-again' };
  await operate(`/${number}/payments`, late);
  const { totalBalance: left, status: after } = await operate(`/${number}`);
  expect([left, after]).toEqual([Number(totalBalance) - Number(overdueAmount), 'Ok']);
  const entries = (await operate(`/${number}/entries?limit=200`))['entries'] as Json[];
  const cancelled = entries.find(({ kind }) => kind === 'ReminderCancelled');
  expect(cancelled).toMatchObject({ principal: -100, valueDate: '2027-09-13' });
  expect(cancelled).not.toMatchObject({ fees: -100 });
  // Nor is that fee owed again where the payment of it is taken back.
  const back = { returnedOn: '2027-09-30', reason: 'Recalled by the payer' };
  const given = Number(cancelled?.['principal']);
  expect(await operate(`/${number}/payments/reminded/return`, back)).toMatchObject({ feesAmount: Number(feesAmount) + given });
});
