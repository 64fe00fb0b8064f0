// The rules of an order beyond its amounts: who is granted credit and up to what (C44, C46), what an update may change
// (C26), what a return notification and shipping details do (C27, C28).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/core/dates.ts';
import { type Answer, authorizeBody, authorized, item, part, path, startApp, summary, type TestApp } from '../support/app.ts';
import { todayIn } from '../support/days.ts';
import { type Buyer, buyer } from '../support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const authorize = '/api/v3/checkout/authorize';
const order = (customer: Partial<Buyer>, cents: number) => authorizeBody('DE', { customer, items: [item('DE', 'A', cents)] });
const outcome = async (customer: Partial<Buyer>, cents = 10_000): Promise<unknown[]> => {
  const { body } = await app.ask('POST', authorize, order(customer, cents));
  return [
    body['outcome'],
    ...((body['riskCheckMessages'] ?? []) as { code: string; actionCode: string }[]).flatMap(({ code, actionCode }) => [
      code,
      actionCode,
    ]),
  ];
};
const accepted = ['Accepted'];
const tooMuch = ['Rejected', '200.903', 'OfferSecurePaymentMethods'];
const exposure = async (): Promise<string> =>
  JSON.stringify(await app.query('select * from exposures order by customer_key, currency'));

describe('personas of the sandbox', () => {
  test.each([
    ['Reject', ['Rejected', '200.901', 'OfferSecurePaymentMethods']],
    ['reject', ['Rejected', '200.901', 'OfferSecurePaymentMethods']],
    ['Underage', ['Rejected', '200.001', 'OfferSecurePaymentMethods']],
    ['ChargebackPresent', ['Rejected', '200.912', 'OfferSecurePaymentMethods']],
    ['StrongCustomerAuthentication', ['Pending', '200.019', 'AskConsumerToIdentify']],
    ['Review', ['Pending', '200.900', 'Unavailable']],
    ['99', tooMuch],
    ['100', accepted],
    ['Rejecta', accepted],
    ['Accept', accepted],
  ])('%s', async (firstName, expected) => {
    expect(await outcome({ firstName })).toEqual(expected);
  });

  test('every outcome but Accepted has something to tell the consumer, and an accepted one has nothing', async () => {
    for (const firstName of ['Reject', 'Underage', 'ChargebackPresent', 'StrongCustomerAuthentication', 'Review', '1']) {
      const { body } = await app.ask('POST', authorize, order({ firstName }, 10_000));
      expect(body['riskCheckMessages']).toEqual([
        expect.objectContaining({ customerFacingMessage: expect.stringMatching(/\S/), message: expect.stringMatching(/\S/) }),
      ]);
    }
    expect((await app.ask('POST', authorize, authorizeBody('DE'))).body).not.toHaveProperty('riskCheckMessages');
  });

  test('a rejection reserves nothing, a pending order does', async () => {
    const before = await exposure();
    const rejected = await app.ask('POST', authorize, order({ firstName: 'Reject' }, 10_000));
    expect(rejected.body).not.toHaveProperty('reservationId');
    expect(rejected.body).not.toHaveProperty('expirationDate');
    expect(await exposure()).toBe(before);
    const pending = await app.ask('POST', authorize, order({ firstName: 'Review' }, 10_000));
    expect(pending.body).toMatchObject({ reservationId: expect.any(String), expirationDate: expect.any(String) });
    expect(await exposure()).not.toBe(before);
  });

  test('age counts in whole years on the shop’s own day', async () => {
    const today = todayIn('DE');
    // On a leap day those born on the last of February have their birthday behind them.
    const birthday = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`.replace('02-29', '02-28');
    expect(await outcome({ birthDate: birthday })).toEqual(accepted);
    expect(await outcome({ birthDate: addDays(birthday, 1) })).toEqual(['Rejected', '200.001', 'OfferSecurePaymentMethods']);
    expect(await outcome({ birthDate: addDays(birthday, 1), customerCategory: 'Company', companyName: 'A GmbH' })).toEqual(
      accepted,
    );
  });
});

describe('limits', () => {
  test('one person may owe 1 000 EUR in all open orders, the last cent included', async () => {
    const person = buyer('DE');
    expect(await outcome(person, 100_001)).toEqual(tooMuch);
    expect(await outcome(person, 60_000)).toEqual(accepted);
    expect(await outcome(person, 40_001)).toEqual(tooMuch);
    expect(await outcome(person, 40_000)).toEqual(accepted);
    expect(await outcome(person, 1)).toEqual(tooMuch);
    expect(await outcome(buyer('DE'), 100_000)).toEqual(accepted);
  });

  test('10 000 SEK, NOK and DKK, 1 000 CHF', async () => {
    for (const [country, cents] of [
      ['SE', 1_000_000],
      ['NO', 1_000_000],
      ['DK', 1_000_000],
      ['CH', 100_000],
      ['FI', 100_000],
    ] as const) {
      const ask = (amount: number) =>
        app.ask('POST', authorize, authorizeBody(country, { items: [item(country, 'A', amount)] }), {
          key: `sandbox-${country.toLowerCase()}`,
        });
      expect([country, (await ask(cents)).body['outcome']]).toEqual([country, 'Accepted']);
      expect([country, (await ask(cents + 1)).body['outcome']]).toEqual([country, 'Rejected']);
    }
  });

  test('what is voided or refunded can be used again, what is captured cannot', async () => {
    const person = buyer('DE');
    const first = order(person, 100_000);
    await app.ask('POST', authorize, first);
    const at = (rest: string) => path(first.order.number, rest);
    await app.ask('POST', at('/captures'), { orderDetails: part(300) });
    expect(await outcome(person, 1)).toEqual(tooMuch);
    await app.ask('POST', at('/voids'), { cancellationDetails: part(200) });
    expect(await outcome(person, 20_001)).toEqual(tooMuch);
    expect(await outcome(person, 20_000)).toEqual(accepted);
    await app.ask('POST', at('/refunds'));
    expect(await outcome(person, 30_001)).toEqual(tooMuch);
    expect(await outcome(person, 30_000)).toEqual(accepted);
  });

  test('ten orders at once never pass the limit together', async () => {
    const person = buyer('DE');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(person, 30_000)));
    expect(outcomes.filter(([word]) => word === 'Accepted')).toHaveLength(3);
    const personal = buyer('DE', { firstName: '50' });
    const own = await Promise.all(Array.from({ length: 10 }, () => outcome(personal, 2000)));
    expect(own.filter(([word]) => word === 'Accepted')).toHaveLength(2);
  });

  test('a person is the same under another spelling, and another person is not', async () => {
    const person = buyer('DE', { lastName: 'Müßig-Ångström' });
    expect(await outcome(person, 90_000)).toEqual(accepted);
    expect(await outcome({ ...person, lastName: 'MUSSIG ANGSTROM', email: 'other@example.com' }, 90_000)).toEqual(tooMuch);
    expect(await outcome({ ...person, birthDate: '1984-12-09' }, 90_000)).toEqual(accepted);
  });

  test('a payment type or currency that the shop does not have is refused', async () => {
    const answer = await app.ask('POST', authorize, { ...authorizeBody('DE'), payment: { type: 'PayinX' } });
    expect([answer.status, answer.messages]).toMatchObject([400, [{ code: '400.108', fieldReference: 'payment.type' }]]);
  });
});

describe('update order', () => {
  const update = async (number: string, cents: number, more: object = {}): Promise<Answer> =>
    app.ask('POST', path(number, '/updateOrder'), { updateOrderSummary: { ...summary([item('DE', 'A', cents)]), ...more } });
  const place = async (customer: Partial<Buyer>, cents: number): Promise<string> => {
    const body = order(customer, cents);
    expect((await app.ask('POST', authorize, body)).body['outcome']).toBe('Accepted');
    return body.order.number;
  };
  const decisions = async (number: string): Promise<number> =>
    Number(
      (
        await app.query(
          'select count(*)::int as count from credit_decisions d join orders o on o.id = d.order_id where o.number = $1',
          number,
        )
      )[0]?.['count'],
    );

  test('scores only what goes beyond the highest total approved so far', async () => {
    const number = await place(buyer('DE'), 50_000);
    expect(await decisions(number)).toBe(1);
    expect((await update(number, 20_000)).body['outcome']).toBe('Accepted');
    expect((await update(number, 50_000)).body['outcome']).toBe('Accepted');
    expect(await decisions(number)).toBe(1);
    expect((await update(number, 50_001)).body['outcome']).toBe('Accepted');
    expect(await decisions(number)).toBe(2);
    expect((await update(number, 100_001)).body).toMatchObject({
      outcome: 'Rejected',
      riskCheckMessages: [{ code: '200.903', customerFacingMessage: expect.any(String) }],
    });
  });

  test('a rejection leaves the order and what the person owes as they were, and the order stays valid', async () => {
    const number = await place({ firstName: '80' }, 8000);
    const [whole, owed] = [await app.ask('GET', path(number)), await exposure()];
    const rejected = await update(number, 8001);
    expect(rejected.body).toMatchObject({
      outcome: 'Rejected',
      reservationId: expect.any(String),
      checkoutId: expect.any(String),
      expirationDate: expect.any(String),
    });
    expect((await app.ask('GET', path(number))).text).toBe(whole.text);
    expect(await exposure()).toBe(owed);
    expect((await app.ask('POST', path(number, '/captures'))).body).toMatchObject({ capturedAmount: 80 });
  });

  test('to a lower total gives the difference back, and only the limit guards the way up again', async () => {
    const person = buyer('DE');
    const number = await place(person, 80_000);
    expect((await update(number, 10_000)).body['outcome']).toBe('Accepted');
    expect(await outcome(person, 80_000)).toEqual(accepted);
    expect((await update(number, 20_001)).body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.903' }] });
    expect((await update(number, 20_000)).body['outcome']).toBe('Accepted');
    expect(await outcome(person, 1)).toEqual(tooMuch);
  });

  test('replaces the items and leaves customer and payment alone, whatever the body says of them', async () => {
    const body = authorizeBody('DE');
    await app.ask('POST', authorize, body);
    const { number } = body.order;
    const items = [item('DE', 'NEW', 4200)];
    const sent = {
      ...body,
      payment: { type: 'Account' },
      customer: { firstName: 'Reject' },
      order: { number: number.toLowerCase(), ...summary(items) },
    };
    expect((await app.ask('POST', path(number, '/updateOrder'), sent)).body['outcome']).toBe('Accepted');
    const read = (await app.ask('GET', path(number))).body;
    expect(read).toMatchObject({
      payment: { type: 'Invoice' },
      orderDetails: { totalGrossAmount: 42, customer: { firstName: 'Kim' }, orderItems: [{ productId: 'NEW' }] },
    });
    expect((read['orderDetails'] as { orderItems: unknown[] }).orderItems).toHaveLength(1);
  });

  test('keeps the references that come with it, beside those of authorize', async () => {
    const body = { ...order(buyer('DE'), 10_000), yourReference: 'first', parentTransactionReference: 'psp-1' };
    await app.ask('POST', authorize, body);
    const { number } = body.order;
    const more = { yourReference: 'second', ourReference: 'ours', transactionReference: 't-2' };
    const sent = { updateOrderSummary: summary([item('DE', 'A', 9_000)]), ...more };
    expect((await app.ask('POST', path(number, '/updateOrder'), sent)).body['outcome']).toBe('Accepted');
    const told = { parentTransactionReference: 'psp-1', ...more };
    expect((await app.ask('GET', path(number))).body['orderDetails']).toMatchObject(told);
    const again = { updateOrderSummary: summary([item('DE', 'A', 8_000)]) };
    expect((await app.ask('POST', path(number, '/updateOrder'), again)).body['outcome']).toBe('Accepted');
    expect((await app.ask('GET', path(number))).body['orderDetails']).toMatchObject(told);
    const above = { updateOrderSummary: summary([item('DE', 'A', 10_000_000)]), yourReference: 'third' };
    expect((await app.ask('POST', path(number, '/updateOrder'), above)).body['outcome']).toBe('Rejected');
    expect((await app.ask('GET', path(number))).body['orderDetails']).toMatchObject(told);
  });

  test('is refused with another number, currency, wrong totals or no items', async () => {
    const number = await place(buyer('DE'), 10_000);
    const refused = async (sent: object): Promise<unknown[]> => {
      const answer = await app.ask('POST', path(number, '/updateOrder'), sent);
      return [answer.status, answer.messages[0]?.['code'], answer.messages[0]?.['fieldReference']];
    };
    const good = summary([item('DE', 'A', 5000)]);
    expect(await refused({ order: { number: 'other', ...good } })).toEqual([400, '400.004', 'order.number']);
    expect(await refused({ updateOrderSummary: { ...good, currency: 'SEK' } })).toEqual([
      400,
      '400.223',
      'updateOrderSummary.currency',
    ]);
    expect(await refused({ updateOrderSummary: { ...good, totalGrossAmount: 99 } })).toEqual([
      400,
      '400.102',
      'updateOrderSummary.totalGrossAmount',
    ]);
    expect(await refused({ updateOrderSummary: { ...good, items: [] } })).toEqual([400, '400.002', 'updateOrderSummary.items']);
    expect(await refused({ updateOrderSummary: part(50) })).toEqual([400, '400.002', 'updateOrderSummary.items']);
    expect(await refused({})).toEqual([400, '400.002', 'updateOrderSummary']);
    await app.ask('POST', path(number, '/voids'), { cancellationDetails: part(1) });
    expect(await refused({ updateOrderSummary: good })).toEqual([409, '400.217', undefined]);
  });
});

describe('return notification', () => {
  const notify = (number: string, body?: object) => app.ask('POST', path(number, '/captures/return-notification'), body);
  const dueDates = async (number: string): Promise<Record<string, string>> => {
    const { captures } = (await app.ask('GET', path(number, '/captures'))).body as {
      captures: { captureNumber: string; dueDate: string }[];
    };
    return Object.fromEntries(captures.map(({ captureNumber, dueDate }) => [captureNumber, dueDate]));
  };

  test('pauses the due date of one capture by 14 days, once, and moves no money', async () => {
    const number = await authorized(app);
    expect([(await notify(number)).status, (await notify(number, { captureNumber: 'RN-1' })).status]).toEqual([404, 404]);
    for (const [amount, invoiceNumber] of [
      [30, 'RN-1'],
      [20, 'RN-2'],
    ] as const) {
      await app.ask('POST', path(number, '/captures'), { orderDetails: part(amount), invoiceNumber });
    }
    const due = `${todayIn('DE', 14)}T00:00:00Z`;
    const later = `${addDays(due.slice(0, 10), 14)}T00:00:00Z`;
    const owed = await exposure();
    const unnamed = await notify(number);
    expect([unnamed.status, unnamed.messages]).toMatchObject([400, [{ code: '400.002', fieldReference: 'captureNumber' }]]);
    expect((await notify(number, { captureNumber: 'RN-2', totalGrossAmount: 5, items: [item('DE', 'A', 500)] })).text).toBe('{}');
    expect(await dueDates(number)).toEqual({ 'RN-1': due, 'RN-2': later });
    const again = await notify(number, { captureNumber: 'RN-2' });
    expect([again.status, again.messages]).toMatchObject([409, [{ code: '400.218', fieldReference: 'captureNumber' }]]);
    expect(await dueDates(number)).toEqual({ 'RN-1': due, 'RN-2': later });
    expect(await exposure()).toBe(owed);
  });

  test('needs no number, and no body, when there is one capture', async () => {
    const number = await authorized(app);
    await app.ask('POST', path(number, '/captures'));
    expect([(await notify(number)).text, (await notify(number)).status]).toEqual(['{}', 409]);
  });
});

describe('shipping details', () => {
  test('count up for the order, know the carriers, and are changed whole', async () => {
    const number = await authorized(app);
    await app.ask('POST', path(number, '/captures'), {
      orderDetails: part(10),
      invoiceNumber: 'SH-1',
      shippingDetails: [{ shippingCompany: 'Postnord AB', trackingId: 'a/b?c' }],
    });
    await app.ask('POST', path(number, '/captures'), { invoiceNumber: 'SH-2' });
    const ship = async (capture: string, shippingCompany: string) =>
      (
        await app.ask('POST', path(number, `/captures/${capture}/shipping-details`), {
          type: 'Shipment',
          shippingCompany,
          trackingId: 'T',
        })
      ).body;
    expect([await ship('SH-2', 'constructor'), await ship('SH-1', 'ups')]).toEqual([
      { shippingNumber: 2 },
      { shippingNumber: 3 },
    ]);
    const read = async (capture: string) => {
      const { captures } = (await app.ask('GET', path(number, `/captures/${capture}`))).body as {
        captures: { shippingDetails: { trackingUrl: string }[] }[];
      };
      return captures[0]?.shippingDetails.map(({ trackingUrl }) => trackingUrl);
    };
    expect(await read('SH-1')).toEqual([
      'https://tracking.postnord.com/en/tracking?id=a%2Fb%3Fc',
      'https://www.ups.com/track?tracknum=T',
    ]);
    expect(await read('SH-2')).toEqual(['']);
    const change = (capture: string, shippingNumber: number, body: object) =>
      app.ask('PATCH', path(number, `/captures/${capture}/shipping-details/${shippingNumber}`), body);
    const body = { type: 'Return', shippingCompany: 'GLS', trackingId: '9' };
    expect((await change('SH-2', 2, body)).text).toBe('{}');
    expect(await read('SH-2')).toEqual(['https://gls-group.com/EU/en/parcel-tracking?match=9']);
    // A detail belongs to one capture, and is found there only.
    for (const [capture, shippingNumber, code, field] of [
      ['SH-1', 2, '400.204', 'shippingNumber'],
      ['SH-9', 2, '400.201', 'captureNumber'],
    ] as const) {
      const missing = await change(capture, shippingNumber, body);
      expect([missing.status, missing.messages]).toMatchObject([404, [{ code, fieldReference: field }]]);
    }
    const empty = await change('SH-2', 2, {});
    expect(empty.messages.map(({ code, fieldReference }) => `${String(code)} ${String(fieldReference)}`)).toEqual([
      '400.002 type',
      '400.002 shippingCompany',
      '400.002 trackingId',
    ]);
  });
});
