// The money that leaves: each payout in one file, the same file the same bytes, every amount as the statement says it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { addDays } from '../../src/core/dates.ts';
import { withoutForeignKeys } from '../support/aged-order.ts';
import { advance, authorizeBody, item, type Json, keyOf, part, path, startApp, type TestApp } from '../support/app.ts';
import { all, parseXml, structureFaults, textAt } from '../support/bank-xml.ts';
import { dayIn, todayIn } from '../support/days.ts';
import { pain001 } from '../support/pain-001.ts';
import { expectSettled, sumOf } from '../support/settled.ts';

let app: TestApp;
const operator = { key: 'sandbox-operator' };
const admin = (method: 'GET' | 'POST' | 'PUT', at: string, body?: unknown) => app.ask(method, `/admin/v1${at}`, body, operator);
const ids = new Map<string, string>();
const payoutOf = (country: CountryCode, number: string, body: Json) =>
  admin('POST', `/merchants/${ids.get(country)}/settlements/${number}/payout`, body);

async function sell(country: CountryCode, grossCents: number): Promise<void> {
  const body = authorizeBody(country, { items: [item(country, 'THING', grossCents)] });
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: keyOf(country) });
  expect(answer.body['outcome'], answer.text).toBe('Accepted');
  const captured = await app.ask(
    'POST',
    path(body.order.number, '/captures'),
    { orderDetails: part(grossCents / 100) },
    { key: keyOf(country) },
  );
  expect(captured.status, captured.text).toBe(200);
}

beforeAll(async () => {
  app = await startApp();
  for (const { id, country } of await app.query('select id, country from merchants')) ids.set(String(country), String(id));
  for (const country of ['DE', 'AT', 'SE'] as const) {
    await sell(country, 12_345);
    await advance(app, country, { advanceSeconds: 12 * 86_400 });
  }
});
afterAll(async () => {
  await expectSettled(app.query);
  await app.stop();
});

let file: Json = {};

