// Orders in an operator's hands: found by typed filters, told whole, and moved by the same decisions as the shop's requests,
// once, with a reason that stands in the audit and a source that stands in the event.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bookEntries } from '../../src/bank/book-entries.ts';
import { importStatement } from '../../src/bank/import-statement.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { advance, advanceShop, authorizeBody, item, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { camt } from '../support/camt.ts';
import { dayIn, todayIn } from '../support/days.ts';
import { done, operator, startOrganisation } from '../support/organisations.ts';

let app: TestApp;
let shop: Awaited<ReturnType<typeof startOrganisation>>;
let orders = '';
beforeAll(async () => {
  app = await startApp();
  shop = await startOrganisation(app, {
    policy: { minimumAge: 18, limits: { EUR: { order: 5000, customer: 50_000 } } },
  });
  orders = `/merchants/${shop.merchantId}/orders`;
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

async function order(grossCents = 10_000, over: { customer?: Json; payment?: Json } = {}): Promise<string> {
  const body = {
    ...authorizeBody('DE', { items: [item('DE', 'THING', grossCents)], ...(over.customer && { customer: over.customer }) }),
    ...(over.payment && { payment: over.payment }),
  };
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: shop.shopKey });
  expect(answer.status, answer.text).toBe(200);
  return body.order.number;
}
const act = (number: string, step: string, body: Json, headers: Record<string, string> = {}) =>
  app.ask('POST', `/admin/v1${orders}/${number}/${step}`, { reason: 'a test', ...body }, { ...operator, headers });
const search = async (query: string): Promise<string[]> =>
  ((await done(app, 'GET', `${orders}?${query}`))['orders'] as Json[]).map(({ orderNumber }) => String(orderNumber));
const story = (number: string) => done(app, 'GET', `${orders}/${number}`);

describe('the search', () => {
  it('finds by every filter, alone and together, newest first', async () => {
    const [small, middle, large] = [
      await order(1000),
      await order(20_000, { customer: { customerNumber: 'K-1' } }),
      await order(90_000),
    ];
    const rejected = await order(1000, { customer: { firstName: 'Reject' } });
    await act(large, 'captures', { amount: 100 });
    expect(await search('')).toEqual([rejected, large, middle, small]);
    expect(await search('state=PartlyCaptured')).toEqual([large]);
    expect(await search('state=rejected,Authorized')).toEqual([rejected, middle, small]);
    expect(await search('paymentType=Installment')).toEqual([]);
    expect(await search('minAmount=10&maxAmount=200.00')).toEqual([rejected, middle, small]);
    expect(await search('minAmount=10.01&maxAmount=899.99')).toEqual([middle]);
    expect(await search('customerNumber=K-1')).toEqual([middle]);
    expect(await search(`number=${small.toUpperCase()}`)).toEqual([small]);
    expect(await search(`number=${rejected}`)).toEqual([rejected]);
    const today = todayIn('DE');
    expect(await search(`from=${today}&to=${today}&maxAmount=10`)).toEqual([rejected, small]);
    expect(await search('from=2031-01-01')).toEqual([]);
    expect(await search('to=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await search(`expiresBefore=${new Date(Date.now() + 40 * 86_400_000).toISOString()}&minAmount=100`)).toEqual([
      large,
      middle,
    ]);
    expect(await search(`expiresBefore=${today}`)).toEqual([]);
  });

  it('refuses what it does not know, with the name of it', async () => {
    const answer = await app.ask(
      'GET',
      `/admin/v1${orders}?status=x&minAmount=1.005&from=yesterday&state=Open`,
      undefined,
      operator,
    );
    expect(answer.status).toBe(400);
    expect(answer.messages.map(({ fieldReference, code }) => `${String(fieldReference)} ${String(code)}`).sort()).toEqual([
      'from 400.004',
      'minAmount 400.004',
      'state 400.004',
      'status 400.358',
    ]);
    const told = (field: string) => answer.messages.find(({ fieldReference }) => fieldReference === field)?.['message'];
    expect(told('state')).toMatch(/It is one of Pending, Authorized, .*Rejected/);
    expect(told('from')).toContain('2026-11-20T09:30:00Z');
    expect((await app.ask('GET', `/admin/v1${orders}?after=1`, undefined, operator)).messages).toMatchObject([
      { code: '400.274' },
    ]);
  });

  it.each(['9999-12-31', '9999-12-31T23:59:59-23:59', '0000-01-01', '0000-01-01T00:00:00Z'])(
    'refuses %s, which a time zone carries out of the years there are',
    async (moment) => {
      for (const list of [orders, orders.replace(/orders$/, 'audit')])
        for (const edge of ['from', 'to']) {
          const answer = await app.ask('GET', `/admin/v1${list}?${edge}=${moment}`, undefined, operator);
          expect([answer.status, answer.messages[0]?.['code']]).toEqual([400, '400.004']);
        }
    },
  );

  it('goes on from page to page without losing or repeating an order', async () => {
    const all = await search('limit=200');
    const paged: string[] = [];
    for (let query = 'limit=2'; query !== ''; ) {
      const page = await app.ask('GET', `/admin/v1${orders}?${query}`, undefined, operator);
      paged.push(...(page.body['orders'] as Json[]).map(({ orderNumber }) => String(orderNumber)));
      query = /\?([^>]*)>; rel="next"/.exec(page.headers['link'] ?? '')?.[1] ?? '';
      // One that comes meanwhile moves nothing.
      if (paged.length === 2) await order();
    }
    expect(paged).toEqual(all);
  });

  it('finds by the merchant’s own time, when its test clock is ahead', async () => {
    const later = await order(2000);
    await advanceShop(app, shop.merchantId, { advanceSeconds: 20 * 86_400 });
    const ahead = await order(3000);
    const now = new Date(Date.now() + 19 * 86_400_000).toISOString();
    expect(await search(`from=${now}`)).toEqual([ahead]);
    expect(await search(`to=${now}`)).toContain(later);
  });
});

