// What a payout file says of the day, and of the accounts and addresses of those who are paid.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/core/dates.ts';
import { exampleContract } from '../../src/merchants/contract-shape.ts';
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
    expect(receivers.sort()).toEqual([
      ['NORDLICHT GmbH', 'Berlin'],
      ['Nordlicht GmbH', 'Berlin'],
      ['Treuhand Zuerich AG', ''],
    ]);
  });
});
