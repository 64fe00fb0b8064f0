// Valid bodies with junk at random places: every answer is an outcome or a clear 4xx with code and field, a refusal leaves
// the row counts of all tables alone, and what was taken can be read back (C06).
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizeBody, authorized, basket, item, part, path, startApp, summary, type TestApp } from '../support/app.ts';
import { isCluster } from '../support/database.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

type Steps = (string | number)[];
type Holder = Record<string | number, unknown>;

const junk = fc.oneof(
  fc.constantFrom<unknown>(null, '', ' ', {}, [], [null], 0, -1, 1e15, 0.1, true, false, 'x', '\0', '-', '2026-13-45', '1e9'),
  fc.constantFrom<unknown>('9'.repeat(40), 'x'.repeat(5000), { length: 3 }, [[]], ['a', 1], '\ud800', '__proto__', '0000-00-00'),
  fc.constantFrom<unknown>(
    '0000-01-01',
    '9999-12-31T23:59:59-23:59',
    999999999.99,
    -999999999.99,
    '999999999.9999',
    0.000001,
    '+1',
    '.5',
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double(),
);

/** Every path into a body. */
function pathsOf(value: unknown, at: Steps = []): Steps[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const here = [...at, Array.isArray(value) ? Number(name) : name];
    return [here, ...pathsOf(member, here)];
  });
}

/** The body with a value replaced; a place that an earlier change took away is left out. */
function withValue(body: object, steps: Steps, value: unknown): object {
  const copy = structuredClone(body) as Holder;
  let holder: unknown = copy;
  for (const step of steps.slice(0, -1))
    holder = typeof holder === 'object' && holder !== null ? (holder as Holder)[step] : undefined;
  if (typeof holder === 'object' && holder !== null) (holder as Holder)[steps.at(-1) ?? ''] = value;
  return copy;
}

const authorizing = () => {
  const riskData = {
    existingCustomer: true,
    customerSince: '2020-01-01 10:00:00',
    numberOfTransactions: 3,
    acquisitionChannel: 'Direct',
  };
  const body = authorizeBody('DE', {
    customer: { riskData, conversationLanguage: 'FR', phone: '1' },
    items: [...basket('DE'), richItem(100)],
  });
  return {
    ...body,
    payment: { type: 'Invoice', directDebit: { bankAccount: 'DE89370400440532013000' }, installment: { profileNo: 1 } },
    checkoutId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b10',
    deliveryCustomer: { firstName: 'A', customerCategory: 'Person', address: { street: 'B', postalCode: '1' } },
    yourReference: 'y',
    additionalData: { pluginProvider: 'p' },
    risk: { channelType: 'Internet' },
  };
};
const richItem = (cents: number) =>
  item('DE', 'A', cents, 1, {
    type: 'Info',
    lineNumber: 1,
    serviceStart: '2026-01-01',
    vatCategory: 'LowCategory',
    discountAmount: 1,
  });

/** An order with a capture of 50.00 and 50.00 open, new for every run: a full capture must not end the hunt. */
async function freshOrder(captured: boolean): Promise<{ number: string; capture: string }> {
  const number = await authorized(app);
  if (!captured) return { number, capture: 'none' };
  const { body } = await app.ask('POST', path(number, '/captures'), { orderDetails: part(50) });
  const capture = String(body['captureNumber']);
  const shipping = { type: 'Shipment', shippingCompany: 'DHL', trackingId: '1' };
  await app.ask('POST', path(number, `/captures/${capture}/shipping-details`), shipping);
  return { number, capture };
}

/** For a longer hunt than every run of all tests can afford. */
const longer = Number(process.env['FUZZ_FACTOR'] ?? 1);

interface Hunt {
  readonly name: string;
  readonly method: 'POST' | 'PATCH';
  readonly url: (order: { number: string; capture: string }) => string;
  readonly body: (capture: string) => object;
  readonly captured: boolean;
  readonly runs: number;
}

