// An order in installments, from the plan that was shown to the last payment: each capture has its own schedule, and payments,
// refunds and returns move it by the rules, to the cent.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { authorizeBody, beginAt, type Item, item, type Json, keyOf, part, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  // A day from which due days can be told.
  for (const country of ['NO', 'DE'] as const) await beginAt(app, country, '2027-01-31T10:00:00Z');
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

async function authorized(country: CountryCode, amount: number, profileNo: number): Promise<string> {
  const body = authorizeBody(country, { items: [item(country, 'THING', amount * 100)] });
  const answer = await app.ask(
    'POST',
    '/api/v3/checkout/authorize',
    { ...body, payment: { type: 'Installment', installment: { profileNo } } },
    { key: keyOf(country) },
  );
  expect([answer.text, answer.body['outcome']]).toEqual([answer.text, 'Accepted']);
  return body.order.number;
}

const shop = (country: CountryCode) => ({ key: keyOf(country) });
async function capture(country: CountryCode, order: string, amount?: number): Promise<string> {
  const body = amount === undefined ? undefined : { orderDetails: { totalGrossAmount: amount, totalNetAmount: amount } };
  const answer = await app.ask('POST', path(order, '/captures'), body, shop(country));
  expect(answer.status).toBe(200);
  return String(answer.body['captureNumber']);
}
async function read(country: CountryCode, order: string, number: string): Promise<Json & { installments: Json[] }> {
  const answer = await app.ask('GET', path(order, `/captures/${number}`), undefined, shop(country));
  const [found] = answer.body['captures'] as (Json & { installments: Json[] })[];
  if (!found) throw new Error(answer.text);
  return found;
}
let transactions = 0;
async function pay(country: CountryCode, captureNumber: string, amount: number, valueDate: string) {
  const [merchant] = await app.query('select id from merchants where country = $1', country);
  transactions += 1;
  return app.ask(
    'POST',
    `/admin/v1/merchants/${String(merchant?.['id'])}/payments`,
    { captureNumber, amount, valueDate, transactionId: `t-${transactions}` },
    { key: 'sandbox-operator' },
  );
}
const untaxed = ({ productId, description, quantity, grossUnitPrice }: Item) => ({
  productId,
  description,
  quantity,
  grossUnitPrice,
  netUnitPrice: grossUnitPrice,
});
const amounts = (captured: { installments: Json[] }): unknown[] => captured.installments.map((each) => each['amount']);
const days = (captured: { installments: Json[] }): unknown[] => captured.installments.map((each) => each['dueDate']);

