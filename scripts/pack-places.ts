// Packs a file of places into the copy that is shipped with the service: country, code, place and region only, sorted, each
// once, gzipped. `npx tsx scripts/pack-places.ts FROM [TO]`; FROM in either layout that `dps reference import` takes.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readReferenceFile } from '../cli/src/reference.ts';

/** GeoNames names some regions in English and some in the country's language; one name each, so that they can be compared. */
const regions: Readonly<Record<string, string>> = {
  Saxony: 'Sachsen',
  'Saxony-Anhalt': 'Sachsen-Anhalt',
  Thuringia: 'Thüringen',
  'Land Berlin': 'Berlin',
  'Mecklenburg-Western Pomerania': 'Mecklenburg-Vorpommern',
  Bavaria: 'Bayern',
  'Lower Saxony': 'Niedersachsen',
  'North Rhine-Westphalia': 'Nordrhein-Westfalen',
  'Rhineland-Palatinate': 'Rheinland-Pfalz',
  Hesse: 'Hessen',
  'Capital Region': 'Region Hovedstaden',
  Zealand: 'Region Sjælland',
  'South Denmark': 'Region Syddanmark',
  'Central Jutland': 'Region Midtjylland',
  'North Denmark': 'Region Nordjylland',
};

const here = join(import.meta.dirname, '../service/assets/places/places.tsv.gz');
const [from, to = here] = process.argv.slice(2);
if (from === undefined) {
  console.error('usage: npx tsx scripts/pack-places.ts FROM [TO]');
  process.exit(2);
}
const { places, faults } = await readReferenceFile(from);
for (const { line, fault } of faults) console.error(`line ${line}: ${fault}`);
const lines = places.map(({ country, postalCode, place, region = '' }) =>
  [country, postalCode, place, regions[region] ?? region].join('\t'),
);
const text = ['country\tpostalCode\tplace\tregion', ...lines.sort(), ''].join('\n');
const packed = gzipSync(text, { level: 9 });
await writeFile(to, packed);
console.log(`${places.length} places, ${packed.length} bytes`);
