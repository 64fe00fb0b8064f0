// A consumer withdraws from a credit by a page or in writing: capital and the interest of the days are due within thirty days, nothing
// else is owed, the rest can no longer be captured, and the books agree.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { nextBusinessDay } from '../../src/core/countries/holidays.ts';
import {
  type Answer,
  advance,
  authorizeBody,
  beginAt,
  item,
  type Json,
  keyOf,
  path,
  startApp,
  type TestApp,
} from '../support/app.ts';
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
const key = { key: keyOf('DE') };
const directDebit = { bankAccount: 'DE89 3704 0044 0532 0130 00' };
const plan = { type: 'Installment', installment: { profileNo: 4 }, directDebit };
const days = (count: number): Json => ({ advanceSeconds: count * 86_400 });

interface Bought {
  readonly number: string;
  readonly capture: string;
  /** The page's path, as the agreement says it. */
  readonly page: string;
}

/** An order of 400.00 on an agreement, of which so much is captured. */
async function bought(paymentInfo: Json = plan, capturedAmount?: number): Promise<Bought> {
  const { customer, order } = authorizeBody('DE', { items: [item('DE', 'LAMP', 40_000)] });
  const methods = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer, order }, key);
  const checkoutId = String(methods.body['checkoutId']);
  const contract = await app.ask('POST', `/api/v3/checkout/${checkoutId}/contract`, { paymentInfo }, key);
  const payment = { ...paymentInfo, contractId: contract.body['contractId'] };
  const placed = await app.ask('POST', '/api/v3/checkout/authorize', { checkoutId, payment }, key);
  expect(placed.body['outcome'], placed.text).toBe('Accepted');
  const part =
    capturedAmount === undefined
      ? undefined
      : { orderDetails: { totalGrossAmount: capturedAmount, totalNetAmount: capturedAmount } };
  const captured = await app.ask('POST', path(order.number, '/captures'), part, key);
  expect(captured.status, captured.text).toBe(200);
  const { rawPayload } = await app.app.inject({ url: new URL(String(contract.body['contractUrl'])).pathname });
  const text = canLook ? textOf(rawPayload).join('').replace(/\s+/g, '') : '';
  const page = /\/withdrawal\/[0-9a-f-]{36}\.[0-9a-f-]{36}\.[\w-]{43}/.exec(text)?.[0] ?? '';
  return { number: order.number, capture: String(captured.body['captureNumber']), page };
}

