// Reference data of places: taken up whole or not at all, seen by every process, and named with its credit.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partWarnings, readReferenceFile } from '../../../cli/src/reference.ts';
import { type Answer, authorizeBody, type Json, startApp, type TestApp } from '../support/app.ts';
import { knownPlaces } from '../support/places.ts';

let app: TestApp;
let other: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  other = await startApp({}, app.connection);
  folder = await mkdtemp(join(tmpdir(), 'dps-places-'));
});
afterAll(async () => {
  await other.stop();
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const operator = { key: 'sandbox-operator' };
const admin = (path: string, body?: object): Promise<Answer> =>
  app.ask(body ? 'POST' : 'GET', `/admin/v1/reference${path}`, body, operator);
const validate = (postalCode: string, postalPlace: string, at: TestApp = app, more: Json = {}): Promise<Answer> => {
  const { customer } = authorizeBody('NO');
  return at.ask(
    'POST',
    '/api/v3/validate/address',
    { customer: { ...customer, ...more, address: { street: 'Gata 1', postalCode, postalPlace } } },
    { key: 'sandbox-no' },
  );
};
const header = 'country\tpostalCode\tplace\tregion\tlatitude\tlongitude';

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('a file of places', () => {
  it('is read in both layouts, plain and gzipped, and faulty lines are told by their number', async () => {
    const table = `${header}\nNO\t9950\tVardø\tFinnmark\t70.37\t31.1\nXX\t1\tNowhere\t\t\t\nNO\t99\tShort\t\t1\t1\nSE\t624 67\tFårösund\tGotland\t57.8\t19\nNO\t9951\t\t\t1\t1\nNO\t9950\tVardø\tFinnmark\t70.37\t31.1\n`;
    const geoNames =
      'NO\t9950\tVardø\tFinnmark\t20\tVardø\t2002\t\t\t70.37\t31.1\t4\r\nFR\t75001\tParis\t\t\t\t\t\t\t1\t1\t1\r\n';
    const first = await readReferenceFile(await file('table.tsv', table));
    expect(first).toMatchObject({ layout: 'table', lines: 7 });
    expect(first.places.map(({ postalCode, place }) => [postalCode, place])).toEqual([
      ['9950', 'Vardø'],
      ['62467', 'Fårösund'],
    ]);
    // Countries that are not ours are left out in silence: GeoNames' file has them all.
    expect(first.faults.map(({ line }) => line)).toEqual([4, 6]);
    expect((await readReferenceFile(await file('table.tsv.gz', gzipSync(table)))).places).toEqual(first.places);
    expect(await readReferenceFile(await file('allCountries.txt', geoNames))).toMatchObject({
      layout: 'GeoNames',
      faults: [],
      places: [{ place: 'Vardø', latitude: 70.37 }],
    });
    const around = 'AX\t22100\tMariehamn\t\t\t\t\t\t\t60.1\t19.9\t4\nLI\t9490\tVaduz\t\t\t\t\t\t\t47.1\t9.5\t4\n';
    expect((await readReferenceFile(await file('around.txt', around))).places).toMatchObject([
      { country: 'FI', postalCode: '22100' },
      { country: 'CH', postalCode: '9490' },
    ]);
    await expect(readReferenceFile(await file('other.txt', 'a,b\n1,2\n'))).rejects.toThrow('neither of the two layouts');
    await expect(readReferenceFile(join(folder, 'none'))).rejects.toThrow('cannot be opened');
  });
});

describe('a file with a part of a country', () => {
  it('is warned of: a code that it lacks would be taken for one that does not exist', () => {
    const towns = [
      { country: 'NO', postalCode: '0150', place: 'Oslo', latitude: 59.9, longitude: 10.7 },
      { country: 'NO', postalCode: '5003', place: 'Bergen', latitude: 60.4, longitude: 5.3 },
    ] as const;
    expect(partWarnings({ places: towns })).toEqual([expect.stringMatching(/^warning: only a part of NO: no code of Trondheim/)]);
    expect(partWarnings({ places: [] })).toEqual([]);
  });
});

const begin = { label: 'places.tsv', credit: 'GeoNames (geonames.org), CC BY 4.0', contentHash: 'a1' };

describe('an import', () => {
  const places = knownPlaces.map(({ country, code, name }) => ({
    country,
    postalCode: code.replace(/[^\d]/g, ''),
    place: name,
    latitude: 60,
    longitude: 10,
  }));
  it('is nobody’s before it is finished, then everybody’s, with its credit; the same again is not taken', async () => {
    expect((await admin('')).body).toMatchObject({ label: 'built in' });
    expect((await validate('5633', 'Omastradn')).body).toMatchObject({ isValid: true, addressFit: 'unknown' });
    const { importId } = (await admin('/imports', begin)).body as { importId: string };
    expect((await admin(`/imports/${importId}/places`, { places: places.slice(0, 100) })).status).toBe(200);
    const filled = await admin(`/imports/${importId}/places`, { places: places.slice(100) });
    expect((await validate('5633', 'Omastradn')).body).toMatchObject({ addressFit: 'unknown' });
    const short = await admin(`/imports/${importId}/finish`, { placeCount: 1 });
    expect([short.status, short.messages[0]?.['code']]).toEqual([409, '400.331']);
    const finished = await admin(`/imports/${importId}/finish`, { placeCount: filled.body['placeCount'] });
    expect(finished.body, finished.text).toMatchObject({ credit: begin.credit, placeCount: filled.body['placeCount'] });
    expect((await validate('5633', 'Omastradn')).body).toMatchObject({
      isValid: true,
      addressFit: 'corrected',
      correctedAddress: { postalPlace: 'Omastrand', postalCode: '5633', street: 'Gata 1', countryCode: 'NO' },
    });
    expect((await validate('5363', 'Omastrand')).body).toMatchObject({
      isValid: false,
      correction: 'suggested',
      correctedAddress: { postalCode: '5633' },
    });
    expect((await admin('/imports', begin)).body).toEqual({ isCurrent: true });
    const late = await admin(`/imports/${importId}/places`, { places: places.slice(0, 1) });
    expect([late.status, late.messages[0]?.['code']]).toEqual([404, '400.330']);
  });

  it('is seen by every other process, by itself', async () => {
    const seen = async (): Promise<unknown> => (await validate('5633', 'Omastradn', other)).body['addressFit'];
    await expect.poll(seen, { timeout: 30_000, interval: 200 }).toBe('corrected');
  });
});

describe('POST /validate/address', () => {
  it('says nothing of an address that is right, and checks the customer as authorize does', async () => {
    const right = await validate('0159', 'OSLO');
    expect(right.body).toEqual({
      isValid: true,
      checked: { postalCode: true, place: 'allPlaces', duplicates: true, lists: true },
      credit: begin.credit,
      addressFit: 'known',
      duplicates: [],
      listHits: [],
    });
    const station = await app.ask('POST', '/api/v3/validate/address', {
      customer: {
        ...authorizeBody('DE').customer,
        address: { street: 'Packstation 123', postalCode: '10827', postalPlace: 'Berlin' },
      },
    });
    expect(station.body).toMatchObject({ isValid: true, parcelStation: true });
    const faults = await validate('12', 'Oslo', app, { email: 'nobody' });
    expect(faults.status).toBe(400);
    expect(faults.messages.map(({ fieldReference }) => fieldReference)).toContain('customer.email');
    expect((await app.ask('POST', '/api/v3/validate/address', {}, { key: 'sandbox-no' })).status).toBe(400);
  });

  it('finds who is likely the same person, however the name is spelt, and names nobody', async () => {
    const customer = { ...authorizeBody('DE').customer, firstName: 'Jürgen', lastName: 'Müllermann', birthDate: '1980-02-03' };
    const body = authorizeBody('DE', {
      customer: { firstName: 'Juergen', lastName: 'Muelermann', birthDate: '1980-02-03', email: 'other@example.com' },
    });
    expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
    const before = await app.rowCounts();
    const answer = await app.ask('POST', '/api/v3/validate/address', { customer });
    expect((answer.body['duplicates'] as Json[])[0], answer.text).toMatchObject({ strength: expect.any(Number) });
    expect(answer.text).not.toMatch(/muelermann|other@/i);
    // Who is only looked at leaves nothing of himself behind.
    expect(await app.rowCounts()).toEqual(before);
  });
});
