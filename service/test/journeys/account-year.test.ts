// A year of a customer account on the test clock: interest, statements, reminders, debt collection; every day in its order,
// however late the jobs come to it.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { add, limitOf, openAccount } from '../support/accounts.ts';
import { advance, beginAt, type Json, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => expectBooksAgree(app.query));
afterAll(() => app.stop());

async function operate(method: 'GET' | 'POST', country: CountryCode, rest: string, body?: Json): Promise<Json> {
  const [merchant] = await app.query('select id from merchants where country = $1', country);
  const path = `/admin/v1/merchants/${String(merchant?.['id'])}/accounts${rest}`;
  const answer = await app.ask(method, path, body, { key: 'sandbox-operator' });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Put the shop's clock to noon of a day. */
async function until(country: CountryCode, day: string): Promise<void> {
  const answer = await advance(app, country, { now: `${day}T11:00:00Z` });
  expect(answer.status, answer.text).toBe(200);
}
const entries = async (country: CountryCode, number: string): Promise<Json[]> =>
  (await operate('GET', country, `/${number}/entries?limit=200`))['entries'] as Json[];
const statements = async (country: CountryCode, number: string): Promise<Json[]> =>
  (await operate('GET', country, `/${number}/statements`))['statements'] as Json[];

/** The sheet: 990 hundredths of a per cent a year on the balance of each day. */
const interest = (cents: number, days: number, bps: number, ofYear = 365): number =>
  Math.round((cents * days * bps) / 10_000 / ofYear);

describe('an account that is used and paid', () => {
  const country = 'DE';
  let number: string;
  const purchase = (time: string, totalAmount: number, over: Json = {}) =>
    add(app, number, { time, totalAmount, ...over }, country);

  it('gets interest at the end of each month, and a statement that demands a minimum', async () => {
    await beginAt(app, country, '2027-01-01T11:00:00Z');
    number = await openAccount(app, country, 900);
    await purchase('2027-01-01T10:00:00Z', 500);
    await until(country, '2027-01-16');
    await purchase('2027-01-16T10:00:00Z', 100);
    await until(country, '2027-02-01');
    const january = interest(50_000, 15, 990) + interest(60_000, 16, 990);
    const [statement] = await statements(country, number);
    expect(Math.abs(Math.round(Number(statement?.['interestPosted']) * 100) - january)).toBeLessThanOrEqual(1);
    expect(statement).toMatchObject({
      month: '2027-01',
      madeOn: '2027-02-01',
      openingBalance: 0,
      balance: 600,
      interest: 4.64,
      totalBalance: 604.64,
      minimumPayment: 30.24,
      dueDate: '2027-02-15',
      firstEntry: 1,
      lastEntry: 3,
    });
    expect((await limitOf(app, number)).body).toMatchObject({ balance: 600, totalBalance: 604.64, remainingCreditLimit: 295.36 });
  });

  it('stays Ok when the minimum is paid in time; interest is paid before principal', async () => {
    await until(country, '2027-02-10');
    const paid = await operate('POST', country, `/${number}/payments`, {
      amount: 40,
      valueDate: '2027-02-10',
      transactionId: 'P-1',
    });
    expect(paid).toMatchObject({ interestAmount: 4.64, principalAmount: 35.36, status: 'Ok' });
    await until(country, '2027-03-20');
    expect(await operate('GET', country, `/${number}`)).toMatchObject({ status: 'Ok', overdueAmount: 28.46 });
  });

  it('takes an event that comes late, and corrects interest back to its value date', async () => {
    const before = await statements(country, number);
    const paid = await operate('POST', country, `/${number}/payments`, {
      amount: 28.46,
      valueDate: '2027-03-20',
      transactionId: 'P-2',
    });
    expect(paid).toMatchObject({ status: 'Ok' });
    await purchase('2027-01-10T10:00:00Z', 50, { accountTransactionId: 'late' });
    await until(country, '2027-04-01');
    const after = await statements(country, number);
    const posted = (list: Json[], month: string) =>
      Math.round(Number(list.find((each) => each['month'] === month)?.['interestPosted']) * 100);
    // 50.00 for 22 days of January and 28 of February; each month is rounded for itself.
    expect(posted(after, '2027-01') - posted(before, '2027-01')).toBe(30);
    expect(Math.abs(posted(after, '2027-02') - posted(before, '2027-02') - 38)).toBeLessThanOrEqual(1);
    const adjusted = (await entries(country, number)).filter(({ kind }) => kind === 'InterestAdjustment');
    expect(adjusted.map(({ reference, valueDate, bookingDate }) => [reference, valueDate, bookingDate])).toEqual([
      ['2027-01', '2027-01-31', '2027-04-01'],
      ['2027-02', '2027-02-28', '2027-04-01'],
    ]);
  });

  it('and put through a whole year at once has twelve months in order, each once', async () => {
    await until(country, '2028-01-02');
    await app.deps.jobs.runNow('keep-accounts');
    const months = (await statements(country, number)).map(({ month }) => String(month));
    expect(months).toEqual(Array.from({ length: 12 }, (_each, index) => `2027-${String(12 - index).padStart(2, '0')}`));
    const booked = (await entries(country, number)).map(({ bookingDate }) => String(bookingDate));
    expect(booked).toEqual([...booked].sort());
  });
});

describe('an account that is not paid', () => {
  const country = 'NO';
  let number: string;
  const record = () => operate('GET', country, `/${number}`);

  it('is reminded step by step, with the fee the law allows, and takes nothing more', async () => {
    await beginAt(app, country, '2027-01-01T11:00:00Z');
    number = await openAccount(app, country, 5000);
    const event = { currency: 'NOK', countryCode: 'NO', time: '2027-01-01T10:00:00Z', totalAmount: 1000 };
    expect((await add(app, number, event, country)).body['outcome']).toBe('Accepted');
    const steps = [
      ['2027-02-15', 'Ok', 0],
      ['2027-02-16', 'Ok', 100],
      ['2027-03-01', 'FirstReminder', 138],
    ] as const;
    for (const [day, status, overdue] of steps) {
      await until(country, day);
      expect(await record(), day).toMatchObject({ status, overdueAmount: overdue });
    }
    expect((await limitOf(app, number, country)).body).toMatchObject({ isOpenForNewTransactions: false });
    const refused = await add(app, number, { ...event, time: '2027-03-01T10:00:00Z' }, country);
    expect(refused.body).toMatchObject({ eventAdded: false, outcome: 'Rejected', riskCheckMessages: [{ code: '200.924' }] });
    const noted = await add(app, number, { ...event, eventType: 'Info' }, country);
    expect(noted.body).toMatchObject({ eventAdded: true, outcome: 'NotEvaluated', riskCheckMessages: [{ code: '200.920' }] });
  });

  it('is in order again once the overdue amount is paid', async () => {
    const { overdueAmount } = await record();
    await until(country, '2027-03-02');
    const paid = await operate('POST', country, `/${number}/payments`, {
      amount: Number(overdueAmount),
      valueDate: '2027-03-02',
      transactionId: 'P-1',
    });
    expect(paid).toMatchObject({ status: 'Ok' });
    expect((await limitOf(app, number, country)).body).toMatchObject({ isOpenForNewTransactions: true });
  });

  it('ends in debt collection, where everything is due, and closes when it is paid', async () => {
    await until(country, '2027-08-01');
    const collected = await record();
    expect(collected).toMatchObject({ status: 'SentToDebtCollection', dueAmount: 0 });
    expect(collected['overdueAmount']).toBe(collected['totalBalance']);
    const steps = (await entries(country, number)).filter(({ kind }) => kind === 'Reminder');
    expect(steps.map(({ reference, bookingDate, fees }) => [reference, bookingDate, fees])).toEqual([
      ['FirstReminder', '2027-03-01', 38],
      ['FirstReminder', '2027-03-29', 38],
      ['SecondReminder', '2027-04-12', 0],
      ['UnderCancelation', '2027-04-26', 0],
      // The statement of May may be paid until the 18th: the 15th is a Saturday, the 17th a holiday.
      ['SentToDebtCollection', '2027-05-19', 0],
    ]);
    const paid = await operate('POST', country, `/${number}/payments`, {
      amount: Number(collected['totalBalance']),
      valueDate: '2027-08-01',
      transactionId: 'P-2',
    });
    expect(paid).toMatchObject({ status: 'ClosedFromDebtCollection', totalBalance: 0 });
    await until(country, '2027-12-31');
    expect(await record()).toMatchObject({ status: 'ClosedFromDebtCollection', totalBalance: 0 });
  });
});
