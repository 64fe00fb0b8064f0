// What a decision is made on: earlier orders, how fast they come, how the order looks; and that nothing of a person is kept
// with it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizeBody, item, type Json, keyOf, path, startApp, summary, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { todayIn } from '../support/days.ts';
import { shopPath } from '../support/merchant.ts';
import { buyer } from '../support/people.ts';
import { changePolicy } from '../support/policy.ts';

let app: TestApp;
let shop = '';
const operator = { key: 'sandbox-operator' };

beforeAll(async () => {
  app = await startApp();
  shop = await shopPath(app.query);
});
afterAll(async () => {
  await expectBooksAgree(app.query);
  await app.stop();
});

const order = async (cents: number, customer: object = {}, more: Json = {}) => {
  const body = authorizeBody('DE', { items: [item('DE', 'X', cents)], customer });
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, ...more });
  return { number: body.order.number, body: answer.body };
};
const lastFacts = async (number: string): Promise<Json> => {
  const [row] = await app.query(
    `select d.facts, d.application from credit_decisions d join orders o on o.id = d.order_id where o.number = $1 order by d.decided_at desc, d.id desc`,
    number,
  );
  return row as Json;
};

it('earlier orders are a person’s history: how many, how much is usual, how fast', async () => {
  const customer = { customerNumber: 'history' };
  await order(10_000, customer);
  await order(20_000, customer);
  const third = await order(5000, customer);
  const { facts } = await lastFacts(third.number);
  expect(facts).toMatchObject({
    exposureMinor: '30000',
    history: { ordersCount: 2, daysKnown: 0, usualMinor: '15000', largestMinor: '20000' },
    paces: { person: { hour: 2, day: 2, week: 2 } },
  });
});

it('a capture paid in time is remembered, and the debt is given back', async () => {
  const customer = { customerNumber: 'payer' };
  const first = await order(30_000, customer);
  const captured = await app.ask('POST', path(first.number, '/captures'));
  const owing = (await lastFacts((await order(1000, customer)).number))['facts'];
  expect(owing).toMatchObject({ exposureMinor: '30000', history: { paidOnTimeCount: 0 } });
  const payment = {
    captureNumber: captured.body['captureNumber'],
    amount: 300,
    valueDate: todayIn('DE'),
    transactionId: 'bank-1',
  };
  expect((await app.ask('POST', `${shop}/payments`, payment, operator)).status).toBe(200);
  const paid = (await lastFacts((await order(1000, customer)).number))['facts'];
  expect(paid).toMatchObject({ exposureMinor: '1000', history: { ordersCount: 2, paidOnTimeCount: 1, paidLateCount: 0 } });
});

it('how the order looks is read from what shops send', async () => {
  const gift = { ...item('DE', 'GIFT', 6000), type: 'GiftCard' };
  const lamp = item('DE', 'LAMP', 4000, 1, { type: 'PhysicalArticle' });
  const body = authorizeBody('DE', { items: [gift, lamp], customer: { email: 'qq17@trash-mail.com' } });
  await app.ask('POST', '/api/v3/checkout/authorize', {
    ...body,
    order: { ...body.order, risk: { deliveryType: 'Express' } },
    deliveryCustomer: {
      firstName: 'Kim',
      lastName: 'Test',
      address: { street: 'Packstation 101', postalCode: '10827', postalPlace: 'Berlin' },
    },
  });
  const { application } = await lastFacts(body.order.number);
  expect(application).toMatchObject({
    paymentType: 'Invoice',
    traits: {
      giftCardPercent: 60,
      digitalPercent: 0,
      express: true,
      delivery: 'parcelStation',
      email: 'disposable',
      emailUnlikeName: true,
    },
  });
});

it('a share of the basket is reckoned to the cent: 19.99 of 79.96 is a quarter', async () => {
  const gift = item('DE', 'GIFT', 1999, 1, { type: 'GiftCard' });
  const lamp = item('DE', 'LAMP', 5997, 1, { type: 'PhysicalArticle' });
  const body = authorizeBody('DE', { items: [gift, lamp] });
  await app.ask('POST', '/api/v3/checkout/authorize', body);
  const { application } = await lastFacts(body.order.number);
  expect(application).toMatchObject({ traits: { giftCardPercent: 25, digitalPercent: 0 } });
});

