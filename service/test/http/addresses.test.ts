// C45: what a consumer typed into an address form is never made worse. Slips that the postal code settles are corrected and
// said, contradictions are asked about with a suggestion, and everything else is echoed as it was sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { type Answer, authorizeBody, type Json, keyOf, path, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

interface Sent {
  street?: string;
  postalCode: string;
  postalPlace: string;
}

const authorize = (country: CountryCode, sent: Sent, more: Json = {}): Promise<Answer> => {
  const body = authorizeBody(country);
  const address = { ...body.customer.address, ...sent };
  return app.ask(
    'POST',
    '/api/v3/checkout/authorize',
    { ...body, ...more, customer: { ...body.customer, address } },
    { key: keyOf(country) },
  );
};
const first = (answer: Answer, who = 'customer'): Json => ((answer.body[who] as Json)['addressList'] as Json[])[0] ?? {};
const messages = (answer: Answer): Json[] => (answer.body['riskCheckMessages'] ?? []) as Json[];

describe('an address that is right', () => {
  it.each<[CountryCode, string, string]>([
    ['NO', '0026', 'OSLO'],
    ['SE', 'SE-111 36', 'stockholm'],
    ['FI', '00100', 'Helsingfors'],
    ['DK', 'DK-2100', 'Kbh. Ø'],
    ['DE', 'D-60311', 'Frankfurt a. M.'],
    ['DE', '80331', 'Muenchen'],
    ['AT', '3100', 'Sankt Pölten'],
    ['CH', '2502', 'Bienne'],
    ['CH', '9490', 'Vaduz'],
    ['NL', '1012 ph', 'amsterdam'],
    ['NL', '2511AB', 'Den Haag'],
    ['BE', '1000', 'Brussel'],
  ])('in %s %s %s is echoed as sent, without a message', async (country, postalCode, postalPlace) => {
    const answer = await authorize(country, { postalCode, postalPlace });
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
    expect(first(answer)).toMatchObject({ postalCode, postalPlace });
    expect(answer.body['riskCheckMessages']).toBeUndefined();
  });

  it('keeps a long house number whole, in the answer and in the order', async () => {
    const parts = { streetNumber: '70 achterhuis 3', streetNumberAdditional: 'Appartement 12' };
    const body = authorizeBody('NL');
    const customer = { ...body.customer, address: { ...body.customer.address, ...parts } };
    const key = { key: keyOf('NL') };
    const answer = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, customer }, key);
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
    expect(first(answer)).toMatchObject(parts);
    const read = await app.ask('GET', path(body.order.number), undefined, key);
    expect(read.body['orderDetails']).toMatchObject({ customer: { address: parts } });
    const longest = await authorize('NL', { ...body.customer.address, streetNumber: `70 ${'b'.repeat(60)}` } as Sent);
    expect(first(longest)).toMatchObject({ streetNumber: `70 ${'b'.repeat(47)}` });
  });

  it('is not doubted where the place is not known: villages are many', async () => {
    const answer = await authorize('NO', { postalCode: '3577', postalPlace: 'Hovet' });
    expect(answer.body['outcome']).toBe('Accepted');
    expect(first(answer)).toMatchObject({ postalCode: '3577', postalPlace: 'Hovet' });
    expect(messages(answer)).toEqual([]);
  });
});

