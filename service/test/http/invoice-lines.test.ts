// Lines of invoices and credit notes: their VAT is what the rate gives of a line, not of a unit price that was rounded first.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizeBody, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { canLook, textOf } from '../support/pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function textsAt(url: unknown): Promise<string> {
  const response = await app.app.inject({ url: new URL(String(url)).pathname, headers: { 'x-auth-key': 'sandbox-de' } });
  expect(response.statusCode).toBe(200);
  return textOf(response.rawPayload).join('\n');
}

it.skipIf(!canLook)('a discount of less than a cent each keeps its sign', async () => {
  const nails = { productId: 'NAIL', description: 'Nail', grossUnitPrice: 0.01, quantity: 1000 };
  const less = { productId: 'LESS', description: 'Less', type: 'Discount', grossUnitPrice: -0.005, quantity: 1000 };
  const body = authorizeBody('DE', { order: { totalGrossAmount: 5, totalNetAmount: 5, items: [nails, less] } });
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
  await app.ask('POST', path(body.order.number, '/captures'));
  const [capture] = (await app.ask('GET', path(body.order.number))).body['captures'] as Json[];
  expect(await textsAt(capture?.['invoiceUrl'])).toContain('−0,0050');
});

it.skipIf(!canLook)(
  'many screws of a quarter each, of which a shop says the rate alone, on invoice and credit note',
  async () => {
    const screws = { productId: 'SCREW', description: 'Screw', grossUnitPrice: 0.25, quantity: 3000, vatPercent: 19 };
    const body = authorizeBody('DE', { order: { totalGrossAmount: 750, totalNetAmount: 630.25, items: [screws] } });
    expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
    await app.ask('POST', path(body.order.number, '/captures'));
    const [capture] = (await app.ask('GET', path(body.order.number))).body['captures'] as Json[];
    const refund = { captureNumber: capture?.['captureNumber'], items: [screws] };
    const refunded = await app.ask('POST', path(body.order.number, '/refunds'), refund);
    expect(refunded.status, refunded.text).toBe(200);
    const { refunds } = (await app.ask('GET', path(body.order.number))).body as { refunds: Json[] };
    for (const url of [capture?.['invoiceUrl'], refunds[0]?.['creditNoteUrl']]) {
      const text = await textsAt(url);
      expect(text).toContain('630,25');
      expect(text).toContain('119,75');
    }
  },
);

it.skipIf(!canLook)('a credit note of all, for which no items were named, says the VAT of the invoice', async () => {
  const kettle = { productId: 'KETTLE', description: 'Kettle', grossUnitPrice: 238, netUnitPrice: 200, quantity: 1 };
  const body = authorizeBody('DE', { order: { totalGrossAmount: 238, totalNetAmount: 200, items: [kettle] } });
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
  await app.ask('POST', path(body.order.number, '/captures'));
  const [capture] = (await app.ask('GET', path(body.order.number))).body['captures'] as Json[];
  const refunded = await app.ask('POST', path(body.order.number, '/refunds'), { captureNumber: capture?.['captureNumber'] });
  expect(refunded.status, refunded.text).toBe(200);
  const { refunds } = (await app.ask('GET', path(body.order.number))).body as { refunds: Json[] };
  const text = await textsAt(refunds[0]?.['creditNoteUrl']);
  expect(text).toContain('Kettle');
  expect(text).toMatch(/19 %\s+200,00\s+38,00/);
});

it.skipIf(!canLook)(
  'the rest of an order or capture names its goods also where the part before it came at the same moment',
  async () => {
    const [x, y] = [60, 40].map((price) => ({
      productId: `P-${price}`,
      description: `Thing of ${price}`,
      grossUnitPrice: price,
      netUnitPrice: price,
      quantity: 1,
    }));
    const placed = async (): Promise<string> => {
      const body = authorizeBody('DE', { order: { totalGrossAmount: 100, totalNetAmount: 100, items: [x, y] } });
      expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
      return body.order.number;
    };
    const ofRest = async (number: string, member: 'captures' | 'refunds'): Promise<Json | undefined> => {
      const list = (await app.ask('GET', path(number))).body[member] as Json[];
      return list.find(({ amount }) => Math.abs(Number(amount)) === 40);
    };
    const orderDetails = { totalGrossAmount: 60, totalNetAmount: 60, items: [x] };
    for (let round = 0; round < 6; round += 1) {
      const [captured, refunded] = [await placed(), await placed()];
      await Promise.all([{ orderDetails }, undefined].map((body) => app.ask('POST', path(captured, '/captures'), body)));
      const capture = await ofRest(captured, 'captures');
      if (capture) expect(await textsAt(capture['invoiceUrl'])).toContain('Thing of 40');
      const whole = await app.ask('POST', path(refunded, '/captures'));
      const { captureNumber } = whole.body;
      const bodies = [{ captureNumber, items: [x] }, { captureNumber }];
      await Promise.all(bodies.map((body) => app.ask('POST', path(refunded, '/refunds'), body)));
      const refund = await ofRest(refunded, 'refunds');
      if (refund) expect(await textsAt(refund['creditNoteUrl'])).toContain('Thing of 40');
    }
  },
);