it('a higher total is scored by the goods of the update, and by what was seen of the person and the delivery', async () => {
  const { number } = await order(4000, { email: 'qq17@trash-mail.com' }, {});
  const update = async (type: string, cents: number) => {
    const gift = item('DE', 'GIFT', cents, 1, { type });
    const updateOrderSummary = summary([item('DE', 'X', 4000), gift]);
    await app.ask('POST', path(number, '/updateOrder'), { updateOrderSummary });
    return ((await lastFacts(number))['application'] as Json)['traits'];
  };
  const seen = { email: 'disposable', emailUnlikeName: true, delivery: 'same' };
  expect(await update('GiftCard', 12_000)).toMatchObject({ ...seen, giftCardPercent: 75, digitalPercent: 0 });
  expect(await update('DigitalArticle', 16_000)).toMatchObject({ ...seen, giftCardPercent: 0, digitalPercent: 80 });
});

it('nothing is kept with a decision or a counter that names a person', async () => {
  const customer = { firstName: 'Zacharias', lastName: 'Quandt', email: 'zq@quandt.example', mobilePhone: '+4915199887766' };
  const { number } = await order(9000, { ...customer, riskData: { ipAddress: '192.0.2.44' } });
  const [kept] = await app.query(
    `select to_json(d)::text as text from credit_decisions d join orders o on o.id = d.order_id where o.number = $1`,
    number,
  );
  const counted = await app.query('select subject from velocities');
  const all = String(kept?.['text']) + JSON.stringify(counted);
  expect(all).not.toMatch(/Zacharias|Quandt|quandt|99887766|192\.0\.2|Hauptstra|10827|1984-12/);
  expect(counted.every(({ subject }) => /^[\w-]{43}$/.test(String(subject)))).toBe(true);
});

it('the age is known of a customer who once said it, by birth date or national number, and now sends a customer number alone', async () => {
  const ageOf = async (country: 'DE' | 'SE', customer: object): Promise<unknown> => {
    const body = authorizeBody(country, { items: [item(country, 'X', 1000)], customer });
    const { body: answer } = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: keyOf(country) });
    const { application } = await lastFacts(body.order.number);
    return [answer['outcome'], (application as Json)['ageYears']];
  };
  const ageless = { birthDate: undefined, identificationNumber: undefined };
  for (const [country, said] of [
    ['DE', {}],
    ['SE', {}],
    ['DE', { birthDate: undefined, identificationNumber: '19800101-1009', address: buyer('SE').address }],
  ] as const) {
    const known = { customerNumber: `aged ${JSON.stringify([country, said])}`.slice(0, 90) };
    const [outcome, age] = (await ageOf(country, { ...known, ...said })) as [string, number];
    expect([outcome, age > 40]).toEqual(['Accepted', true]);
    const address = buyer('DE').address;
    expect(await ageOf(country, { ...known, ...ageless, ...(country === 'DE' && { address }) })).toEqual(['Accepted', age]);
  }
  expect(await ageOf('DE', { customerNumber: 'never seen', ...ageless })).toEqual(['Accepted', null]);
});

it('is counted under one mark, however an e-mail, a telephone or an address of the internet is written', async () => {
  const pacesOf = async (customers: readonly object[]): Promise<unknown> => {
    let last: Json = {};
    for (const customer of customers) last = await lastFacts((await order(1000, customer)).number);
    return (last['facts'] as Json)['paces'];
  };
  const once = (mark: string, count: number) => ({ [mark]: { hour: count, day: count, week: count } });
  const emails = ['kim.mark@example.com', 'kim.mark+1@example.com', 'Kim.Mark+a+b@Example.com'];
  expect(await pacesOf(emails.map((email) => ({ email })))).toMatchObject(once('email', 2));
  const phones = ['+4915123456789', '0151 23456789', '+49 (0)151 234567-89', '0049 151 23456789'];
  expect(await pacesOf(phones.map((mobilePhone) => ({ mobilePhone })))).toMatchObject(once('phone', 3));
  const addresses = [
    ['192.0.2.61', '::ffff:192.0.2.61', '::FFFF:c000:23d', '0:0:0:0:0:ffff:192.0.2.61'],
    ['2001:db8:7:1::1', '2001:0DB8:0007:0001:0:0:0:2', '2001:db8:7:1:ffff:ffff:ffff:ffff'],
  ];
  for (const written of addresses)
    expect(await pacesOf(written.map((ipAddress) => ({ riskData: { ipAddress } })))).toMatchObject(
      once('ip', written.length - 1),
    );
  // A number without a code is one of the country of the address.
  const vienna = { street: 'Mariahilfer Straße', streetNumber: '7', postalCode: '1060', postalPlace: 'Wien', countryCode: 'AT' };
  const austrian = ['0664 1234567', '+43664 1234567'].map((phone) => ({ phone, address: vienna }));
  expect(await pacesOf(austrian)).toMatchObject(once('phone', 1));
  // A neighbour's network is another, and so is the same number of another country.
  const neighbour = { mobilePhone: '0664 1234567', riskData: { ipAddress: '2001:db8:7:2::1' } };
  expect(await pacesOf([neighbour])).toMatchObject({ ...once('phone', 0), ...once('ip', 0) });
  expect(await pacesOf(['', ''].map(() => ({ riskData: { ipAddress: 'not known' } })))).toMatchObject(once('ip', 1));
});