const open = (page: string): Promise<Answer> => app.inject({ method: 'GET', url: page });
async function press(page: string): Promise<Answer> {
  const token = /name="page" value="([^"]+)"/.exec((await open(page)).text)?.[1] ?? '';
  const payload = new URLSearchParams({ page: token }).toString();
  return app.inject({ method: 'POST', url: page, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
}
const byLetter = (number: string, noticedOn: string): Promise<Answer> =>
  app.ask('POST', `${admin}/orders/${number}/withdrawal`, { noticedOn, medium: 'Letter', reason: 'letter' }, operator);
let transaction = 0;
const pay = async (captureNumber: string, amount: number): Promise<Answer> => {
  const clock = await app.ask('GET', `${admin}/clock`, undefined, operator);
  transaction += 1;
  const body = { captureNumber, amount, valueDate: String(clock.body['now']).slice(0, 10), transactionId: `w-${transaction}` };
  return app.ask('POST', `${admin}/payments`, body, operator);
};
const today = async (): Promise<string> =>
  String((await app.ask('GET', `${admin}/clock`, undefined, operator)).body['now']).slice(0, 10);
/** Thirty days after a notice, or the next business day. */
const payBy = (noticedOn: string, country: CountryCode = 'DE'): string => nextBusinessDay(country, later(noticedOn, 30));
const later = (day: string, count: number): string => new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

describe.skipIf(!canLook)('by the page in the agreement', () => {
  it('says what is paid back, asks once more, books it, and shows it from then on', async () => {
    const { number, capture, page } = await bought(plan, 300);
    await advance(app, 'DE', days(5));
    const before = await open(page);
    expect(before.text.replace(/\u00a0/g, ' ')).toContain('300,00 EUR');
    // 300.00 at 7.90 % for 5 days of 365.
    const interest = Math.round((30_000 * 0.079 * 5) / 365) / 100;
    expect(before.text.replace(/\u00a0/g, ' ')).toContain(
      `${interest.toFixed(2).replace('.', ',')} EUR (0,0649 EUR für jeden Tag`,
    );
    expect((await app.query('select from withdrawals')).length).toBe(0);
    const day = await today();
    const after = await press(page);
    expect(after.text).toContain('Sie haben den Kredit am');
    const clock = await app.ask('GET', `${admin}/clock`, undefined, operator);
    const inBerlin = { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' } as const;
    const minutes = [0, 60_000].map((ago) =>
      new Date(Date.parse(String(clock.body['now'])) - ago).toLocaleTimeString('de', inBerlin),
    );
    expect(minutes).toContain(/um (\d\d:\d\d) Uhr erhalten/.exec(after.text)?.[1]);
    // How to pay is on the invoice, whose copy asks for just that.
    const [, url = ''] = new RegExp(`<a href="([^"]+)">Rechnung ${capture}</a>`).exec(after.text) ?? [];
    const copy = textOf((await app.app.inject({ url: new URL(url).pathname })).rawPayload).join('');
    expect(copy).toContain('So bezahlen Sie');
    expect(copy).toContain((300 + interest).toFixed(2).replace('.', ','));
    // What was not captured is open no longer.
    expect((await app.ask('POST', path(number, '/captures'), undefined, key)).status).toBe(409);
    const [row] = await app.query('select * from withdrawals');
    expect(row).toMatchObject({ medium: 'Page', principal_minor: '30000', interest_minor: String(Math.round(interest * 100)) });
    const [due] = await app.query('select due_on::text from captures where number = $1', capture);
    expect(due?.['due_on']).toBe(payBy(day));
    expect((await open(page)).text).not.toContain('<form');
    const [event] = await app.query(`select data from outbox where type = 'order.credit_withdrawn'`);
    expect(event?.['data']).toMatchObject({ principalAmount: 300, interestAmount: interest, payBy: payBy(day) });
    expect((await pay(capture, 300 + interest)).body).toMatchObject({
      interestAmount: interest,
      feeAmount: 0,
      remainingAmount: 0,
    });
  });

  it('of an invoice owes the capital alone', async () => {
    const { capture, page } = await bought({ type: 'Invoice' });
    await advance(app, 'DE', days(3));
    const day = await today();
    expect((await press(page)).text).toContain('400,00');
    const [due] = await app.query('select due_on::text from captures where number = $1', capture);
    expect(due?.['due_on']).toBe(payBy(day));
    expect((await pay(capture, 400)).body).toMatchObject({ interestAmount: 0, remainingAmount: 0 });
  });

  it('says when it is too late, and that nothing is booked by looking or by another page’s token', async () => {
    const { page } = await bought();
    const other = await bought();
    const payload = new URLSearchParams({ page: /value="([^"]+)"/.exec((await open(other.page)).text)?.[1] ?? '' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await app.inject({ method: 'POST', url: page, payload, headers })).text).toContain('<form');
    await advance(app, 'DE', days(15));
    expect((await press(page)).text).toContain('Die Widerrufsfrist endete am');
    expect((await app.inject({ method: 'GET', url: `${page.slice(0, -1)}x` })).status).toBe(404);
  });
});

describe('in writing', () => {
  it('counts from the day the notice was sent, also where it is booked after the period', async () => {
    const { number } = await bought();
    const ordered = await today();
    await advance(app, 'DE', days(20));
    const late = await byLetter(number, later(ordered, 15));
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('400.415')]);
    const first = await byLetter(number, later(ordered, 14));
    expect(first.body).toMatchObject({ payBy: payBy(later(ordered, 14)), principalAmount: 400, medium: 'Letter' });
    expect((await byLetter(number, later(ordered, 15))).body).toEqual(first.body);
    expect((await byLetter(number, '2020-01-01')).status).toBe(200);
  });

  it('debits nothing more: papers ask for a transfer, and reminders for what is late of it', async () => {
    const both = [await bought(), await bought({ type: 'Invoice', directDebit })];
    const captureOf = async ({ number }: Bought): Promise<Json> =>
      ((await app.ask('GET', path(number), undefined, key)).body['captures'] as Json[])[0] ?? {};
    const invoiceText = async (each: Bought): Promise<string> => {
      const url = new URL(String((await captureOf(each))['invoiceUrl'])).pathname;
      const { rawPayload } = await app.app.inject({ url, headers: { 'x-auth-key': key.key } });
      return canLook ? textOf(rawPayload).join(' ').replace(/\s+/g, ' ') : '';
    };
    const isDebited = /Bitte überweisen Sie (ihn nicht|nicht selbst)/;
    for (const each of both) if (canLook) expect(await invoiceText(each)).toMatch(isDebited);
    const ordered = await today();
    for (const { number } of both) expect((await byLetter(number, ordered)).status).toBe(200);
    for (const each of both) expect(await invoiceText(each)).not.toMatch(isDebited);
    await advance(app, 'DE', days(30));
    const file = await app.ask('POST', `${admin}/collections`, { dueUntil: later(ordered, 60) }, operator);
    const asked = ((file.body['collections'] ?? []) as Json[]).map(({ captureNumber }) => captureNumber);
    for (const { capture } of both) expect(asked).not.toContain(capture);
    await advance(app, 'DE', days(15));
    for (const { number } of both) {
      const story = await app.ask('GET', `${admin}/orders/${number}`, undefined, operator);
      expect((story.body['captures'] as Json[])[0]).toMatchObject({ reminders: [{ level: 1 }] });
    }
  });

  it('returns interest and fees that were paid already, as paid of the capital', async () => {
    const { number, capture } = await bought();
    const ordered = await today();
    const paid = (await pay(capture, 100)).body;
    const costs = Number(paid['interestAmount']) + Number(paid['feeAmount']);
    expect(costs).toBeGreaterThan(0);
    await advance(app, 'DE', days(1));
    const answer = await byLetter(number, ordered);
    expect(answer.body).toMatchObject({ interestAmount: 0, principalAmount: 300 });
    expect(answer.body['returnedAmount']).toBeCloseTo(costs, 2);
    expect((await pay(capture, 300)).body).toMatchObject({ principalAmount: 300, remainingAmount: 0 });
  });

  it('gives back what is more than the capital', async () => {
    const { number, capture } = await bought();
    // One installment after the other: each is what is asked for next, so that none of it is early repayment.
    const rows = await app.query(
      'select principal_minor + interest_minor + fee_minor as minor from capture_installments where capture_number = $1 order by number',
      capture,
    );
    for (const row of rows) expect((await pay(capture, Number(row['minor']) / 100)).status).toBe(200);
    const answer = await byLetter(number, await today());
    expect(answer.body).toMatchObject({ principalAmount: 0, interestAmount: 0 });
    const [row] = await app.query('select credit_minor from captures where number = $1', capture);
    expect(Number(row?.['credit_minor'])).toBe(Math.round(Number(answer.body['returnedAmount']) * 100));
    expect(Number(row?.['credit_minor'])).toBeGreaterThan(0);
  });

  it('is refused to a company, of an account, of a day that has not come, and of an order that is not there', async () => {
    const day = await today();
    const company = { customerCategory: 'Company', companyName: 'Lampen GmbH', identificationNumber: 'DE123456788' };
    const body = authorizeBody('DE', { customer: company });
    const placed = await app.ask('POST', '/api/v3/checkout/authorize', body, key);
    expect(placed.body['outcome'], placed.text).toBe('Accepted');
    expect((await byLetter(body.order.number, day)).text).toContain('400.414');
    const { number } = await bought();
    expect((await byLetter(number, later(day, 1))).status).toBe(400);
    expect((await byLetter('no-such-order', day)).status).toBe(404);
  });

  it('counts without an agreement from the day on which a person approved the order, or its consumer confirmed the identity', async () => {
    const [shop] = await app.query(`select id from merchants where country = 'SE'`);
    const swedish = `/admin/v1/merchants/${String(shop?.['id'])}`;
    const placed = async (firstName: string): Promise<{ number: string; answer: Answer }> => {
      const body = authorizeBody('SE', { customer: { firstName } });
      const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: keyOf('SE') });
      expect(answer.body['outcome'], answer.text).toBe('Pending');
      return { number: body.order.number, answer };
    };
    const noticed = (number: string, noticedOn: string): Promise<Answer> =>
      app.ask('POST', `${swedish}/orders/${number}/withdrawal`, { noticedOn, medium: 'Letter', reason: 'letter' }, operator);
    await beginAt(app, 'SE', '2026-11-24T22:50:00Z');
    const reviewed = await placed('Review');
    const identified = await placed('StrongCustomerAuthentication');
    await advance(app, 'SE', { advanceSeconds: 660 });
    const page = new URL(String(identified.answer.body['secureLoginUrl'])).pathname;
    const { text } = await open(page);
    const [token, code] = [/name="page" value="([^"]+)"/.exec(text)?.[1], /<code>(\d{6})<\/code>/.exec(text)?.[1]];
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await app.inject({ method: 'POST', url: page, payload: `page=${token}&code=${code}`, headers });
    await advance(app, 'SE', days(1));
    const review = { kind: 'order', decision: 'approve', reason: 'known', decidedBy: 'kim' };
    expect((await app.ask('POST', `${swedish}/reviews/${reviewed.number}`, review, operator)).status).toBe(200);
    await advance(app, 'SE', days(20));
    for (const [{ number }, last] of [
      [identified, '2026-12-09'],
      [reviewed, '2026-12-10'],
    ] as const) {
      expect((await noticed(number, later(last, 1))).text).toContain('400.415');
      expect((await noticed(number, last)).body).toMatchObject({ noticedOn: last, payBy: payBy(last, 'SE') });
    }
  });

  it('has no end where the law asks for an agreement and none was handed over', async () => {
    const body = authorizeBody('DE');
    await app.ask('POST', '/api/v3/checkout/authorize', body, key);
    await app.ask('POST', path(body.order.number, '/captures'), undefined, key);
    await advance(app, 'DE', days(60));
    expect((await byLetter(body.order.number, await today())).status).toBe(200);
  });
});
