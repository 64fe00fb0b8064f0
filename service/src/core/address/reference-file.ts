// The two layouts reference data comes in: a table with a header, and GeoNames' own. One line is read at a time.
import { type CountryCode, countries, countryCodes } from '../countries/countries.ts';
import { registerCodeFrom } from './postal-codes.ts';

/** Whose data it is that operators import, and that is shipped; shown wherever the data is. */
export const geoNamesCredit = 'GeoNames (geonames.org), CC BY 4.0';

export interface ReferencePlace {
  readonly country: CountryCode;
  readonly postalCode: string;
  readonly place: string;
  /** The county, canton or province, where the file has one: it shows which places are near when their spots are missing. */
  readonly region?: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Where a layout has its columns. */
export interface Layout {
  readonly name: 'table' | 'GeoNames';
  readonly header: boolean;
  readonly region: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly columns: number;
}

const table: Layout = { name: 'table', header: true, region: 3, latitude: 4, longitude: 5, columns: 6 };
/** A table without latitude and longitude, as the copy that is shipped with the service. */
const reduced: Layout = { ...table, columns: 4 };
/** geonames.org/export/zip: country, code, place, three levels of administration with codes, latitude, longitude, accuracy. */
const geoNames: Layout = { name: 'GeoNames', header: false, region: 3, latitude: 9, longitude: 10, columns: 11 };

/** Which layout a file has, by its first line; nothing for any other file. */
export function layoutOf(firstLine: string): Layout | undefined {
  const cells = firstLine.replace(/^\ufeff/, '').split('\t');
  if (/^country$/i.test(cells[0] ?? '') && /^postal_?code$/i.test(cells[1] ?? '')) {
    return cells.length === reduced.columns ? reduced : table;
  }
  return cells.length >= geoNames.columns && /^[A-Z]{2}$/.test(cells[0] ?? '') ? geoNames : undefined;
}

/** Codes of a microstate are a larger neighbour's; addresses are written with its country. */
const countryOfFile = (code: string): CountryCode | undefined =>
  countryCodes.find((country) => country === code || countries[country].address.microstate?.country === code);

/** A line: a place, 'other' for a country that is none of ours, or what is wrong with it. */
export function readReferenceLine(line: string, layout: Layout): ReferencePlace | 'other' | { readonly fault: string } {
  const cells = line.split('\t').map((cell) => cell.trim());
  const [countryText = '', code = '', place = ''] = cells;
  if (!/^[A-Z]{2}$/.test(countryText)) return { fault: 'no country' };
  const country = countryOfFile(countryText);
  if (!country) return 'other';
  if (cells.length < layout.columns) return { fault: `${cells.length} columns instead of ${layout.columns}` };
  const postalCode = registerCodeFrom(code, country);
  if (postalCode === undefined) return { fault: `"${code.slice(0, 20)}" is no postal code of ${country}` };
  if (place === '' || place.length > 200) return { fault: 'no name of a place' };
  const latitude = degrees(cells[layout.latitude], 90);
  const longitude = degrees(cells[layout.longitude], 180);
  if (latitude === undefined || longitude === undefined) return { fault: 'no latitude or longitude' };
  const region = cells[layout.region];
  return { country, postalCode, place, ...(region && { region }), latitude, longitude };
}

/** Null where nothing is said, undefined where nonsense is. */
function degrees(text: string | undefined, most: number): number | null | undefined {
  if (text === undefined || text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) && Math.abs(value) <= most ? value : undefined;
}
