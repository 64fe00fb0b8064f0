// What was agreed with a merchant outlives the version it was written by: a contract stored by an older one goes on working,
// and a demo shop always has what the running version offers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countries, countryCodes } from '../../src/core/countries/countries.ts';
import { hashOfKey } from '../../src/keys/make-key.ts';
import { contractText, merchantOf } from '../../src/merchants/merchants.sql.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';
import { commonRead } from '../../src/store/table.ts';
import { authorizeBody, path, startApp, type TestApp } from '../support/app.ts';
import { todayIn } from '../support/days.ts';
import { ofAllMerchants } from '../support/merchant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** As version 0.1.0 stored it: invoices only. */
const oldContract = `{"paymentTypes":["Invoice"],"expiryDays":30,"invoiceDays":14,"returnPauseDays":14,
  "policy":{"version":"demo-1","minimumAge":18,"limits":{"EUR":{"orderMinor":"100000","customerMinor":"100000"}}}}`;

describe('a contract that an older version stored', () => {
  it('still lets its merchant authorize and capture', async () => {
    const id = '11111111-0000-7000-8000-000000000001';
    await app.query(
      `insert into merchants (id, name, country, currency, language, time_zone, contract)
       values ($1, 'Old Shop', 'DE', 'EUR', 'DE', 'Europe/Berlin', $2)`,
      id,
      oldContract,
    );
    await app.query(
      `insert into api_keys (id, merchant_id, hash, name, scopes) values ($1, $1, $2, 'old', '{checkout,orders,lookup,read}')`,
      id,
      hashOfKey('old-shop'),
    );
    const body = authorizeBody('DE');
    const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: 'old-shop' });
    expect(answer.body).toMatchObject({ outcome: 'Accepted' });
    const captured = await app.ask('POST', path(body.order.number, '/captures'), undefined, { key: 'old-shop' });
    expect(captured.status).toBe(200);
  });

  it('reads as one with invoices only, and names the merchant as the payee', () => {
    const { contract } = merchantOf({ name: 'Old Shop', contract: JSON.parse(oldContract), clockOffsetMs: 0n });
    const stored = { ...JSON.parse(oldContract), consolidatedInvoiceDays: 7 };
    const monthly = merchantOf({ name: 'Old Shop', contract: stored, clockOffsetMs: 0n });
    expect(monthly.contract.consolidatedInvoiceDays).toBe(14);
    expect(contract).toMatchObject({
      installmentProfiles: [],
      accountProfiles: [],
      campaigns: [],
      directDebit: false,
      consolidatedInvoiceDays: 0,
      payee: { name: 'Old Shop', address: null, ibans: {} },
      policy: { limits: { EUR: { orderMinor: 100_000n, customerMinor: 100_000n } } },
    });
  });
});

describe('a demo shop', () => {
  it('gets the contract of the version that runs when the service starts', async () => {
    await app.query(`update merchants set contract = $1 where country = 'NO'`, oldContract);
    const next = await startApp({}, app.connection);
    await next.stop();
    const [row] = await app.query(`select name, contract, 0::bigint as "clockOffsetMs" from merchants where country = 'NO'`);
    expect(merchantOf(row ?? {}).contract).toEqual(demoContract('NO'));
  });
});

describe('a contract that asks for less than the law', () => {
  it('is raised to it: nobody is lent to below the age of consent, and the decision keeps the age it was held against', async () => {
    const { policy, ...contract } = demoContract('AT');
    await app.query(
      `update merchants set contract = $1 where country = 'AT'`,
      contractText({ ...contract, policy: { ...policy, minimumAge: 12 } }),
    );
    app.deps.auth.forget();
    const birthDate = `${Number(todayIn('AT').slice(0, 4)) - 17}-01-01`;
    const body = authorizeBody('AT', { customer: { birthDate } });
    const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: 'sandbox-at' });
    expect(answer.body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.001' }] });
    const [decision] = await app.query(
      `select ${ofAllMerchants(commonRead('policy', 'd'), 'd')} ->> 'minimumAge' as age from credit_decisions d order by d.decided_at desc limit 1`,
    );
    expect(decision).toEqual({ age: '18' });
  });
});

describe('every demo contract', () => {
  it('reads back as it was stored, amounts and all', () => {
    for (const country of countryCodes) {
      const contract = demoContract(country);
      expect(merchantOf({ name: '', contract: JSON.parse(contractText(contract)) }).contract).toEqual(contract);
    }
  });

  it('numbers its profiles apart, below eleven, with a range that holds something', () => {
    for (const country of countryCodes) {
      const { installmentProfiles, accountProfiles } = demoContract(country);
      for (const profiles of [installmentProfiles, accountProfiles]) {
        const numbers = profiles.map((profile) => profile.profileNo);
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers.every((number) => number >= 1 && number <= 10)).toBe(true);
        expect(profiles.every((profile) => profile.fromMinor > 0n && profile.fromMinor < profile.toMinor)).toBe(true);
      }
    }
  });

  it('names an account whose check digits are right, in the currency of the country', () => {
    for (const country of countryCodes) {
      const { ibans, qrIban } = demoContract(country).payee;
      const iban = ibans[countries[country].currency] ?? '';
      for (const each of [iban, ...(qrIban === null ? [] : [qrIban])]) expect(remainderOf(each)).toBe(1n);
      expect(iban.slice(0, 2)).toBe(country);
    }
  });
});

/** ISO 13616: the first four characters to the end, letters as numbers from 10, modulo 97. */
function remainderOf(iban: string): bigint {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n;
}