describe('a slip that the postal code settles', () => {
  const texts: Readonly<Partial<Record<CountryCode, string>>> = {
    NO: 'Adressen din er rettet.',
    SE: 'Din adress har rättats.',
    FI: 'Osoitteesi on korjattu.',
    DK: 'Din adresse er blevet rettet.',
    DE: 'Ihre Adresse wurde korrigiert.',
    NL: 'Uw adres is gecorrigeerd.',
  };
  it.each<[CountryCode, string, string, string]>([
    ['NO', '0026', 'Olso', 'Oslo'],
    ['SE', '111 36', 'Stokholm', 'Stockholm'],
    ['FI', '00100', 'Helsinkki', 'Helsinki'],
    ['DK', '9000', 'Aalbrog', 'Aalborg'],
    ['DE', '10827', 'Berlni', 'Berlin'],
    ['NL', '1012 LM', 'Amstredam', 'Amsterdam'],
  ])('in %s is corrected, accepted and said: %s %s is %s', async (country, postalCode, typed, postalPlace) => {
    const answer = await authorize(country, { street: 'Lang weg 7', postalCode, postalPlace: typed });
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
    // The whole address: shops store it over the buyer's.
    expect(first(answer)).toMatchObject({ street: 'Lang weg 7', postalCode, postalPlace, countryCode: country });
    expect(messages(answer)).toMatchObject([
      { type: 'NotificationMessage', code: '200.103', fieldReference: 'customer.address' },
    ]);
    expect(messages(answer)[0]?.['customerFacingMessage']).toContain(texts[country]);
  });

  it('is what the order is kept with, since goods are sent there', async () => {
    const body = authorizeBody('DE');
    const customer = { ...body.customer, address: { ...body.customer.address, postalPlace: 'Berlni' } };
    await app.ask('POST', '/api/v3/checkout/authorize', { ...body, customer });
    const read = await app.ask('GET', path(body.order.number));
    expect(read.text).toContain('"postalPlace":"Berlin"');
    expect(read.text).not.toContain('Berlni');
  });

  it('is corrected for the receiver as well', async () => {
    const address = { street: 'Weg', streetNumber: '3', postalCode: '50667', postalPlace: 'Koeln', countryCode: 'DE' };
    const right = await authorize(
      'DE',
      { postalCode: '10827', postalPlace: 'Berlin' },
      { deliveryCustomer: { firstName: 'A', lastName: 'B', address } },
    );
    expect(first(right, 'deliveryCustomer')).toEqual(address);
    expect(messages(right)).toEqual([]);
    const slipped = {
      deliveryCustomer: { firstName: 'A', lastName: 'B', address: { ...address, postalCode: '80331', postalPlace: 'Münhcen' } },
    };
    const answer = await authorize('DE', { postalCode: '10827', postalPlace: 'Berlin' }, slipped);
    expect(first(answer, 'deliveryCustomer')).toMatchObject({ postalPlace: 'München', postalCode: '80331' });
    expect(messages(answer)).toMatchObject([{ code: '200.103', fieldReference: 'deliveryCustomer.address' }]);
  });
});

describe('a contradiction', () => {
  it.each<[CountryCode, string, string, string, string]>([
    ['NO', '0159', 'Bergen', 'Oslo', 'postnummer og poststed'],
    ['DE', '10115', 'München', 'Berlin', 'Postleitzahl und Ort'],
    ['BE', '9000', 'Antwerpen', 'Gent', 'postcode'],
    ['FI', '33100', 'Helsinki', 'Tampere', 'postinumero'],
  ])(
    'in %s between %s and %s is asked about, with %s as the suggestion',
    async (country, postalCode, typed, postalPlace, words) => {
      const answer = await authorize(country, { street: 'Lang weg 7', postalCode, postalPlace: typed });
      expect(answer.status).toBe(200);
      expect(answer.body['outcome']).toBe('Rejected');
      expect(messages(answer)).toMatchObject([
        { type: 'BusinessError', code: '200.104', actionCode: 'AskConsumerToConfirm', fieldReference: 'customer.address' },
      ]);
      expect(messages(answer)[0]?.['customerFacingMessage']).toContain(words);
      expect(first(answer)).toMatchObject({ street: 'Lang weg 7', postalCode, postalPlace, countryCode: country });
    },
  );

  it('is settled when the consumer takes the suggestion, under the same order number', async () => {
    const body = authorizeBody('DE');
    const at = (postalPlace: string) => ({
      ...body,
      customer: { ...body.customer, address: { ...body.customer.address, postalPlace } },
    });
    const asked = await app.ask('POST', '/api/v3/checkout/authorize', at('Hamburg'));
    expect(asked.body['outcome']).toBe('Rejected');
    const taken = await app.ask('POST', '/api/v3/checkout/authorize', {
      ...body,
      customer: { ...body.customer, address: first(asked) },
    });
    expect(taken.body['outcome']).toBe('Accepted');
    expect(messages(taken)).toEqual([]);
  });

  it('is told before the second step too, by payment-methods', async () => {
    const body = authorizeBody('DE');
    const customer = { ...body.customer, address: { ...body.customer.address, postalPlace: 'Hamburg' } };
    const answer = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer, order: body.order });
    expect(answer.body['outcome'], answer.text).toBe('Rejected');
    expect(messages(answer)).toMatchObject([{ code: '200.104', actionCode: 'AskConsumerToConfirm' }]);
    expect(first(answer)).toMatchObject({ postalPlace: 'Berlin' });
    const slip = { ...body.customer, address: { ...body.customer.address, postalPlace: 'Berlni' } };
    const corrected = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer: slip, order: body.order });
    expect(corrected.body['outcome']).toBe('Accepted');
    expect(messages(corrected)).toMatchObject([{ code: '200.103' }]);
  });

  it('is no reason while another one rejects: who is rejected anyway is not asked to confirm an address', async () => {
    const body = authorizeBody('DE', { customer: { firstName: 'Reject' } });
    const customer = { ...body.customer, address: { ...body.customer.address, postalPlace: 'Hamburg' } };
    const answer = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, customer });
    expect(messages(answer)).toMatchObject([{ code: '200.901' }]);
    expect(first(answer)).toMatchObject({ postalPlace: 'Hamburg' });
  });
});
