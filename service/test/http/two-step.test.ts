// Two-step checkout (C41): what payment methods was told need not be said again, what is said again wins, and a checkout is
// good for one order, for a day, and for the shop it belongs to.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { texts } from '../../src/core/texts/texts.ts';
import {
  type Answer,
  type AuthorizeBody,
  advance,
  authorizeBody,
  type Json,
  keyOf,
  path,
  startApp,
  type TestApp,
} from '../support/app.ts';
import { buyer } from '../support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const authorize = (body: object, more = {}) => app.ask('POST', '/api/v3/checkout/authorize', body, more);
const methods = (body: object, more = {}) => app.ask('POST', '/api/v3/checkout/payment-methods', body, more);
const payment = { type: 'Invoice' };

/** The first step of an order; what was answered, with the id for the second. */
async function begin({ customer, order }: Pick<AuthorizeBody, 'customer' | 'order'>, over: Json = {}) {
  const answer = await methods({ customer, order, ...over });
  expect(answer.status, answer.text).toBe(200);
  return { ...answer.body, checkoutId: String(answer.body['checkoutId']) } as Json & { checkoutId: string; customer: Json };
}

describe('the second step', () => {
  test('needs nothing but the checkout and how to pay', async () => {
    const body = authorizeBody('DE');
    const { checkoutId, customer } = await begin(body, { yourReference: 'first', conversationLanguage: 'FR' });
    const answer = await authorize({ checkoutId, payment });
    expect(answer.body).toMatchObject({
      outcome: 'Accepted',
      checkoutId,
      customer: { customerNumber: customer['customerNumber'], addressList: [body.customer.address] },
    });
    const read = await app.ask('GET', path(body.order.number));
    expect(read.body['orderDetails']).toMatchObject({
      totalGrossAmount: body.order.totalGrossAmount,
      yourReference: 'first',
      customer: { lastName: body.customer.lastName, email: body.customer.email },
      orderItems: body.order.items.map(({ productId }) => ({ productId })),
    });
  });

  test('gets what it leaves out member by member: a customer of nothing but risk data is the one of the checkout', async () => {
    const body = authorizeBody('DE', { customer: { riskData: { existingCustomer: true, numberOfTransactions: 3 } } });
    const { checkoutId } = await begin(body);
    await authorize({ checkoutId, payment, customer: { riskData: { ipAddress: '192.0.2.7', numberOfTransactions: 4 } } });
    const read = await app.ask('GET', path(body.order.number));
    expect(read.body['orderDetails']).toMatchObject({
      customer: {
        lastName: body.customer.lastName,
        riskData: { existingCustomer: true, ipAddress: '192.0.2.7', numberOfTransactions: 4 },
      },
    });
  });

  test('wins over the first, and never mixes two addresses', async () => {
    const body = authorizeBody('DE');
    const { checkoutId } = await begin(body);
    const address = { street: 'Ringweg 5', postalCode: '10827', postalPlace: 'Berlin' };
    const answer = await authorize({
      checkoutId,
      payment,
      customer: { firstName: 'Maja', address },
      order: { number: 'second-wins', yourReference: 'x' },
    });
    expect(answer.body['customer']).toMatchObject({ firstName: 'Maja', lastName: body.customer.lastName });
    expect((answer.body['customer'] as { addressList: Json[] }).addressList).toEqual([{ ...address, countryCode: 'DE' }]);
    expect((await app.ask('GET', path('second-wins'))).status).toBe(200);
  });

  test('keeps a national number sealed on the way', async () => {
    const body = authorizeBody('SE');
    const number = String(body.customer['identificationNumber']);
    const first = await methods({ customer: body.customer, order: body.order }, { key: keyOf('SE') });
    const [row] = await app.query('select k::text as stored from checkouts k where id = $1', first.body['checkoutId']);
    expect(row?.['stored']).not.toContain(number);
    const { checkoutId } = first.body;
    const answer = await authorize({ checkoutId, payment }, { key: keyOf('SE') });
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
    const read = await app.ask('GET', path(body.order.number), undefined, { key: keyOf('SE') });
    expect(read.body['orderDetails']).toMatchObject({ customer: { identificationNumber: number } });
  });

  test('says what is still missing, as if it had been one step', async () => {
    const value = await methods({ order: { totalGrossAmount: '185' } });
    const { checkoutId } = value.body;
    const nothing = await authorize({ checkoutId, payment });
    expect(nothing.status).toBe(400);
    expect(nothing.messages.map(({ code, fieldReference }) => [code, fieldReference])).toEqual([
      ['400.002', 'customer'],
      ['400.002', 'order.number'],
      ['400.002', 'order.totalNetAmount'],
      ['400.002', 'order.items'],
    ]);
    const alone = await authorize({ payment });
    expect(alone.messages.map(({ fieldReference }) => fieldReference)).toEqual(['customer', 'order']);
  });

  test('is decided like one step: personas and limits are the same', async () => {
    const rejected = authorizeBody('DE', { customer: { firstName: '80' } });
    const { checkoutId } = await begin(
      { ...rejected, order: { ...rejected.order, number: 'limit-80' } },
      { customer: undefined },
    );
    const answer = await authorize({ checkoutId, payment, customer: rejected.customer });
    expect(answer.body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.903' }] });
    // A rejected order leaves its checkout: the buyer can be somebody else, or mend what was wrong.
    const again = await authorize({ checkoutId, payment, customer: buyer('DE') });
    expect(again.body['outcome'], again.text).toBe('Accepted');
  });
});

describe('another buyer in the second step', () => {
  const address = { street: 'Drottninggatan 9', postalCode: '11151', postalPlace: 'Stockholm' };
  const bo = { customerCategory: 'Person', firstName: 'Bo', lastName: 'Berg', email: 'bo.berg@example.com', address };

  test('gets neither number nor standing of the first one', async () => {
    const key = { key: keyOf('SE') };
    const body = authorizeBody('SE');
    const { checkoutId } = (await methods({ customer: body.customer, order: body.order }, key)).body;
    const answer = await authorize({ checkoutId, payment, customer: bo }, key);
    expect(answer.body, answer.text).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ actionCode: 'RequiresSsn' }] });
    // Under another spelling of the name, or by its own number, it is the same buyer or a new one.
    const { customer } = body;
    const same = { ...bo, firstName: 'KIM', lastName: customer.lastName.toUpperCase() };
    expect((await authorize({ checkoutId, payment, customer: same }, key)).body['outcome']).toBe('Accepted');
    const read = await app.ask('GET', path(body.order.number), undefined, key);
    expect(read.body['orderDetails']).toMatchObject({ customer: { identificationNumber: customer['identificationNumber'] } });
  });

  test('gets no contract that the first one agreed to', async () => {
    const key = { key: keyOf('SE') };
    const body = authorizeBody('SE');
    const { checkoutId } = (await methods({ customer: body.customer, order: body.order }, key)).body;
    const made = await app.ask('POST', `/api/v3/checkout/${String(checkoutId)}/contract`, { paymentInfo: payment }, key);
    const placed = { checkoutId, payment: { ...payment, contractId: made.body['contractId'] } };
    expect((await authorize({ ...placed, customer: bo }, key)).messages).toMatchObject([
      { code: '400.109', fieldReference: 'payment.contractId' },
    ]);
    expect((await authorize(placed, key)).body['outcome']).toBe('Accepted');
  });

  test('is not judged by the birth date of the first one, nor introduced by what the shop knows of them', async () => {
    const body = authorizeBody('DE', { customer: { salutation: 'Mr', riskData: { existingCustomer: true } } });
    const { checkoutId } = await begin(body);
    const { birthDate: _day, ...other } = buyer('DE', { firstName: 'Bo' });
    expect((await authorize({ checkoutId, payment, customer: other })).body['outcome']).toBe('Accepted');
    const [row] = await app.query(
      'select c.customer from order_contents c join orders o on o.merchant_id = c.merchant_id and o.id = c.order_id where o.number = $1',
      body.order.number,
    );
    expect(Object.keys(row?.['customer'] as Json).sort()).toEqual([...Object.keys(other), 'customerNumber'].sort());
  });

  test('may be a company, or the other way round, without number and names of the person', async () => {
    const key = { key: keyOf('NO') };
    const body = authorizeBody('NO');
    const { checkoutId } = (await methods({ customer: body.customer, order: body.order }, key)).body;
    const company = { customerCategory: 'Company', companyName: 'Fjord AS' };
    const answer = await authorize({ checkoutId, payment, customer: company }, key);
    expect(answer.body).toMatchObject({ outcome: 'Rejected', customer: { firstName: '', lastName: 'Fjord AS' } });
  });

  test('is not another contact of the same company', async () => {
    const key = { key: keyOf('NO') };
    const company = { ...buyer('NO'), customerCategory: 'Company', companyName: 'Fjord AS', identificationNumber: '923609016' };
    const body = authorizeBody('NO', { customer: company });
    const { checkoutId } = (await methods({ customer: body.customer, order: body.order }, key)).body;
    const answer = await authorize({ checkoutId, payment, customer: { firstName: 'Bo', lastName: 'Berg' } }, key);
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
    const read = await app.ask('GET', path(body.order.number), undefined, key);
    expect(read.body['orderDetails']).toMatchObject({ customer: { companyName: 'Fjord AS', identificationNumber: '923609016' } });
  });
});

