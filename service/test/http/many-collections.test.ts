// More direct debits are due than one file takes: each file takes what the ones before it left, and says that there is more.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderContents } from '../../src/orders/orders.sql.ts';
import { uuidv7 } from '../../src/runtime/chance.ts';
import { createSecrets } from '../../src/store/secrets.ts';
import { placeOf } from '../../src/store/table.ts';
import { authorizeBody, item, type Json, path, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const { seal } = createSecrets([Buffer.alloc(32, 7)]);
const iban = 'DE02120300000000202051';

/** As many again of the only order, each later than the one before: orders of their own, with the same buyer, account and mandate. */
async function again(count: number): Promise<void> {
  const [order] = await app.query('select id, merchant_id as "merchantId" from orders');
  const ids = Array.from({ length: count }, () => uuidv7(Date.now()));
  const sealed = ids.map((orderId) =>
    seal(iban, placeOf(orderContents, 'bankAccount', String(order?.['merchantId']), { orderId })),
  );
  const copy = async (table: string, key: string, changes: string): Promise<void> => {
    await app.query(
      `insert into ${table} select r.* from ${table} t
       cross join unnest($2::uuid[], $3::text[]) with ordinality as n(id, account, place)
       cross join lateral jsonb_populate_record(t, jsonb_build_object(${changes})) r where t.${key} = $1`,
      order?.['id'],
      ids,
      sealed,
    );
  };
  const later = `'inserted_at', t.inserted_at + n.place * interval '1 millisecond'`;
  await copy('orders', 'id', `'id', n.id, 'number', 'D-' || n.place, 'number_key', 'd-' || n.place, ${later}, 'x', n.account`);
  await copy('order_contents', 'order_id', `'order_id', n.id, 'bank_account', n.account`);
  const none = `'payment_reference', null, 'document_id', null, 'x', n.account`;
  await copy('captures', 'order_id', `'order_id', n.id, 'number', 'D-' || n.place, ${none}`);
}

test('each order is debited once, however many are due', async () => {
  const body = authorizeBody('DE', { items: [item('DE', 'LAMP', 5000)] });
  const placed = await app.ask('POST', '/api/v3/checkout/authorize', {
    ...body,
    payment: { type: 'Invoice', directDebit: { bankAccount: iban } },
  });
  expect(placed.body['outcome'], placed.text).toBe('Accepted');
  await app.ask('POST', path(body.order.number, '/captures'));
  await again(5001);
  const [merchant] = await app.query(`select id from merchants where country = 'DE'`);
  const make = async (): Promise<Json> => {
    const url = `/admin/v1/merchants/${String(merchant?.['id'])}/collections`;
    const answer = await app.ask('POST', url, { dueUntil: '2039-01-01' }, { key: 'sandbox-operator' });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const first = await make();
  expect([first['count'], first['totalAmount'], first['more'], first['leftOut']]).toEqual([5000, 250_000, true, undefined]);
  const second = await make();
  expect([second['count'], second['more']]).toEqual([2, undefined]);
  expect(await make()).toEqual({ count: 0, totalAmount: 0, currency: 'EUR' });
  const numbers = [first, second].flatMap(({ collections }) => (collections as Json[]).map(({ orderNumber }) => orderNumber));
  expect(new Set(numbers).size).toBe(5002);
}, 120_000);
