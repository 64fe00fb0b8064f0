// How long does the judgement of one address take? Measured on addresses that are right, slipped and contradictory, beside a
// register as large as a country's, made up here: what is measured is the work, not the data.
import { judge } from '../service/src/core/address/address.ts';
import { CountryGazetteer } from '../service/src/core/address/gazetteer.ts';
import { streetKey } from '../service/src/core/address/street.ts';

const beginnings =
  'Alten Birken Buchen Eichen Fisch Grün Hohen Klein Linden Mühl Neu Ober Rosen Schön Stein Unter Wald Wiesen'.split(' ');
const middles = 'ach al bar el er in ken mar ol ran sel tan ul wer zel'.split(' ');
const ends = 'au bach berg dorf feld hausen heim hofen kirchen stadt'.split(' ');
const placeCount = 16_000;

/** Microseconds of one address: the middle of several rounds, after a warm-up. */
export function measureAddress(rounds = 9): { readonly placeCount: number; readonly microseconds: number } {
  const places = new CountryGazetteer('DE', true);
  const addresses = Array.from({ length: placeCount }, (_none, index) => {
    const name = `${beginnings[index % 18]}${middles[Math.floor(index / 18) % 15]}${ends[Math.floor(index / 270) % 10]}`;
    const code = String(10_000 + ((index * 7919) % 9000));
    places.add({ code, name, latitude: 48 + (index % 700) / 100, longitude: 7 + (index % 800) / 100 });
    const place = index % 3 === 1 ? `${name.slice(0, 4)}${name.slice(5)}` : name;
    const street = { street: `${name}er Str. ${index % 90}`, streetNumber: index % 2 === 0 ? '' : `${index % 90}` };
    return { ...street, postalCode: index % 3 === 2 ? code.split('').reverse().join('') : code, postalPlace: place };
  }).filter((_each, index) => index % 8 === 0);
  const once = (): number => {
    const since = performance.now();
    for (const address of addresses) {
      judge(address, 'DE', () => places);
      streetKey(address, 'DE');
    }
    return ((performance.now() - since) * 1000) / addresses.length;
  };
  for (let warm = 0; warm < 3; warm += 1) once();
  const measured = Array.from({ length: rounds }, once).sort((a, b) => a - b);
  return { placeCount, microseconds: measured[Math.floor(rounds / 2)] ?? Number.NaN };
}
