// Postal codes of the nine countries: what is one, how it is written, and which others a slip of the hand makes of it.
// Forms: Universal Postal Union and the national posts. A prefix of the country is everyday use and taken off (C45).
import { type CountryCode, countries, countryCodes } from '../countries/countries.ts';

const prefixed = new Map(
  countryCodes.map((country) => [country, new RegExp(`^(?:${countries[country].address.postalPrefixes}) ?[-–] ?(?=\\d)`)]),
);

/**
 * A postal code as it is compared: without prefix and blanks, in capitals ("SE-111 36" → "11136", "1012 ph" → "1012PH").
 * Undefined where the text is no code of the country. Blanks are taken where the country writes one, nowhere else.
 */
export function readPostalCode(text: string, country: CountryCode): string | undefined {
  const { postalCode } = countries[country].address;
  // Most are sent as they are compared, and all prefixes are letters.
  if (/^\d+$/.test(text)) return postalCode.test(text) ? text : undefined;
  const plain = text
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .toUpperCase()
    .replace(prefixed.get(country) ?? '', '');
  return postalCode.test(plain) ? plain.replace(' ', '') : undefined;
}

/** Any code in one form, also one that the country does not have. */
export const codeKey = (text: string, country: CountryCode): string =>
  readPostalCode(text, country) ?? text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The part of a compared code that a register of places knows: the digits; the letters of a Dutch code name a street. */
export const registerCode = (code: string, country: CountryCode): string =>
  code.slice(0, countries[country].address.registerDigits);

/** Codes of Åland and Liechtenstein, which registers list as countries of their own, or not at all. */
export const isOfMicrostate = (code: string, country: CountryCode): boolean =>
  countries[country].address.microstate?.codes.test(code) ?? false;

/** A compared code as the country writes it: SE "111 36", NL "1012 PH". */
export function writePostalCode(code: string, country: CountryCode): string {
  return countries[country].address.writePostalCode?.(code) ?? code;
}

/** A postal code of a register's file as it is compared; Dutch ones may come with or without their letters. */
export function registerCodeFrom(text: string, country: CountryCode): string | undefined {
  const plain = text.replace(/\s+/g, '').toUpperCase();
  return countries[country].address.readRegisterCode?.(plain) ?? readPostalCode(text, country);
}

/** All codes of the same length that one slip makes of a code: one digit another, or two digits in each other's place. */
export function slipsOf(code: string): readonly string[] {
  const found = new Set<string>();
  for (let place = 0; place < code.length; place += 1) {
    for (const digit of '0123456789') found.add(code.slice(0, place) + digit + code.slice(place + 1));
    for (let other = place + 1; other < code.length; other += 1) {
      found.add(
        code.slice(0, place) + code.charAt(other) + code.slice(place + 1, other) + code.charAt(place) + code.slice(other + 1),
      );
    }
  }
  found.delete(code);
  return [...found];
}

/** Is one code a slip of the other, as in `slipsOf`? */
export function isSlipOf(one: string, other: string): boolean {
  if (one.length !== other.length || one === other) return false;
  const places = Array.from(one, (digit, place) => (digit === other.charAt(place) ? -1 : place)).filter((place) => place >= 0);
  const [a = 0, b] = places;
  if (places.length === 1) return true;
  return places.length === 2 && b !== undefined && one.charAt(a) === other.charAt(b) && one.charAt(b) === other.charAt(a);
}
