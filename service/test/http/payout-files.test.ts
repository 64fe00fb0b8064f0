// What a payout file says of the day, and of the accounts and addresses of those who are paid.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/core/dates.ts';
import { houseAccounts } from '../../src/merchants/account-changes.sql.ts';
import { exampleContract } from '../../src/merchants/contract-shape.ts';
import { placeOf } from '../../src/store/table.ts';
import { type Json, startApp, type TestApp } from '../support/app.ts';
import { all, parseXml, structureFaults, textAt } from '../support/bank-xml.ts';
import { todayIn } from '../support/days.ts';
import { done, operator, startOrganisation } from '../support/organisations.ts';
import { pain001 } from '../support/pain-001.ts';

let app: TestApp;
let organisationId: string;
const money = { iban: 'DE02120300000000202051', name: 'House', reason: 'ours' };
const paidTo = (iban: string, bic?: string, name = 'Nordlicht') => ({ name, iban, ...(bic && { bic }) });
const withAccounts = (payoutAccounts: Json): Json => ({ ...exampleContract, settlement: { payoutAccounts } });

beforeAll(async () => {
  app = await startApp();
  for (const currency of ['EUR', 'CHF']) await done(app, 'PUT', `/house-accounts/${currency}`, money);
  organisationId = (await startOrganisation(app)).organisationId;
});
afterAll(async () => app.stop());

const made: number[] = [];
/** A merchant to whom a payout is due. */
async function owed(payoutAccounts: Json, currency = 'EUR'): Promise<string> {
  const name = `Firm ${made.push(1)}`;
  const contract = withAccounts(payoutAccounts);
  const { id } = await done(app, 'POST', '/merchants', { organisationId, name, country: 'DE', contract, reason: 'a test' });
  const at = `/merchants/${String(id)}/settlements`;
  await done(app, 'POST', `${at}/adjustments`, { number: 'A', currency, amount: 10, reason: 'x' });
  await done(app, 'POST', at, { currency, reason: 'x' });
  return String(id);
}

async function fileOf(body: Json = {}) {
  const { file, skipped } = await done(app, 'POST', '/payout-files', { dueUntil: '2039-12-31', ...body });
  const sent = await app.ask('GET', new URL(String((file as Json)['url'])).pathname, undefined, operator);
  const document = parseXml(sent.text);
  expect(structureFaults(document, pain001)).toEqual([]);
  return { file: file as Json, skipped, document };
}

describe('a payout account', () => {
  it('is kept and written as its number is, however it was typed', async () => {
    const merchant = await owed({ EUR: paidTo('de89 3704 0044 0532 0130 00', 'coba de ff') });
    const accounts = `contract -> 'settlement' -> 'payoutAccounts'`;
    const [kept] = await app.query(`select ${accounts} -> 'EUR' as account from merchants where id = $1`, merchant);
    const plain = paidTo('DE89370400440532013000', 'COBADEFF');
    expect(kept?.['account']).toEqual(plain);
    // As contracts kept it before.
    await app.query(
      `update merchants set contract = jsonb_set(contract::jsonb, '{settlement,payoutAccounts,EUR}', $2::jsonb)::json where id = $1`,
      merchant,
      JSON.stringify(paidTo('de89370400440532013000', 'coba de ff')),
    );
    const contract = withAccounts({ EUR: plain });
    const again = await done(app, 'POST', `/merchants/${merchant}/contracts`, { contract, reason: 'x', checkOnly: true });
    expect(again['hints']).not.toContainEqual(expect.objectContaining({ field: 'contract.settlement.payoutAccounts.EUR' }));
    const { document } = await fileOf();
    expect(textAt(document, 'BICFI')).toBe('COBADEFF');
  });
});

describe('an account that no transfer in the currency reaches', () => {
  const [outside, forBills] = ['TR330006100519786457841326', 'CH4431999123000889012'];

  it('is refused where it is agreed or proposed', async () => {
    const at = `/admin/v1/merchants/${await owed({})}`;
    for (const [currency, iban, why] of [
      ['EUR', outside, 'outside_sepa'],
      ['CHF', forBills, 'qr_iban'],
    ] as const) {
      const body = { contract: withAccounts({ [currency]: paidTo(iban) }), reason: 'x' };
      const agreed = await app.ask('POST', `${at}/contracts`, body, operator);
      const proposed = await app.ask('PUT', `${at}/payout-accounts/${currency}`, { ...paidTo(iban), reason: 'x' }, operator);
      const own = await app.ask('PUT', `/admin/v1/house-accounts/${currency}`, { ...paidTo(iban), reason: 'x' }, operator);
      for (const { status, messages } of [agreed, proposed, own])
        expect([status, messages[0]]).toMatchObject([400, { code: '400.321', message: expect.stringContaining(why) }]);
    }
  });

  it('is in no file where it was agreed before, and the answer names the payout', async () => {
    const merchants = { EUR: await owed({}), CHF: await owed({}, 'CHF') };
    const ibans = { EUR: outside, CHF: forBills };
    for (const currency of ['EUR', 'CHF'] as const) {
      await app.query(
        `update merchants set contract = jsonb_set(contract::jsonb, '{settlement,payoutAccounts}', $2::jsonb)::json where id = $1`,
        merchants[currency],
        JSON.stringify({ [currency]: paidTo(ibans[currency]) }),
      );
      const made = await done(app, 'POST', '/payout-files', { currency, dueUntil: '2039-12-31' });
      const skipped = (made['skipped'] as Json[]).filter(({ merchantId }) => merchantId === merchants[currency]);
      expect(skipped).toMatchObject([{ currency, why: 'account_invalid', amount: 10 }]);
    }
  });
});

