// A first start knows all places of the nine countries, beside the running service; an address can be validated alone, and the
// answer says what it was compared with.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReferenceFile } from '../../../cli/src/reference.ts';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';
import { type Answer, authorizeBody, type Json, keyOf, startApp, type TestApp } from '../support/app.ts';

const file = join(import.meta.dirname, '../../assets/places/places.tsv.gz');
const credit = 'GeoNames (geonames.org), CC BY 4.0';
let app: TestApp;
let bare: TestApp;
beforeAll(async () => {
  app = await startApp({ SHIPPED_PLACES: 'on' });
  bare = await startApp();
});
afterAll(async () => {
  await app.stop();
  await bare.stop();
});

const operator = { key: 'sandbox-operator' };
const reference = async (): Promise<Json> => (await app.ask('GET', '/admin/v1/reference', undefined, operator)).body;
const validate = (country: CountryCode, address: Json, at = app): Promise<Answer> =>
  at.ask('POST', '/api/v3/validate/address', { customer: { address } }, { key: keyOf(country) });

describe('the copy that is shipped', () => {
  it('has country, code, place and region of the nine countries, and nothing else', async () => {
    const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) });
    const countries = new Map<string, number>();
    let header = '';
    for await (const line of lines) {
      const cells = line.split('\t');
      if (header === '') header = line;
      else countries.set(cells[0] ?? '', (countries.get(cells[0] ?? '') ?? 0) + 1);
      if (cells.length !== 4) expect.fail(line);
    }
    expect(header).toBe('country\tpostalCode\tplace\tregion');
    expect([...countries.keys()].sort()).toEqual([...countryCodes].sort());
    const { places, faults } = await readReferenceFile(file);
    expect([places.length > 82_000, faults]).toEqual([true, []]);
  });

  it('is known soon after the start, and credited', async () => {
    await expect.poll(async () => (await reference())['placeCount'], { timeout: 60_000 }).toBeGreaterThan(82_000);
    expect(await reference()).toEqual({ label: 'the copy shipped with the service', credit, placeCount: expect.any(Number) });
    expect((await validate('NO', { street: 'Gata 1', postalCode: '3611', postalPlace: 'Kongsbegr' })).body).toEqual({
      isValid: true,
      checked: { postalCode: true, place: 'allPlaces', duplicates: false, lists: false },
      credit,
      addressFit: 'corrected',
      correction: 'corrected',
      correctedAddress: { street: 'Gata 1', postalCode: '3611', postalPlace: 'Kongsberg', countryCode: 'NO' },
      duplicates: [],
      listHits: [],
    });
  });

  it.each<[CountryCode, string, string, Json]>([
    ['NO', '0159', 'Bergen', { postalCode: '0159', postalPlace: 'Oslo' }],
    ['SE', '111 36', 'Malmö', { postalCode: '211 36', postalPlace: 'Malmö' }],
    ['FI', '00100', 'Turku', { postalCode: '20100', postalPlace: 'Turku' }],
    ['DK', '8000', 'Odense C', { postalCode: '5000', postalPlace: 'Odense C' }],
    ['DE', '28195', 'Hamburg', { postalCode: '28195', postalPlace: 'Bremen' }],
    ['AT', '1010', 'Graz', { postalCode: '8010', postalPlace: 'Graz' }],
    ['CH', '8001', 'Genève', { postalCode: '8001', postalPlace: 'Zürich' }],
    ['NL', '1012 LM', 'Rotterdam', { postalCode: '3012 LM', postalPlace: 'Rotterdam' }],
    ['BE', '9000', 'Brugge', { postalCode: '8000', postalPlace: 'Brugge' }],
  ])('tells in %s that %s is not in %s, although it has no spots of its own', async (country, postalCode, postalPlace, meant) => {
    const { body, text } = await validate(country, { street: 'Weg 1', postalCode, postalPlace });
    expect(body, text).toMatchObject({ isValid: false, correction: 'suggested', correctedAddress: meant });
  });

  it.each<[CountryCode, string, string, string]>([
    ['NO', '0159', 'Olso', 'Oslo'],
    ['SE', '111 36', 'Stokcholm', 'Stockholm'],
    ['FI', '00100', 'Helsnki', 'Helsinki'],
    ['DK', '8000', 'Aahrus C', 'Aarhus C'],
    ['DE', '10119', 'Berlni', 'Berlin'],
    ['AT', '1060', 'Wein', 'Wien'],
    ['CH', '8001', 'Zürcih', 'Zürich'],
    ['NL', '1012 LM', 'Amsterdma', 'Amsterdam'],
    ['BE', '9000', 'Gnet', 'Gent'],
  ])('corrects a slip in the largest towns: in %s %s %s to %s', async (country, postalCode, postalPlace, right) => {
    const { body, text } = await validate(country, { street: 'Weg 1', postalCode, postalPlace });
    expect(body, text).toMatchObject({ isValid: true, correction: 'corrected', correctedAddress: { postalPlace: right } });
  });

  it.each<[CountryCode, string, string]>([
    ['DE', '55116', 'Wiesbaden'],
    ['DE', '89073', 'Neu-Ulm'],
    ['DE', '14467', 'Berlin'],
    ['NO', '0488', 'Lørenskog'],
    ['NO', '1521', 'Horten'],
    ['CH', '8934', 'Zug'],
    ['BE', '1000', 'Peutie'],
  ])('takes neighbours for neighbours: in %s %s and %s', async (country, postalCode, postalPlace) => {
    const { body } = await validate(country, { street: 'Weg 1', postalCode, postalPlace });
    expect(body).toMatchObject({ isValid: true, addressFit: 'unknown' });
  });

  it('gives way to an import of a country, and serves the others', async () => {
    const begun = await app.ask(
      'POST',
      '/admin/v1/reference/imports',
      { label: 'mine', credit: 'me', contentHash: 'x' },
      operator,
    );
    const imports = `/admin/v1/reference/imports/${String(begun.body['importId'])}`;
    const places = [{ country: 'NO', postalCode: '9999', place: 'Nyby' }];
    await app.ask('POST', `${imports}/places`, { places }, operator);
    const finished = await app.ask('POST', `${imports}/finish`, { placeCount: 1 }, operator);
    expect(finished.body, finished.text).toMatchObject({ label: 'mine', credit: 'me', placeCount: 1, shipped: { credit } });
    const { countries } = finished.body['shipped'] as { countries: string[] };
    expect(countries.sort()).toEqual(countryCodes.filter((country) => country !== 'NO').sort());
    const own = await validate('NO', { street: 'Gata 1', postalCode: '9999', postalPlace: 'Nyby' });
    expect(own.body).toMatchObject({ addressFit: 'known', credit: 'me' });
    const other = await validate('SE', { street: 'Gatan 1', postalCode: '624 62', postalPlace: 'Fårösund' });
    expect(other.body).toMatchObject({ addressFit: 'known', credit });
  });
});