it('the story says of each payment whether the bank took it back, and when', async () => {
  const number = await order(10_000);
  await act(number, 'captures', {});
  const [capture] = (await story(number))['captures'] as Json[];
  const captureNumber = capture?.['captureNumber'];
  const today = dayIn('DE', capture?.['createdAt']);
  const payments = `/merchants/${shop.merchantId}/payments`;
  for (const [transactionId, amount] of [
    [`${number}-1`, 60],
    [`${number}-2`, 40],
  ] as const)
    await done(app, 'POST', payments, { captureNumber, amount, valueDate: today, transactionId });
  await done(app, 'POST', `${payments}/${number}-2/return`, { returnedOn: today, reason: 'Recalled' });
  const told = (await story(number))['payments'] as Json[];
  expect(told.map(({ amount, returnedOn }) => [amount, returnedOn])).toEqual([
    [60, undefined],
    [40, today],
  ]);
});

describe('an action of the operator', () => {
  it('captures, refunds and voids as the shop would, and says who and why', async () => {
    const number = await order(10_000);
    const captured = await act(number, 'captures', { amount: 60, reason: 'the shop is down' });
    expect(captured.body).toMatchObject({
      state: 'PartlyCaptured',
      capturedAmount: 60,
      leftToCaptureAmount: 40,
      numbers: [expect.any(String)],
    });
    expect((await act(number, 'refunds', { amount: 10, reason: 'goodwill' })).body).toMatchObject({ refundedAmount: 10 });
    expect((await act(number, 'voids', {})).body).toMatchObject({ state: 'Captured', voidedAmount: 40, leftToCaptureAmount: 0 });
    const told = await story(number);
    expect(told['captures']).toMatchObject([
      { amount: 60, refundedAmount: 10, captureNumber: (captured.body['numbers'] as string[])[0] },
    ]);
    expect([told['refunds'], told['voids'], told['decisions']]).toMatchObject([
      [{ amount: 10 }],
      [{ amount: 40 }],
      [{ outcome: 'Accepted', amount: 100 }],
    ]);
    expect(told['timeline']).toMatchObject([
      { event: 'order.authorized', source: 'shop', operation: 'authorize', amount: 100, version: 1 },
      {
        event: 'order.captured',
        source: 'operator',
        operation: 'captureOrder',
        amount: 60,
        reason: 'the shop is down',
        actorName: 'sandbox-operator',
      },
      { event: 'order.refunded', source: 'operator', operation: 'refundOrder', amount: 10, reason: 'goodwill' },
      { event: 'order.voided', source: 'operator', operation: 'voidOrder', amount: 40, reason: 'a test' },
    ]);
    expect(JSON.stringify(told)).not.toMatch(/@|firstName|street/);
    // The shop sees the same state, and cannot do it again.
    expect((await app.ask('POST', path(number, '/captures'), undefined, { key: shop.shopKey })).status).toBe(409);
  });

  it('is the operator’s also where a job finishes it: money assigned by hand while the book was full', async () => {
    const number = await order(10_000);
    const [captureNumber] = (await act(number, 'captures', { amount: 100 })).body['numbers'] as string[];
    const brought = await importStatement(
      app.deps,
      Buffer.from(camt([{ amount: '40', on: todayIn('DE'), bankReference: 'by hand' }])),
      'test',
    );
    if (brought instanceof Refusal) throw new Error(brought.notices[0].id);
    const target = { merchantId: shop.merchantId, kind: 'capture', number: captureNumber, orderNumber: number };
    await app.query(
      `update bank_entries set state = 'Booking', reason = 'called', handled_by = (select id from api_keys where merchant_id is null limit 1), target = $1
       where bank_reference = 'by hand'`,
      JSON.stringify({ ...target, amountMinor: '4000', turn: 1 }),
    );
    await bookEntries(app.deps, brought.id, () => false);
    expect((await story(number))['timeline']).toContainEqual(
      expect.objectContaining({ event: 'capture.paid', source: 'operator', operation: 'bookBankEntry', amount: 40 }),
    );
  });

  it('is done once under an idempotency key, and refused for another body', async () => {
    const number = await order(10_000);
    const headers = { 'idempotency-key': 'night-1' };
    const [first, twin] = await Promise.all([1, 2].map(() => act(number, 'captures', { amount: 30 }, headers)));
    const again = await act(number.toUpperCase(), 'captures', { amount: 30 }, headers);
    expect([twin?.text, again.text]).toEqual([first?.text, first?.text]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await act(number, 'captures', { amount: 31 }, headers)).status).toBe(422);
    expect((await story(number))['capturedAmount']).toBe(30);
    // The shop's own keys are others, even where they are spelt the same.
    expect(
      (
        await app.ask(
          'POST',
          path(number, '/captures'),
          { orderDetails: { totalGrossAmount: 5 } },
          { key: shop.shopKey, headers },
        )
      ).status,
    ).toBe(200);
    expect((await story(number))['capturedAmount']).toBe(35);
  });

  it.each([
    ['captures', { amount: 100.01 }, 409, 'amount'],
    ['captures', { amount: 0 }, 400, 'amount'],
    ['captures', { reason: '' }, 400, 'reason'],
    ['refunds', {}, 409, undefined],
    ['voids', { amount: 500 }, 409, 'amount'],
    ['expiry', { expiresOn: '2020-01-01' }, 409, 'expiresOn'],
    ['expiry', {}, 400, 'expiresOn'],
  ])('is refused as the shop would be, and changes nothing: %s %j', async (step, body, status, field) => {
    const number = await order(10_000);
    const before = await app.rowCounts();
    const answer = await act(number, step, body);
    expect([answer.status, answer.messages[0]?.['fieldReference']]).toEqual([status, field]);
    expect(await app.rowCounts()).toEqual(before);
    expect((await act('none', step, { amount: 1, expiresOn: '2031-01-01' })).messages).toMatchObject([{ code: '400.115' }]);
  });

  it('needs the scope for money', async () => {
    const number = await order();
    const key = async (...scopes: string[]) =>
      String((await done(app, 'POST', '/keys', { name: 'x', scopes, reason: 'x' }))['key']);
    const capture = (with_: string) =>
      app.ask('POST', `/admin/v1${orders}/${number}/captures`, { amount: 1, reason: 'x' }, { key: with_ });
    expect((await capture(await key('admin:read', 'admin:keys'))).status).toBe(403);
    expect((await capture(await key('admin:money'))).status).toBe(200);
  });

  it('gives a limit back, whether the order waits or stands', async () => {
    const waiting = await order(5000, { customer: { firstName: 'Review' } });
    expect((await act(waiting, 'release', {})).body).toMatchObject({ state: 'Rejected', leftToCaptureAmount: 0 });
    const standing = await order(5000);
    expect((await act(standing, 'release', {})).body).toMatchObject({
      state: 'Voided',
      leftToCaptureAmount: 0,
      voidedAmount: 50,
    });
    expect((await act(standing, 'release', {})).status).toBe(409);
  });

  it('extends an authorization within its bounds, and only then it can be captured later', async () => {
    const number = await order(5000);
    const expiresOn = String((await story(number))['expiresOn']);
    const plus = (days: number) => new Date(Date.parse(`${expiresOn}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
    // As far as a new order from today, which is where this one ends already.
    expect((await act(number, 'expiry', { expiresOn: plus(1) })).messages).toMatchObject([
      { code: '400.359', fieldReference: 'expiresOn' },
    ]);
    await advanceShop(app, shop.merchantId, { advanceSeconds: 28 * 86_400 });
    expect((await act(number, 'expiry', { expiresOn: plus(29) })).status).toBe(409);
    expect((await act(number, 'expiry', { expiresOn: plus(20), reason: 'delivered late' })).body).toMatchObject({
      expiresOn: plus(20),
    });
    await advanceShop(app, shop.merchantId, { advanceSeconds: 10 * 86_400 });
    const told = await story(number);
    expect(told).toMatchObject({ state: 'Authorized', expiresOn: plus(20) });
    const events = (told['timeline'] as Json[]).map(({ event }) => event);
    // It was warned of both ends.
    expect(events).toEqual(['order.authorized', 'order.withdrawal_reminded', 'order.expiring', 'order.extended']);
    await advanceShop(app, shop.merchantId, { advanceSeconds: 10 * 86_400 });
    expect(((await story(number))['timeline'] as Json[]).map(({ event }) => event)).toEqual([...events, 'order.expiring']);
    expect((await app.ask('POST', path(number, '/captures'), undefined, { key: shop.shopKey })).status).toBe(200);
  });
});

describe('the audit', () => {
  it('tells who did what and why, by every filter', async () => {
    const number = await order(5000);
    await act(number, 'captures', { amount: 20, reason: 'by telephone' });
    await act(number, 'voids', { reason: 'the rest is sold out' });
    const read = async (query: string, from = `/merchants/${shop.merchantId}/audit`) =>
      ((await done(app, 'GET', `${from}?${query}`))['audit'] as Json[]).map(
        (each) => `${String(each['operation'])} ${String(each['reason'])}`,
      );
    expect(await read(`order=${number}`)).toEqual([
      'voidOrder the rest is sold out',
      'captureOrder by telephone',
      'authorize undefined',
    ]);
    expect(await read(`order=${number}&operation=captureOrder`)).toEqual(['captureOrder by telephone']);
    expect(await read('actor=00000000-0000-7000-8000-000000000000&limit=1')).toEqual(['voidOrder the rest is sold out']);
    expect(await read('order=none')).toEqual([]);
    expect(await read('from=2099-01-01')).toEqual([]);
    expect(await read('limit=1', '/audit')).toEqual(['voidOrder the rest is sold out']);
    expect(await read(`subject=${shop.organisationId}`, '/audit')).toEqual(['createOrganisation a test']);
    expect((await app.ask('GET', '/admin/v1/audit?who=me', undefined, operator)).messages).toMatchObject([
      { code: '400.358', fieldReference: 'who' },
    ]);
  });

  it('of all merchants shows a key of an organisation its own alone, page by page', async () => {
    const other = await startOrganisation(app);
    const seen: Json[] = [];
    for (let query = 'limit=3'; query !== ''; ) {
      const page = await app.ask('GET', `/admin/v1/audit?${query}`, undefined, { key: other.key });
      seen.push(...(page.body['audit'] as Json[]));
      query = /\?([^>]*)>; rel="next"/.exec(page.headers['link'] ?? '')?.[1] ?? '';
    }
    expect([...new Set(seen.map(({ merchantId }) => merchantId))]).toEqual([other.merchantId]);
    expect(seen.map(({ operation }) => operation)).toEqual(['createMerchantKey', 'createMerchant']);
  });
});

describe('an event', () => {
  it('says who made it happen', async () => {
    await advance(app, 'DE', { advanceSeconds: 1 });
    const sources = await app.query(
      `select distinct type, data ->> 'source' as source from outbox where data is not null order by 1, 2`,
    );
    const of = (type: string) => sources.filter((each) => each['type'] === type).map(({ source }) => source);
    expect(of('order.authorized')).toEqual(['shop']);
    expect(of('order.captured')).toEqual(['operator', 'shop']);
    expect(of('order.expiring')).toEqual(['service']);
  });
});
