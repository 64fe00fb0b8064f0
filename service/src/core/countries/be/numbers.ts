// Belgium: rijksregisternummer, BIS number, ondernemingsnummer.
import type { Day } from '../../dates.ts';
import { mod97 } from '../check-digits.ts';
import { dayOf, daysIn, type NationalNumber, type NumberFault, type NumberKind, plain, sexOf } from '../national-number.ts';

/** Groups with dots, blanks or dashes between them; where the day is apart, the serial is, too. */
const personal = /^(?:\d{11}|\d\d([ ./-])\d\d\1\d\d[ .-]\d{3}[ .-]?\d\d|\d\d\/?\d{4}[ .-]\d{3}[ .-]?\d\d)$/;

/** From 2000 on a 2 is put before the nine digits that are checked; so the check digits say the century. */
function readPersonal(text: string, on: Day, bis: boolean): NationalNumber | NumberFault {
  if (!personal.test(text)) return 'form';
  const digits = text.replace(/\D/g, '');
  const century = centuryOf(digits, on);
  if (century === undefined) return 'check';
  const writtenMonth = Number(digits.slice(2, 4));
  const ahead = writtenMonth >= 40 ? 40 : writtenMonth >= 20 ? 20 : 0;
  if (ahead > 0 !== bis) return 'range';
  const [year, month, day] = [century + Number(digits.slice(0, 2)), writtenMonth - ahead, Number(digits.slice(4, 6))];
  const serial = digits.slice(6, 9);
  if (serial === '000' || !mayBe(year, month, day)) return 'range';
  const birthDate = dayOf(year, month, day);
  const written = `${digits.slice(0, 2)}.${digits.slice(2, 4)}.${digits.slice(4, 6)}-${serial}.${digits.slice(9)}`;
  return plain(bis ? 'BIS-nummer' : 'rijksregisternummer', 'Person', digits, written, {
    ...(birthDate && { birthDate }),
    // A month 20 ahead says that the sex was not known, too.
    ...(ahead !== 20 && { sex: sexOf(serial) }),
  });
}

function centuryOf(digits: string, on: Day): number | undefined {
  const check = Number(digits.slice(9));
  if (97 - mod97(digits.slice(0, 9)) === check) return 1900;
  const born = 2000 + Number(digits.slice(0, 2));
  return born <= Number(on.slice(0, 4)) && 97 - mod97(`2${digits.slice(0, 9)}`) === check ? 2000 : undefined;
}

/** What is unknown of a birth date is 0, and such days count on when the serials of one run out. */
function mayBe(year: number, month: number, day: number): boolean {
  if (month > 12) return false;
  return month === 0 || day === 0 || day > 31 || day <= daysIn(year, month);
}

const organisation = /^(?:BE ?)?(\(0\)|[01])?[ .]?(\d{3})[ .]?(\d{3})[ .]?(\d{3})$/;

/** Ten digits; numbers from before 2005 are met without their zero. Those that begin with 1 are given since 2023. */
function readOrganisation(text: string): NationalNumber | NumberFault {
  const [, lead = '0', ...parts] = organisation.exec(text) ?? [];
  if (parts.length === 0) return 'form';
  const digits = `${lead.replace(/[()]/g, '')}${parts.join('')}`;
  if (97 - mod97(digits.slice(0, 8)) !== Number(digits.slice(8))) return 'check';
  if (digits.startsWith('00000000')) return 'range';
  return plain('ondernemingsnummer', 'Company', digits, `${digits.slice(0, 4)}.${digits.slice(4, 7)}.${digits.slice(7)}`);
}

export const numbers: readonly NumberKind[] = [
  { kind: 'rijksregisternummer', holder: 'Person', read: (text, on) => readPersonal(text, on, false) },
  { kind: 'BIS-nummer', holder: 'Person', read: (text, on) => readPersonal(text, on, true) },
  { kind: 'ondernemingsnummer', holder: 'Company', read: readOrganisation },
];