describe('a payout file', () => {
  it('needs the account that it is paid from, which is told in part only', async () => {
    expect((await admin('POST', '/payout-files', {})).messages[0]).toMatchObject({ code: '400.328' });
    const wrong = await admin('PUT', '/house-accounts/EUR', { name: 'Haus', iban: 'DE00', bic: 'X', reason: 'x' });
    expect(wrong.messages.map(({ code, fieldReference }) => [code, fieldReference])).toEqual([
      ['400.321', 'iban'],
      ['400.321', 'bic'],
    ]);
    const own = { name: 'Später Zahlen & Söhne', iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001', reason: 'ours' };
    const set = await admin('PUT', '/house-accounts/eur', own);
    const shown = { name: own.name, iban: 'DE02…2051', bic: 'BYLADEM1001' };
    expect(set.body).toMatchObject({ state: 'Effective', currency: 'EUR', account: shown });
    expect((await admin('GET', '/house-accounts')).body).toEqual({ accounts: [{ currency: 'EUR', ...shown }] });
    const [stored] = await app.query('select content from house_accounts');
    expect(stored?.['content']).not.toContain('2051');
    expect((await admin('PUT', '/house-accounts/USD', own)).status).toBe(400);
  });

  it('holds the payouts of all merchants in a currency once, in the order and number of the standard', async () => {
    const executionDate = todayIn('DE', 2);
    const made = await admin('POST', '/payout-files', { executionDate, reason: 'Weekly run' });
    file = made.body['file'] as Json;
    expect(file, made.text).toMatchObject({ currency: 'EUR', paymentCount: 2, executionDate });
    const sent = await app.ask('GET', new URL(String(file['url'])).pathname, undefined, operator);
    expect(sent.headers['content-type']).toBe('application/xml; charset=utf-8');
    const document = parseXml(sent.text);
    expect(document.attributes).toEqual({ xmlns: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' });
    expect(structureFaults(document, pain001)).toEqual([]);
    expect(all(document, 'NbOfTxs').map(({ text }) => text)).toEqual(['2', '2']);
    // Each 123.45 less 2.49 % and 0.35.
    expect(all(document, 'CtrlSum').map(({ text }) => text)).toEqual(['240.06', '240.06']);
    expect(all(document, 'InstdAmt').map(({ text, attributes }) => [text, attributes['Ccy']])).toEqual([
      ['120.03', 'EUR'],
      ['120.03', 'EUR'],
    ]);
    expect(textAt(document, 'Nm')).toBe('Spaeter Zahlen + Soehne');
    expect(textAt(document, 'Ustrd')).toMatch(/^Settlement EUR-000001 (Alpenstube Wien|Lampenladen Berlin)$/);
    expect(new Set(all(document, 'EndToEndId').map(({ text }) => text)).size).toBe(2);
    const again = await app.ask('GET', new URL(String(file['url'])).pathname, undefined, operator);
    expect(again.text).toBe(sent.text);
    const [stored] = await app.query('select content from payout_files');
    expect(stored?.['content']).not.toContain('EUR-000001');
    expect((await admin('POST', '/payout-files', { dueUntil: '2000-01-01' })).messages[0]).toMatchObject({ code: '400.326' });
    const none = await admin('POST', '/payout-files', {});
    expect(none.body, none.text).toMatchObject({
      skipped: [{ currency: 'SEK', why: 'other_currency', merchantName: 'Björk Interiör' }],
    });
    expect(none.body).not.toHaveProperty('file');
    const unknown = await admin('GET', '/payout-files/00000000-0000-7000-8000-000000000009/pain.001.xml');
    expect(unknown.messages[0]).toMatchObject({ code: '400.327' });
    const listed = (await admin('GET', `/payouts?fileId=${String(file['id'])}`)).body['payouts'] as Json[];
    expect(listed.map(({ state }) => state)).toEqual(['Exported', 'Exported']);
    expect(sumOf(listed, 'amount')).toBe(24_006);
    expect(((await admin('GET', '/payout-files')).body['files'] as Json[])[0]).toEqual(file);
  });

  it('carries crowns with their charges shared and the receiver’s address', async () => {
    await admin('PUT', '/house-accounts/SEK', { name: 'Huset', iban: 'SE4550000000058398257466', reason: 'ours' });
    const made = await admin('POST', '/payout-files', { currency: 'SEK' });
    const sent = await app.ask('GET', new URL(String((made.body['file'] as Json)['url'])).pathname, undefined, operator);
    const document = parseXml(sent.text);
    expect(structureFaults(document, pain001)).toEqual([]);
    expect([textAt(document, 'ChrgBr'), textAt(document, 'TwnNm'), all(document, 'SvcLvl').length]).toEqual([
      'SHAR',
      'Stockholm',
      0,
    ]);
  });
});

describe('a payout', () => {
  it('that failed is sent again under another name; one that is paid is booked', async () => {
    expect((await payoutOf('DE', 'EUR-000009', { state: 'Paid' })).messages[0]).toMatchObject({ code: '400.322' });
    expect((await payoutOf('DE', 'EUR-000001', { state: 'Failed' })).messages[0]).toMatchObject({ code: '400.002' });
    const early = await payoutOf('DE', 'EUR-000001', { state: 'Paid', paidOn: '2000-01-01' });
    const failed = await payoutOf('DE', 'EUR-000001', { state: 'Failed', reason: 'AC04 closed account' });
    const before = (failed.body['settlement'] as Json)['payoutStatus'] as Json;
    expect(before).toMatchObject({ state: 'Failed', reason: 'AC04 closed account' });
    const made = await admin('POST', '/payout-files', {});
    expect(made.body['file']).toMatchObject({ paymentCount: 1, sum: 120.03 });
    const closedOn = dayIn('DE', (failed.body['settlement'] as Json)['closedAt']);
    const today = dayIn('DE', (await admin('GET', `/merchants/${ids.get('DE')}`)).body['now']);
    expect(early.text).toContain(`from ${closedOn}, when the statement was closed`);
    // The second attempt was sent today: what left before was the first.
    for (const paidOn of [addDays(closedOn, -1), closedOn, addDays(today, 2)]) {
      const refused = await payoutOf('DE', 'EUR-000001', { state: 'Paid', paidOn });
      expect([refused.status, refused.messages]).toMatchObject([400, [{ code: '400.372', fieldReference: 'paidOn' }]]);
      expect(refused.text).toContain(`from ${today}, when the statement was closed or what was sent before failed`);
    }
    // The first report once more: the second attempt is on its way.
    const repeated = { state: 'Failed', reason: 'AC04 closed account' };
    const unclear = await payoutOf('DE', 'EUR-000001', repeated);
    expect([unclear.status, unclear.messages]).toMatchObject([409, [{ code: '400.373', fieldReference: 'endToEndId' }]]);
    const ignored = await payoutOf('DE', 'EUR-000001', { ...repeated, endToEndId: String(before['endToEndId']) });
    const second = (ignored.body['settlement'] as Json)['payoutStatus'] as Json;
    expect(second).toMatchObject({ state: 'Exported' });
    expect(unclear.text).toContain(`under ${String(second['endToEndId'])}.`);
    const paid = await payoutOf('DE', 'EUR-000001', { state: 'Paid', paidOn: today });
    const status = (paid.body['settlement'] as Json)['payoutStatus'] as Json;
    expect(status).toMatchObject({ state: 'Paid', paidOn: today });
    expect(status['endToEndId']).not.toBe(before['endToEndId']);
    // Why an attempt before it failed says nothing of one that was carried out.
    expect(status['reason']).toBeUndefined();
    const listed = (await admin('GET', '/payouts?state=Paid')).body['payouts'] as Json[];
    expect(listed.map(({ state, reason }) => [state, reason])).toEqual([['Paid', undefined]]);
    expect((await payoutOf('DE', 'EUR-000001', { state: 'Paid' })).status).toBe(200);
    const { endToEndId } = status;
    const returned = await payoutOf('DE', 'EUR-000001', { state: 'Failed', reason: 'MS03 returned', endToEndId });
    const back = (returned.body['settlement'] as Json)['payoutStatus'] as Json;
    expect(back).toMatchObject({ state: 'Failed', reason: 'MS03 returned' });
    // And when it had left, nothing of one that came back; told paid without another file, it failed no more.
    expect(back['paidOn']).toBeUndefined();
    const arrived = await payoutOf('DE', 'EUR-000001', { state: 'Paid', paidOn: today });
    const now = (arrived.body['settlement'] as Json)['payoutStatus'] as Json;
    expect([now['state'], now['paidOn'], now['reason']]).toEqual(['Paid', today, undefined]);
    const told = await app.query(`select type, version from outbox where type like 'settlement.%' and subject = 'EUR-000001'
      and merchant_id = '${ids.get('DE')}' order by version`);
    expect(told).toEqual([
      { type: 'settlement.closed', version: 1 },
      { type: 'settlement.payout_failed', version: 2 },
      { type: 'settlement.paid_out', version: 3 },
      { type: 'settlement.payout_returned', version: 4 },
      { type: 'settlement.paid_out', version: 5 },
    ]);
  });

  it('cannot have failed before it was sent, and is none where nothing was paid', async () => {
    await sell('AT', 1_000);
    await advance(app, 'AT', { advanceSeconds: 86_400 });
    const failed = await payoutOf('AT', 'EUR-000002', { state: 'Failed', reason: 'x' });
    expect(failed.messages[0], failed.text).toMatchObject({ code: '400.325' });
    await admin('POST', `/merchants/${ids.get('AT')}/settlements/adjustments`, { number: 'A', amount: -1, reason: 'x' });
    await advance(app, 'AT', { advanceSeconds: 86_400 });
    expect((await payoutOf('AT', 'EUR-000003', { state: 'Paid' })).messages[0]).toMatchObject({ code: '400.324' });
  });

  it('waits where no account is agreed, and the file says so', async () => {
    await app.query(
      `update merchants set contract = (contract::jsonb #- '{settlement,payoutAccounts}')::json where country = 'AT'`,
    );
    await sell('DE', 2_000);
    await advance(app, 'DE', { advanceSeconds: 12 * 86_400 });
    const made = await admin('POST', '/payout-files', { dueUntil: '2039-12-31' });
    expect(made.body['skipped'], made.text).toMatchObject([
      { merchantId: ids.get('AT'), settlementNumber: 'EUR-000002', currency: 'EUR', why: 'no_account' },
    ]);
    const waiting = (await admin('GET', '/payouts?state=Open')).body['payouts'] as Json[];
    expect(waiting.map(({ settlementNumber }) => settlementNumber)).toEqual(['EUR-000002']);
  });

  it('waits where a change of its account could not be applied, and the others are sent', async () => {
    const close = async (country: string, number: string): Promise<void> => {
      const line = { number, amount: 10, reason: 'x' };
      await admin('POST', `/merchants/${ids.get(country)}/settlements/adjustments`, line);
      expect((await admin('POST', `/merchants/${ids.get(country)}/settlements`, { reason: 'x' })).status).toBe(200);
    };
    const spoil = async (at: string): Promise<string> => {
      const account = { name: 'Neu', iban: 'DE89370400440532013000', reason: 'x' };
      const { body, text } = await admin('PUT', at, account);
      expect(body['id'], text).toBeDefined();
      const due = `update account_changes set content = 'spoilt', state = 'Approved', approved_by = 'x', approved_at = now(),
        effective_at = '2020-01-01' where id = $1`;
      await app.query(due, body['id']);
      return String(body['id']);
    };
    for (const country of ['FI', 'NL']) await close(country, `C-${country}`);
    const change = await spoil(`/merchants/${ids.get('FI')}/payout-accounts/EUR`);
    const made = await admin('POST', '/payout-files', { dueUntil: '2039-12-31' });
    expect(made.body['file'], made.text).toMatchObject({ paymentCount: 1 });
    const skipped = (made.body['skipped'] as Json[]).filter(({ why }) => why !== 'no_account');
    expect(skipped, made.text).toMatchObject([{ merchantId: ids.get('FI'), why: 'account_change' }]);

    const house = await spoil('/house-accounts/EUR');
    const refused = await admin('POST', '/payout-files', { dueUntil: '2039-12-31' });
    expect(refused.messages[0]).toMatchObject({ code: '400.432', message: expect.stringContaining(house) });
    for (const id of [change, house])
      expect((await admin('POST', `/account-changes/${id}/reject`, { reason: 'spoilt' })).body['state']).toBe('Rejected');
    const sent = await admin('POST', '/payout-files', { dueUntil: '2039-12-31' });
    expect(sent.body['file'], sent.text).toMatchObject({ paymentCount: 1 });
  });

  it('waits where it is more than one transfer carries, and the others are sent', async () => {
    const adjust = (country: string, number: string, amount: number) =>
      admin('POST', `/merchants/${ids.get(country)}/settlements/adjustments`, { number, amount, reason: 'x' });
    for (const number of ['L1', 'L2']) await adjust('FI', number, 999_999_999.99);
    await adjust('NL', 'L3', 10);
    for (const country of ['FI', 'NL'])
      expect((await admin('POST', `/merchants/${ids.get(country)}/settlements`, { reason: 'x' })).status).toBe(200);
    const made = await admin('POST', '/payout-files', { dueUntil: '2039-12-31' });
    expect(made.body['file'], made.text).toMatchObject({ paymentCount: 1 });
    const skipped = (made.body['skipped'] as Json[]).filter(({ merchantId }) => merchantId === ids.get('FI'));
    expect(skipped).toMatchObject([{ why: 'above_transfer', amount: expect.any(Number) }]);
  });

  it('is sent however many wait that cannot be', async () => {
    // As many as a file takes, due long before, of a merchant without an account; their statements are not there.
    await withoutForeignKeys(app.connection, [
      `insert into payouts select r.* from payouts p cross join generate_series(1, 5000) n cross join lateral jsonb_populate_record(p,
       jsonb_build_object('settlement_number', 'W-' || n, 'payout_on', '2020-01-01')) r
       where p.merchant_id = '${ids.get('AT')}' and p.settlement_number = 'EUR-000002'`,
    ]);
    await admin('POST', `/merchants/${ids.get('NL')}/settlements/adjustments`, { number: 'L4', amount: 10, reason: 'x' });
    await admin('POST', `/merchants/${ids.get('NL')}/settlements`, { reason: 'x' });
    const made = await admin('POST', '/payout-files', { dueUntil: '2039-12-31' });
    await app.query(`delete from payouts where settlement_number like 'W-%'`);
    expect(made.body['file'], made.text.slice(0, 500)).toMatchObject({ paymentCount: 1 });
    const skipped = (made.body['skipped'] as Json[]).filter(({ why }) => why === 'no_account');
    expect(skipped).toHaveLength(5001);
  });

  it('that came back is not paid by the report that it had left, and is sent again', async () => {
    await admin('POST', `/merchants/${ids.get('NL')}/settlements/adjustments`, { number: 'B1', amount: 120.03, reason: 'x' });
    const closed = await admin('POST', `/merchants/${ids.get('NL')}/settlements`, { reason: 'x' });
    const { number, closedAt } = closed.body['settlement'] as { number: string; closedAt: string };
    const exported = async () => {
      const { body, text } = await admin('POST', '/payout-files', { dueUntil: '2039-12-31' });
      expect(body['file'], text).toMatchObject({ paymentCount: 1, sum: 120.03 });
    };
    const status = ({ body, text }: Awaited<ReturnType<typeof payoutOf>>) => {
      expect(body['settlement'], text).toBeDefined();
      return (body['settlement'] as Json)['payoutStatus'] as Json;
    };
    const shown = async () => status(await admin('GET', `/merchants/${ids.get('NL')}/settlements/${number}`));
    const dayAfter = () => advance(app, 'NL', { advanceSeconds: 86_400 });
    await exported();
    const { endToEndId } = await shown();
    const left = { state: 'Paid', paidOn: dayIn('NL', closedAt), endToEndId };
    expect(status(await payoutOf('NL', number, left))).toMatchObject({ state: 'Paid' });
    await dayAfter();
    const back = { state: 'Failed', reason: 'AC04 came back', endToEndId };
    expect(status(await payoutOf('NL', number, back))).toMatchObject({ state: 'Failed' });
    expect(status(await payoutOf('NL', number, left))).toMatchObject({ state: 'Failed', reason: 'AC04 came back' });
    const { endToEndId: _, ...unnamed } = left;
    const old = async () => (await payoutOf('NL', number, unnamed)).messages;
    expect(await old()).toMatchObject([{ code: '400.372', fieldReference: 'paidOn' }]);
    const undated = await payoutOf('NL', number, { state: 'Paid' });
    expect(undated.messages).toMatchObject([{ code: '400.002', fieldReference: 'paidOn' }]);
    await exported();
    expect(await old()).toMatchObject([{ code: '400.372', fieldReference: 'paidOn' }]);
    expect((await payoutOf('NL', number, left)).messages).toMatchObject([{ code: '400.373' }]);
    expect(await shown()).toMatchObject({ state: 'Exported' });
    await dayAfter();
    expect(status(await payoutOf('NL', number, { state: 'Paid' }))).toMatchObject({ state: 'Paid' });
  });
});