describe('a receiver of the first step', () => {
  const oma = {
    firstName: 'Oma',
    lastName: 'Alt',
    address: { street: 'Jungfernstieg 7', postalCode: '20354', postalPlace: 'Hamburg' },
  };
  const receiverOf = async (second: (body: AuthorizeBody) => Json) => {
    const body = authorizeBody('DE');
    const { checkoutId } = await begin(body, { deliveryCustomer: oma });
    const answer = await authorize({ checkoutId, payment, ...second(body) });
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
    const [row] = await app.query(
      'select c.delivery_customer as stored from order_contents c join orders o on o.merchant_id = c.merchant_id and o.id = c.order_id where o.number = $1',
      body.order.number,
    );
    return row?.['stored'] as Json | null;
  };

  test('is the one of the order where the second step says nothing of one', async () => {
    expect(await receiverOf(() => ({}))).toMatchObject(oma);
    expect(await receiverOf(() => ({ customer: { riskData: { ipAddress: '192.0.2.7' } } }))).toMatchObject(oma);
  });

  test('is taken back by an empty one, and by a whole customer without one', async () => {
    expect(await receiverOf(() => ({ deliveryCustomer: null }))).toBeNull();
    expect(await receiverOf(() => ({ deliveryCustomer: {} }))).toBeNull();
    expect(await receiverOf(({ customer }) => ({ customer }))).toBeNull();
    expect(await receiverOf(({ customer, order }) => ({ customer, order, DeliveryCustomer: null }))).toBeNull();
  });

  test('never lends name or address to another one', async () => {
    const named = { firstName: 'Kim', lastName: 'Test' };
    expect(await receiverOf(() => ({ deliveryCustomer: named }))).toEqual(named);
    const address = { street: 'Ringweg 5', postalCode: '10827', postalPlace: 'Berlin' };
    expect(await receiverOf(() => ({ deliveryCustomer: { address } }))).toEqual({ address });
  });
});

