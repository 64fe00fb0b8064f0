// A higher total of an order in installments (C26): it is scored like any other; where the law or the product asks for an
// agreement, the buyer agrees anew first, and until then the order stands as it was agreed.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { asksForAgreement, lawOn } from '../../src/core/law/law-on.ts';
import { type Answer, authorizeBody, item, type Json, keyOf, path, startApp, summary, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { type Buyer, buyer } from '../support/people.ts';
import { columnsWith, wholeDatabase } from '../support/whole-database.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const ask = (country: CountryCode, method: 'GET' | 'POST', address: string, body?: unknown): Promise<Answer> =>
  app.ask(method, address, body, { key: keyOf(country) });
const thing = (country: CountryCode, amount: number) => [item(country, 'THING', Math.round(amount * 100))];
const directDebit = { bankAccount: 'DE89 3704 0044 0532 0130 00' };

interface Placed {
  readonly country: CountryCode;
  readonly number: string;
  readonly customer: Buyer;
}
async function place(country: CountryCode, amount: number, profileNo: number, over: Json = {}): Promise<Placed> {
  const customer = buyer(country, over as Partial<Buyer>);
  const body = authorizeBody(country, { items: thing(country, amount), customer });
  const payment = { type: 'Installment', installment: { profileNo } };
  const answer = await ask(country, 'POST', '/api/v3/checkout/authorize', { ...body, payment });
  expect([answer.text, answer.body['outcome']]).toEqual([answer.text, 'Accepted']);
  return { country, number: body.order.number, customer };
}
const update = ({ country, number }: Placed, amount: number, more: Json = {}) =>
  ask(country, 'POST', path(number, '/updateOrder'), { updateOrderSummary: summary(thing(country, amount)), ...more });
const agree = (country: CountryCode, checkoutId: unknown, profileNo: number, more: Json = {}) =>
  ask(country, 'POST', `/api/v3/checkout/${String(checkoutId)}/contract`, {
    paymentInfo: { type: 'Installment', installment: { profileNo }, ...more },
  });
const read = async ({ country, number }: Placed): Promise<Json & { orderDetails: Json; payment: Json }> =>
  (await ask(country, 'GET', path(number))).body as Json & { orderDetails: Json; payment: Json };
const held = async (): Promise<unknown> =>
  JSON.stringify(await app.query('select * from exposures order by customer_key, currency'));
const needed = (amount: string) => ({
  outcome: 'Rejected',
  riskCheckMessages: [
    {
      code: '200.105',
      type: 'BusinessError',
      actionCode: 'AskConsumerToConfirm',
      fieldReference: 'payment.contractId',
      message: expect.stringContaining(amount),
      customerFacingMessage: expect.stringMatching(/\S/),
    },
  ],
});

describe('a higher total where the law asks for an agreement', () => {
  it('is answered so, leaves order and limit as they were, and holds once the buyer has agreed', async () => {
    const order = await place('NO', 750, 3);
    const [before, owed] = [await read(order), await held()];
    const asked = await update(order, 900);
    expect([asked.status, asked.body]).toMatchObject([200, needed('900.00')]);
    const { checkoutId, reservationId, expirationDate } = asked.body;
    expect(asked.text).toContain(`/checkout/${String(checkoutId)}/contract`);
    expect([await read(order), await held()]).toEqual([before, owed]);
    expect([reservationId, expirationDate]).toEqual([before.orderDetails['orderId'], before.orderDetails['expirationDate']]);

    const contract = await agree('NO', checkoutId, 3);
    expect([contract.status, contract.body]).toMatchObject([200, { requireCustomerConfirmation: true }]);
    const [{ contractContent } = { contractContent: '' }] = contract.body['contractList'] as { contractContent: string }[];
    expect(contractContent).toContain('900,00');
    // The paper is drawn for the same buyer and order.
    const paper = await app.inject({ method: 'GET', url: new URL(String(contract.body['contractUrl'])).pathname });
    expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect([await read(order), await held()]).toEqual([before, owed]);

    const contractId = String(contract.body['contractId']);
    const updated = await update(order, 900, { payment: { type: 'Installment', contractId } });
    expect(updated.body).toMatchObject({ outcome: 'Accepted', reservationId, expirationDate });
    expect(updated.body).not.toHaveProperty('riskCheckMessages');
    expect(updated.body['checkoutId']).not.toBe(checkoutId);
    expect(await read(order)).toMatchObject({
      orderDetails: { totalGrossAmount: 900, remainingAuthorizedAmount: 900 },
      payment: { type: 'Installment', contractId, installment: { profileNo: 3 } },
    });
    await ask('NO', 'POST', path(order.number, '/captures'));
    const [captured] = (await ask('NO', 'GET', path(order.number, '/captures'))).body['captures'] as {
      amount: number;
      installments: { principalAmount: number; interestAmount: number; feeAmount: number }[];
    }[];
    // 900 at 1.625 % a month in three is 309.81, rounded up.
    expect(captured?.installments.map((each) => [each.principalAmount, each.interestAmount, each.feeAmount])).toEqual([
      [295.18, 14.63, 124],
      [299.98, 9.83, 29],
      [304.84, 4.95, 29],
    ]);
    // The contract and its checkout are used up.
    const other = await place('NO', 750, 3);
    expect((await update(other, 900, { payment: { contractId } })).body).toMatchObject(needed('900.00'));
    expect((await agree('NO', checkoutId, 3)).messages).toMatchObject([{ code: '400.261' }]);
  });

  it('is allowed by a contract of a checkout that the shop asked for itself, and one of another plan', async () => {
    const order = await place('SE', 1000, 2);
    const { customer } = order;
    const sent = { customer, order: summary(thing('SE', 1200)) };
    const methods = await ask('SE', 'POST', '/api/v3/checkout/payment-methods', sent);
    const contract = await agree('SE', methods.body['checkoutId'], 3);
    const { contractId } = contract.body;
    expect((await update(order, 1200, { contractId })).body).toMatchObject({ outcome: 'Accepted' });
    expect((await read(order)).payment).toMatchObject({ contractId, installment: { profileNo: 3, numberOfInstallments: 12 } });
    await ask('SE', 'POST', path(order.number, '/captures'));
    const [captured] = (await ask('SE', 'GET', path(order.number, '/captures'))).body['captures'] as Json[];
    expect(captured).toMatchObject({ installmentProfileNumber: 3, numberOfInstallments: 12 });
  });

  it('needs one from the day on which free credit is consumer credit, too', async () => {
    const order = await place('DE', 185, 1);
    const asked = await update(order, 200);
    expect(asked.body).toMatchObject(needed('200.00'));
    const { contractId } = (await agree('DE', asked.body['checkoutId'], 1)).body;
    expect((await update(order, 200, { payment: { contractId } })).body['outcome']).toBe('Accepted');
    const credit = { creditMinor: 20_000n, costMinor: 0n, months: 3 };
    expect(asksForAgreement(credit, lawOn('DE', '2026-11-19'))).toBe(false);
    expect(asksForAgreement(credit, lawOn('DE', '2026-11-20'))).toBe(true);
    expect(asksForAgreement({ ...credit, costMinor: 1n }, lawOn('DE', '2026-11-19'))).toBe(true);
  });

  it('is not allowed by a contract of another amount, person, account or method, nor one that is over', async () => {
    const order = await place('NO', 750, 3);
    const another = await place('NO', 750, 3);
    const asked = await update(order, 900);
    const { contractId } = (await agree('NO', asked.body['checkoutId'], 3)).body;
    expect((await update(order, 900.01, { contractId })).body).toMatchObject(needed('900.01'));
    expect((await update(another, 900, { contractId })).body).toMatchObject(needed('900.00'));
    expect((await update(order, 900, { contractId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b12' })).body).toMatchObject(
      needed('900.00'),
    );
    const account = await ask('NO', 'POST', `/api/v3/checkout/${String(asked.body['checkoutId'])}/contract`, {
      paymentInfo: { type: 'Account', account: { profileNo: 1 } },
    });
    expect((await update(order, 900, { contractId: account.body['contractId'] })).body).toMatchObject(needed('900.00'));
    await app.query(`update contracts set expires_at = now() - interval '1 minute' where id = $1`, contractId);
    expect((await update(order, 900, { contractId })).body).toMatchObject(needed('900.00'));
    for (const wrong of ['x', 7, { a: 1 }])
      expect((await update(order, 900, { payment: { contractId: wrong } })).messages).toMatchObject([
        { fieldReference: 'payment.contractId' },
      ]);
    expect((await update(order, 900, { contractId: '00000000-0000-0000-0000-000000000000' })).body).toMatchObject(
      needed('900.00'),
    );
    expect((await read(order)).orderDetails).toMatchObject({ totalGrossAmount: 750 });
  });

  it('is never accepted on the old terms while a contract that does not hold is named', async () => {
    const unknown = '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b12';
    const refused = [{ code: '400.109', fieldReference: 'payment.contractId' }];
    const invoice = authorizeBody('DE', { items: thing('DE', 300) });
    await ask('DE', 'POST', '/api/v3/checkout/authorize', invoice);
    const onInvoice = { country: 'DE', number: invoice.order.number, customer: invoice.customer } as const;
    for (const amount of [250, 300, 350]) {
      expect((await update(onInvoice, amount, { payment: { contractId: unknown } })).messages).toMatchObject(refused);
      expect((await update(onInvoice, amount, { contractId: unknown })).messages).toMatchObject(refused);
    }
    expect((await read(onInvoice)).orderDetails).toMatchObject({ totalGrossAmount: 300 });

    const { customer, order: wanted } = authorizeBody('DE', { items: thing('DE', 600) });
    const methods = await ask('DE', 'POST', '/api/v3/checkout/payment-methods', { customer, order: wanted });
    const { contractId } = (await agree('DE', methods.body['checkoutId'], 4, { directDebit })).body;
    const payment = { type: 'Installment', installment: { profileNo: 4 } };
    const placed = { checkoutId: methods.body['checkoutId'], payment, contractId };
    expect((await ask('DE', 'POST', '/api/v3/checkout/authorize', placed)).body['outcome']).toBe('Accepted');
    const order = { country: 'DE', number: wanted.number, customer } as const;
    // Of another person, as this one would be refused a second credit.
    const dearer = { customer: authorizeBody('DE').customer, order: summary(thing('DE', 800)) };
    const other = await ask('DE', 'POST', '/api/v3/checkout/payment-methods', dearer);
    const ofOther = (await agree('DE', other.body['checkoutId'], 5, { directDebit })).body['contractId'];
    const before = await read(order);
    expect((await update(order, 500, { payment: { contractId: ofOther } })).messages).toMatchObject(refused);
    expect(await read(order)).toEqual(before);
    // The contract that the order rests on says nothing new.
    expect((await update(order, 500, { payment: { contractId } })).body['outcome']).toBe('Accepted');
  });

  it('is scored first: what is rejected is rejected, whatever was agreed to', async () => {
    const order = await place('NO', 750, 3, { firstName: '900' });
    const asked = await update(order, 900);
    expect(asked.body).toMatchObject(needed('900.00'));
    const above = await update(order, 900.01);
    expect(above.body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.903' }] });
    const { contractId } = (await agree('NO', asked.body['checkoutId'], 3)).body;
    // Another order takes the limit meanwhile.
    const meanwhile = authorizeBody('NO', { items: thing('NO', 50), customer: order.customer });
    expect((await ask('NO', 'POST', '/api/v3/checkout/authorize', meanwhile)).body['outcome']).toBe('Accepted');
    const before = [await read(order), await held()];
    expect((await update(order, 900, { contractId })).body).toMatchObject({
      outcome: 'Rejected',
      riskCheckMessages: [{ code: '200.903' }],
    });
    expect([await read(order), await held()]).toEqual(before);
    // The contract is still good when the limit is free again.
    await ask('NO', 'POST', path(meanwhile.order.number, '/voids'));
    expect((await update(order, 900, { contractId })).body['outcome']).toBe('Accepted');
  });

  it('leaves the account that the order is collected from, by the mandate of the new contract', async () => {
    const { customer, order: wanted } = authorizeBody('DE', { items: thing('DE', 400) });
    const methods = await ask('DE', 'POST', '/api/v3/checkout/payment-methods', { customer, order: wanted });
    const { checkoutId } = methods.body;
    const first = await agree('DE', checkoutId, 4, { directDebit });
    const payment = { type: 'Installment', installment: { profileNo: 4 }, contractId: first.body['contractId'] };
    await ask('DE', 'POST', '/api/v3/checkout/authorize', { checkoutId, payment });
    const order = { country: 'DE', number: wanted.number, customer } as const;
    const asked = await update(order, 500, { payment });
    expect(asked.body).toMatchObject(needed('500.00'));
    const elsewhere = { directDebit: { bankAccount: 'DE02120300000000202051' } };
    const other = await agree('DE', asked.body['checkoutId'], 4, elsewhere);
    expect((await update(order, 500, { contractId: other.body['contractId'] })).body).toMatchObject(needed('500.00'));
    const second = await agree('DE', asked.body['checkoutId'], 4, { directDebit });
    expect((await update(order, 500, { contractId: second.body['contractId'] })).body['outcome']).toBe('Accepted');
    await ask('DE', 'POST', path(order.number, '/captures'));
    const [merchant] = await app.query(`select id from merchants where country = 'DE'`);
    const address = `/admin/v1/merchants/${String(merchant?.['id'])}/collections`;
    const file = await app.ask('POST', address, { dueUntil: '2099-01-01', reason: 'x' }, { key: 'sandbox-operator' });
    const { contractNumber } = (second.body['contractList'] as { contractNumber: string }[])[1] ?? {};
    const mandates = (file.body['collections'] as Json[]).map(({ mandateNumber }) => mandateNumber);
    expect([file.status, new Set(mandates)]).toEqual([200, new Set([contractNumber])]);
  });
});

describe('a higher total where the law asks for none', () => {
  it('is scored, and the plan is computed anew', async () => {
    const order = await place('CH', 600, 1);
    expect((await update(order, 800)).body).toMatchObject({ outcome: 'Accepted' });
    await ask('CH', 'POST', path(order.number, '/captures'));
    const [captured] = (await ask('CH', 'GET', path(order.number, '/captures'))).body['captures'] as { installments: Json[] }[];
    expect(captured?.installments.map(({ amount }) => amount)).toEqual([266.67, 266.67, 266.66]);
    const limited = await place('CH', 600, 1, { firstName: '700' });
    expect((await update(limited, 700.01)).body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.903' }] });
    expect((await update(limited, 700)).body).toMatchObject({ outcome: 'Accepted' });
  });

  it('is the amount below which the law does not reach, and not a cent more', async () => {
    const order = await place('CH', 400, 2);
    expect((await update(order, 499.99)).body).toMatchObject({ outcome: 'Accepted' });
    expect((await update(order, 500)).body).toMatchObject(needed('500.00'));
    // What was agreed to so far can be had again.
    expect((await update(order, 100)).body).toMatchObject({ outcome: 'Accepted' });
    expect((await update(order, 499.99)).body).toMatchObject({ outcome: 'Accepted' });
  });

  it('is that of a company', async () => {
    const company = { customerCategory: 'Company', companyName: 'Kim AS', identificationNumber: '974760673' };
    const order = await place('NO', 750, 3, company);
    expect((await update(order, 900)).body).toMatchObject({ outcome: 'Accepted' });
  });
});

it('an order that is updated and captured at once is captured at the one total or at the other', async () => {
  for (let round = 0; round < 4; round += 1) {
    const order = await place('NO', 750, 3);
    const { contractId } = (await agree('NO', (await update(order, 900)).body['checkoutId'], 3)).body;
    const [updated, captured, twice] = await Promise.all([
      update(order, 900, { contractId }),
      ask('NO', 'POST', path(order.number, '/captures')),
      update(order, 900, { contractId }),
    ]);
    expect(captured.status).toBe(200);
    const { capturedAmount } = captured.body;
    const taken = [updated, twice].some(({ body }) => body['outcome'] === 'Accepted');
    expect([taken, capturedAmount]).toEqual([taken, taken ? 900 : 750]);
    const [row] = await app.query('select order_id as "orderId" from contracts where id = $1', contractId);
    expect(row?.['orderId'] !== null).toBe(taken);
  }
});

it('an erasure leaves nothing of a person in the checkout that is waiting for the contract', async () => {
  const order = await place('NO', 750, 3);
  const asked = await update(order, 900);
  expect((await agree('NO', asked.body['checkoutId'], 3)).status).toBe(200);
  expect((await ask('NO', 'POST', path(order.number, '/voids'))).status).toBe(200);
  const { email } = order.customer;
  const holding = async () => columnsWith(await wholeDatabase(app.query), [email]);
  expect(await holding()).toEqual(expect.arrayContaining(['checkouts.customer', 'order_contents.customer']));
  const [shop] = await app.query(`select id from merchants where country = 'NO'`);
  const body = { orderNumber: order.number, documents: 'Erase', reason: 'asked for' };
  const erased = await app.ask('POST', `/admin/v1/merchants/${String(shop?.['id'])}/persons/erase`, body, {
    key: 'sandbox-operator',
  });
  expect([erased.status, erased.body]).toMatchObject([200, { kept: [] }]);
  expect(await holding()).toEqual([]);
});
