// What payments on a customer account cover first is what its agreement says, and stays so when the merchant agrees on another order.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { fill } from '../../src/core/texts/fill.ts';
import { texts } from '../../src/core/texts/texts.ts';
import { add, applyBody } from '../support/accounts.ts';
import { authorizeBody, item, type Json, keyOf, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { todayIn } from '../support/days.ts';
import { canLook, textOf } from '../support/pages.ts';
import { buyer } from '../support/people.ts';

let app: TestApp;
let shop = '';
const operator = { key: 'sandbox-operator' };
const key = { key: keyOf('DE') };

beforeAll(async () => {
  app = await startApp();
  shop = `/admin/v1/merchants/${String((await app.query(`select id from merchants where country = 'DE'`))[0]?.['id'])}`;
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const words = texts.DE.contract;
const principalFirst = fill(words.allocationOrder, {
  first: words.coveredPrincipal,
  second: words.coveredFees,
  third: words.coveredInterest,
});

async function agree(accountPaymentOrder: readonly string[]): Promise<void> {
  const { body } = await app.ask('GET', `${shop}/contracts/active`, undefined, operator);
  const contract = { ...(body['contract'] as Json), accountPaymentOrder };
  const agreed = await app.ask('POST', `${shop}/contracts`, { contract, reason: 'What payments cover first' }, operator);
  expect(agreed.status, agreed.text).toBe(200);
}

async function applied(): Promise<{ number: string; agreement: string }> {
  const { body, text } = await app.ask('POST', '/api/v3/customer-account', applyBody('DE', 100), key);
  const { accountNumber } = (body['account'] ?? {}) as Json;
  expect(accountNumber, text).toBeDefined();
  return { number: String(accountNumber), agreement: await read(body['agreementUrl']) };
}

async function read(url: unknown): Promise<string> {
  const { rawPayload } = await app.app.inject({ method: 'GET', url: new URL(String(url)).pathname });
  return canLook ? textOf(rawPayload).join(' ').replace(/\s+/g, ' ') : '';
}

/** What a payment of 3.00 pays of 2.00 in fees, 1.00 of interest and 50.00. */
async function paidOf(number: string): Promise<Json> {
  await add(app, number, { totalAmount: 50 });
  await add(app, number, { eventType: 'WithdrawalCommission', totalAmount: 2 });
  await add(app, number, { eventType: 'InterestCorrection', totalAmount: 1 });
  const body = { amount: 3, valueDate: todayIn('DE'), transactionId: `pays ${number}` };
  const { feesAmount, interestAmount, principalAmount } = (
    await app.ask('POST', `${shop}/accounts/${number}/payments`, body, operator)
  ).body as Json;
  return { feesAmount, interestAmount, principalAmount };
}

it('is said by the agreement of an account that is applied for, and stays', async () => {
  const usual = await applied();
  await agree(['principal', 'fees', 'interest']);
  const own = await applied();
  if (canLook) {
    expect(usual.agreement).toContain(words.allocationText);
    expect(own.agreement).toContain(principalFirst);
    expect(own.agreement).not.toContain(words.allocationText);
  }
  expect(await paidOf(usual.number)).toEqual({ feesAmount: 2, interestAmount: 1, principalAmount: 0 });
  await agree(['interest', 'fees', 'principal']);
  expect(await paidOf(own.number)).toEqual({ feesAmount: 0, interestAmount: 0, principalAmount: 3 });
});

it('is said by the contract that an order on account is agreed by, also where the account is opened later', async () => {
  await agree(['principal', 'fees', 'interest']);
  const customer = buyer('DE', { customerNumber: 'payment-order' });
  const { order } = authorizeBody('DE', { items: [item('DE', 'LAMP', 18_500)], customer });
  const methods = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer, order }, key);
  const checkoutId = String(methods.body['checkoutId']);
  const payment = { type: 'Account', account: { profileNo: 1 } };
  const made = await app.ask('POST', `/api/v3/checkout/${checkoutId}/contract`, { paymentInfo: payment }, key);
  if (canLook) expect(await read(made.body['contractUrl']), made.text).toContain(principalFirst);

  const body = { customer, order, checkoutId, payment: { ...payment, contractId: made.body['contractId'] } };
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, key);
  expect(answer.body['outcome'], answer.text).toBe('Accepted');
  await agree(['fees', 'interest', 'principal']);
  await app.ask('POST', path(order.number, '/captures'), undefined, key);
  await app.deps.jobs.runNow('charge-accounts');
  const [account] = await app.query(`select number from accounts where order_number = '${order.number}'`);
  expect(await paidOf(String(account?.['number']))).toEqual({ feesAmount: 0, interestAmount: 0, principalAmount: 3 });
});