describe('an order in installments', () => {
  it('is captured with the schedule that its plan showed, on days on which banks work', async () => {
    const order = await authorized('NO', 750, 3);
    const captured = await read('NO', order, await capture('NO', order));
    expect(captured).toMatchObject({
      amount: 750,
      balance: 956.51,
      numberOfInstallments: 3,
      installmentAmount: 287.17,
      installmentProfileNumber: 3,
      installmentCustomerInterestRate: 19.5,
      // 31 January and a month is 28 February, a Sunday.
      dueDate: '2027-03-01T00:00:00Z',
    });
    expect(amounts(captured)).toEqual([382.17, 287.17, 287.17]);
    expect(days(captured)).toEqual(['2027-03-01', '2027-03-31', '2027-04-30']);
    const whole = await app.ask('GET', path(order), undefined, shop('NO'));
    expect((whole.body['captures'] as Json[])[0]?.['installments']).toEqual(captured.installments);
  });

  it('is captured in parts with a schedule each, whose fees come to what was agreed', async () => {
    const order = await authorized('NO', 750, 3);
    const parts: Awaited<ReturnType<typeof read>>[] = [];
    for (const amount of [250, 499.99, undefined]) parts.push(await read('NO', order, await capture('NO', order, amount)));
    const total = (member: string) =>
      parts.flatMap((part) => part.installments).reduce((sum, each) => sum + Math.round(Number(each[member]) * 100), 0);
    expect(total('principalAmount')).toBe(75_000);
    // The cent that came last is paid with its first installment; the two that came to nothing are left out with their fee.
    expect(parts.map((part) => part.installments.length)).toEqual([3, 3, 1]);
    expect(total('feeAmount')).toBeGreaterThan(9_500 + 3 * 2_900 - 4);
    expect(total('feeAmount')).toBeLessThanOrEqual(9_500 + 3 * 2_900);
  });

  it('is paid oldest installment first, fees before interest before principal', async () => {
    const order = await authorized('NO', 750, 3);
    const number = await capture('NO', order);
    const first = await pay('NO', number, 200, '2027-01-31');
    expect(first.body).toMatchObject({ feeAmount: 124, interestAmount: 12.19, principalAmount: 63.81, remainingAmount: 756.51 });
    const rest = await pay('NO', number, 182.17, '2027-01-31');
    expect(rest.body).toMatchObject({ feeAmount: 0, interestAmount: 0, principalAmount: 182.17 });
    expect(await read('NO', order, number)).toMatchObject({ balance: 574.34, dueDate: '2027-03-31T00:00:00Z' });
    expect((await pay('NO', number, 574.35, '2027-01-31')).messages).toMatchObject([{ code: '400.297' }]);
    // One after the other: each is the next that is asked for, so that none of it is early repayment.
    expect((await pay('NO', number, 287.17, '2027-01-31')).body).toMatchObject({ remainingAmount: 287.17 });
    expect((await pay('NO', number, 287.17, '2027-01-31')).body).toMatchObject({ remainingAmount: 0 });
  });

  it('is spread anew over the open installments after a refund, and nothing is owed once all is refunded', async () => {
    const order = await authorized('DE', 185, 1);
    const number = await capture('DE', order);
    await pay('DE', number, 61.67, '2027-01-31');
    const refund = (amount: number) =>
      app.ask('POST', path(order, '/refunds'), {
        captureNumber: number,
        items: [{ productId: 'r', description: 'r', quantity: 1, grossUnitPrice: amount }],
      });
    await refund(23.33);
    const after = await read('DE', order, number);
    expect(amounts(after)).toEqual([61.67, 50, 50]);
    expect(after).toMatchObject({ balance: 100, totalRefundedAmount: 23.33 });
    await refund(120);
    expect(await read('DE', order, number)).toMatchObject({ balance: 0, creditAmount: 20, paidAmount: 61.67 });
    expect(amounts(await read('DE', order, number))).toEqual([61.67]);
  });

  it('is put off as a whole when goods are on their way back', async () => {
    const order = await authorized('DE', 185, 1);
    const number = await capture('DE', order);
    await pay('DE', number, 61.67, '2027-01-31');
    const answer = await app.ask('POST', path(order, '/captures/return-notification'), { captureNumber: number });
    expect(answer.status).toBe(200);
    const after = await read('DE', order, number);
    expect(days(after)).toEqual(['2027-03-01', '2027-04-14', '2027-05-14']);
    expect(after['dueDate']).toBe('2027-04-14T00:00:00Z');
  });

  it('is updated below what its buyer agreed to by the same terms, and never to a total for which there is no such plan', async () => {
    const order = await authorized('NO', 750, 3);
    const to = (amount: number) =>
      app.ask(
        'POST',
        path(order, '/updateOrder'),
        { updateOrderSummary: { ...part(amount), items: [item('NO', 'THING', Math.round(amount * 100))].map(untaxed) } },
        shop('NO'),
      );
    expect((await to(50_000.01)).messages).toMatchObject([
      { code: '400.111', fieldReference: 'updateOrderSummary.totalGrossAmount' },
    ]);
    expect((await to(149.99)).messages).toMatchObject([{ code: '400.111' }]);
    expect((await to(600)).body).toMatchObject({ outcome: 'Accepted' });
    expect((await to(750)).body).toMatchObject({ outcome: 'Accepted' });
    expect((await to(600)).body).toMatchObject({ outcome: 'Accepted' });
    // By hand: 600 at 1.625 % a month in three is 206.54, rounded up, the last 2 cents less; and the fees.
    const captured = await read('NO', order, await capture('NO', order));
    expect(captured.installments.map((each) => [each['principalAmount'], each['interestAmount'], each['feeAmount']])).toEqual([
      [196.79, 9.75, 124],
      [199.99, 6.55, 29],
      [203.22, 3.3, 29],
    ]);
  });

  it('keeps the terms it was agreed on when the merchant’s contract changes', async () => {
    const order = await authorized('NO', 750, 4);
    await app.query(
      `update merchants set contract = jsonb_set(contract::jsonb, '{installmentProfiles}', '[]')::json where country = 'NO'`,
    );
    app.deps.auth.forget();
    expect(amounts(await read('NO', order, await capture('NO', order)))).toEqual([
      256.21, 161.21, 161.21, 161.21, 161.21, 161.18,
    ]);
  });
});