/** The text of the invoice of an order of such items, captured whole. */
async function invoiced(totalGrossAmount: number, totalNetAmount: number, items: Json[], customer: Json = {}): Promise<string> {
  const body = authorizeBody('DE', { order: { totalGrossAmount, totalNetAmount, items }, customer });
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body);
  expect(answer.body['outcome'], answer.text).toBe('Accepted');
  await app.ask('POST', path(body.order.number, '/captures'));
  const [capture] = (await app.ask('GET', path(body.order.number))).body['captures'] as Json[];
  return await textsAt(capture?.['invoiceUrl']);
}
const thing = (productId: string, grossUnitPrice: number, others: Json): Json => ({
  productId,
  description: productId,
  grossUnitPrice,
  quantity: 1,
  ...others,
});

it.skipIf(!canLook)(
  'rounded net prices are of the rate of the country that they were made with, not of one between',
  async () => {
    const text = await invoiced(12.97, 11.06, [
      thing('PEN', 0.99, { netUnitPrice: 0.83 }),
      thing('BALL', 9.99, { netUnitPrice: 8.39 }),
      thing('BOOK', 1.99, { netUnitPrice: 1.84 }),
    ]);
    expect(text).toMatch(/19 %\s+9,22\s+1,76\s+10,98/);
    expect(text).toMatch(/8,2 %\s+1,84\s+0,15\s+1,99/);
  },
);

it.skipIf(!canLook)(
  'a rate that another line names is that of a line beside it; one of no country is left as it comes out',
  async () => {
    const text = await invoiced(120.99, 100.81, [
      thing('HERE', 100, { netUnitPrice: 82.645, vatPercent: 21 }),
      thing('BESIDE', 0.99, { netUnitPrice: 0.81 }),
      thing('ABROAD', 20, { netUnitPrice: 17.35 }),
    ]);
    expect(text).toMatch(/BESIDE.*21 %/);
    expect(text).toMatch(/ABROAD.*15,3 %/);
  },
);

it.skipIf(!canLook)('a rate that was computed from rounded prices, or contradicts them, is that of the prices', async () => {
  const rates = await invoiced(85.17, 71.12, [
    thing('PEN', 3.99, { netUnitPrice: 3.35, vatPercent: 19.1 }),
    thing('CLIP', 0.99, { netUnitPrice: 0.83, vatPercent: 19.28 }),
    thing('BOOK', 1.99, { netUnitPrice: 1.86, vatPercent: 6.99 }),
    thing('FRACTION', 11.9, { netUnitPrice: 10, vatPercent: 0.19 }),
    thing('ZERO', 11.9, { netUnitPrice: 10, vatPercent: 0 }),
    thing('ABROAD', 50, { netUnitPrice: 40.98, vatPercent: 22.01 }),
    thing('DUTCH', 0.5, { netUnitPrice: 0.41, vatPercent: 21 }),
    thing('FREE', 0.9, { netUnitPrice: 0.9, vatPercent: 0 }),
    thing('RATED', 3, { vatPercent: 8.25 }),
  ]);
  const rateOf = (name: string): string | undefined => new RegExp(`${name}.*?([\\d,]+) ?%`).exec(rates)?.[1];
  expect(['PEN', 'CLIP', 'BOOK', 'FRACTION', 'ZERO', 'ABROAD', 'DUTCH', 'FREE', 'RATED'].map(rateOf)).toEqual([
    '19',
    '19',
    '7',
    '19',
    '19',
    '22,01',
    '21',
    '0',
    '8,25',
  ]);
  expect(rates).toMatch(/19 %\s+24,18\s+4,60\s+28,78/);
  const none = await invoiced(150, 90, [
    thing('QUARTER', 50, { netUnitPrice: 40, vatPercent: 0.25 }),
    thing('NONE', 50, { netUnitPrice: 50 }),
    thing('UNSET', 50, { netUnitPrice: 0, vatPercent: 19 }),
  ]);
  expect(none).toMatch(/25 %\s+40,00\s+10,00/);
  expect(none).toMatch(/19 %\s+42,02\s+7,98/);
});

it.skipIf(!canLook)('a rate that there is not is not printed', async () => {
  const text = await invoiced(20, 20, [thing('LESS', 10, { vatPercent: -5 }), thing('MORE', 10, { netUnitPrice: 11 })]);
  expect(text).not.toMatch(/[−-]\d[\d,]* %/);
});

