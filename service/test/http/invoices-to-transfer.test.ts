// An invoice of an order that was to be debited, made after the merchant lost what it asks banks with: it asks for a transfer, and what was
// asked for so is not debited as well once the merchant can collect again.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { texts } from '../../src/core/texts/texts.ts';
import { advance, authorizeBody, item, type Json, keyOf, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { canLook, textOf } from '../support/pages.ts';

let app: TestApp;
let shop = '';
let contract: Json & { payee?: Json } = {};
const operator = { key: 'sandbox-operator' };
const key = { key: keyOf('DE') };
const directDebit = { bankAccount: 'DE02120300000000202051' };

beforeAll(async () => {
  app = await startApp();
  shop = `/admin/v1/merchants/${String((await app.query(`select id from merchants where country = 'DE'`))[0]?.['id'])}`;
  ({ contract } = (await app.ask('GET', `${shop}/contracts/active`, undefined, operator)).body as { contract: Json });
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

async function agree(over: Json, payee: Json = {}): Promise<void> {
  const wanted = { ...contract, ...over, payee: { ...contract.payee, ...payee } };
  const agreed = await app.ask('POST', `${shop}/contracts`, { contract: wanted, reason: 'Direct debits' }, operator);
  expect(agreed.status, agreed.text).toBe(200);
}

async function ordered(payment: Json): Promise<string> {
  const body = { ...authorizeBody('DE', { items: [item('DE', 'SOFA', 40_000)] }), payment: { ...payment, directDebit } };
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, key);
  expect(answer.body['outcome'], answer.text).toBe('Accepted');
  return body.order.number;
}

/** What the invoice of an order says that is captured now. */
async function invoiceOf(number: string): Promise<string> {
  await app.ask('POST', path(number, '/captures'), undefined, key);
  const [capture] = (await app.ask('GET', path(number), undefined, key)).body['captures'] as Json[];
  const url = new URL(String(capture?.['consumerInvoiceUrl'])).pathname;
  const { rawPayload } = await app.app.inject({ method: 'GET', url });
  return textOf(rawPayload).join(' ').replace(/\s+/g, ' ');
}

const collected = async (): Promise<unknown> => {
  const made = await app.ask('POST', `${shop}/collections`, { dueUntil: '2099-01-01' }, operator);
  expect(made.status, made.text).toBe(200);
  return made.body['count'];
};
const { invoice: words } = texts.DE;
const isDebited = (text: string): boolean => text.includes('von Ihrem Konto') && !text.includes(words.howToPay);
const isTransferred = (text: string): boolean => !text.includes('von Ihrem Konto') && text.includes(words.howToPay);

it.skipIf(!canLook)('asks for a transfer, and is not debited as well', async () => {
  const invoice = { type: 'Invoice' };
  const before = [await ordered(invoice), await ordered({ type: 'Installment', installment: { profileNo: 1 } })];
  expect(isDebited(await invoiceOf(await ordered(invoice)))).toBe(true);

  const installmentProfiles = (contract['installmentProfiles'] as Json[]).map((each) => ({
    ...each,
    bankAccountRequired: false,
  }));
  await agree({ directDebit: false, installmentProfiles }, { sepaCreditorId: null });
  for (const order of before) expect(isTransferred(await invoiceOf(order))).toBe(true);

  await agree({});
  expect(await collected()).toBe(1);
  expect(isDebited(await invoiceOf(await ordered(invoice)))).toBe(true);
  expect(await collected()).toBe(1);
  await advance(app, 'DE', { advanceSeconds: 30 * 86_400 });
  const { overdue } = (await app.ask('GET', `${shop}/overdue?limit=200`, undefined, operator)).body as { overdue: Json[] };
  expect(overdue.map(({ orderNumber }) => orderNumber)).toContain(before[0]);
});
