// The rules of all nine countries behind one face: is this text a number of a person or an organisation, whose, and is that
// a postal code?
import type { Day } from '../dates.ts';
import { at } from './at.ts';
import { be } from './be.ts';
import { ch } from './ch.ts';
import type { CountryCode } from './countries.ts';
import { de } from './de.ts';
import { dk } from './dk.ts';
import { fi } from './fi.ts';
import { type CountryRules, type NationalNumber, type NumberFault, numberFaults } from './national-number.ts';
import { nl } from './nl.ts';
import { no } from './no.ts';
import { se } from './se.ts';

export const countryRules: Readonly<Record<CountryCode, CountryRules>> = {
  NO: no,
  SE: se,
  FI: fi,
  DK: dk,
  DE: de,
  AT: at,
  CH: ch,
  NL: nl,
  BE: be,
};

/** No number is longer than a court's name with its entry; more is not looked at. */
const longest = 60;

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
  if (text.length > longest) return 'form';
  const upper = text.trim().toUpperCase();
  let fault: NumberFault = 'form';
  for (const each of countryRules[country].numbers) {
    if (holder !== undefined && each.holder !== holder) continue;
    const found = each.read(upper, on);
    if (typeof found !== 'string') return found;
    if (numberFaults.indexOf(found) > numberFaults.indexOf(fault)) fault = found;
  }
  return fault;
}
