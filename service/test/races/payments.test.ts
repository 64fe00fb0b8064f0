// One bank statement read twice, by two services at the same moment: money is booked once, and never more than is owed.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectBooksAgree } from '../support/books-agree.ts';
import { atOnce, orderBody, type Pair, startPair, statusesOf } from '../support/pair.ts';

let pair: Pair;
let payments: string;
beforeAll(async () => {
  pair = await startPair();
  const [merchant] = await pair.query(`select id from merchants where country = 'DE'`);
  payments = `/admin/v1/merchants/${String(merchant?.['id'])}/payments`;
});
afterEach(() => expectBooksAgree(pair.query));
afterAll(() => pair.close());

/** An order captured as a whole, by the reference that its buyer pays with. */
async function captured(number: string, amount: number): Promise<{ reference: string; on: string }> {
  await pair.ask('POST', '/api/v3/checkout/authorize', orderBody(number, amount));
  await pair.ask('POST', `/api/v3/orders/${number}/captures`);
  const { json } = await pair.ask('GET', `/api/v3/orders/${number}`);
  const [capture] = json['captures'] as { ocr: string; invoiceDate: string }[];
  if (!capture) throw new Error('not captured');
  return { reference: capture.ocr, on: capture.invoiceDate.slice(0, 10) };
}
const pay = (body: object) => pair.ask('POST', payments, body, { 'x-auth-key': 'sandbox-operator' });
const paidOn = async (number: string): Promise<unknown> => {
  const { json } = await pair.ask('GET', `/api/v3/orders/${number}`);
  return (json['captures'] as { paidAmount?: number }[])[0]?.paidAmount;
};

it('a payment sent by both at once is booked once, with one answer', async () => {
  const { reference, on } = await captured('twin', 100);
  const answers = await atOnce(10, () =>
    pay({ paymentReference: reference, amount: 40, valueDate: on, transactionId: 'bank-1' }),
  );
  expect(statusesOf(answers)).toEqual({ 200: 10 });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await paidOn('twin')).toBe(40);
});

it('several payments at once never book more than is left to pay', async () => {
  const { reference, on } = await captured('many', 100);
  const answers = await atOnce(8, (index) =>
    pay({ paymentReference: reference, amount: 30, valueDate: on, transactionId: `many-${index}` }),
  );
  expect(statusesOf(answers)).toEqual({ 200: 3, 409: 5 });
  expect(await paidOn('many')).toBe(90);
});

it('a reference is understood as a consumer types it: in groups, in small letters, between marks', async () => {
  const { reference, on } = await captured('typed', 50);
  expect(reference).toMatch(/^RF\d/);
  const forms = [` ${reference.toLowerCase().replace(/(.{4})/g, '$1 ')}`, `+++${reference.replace(/(.{4})/g, '$1/')}+++`];
  for (const [index, paymentReference] of forms.entries()) {
    const answer = await pay({ paymentReference, amount: 25, valueDate: on, transactionId: `typed-${index}` });
    expect([answer.status, answer.json['orderNumber']], answer.text).toEqual([200, 'typed']);
  }
});