describe('an account that payouts are made from', () => {
  /** As it was kept before its number was looked at. */
  async function keep(currency: string, account: Json): Promise<void> {
    const { secrets } = app.deps;
    const content = secrets.seal(JSON.stringify(account), placeOf(houseAccounts, 'content', '', { currency }));
    await app.query('update house_accounts set content = $2 where currency = $1', currency, content);
  }

  it('makes no file where none can be sent from it, and nothing counts as sent', async () => {
    const merchants = {
      EUR: await owed({ EUR: paidTo('DE89370400440532013000') }),
      CHF: await owed({ CHF: paidTo('CH9300762011623852957') }, 'CHF'),
    };
    const states = `select state, attempts, end_to_end_id from payouts where merchant_id = $1`;
    for (const [currency, account, why] of [
      ['EUR', paidTo('TR330006100519786457841326'), 'outside_sepa'],
      ['EUR', paidTo('370400440532013000'), 'country'],
      ['EUR', { ...money, bic: 'COBA' }, 'bic'],
      ['EUR', { ...money, name: '   ' }, 'name'],
      ['CHF', paidTo('CH4431999123000889012'), 'qr_iban'],
    ] as const) {
      await keep(currency, account);
      const files = await app.query('select count(*)::int as count from payout_files');
      const refused = await app.ask('POST', '/admin/v1/payout-files', { currency, dueUntil: '2039-12-31' }, operator);
      expect([refused.status, refused.messages[0]]).toMatchObject([
        409,
        { code: '400.445', fieldReference: 'currency', message: expect.stringContaining(why) },
      ]);
      expect(await app.query(states, merchants[currency])).toEqual([{ state: 'Open', attempts: 0, end_to_end_id: null }]);
      expect(await app.query('select count(*)::int as count from payout_files')).toEqual(files);
      await keep(currency, money);
    }
    // With blanks it is the same account.
    await keep('EUR', { ...money, iban: 'de02 1203 0000 0000 2020 51' });
    const { document } = await fileOf();
    expect(textAt(all(document, 'DbtrAcct')[0] ?? document, 'IBAN')).toBe(money.iban);
    await keep('EUR', money);
    await fileOf({ currency: 'CHF' });
  });
});

describe('the day of a payout file', () => {
  it('is not over at the bank that pays', async () => {
    const merchant = await owed({ EUR: paidTo('DE89370400440532013000') });
    const today = todayIn('DE');
    for (const executionDate of ['2020-01-01', addDays(today, -1)]) {
      const refused = await app.ask('POST', '/admin/v1/payout-files', { executionDate, dueUntil: '2039-12-31' }, operator);
      expect([refused.status, refused.messages]).toMatchObject([400, [{ code: '400.438', fieldReference: 'executionDate' }]]);
    }
    const states = 'select state from payouts where merchant_id = $1';
    expect(await app.query(states, merchant)).toEqual([{ state: 'Open' }]);
    const { file } = await fileOf({ executionDate: addDays(today, 1) });
    expect(file['executionDate']).toBe(addDays(today, 1));
  });
});

describe('the receiver of a payout in francs', () => {
  it('has the payee’s address only where the account is in the payee’s name', async () => {
    for (const name of ['Nordlicht GmbH', 'NORDLICHT  GmbH', 'Treuhand Zürich AG'])
      await owed({ CHF: paidTo('CH9300762011623852957', undefined, name) }, 'CHF');
    const { document } = await fileOf({ currency: 'CHF' });
    const receivers = all(document, 'Cdtr').map((each) => [textAt(each, 'Nm'), textAt(each, 'TwnNm')]);
    expect(Object.fromEntries(receivers)).toEqual({
      'NORDLICHT GmbH': 'Berlin',
      'Nordlicht GmbH': 'Berlin',
      'Treuhand Zuerich AG': '',
    });
  });
});
