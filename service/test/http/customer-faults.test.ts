// What a customer says is checked when it is sent (C47): a mistyped number must not become somebody else's order, and nobody
// may be refused for writing a true one in a usual way.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { authorizeBody, type Json, keyOf, startApp, type TestApp } from '../support/app.ts';
import { todayIn } from '../support/days.ts';
import type { Buyer } from '../support/people.ts';
import { vectors } from '../support/vectors.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function authorize(country: CountryCode, customer: Partial<Buyer>) {
  return app.ask('POST', '/api/v3/checkout/authorize', authorizeBody(country, { customer }), { key: keyOf(country) });
}

/** Code and field of every message, for a refusal that has to be one. */
async function faults(country: CountryCode, customer: Partial<Buyer>): Promise<string[]> {
  const { status, messages } = await authorize(country, customer);
  expect(status).toBe(400);
  expect(messages.every(({ actionCode }) => actionCode === 'AskConsumerToReEnterData')).toBe(true);
  return messages.map(({ code, fieldReference }) => `${String(code)} ${String(fieldReference)}`);
}

const number = 'customer.identificationNumber';

describe('a receiver', () => {
  it('is checked like a buyer, in both steps', async () => {
    const address = { street: 'Weg', streetNumber: '1', postalCode: '1', postalPlace: 'Berlin', countryCode: 'DE' };
    const deliveryCustomer = { firstName: 'Ida\nWeber', lastName: 'Weber', mobilePhone: '12', birthDate: '2990-01-01', address };
    const expected = ['birthDate', 'mobilePhone', 'address.postalCode', 'firstName'].map((field) => `deliveryCustomer.${field}`);
    for (const path of ['authorize', 'payment-methods']) {
      const body = { ...authorizeBody('DE'), deliveryCustomer };
      const { status, messages } = await app.ask('POST', `/api/v3/checkout/${path}`, body);
      expect([path, status, messages.map(({ fieldReference }) => fieldReference)]).toEqual([path, 400, expected]);
    }
    const whole = { ...deliveryCustomer, firstName: 'Ida', mobilePhone: '0171 2345678', birthDate: '1990-01-01' };
    const right = { ...authorizeBody('DE'), deliveryCustomer: { ...whole, address: { ...address, postalCode: '10115' } } };
    expect((await app.ask('POST', '/api/v3/checkout/authorize', right)).body['outcome']).toBe('Accepted');
  });
});

