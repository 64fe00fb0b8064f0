// Add event, field by field as the specification has it (2.1–2.3, 4.1), and what each event does to the account.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { noAccount, playAccount } from '../../../scripts/demo/accounts.ts';
import { freshAccount, loadAccountExamples } from '../../../scripts/demo/examples.ts';
import { Story } from '../../../scripts/demo/story.ts';
import { accountPath, add, applyBody, eventBody, limitOf, openAccount } from '../support/accounts.ts';
import { type Json, keyOf, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';

let app: TestApp;
let number: string;
beforeAll(async () => {
  app = await startApp();
  number = await openAccount(app, 'DE', 1000);
});
afterEach(() => expectBooksAgree(app.query));
afterAll(() => app.stop());

/** When an event was, as it is stored. */
async function instantOf(transactionId: unknown): Promise<string> {
  const [row] = await app.query(`select happened_at from account_events where id = $1`, transactionId);
  const instant = row?.['happened_at'];
  return instant instanceof Date ? instant.toISOString() : 'none';
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The one message object of a refusal. */
async function refusal(over: Json, at = number) {
  const before = await app.rowCounts();
  const answer = await add(app, at, over);
  expect(Array.isArray(answer.body), 'one object, no list').toBe(false);
  expect(await app.rowCounts()).toEqual(before);
  const { code, fieldReference, type, customerFacingMessage, actionCode, message } = answer.body;
  for (const text of [type, customerFacingMessage, actionCode, message]) expect(typeof text).toBe('string');
  return { status: answer.status, code, field: fieldReference };
}

describe('the fields of an event', () => {
  it.each(['eventType', 'time', 'currency', 'countryCode', 'conversationLanguage'])('%s has to be given', async (field) => {
    for (const nothing of [undefined, null, '', {}]) {
      expect(await refusal({ [field]: nothing })).toEqual({ status: 400, code: '400.002', field });
    }
  });

  const words: Readonly<Record<string, readonly string[]>> = {
    eventType: ['Info', 'Purchase', 'Withdrawal', 'WithdrawalCorrection', 'WithdrawalCommission', 'InterestCorrection'],
    categoryType: [
      'NotSet',
      'Charge',
      'Sales',
      'Deposit',
      'Payout',
      'Transfer',
      'Unit',
      'Consumer',
      'Cancel',
      'Clearing',
      'CardDeposit',
      'CardClearing',
    ],
    countryCode: ['NO', 'SE', 'FI', 'DK', 'DE', 'AT', 'CH', 'NL', 'BE'],
    conversationLanguage: ['NO', 'SV', 'SE', 'FI', 'DA', 'DK', 'EN', 'DE', 'NL', 'FR'],
  };
  const allowed = Object.entries(words).flatMap(([field, values]) => values.map((value) => [field, value] as const));

  it.each(allowed)('%s takes %s, in any case', async (field, value) => {
    for (const written of [value, value.toUpperCase(), ` ${value.toLowerCase()} `]) {
      const answer = await add(app, number, { totalAmount: 0, [field]: written });
      expect([answer.status, answer.body['eventAdded']], answer.text).toEqual([200, true]);
    }
  });

  it.each(Object.keys(words))('%s takes no other word', async (field) => {
    for (const value of ['Nothing', 'PurchaseX', 'SVV', '1', 'NotSetCharge']) {
      expect(await refusal({ [field]: value })).toEqual({ status: 400, code: '400.004', field });
    }
    for (const value of [5, true, ['Purchase'], { a: 1 }]) expect((await refusal({ [field]: value })).field).toBe(field);
  });

  it('currency takes the five of the specification, and of those only the account’s', async () => {
    for (const currency of ['NOK', 'SEK', 'DKK', 'CHF']) {
      expect(await refusal({ currency })).toEqual({ status: 400, code: '400.301', field: 'currency' });
    }
    expect(await refusal({ currency: 'USD' })).toEqual({ status: 400, code: '400.004', field: 'currency' });
    expect((await add(app, number, { currency: 'eur', totalAmount: 0 })).status).toBe(200);
  });

  it.each([
    '2026-11-20',
    'today',
    '20.11.2026 10:00',
    '2026-02-30T10:00:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T10:61:00Z',
    '2026-11-20 10:00:00',
    '2026-11-20T10Z',
    '1763632800',
    '2026-11-20T10:00:00+25:00',
    '2026-11-20T10:00:00Z[Europe/Berlin]',
    '2026-1-2T10:00:00Z',
  ])('say a time that can be understood, unlike %s', async (time) => {
    expect(await refusal({ time })).toEqual({ status: 400, code: '400.004', field: 'time' });
  });

  it.each([
    ['2026-11-19T10:00:00Z', '2026-11-19T10:00:00.000Z'],
    ['2026-11-19T10:00:00+01:00', '2026-11-19T09:00:00.000Z'],
    ['2026-11-19T10:00:00-0230', '2026-11-19T12:30:00.000Z'],
    ['2026-11-19T10:00:00.123456Z', '2026-11-19T10:00:00.123Z'],
    ['2026-11-19T10:00:00,5Z', '2026-11-19T10:00:00.500Z'],
    ['2026-11-19T10:00Z', '2026-11-19T10:00:00.000Z'],
    ['20261119T100000Z', '2026-11-19T10:00:00.000Z'],
    ['2026-11-19T10:00:00', '2026-11-19T09:00:00.000Z'],
    ['2026-07-19T10:00:00', '2026-07-19T08:00:00.000Z'],
  ])('time is read as ISO 8601: %s is %s', async (time, instant) => {
    const { body } = await add(app, number, { time, totalAmount: 0 });
    expect(await instantOf(body['transactionId'])).toBe(instant);
  });

  it('time without an offset is the local time of the event’s country', async () => {
    const { body } = await add(app, number, { time: '2026-11-19T10:00:00', countryCode: 'FI', totalAmount: 0 });
    expect(await instantOf(body['transactionId'])).toBe('2026-11-19T08:00:00.000Z');
  });

  it('time may be a day ahead, and no more; and nothing is from before there were tills', async () => {
    const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    expect((await add(app, number, { time: ahead(23.9), totalAmount: 0 })).status).toBe(200);
    expect(await refusal({ time: ahead(24.1) })).toEqual({ status: 400, code: '400.003', field: 'time' });
    expect(await refusal({ time: '0000-01-01T00:00:00Z' })).toEqual({ status: 400, code: '400.003', field: 'time' });
    expect(await refusal({ time: '9999-12-31T23:59:59-12:00' })).toEqual({ status: 400, code: '400.003', field: 'time' });
  });

  it.each([
    ['totalAmount', 10.001, '400.007'],
    ['totalTax', 0.123, '400.007'],
    ['totalAmount', 1e10, '400.003'],
    ['totalAmount', -1, '400.003'],
    ['totalAmount', 'ten', '400.004'],
    ['accountTransactionId', 'x'.repeat(256), '400.005'],
    ['nfcId', 'x'.repeat(256), '400.005'],
    ['posId', 'x'.repeat(256), '400.005'],
    ['items', 'many', '400.004'],
  ])('%s cannot be %s (%s)', async (field, value, code) => {
    expect(await refusal({ [field]: value })).toEqual({ status: 400, code, field });
  });

  it('names are read in any case, numbers as text, unknown members ignored', async () => {
    const { status, body } = await app.ask('POST', accountPath(number, '/event'), {
      EVENTTYPE: 'info',
      TIME: '2026-11-19T10:00:00Z',
      TotalAmount: '1.50',
      Currency: 'EUR',
      countrycode: 'de',
      conversationlanguage: 'de',
      shoeSize: 44,
    });
    expect([status, body['eventAdded']]).toEqual([200, true]);
  });

  it('till and chip are kept', async () => {
    const { body } = await add(app, number, {
      totalAmount: 0,
      nfcId: 'NFC-1',
      posId: 'T-1',
      posName: 'Till 1',
      categoryType: 'Sales',
    });
    const [row] = await app.query(`select * from account_events where id = $1`, body['transactionId']);
    expect(row).toMatchObject({ nfc_id: 'NFC-1', pos_id: 'T-1', pos_name: 'Till 1', category_type: 'Sales', language: 'DE' });
  });

  it('obsolete languages are stored as their successors, and the answer says so', async () => {
    for (const [sent, stored] of [['SE', 'SV'] as const, ['DK', 'DA'] as const]) {
      const answer = await add(app, number, { totalAmount: 0, conversationLanguage: sent });
      expect(Object.keys(answer.headers)).toEqual(expect.arrayContaining(['deprecation', 'sunset', 'link']));
      const [row] = await app.query(`select language from account_events where id = $1`, answer.body['transactionId']);
      expect(row?.['language']).toBe(stored);
    }
  });
});

describe('the items of an event', () => {
  const item = (over: Json = {}): Json => ({
    itemId: 'C-1',
    itemDescription: 'Cup',
    unitCode: 'pcs',
    quantity: 2,
    unitPrice: 5,
    taxAmount: 0.8,
    ...over,
  });

  it.each(['itemId', 'itemDescription', 'unitCode', 'quantity', 'unitPrice'])('%s has to be given', async (field) => {
    const items = [item(), item({ [field]: undefined })];
    expect(await refusal({ totalAmount: undefined, items })).toEqual({
      status: 400,
      code: '400.002',
      field: `items[1].${field}`,
    });
  });

  it.each([
    [{ totalAmount: 10.02 }, '400.304', 'totalAmount'],
    [{ totalAmount: 9.98 }, '400.304', 'totalAmount'],
    [{ totalTax: 1.62 }, '400.305', 'totalTax'],
    [{ items: [item({ grossAmount: 10.02 })] }, '400.303', 'items[0].grossAmount'],
    [{ totalAmount: undefined, items: [item({ discount: 30 })] }, '400.003', 'items'],
    [{ items: [item({ unitPrice: 1.00001 })] }, '400.007', 'items[0].unitPrice'],
    [{ items: [item({ quantity: -1 })] }, '400.003', 'items[0].quantity'],
  ])('%j does not fit', async (over, code, field) => {
    expect(await refusal({ items: [item()], totalAmount: 10, ...over })).toEqual({ status: 400, code, field });
  });

  it.each([
    [{ totalAmount: 10.01 }],
    [{ totalTax: 1.6 }],
    [{ totalTax: 0.8 }],
    [{ items: [item({ grossAmount: 10 }), item({ unitPrice: -5, quantity: 1, taxAmount: -0.8 })], totalAmount: 5 }],
    [{ items: [item({ discount: 1.5, grossAmount: 8.5 })], totalAmount: 8.5 }],
    [{ items: [item({ taxAmount: undefined })], totalTax: 3 }],
    [{ items: [item({ taxAmount: undefined, netAmount: 4.2 })], totalTax: 1.6 }],
  ])('%j fits', async (over) => {
    const answer = await add(app, number, { eventType: 'Info', items: [item()], totalAmount: 10, ...over });
    expect(answer.status, answer.text).toBe(200);
  });

  it('make its amount where no total is given', async () => {
    const own = await openAccount(app, 'DE', 100);
    await add(app, own, { totalAmount: undefined, items: [item(), item({ quantity: 1, unitPrice: 0.335 })] });
    expect((await limitOf(app, own)).body['balance']).toBe(10.34);
    await add(app, own, { totalAmount: undefined });
    expect((await limitOf(app, own)).body['balance']).toBe(10.34);
  });
});

describe('what an event does', () => {
  const balances = async (own: string) => {
    const { body } = await limitOf(app, own);
    return [body['balance'], body['totalBalance'], body['remainingCreditLimit']];
  };

  it('is done to principal, interest or fees, by its type', async () => {
    const own = await openAccount(app, 'DE', 100);
    const steps: [Json, string, number[]][] = [
      [{ eventType: 'Purchase', totalAmount: 31.5 }, 'Accepted', [31.5, 31.5, 68.5]],
      [{ eventType: 'Withdrawal', totalAmount: 20 }, 'Accepted', [51.5, 51.5, 48.5]],
      [{ eventType: 'WithdrawalCommission', totalAmount: 1.25 }, 'Accepted', [51.5, 52.75, 47.25]],
      [{ eventType: 'WithdrawalCorrection', totalAmount: 20 }, 'Accepted', [31.5, 32.75, 67.25]],
      [{ eventType: 'InterestCorrection', totalAmount: 0.4 }, 'Accepted', [31.5, 33.15, 66.85]],
      [{ eventType: 'InterestCorrection', totalAmount: -0.9 }, 'Accepted', [31.5, 32.25, 67.75]],
      [{ eventType: 'Info', totalAmount: 99 }, 'NotEvaluated', [31.5, 32.25, 67.75]],
    ];
    for (const [over, outcome, after] of steps) {
      const { body } = await add(app, own, over);
      expect(body).toMatchObject({ eventAdded: true, outcome, transactionId: expect.stringMatching(uuid) });
      expect('riskCheckMessages' in body).toBe(outcome !== 'Accepted');
      expect(await balances(own), JSON.stringify(over)).toEqual(after);
    }
  });

  it('a purchase to the limit is booked, a cent more is not', async () => {
    const own = await openAccount(app, 'DE', 50);
    expect((await add(app, own, { totalAmount: 50.01 })).body).toMatchObject({
      eventAdded: false,
      outcome: 'Rejected',
      transactionId: expect.stringMatching(uuid),
      riskCheckMessages: [{ code: '200.903', customerFacingMessage: expect.any(String) }],
    });
    expect((await add(app, own, { totalAmount: 50 })).body['outcome']).toBe('Accepted');
    for (const eventType of ['Purchase', 'Withdrawal', 'WithdrawalCommission']) {
      expect((await add(app, own, { eventType, totalAmount: 0.01 })).body['outcome']).toBe('Rejected');
    }
    expect(await balances(own)).toEqual([50, 50, 0]);
  });

  it('a correction is never more than what was taken', async () => {
    const own = await openAccount(app, 'DE', 50);
    await add(app, own, { totalAmount: 10 });
    const answer = await add(app, own, { eventType: 'WithdrawalCorrection', totalAmount: 10.01 });
    expect(answer.body).toMatchObject({ eventAdded: false, outcome: 'Rejected', riskCheckMessages: [{ code: '200.925' }] });
  });

  it('an account that is not there, or another shop’s, is missing', async () => {
    expect(await refusal({}, '0100.0000008')).toEqual({ status: 404, code: '400.300', field: 'accountNumber' });
    expect(await refusal({}, 'nonsense')).toEqual({ status: 404, code: '400.300', field: 'accountNumber' });
    const austrian = await app.ask('POST', accountPath(number, '/event'), eventBody({ countryCode: 'AT' }), { key: keyOf('AT') });
    expect([austrian.status, austrian.body['code']]).toEqual([404, '400.300']);
  });
});

describe('the same accountTransactionId', () => {
  it('with the same content gets the first answer, however it is written, and books nothing', async () => {
    const own = await openAccount(app, 'DE', 100);
    const sent = { accountTransactionId: 'T-1', time: '2026-11-19T10:00:00Z', totalAmount: 7 };
    const first = await add(app, own, sent);
    const before = await app.rowCounts();
    for (const over of [
      {},
      { time: '2026-11-19T11:00:00+01:00' },
      { totalAmount: '7.00' },
      { eventType: 'PURCHASE', categoryType: 'notset' },
    ]) {
      expect((await add(app, own, { ...sent, ...over })).text).toBe(first.text);
    }
    expect(await app.rowCounts()).toEqual(before);
  });

  it('with other content is a conflict, told as one object', async () => {
    const own = await openAccount(app, 'DE', 100);
    const sent = { accountTransactionId: 'T-1', time: '2026-11-19T10:00:00Z' };
    await add(app, own, sent);
    for (const over of [{ totalAmount: 11 }, { time: '2026-11-19T10:00:01Z' }, { eventType: 'Withdrawal' }, { posId: 'T' }]) {
      expect(await refusal({ ...sent, ...over }, own)).toEqual({ status: 409, code: '400.302', field: 'accountTransactionId' });
    }
  });

  it('is used up only by an event that was added, and per account', async () => {
    const [own, other] = [await openAccount(app, 'DE', 100), await openAccount(app, 'DE', 100)];
    expect((await add(app, own, { accountTransactionId: 'T-2', totalAmount: 101 })).body['outcome']).toBe('Rejected');
    expect((await add(app, own, { accountTransactionId: 'T-2', totalAmount: 99 })).body['outcome']).toBe('Accepted');
    expect((await add(app, other, { accountTransactionId: 'T-2', totalAmount: 1 })).body['outcome']).toBe('Accepted');
  });

  it('an idempotency key with another body is one object too', async () => {
    const headers = { 'idempotency-key': 'event-1' };
    const send = (body: Json) => app.ask('POST', accountPath(number, '/event'), body, { headers });
    const body = eventBody({ totalAmount: 0 });
    expect((await send(body)).status).toBe(200);
    expect((await send(body)).headers['idempotent-replayed']).toBe('true');
    const other = await send(eventBody({ totalAmount: 1 }));
    expect([other.status, other.body['code']]).toEqual([422, '400.230']);
  });
});

describe('an account under review', () => {
  it('holds what is sent until it is decided', async () => {
    const applied = await app.ask('POST', '/api/v3/customer-account', applyBody('DE', 100, { firstName: 'Review' }));
    expect(applied.body).toMatchObject({ outcome: 'Pending', riskCheckMessages: [{ code: '200.922' }] });
    const own = String((applied.body['account'] as Json)['accountNumber']);
    expect((await limitOf(app, own)).body).toMatchObject({ isOpenForNewTransactions: false, balance: 0 });
    const answer = await add(app, own, { totalAmount: 10 });
    expect(answer.body).toMatchObject({ eventAdded: true, outcome: 'Pending', riskCheckMessages: [{ code: '200.921' }] });
    expect((await limitOf(app, own)).body).toMatchObject({ balance: 0, remainingCreditLimit: 100 });
  });
});

describe('the published examples', () => {
  it.each(loadAccountExamples().map((example) => [example.key, example] as const))(
    'of %s come to what they say',
    async (key, example) => {
      const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
        const { status, text, body: json } = await app.ask(method, `/api/v3${path}`, body, { key });
        return { status, text, json, headers: new Headers() };
      };
      const story = new Story('', '', noAccount);
      const shop = { get: (path: string) => ask('GET', path), post: (path: string, body?: object) => ask('POST', path, body) };
      await playAccount(freshAccount(example), shop, story);
      expect(story.faults).toEqual([]);
      expect(story.steps.length).toBeGreaterThan(example.events.length);
    },
  );
});
