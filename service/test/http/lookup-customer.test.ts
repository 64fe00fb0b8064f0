// POST /lookup/customer: what shops fill their forms from. Nobody's data may reach who may not see it, and nobody reads the
// register out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPostalCode } from '../../src/core/address/postal-codes.ts';
import { phoneOf } from '../../src/core/contact.ts';
import { readNationalNumber } from '../../src/core/countries/rules.ts';
import { hashOfKey } from '../../src/keys/make-key.ts';
import { registerCountries, sandboxPopulation } from '../../src/sources/sandbox-register.ts';
import { accountPath, applyBody } from '../support/accounts.ts';
import { type Answer, authorizeBody, type Json, keyOf, orderNumber, startApp, type TestApp } from '../support/app.ts';
import { costOf } from '../support/cost.ts';
import { buyer } from '../support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const lookup = (body: unknown, key: string, on = app): Promise<Answer> =>
  on.ask('POST', '/api/v3/lookup/customer', body, { key });
const profilesOf = ({ body }: Answer): Json[] => body['userProfiles'] as Json[];

describe('the sandbox’s register', () => {
  it('holds synthetic people with whole numbers, telephones and addresses, each once', () => {
    for (const country of registerCountries) {
      const everybody = sandboxPopulation(country);
      expect(everybody.length).toBeGreaterThanOrEqual(360);
      expect(new Set(everybody.map(({ number }) => number)).size).toBe(everybody.length);
      for (const { number, category, mobilePhone, postalCode } of everybody) {
        const read = readNationalNumber(number, country, '2026-11-20');
        expect(read, `${country} ${number}`).toMatchObject({ holder: category });
        if (category === 'Person' && country !== 'DK' && country !== 'SE') expect(read, number).toMatchObject({ isTest: true });
        expect(phoneOf(mobilePhone, country), mobilePhone).toBe(mobilePhone);
        expect(readPostalCode(postalCode, country)).toBe(postalCode);
      }
    }
  });

  it('is documented as it is', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/sandbox-register.md'), 'utf8');
    for (const country of registerCountries) {
      for (const { number, lastName } of [
        ...sandboxPopulation(country).slice(0, 9),
        ...sandboxPopulation(country).slice(300, 303),
      ]) {
        expect(page).toContain(number);
        expect(page).toContain(lastName);
      }
    }
  });
});

