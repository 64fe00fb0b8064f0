// Refunds: what they come to, what the state of an order forbids, and slips that must not refund everything (C06).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizeBody, authorized, captured, item, type Json, part, path, startApp, type TestApp } from '../support/app.ts';
import { raiseLimits } from '../support/limits.ts';
import { refusalOf, slipOf } from '../support/refused.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await raiseLimits(app);
});
afterAll(() => app.stop());

const lamp = item('DE', 'LAMP', 1000);
const placed = async (order: Json): Promise<string> => {
  const body = authorizeBody('DE', { order });
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body).toMatchObject({ outcome: 'Accepted' });
  return body.order.number;
};

describe('a refund', () => {
  test('takes no more than is captured and not yet refunded, and one capture at a time under one number', async () => {
    const number = await authorized(app);
    expect(await refusalOf(app, number, '/refunds')).toEqual([409, '400.216', undefined]);
    await app.ask('POST', path(number, '/captures'), { orderDetails: part(60), invoiceNumber: 'R-60' });
    await app.ask('POST', path(number, '/captures'), { orderDetails: part(30), invoiceNumber: 'R-30' });
    const items = [{ grossUnitPrice: 30.01, quantity: 1 }];
    expect(await refusalOf(app, number, '/refunds', { items })).toEqual([400, '400.002', 'captureNumber']);
    expect(await refusalOf(app, number, '/refunds', { items, captureNumber: 'R-30' })).toEqual([409, '400.214', 'items']);
    expect(await refusalOf(app, number, '/refunds', { orderItems: items, captureNumber: 'R-30' })).toEqual([
      409,
      '400.214',
      'orderItems',
    ]);
    expect(await refusalOf(app, number, '/refunds', { items, captureNumber: 'R-31' })).toEqual([404, '400.201', 'captureNumber']);
    expect(await refusalOf(app, number, '/refunds', { creditNoteNumber: 'C1' })).toEqual([400, '400.222', 'creditNoteNumber']);
    const negative = [{ grossUnitPrice: -1, quantity: 1 }];
    expect(await refusalOf(app, number, '/refunds', { items: negative, captureNumber: 'R-30' })).toEqual([
      400,
      '400.003',
      'items[0].grossUnitPrice',
    ]);
    expect((await app.ask('POST', path(number, '/refunds'), { captureNumber: 'R-30', creditNoteNumber: 'C1' })).status).toBe(200);
    expect(await refusalOf(app, number, '/refunds', { captureNumber: 'R-60', creditNoteNumber: 'C1' })).toEqual([
      409,
      '400.221',
      'creditNoteNumber',
    ]);
    expect(await refusalOf(app, number, '/refunds', { captureNumber: 'R-30' })).toEqual([409, '400.216', 'captureNumber']);
    expect((await app.ask('GET', path(number, '/refunds/C2'))).messages[0]).toMatchObject({
      code: '400.202',
      fieldReference: 'refundNumber',
    });
  });

  const capture = async (cents: number): Promise<string> => {
    const number = await authorized(app, cents);
    expect((await app.ask('POST', path(number, '/captures'))).status).toBe(200);
    return number;
  };

  test('fills in the net price and the VAT that a shop leaves out', async () => {
    const number = await capture(11_900);
    const items = [
      { grossUnitPrice: 11.9, quantity: '1', vatPercent: 19 },
      { grossUnitPrice: '5.95', quantity: 2, vatAmount: 0.95 },
      { grossUnitPrice: 1, quantity: 1, netUnitPrice: 0.8403 },
      { grossUnitPrice: 2, quantity: 1 },
    ];
    const { body } = await app.ask('POST', path(number, '/refunds'), { items });
    expect(body).toMatchObject({ totalRefundedAmount: 26.8 });
    const { refunds } = (await app.ask('GET', path(number, '/refunds'))).body as {
      refunds: { amount: number; refundItems: object[] }[];
    };
    expect(refunds[0]).toMatchObject({
      amount: -26.8,
      refundItems: [
        { grossUnitPrice: -11.9, netUnitPrice: -10, vatAmount: -1.9, quantity: 1 },
        { grossUnitPrice: -5.95, netUnitPrice: -5, vatAmount: -0.95, quantity: 2 },
        { grossUnitPrice: -1, netUnitPrice: -0.8403, vatAmount: -0.1597, quantity: 1 },
        { grossUnitPrice: -2, netUnitPrice: -1.6807, vatAmount: -0.3193, quantity: 1 },
      ],
    });
  });

  test('never checks net totals or VAT, yet never stores a price it could not read back', async () => {
    const number = await capture(200_000);
    const wrong = [{ grossUnitPrice: 10, quantity: 1, netUnitPrice: 99, vatAmount: -50, vatPercent: 400 }];
    expect((await app.ask('POST', path(number, '/refunds'), { items: wrong })).status).toBe(200);
    const absurd = [{ grossUnitPrice: 999_999_999.99, quantity: 0.000001, vatAmount: -999_999_999.99 }];
    const refused = await app.ask('POST', path(number, '/refunds'), { items: absurd });
    expect([refused.status, refused.messages]).toMatchObject([400, [{ code: '400.003', fieldReference: 'items[0].vatAmount' }]]);
    expect((await app.ask('GET', path(number, '/refunds'))).status).toBe(200);
  });

  test('of nothing is refused', async () => {
    const number = await capture(100);
    for (const items of [
      [{ grossUnitPrice: 0, quantity: 1 }],
      [{ grossUnitPrice: 1, quantity: 0 }],
      [{ grossUnitPrice: 0.0049, quantity: 1 }],
    ]) {
      expect((await refusalOf(app, number, '/refunds', { items })).slice(0, 2)).toEqual([400, '400.003']);
    }
  });

  describe('of items whose sum a shop rounded to another total (C21)', () => {
    const row = (grossUnitPrice: number, quantity: number) => ({ productId: 'R', description: 'Row', grossUnitPrice, quantity });
    const refundedBy = async (number: string, ...each: readonly Json[][]): Promise<unknown> => {
      let total: unknown;
      for (const items of each) {
        const { status, text, body } = await app.ask('POST', path(number, '/refunds'), { items });
        expect(status, text).toBe(200);
        total = body['totalRefundedAmount'];
      }
      return total;
    };
    const capturedAs = async (total: number, items: Json[], wholeOrder: boolean): Promise<string> => {
      const order = { totalGrossAmount: total, items };
      const number = await placed(wholeOrder ? order : { totalGrossAmount: 500, items: [row(500, 1)] });
      const capture = await app.ask('POST', path(number, '/captures'), wholeOrder ? undefined : { orderDetails: order });
      expect(capture.status, capture.text).toBe(200);
      return number;
    };

    test.each([true, false])('gives all of it back once all items are (the whole order: %s)', async (wholeOrder) => {
      const thirds = [row(33.33, 3)];
      expect(await refundedBy(await capturedAs(100, thirds, wholeOrder), thirds)).toBe(100);
      const one = [row(33.33, 1)];
      expect(await refundedBy(await capturedAs(100, thirds, wholeOrder), one, one, one)).toBe(100);
      const above = [row(3.3333, 3)];
      expect(await refundedBy(await capturedAs(9.99, above, wholeOrder), above)).toBe(9.99);
    });

    test.each([10.02, 10, 10.01])(
      'gives all of %s back once the articles of 10.01 are, one by one with their VAT',
      async (total) => {
        const taxed = (grossUnitPrice: number) => ({ ...row(grossUnitPrice, 1), netUnitPrice: grossUnitPrice });
        const items = [row(3.34, 1), row(3.34, 1), row(3.33, 1)];
        const each = [[taxed(3.34)], [taxed(3.34)], [taxed(3.33)]];
        expect(await refundedBy(await capturedAs(total, items, true), ...each)).toBe(total);
        expect(await refundedBy(await capturedAs(total, items, true), ...each.slice(1))).toBe(6.67);
      },
    );

    test('is to the cent as long as an item is left, and where other items are named', async () => {
      const items = [row(33.33, 3), row(10, 1)];
      const number = await capturedAs(110, items, true);
      expect(await refundedBy(number, [row(33.33, 3)])).toBe(99.99);
      expect(await refundedBy(number, [row(9.99, 1)])).toBe(109.98);
      expect(await refundedBy(number, [row(0.01, 1)])).toBe(110);
    });
  });

  test('takes the VAT of the product as it was captured, where a shop says none', async () => {
    const taxed = { productId: 'TAXED', description: 'Taxed', grossUnitPrice: 107, netUnitPrice: 100, quantity: 1 };
    const rated = { productId: 'RATED', description: 'Rated', grossUnitPrice: 59.5, vatPercent: 19, quantity: 2 };
    const number = await placed({ totalGrossAmount: 226, totalNetAmount: 200, items: [taxed, rated] });
    await app.ask('POST', path(number, '/captures'));
    const orderItems = [
      { productId: 'TAXED', grossUnitPrice: 10.7, quantity: 1 },
      { productId: 'RATED', grossUnitPrice: 11.9, quantity: '2' },
      { productId: 'RATED', grossUnitPrice: 10, quantity: 1, vatAmount: 0 },
      { productId: 'OTHER', grossUnitPrice: 5, quantity: 1 },
    ];
    expect((await app.ask('POST', path(number, '/refunds'), { orderItems })).status).toBe(200);
    const { refunds } = (await app.ask('GET', path(number, '/refunds'))).body as { refunds: { refundItems: object[] }[] };
    expect(refunds[0]?.refundItems).toMatchObject([
      { netUnitPrice: -10, vatAmount: -0.7 },
      { netUnitPrice: -10, vatAmount: -1.9, vatPercent: 19 },
      { netUnitPrice: -10, vatAmount: 0 },
      { netUnitPrice: -5, vatAmount: 0 },
    ]);
  });

  test('of a capture alone gives its rest, without anything the rest of all', async () => {
    const number = await authorized(app, 10_000);
    for (const [amount, invoiceNumber] of [
      [30, 'M-1'],
      [50, 'M-2'],
      [20, 'M-3'],
    ] as const) {
      await app.ask('POST', path(number, '/captures'), { orderDetails: part(amount), invoiceNumber });
    }
    await app.ask('POST', path(number, '/refunds'), {
      captureNumber: 'M-2',
      orderItems: [{ grossUnitPrice: 12.34, quantity: 1 }],
    });
    expect((await app.ask('POST', path(number, '/refunds'), { captureNumber: 'M-2' })).body).toMatchObject({
      totalRefundedAmount: 50,
    });
    const all = await app.ask('POST', path(number, '/refunds'), {});
    expect(all.body['refundNumbers']).toHaveLength(2);
    const { refunds } = (await app.ask('GET', path(number, '/refunds'))).body as {
      refunds: { captureNumber: string; amount: number }[];
    };
    const sums = refunds.map(({ captureNumber, amount }) => `${captureNumber} ${amount}`).sort((a, b) => a.localeCompare(b));
    expect(sums).toEqual(['M-1 -30', 'M-2 -12.34', 'M-2 -37.66', 'M-3 -20']);
  });

  test.each<[Json, string, string]>([
    [{ amount: 10 }, 'amount', 'items'],
    [{ item: [lamp] }, 'item', 'items'],
    [{ OrderItem: [lamp] }, 'OrderItem', 'orderItems'],
    [{ refundItems: [lamp] }, 'refundItems', 'items'],
    [{ lines: [lamp] }, 'lines', 'items'],
    [{ orderDetails: part(10) }, 'orderDetails', 'orderItems'],
    [{ captureNumbers: ['1'] }, 'captureNumbers', 'captureNumber'],
    [{ capture: '1' }, 'capture', 'captureNumber'],
    [{ refundType: 'Return', reason: 'late' }, 'reason', 'items'],
    [{ items: [lamp], captureNumbr: '1' }, 'captureNumbr', 'captureNumber'],
    [{ items: [{ ...lamp, quantities: 2 }] }, 'items[0].quantities', 'items[0].quantity'],
    [{ item: [] }, 'item', 'items'],
    [{ items: [], amount: '' }, 'amount', 'items'],
    [{ items: [{ grossUnitPrices: 10, quantity: 1 }] }, 'items[0].grossUnitPrices', 'items[0].grossUnitPrice'],
    [{ items: [lamp], refundAmount: 5 }, 'refundAmount', 'totalGrossAmount'],
    [{ items: [lamp], Amount: '5' }, 'Amount', 'totalGrossAmount'],
    [{ items: [lamp], total_refund: 5, refund_total: 5 }, 'refund_total', 'totalGrossAmount'],
    [{ orderItems: [lamp], totalGrosAmount: 5 }, 'totalGrosAmount', 'totalGrossAmount'],
    [{ 'items\r\nSet-Cookie: a=b': [lamp] }, 'items%0D%0ASet-Cookie%3A%20a%3Db', 'items'],
  ])('names the slip in %j and what it is taken for, and writes nothing', async (body, field, nearest) => {
    const { number } = await captured(app);
    expect(await slipOf(app, path(number, '/refunds'), body)).toEqual([field, nearest]);
  });

  test('of a capture with an unknown amount beside its number is not one of the whole capture', async () => {
    const { number, captureNumber } = await captured(app);
    expect(await slipOf(app, path(number, '/refunds'), { captureNumber, amount: 10 })).toEqual(['amount', 'items']);
    expect(await slipOf(app, path(number, '/refunds'), { captureNumber, items: [], amount: 10 })).toEqual(['amount', 'items']);
    expect(await slipOf(app, path(number, '/refunds'), { captureNumber, amount: null })).toEqual(['amount', 'items']);
    expect((await app.ask('POST', path(number, '/refunds'), { captureNumber, items: [] })).body).toMatchObject({
      totalRefundedAmount: 50,
    });
  });

  describe('that says its total or currency beside the items', () => {
    const three = [{ grossUnitPrice: 1.5, quantity: 2 }];
    const refused = (number: string, body: Json): Promise<unknown[]> => refusalOf(app, number, '/refunds', body);

    test('is refused where they contradict the items or the order, as a capture is', async () => {
      const { number, captureNumber } = await captured(app);
      const body = { captureNumber, items: three };
      const before = await app.rowCounts();
      expect(await refused(number, { ...body, currency: 'SEK' })).toEqual([400, '400.223', 'currency']);
      const foreign = [{ ...three[0], currency: 'SEK' }];
      expect(await refused(number, { captureNumber, orderItems: foreign })).toEqual([400, '400.223', 'orderItems[0].currency']);
      expect(await refused(number, { captureNumber, currency: 'NOK' })).toEqual([400, '400.223', 'currency']);
      expect(await refused(number, { ...body, totalGrossAmount: 5 })).toEqual([400, '400.102', 'totalGrossAmount']);
      expect(await refused(number, { ...body, totalGrossAmount: '3.02' })).toEqual([400, '400.102', 'totalGrossAmount']);
      for (const totalGrossAmount of [3, 50, null, ''])
        for (const items of [undefined, []])
          expect(await refused(number, { captureNumber, items, totalGrossAmount })).toEqual([400, '400.002', 'items']);
      expect(await app.rowCounts()).toEqual(before);
    });

    test('is made where they fit, and where they say nothing', async () => {
      const { number, captureNumber } = await captured(app);
      const items = [{ ...three[0], currency: 'EUR' }];
      const refunded = async (body: Json): Promise<unknown> => {
        const answer = await app.ask('POST', path(number, '/refunds'), { captureNumber, ...body });
        expect(answer.status, answer.text).toBe(200);
        return answer.body['totalRefundedAmount'];
      };
      expect(await refunded({ items, currency: 'eur', TotalGrossAmount: '3.00' })).toBe(3);
      expect(await refunded({ orderItems: three, totalGrossAmount: null, currency: '', amount: null, totalNetAmount: 9 })).toBe(
        6,
      );
      // A cent a line, as in a capture, where the total is what is captured.
      expect(await refunded({ items: three, totalGrossAmount: 3.01 })).toBe(9.01);
      expect(await refunded({ currency: 'EUR' })).toBe(50);
    });
  });
});
