// Is this text a number of a person or an organisation of a country, and whose?
import type { Day } from '../dates.ts';
import { type CountryCode, countries, countryCodes } from './countries.ts';
import { type NationalNumber, type NumberFault, numberFaults } from './national-number.ts';

/** No number is longer than a court's name with its entry; more is not looked at. */
export const longestNumber = 60;

/**
 * Read a national or organisation number in any of the country's written forms. Never throws; of several reasons against a
 * text the one is given that got furthest. With a holder only the numbers of such holders are looked at.
 */
export function readNationalNumber(
  text: string,
  country: CountryCode,
  on: Day,
  holder?: NationalNumber['holder'],
): NationalNumber | NumberFault {
  if (text.length > longestNumber) return 'form';
  const upper = text.trim().toUpperCase();
  let fault: NumberFault = 'form';
  for (const each of countries[country].numbers) {
    if (holder !== undefined && each.holder !== holder) continue;
    const found = each.read(upper, on);
    if (typeof found !== 'string') return found;
    if (numberFaults.indexOf(found) > numberFaults.indexOf(fault)) fault = found;
  }
  return fault;
}

/** Is it a number of a company that others have, too, in one of these countries? */
export const isSharedNumber = (text: string, among: readonly CountryCode[] = countryCodes): boolean =>
  among.some((country) => countries[country].sharedNumbers?.test(text.trim().toUpperCase()));
