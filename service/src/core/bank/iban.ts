// IBANs of every country of the registry (ISO 13616) and BICs (ISO 9362). Two verdicts are kept apart: a whole IBAN, and an
// account that its bank's own rules allow (core/bank/national.ts).
import { countrySpecs, isValidBIC } from 'ibantools';
import { mod97Of } from '../countries/check-digits.ts';

export interface Iban {
  readonly iban: string;
  /** ISO 3166, the first two letters of the number. */
  readonly country: string;
  readonly bban: string;
}

/** Why a text is no IBAN, in the order in which it is looked at. */
export type IbanFault = 'characters' | 'country' | 'length' | 'structure' | 'checksum';

const specs = new Map(
  Object.entries(countrySpecs).flatMap(([country, { chars, bban_regexp: form, IBANRegistry: listed }]) =>
    listed && chars && form ? [[country, { length: chars, form: new RegExp(form) }] as const] : [],
  ),
);

export const ibanLengthOf = (country: string): number | undefined => specs.get(country)?.length;

/** An account copied from a page or a letter has blanks that do not break between its groups. */
export const withPlainBlanks = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

/** Blanks and lower case are how people write; anything but the letters and digits of ASCII is not. */
export const compactAccount = (text: string): string => withPlainBlanks(text).replace(/ /g, '').toUpperCase();

/** Does the text begin like an IBAN of any country? */
export const looksLikeIban = (compact: string): boolean => /^[A-Z]{2}\d{2}/.test(compact);

/** An IBAN without blanks, in upper case; or what is wrong. */
export function readIban(text: string): Iban | IbanFault {
  const iban = compactAccount(text);
  const country = iban.slice(0, 2);
  if (!/^[A-Z0-9]*$/.test(iban)) return 'characters';
  const spec = specs.get(country);
  if (!spec) return 'country';
  if (iban.length !== spec.length) return 'length';
  const bban = iban.slice(4);
  if (!/^\d\d$/.test(iban.slice(2, 4)) || !spec.form.test(bban)) return 'structure';
  // Check digits run from 02 to 98: 00, 01 and 99 would fit the arithmetic twice.
  const check = Number(iban.slice(2, 4));
  if (check < 2 || check > 98 || mod97Of(bban + iban.slice(0, 4)) !== 1) return 'checksum';
  return { iban, country, bban };
}

/** The IBAN of an account in the form that the country's IBANs have. */
export function ibanOf(country: string, bban: string): string {
  return `${country}${String(98 - mod97Of(`${bban}${country}00`)).padStart(2, '0')}${bban}`;
}

/** Eight or eleven characters: institution, country, place, and perhaps branch. Mixed institutions are not issued. */
export function readBic(text: string): string | undefined {
  const bic = text.replace(/ /g, '').toUpperCase();
  if (!/^([A-Z]{4}|\d{4})[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)) return undefined;
  // ISO 9362 allows digits in the institution's part; the package knows the countries, and letters only.
  return isValidBIC(`AAAA${bic.slice(4)}`) ? bic : undefined;
}

/** The same institution: a branch says nothing against another, and XXX is the head office. */
export const sameInstitution = (one: string, other: string): boolean => one.slice(0, 8) === other.slice(0, 8);

/** An IBAN as a refusal shows it where one of any country may be sent, and the BIC of its bank. */
export const ibanExample = 'DE89 3704 0044 0532 0130 00';
export const bicExample = 'COBADEFFXXX';
