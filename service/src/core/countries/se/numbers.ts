// Sweden: personnummer, samordningsnummer, organisationsnummer, VAT number.
import type { Day } from '../../dates.ts';
import { luhn } from '../check-digits.ts';
import { dayOf, daysIn, type NationalNumber, type NumberFault, type NumberKind, plain, sexOf } from '../national-number.ts';

/**
 * All test coordination numbers that the Swedish Tax Agency publishes and three quarters of its test personal numbers have these
 * serials. People born before 1990 can have them too, so they are a hint and never certain; no other serial is even that.
 */
const testSerials = ['238', '239'];

const personal = /^(\d\d)?(\d{6})([-+ ]?)(\d{4})$/;

/**
 * Luhn runs over the last ten digits, even with a century before them. "+" instead of "-" says that the holder turns a hundred
 * in this year or did before.
 */
function readPersonal(text: string, on: Day, coordination: boolean): NationalNumber | NumberFault {
  const [, century, date = '', sign, serial = ''] = personal.exec(text) ?? [];
  if (date === '') return 'form';
  if (!luhn(date + serial)) return 'check';
  const year = century === undefined ? yearOf(Number(date.slice(0, 2)), on, sign === '+') : Number(century + date.slice(0, 2));
  const [month, day] = [Number(date.slice(2, 4)), Number(date.slice(4)) - (coordination ? 60 : 0)];
  if (serial.startsWith('000') || year < 1800) return 'range';
  // Since 2022 month or day of a samordningsnummer may be unknown, written 00.
  const unknown = coordination && (month === 0 || day === 0) && month <= 12 && day >= 0 && day <= (daysIn(year, month) || 31);
  const birthDate = dayOf(year, month, day);
  const three = serial.slice(0, 3);
  if (!birthDate && !unknown) return 'range';
  const isOld = Number(on.slice(0, 4)) - year >= 100;
  return {
    kind: coordination ? 'samordningsnummer' : 'personnummer',
    holder: 'Person',
    compact: `${year}${date.slice(2)}${serial}`,
    // Without the century: the day of reading must not change it. Two holders of the same ten digits are born a hundred
    // years apart, so they are never adult customers at one time.
    identity: date + serial,
    written: `${date}${isOld ? '+' : '-'}${serial}`,
    sex: sexOf(three),
    ...(birthDate && { birthDate }),
    ...(testSerials.includes(three) && { isLikelyTest: true }),
  };
}

function yearOf(two: number, on: Day, plus: boolean): number {
  const latest = Number(on.slice(0, 4)) - (plus ? 100 : 0);
  return latest - ((latest - two) % 100);
}

const organisation = /^(?:16)?(\d{6})-?(\d{4})$/;

/** The third digit is 2 or above, so that none is also a personal number. */
function readOrganisation(text: string): NationalNumber | NumberFault {
  const [, left = '', right = ''] = organisation.exec(text) ?? [];
  if (left === '') return 'form';
  if (!luhn(left + right)) return 'check';
  return Number(left[2]) < 2 ? 'range' : plain('organisationsnummer', 'Company', left + right, `${left}-${right}`);
}

const vat = /^SE ?(\d{6})-?(\d{4}) ?01$/;

/** The organisation's ten digits between SE and 01: the same holder, and so the same identity. */
function readVat(text: string): NationalNumber | NumberFault {
  const [, left = '', right = ''] = vat.exec(text) ?? [];
  if (left === '') return 'form';
  if (!luhn(left + right)) return 'check';
  return { ...plain('momsnummer', 'Company', `SE${left}${right}01`, `SE${left}${right}01`), identity: left + right };
}

export const numbers: readonly NumberKind[] = [
  { kind: 'personnummer', holder: 'Person', read: (text, on) => readPersonal(text, on, false) },
  { kind: 'samordningsnummer', holder: 'Person', read: (text, on) => readPersonal(text, on, true) },
  { kind: 'organisationsnummer', holder: 'Company', read: readOrganisation },
  { kind: 'momsnummer', holder: 'Company', read: readVat },
];
