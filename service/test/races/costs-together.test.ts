// Letters about many invoices of one consumer, made at one moment by two services that know nothing of each other: where the law adds
// up what is late together, each sees what the others charged. If this breaks, a race makes a consumer pay the least cost many times.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksAgree } from '../support/books-agree.ts';
import { atOnce, orderBody, type Pair, startPair } from '../support/pair.ts';

let pair: Pair;
let merchantId: string;
beforeAll(async () => {
  pair = await startPair();
  const [row] = await pair.query(`select id from merchants where country = 'NL'`);
  merchantId = String(row?.['id']);
}, 60_000);
afterAll(() => pair.close());

const key = { 'x-auth-key': 'sandbox-nl' };
const operator = { 'x-auth-key': 'sandbox-operator' };

async function setClock(days: number): Promise<void> {
  await pair.query('update merchants set clock_offset_ms = $2 where id = $1', [merchantId, days * 86_400_000]);
  for (const { deps } of pair.services) deps.auth.forget();
}

/** Around the job's lease, as a clock that is put forward runs it. */
const remind = () =>
  Promise.all(pair.services.flatMap(({ deps: { jobs } }) => [jobs.runDue(merchantId), jobs.runDue(merchantId)]));

test('twenty invoices of one consumer cost what their sum costs, whoever writes the letters', async () => {
  const { json } = await pair.ask('GET', `/admin/v1/merchants/${merchantId}/contracts/active`, undefined, operator);
  const contract = { ...(json['contract'] as object), reminders: { fee: 6775 } };
  const asked = { contract, reason: 'What collecting costs' };
  const agreed = await pair.ask('POST', `/admin/v1/merchants/${merchantId}/contracts`, asked, operator);
  expect(agreed.status, agreed.text).toBe(200);
  await atOnce(20, async (index) => {
    const { customer, ...body } = orderBody(`N-${index}`, 30, 'late');
    const address = { street: 'Damrak 1', postalCode: '1012LG', postalPlace: 'Amsterdam' };
    const placed = await pair.ask('POST', '/api/v3/checkout/authorize', { ...body, customer: { ...customer, address } }, key);
    expect(placed.json['outcome'], placed.text).toBe('Accepted');
    expect((await pair.ask('POST', `/api/v3/orders/N-${index}/captures`, undefined, key)).status).toBe(200);
  });
  for (const days of [25, 60]) {
    await setClock(days);
    await remind();
  }
  const letters = await pair.query(
    `select level, count(*)::int as count, sum(fee_minor)::int as minor from capture_reminders where merchant_id = $1
     group by level order by level`,
    [merchantId],
  );
  // 15 % of 600.
  expect(letters.map(({ level, count, minor }) => [level, count, minor])).toEqual([
    [1, 20, 0],
    [2, 20, 9_000],
  ]);
  await expectBooksAgree((text) => pair.query(text));
}, 180_000);
