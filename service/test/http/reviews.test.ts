// Orders that wait for a person: the queue tells what and why, a decision is made once and on record, and nobody’s limit
// waits for ever.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { applyBody } from '../support/accounts.ts';
import { type Answer, advanceShop, authorizeBody, type Json, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';

let app: TestApp;
let shops: Record<string, string>;
beforeAll(async () => {
  app = await startApp();
  const rows = await app.query('select id, country from merchants');
  shops = Object.fromEntries(rows.map((row) => [String(row['country']), String(row['id'])]));
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const key = (country: string) => ({ key: `sandbox-${country.toLowerCase()}` });
const reviews = (country: string): string => `/admin/v1/merchants/${shops[country]}/reviews`;
async function wait(country: 'DE' | 'AT' | 'CH', firstName = 'Review'): Promise<string> {
  const body = authorizeBody(country, { customer: { firstName } });
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, key(country));
  expect(answer.body['outcome']).toBe('Pending');
  return body.order.number;
}
const decide = (country: string, number: string, body: unknown): Promise<Answer> =>
  app.ask('POST', `${reviews(country)}/${number}`, body, operator);
async function waitForAccount(country: 'DE' | 'AT' | 'CH'): Promise<string> {
  const body = applyBody(country, 100, { firstName: 'Review' });
  const answer = await app.ask('POST', '/api/v3/customer-account', body, key(country));
  expect(answer.body['outcome']).toBe('Pending');
  return String((answer.body['account'] as Json)['accountNumber']);
}
const decideAccount = (country: string, number: string, decision: string): Promise<Answer> =>
  decide(country, number, { kind: 'account', decision, reason: 'as I know them', decidedBy: 'Ida' });
const stateOf = async (number: string): Promise<unknown> =>
  (await app.query('select state from accounts where number = $1', number))[0]?.['state'];
const statusOf = async (country: string, number: string): Promise<unknown> => {
  const { body } = await app.ask('GET', `/api/v3/orders/${number}`, undefined, key(country));
  return (body['orderDetails'] as Record<string, unknown> | undefined)?.['status'];
};
const eventsOf = async (number: string): Promise<unknown[]> =>
  (
    await app.query(
      `select e.type from outbox e join orders o on o.id = e.order_id where o.number = $1 order by e.happened_at, e.id`,
      number,
    )
  ).map((row) => row['type']);

describe('the queue', () => {
  it('shows what waits, for what, why, and since when, oldest first', async () => {
    const numbers = [await wait('CH'), await wait('CH', 'StrongCustomerAuthentication'), await wait('CH')];
    const account = await waitForAccount('CH');
    const page = await app.ask('GET', `${reviews('CH')}?limit=2`, undefined, operator);
    expect(page.body['reviews']).toMatchObject([
      {
        kind: 'order',
        orderNumber: numbers[0],
        amount: 104.95,
        currency: 'CHF',
        customer: expect.stringContaining('Zürich'),
        customerNumber: expect.any(String),
        waitsFor: 'review',
        why: [expect.stringContaining('review')],
        facts: { ageYears: expect.any(Number), exposure: 0, bureau: 'review', listHits: [], alike: expect.any(Number) },
        ageSeconds: expect.any(Number),
        decideBy: expect.stringMatching(/Z$/),
      },
      { orderNumber: numbers[1], waitsFor: 'identity' },
    ]);
    const rest = await app.ask('GET', `${reviews('CH')}?limit=2&after=${String(page.body['next'])}`, undefined, operator);
    expect(rest.body['reviews']).toMatchObject([
      { orderNumber: numbers[2] },
      {
        kind: 'account',
        accountNumber: account,
        amount: 100,
        currency: 'CHF',
        customer: expect.stringContaining('Zürich'),
        waitsFor: 'review',
        why: [expect.stringContaining('review')],
        facts: { bureau: 'review', exposure: 0 },
        decideBy: expect.stringMatching(/Z$/),
      },
    ]);
    expect(rest.body).not.toHaveProperty('next');
    expect((await app.ask('GET', reviews('DE'), undefined, operator)).body['reviews']).toEqual([]);
  });
});

describe('a decision', () => {
  it('makes the order Accepted, and only then it can be captured', async () => {
    const number = await wait('DE');
    expect(await statusOf('DE', number)).toBe('Pending');
    expect((await app.ask('POST', `/api/v3/orders/${number}/captures`)).messages).toMatchObject([{ code: '400.210' }]);
    const answer = await decide('DE', number, { decision: 'approve', reason: 'called the customer', decidedBy: 'Ida' });
    expect([answer.status, answer.body]).toEqual([200, { kind: 'order', orderNumber: number, outcome: 'Accepted' }]);
    expect(await statusOf('DE', number)).toBe('Accepted');
    expect((await app.ask('POST', `/api/v3/orders/${number}/captures`)).status).toBe(200);
    expect(await eventsOf(number)).toEqual(['order.placed_under_review', 'order.approved', 'order.captured']);
    const [row] = await app.query(
      `select r.decision, r.reason, r.decided_by from order_reviews r join orders o on o.id = r.order_id where o.number = $1`,
      number,
    );
    expect(row).toEqual({ decision: 'approve', reason: 'called the customer', decided_by: 'Ida' });
  });

  it('makes it Rejected, gives the limit back and leaves the number free', async () => {
    const number = await wait('DE');
    expect((await decide('DE', number, { decision: 'decline', reason: 'no answer' })).body).toMatchObject({
      outcome: 'Rejected',
    });
    expect(await statusOf('DE', number)).toBe('Cancelled');
    expect((await app.ask('POST', `/api/v3/orders/${number}/captures`)).messages).toMatchObject([{ code: '400.265' }]);
    const body = authorizeBody('DE', { order: { number } });
    expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
  });

  it('is made once, with a reason, at the merchant whose order it is', async () => {
    const number = await wait('DE');
    expect((await decide('DE', number, { decision: 'approve' })).messages).toMatchObject([{ fieldReference: 'reason' }]);
    expect((await decide('DE', number, { decision: 'maybe', reason: 'x' })).status).toBe(400);
    expect((await decide('AT', number, { decision: 'approve', reason: 'x' })).messages).toMatchObject([{ code: '400.273' }]);
    const both = await Promise.all([
      decide('DE', number, { decision: 'approve', reason: 'a' }),
      decide('DE', number, { decision: 'decline', reason: 'b' }),
    ]);
    expect(both.every((each) => each.status === 200)).toBe(false);
    expect(both.some((each) => each.status === 200)).toBe(true);
    expect((await decide('DE', number, { decision: 'decline', reason: 'c' })).status).toBeGreaterThanOrEqual(404);
  });
});

describe('a decision on an application', () => {
  it('is on record, made once, and by its own kind of number', async () => {
    const number = await waitForAccount('DE');
    expect((await decide('DE', number, { decision: 'approve', reason: 'x' })).messages).toMatchObject([{ code: '400.273' }]);
    expect((await decideAccount('AT', number, 'approve')).messages).toMatchObject([{ code: '400.273' }]);
    expect((await decideAccount('DE', number.replace('.', ''), 'decline')).body).toEqual({
      kind: 'account',
      accountNumber: number,
      outcome: 'Rejected',
    });
    expect((await decideAccount('DE', number, 'approve')).messages).toMatchObject([{ code: '400.273' }]);
    expect(await app.query('select decision, reason, decided_by from account_reviews where account_number = $1', number)).toEqual(
      [{ decision: 'decline', reason: 'as I know them', decided_by: 'Ida' }],
    );
  });
});

describe('time', () => {
  // Real time goes on meanwhile, by seconds where a machine is slow: what is before its time is so by minutes.
  const advance = (seconds: number) => advanceShop(app, shops['AT'], { advanceSeconds: seconds });

  it('declines what nobody decided in 72 hours, with an event', async () => {
    const number = await wait('AT');
    await advance(71 * 3600);
    expect(await statusOf('AT', number)).toBe('Pending');
    await advance(3600);
    expect(await statusOf('AT', number)).toBe('Cancelled');
    expect(await eventsOf(number)).toEqual(['order.placed_under_review', 'order.declined']);
  });

  it('declines an application that nobody decided, before the order that came after it', async () => {
    const account = await waitForAccount('AT');
    await advance(3600);
    const number = await wait('AT');
    await advance(71 * 3600 - 600);
    expect(await stateOf(account)).toBe('UnderReview');
    await advance(600);
    expect([await stateOf(account), await statusOf('AT', number)]).toEqual(['Declined', 'Pending']);
    await advance(3600);
    expect(await statusOf('AT', number)).toBe('Cancelled');
    const events = `select type from outbox where account_number = $1 order by happened_at, id`;
    expect(await app.query(events, account)).toEqual([{ type: 'account.placed_under_review' }, { type: 'account.declined' }]);
  });

  it('gives a consumer an hour to confirm the identity', async () => {
    const number = await wait('AT', 'StrongCustomerAuthentication');
    await advance(3000);
    expect(await statusOf('AT', number)).toBe('Pending');
    await advance(600);
    expect(await statusOf('AT', number)).toBe('Cancelled');
  });

  it('forbids to approve too late, also before the job has run', async () => {
    const number = await wait('AT');
    const account = await waitForAccount('AT');
    await app.query(`update merchants set clock_offset_ms = clock_offset_ms + 72 * 3600000 where country = 'AT'`);
    expect((await decide('AT', number, { decision: 'approve', reason: 'late' })).messages).toMatchObject([{ code: '400.275' }]);
    expect((await decideAccount('AT', account, 'approve')).messages).toMatchObject([{ code: '400.275' }]);
    await app.ask('POST', '/admin/v1/jobs/decline-overdue-reviews/run', undefined, operator);
    expect(await statusOf('AT', number)).toBe('Cancelled');
    expect(await stateOf(account)).toBe('Declined');
  });
});
