// An invoice that the law takes for a credit (DE, since 2026-11-20): what a payment of it covers first, and that one which was agreed
// on before goes on as it was agreed.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { advance, authorizeBody, item, type Json, keyOf, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';

let app: TestApp;
let merchant = '';
const operator = { key: 'sandbox-operator' };
const key = { key: keyOf('DE') };
const admin = (rest: string) => `/admin/v1/merchants/${merchant}${rest}`;
const days = (count: number): Json => ({ advanceSeconds: count * 86_400 });

beforeAll(async () => {
  app = await startApp();
  await app.query('alter table merchants drop constraint merchants_clock_offset_ms_check');
  await app.query(
    `update merchants set clock_offset_ms = (extract(epoch from '2026-11-19T10:00:00Z'::timestamptz - now()) * 1000)::bigint`,
  );
  merchant = String((await app.query(`select id from merchants where country = 'DE'`))[0]?.['id']);
  const active = await app.ask('GET', admin('/contracts/active'), undefined, operator);
  const reminders = { firstDays: 7, payWithinDays: 4, secondDays: 7, chargesInterest: true, fee: 1.2 };
  const contract = { ...(active.body['contract'] as Json), reminders };
  const agreed = await app.ask('POST', admin('/contracts'), { contract, reason: 'What being late costs' }, operator);
  expect(agreed.status, agreed.text).toBe(200);
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

async function captured(): Promise<string> {
  const body = { ...authorizeBody('DE', { items: [item('DE', 'LAMP', 100_000)] }), payment: { type: 'Invoice' } };
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body, key)).body['outcome']).toBe('Accepted');
  await app.ask('POST', path(body.order.number, '/captures'), undefined, key);
  const [capture] = (await app.ask('GET', path(body.order.number), undefined, key)).body['captures'] as Json[];
  return String(capture?.['captureNumber']);
}

async function today(): Promise<string> {
  return String((await app.ask('GET', admin('/clock'), undefined, operator)).body['now']).slice(0, 10);
}

async function pay(captureNumber: string, amount: number, transactionId: string) {
  const body = { captureNumber, amount, valueDate: await today(), transactionId };
  return app.ask('POST', admin('/payments'), body, operator);
}

it('is paid before the interest on its being late, which it was not where it was agreed on before', async () => {
  const before = await captured();
  await advance(app, 'DE', days(1));
  const credit = await captured();
  await advance(app, 'DE', days(28));
  const { overdue } = (await app.ask('GET', admin('/overdue?limit=200'), undefined, operator)).body as { overdue: Json[] };
  // Seven days at 6.52 of 1 000, since the first letter.
  for (const capture of [before, credit])
    expect(overdue.find(({ captureNumber }) => captureNumber === capture)).toMatchObject({ overdueAmount: 1002.45 });

  const ofBefore = await pay(before, 100, 'before');
  expect(ofBefore.body, ofBefore.text).toMatchObject({ feeAmount: 1.2, interestAmount: 1.25, principalAmount: 97.55 });
  const ofCredit = await pay(credit, 100, 'some');
  expect(ofCredit.body, ofCredit.text).toMatchObject({
    feeAmount: 1.2,
    interestAmount: 0,
    principalAmount: 98.8,
    remainingAmount: 902.45,
  });

  const withInterest = await pay(credit, 902, 'more');
  expect(withInterest.body).toMatchObject({ interestAmount: 0.8, principalAmount: 901.2, remainingAmount: 0 });
  expect((await pay(credit, 0.45, 'nothing')).messages).toMatchObject([{ fieldReference: 'captureNumber' }]);
  const back = { returnedOn: await today(), reason: 'Recalled' };
  const taken = await app.ask('POST', admin('/payments/more/return'), back, operator);
  expect([taken.body['interestAmount'], taken.body['principalAmount']], taken.text).toEqual([0.8, 901.2]);
  const whole = await pay(credit, 901.2, 'whole');
  expect(whole.body).toMatchObject({ feeAmount: 0, interestAmount: 0, principalAmount: 901.2, remainingAmount: 0 });
});