it('payment-methods looks at the pace and does not count as an order', async () => {
  const body = authorizeBody('DE', { customer: { customerNumber: 'asks', riskData: { ipAddress: '192.0.2.45' } } });
  const before = await app.query('select sum(count)::int as count from velocities');
  const { number: _number, ...basket } = body.order;
  const answer = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer: body.customer, order: basket });
  expect(answer.body['outcome']).toBe('Accepted');
  expect(await app.query('select sum(count)::int as count from velocities')).toEqual(before);
});

it('a higher total is scored with what is owed now; rejected, the order stays as it was and can be captured whole', async () => {
  const { number } = await order(20_000);
  const back = await changePolicy(app, shop, { cutOffs: { any: { rejectDefaultPercent: 0 } } });
  const items = [item('DE', 'X', 30_000)];
  const update = (updateOrderSummary: object) => app.ask('POST', path(number, '/updateOrder'), { updateOrderSummary });
  const higher = await update(summary(items));
  expect(higher.body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.901' }] });
  const [row] = await app.query(
    `select o.authorized_minor, o.approved_minor, e.held_minor from orders o join exposures e on e.customer_key = o.customer_key where o.number = $1`,
    number,
  );
  expect(row).toEqual({ authorized_minor: '20000', approved_minor: '20000', held_minor: '20000' });
  // Lower, and up again to what was approved: nothing is scored, only the hold moves.
  const lower = await update(summary([item('DE', 'X', 5000)]));
  expect(lower.body['outcome']).toBe('Accepted');
  expect(
    await app.query(
      `select e.held_minor from orders o join exposures e on e.customer_key = o.customer_key where o.number = $1`,
      number,
    ),
  ).toEqual([{ held_minor: '5000' }]);
  expect((await update(summary([item('DE', 'X', 20_000)]))).body['outcome']).toBe('Accepted');
  await back();
  const explained = await app.ask('GET', `${shop}/orders/${number}/decisions`, undefined, operator);
  expect((explained.body['decisions'] as Json[]).map(({ outcome, again, amount }) => [outcome, again, amount])).toEqual([
    ['Accepted', 'same', 200],
    ['Rejected', 'same', 100],
  ]);
  expect((await app.ask('POST', path(number, '/captures'))).body['capturedAmount']).toBe(200);
});

it('an amount at the bound of a class is explained by the class that it is in, and what was kept is run again to the same', async () => {
  const customer = { customerNumber: 'at-the-bound' };
  for (const [cents, ...classes] of [
    [24_999],
    [1, 'under a quarter of the limit'],
    [25_000, 'a quarter to under half of the limit'],
    [10_000, 'half of the limit and more', '10 to under 33 %'],
    [33_000, 'half of the limit and more', '33 to under 67 %'],
  ] as const) {
    const { number } = await order(cents, customer);
    const explained = await app.ask('GET', `${shop}/orders/${number}/decisions`, undefined, operator);
    const [decision] = explained.body['decisions'] as { again: string; result: { weights: { fact: string; value: string }[] } }[];
    const shown = decision?.result.weights.map(({ fact, value }) => `${fact}: ${value}`);
    const [exposure, basket] = classes;
    if (exposure) expect(shown).toContain(`open exposure: ${exposure}`);
    if (basket) expect(shown).toContain(`basket against the limit: ${basket}`);
    expect(decision?.again).toBe('same');
  }
});

it('an update that is rejected is run again to the same: one that would be reviewed, and one by the limit alone in a burst', async () => {
  const { number } = await order(20_000, { customerNumber: 'updates' });
  const update = async (cents: number) => {
    const answer = await app.ask('POST', path(number, '/updateOrder'), { updateOrderSummary: summary([item('DE', 'X', cents)]) });
    return [answer.body['outcome'], (answer.body['riskCheckMessages'] as Json[] | undefined)?.[0]?.['code']];
  };
  const reviewing = await changePolicy(app, shop, { cutOffs: { any: { reviewDefaultPercent: 0 } } });
  expect(await update(30_000)).toEqual(['Rejected', '200.901']);
  // Under the policy that it was decided by nothing moves.
  const { policy } = (await app.ask('GET', `${shop}/policies/active`, undefined, operator)).body as { policy: Json };
  const sent = { policy, since: '2020-01-01T00:00:00Z' };
  const replayed = (await app.ask('POST', `${shop}/policies/replay`, sent, operator)).body['moves'] as Json[];
  expect(replayed.map(({ from, to }) => `${String(from)} ${String(to)}`)).not.toContain('Pending Rejected');
  await reviewing();
  expect(await update(10_000)).toEqual(['Accepted', undefined]);
  await order(85_000, { customerNumber: 'updates' });
  const slow = { person: { hour: 1, day: null, week: null } };
  const back = await changePolicy(app, shop, { velocity: slow });
  // Within what was approved the pace is not looked at, and the limit of what is owed is passed.
  expect(await update(20_000)).toEqual(['Rejected', '200.903']);
  await back();
  const explained = await app.ask('GET', `${shop}/orders/${number}/decisions`, undefined, operator);
  const decisions = explained.body['decisions'] as Json[];
  expect(decisions.map(({ again, codes, result }) => [again, codes, (result as Json)['rule']])).toMatchObject([
    ['same', [], { name: 'none' }],
    ['same', ['200.901'], { name: 'cut-off.default' }],
    ['same', ['200.903'], { name: 'limit of the person' }],
  ]);
});

it('a score in between is reviewed by a person, where the policy says so', async () => {
  const back = await changePolicy(app, shop, { cutOffs: { any: { reviewDefaultPercent: 0 } } });
  const { number, body } = await order(5000);
  expect(body).toMatchObject({ outcome: 'Pending', riskCheckMessages: [{ code: '200.900' }] });
  const waiting = await app.ask('GET', `${shop}/reviews`, undefined, operator);
  expect((waiting.body['reviews'] as Json[]).map(({ orderNumber }) => orderNumber)).toContain(number);
  await back();
});

it('a bureau that asks for the identity does not spare the review: no code of the consumer approves what a person has to look at', async () => {
  const asked = { firstName: 'StrongCustomerAuthentication' };
  const back = await changePolicy(app, shop, { cutOffs: { any: { reviewFraudPercent: 0 } } });
  const { number, body } = await order(5000, asked);
  expect(body).toMatchObject({ outcome: 'Pending', riskCheckMessages: [{ code: '200.900' }] });
  expect(body).not.toHaveProperty('secureLoginUrl');
  const waiting = await app.ask('GET', `${shop}/reviews`, undefined, operator);
  const shown = (waiting.body['reviews'] as Json[]).find(({ orderNumber }) => orderNumber === number);
  expect(shown).toMatchObject({ waitsFor: 'review', facts: { bureau: 'authenticate' } });
  await back();
  const { body: unremarkable } = await order(5000, asked);
  expect(unremarkable).toMatchObject({ outcome: 'Pending', riskCheckMessages: [{ code: '200.019' }] });
});

it('an order that a person declined does not make its buyer known: tried again it is as remarkable as before, and waits again', async () => {
  const review = (reviewFraudPercent: number) => changePolicy(app, shop, { cutOffs: { any: { reviewFraudPercent } } });
  const tried = async () => {
    const { number, body } = await order(60_000, { customerNumber: 'declined', email: 'qq18@trash-mail.com' });
    expect(body).toMatchObject({ outcome: 'Pending' });
    const decline = { decision: 'decline', reason: 'not the person' };
    expect((await app.ask('POST', `${shop}/reviews/${number}`, decline, operator)).body).toMatchObject({ outcome: 'Rejected' });
    const [decision] = await app.query(
      `select d.facts, d.result from credit_decisions d join orders o on o.id = d.order_id where o.number = $1`,
      number,
    );
    return decision as { readonly facts: Json; readonly result: { readonly fraudPpm: number } };
  };
  const back = await review(0);
  const first = await tried();
  // A little less than it was: as a stranger's it is reviewed.
  await review((first.result.fraudPpm - 1) / 10_000);
  const again = await tried();
  expect(again.facts['history']).toEqual(first.facts['history']);
  expect(again.facts).toMatchObject({ exposureMinor: '0', history: { ordersCount: 0 } });
  await back();
});

it('two customers who are found to be one have the pace of both, and what a person found wrong of one is not held against them', async () => {
  for (const who of ['merged', 'merged', 'kept']) await order(1000, { customerNumber: who });
  await app.query(`update customers set cleared_until = now() + interval '3 days' where number = 'merged'`);
  const merged = await app.ask('POST', `${shop}/customers/merged/merge`, { into: 'kept', reason: 'one person' }, operator);
  expect(merged.status, merged.text).toBe(200);
  for (const [index, who] of ['kept', 'merged'].entries()) {
    const { facts } = await lastFacts((await order(1000, { customerNumber: who })).number);
    expect(facts).toMatchObject({ cleared: true, paces: { person: { hour: 3 + index, day: 3 + index, week: 3 + index } } });
  }
});
