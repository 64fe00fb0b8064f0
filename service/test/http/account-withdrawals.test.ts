// The holder of a customer account withdraws from its credit by a page or in writing: capital and the interest of the days before the
// notice are due within thirty days, nothing else is owed, nothing more is bought, no day after it bears interest, and the books agree.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nextBusinessDay } from '../../src/core/countries/holidays.ts';
import { add, applyBody } from '../support/accounts.ts';
import { type Answer, advance, beginAt, type Json, keyOf, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { canLook, textOf } from '../support/pages.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp();
  const [row] = await app.query(`select id from merchants where country = 'DE'`);
  admin = `/admin/v1/merchants/${String(row?.['id'])}`;
  await beginAt(app, 'DE', '2026-11-24T10:00:00Z');
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const days = (count: number): Promise<Answer> => advance(app, 'DE', { advanceSeconds: count * 86_400 });
const today = async (): Promise<string> =>
  String((await app.ask('GET', `${admin}/clock`, undefined, operator)).body['now']).slice(0, 10);
const later = (day: string, count: number): string => new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

interface Opened {
  readonly number: string;
  readonly page: string;
  readonly on: string;
  /** Hundredths of a per cent a year. */
  readonly rate: number;
  readonly fee: number;
}

/** An account on which 300.00 were bought on its first day. */
async function bought(): Promise<Opened> {
  const on = await today();
  const answer = await app.ask('POST', '/api/v3/customer-account', applyBody('DE', 500), { key: keyOf('DE') });
  const account = answer.body['account'] as Json;
  const number = String(account['accountNumber']);
  expect((await buy(number, 300)).body['eventAdded']).toBe(true);
  const [row] = await app.query('select terms from accounts where number = $1', number);
  const terms = row?.['terms'] as { interestRateBps: number; monthlyFeeMinor: string };
  return {
    number,
    page: new URL(String(account['withdrawalUrl'])).pathname,
    on,
    rate: terms.interestRateBps,
    fee: Number(terms.monthlyFeeMinor) / 100,
  };
}
const buy = async (number: string, totalAmount: number): Promise<Answer> =>
  add(app, number, { time: `${await today()}T10:00:00Z`, totalAmount });
const inWriting = (number: string, noticedOn: string, more: Json = {}): Promise<Answer> =>
  app.ask('POST', `${admin}/accounts/${number}/withdrawal`, { noticedOn, medium: 'Letter', reason: 'letter', ...more }, operator);
const accountOf = async (number: string): Promise<Json> =>
  (await app.ask('GET', `${admin}/accounts/${number}`, undefined, operator)).body;
let transaction = 0;
async function pay(number: string, amount: number): Promise<Answer> {
  transaction += 1;
  const body = { amount, valueDate: await today(), transactionId: `aw-${transaction}` };
  return app.ask('POST', `${admin}/accounts/${number}/payments`, body, operator);
}
const interest = (capital: number, rate: number, count: number): number => Math.round((capital * rate * count) / 36_500) / 100;
const open = (page: string): Promise<Answer> => app.inject({ method: 'GET', url: page });
async function press(page: string): Promise<Answer> {
  const token = /name="page" value="([^"]+)"/.exec((await open(page)).text)?.[1] ?? '';
  const payload = new URLSearchParams({ page: token }).toString();
  return app.inject({ method: 'POST', url: page, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
}

describe('a withdrawal from an account', () => {
  it('in writing, booked after a month was posted, counts from its notice: interest of the days before it, and no fee', async () => {
    const { number, on, rate, fee } = await bought();
    await days(9);
    expect(Number((await accountOf(number))['fees'])).toBe(fee);
    const noticedOn = later(on, 4);
    const owed = interest(300, rate, 4);
    const answer = await inWriting(number, noticedOn);
    expect(answer.body, answer.text).toEqual({
      accountNumber: number,
      noticedOn,
      payBy: nextBusinessDay('DE', later(noticedOn, 30)),
      medium: 'Letter',
      principalAmount: 300,
      interestAmount: owed,
      returnedAmount: 0,
    });
    expect((await inWriting(number, later(on, 5))).body).toEqual(answer.body);
    expect(await accountOf(number)).toMatchObject({
      balance: 300,
      interest: owed,
      fees: 0,
      dueAmount: 300 + owed,
      dueDate: nextBusinessDay('DE', later(noticedOn, 30)),
      isStopped: true,
    });
    const [event] = await app.query(`select data from outbox where type = 'account.credit_withdrawn' and subject = $1`, number);
    expect(event?.['data']).toMatchObject({ noticedOn, principalAmount: 300, interestAmount: owed });
    const { body } = await app.ask('GET', `${admin}/accounts/${number}/statements`, undefined, operator);
    const [last] = body['statements'] as Json[];
    expect(last).toMatchObject({
      totalBalance: 300 + owed,
      minimumPayment: 300 + owed,
      dueDate: nextBusinessDay('DE', later(noticedOn, 30)),
    });
    if (canLook) {
      const { rawPayload } = await app.app.inject({ url: new URL(String(last?.['consumerStatementUrl'])).pathname });
      const text = textOf(rawPayload).join(' ').replace(/\s+/g, ' ');
      expect(text).toContain('Widerruf des Kredits');
      // Nothing runs on: there is no interest that more could be paid to lower, and no limit.
      expect(text).toContain(
        'Von diesem Tag an fallen weder Zinsen noch monatliche Gebühren an. Bitte zahlen Sie das Geschuldete bis zum',
      );
      for (const gone of ['einmal im Monat gebucht', 'senkt die Zinsen', 'Kreditrahmen', 'Sollzinssatz'])
        expect(text).not.toContain(gone);
      expect(text).toContain((300 + owed).toFixed(2).replace('.', ','));
    }
  });

  it('takes no purchase from then on, bears no interest and no fee, and is over once it is paid', async () => {
    const { number, on, rate } = await bought();
    await days(3);
    const owed = 300 + interest(300, rate, 3);
    expect((await inWriting(number, later(on, 3))).status).toBe(200);
    expect((await buy(number, 1)).body).toMatchObject({ eventAdded: false, outcome: 'Rejected' });
    const resumed = await app.ask('PUT', `${admin}/accounts/${number}/stopped`, { stopped: false, reason: 'x' }, operator);
    expect([resumed.status, resumed.text]).toEqual([409, expect.stringContaining('400.430')]);
    await days(28);
    expect(await accountOf(number)).toMatchObject({ totalBalance: owed, dueAmount: owed, overdueAmount: 0 });
    await days(3);
    expect(await accountOf(number)).toMatchObject({ totalBalance: owed, overdueAmount: owed });
    expect((await pay(number, owed)).status).toBe(200);
    await days(40);
    expect(await accountOf(number)).toMatchObject({ totalBalance: 0, dueAmount: 0, overdueAmount: 0 });
  });

  it('by its page says what is paid back, books it by its button alone, and takes what was paid of fees as capital', async () => {
    const { number, page, rate, on, fee } = await bought();
    const month = later(on, 14);
    await days(2);
    const before = (await open(page)).text.replace(/\u00a0/g, ' ');
    expect(before).toContain(number);
    expect(before).toContain('300,00 EUR');
    expect(before).toContain(`${interest(300, rate, 2).toFixed(2).replace('.', ',')} EUR`);
    expect((await app.query('select from account_withdrawals where account_number = $1', number)).length).toBe(0);
    // Until a fee is posted with the month.
    while ((await today()) < month && Number((await accountOf(number))['fees']) === 0) await days(1);
    const count = (Date.parse(await today()) - Date.parse(on)) / 86_400_000;
    const isPosted = Number((await accountOf(number))['fees']) > 0;
    if (isPosted) expect((await pay(number, fee)).status).toBe(200);
    const returned = isPosted ? fee : 0;
    expect((await press(page)).text).toContain('Sie haben den Kredit am');
    const [row] = await app.query('select * from account_withdrawals where account_number = $1', number);
    expect(row).toMatchObject({
      medium: 'Page',
      principal_minor: String(Math.round((300 - returned) * 100)),
      returned_minor: String(Math.round(returned * 100)),
    });
    expect(Math.abs(Number(row?.['interest_minor']) - interest(300, rate, count) * 100)).toBeLessThanOrEqual(1);
    const after = await open(page);
    expect(after.text).not.toContain('<form');
    expect(Number((await accountOf(number))['fees'])).toBe(0);
  });

  it('is in time for fourteen days from the day it was granted or its terms came, and refused after', async () => {
    const { number, on, page } = await bought();
    await days(15);
    expect((await press(page)).text).toContain('Die Widerrufsfrist endete am');
    const late = await inWriting(number, later(on, 15));
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('400.415')]);
    expect((await inWriting(number, later(on, 99))).status).toBe(400);
    expect((await inWriting(number, later(on, 15), { termsReceivedOn: later(on, 1) })).status).toBe(200);
  });

  it('is refused to a company and of an account that is not there', async () => {
    const body = applyBody('DE', 100, {
      category: 'Company',
      companyName: 'Nord GmbH',
      firstName: undefined,
      lastName: undefined,
    });
    const answer = await app.ask('POST', '/api/v3/customer-account', body, { key: keyOf('DE') });
    const account = answer.body['account'] as Json;
    expect(account, answer.text).toBeDefined();
    expect('withdrawalUrl' in account).toBe(false);
    expect((await inWriting(String(account['accountNumber']), await today())).text).toContain('400.414');
    expect((await inWriting('0100.0000008', await today())).status).toBe(404);
  });
});