describe('a look-up', () => {
  const [swede, norwegian, finn] = [sandboxPopulation('SE')[0], sandboxPopulation('NO')[3], sandboxPopulation('FI')[5]];
  if (!swede || !norwegian || !finn) throw new Error('nobody in the register');

  it('finds by the rules of each country, in any written form', async () => {
    for (const identificationNumber of [swede.number, swede.number.replace('-', ''), swede.number.slice(2)]) {
      const [profile] = profilesOf(await lookup({ identificationNumber, countryCode: 'SE' }, 'sandbox-se'));
      expect(profile).toMatchObject({ firstName: swede.firstName, lastName: swede.lastName, eMail: swede.email });
      const addresses = profile?.['addressList'] as Json[] | undefined;
      expect(addresses?.[0]).toMatchObject({
        street: swede.street,
        city: swede.postalPlace,
        postalCode: swede.postalCode,
        countryCode: 'SE',
        street2: '',
        flatNo: '',
        entrance: '',
      });
    }
    const phone = norwegian.mobilePhone.slice(3);
    expect(profilesOf(await lookup({ mobilePhone: phone }, 'sandbox-no'))).toHaveLength(1);
    expect(profilesOf(await lookup({ mobilePhone: phone, postalCode: norwegian.postalCode }, 'sandbox-no'))).toHaveLength(1);
    expect(profilesOf(await lookup({ mobilePhone: phone, postalCode: '9999' }, 'sandbox-no'))).toEqual([]);
    expect(profilesOf(await lookup({ identificationNumber: norwegian.number }, 'sandbox-no'))).toEqual([]);
    expect(profilesOf(await lookup({ identificationNumber: finn.number }, 'sandbox-fi'))).toEqual([]);
    expect(
      profilesOf(await lookup({ identificationNumber: finn.number, postalCode: finn.postalCode }, 'sandbox-fi')),
    ).toHaveLength(1);
    for (const country of registerCountries) {
      const company = sandboxPopulation(country)[300];
      const found = await lookup({ identificationNumber: company?.number, customerCategory: 'company' }, keyOf(country));
      expect(profilesOf(found), country).toMatchObject([{ lastName: company?.lastName }]);
    }
  });

  it('then finds the merchant’s own customers, and never another’s', async () => {
    const body = authorizeBody('DE', {
      customer: { customerNumber: 'K-77', email: 'Own.Buyer@example.com', mobilePhone: '0151 23456789', firstName: 'Uta' },
    });
    expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
    for (const asked of [{ customerNumber: 'K-77' }, { email: 'own.buyer@EXAMPLE.com' }, { mobilePhone: '+4915123456789' }]) {
      expect(profilesOf(await lookup(asked, 'sandbox-de')), JSON.stringify(asked)).toMatchObject([
        { firstName: 'Uta', addressList: [{ city: 'Berlin' }] },
      ]);
      expect(profilesOf(await lookup({ ...asked, countryCode: 'DE' }, 'sandbox-at'))).toEqual([]);
    }
    expect(profilesOf(await lookup({ email: 'own.buyer+x@example.com' }, 'sandbox-de'))).toEqual([]);
    const swedish = authorizeBody('SE', { customer: { identificationNumber: '850604-9827', firstName: 'Stina' } });
    await app.ask('POST', '/api/v3/checkout/authorize', swedish, { key: 'sandbox-se' });
    expect(profilesOf(await lookup({ identificationNumber: '198506049827' }, 'sandbox-se'))).toMatchObject([
      { firstName: 'Stina' },
    ]);
  });

  it('that finds nobody is an empty list, and one for nothing a refusal', async () => {
    const none = await lookup({ identificationNumber: '420913-1111' }, 'sandbox-se');
    expect([none.status, none.body]).toEqual([200, { userProfiles: [] }]);
    for (const body of [{}, { countryCode: 'SE' }, { identificationNumber: '' }]) {
      const { status, messages } = await lookup(body, 'sandbox-se');
      expect([status, messages[0]]).toMatchObject([400, { code: '400.002', fieldReference: 'identificationNumber' }]);
    }
    const wrong = await lookup({ identificationNumber: '420913-1112', mobilePhone: '12' }, 'sandbox-se');
    expect([wrong.status, wrong.messages]).toMatchObject([
      400,
      [
        { code: '400.003', message: 'Value out of range.', fieldReference: 'identificationNumber' },
        { code: '400.004', fieldReference: 'mobilePhone' },
      ],
    ]);
    expect((await lookup({ email: 'nobody' }, 'sandbox-se')).messages).toMatchObject([
      { code: '400.004', fieldReference: 'email' },
    ]);
    expect((await lookup({ customerNumber: { $ne: '' }, email: ['x'] }, 'sandbox-se')).status).toBe(400);
  });

  it('whose form is wrong is refused before anything is looked for by it', async () => {
    const long = '1'.repeat(900_000);
    for (const body of [
      { identificationNumber: long },
      { mobilePhone: long },
      { email: `${long}@example.com` },
      { customerNumber: long },
    ]) {
      const cost = await costOf(app.deps.db, async () => {
        expect((await lookup(body, 'sandbox-se')).messages).toMatchObject([{ code: '400.005' }]);
      });
      expect(cost).toEqual({ trips: 0, statements: 0 });
    }
  });

  it.each(['DK', 'DE'] as const)(
    'finds a customer of %s whose address was sent without its country, or not at all',
    async (country) => {
      const sent = authorizeBody(country, { customer: { customerNumber: 'no-country' } });
      const { address, ...nowhere } = sent.customer;
      const { countryCode: _, ...noCountry } = address;
      for (const customer of [{ ...nowhere, address: noCountry }, nowhere]) {
        const order = { ...sent.order, number: orderNumber() };
        await app.ask('POST', '/api/v3/checkout/authorize', { ...sent, customer, order }, { key: keyOf(country) });
        const found = await app.ask('POST', '/api/v3/lookup/customer', { customerNumber: 'no-country' }, { key: keyOf(country) });
        expect([found.status, found.body['userProfiles']]).toMatchObject([
          200,
          [{ languageCode: country === 'DK' ? 'DA' : 'DE' }],
        ]);
      }
    },
  );

  it('shows a key without the full scope masked members only', async () => {
    const merchant = await app.query(`select id from merchants where country = 'SE'`);
    const values = [
      '00000000-0000-7000-8000-00000000aaaa',
      merchant[0]?.['id'],
      hashOfKey('sandbox-masked'),
      'masked',
      '{lookup}',
    ];
    await app.query('insert into api_keys (id, merchant_id, hash, name, scopes) values ($1, $2, $3, $4, $5)', ...values);
    const answer = await lookup({ identificationNumber: swede.number }, 'sandbox-masked');
    const [profile] = profilesOf(answer);
    expect(profile).toMatchObject({
      firstName: '',
      eMail: '',
      mobileNumber: '',
      maskedFirstName: 'A***',
      maskedEmail: 'a***@example.com',
    });
    for (const secret of [swede.lastName, swede.street, swede.postalCode, swede.mobilePhone, swede.email]) {
      expect(answer.text).not.toContain(secret);
    }
  });

  it('is audited with its purpose, and with nothing personal', async () => {
    await lookup({ identificationNumber: swede.number, purpose: 'CustomerService' }, 'sandbox-se');
    const rows = await app.query(`select subject from audit where operation = 'lookupCustomer'`);
    expect(rows.map(({ subject }) => subject)).toContain('purpose CustomerService, found 1');
    expect(JSON.stringify(rows)).not.toContain(swede.number.slice(2, 8));
  });

  it('has a limit of its own, which headers name', async () => {
    const limited = await startApp({ LOOKUP_LIMIT_PER_MINUTE: '2' }, app.connection);
    try {
      const ask = () => lookup({ identificationNumber: swede.number }, 'sandbox-se', limited);
      expect((await ask()).headers['ratelimit-policy']).toBe('"lookups";q=2;w=60');
      await ask();
      const third = await ask();
      expect([third.status, third.headers['retry-after'] !== undefined]).toEqual([429, true]);
      expect((await limited.ask('GET', '/api/v3/version', undefined, { key: 'sandbox-se' })).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  it('of an account by the national number of its owner is audited and limited as one', async () => {
    const who = buyer('SE');
    const key = keyOf('SE');
    const ssn = String(who.identificationNumber);
    const opened = await app.ask('POST', '/api/v3/customer-account', applyBody('SE', 100, {}, who), { key });
    const { accountNumber } = opened.body['account'] as Json;
    const limited = await startApp({ LOOKUP_LIMIT_PER_MINUTE: '3' }, app.connection);
    try {
      const ask = (number: string) => limited.ask('GET', accountPath(number), undefined, { key });
      const found = await ask(ssn);
      expect([found.status, found.headers['ratelimit-policy']]).toEqual([200, '"lookups";q=3;w=60']);
      expect((await ask(String(buyer('SE').identificationNumber))).status).toBe(404);
      await lookup({ identificationNumber: swede.number }, key, limited);
      expect((await ask(ssn)).status).toBe(429);
    } finally {
      await limited.stop();
    }
    const rows = await app.query(`select subject, reason from audit where operation = 'findAccount' order by id`);
    expect(rows).toEqual([accountNumber, 'found 0'].map((subject) => ({ subject, reason: null })));
  });
});
