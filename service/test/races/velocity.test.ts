// How fast orders come, counted by two services at once: one person's count is exact, and a mark that hundreds share is a
// lock for nobody.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectBooksAgree } from '../support/books-agree.ts';
import { atOnce, orderBody, type Pair, startPair, statusesOf } from '../support/pair.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterEach(() => expectBooksAgree(pair.query));
afterAll(() => pair.close());

const outcomesOf = (answers: readonly { json: Record<string, unknown> }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { json } of answers) counts[String(json['outcome'])] = (counts[String(json['outcome'])] ?? 0) + 1;
  return counts;
};

it('of three hundred people with one e-mail, phone, IP and address nobody waits for long, fails or is forgotten', async () => {
  const answers = await atOnce(300, (index) => {
    const { customer, ...body } = orderBody(`crowd-${index}`, 1);
    const shared = { ...customer, mobilePhone: '+4915112345678', riskData: { ipAddress: '203.0.113.7' } };
    return pair.ask('POST', '/api/v3/checkout/authorize', { ...body, customer: shared });
  });
  expect(statusesOf(answers)).toEqual({ 200: 300 });
  expect(outcomesOf(answers)).toEqual({ Accepted: 300 });
  const counted = await pair.query(`select sum(count)::int as count from velocities group by subject having sum(count) > 1`);
  expect(counted).toEqual([{ count: 300 }, { count: 300 }, { count: 300 }, { count: 300 }]);
});

it('of one person at two services a burst ends exactly at the hundredth order of the hour, and an hour later goes on', async () => {
  const answers = await atOnce(140, (index) =>
    pair.ask('POST', '/api/v3/checkout/authorize', orderBody(`burst-${index}`, 1, 'burst')),
  );
  expect(outcomesOf(answers)).toEqual({ Accepted: 100, Rejected: 40 });
  const rejected = answers.find(({ json }) => json['outcome'] === 'Rejected');
  // 200.901 and a friendly text: what stopped it is nobody's business outside.
  expect(rejected?.json['riskCheckMessages']).toMatchObject([{ code: '200.901', actionCode: 'OfferSecurePaymentMethods' }]);
  expect(rejected?.text).not.toMatch(/velocity|hour|fast/i);

  const [merchant] = await pair.query(`select id from merchants where country = 'DE'`);
  const clock = `/admin/v1/merchants/${String(merchant?.['id'])}/clock`;
  await pair.ask('PUT', clock, { advanceSeconds: 7200 }, { 'x-auth-key': 'sandbox-operator' });
  const later = await pair.ask('POST', '/api/v3/checkout/authorize', orderBody('burst-later', 1, 'burst'));
  expect(later.json['outcome']).toBe('Accepted');
});

it('is kept for a week of business time and then dropped', async () => {
  const [merchant] = await pair.query(`select id from merchants where country = 'DE'`);
  const clock = `/admin/v1/merchants/${String(merchant?.['id'])}/clock`;
  // Setting the clock runs the jobs.
  await pair.ask('PUT', clock, { advanceSeconds: 6 * 86_400 }, { 'x-auth-key': 'sandbox-operator' });
  expect(Number((await pair.query('select count(*) from velocities'))[0]?.['count'])).toBeGreaterThan(0);
  await pair.ask('PUT', clock, { advanceSeconds: 3 * 86_400 }, { 'x-auth-key': 'sandbox-operator' });
  expect(await pair.query('select count(*)::int as count from velocities')).toEqual([{ count: 0 }]);
});
