// Postal codes of the nine countries: what is one, how it is written, and which others a slip of the hand makes of it.
// Forms: Universal Postal Union and the national posts. A prefix of the country is everyday use and taken off (C45).
import type { CountryCode } from '../countries/countries.ts';

interface Form {
  readonly pattern: RegExp;
  /** Signs before the code that say the country again, as on letters from abroad. */
  readonly prefixes: string;
  /** How many digits a register of places knows. */
  readonly digits: 4 | 5;
}

const forms: Readonly<Record<CountryCode, Form>> = {
  NO: { pattern: /^\d{4}$/, prefixes: 'NO?', digits: 4 },
  SE: { pattern: /^[1-9]\d{2} ?\d{2}$/, prefixes: 'SE?', digits: 5 },
  FI: { pattern: /^\d{5}$/, prefixes: 'FIN?|AX', digits: 5 },
  DK: { pattern: /^\d{4}$/, prefixes: 'DK', digits: 4 },
  DE: { pattern: /^(?!00000)\d{5}$/, prefixes: 'DE?', digits: 5 },
  AT: { pattern: /^[1-9]\d{3}$/, prefixes: 'AT?', digits: 4 },
  // 9485 to 9498 are Liechtenstein's, which has no country of its own in this interface.
  CH: { pattern: /^[1-9]\d{3}$/, prefixes: 'CH|LI|FL', digits: 4 },
  NL: { pattern: /^[1-9]\d{3} ?(?!SA|SD|SS)[A-Z]{2}$/, prefixes: 'NL', digits: 4 },
  BE: { pattern: /^[1-9]\d{3}$/, prefixes: 'BE?', digits: 4 },
};

const prefixed = Object.fromEntries(
  Object.entries(forms).map(([country, { prefixes }]) => [country, new RegExp(`^(?:${prefixes}) ?[-–] ?(?=\\d)`)]),
) as Readonly<Record<CountryCode, RegExp>>;

/**
 * A postal code as it is compared: without prefix and blanks, in capitals ("SE-111 36" → "11136", "1012 ph" → "1012PH").
 * Undefined where the text is no code of the country. Blanks are taken where the country writes one, nowhere else.
 */
export function readPostalCode(text: string, country: CountryCode): string | undefined {
  const plain = text
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .toUpperCase()
    .replace(prefixed[country], '');
  return forms[country].pattern.test(plain) ? plain.replace(' ', '') : undefined;
}

/** Any code in one form, also one that the country does not have. */
export const codeKey = (text: string, country: CountryCode): string =>
  readPostalCode(text, country) ?? text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The part of a compared code that a register of places knows: the digits; the letters of a Dutch code name a street. */
export const registerCode = (code: string, country: CountryCode): string => code.slice(0, forms[country].digits);

/** Codes of Åland and Liechtenstein, which registers list as countries of their own, or not at all. */
export const isOfMicrostate = (code: string, country: CountryCode): boolean =>
  (country === 'FI' && code.startsWith('22')) || (country === 'CH' && /^94[89]/.test(code));

/** A compared code as the country writes it: SE "111 36", NL "1012 PH". */
export function writePostalCode(code: string, country: CountryCode): string {
  if (country === 'SE') return `${code.slice(0, 3)} ${code.slice(3)}`;
  return country === 'NL' && code.length > 4 ? `${code.slice(0, 4)} ${code.slice(4)}` : code;
}

/** A postal code of a register's file as it is compared; Dutch ones may come with or without their letters. */
export function registerCodeFrom(text: string, country: CountryCode): string | undefined {
  const plain = text.replace(/\s+/g, '').toUpperCase();
  if (country === 'NL' && /^[1-9]\d{3}([A-Z]{2})?$/.test(plain)) return plain.slice(0, 4);
  return readPostalCode(text, country);
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
