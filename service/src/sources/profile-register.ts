// The register of persons and companies that look-ups ask. The sandbox has a population of its own; in live mode the one
// that the configuration names is asked, and without one only the merchant's own customers are found.
import { readPostalCode } from '../core/address/postal-codes.ts';
import { phoneOf } from '../core/contact.ts';
import { type CountryCode, countries } from '../core/countries/countries.ts';
import { readNationalNumber } from '../core/countries/rules.ts';
import type { Day } from '../core/dates.ts';
import { compactNationalId } from '../core/party.ts';
import { type RegisterEntry, sandboxPopulation } from './sandbox-register.ts';

/** By what a register is asked; which of them a country's register takes is its own rule. */
export interface ProfileQuestion {
  readonly country: CountryCode;
  readonly identificationNumber?: string | undefined;
  readonly mobilePhone?: string | undefined;
  readonly postalCode?: string | undefined;
}

/** What a register is asked, once the country's rule allows it: by one number, in its bare form. */
export type RegisterQuestion = { readonly country: CountryCode; readonly postalCode?: string } & (
  | { readonly identificationNumber: string }
  | { readonly mobilePhone: string }
);

export interface ProfileRegister {
  find(question: ProfileQuestion): Promise<readonly RegisterEntry[]>;
}

export const silentRegister: ProfileRegister = { find: () => Promise.resolve([]) };

/** The kind of a number does not depend on the day on which it is read. */
const anyDay: Day = '2100-01-01';

/**
 * The questions that the country's rule allows, the first meant first: by national number in Sweden and Denmark, by mobile
 * telephone in Norway and Denmark, by national number with the postal code in Finland; by organisation number everywhere.
 */
function questionsTo({ country, identificationNumber, mobilePhone, postalCode }: ProfileQuestion): RegisterQuestion[] {
  const { register } = countries[country];
  if (register === null) return [];
  const read = identificationNumber === undefined ? 'form' : readNationalNumber(identificationNumber, country, anyDay);
  const code = postalCode === undefined ? undefined : readPostalCode(postalCode, country);
  const placed = { country, ...(code !== undefined && { postalCode: code }) };
  const byNumber =
    typeof read === 'object' &&
    (read.holder === 'Company' ||
      register.persons === 'byNumber' ||
      (register.persons === 'byNumberAndPostalCode' && code !== undefined));
  const phone = mobilePhone === undefined || !register.byPhone ? undefined : phoneOf(mobilePhone, country);
  return [
    ...(byNumber ? [{ ...placed, identificationNumber: read.compact }] : []),
    ...(phone === undefined ? [] : [{ ...placed, mobilePhone: phone }]),
  ];
}

/** A register that returns only what the country's rules allow, even if `ask` would return more. */
export const registerBehind = (ask: (question: RegisterQuestion) => Promise<readonly RegisterEntry[]>): ProfileRegister => ({
  async find(question) {
    for (const each of questionsTo(question)) {
      const found = (await ask(each)).filter((entry) => livesThere(entry, each));
      if (found.length > 0) return found;
    }
    return [];
  },
});

const livesThere = (entry: RegisterEntry, { country, postalCode }: RegisterQuestion): boolean =>
  postalCode === undefined || readPostalCode(entry.postalCode, country) === postalCode;

const index = new Map<CountryCode, ReadonlyMap<string, RegisterEntry>>();

function indexOf(country: CountryCode): ReadonlyMap<string, RegisterEntry> {
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

export const sandboxRegister = registerBehind((question) => {
  const { country } = question;
  const key =
    'mobilePhone' in question
      ? `phone:${question.mobilePhone}`
      : `id:${compactNationalId(question.identificationNumber, country)}`;
  const entry = indexOf(country).get(key);
  return Promise.resolve(entry ? [entry] : []);
});
