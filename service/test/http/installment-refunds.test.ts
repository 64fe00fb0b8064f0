// Goods that were bought in installments and go back: what they cost is not owed, nor the interest and fees of their credit, also where
// they were paid already; and the credit note says so.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { authorizeBody, beginAt, item, type Json, keyOf, part, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { canLook, textOf } from '../support/pages.ts';

let app: TestApp;
let merchant: string;
const day = '2027-01-31';
beforeAll(async () => {
  app = await startApp();
  await beginAt(app, 'NO', `${day}T10:00:00Z`);
  const [row] = await app.query(`select id from merchants where country = 'NO'`);
  merchant = String(row?.['id']);
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const shop = { key: keyOf('NO') };
const operator = { key: 'sandbox-operator' };

/** 300.00 in six installments: 95.00 at the start and 29.00 a month. */
async function captured(amount = 300) {
  const body = authorizeBody('NO', { items: [item('NO', 'THING', 30_000)] });
  const payment = { type: 'Installment', installment: { profileNo: 4 } };
  const placed = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, payment }, shop);
  expect(placed.body['outcome'], placed.text).toBe('Accepted');
  const { number: order } = body.order;
  const taken = await app.ask('POST', path(order, '/captures'), { orderDetails: part(amount) }, shop);
  expect(taken.status, taken.text).toBe(200);
  return { order, number: String(taken.body['captureNumber']) };
}
async function read(order: string, number: string): Promise<Json & { installments: Json[] }> {
  const answer = await app.ask('GET', path(order, `/captures/${number}`), undefined, shop);
  return (answer.body['captures'] as (Json & { installments: Json[] })[])[0] as Json & { installments: Json[] };
}
let transactions = 0;
async function pay(captureNumber: string, amount: number): Promise<string> {
  transactions += 1;
  const transactionId = `r-${transactions}`;
  const body = { captureNumber, amount, valueDate: day, transactionId };
  const answer = await app.ask('POST', `/admin/v1/merchants/${merchant}/payments`, body, operator);
  expect(answer.status, answer.text).toBe(200);
  return transactionId;
}
/** Of everything, or a part; what its credit note says. */
async function refund(order: string, number: string, amount?: number): Promise<string> {
  const items = [{ productId: 'r', description: 'r', quantity: 1, grossUnitPrice: amount, netUnitPrice: amount }];
  const body = amount === undefined ? undefined : { captureNumber: number, items };
  const answer = await app.ask('POST', path(order, '/refunds'), body, shop);
  expect(answer.status, answer.text).toBe(200);
  if (!canLook) return '';
  const [made] = (await app.ask('GET', path(order, '/refunds'), undefined, shop)).body['refunds'] as Json[];
  const { rawPayload } = await app.app.inject({ url: new URL(String(made?.['consumerCreditNoteUrl'])).pathname });
  return textOf(rawPayload).join(' ').replace(/\s+/g, ' ');
}
const total = ({ installments }: { installments: Json[] }, member: string): number =>
  installments.reduce((sum, each) => sum + Math.round(Number(each[member]) * 100), 0);

describe('goods in installments that go back', () => {
  it('all at once end the credit: everything that was paid is owed back, and the credit note says what', async () => {
    const { order, number } = await captured();
    await pay(number, 176.89);
    const note = await refund(order, number);
    expect(await read(order, number)).toMatchObject({ balance: 0, creditAmount: 176.89 });
    if (canLook) expect(note).toMatch(/48,01.*128,88/);
    const owed = await app.ask('GET', `/admin/v1/merchants/${merchant}/orders/${order}`, undefined, operator);
    expect(owed.body).toMatchObject({ owedBackAmount: 176.89 });
  });

  it('in parts bear the fees and interest of what is kept, as if no more had been bought', async () => {
    const [kept, bought] = [await captured(30), await captured()];
    await refund(bought.order, bought.number, 270);
    const [one, other] = [await read(kept.order, kept.number), await read(bought.order, bought.number)];
    expect(other['balance']).toBe(58.63);
    expect(other.installments.map((each) => each['feeAmount'])).toEqual(one.installments.map((each) => each['feeAmount']));
    // Of the interest of a month cents are rounded in another order.
    expect(Math.abs(total(other, 'interestAmount') - total(one, 'interestAmount'))).toBeLessThan(6);
  });

  it('in parts lay what was paid of their fees and interest on what is left, and give back what is more', async () => {
    const { order, number } = await captured();
    await pay(number, 176.89);
    const note = await refund(order, number, 100);
    const after = await read(order, number);
    // Two thirds of 95.00 and of six times 29.00.
    expect(total(after, 'feeAmount')).toBe(8_266 + 5 * 1_933);
    expect(total(after, 'principalAmount')).toBe(20_000);
    if (canLook) expect(note).toContain('42,97');
    const more = await refund(order, number, 180);
    // Of 20.00 that are kept the fee of one installment is owed, which is paid.
    const last = await read(order, number);
    expect(last).toMatchObject({ balance: 0 });
    expect(Math.round(Number(last['creditAmount']) * 100)).toBe(
      17_689 - 2_000 - total(last, 'feeAmount') - total(last, 'interestAmount'),
    );
    expect(total(last, 'feeAmount')).toBeLessThanOrEqual(827);
    if (canLook) expect(more).not.toBe(note);
    await refund(order, number);
    expect(await read(order, number)).toMatchObject({ balance: 0, creditAmount: 176.89 });
  });

  it('and whose payment the bank takes back afterwards owe nothing, and are owed nothing', async () => {
    const { order, number } = await captured();
    const transactionId = await pay(number, 176.89);
    await refund(order, number);
    const url = `/admin/v1/merchants/${merchant}/payments/${transactionId}/return`;
    const answer = await app.ask('POST', url, { returnedOn: day, reason: 'recalled' }, operator);
    expect(answer.status, answer.text).toBe(200);
    const after = await read(order, number);
    expect([after['balance'], after['creditAmount']]).toEqual([0, undefined]);
  });
});