describe('a national number', () => {
  it('is accepted in every published form and refused in every wrong one', { timeout: 60_000 }, async () => {
    const persons = vectors<string, { valid: boolean | string; birth_date?: string }>('national-id').filter(
      ({ kind, expected }) => !kind.endsWith('-disputed') && typeof expected.valid === 'boolean' && !kind.startsWith('se-samord'),
    );
    for (const [index, { kind, input, expected }] of persons.entries()) {
      // Every third, and every Nordic one that is wrong: each is an order.
      if (input.length > 20 || (index % 3 !== 0 && expected.valid)) continue;
      if (kind === 'be-rijksregister' && input === '00400100184') continue; // a BIS number, which may be sent as well
      const country = kind.slice(0, 2).toUpperCase() as CountryCode;
      const { status, messages } = await authorize(country, { identificationNumber: input, birthDate: undefined });
      const refused = messages.some(({ fieldReference }) => fieldReference === number);
      expect([kind, input, status, refused]).toEqual([
        kind,
        input,
        expected.valid ? 200 : input === '' ? 200 : 400,
        !expected.valid,
      ]);
    }
  });

  it('of the public test persons is accepted', async () => {
    for (const identificationNumber of ['420913-1111', '421101-1111', '440424-1111', '4209131111', '19420913-1111']) {
      expect((await authorize('SE', { identificationNumber })).status, identificationNumber).toBe(200);
    }
  });

  it('of a German company that leaves out its court is taken as it was said, and makes no two companies one', async () => {
    const company = { customerCategory: 'Company', birthDate: undefined } as const;
    const place = async (companyName: string, identificationNumber: string, email: string) => {
      const body = authorizeBody('DE', { customer: { ...company, companyName, identificationNumber, email } });
      const answer = await app.ask('POST', '/api/v3/checkout/authorize', body);
      expect([answer.status, answer.body['outcome']], answer.text).toEqual([200, 'Accepted']);
      const read = await app.ask('GET', `/api/v3/orders/${body.order.number}`);
      expect((read.body['orderDetails'] as Json)['customer']).toMatchObject({ identificationNumber });
      return (answer.body['customer'] as { customerNumber: string }).customerNumber;
    };
    const numbers = [
      await place('Nordlicht GmbH', 'HRB 12345', 'info@nordlicht.example'),
      await place('Alpenglanz AG', 'HRB 12345', 'post@alpenglanz.example'),
      await place('Alpenglanz AG', 'hrb12345', 'post@alpenglanz.example'),
    ];
    expect([numbers[0] === numbers[1], numbers[1] === numbers[2]]).toEqual([false, true]);
    for (const number of ['HRA 7', 'GnR 12', 'PR 1234', 'VR 9', 'HRB 150148 B', 'AG München HRB 12345'])
      await place(`${number} KG`, number, `${number.replaceAll(' ', '')}@kg.example`);
    const refused = ['HRX 12345', 'HRB', 'HRB 1234567', 'HRB 12 34'];
    for (const identificationNumber of refused)
      expect(await faults('DE', { ...company, companyName: 'A', identificationNumber })).toEqual([`400.004 ${number}`]);
    expect(await faults('DE', { identificationNumber: 'HRB 12345' })).toEqual([`400.004 ${number}`]);
  });

  it('with wrong characters has a wrong format, with wrong check digits it is out of range', async () => {
    for (const identificationNumber of ['850604', '١٢٣٤٥٦-٧٨٩٠', '850604-982A']) {
      expect(await faults('SE', { identificationNumber })).toEqual([`400.004 ${number}`]);
    }
    expect(await faults('SE', { identificationNumber: '420913-1112' })).toEqual([`400.003 ${number}`]);
  });

  it('whose parts cannot be is out of range, in the words that shops compare', async () => {
    const { status, messages } = await authorize('DK', { identificationNumber: '310290-4008' });
    expect([status, messages]).toMatchObject([
      400,
      [{ code: '400.003', message: 'Value out of range.', fieldReference: number, actionCode: 'AskConsumerToReEnterData' }],
    ]);
    // A company's number for a person: in Sweden of the same form.
    expect(await faults('SE', { identificationNumber: '556012-5790' })).toEqual([`400.003 ${number}`]);
    for (const [country, identificationNumber] of [
      ['DK', '13585628'],
      ['DK', '32020112'],
      ['NL', '11122233'],
      ['NO', '974760673'],
      ['NO', '974760674'],
      ['FI', '2077474-1'],
      ['BE', '0403019262'],
      ['AT', '123456a'],
    ] as const)
      expect(await faults(country, { identificationNumber, birthDate: undefined }), identificationNumber).toEqual([
        `400.004 ${number}`,
      ]);
    const company = { customerCategory: 'Company', companyName: 'Björk AB', identificationNumber: '556012-5790' };
    expect((await authorize('SE', company)).status).toBe(200);
  });

  it('of the country where the customer lives is accepted, too', async () => {
    const address = { street: 'Storgatan 1', postalCode: '11136', postalPlace: 'Stockholm', countryCode: 'SE' } as const;
    expect((await authorize('NO', { identificationNumber: '850604-9827', address })).status).toBe(200);
    expect(await faults('NO', { identificationNumber: '850604-9827' })).toEqual([`400.004 ${number}`]);
  });

  it('tells the age: a child known by it alone is under age', async () => {
    const { body } = await authorize('DK', { identificationNumber: '010115-4008' });
    expect(body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.001' }] });
    const unborn = await authorize('FI', { identificationNumber: '131052A308T' });
    expect(unborn.body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.001' }] });
    const swede = await authorize('SE', { identificationNumber: '20190605-2384' });
    expect(swede.body).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.001' }] });
  });

  it('that contradicts the birth date is a fault of the birth date', async () => {
    expect(await faults('SE', { identificationNumber: '850604-9827', birthDate: '1985-06-05' })).toEqual([
      '400.003 customer.birthDate',
    ]);
    expect((await authorize('SE', { identificationNumber: '850604-9827', birthDate: '1985-06-04' })).status).toBe(200);
  });

  it('set aside for tests is refused where the contract says so', async () => {
    const strict = `update merchants set contract = (contract::jsonb || '{"refusesTestNumbers": true}')::json where country = 'FI'`;
    expect((await authorize('FI', { identificationNumber: '020594X903P' })).status).toBe(200);
    await app.query(strict);
    app.deps.auth.forget();
    expect(await faults('FI', { identificationNumber: '020594X903P' })).toEqual([`400.003 ${number}`]);
    expect((await authorize('FI', { identificationNumber: '131052-308T' })).status).toBe(200);
  });
});

describe('what else is wrong with a customer', () => {
  it('is a birth date that cannot be one', async () => {
    for (const birthDate of [todayIn('DE', 2), '1890-01-01']) {
      expect(await faults('DE', { birthDate })).toEqual(['400.003 customer.birthDate']);
    }
    expect(await faults('DE', { birthDate: '1984-02-30' })).toEqual(['400.004 customer.birthDate']);
  });

  it('is a telephone number of no country', async () => {
    const right: [CountryCode, string][] = [
      ['SE', '070-123 45 67'],
      ['SE', '+46 (0)70-123 45 67'],
      ['NO', '912 34 567'],
      ['DE', '030/1234567'],
      ['DE', '0046701234567'],
      ['AT', '+43 1 5551234'],
      ['CH', '044 555 66 77'],
    ];
    for (const [country, phone] of right) expect((await authorize(country, { phone })).status, phone).toBe(200);
    for (const mobilePhone of ['12345', '+479', 'call me', '+٤٧٩١٢٣']) {
      expect(await faults('NO', { mobilePhone })).toEqual(['400.004 customer.mobilePhone']);
    }
  });

  it('is an e-mail address that cannot be one', async () => {
    for (const email of ['åsa.öst+x@exämple.se', 'a@b.museum', "o'neil@example.co.uk"]) {
      expect((await authorize('DE', { email })).status, email).toBe(200);
    }
    for (const email of [
      'a@b',
      '.a@example.com',
      'a..b@example.com',
      'a@-example.com',
      'a@example..com',
      'a@[1.2.3.4]',
      'a@1.2.3.4',
    ]) {
      expect(await faults('DE', { email })).toEqual(['400.004 customer.email']);
    }
  });

  it('is a postal code that the country does not have', async () => {
    const address = { street: 'Weg', streetNumber: '1', postalCode: '1011', postalPlace: 'Berlin', countryCode: 'DE' } as const;
    expect(await faults('DE', { address })).toEqual(['400.004 customer.address.postalCode']);
    expect((await authorize('DE', { address: { ...address, postalCode: 'D-10115' } })).status).toBe(200);
    const swiss = { ...address, postalCode: '8001', postalPlace: 'Zürich', countryCode: 'CH' } as const;
    expect((await authorize('DE', { address: swiss })).status).toBe(200);
  });

  it('is a name of more than one line', async () => {
    expect(await faults('DE', { lastName: 'We\nber' })).toEqual(['400.004 customer.lastName']);
  });

  it('is told all at once, with what is missing first', async () => {
    const sent = { firstName: undefined, email: 'a@b', phone: '1', birthDate: '2030-01-01' };
    expect(await faults('DE', sent as never)).toEqual([
      '400.002 customer.firstName',
      '400.003 customer.birthDate',
      '400.004 customer.email',
      '400.004 customer.phone',
    ]);
  });
});