describe('a checkout', () => {
  test('whose id is none is what is wrong: that all it would have said is missing comes after it', async () => {
    const answer = await authorize({ checkoutId: 'cart-17', payment });
    expect(answer.status).toBe(400);
    expect(answer.messages.map(({ code, fieldReference }) => `${String(code)} ${String(fieldReference)}`)).toEqual([
      '400.004 checkoutId',
      '400.002 customer',
      '400.002 order',
    ]);
  });

  test('places one order, and no second one with another number', async () => {
    const body = authorizeBody('DE');
    const { checkoutId } = await begin(body);
    const both = await Promise.all([
      authorize({ checkoutId, payment, order: { number: `${body.order.number}-a` } }),
      authorize({ checkoutId, payment, order: { number: `${body.order.number}-b` } }),
    ]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const late = both.find(({ status }) => status === 409);
    expect(late?.messages).toMatchObject([{ code: '400.261', fieldReference: 'checkoutId' }]);
  });

  test('sent again with its order says that the number is used; with an idempotency key it is the first answer', async () => {
    const body = authorizeBody('DE');
    const { checkoutId } = await begin(body);
    const headers = { 'idempotency-key': `two-step-${checkoutId}` };
    const first = await authorize({ checkoutId, payment }, { headers });
    await app.query('delete from checkouts where id = $1', checkoutId);
    const again = await authorize({ checkoutId, payment }, { headers });
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    const other = authorizeBody('DE');
    const second = await begin(other);
    await authorize({ checkoutId: second.checkoutId, payment });
    expect((await authorize({ checkoutId: second.checkoutId, payment })).messages).toMatchObject([{ code: '400.100' }]);
  });

  test('contradicted by another customer number is refused, by the same one not', async () => {
    const body = authorizeBody('DE', { customer: { customerNumber: 'C-1' } });
    const { checkoutId, customer } = await begin(body);
    expect(customer['customerNumber']).toBe('C-1');
    const other = await authorize({ checkoutId, payment, customer: { customerNumber: 'C-2' } });
    expect(other.status).toBe(400);
    expect(other.messages).toMatchObject([{ code: '400.103', fieldReference: 'customer.customerNumber' }]);
    const same = await authorize({ checkoutId, payment, customer: { customerNumber: 'C-1' } });
    expect(same.body).toMatchObject({ outcome: 'Accepted', customer: { customerNumber: 'C-1' } });
  });

  test('is not contradicted by the shop’s first number of a buyer whom we gave one as a guest', async () => {
    const body = authorizeBody('DE');
    const { checkoutId, customer } = await begin(body);
    expect(customer['customerNumber']).not.toBe('SHOP-55');
    const answer = await authorize({ checkoutId, payment, customer: { customerNumber: 'SHOP-55' } });
    expect(answer.body).toMatchObject({ outcome: 'Accepted', customer: { customerNumber: 'SHOP-55' } });
  });

  test('never lends its buyer’s standing to somebody else: who is named in the second step is who is decided on', async () => {
    const body = authorizeBody('DE');
    const { checkoutId, customer } = await begin(body);
    const answer = await authorize({ checkoutId, payment, customer: buyer('DE') });
    expect(answer.body['outcome']).toBe('Accepted');
    expect((answer.body['customer'] as Json)['customerNumber']).not.toBe(customer['customerNumber']);
  });

  test('of nobody, of another shop or of yesterday does not exist', async () => {
    const body = authorizeBody('AT');
    const none = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, checkoutId: randomUUID() }, { key: keyOf('AT') });
    const { checkoutId } = await begin(authorizeBody('DE'));
    const foreign = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, checkoutId }, { key: keyOf('AT') });
    const first = await methods({ order: body.order }, { key: keyOf('AT') });
    await advance(app, 'AT', { advanceSeconds: 86_400 });
    const old = await authorize({ ...body, checkoutId: first.body['checkoutId'] }, { key: keyOf('AT') });
    for (const { status, messages } of [none, foreign, old]) {
      expect(status).toBe(404);
      expect(messages).toMatchObject([{ code: '400.260', fieldReference: 'checkoutId' }]);
    }
    expect(new Set([none, foreign, old].map(({ text }) => text)).size).toBe(1);
  });

  test('with an id of zeros is not meant at all: a plug-in without an optional id sends it', async () => {
    const answer = await authorize({ ...authorizeBody('DE'), checkoutId: '00000000-0000-0000-0000-000000000000' });
    expect(answer.body['outcome']).toBe('Accepted');
    expect(answer.body['checkoutId']).not.toMatch(/^0{8}-/);
  });

  test('is deleted two days after, and what was decided half a year after', async () => {
    const { checkoutId } = await begin(authorizeBody('DE'));
    const counts = async () => [
      (await app.query('select 1 from checkouts where id = $1', checkoutId)).length,
      (await app.query('select 1 from checkout_decisions where checkout_id = $1', checkoutId)).length,
    ];
    await app.deps.jobs.runNow('purge-checkouts');
    expect(await counts()).toEqual([1, 1]);
    await app.query(`update checkouts set inserted_at = now() - interval '49 hours' where id = $1`, checkoutId);
    await app.deps.jobs.runNow('purge-checkouts');
    expect(await counts()).toEqual([0, 1]);
    await app.query(`update checkout_decisions set inserted_at = now() - interval '181 days' where checkout_id = $1`, checkoutId);
    await app.deps.jobs.runNow('purge-checkouts');
    expect(await counts()).toEqual([0, 0]);
  });
});