it.skipIf(!canLook)('the VAT adds up to the total where cents are rounded', async () => {
  const third = thing('THIRD', 10.005, { vatPercent: 19 });
  const text = await invoiced(30.02, 25.23, [third, third, third]);
  expect(text).toMatch(/Rundung\s+−0,01/);
  expect(text).toMatch(/19 %\s+25,22\s+4,80\s+30,02/);
});

it.skipIf(!canLook)(
  'an invoice says the day of supply, or the days of the services, and the VAT number of a company',
  async () => {
    const today = await invoiced(10, 10, [thing('LAMP', 10, { netUnitPrice: 10 })], { vatId: 'DE111111125' });
    const [, day] = /Rechnungsdatum\s+([\d.]+)/.exec(today) ?? [];
    expect(today).toMatch(new RegExp(`Leistungsdatum\\s+${day}\\n`));
    // Of a person it is not asked for.
    expect(today).not.toContain('DE111111125');
    const period = { serviceStart: '2026-10-31T23:30:00Z', serviceEnd: '2027-10-31T12:00:00Z' };
    const year = await invoiced(10, 10, [thing('YEAR', 10, { netUnitPrice: 10, ...period })], {
      customerCategory: 'Company',
      companyName: 'Muster GmbH',
      vatId: 'DE111111125',
    });
    expect(year.replace(/ +/g, ' ')).toMatch(/Leistungsdatum 01.11.2026 – 31.10.2027/);
    expect(year).toContain('USt-IdNr. DE111111125');
  },
);

it.skipIf(!canLook)('the rest of an order, captured and refunded without items, names what is left of them', async () => {
  const red = thing('RED', 23.8, { netUnitPrice: 20, quantity: 5 });
  const blue = thing('BLUE', 10.7, { netUnitPrice: 10, quantity: 1 });
  const gone = thing('GONE', 11.9, { netUnitPrice: 10, quantity: 1 });
  const body = authorizeBody('DE', { order: { totalGrossAmount: 141.6, totalNetAmount: 120, items: [red, blue, gone] } });
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
  const part = (totalGrossAmount: number, items: Json[]): Json => ({ orderDetails: { totalGrossAmount, items } });
  const number = body.order.number;
  const captured = async (details?: Json): Promise<string> => {
    const answer = await app.ask('POST', path(number, '/captures'), details);
    expect(answer.status, answer.text).toBe(200);
    return String(answer.body['captureNumber']);
  };
  await captured(part(47.6, [{ ...red, quantity: 2 }]));
  const voided = { cancellationDetails: { totalGrossAmount: 11.9, items: [gone] } };
  expect((await app.ask('POST', path(number, '/voids'), voided)).status).toBe(200);
  const rest = await captured();
  const refund = { captureNumber: rest, items: [{ ...red, quantity: 1 }] };
  expect((await app.ask('POST', path(number, '/refunds'), refund)).status).toBe(200);
  expect((await app.ask('POST', path(number, '/refunds'), { captureNumber: rest })).status).toBe(200);

  const order = (await app.ask('GET', path(number))).body as { captures: Json[]; refunds: Json[] };
  const invoice = await textsAt(order.captures.find(({ captureNumber }) => captureNumber === rest)?.['invoiceUrl']);
  expect(invoice).toMatch(/RED\s+3\s/);
  expect(invoice).toContain('BLUE');
  expect(invoice).not.toContain('GONE');
  expect(invoice).toMatch(/19 %\s+60,00\s+11,40/);
  const note = await textsAt(order.refunds.at(-1)?.['creditNoteUrl']);
  expect(note).toMatch(/RED\s+2\s/);
  expect(note).toMatch(/7 ?%\s+10,00\s+0,70/);
});

it.skipIf(!canLook)('an item refunded of the rest beside a void has the VAT that the order says of it', async () => {
  const red = thing('RED', 23.8, { netUnitPrice: 20, quantity: 3 });
  const gone = thing('GONE', 10.7, { netUnitPrice: 10, quantity: 1 });
  const body = authorizeBody('DE', { order: { totalGrossAmount: 82.1, totalNetAmount: 70, items: [red, gone] } });
  const number = body.order.number;
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
  const voided = { cancellationDetails: { totalGrossAmount: 10.7, items: [gone] } };
  expect((await app.ask('POST', path(number, '/voids'), voided)).status).toBe(200);
  expect((await app.ask('POST', path(number, '/captures'))).status).toBe(200);
  const items = [{ productId: 'RED', description: 'RED', grossUnitPrice: 23.8, quantity: 2 }];
  const refunded = await app.ask('POST', path(number, '/refunds'), { items });
  expect(refunded.status, refunded.text).toBe(200);
  const { refunds } = (await app.ask('GET', path(number))).body as { refunds: Json[] };
  expect(await textsAt(refunds[0]?.['creditNoteUrl'])).toMatch(/19 %\s+40,00\s+7,60/);
});
