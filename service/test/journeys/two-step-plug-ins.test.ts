// Two-step checkout and contracts as the public shop plug-ins do them, from the first question to the captured order.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { authorizeBody, item, type Json, keyOf, path, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function post(country: CountryCode, url: string, body?: unknown): Promise<Json> {
  const answer = await app.ask('POST', url, body, { key: keyOf(country) });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const methodsUrl = '/api/v3/checkout/payment-methods';
const authorizeUrl = '/api/v3/checkout/authorize';
const contractUrl = (checkoutId: unknown) => `/api/v3/checkout/${String(checkoutId)}/contract`;
const order = (country: CountryCode, cents: number) => authorizeBody(country, { items: [item(country, 'THING', cents)] });

test('OXID finds the plan in the methods, says everything again in capitals, and captures by totals', async () => {
  const { customer, order: basket } = order('AT', 20_000);
  const first = await post('AT', methodsUrl, { customer: { ...customer, salutation: 'MR' }, order: basket });
  const methods = first['paymentMethods'] as {
    type: string;
    directDebit?: Json;
    installment?: { installmentProfileNumber: number };
  }[];
  expect(methods.filter(({ type }) => type === 'Invoice').map(({ directDebit }) => directDebit)).toEqual([
    undefined,
    { available: true },
  ]);
  const plan = methods.find(({ installment }) => installment)?.installment;
  const authorized = await post('AT', authorizeUrl, {
    checkoutId: first['checkoutId'],
    payment: { type: 'INSTALLMENT', installment: { profileNo: plan?.installmentProfileNumber } },
    customer: { ...customer, salutation: 'MR', conversationLanguage: 'de' },
    order: basket,
    contractId: '00000000-0000-0000-0000-000000000000',
  });
  expect(authorized).toMatchObject({ outcome: 'Accepted', checkoutId: first['checkoutId'] });
  const captured = await post('AT', path(basket.number, '/captures'), {
    orderDetails: { totalGrossAmount: 200, totalNetAmount: 166.67 },
  });
  expect(captured).toMatchObject({ capturedAmount: 200, remainingAuthorizedAmount: 0 });
});

test('Shopware sends risk data alone, all three members of the installment as text, and reads contractId and contractList', async () => {
  const { customer, order: basket } = order('DE', 40_000);
  const { checkoutId } = await post('DE', methodsUrl, { customer: { ...customer, phone: '' }, order: basket, yourReference: '' });
  const installment = { profileNo: '4', numberOfInstallments: '12', customerInterestRate: '7.9' };
  const directDebit = { bankAccount: 'DE89370400440532013000', bankCode: '' };
  const contract = await post('DE', contractUrl(checkoutId), { paymentInfo: { type: 'Installment', installment, directDebit } });
  expect(contract['contractId']).not.toMatch(/^0{8}-/);
  expect((contract['contractList'] as Json[]).length).toBe(2);
  const authorized = await post('DE', authorizeUrl, {
    checkoutId,
    payment: { type: 'Installment', installment, contractId: contract['contractId'] },
    customer: { riskData: { ipAddress: '192.0.2.1', existingCustomer: 'false' } },
    order: { number: basket.number },
  });
  expect(authorized['outcome']).toBe('Accepted');
  await post('DE', path(basket.number, '/captures'));
  const kept = await app.query(
    'select count(*)::int as count from orders o where o.number = $1 and o.terms is not null',
    basket.number,
  );
  expect(kept).toEqual([{ count: 1 }]);
});

test('WooCommerce in the Nordics names the profile and nothing more, in the contract and in the order', async () => {
  const { customer, order: basket } = order('SE', 100_000);
  const { checkoutId } = await post('SE', methodsUrl, { customer, order: basket });
  const paymentInfo = { type: 'Installment', installment: { profileNo: 3 } };
  const { contractId } = await post('SE', contractUrl(checkoutId), { paymentInfo });
  const one = await post('SE', authorizeUrl, { customer, order: basket, payment: { ...paymentInfo, contractId } });
  expect(one['outcome']).toBe('Accepted');
});

test('Spryker sends decimals as text and no birth date, a Go client every unused payment block as {}', async () => {
  const { customer, order: basket } = order('DE', 18_500);
  const { birthDate: _none, ...unborn } = customer;
  const first = await post('DE', methodsUrl, {
    customer: unborn,
    order: { ...basket, totalGrossAmount: '185.00', totalNetAmount: String(basket.totalNetAmount) },
    idSalesOrder: 7,
  });
  const unused = { directDebit: {}, campaign: {}, account: {}, consolidatedInvoice: {}, installment: {} };
  const answer = await post('DE', authorizeUrl, { checkoutId: first['checkoutId'], payment: { type: 'Invoice', ...unused } });
  expect(answer['outcome']).toBe('Accepted');
});