describe('a refusal of the second step', () => {
  const contract = (checkoutId: string, paymentInfo: Json, over: Json = {}) =>
    app.ask('POST', `/api/v3/checkout/${checkoutId}/contract`, { paymentInfo, ...over });
  const facing = async (asked: Promise<Answer>) => {
    const [message] = (await asked).messages;
    return [message?.['code'], message?.['customerFacingMessage']];
  };

  test.each([
    ['by itself', {}, 'FR', {}],
    ['by its customer', {}, 'FR', { conversationLanguage: 'FR' }],
    ['while the second step asks for another', { conversationLanguage: 'NL' }, 'NL', {}],
  ] as const)('is in the language that the checkout named %s', async (_how, own, language, ofCustomer) => {
    const over = Object.keys(ofCustomer).length === 0 ? { conversationLanguage: 'FR' } : {};
    const { checkoutId } = await begin(authorizeBody('DE', { customer: ofCustomer }), over);
    const words = texts[language].refusals;
    const wrong = { type: 'Invoice', directDebit: { bankAccount: 'DE00370400440532013000' } };
    expect([await facing(contract(checkoutId, wrong, own)), await facing(contract(checkoutId, { type: 'PayinX' }, own))]).toEqual(
      [
        ['400.004', expect.stringContaining(words.checkEntry)],
        ['400.108', words.otherMethod],
      ],
    );
    const refused = { checkoutId, payment: { type: 'PayinX' }, ...own };
    expect(await facing(authorize(refused))).toEqual(['400.108', words.otherMethod]);
    const customer = { email: 'no e-mail' };
    expect(await facing(authorize({ checkoutId, payment, customer, ...own }))).toEqual([
      '400.004',
      expect.stringContaining(words.checkEntry),
    ]);
  });
});
