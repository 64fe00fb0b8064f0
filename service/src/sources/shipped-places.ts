// The copy of places that is shipped with the service (service/assets/places, with its credit): read beside the running
// service, in portions between requests.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { famousTowns, microstatePlaces, spotOfTown } from '../core/address/built-in-places.ts';
import { CountryGazetteer } from '../core/address/gazetteer.ts';
import { geoNamesCredit, layoutOf, readReferenceLine } from '../core/address/reference-file.ts';
import type { CountryCode } from '../core/countries/countries.ts';

export const shippedLabel = 'the copy shipped with the service';

export interface ShippedCountry {
  readonly places: CountryGazetteer;
  readonly placeCount: number;
}

const file = join(import.meta.dirname, '../../assets/places/places.tsv.gz');

/** Places put into memory between two requests: less than a millisecond's work. */
export const portion = 250;

/** The places of these countries. Rejects with an AbortError when the service closes meanwhile. */
export async function loadShippedPlaces(
  countries: readonly CountryCode[],
  signal: AbortSignal,
): Promise<ReadonlyMap<CountryCode, ShippedCountry>> {
  // Line by line out of its bytes: names are parts of their line, and would keep the text of the whole file.
  const bytes = await promisify(gunzip)(await readFile(file, { signal }));
  const end = bytes.indexOf('\n');
  const layout = layoutOf(bytes.toString('utf8', 0, end));
  if (!layout) throw new Error(`${file} has no layout of a file of places`);
  const loaded = new Map(countries.map((country) => [country, begun(country)]));
  let count = 0;
  for (let from = end + 1; from < bytes.length; ) {
    const found = bytes.indexOf('\n', from);
    const to = found < 0 ? bytes.length : found;
    const read = readReferenceLine(bytes.toString('utf8', from, to), layout);
    from = to + 1;
    if (typeof read === 'object' && 'country' in read) {
      const { country, postalCode: code, place: name, region } = read;
      const into = loaded.get(country);
      if (into) into.placeCount += 1;
      into?.places.add({ code, name, region, ...spotOfTown(country, code) });
    }
    count += 1;
    if (count % portion === 0) await breathe(undefined, { signal });
  }
  for (const [country, { places }] of loaded)
    for (const place of microstatePlaces(country)) if (!places.find(place.code)) places.add(place);
  return loaded;
}

const begun = (country: CountryCode) => ({
  places: new CountryGazetteer(country, true, famousTowns(country), { spots: 'ofTowns', credit: geoNamesCredit }),
  placeCount: 0,
});