describe('POST /validate/address', () => {
  it('says that nothing was compared where no data of the country tells', async () => {
    const unknown = await validate('NO', { street: 'Gata 1', postalCode: '5633', postalPlace: 'Omastrand' }, bare);
    expect(unknown.body).toMatchObject({ isValid: true, addressFit: 'unknown', checked: { place: 'noData' } });
    const town = await validate('NO', { street: 'Gata 1', postalCode: '0159', postalPlace: 'Olso' }, bare);
    expect(town.body).toMatchObject({ checked: { place: 'knownTowns' }, correctedAddress: { postalPlace: 'Oslo' } });
    const half = await validate('NO', { street: 'Gata 1', postalCode: '0159' }, bare);
    expect(half.body).toMatchObject({ isValid: true, checked: { postalCode: true, place: 'notSent' } });
    const place = await validate('NO', { street: 'Gata 1', postalPlace: 'Oslo' }, bare);
    expect(place.body).toMatchObject({ checked: { postalCode: false, place: 'notSent' } });
  });

  it('asks for the street and for one of code and place, and for nothing else', async () => {
    const before = await bare.rowCounts();
    const bad = async (address: Json): Promise<unknown> => {
      const { status, messages } = await validate('NO', address, bare);
      return [status, messages.map(({ code, fieldReference }) => [code, fieldReference])];
    };
    expect(await bad({ postalCode: '0159', postalPlace: 'Oslo' })).toEqual([400, [['400.002', 'customer.address.street']]]);
    expect(await bad({ street: 'Gata 1' })).toEqual([400, [['400.002', 'customer.address.postalCode']]]);
    expect(await bad({ street: 'Gata 1', postalCode: '12' })).toEqual([400, [['400.004', 'customer.address.postalCode']]]);
    await validate('NO', { street: 'Gata 1', postalCode: '0159', postalPlace: 'Oslo' }, bare);
    expect(await bare.rowCounts()).toEqual(before);
  });

  it('looks for duplicates as soon as there are names, without e-mail and category', async () => {
    const body = authorizeBody('DE');
    expect((await bare.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
    const { firstName, lastName, address } = body.customer;
    const customer = { firstName, lastName, address };
    const { body: answer, text } = await bare.ask('POST', '/api/v3/validate/address', { customer });
    expect(answer, text).toMatchObject({ checked: { duplicates: true, lists: true } });
    expect((answer['duplicates'] as Json[])[0], text).toMatchObject({ signs: expect.arrayContaining(['address']) });
  });
});
