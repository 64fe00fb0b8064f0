// The register of persons and companies that look-ups ask. The sandbox has a population of its own; in live mode nobody is
// asked until a register is contracted, and only the merchant's own customers are found.
import { phoneOf } from '../core/contact.ts';
import type { CountryCode } from '../core/countries/countries.ts';
import { compactNationalId } from '../core/party.ts';
import { type Nordic, nordicCountries, type RegisterEntry, sandboxPopulation } from './sandbox-register.ts';

/** By what a register is asked; which of them a country's register takes is its own rule. */
export interface ProfileQuestion {
  readonly country: CountryCode;
  readonly identificationNumber?: string | undefined;
  readonly mobilePhone?: string | undefined;
  readonly postalCode?: string | undefined;
}

export interface ProfileRegister {
  find(question: ProfileQuestion): Promise<readonly RegisterEntry[]>;
}

export const silentRegister: ProfileRegister = { find: () => Promise.resolve([]) };

const isNordic = (country: CountryCode): country is Nordic => nordicCountries.some((each) => each === country);
const index = new Map<Nordic, ReadonlyMap<string, RegisterEntry>>();

function indexOf(country: Nordic): ReadonlyMap<string, RegisterEntry> {
  const known = index.get(country);
  if (known) return known;
  const fresh = new Map(
    sandboxPopulation(country).flatMap((entry) => [
      [`id:${compactNationalId(entry.number, country)}`, entry] as const,
      [`phone:${entry.mobilePhone}`, entry] as const,
    ]),
  );
  index.set(country, fresh);
  return fresh;
}

/**
 * The sandbox's register, with the rules of the countries: national number in Sweden and Denmark, mobile telephone in Norway
 * and Denmark, national number with the postal code in Finland; organisation numbers everywhere.
 */
export const sandboxRegister: ProfileRegister = {
  find({ country, identificationNumber, mobilePhone, postalCode }) {
    if (!isNordic(country)) return Promise.resolve([]);
    const known = indexOf(country);
    const byNumber =
      identificationNumber === undefined ? undefined : known.get(`id:${compactNationalId(identificationNumber, country)}`);
    const byPhone = mobilePhone === undefined ? undefined : known.get(`phone:${phoneOf(mobilePhone, country) ?? mobilePhone}`);
    const found = byNumber && (byNumber.category === 'Company' || country !== 'NO') ? byNumber : undefined;
    const entry = found ?? (country === 'NO' || country === 'DK' ? byPhone : undefined);
    const placed =
      postalCode === undefined
        ? country !== 'FI' || entry?.category === 'Company'
        : postalCode.replace(/\s/g, '') === entry?.postalCode;
    return Promise.resolve(entry && placed ? [entry] : []);
  },
};
