// The VAT of credit notes: all notes of a capture that was refunded in full take back what its invoice charged, rate by rate.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizeBody, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { canLook, textOf } from '../support/pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const thing = (productId: string, grossUnitPrice: number, quantity: number, others: Json): Json => ({
  productId,
  description: productId,
  grossUnitPrice,
  quantity,
  ...others,
});

interface Papers {
  readonly invoice: string;
  readonly notes: readonly string[];
  readonly refundItems: readonly Json[];
}

/** The texts of the invoice of these items, captured whole, and of the credit note of each refund. */
async function papersOf(items: Json[], totals: readonly [number, number], refunds: readonly Json[]): Promise<Papers> {
  const [totalGrossAmount, totalNetAmount] = totals;
  const body = authorizeBody('DE', { order: { totalGrossAmount, totalNetAmount, items } });
  const { number } = body.order;
  const accepted = await app.ask('POST', '/api/v3/checkout/authorize', body);
  expect(accepted.body['outcome'], accepted.text).toBe('Accepted');
  const { captureNumber } = (await app.ask('POST', path(number, '/captures'))).body;
  const numbers: unknown[] = [];
  for (const refund of refunds) {
    const answer = await app.ask('POST', path(number, '/refunds'), { captureNumber, ...refund });
    expect(answer.status, answer.text).toBe(200);
    numbers.push(...(answer.body['refundNumbers'] as unknown[]));
  }
  const whole = (await app.ask('GET', path(number))).body as { captures: Json[]; refunds: Json[] };
  const text = async (url: unknown): Promise<string> => {
    const response = await app.app.inject({ url: new URL(String(url)).pathname, headers: { 'x-auth-key': 'sandbox-de' } });
    expect(response.statusCode).toBe(200);
    return textOf(response.rawPayload).join('\n');
  };
  const byNumber = numbers.map((each) => whole.refunds.find(({ refundNumber }) => refundNumber === each));
  const notes: string[] = [];
  for (const refund of byNumber) notes.push(await text(refund?.['creditNoteUrl']));
  return {
    invoice: await text(whole.captures[0]?.['invoiceUrl']),
    notes,
    refundItems: byNumber.flatMap((refund) => refund?.['refundItems'] as Json[]),
  };
}

/** Rate, net, VAT and gross of each row of the sums. */
const sumsOf = (text: string): string[] =>
  [...text.matchAll(/^\s*([\d,]+) ?%\s+([\d.,−]+)\s+([\d.,−]+)\s+([\d.,−]+)\s*$/gm)].map((row) => row.slice(1).join(' '));
// As WooCommerce sends an amount alone.
const goodwill = (grossUnitPrice: number, others: Json = {}): Json => ({
  orderItems: [{ productId: 'ref1', description: 'Refund #8002', grossUnitPrice, vatRate: 0, quantity: 1, ...others }],
});

it.skipIf(!canLook)('an amount alone takes back the VAT of the one rate that was charged, and the rest the rest', async () => {
  const lamp = thing('LAMP', 119, 2, { netUnitPrice: 100, vatPercent: 19 });
  const { invoice, notes, refundItems } = await papersOf([lamp], [238, 200], [goodwill(20), {}]);
  expect(sumsOf(invoice)).toEqual(['19 200,00 38,00 238,00']);
  expect(notes.map(sumsOf)).toEqual([['19 16,81 3,19 20,00'], ['19 183,19 34,81 218,00']]);
  expect(notes[0]).toMatch(/Refund #8002\s+1\s+20,00\s+19 ?%/);
  expect(refundItems).toMatchObject([{ grossUnitPrice: -20, netUnitPrice: -16.8067, vatAmount: -3.1933, vatPercent: 19 }]);
});

it.skipIf(!canLook)('so does one whose VAT contradicts what was charged', async () => {
  const lamp = thing('LAMP', 119, 2, { netUnitPrice: 100, vatPercent: 19 });
  const refunds = [
    goodwill(11.9, { vatPercent: 0 }),
    goodwill(11.9, { netUnitPrice: 0, vatAmount: 11.9, vatPercent: 19 }),
    goodwill(11.9, { netUnitPrice: 9.52, vatPercent: 25 }),
    goodwill(11.9, { vatAmount: 0 }),
    goodwill(190.4),
  ];
  const { notes } = await papersOf([lamp], [238, 200], refunds);
  const tenth = ['19 10,00 1,90 11,90'];
  expect(notes.map(sumsOf)).toEqual([tenth, tenth, tenth, tenth, ['19 160,00 30,40 190,40']]);
});

it.skipIf(!canLook)('of several rates an amount alone falls on all in proportion, and its line says none', async () => {
  const lamp = thing('LAMP', 119, 1, { netUnitPrice: 100, vatPercent: 19 });
  const books = thing('BOOK', 10.7, 10, { netUnitPrice: 10, vatPercent: 7 });
  const returned = { items: [{ ...books, quantity: 5 }] };
  const { invoice, notes, refundItems } = await papersOf([lamp, books], [226, 200], [goodwill(22.6), returned, {}]);
  expect(sumsOf(invoice)).toEqual(['7 100,00 7,00 107,00', '19 100,00 19,00 119,00']);
  expect(notes.map(sumsOf)).toEqual([
    ['7 10,00 0,70 10,70', '19 10,00 1,90 11,90'],
    ['7 50,00 3,50 53,50'],
    ['7 40,00 2,80 42,80', '19 90,00 17,10 107,10'],
  ]);
  expect(notes[0]).toMatch(/Refund #8002\s+1\s+20?22?,60\s+–/);
  expect(refundItems[0]).toMatchObject({ grossUnitPrice: -22.6, netUnitPrice: -22.6, vatAmount: 0 });
});

it.skipIf(!canLook)('beside goods without VAT what says zero is one of them, and what says nothing is not', async () => {
  const lamp = thing('LAMP', 119, 1, { netUnitPrice: 100, vatPercent: 19 });
  const stamps = thing('STAMPS', 119, 1, { netUnitPrice: 119, vatPercent: 0 });
  const { notes } = await papersOf([lamp, stamps], [238, 219], [goodwill(19, { vatPercent: 0 }), goodwill(21.9)]);
  expect(notes.map(sumsOf)).toEqual([['0 19,00 0,00 19,00'], ['0 10,00 0,00 10,00', '19 10,00 1,90 11,90']]);
});