const shipping = { type: 'Shipment', shippingCompany: 'DHL', trackingId: '1', trackingUrl: 'https://u.example' };
const hunts: Hunt[] = [
  { name: 'authorize', method: 'POST', url: () => '/api/v3/checkout/authorize', body: authorizing, captured: false, runs: 500 },
  {
    name: 'capture',
    method: 'POST',
    url: ({ number }) => path(number, '/captures'),
    body: () => ({
      orderDetails: { ...summary([richItem(1)]), currency: 'EUR' },
      shippingDetails: [shipping],
      references: { contractDate: '2026-01-01', yourReference: 'r' },
      campaignNumber: 0,
    }),
    captured: false,
    runs: 150,
  },
  {
    name: 'refund',
    method: 'POST',
    url: ({ number }) => path(number, '/refunds'),
    body: (captureNumber) => ({ captureNumber, items: [{ ...richItem(100), refundType: 'Return' }], refundType: 'Refund' }),
    captured: true,
    runs: 150,
  },
  {
    name: 'void',
    method: 'POST',
    url: ({ number }) => path(number, '/voids'),
    body: () => ({ cancellationDetails: summary([richItem(1)]), transactionReference: 't' }),
    captured: true,
    runs: 100,
  },
  {
    name: 'update',
    method: 'POST',
    url: ({ number }) => path(number, '/updateOrder'),
    body: () => ({
      updateOrderSummary: { ...summary([...basket('DE'), richItem(5)]), currency: 'EUR' },
      conversationLanguage: 'DK',
    }),
    captured: false,
    runs: 120,
  },
  {
    name: 'return notification',
    method: 'POST',
    url: ({ number }) => path(number, '/captures/return-notification'),
    body: (captureNumber) => ({ captureNumber, totalGrossAmount: 1, items: [richItem(1)] }),
    captured: true,
    runs: 80,
  },
  {
    name: 'shipping details',
    method: 'POST',
    url: ({ number, capture }) => path(number, `/captures/${capture}/shipping-details`),
    body: () => shipping,
    captured: true,
    runs: 60,
  },
  {
    name: 'changed shipping details',
    method: 'PATCH',
    url: ({ number, capture }) => path(number, `/captures/${capture}/shipping-details/1`),
    body: () => shipping,
    captured: true,
    runs: 60,
  },
];

describe('junk at any place of', () => {
  test.each(hunts)(
    '$name',
    async ({ method, url, body, captured, runs }) => {
      const changes = fc.array(fc.tuple(fc.constantFrom(...pathsOf(body('1'))), junk), { minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(changes, async (made) => {
          const order = await freshOrder(captured);
          const sent = made.reduce((now, [steps, value]) => withValue(now, steps, value), body(order.capture));
          const before = await app.rowCounts();
          const answer = await app.ask(method, url(order), sent);
          if (answer.status === 200) return readable(order.number);
          if (answer.status >= 500) throw new Error(`${answer.status} ${answer.text}`);
          for (const { code, message, fieldReference } of answer.messages) {
            if (typeof code !== 'string' || typeof message !== 'string') throw new Error(`no code: ${answer.text}`);
            if (answer.status === 400 && typeof fieldReference !== 'string') throw new Error(`no field: ${answer.text}`);
          }
          expect(await app.rowCounts()).toEqual(before);
        }),
        { numRuns: runs * longer },
      );
    },
    // On a cluster the rows of all nodes are counted around each try.
    (isCluster() ? 900_000 : 120_000) * longer,
  );

  const readable = async (number: string): Promise<void> => {
    const { status, text } = await app.ask('GET', path(number));
    if (status !== 200 || text.includes(':null')) throw new Error(`cannot be read back: ${status} ${text}`);
  };

  test('authorize leaves only orders that can be read back', async () => {
    const orders = await app.query(`select number from orders where state <> 'Rejected' order by inserted_at desc limit 500`);
    expect(orders.length).toBeGreaterThan(0);
    for (const { number } of orders) await readable(String(number));
  });
});
