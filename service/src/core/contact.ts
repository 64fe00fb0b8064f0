// How a person can be reached: telephone numbers and e-mail addresses. Whether they exist cannot be known here.
import { PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode } from './countries/countries.ts';

/** The number in E.164 form (+4791234567), when the country's numbering plan has it. A number without + is the country's, and none without a country. */
export function phoneOf(text: string, country?: CountryCode): string | undefined {
  if (isInternational(text)) return text;
  // A trunk zero in brackets belongs to calls from within the country only.
  const dialled = text.replace(/^\s*(\+\d{1,3}|00\d{1,3})\s*\(0\)/, '$1');
  const number = parsePhoneNumberFromString(dialled, country);
  return number?.isValid() === true && number.ext === undefined ? number.number : undefined;
}

const plusAndDigits = /^\+[1-9]\d{6,14}$/;

/** Is it in E.164 form already, as most shops send it? Searching a text for a number takes most of the time of reading one. */
function isInternational(text: string): boolean {
  if (!plusAndDigits.test(text)) return false;
  try {
    return new PhoneNumber(text).isValid();
  } catch {
    // No country has such a code.
    return false;
  }
}

/** A telephone number in international form as + and digits (E.164); undefined if it is missing or in another form. */
export function internationalPhone(text: string): string | undefined {
  const dialled = text.trim().replace(/^00(?=[1-9])/, '+');
  return dialled.startsWith('+') ? phoneOf(dialled) : undefined;
}

const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u;

/** Syntax as mail servers of the world take it (RFC 5321, 6531): no quoted parts, no bare host, no address in brackets. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1).split('.');
  return (
    at > 0 &&
    at <= 64 &&
    text.length <= 254 &&
    local.test(text.slice(0, at)) &&
    domain.length > 1 &&
    domain.every((each) => label.test(each)) &&
    !/^\p{N}*$/u.test(domain.at(-1) ?? '')
  );
}
