// A register of persons over HTTP: it is asked only what the country's rule allows, its people are told as the sandbox's
// are, and whatever is wrong with it, a look-up falls back to the merchant's own customers in time.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashOfKey } from '../../src/keys/make-key.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { type Answer, authorizeBody, type Json, startApp, type TestApp } from '../support/app.ts';

const key = 'a-key-for-the-tests-0123456789';
const kari = {
  category: 'Person',
  firstName: 'Kari',
  lastName: 'Nordmann',
  mobilePhone: '+4799999999',
  street: 'Fjellveien',
  streetNumber: '7B',
  postalCode: '0150',
  postalPlace: 'Oslo',
};
let reply: unknown;
let status = 200;
let asked: unknown[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    asked.push(JSON.parse(body));
    if (reply === 'silence') return;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
});

let app: TestApp;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/people`;
  app = await startApp({ LOOKUP_REGISTER_URL: url, LOOKUP_REGISTER_KEY: key, LOOKUP_REGISTER_LIMIT_MS: '200' });
  const own = authorizeBody('NO', { customer: { mobilePhone: '901 23 456', firstName: 'Egil' } });
  await app.ask('POST', '/api/v3/checkout/authorize', own, { key: 'sandbox-no' });
});
afterAll(async () => {
  await app.stop();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});
beforeEach(() => {
  asked = [];
  status = 200;
  reply = { profiles: [kari] };
});

const lookup = (body: unknown, of = 'sandbox-no', headers = {}): Promise<Answer> =>
  app.ask('POST', '/api/v3/lookup/customer', body, { key: of, headers });
const profilesOf = ({ body }: Answer): Json[] => body['userProfiles'] as Json[];

describe('a register over HTTP', () => {
  it('is asked with the bare number, and its people are told in the public shape', async () => {
    const answer = await lookup({ mobilePhone: '0047 999 99 999', email: 'kari@example.com', purpose: 'Account' });
    expect(asked).toEqual([{ country: 'NO', mobilePhone: '+4799999999' }]);
    expect(profilesOf(answer)).toEqual([
      {
        firstName: 'Kari',
        lastName: 'Nordmann',
        mobileNumber: '+4799999999',
        eMail: '',
        languageCode: 'NO',
        maskedFirstName: 'K***',
        maskedLastName: 'N*******',
        maskedMobileNumber: '+********99',
        maskedEmail: '',
        addressList: [
          {
            street: 'Fjellveien',
            street2: '',
            street3: '',
            street4: '',
            streetNumber: '7B',
            flatNo: '',
            entrance: '',
            city: 'Oslo',
            postalCode: '0150',
            country: 'Norway',
            countryCode: 'NO',
            maskedStreet: 'F*********',
            maskedPostalCode: '0***',
          },
        ],
      },
    ]);
  });

  it('is not asked what the rule of the country does not allow', async () => {
    reply = { profiles: [] };
    await lookup({ identificationNumber: '131052-308T' }, 'sandbox-fi');
    await lookup({ mobilePhone: '0701740000' }, 'sandbox-se');
    await lookup({ mobilePhone: '015123456789' }, 'sandbox-de');
    await lookup({ customerNumber: 'K-1', email: 'a@example.com' }, 'sandbox-se');
    expect(asked).toEqual([]);
    await lookup({ identificationNumber: '131052-308T', postalCode: '00100' }, 'sandbox-fi');
    await lookup({ identificationNumber: '5560360793' }, 'sandbox-se');
    expect(asked).toEqual([
      { country: 'FI', postalCode: '00100', identificationNumber: '131052-308T' },
      { country: 'SE', identificationNumber: '5560360793' },
    ]);
  });

  it('that tells of people elsewhere is not believed', async () => {
    expect(profilesOf(await lookup({ mobilePhone: '99999999', postalCode: '5003' }))).toEqual([]);
    expect(profilesOf(await lookup({ mobilePhone: '99999999', postalCode: '0150' }))).toHaveLength(1);
  });

  it('is asked anew by every look-up: nothing of people stays in memory', async () => {
    await lookup({ mobilePhone: '99999999' });
    await lookup({ mobilePhone: '99999999' });
    expect(asked).toHaveLength(2);
    await lookup({ mobilePhone: '99999999' }, 'sandbox-no', { 'idempotency-key': 'again' });
    await lookup({ mobilePhone: '99999999' }, 'sandbox-no', { 'idempotency-key': 'again' });
    expect(asked).toHaveLength(3);
  });

  it('answers a key without the full scope masked, also under the idempotency key of one that has it', async () => {
    const [merchant] = await app.query(`select id from merchants where country = 'NO'`);
    await app.query(
      `insert into api_keys (id, merchant_id, hash, name, scopes) values ($1, $2, $3, 'masked', '{lookup}')`,
      '00000000-0000-7000-8000-00000000aaab',
      merchant?.['id'],
      hashOfKey('sandbox-masked-no'),
    );
    const headers = { 'idempotency-key': 'shared' };
    expect((await lookup({ mobilePhone: '99999999' }, 'sandbox-no', headers)).text).toContain('Nordmann');
    const masked = await lookup({ mobilePhone: '99999999' }, 'sandbox-masked-no', headers);
    expect(masked.status).toBe(200);
    expect(masked.text).not.toMatch(/Nordmann|99999999|Fjellveien|0150/);
  });

  it.each([
    ['says nothing', 'silence', 200],
    ['fails', { profiles: [kari] }, 500],
    ['says something else', { people: [kari] }, 200],
    ['leaves the street out', { profiles: [{ ...kari, street: undefined }] }, 200],
    ['tells of half the country', { profiles: Array(11).fill(kari) }, 200],
  ])('that %s is silent: the merchant’s own customers are found', async (_what, said, code) => {
    [reply, status] = [said, code];
    const since = performance.now();
    expect(profilesOf(await lookup({ mobilePhone: '+47 90 12 34 56' }))).toMatchObject([
      { firstName: 'Egil', mobileNumber: '+4790123456' },
    ]);
    // What comes on top of the limit is our own work on a busy machine.
    expect(performance.now() - since).toBeLessThan(10_000);
  });

  it('needs a key, and https in live mode', () => {
    const ENCRYPTION_KEY = '0123456789abcdef'.repeat(4);
    const required = { ENCRYPTION_KEY, PUBLIC_URL: 'https://pay.example' };
    const live = { MODE: 'live', DATABASE_URL: 'postgres://dps@127.0.0.1/dps', ...required };
    expect(() => readConfig({ LOOKUP_REGISTER_URL: 'https://r.example' })).toThrow('LOOKUP_REGISTER_URL needs');
    expect(() => readConfig({ ...live, LOOKUP_REGISTER_URL: 'http://r.example', LOOKUP_REGISTER_KEY: key })).toThrow('https://');
  });
});
