// The whole life of an order in each of the nine countries, with the exact answers that shops build on (C20 to C30).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CountryCode, countries, countryCodes } from '../../src/core/countries/countries.ts';
import { addDays, dayAt } from '../../src/core/dates.ts';
import { type Answer, authorizeBody, basket, item, keyOf, path, startApp, summary, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const digits = expect.stringMatching(/^\d{1,19}$/);

const ok = (answer: Answer): Answer['body'] => {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.text).not.toContain('null');
  return answer.body;
};

describe.each(countryCodes)('an order in %s', (country: CountryCode) => {
  const ask = async (method: 'GET' | 'POST' | 'PATCH', address: string, body?: unknown) =>
    ok(await app.ask(method, address, body, { key: keyOf(country) }));
  const { currency, timeZone } = countries[country];
  const first = authorizeBody(country);
  const { number } = first.order;
  const at = (rest = '') => path(number, rest);
  let reservationId: unknown;
  let checkoutId: unknown;
  let generated = '';
  const expirationDate = addDays(dayAt(Date.now(), timeZone), 30);
  const invoice = `${country}/2026#1`;

  test('is authorized', async () => {
    const answer = await ask('POST', '/api/v3/checkout/authorize', first);
    const { firstName, lastName, address } = first.customer;
    expect(answer).toEqual({
      outcome: 'Accepted',
      customer: { customerNumber: digits, customerAccountId: uuid, firstName, lastName, addressList: [address] },
      reservationId: uuid,
      checkoutId: uuid,
      expirationDate,
    });
    ({ reservationId, checkoutId } = answer);
  });

  test('is updated to more and to less, always with all its items', async () => {
    const more = summary([...basket(country), item(country, 'CABLE', 505)]);
    const expected = { outcome: 'Accepted', reservationId, checkoutId, expirationDate };
    expect(await ask('POST', at('/updateOrder'), { updateOrderSummary: { ...more, currency } })).toEqual(expected);
    expect((await ask('GET', at()))['orderDetails']).toMatchObject({ totalGrossAmount: 110, remainingAuthorizedAmount: 110 });
    expect(await ask('POST', at('/updateOrder/'), { order: { number, ...summary(basket(country)) } })).toEqual(expected);
  });

  test('is captured in two parts', async () => {
    const lamp = summary([item(country, 'LAMP-7', 5000)]);
    const shippingDetails = [{ shippingCompany: 'DHL Paket', trackingId: 'JD 01' }];
    expect(
      await ask('POST', at('/captures'), { orderDetails: { ...lamp, currency }, invoiceNumber: invoice, shippingDetails }),
    ).toEqual({
      capturedAmount: 50,
      authorizedAmount: 104.95,
      remainingAuthorizedAmount: 54.95,
      captureNumber: invoice,
      totalCapturedAmount: 50,
      totalRefundedAmount: 0,
    });
    const second = await ask('POST', at('/captures/'), { orderDetails: { totalGrossAmount: 4.95, totalNetAmount: 4 } });
    expect(second).toEqual({
      capturedAmount: 4.95,
      authorizedAmount: 104.95,
      remainingAuthorizedAmount: 50,
      captureNumber: digits,
      totalCapturedAmount: 54.95,
      totalRefundedAmount: 0,
    });
    generated = String(second['captureNumber']);
  });

  test('is shipped', async () => {
    const shipping = at(`/captures/${encodeURIComponent(invoice)}/shipping-details`);
    const sent = { type: 'shipment', shippingCompany: 'UPS', trackingId: '1Z 9' };
    expect(await ask('POST', shipping, sent)).toEqual({ shippingNumber: 2 });
    expect(await ask('PATCH', `${shipping}/2/`, { ...sent, type: 'Return', trackingUrl: 'https://example.com/t' })).toEqual({});
    const { captures } = await ask('GET', at(`/captures/${encodeURIComponent(invoice)}`));
    expect((captures as { shippingDetails: unknown }[])[0]?.shippingDetails).toEqual([
      {
        shippingNumber: 1,
        type: 'Shipment',
        shippingCompany: 'DHL Paket',
        trackingId: 'JD 01',
        trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD%2001',
      },
      { shippingNumber: 2, type: 'Return', shippingCompany: 'UPS', trackingId: '1Z 9', trackingUrl: 'https://example.com/t' },
    ]);
  });

  test('comes back in part: notified, then refunded', async () => {
    expect(await ask('POST', at('/captures/return-notification'), { captureNumber: invoice, totalGrossAmount: 20 })).toEqual({});
    const refunded = [item(country, 'LAMP-7', 2000)];
    const totals = { totalCapturedAmount: 54.95, totalAuthorizedAmount: 104.95, remainingAuthorizedAmount: 50 };
    expect(
      await ask('POST', at('/refunds'), { captureNumber: invoice, items: refunded, creditNoteNumber: `${country}/C1` }),
    ).toEqual({
      ...totals,
      totalRefundedAmount: 20,
      refundNumbers: [`${country}/C1`],
    });
    expect(await ask('POST', at('/refunds/'))).toEqual({
      ...totals,
      totalRefundedAmount: 54.95,
      refundNumbers: [digits, digits],
    });
  });

  test('is voided for the rest', async () => {
    const details = { cancellationDetails: { totalGrossAmount: 10, totalNetAmount: 8 } };
    const totals = { totalCapturedAmount: 54.95, totalAuthorizedAmount: 104.95, totalRefundedAmount: 54.95 };
    expect(await ask('POST', at('/voids'), details)).toEqual({ ...totals, remainingAuthorizedAmount: 40, voidedAmount: 10 });
    expect(await ask('POST', at('/voids/'))).toEqual({ ...totals, remainingAuthorizedAmount: 0, voidedAmount: 40 });
  });

  test('reads back whole', async () => {
    const whole = await ask('GET', at());
    const today = dayAt(Date.now(), timeZone);
    expect(Object.keys(whole).sort()).toEqual(['cancellations', 'captures', 'orderDetails', 'payment', 'refunds']);
    expect(whole['payment']).toEqual({ type: 'Invoice' });
    const { birthDate, ...customer } = first.customer;
    expect(whole['orderDetails']).toEqual({
      orderId: reservationId,
      orderNumber: number,
      status: 'Accepted',
      ...summary(basket(country)),
      items: undefined,
      remainingAuthorizedAmount: 0,
      currency,
      hasSeparateDeliveryAddress: false,
      customer: { ...customer, customerNumber: digits, ...(birthDate !== undefined && { birthDate: '1984-12-08T00:00:00Z' }) },
      insertedAt: instant,
      updatedAt: instant,
      expirationDate,
      orderItems: basket(country).map((each) => ({ ...each, orderId: reservationId, insertedAt: instant, updatedAt: instant })),
    });
    const common = {
      reservationId,
      customerNumber: digits,
      orderNumber: number,
      currency,
      insertedAt: instant,
      updatedAt: instant,
    };
    // Captures of one millisecond may read back in either order.
    const captures = (whole['captures'] as { amount: number }[]).toSorted((a, b) => b.amount - a.amount);
    expect(captures).toEqual([
      {
        ...common,
        captureId: invoice,
        captureNumber: invoice,
        amount: 50,
        balance: 0,
        totalRefundedAmount: 50,
        orderDate: instant,
        invoiceDate: `${today}T00:00:00Z`,
        dueDate: `${addDays(today, 28)}T00:00:00Z`,
        ocr: expect.stringMatching(/^[0-9A-Z]{5,27}$/) as string,
        invoiceUrl: expect.stringMatching(/\/documents\/[0-9a-f-]{36}\.pdf$/) as string,
        consumerInvoiceUrl: expect.stringContaining('/documents/shared/') as string,
        captureItems: [{ ...item(country, 'LAMP-7', 5000), captureId: invoice }],
        shippingDetails: [expect.anything(), expect.anything()],
      },
      expect.objectContaining({
        captureNumber: generated,
        amount: 4.95,
        captureItems: [],
        dueDate: `${addDays(today, 14)}T00:00:00Z`,
      }),
    ]);
    const amounts = (name: string, member: string): number[] =>
      (whole[name] as Record<string, number>[]).map((record) => record[member] ?? 0).sort((a, b) => a - b);
    expect(amounts('refunds', 'amount')).toEqual([-30, -20, -4.95]);
    expect(amounts('cancellations', 'cancellationAmount')).toEqual([10, 40]);
  });

  test('reads back record by record, each form with and without a slash at the end', async () => {
    const whole = await ask('GET', at('/'));
    for (const [name, rest, member, id] of [
      ['captures', '/captures', 'captures', 'captureNumber'],
      ['refunds', '/refunds', 'refunds', 'refundNumber'],
      ['cancellations', '/voids', 'cancellations', 'cancellationNo'],
    ] as const) {
      const records = whole[name] as Record<string, unknown>[];
      expect(await ask('GET', at(rest))).toEqual({ [member]: records });
      expect(await ask('GET', at(`${rest}/`))).toEqual({ [member]: records });
      for (const record of records) {
        const one = at(`${rest}/${encodeURIComponent(String(record[id]))}`);
        expect(await ask('GET', one)).toEqual({ [member]: [record] });
        expect(await ask('GET', `${one}/`)).toEqual({ [member]: [record] });
      }
    }
  });

  test('has a refund that reads back negative, its quantity positive', async () => {
    const { refunds } = (await ask('GET', at(`/refunds/${country}%2FC1`))) as { refunds: Record<string, unknown>[] };
    const refundId = refunds[0]?.['refundId'];
    expect(refundId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const { netUnitPrice, vatAmount, ...sent } = item(country, 'LAMP-7', 2000);
    const refunded = {
      ...sent,
      refundId,
      grossUnitPrice: -20,
      netUnitPrice: -netUnitPrice,
      vatAmount: -Number(vatAmount),
    };
    expect(refunds).toEqual([
      {
        reservationId,
        customerNumber: digits,
        orderNumber: number,
        currency,
        insertedAt: instant,
        updatedAt: instant,
        refundId,
        refundNumber: `${country}/C1`,
        creditNoteUrl: expect.stringMatching(/\/documents\/[0-9a-f-]{36}\.pdf$/) as string,
        consumerCreditNoteUrl: expect.stringContaining('/documents/shared/') as string,
        captureNumber: invoice,
        amount: -20,
        balance: -20,
        refundItems: [refunded],
      },
    ]);
  });

  test('is found by its number in any case', async () => {
    expect((await ask('GET', path(number.toUpperCase())))['orderDetails']).toMatchObject({ orderNumber: number });
  });
});
