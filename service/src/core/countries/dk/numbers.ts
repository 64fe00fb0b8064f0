// Denmark: CPR number and CVR number.
import { weighted } from '../check-digits.ts';
import { dayOf, type NationalNumber, type NumberFault, type NumberKind, plain, sexOf } from '../national-number.ts';

const personal = /^(\d\d)(\d\d)(\d\d)[- ]?(\d{4})$/;

/** Numbers given since 2007 need no check digit, so none is looked at: modulus 11 would refuse living people. */
function readPerson(text: string): NationalNumber | NumberFault {
  const [, day = '', month = '', year = '', serial = ''] = personal.exec(text) ?? [];
  if (day === '') return 'form';
  const birthDate = dayOf(yearOf(Number(year), Number(serial[0])), Number(month), Number(day));
  if (!birthDate) return 'range';
  const date = day + month + year;
  return plain('CPR-nummer', 'Person', date + serial, `${date}-${serial}`, { birthDate, sex: sexOf(serial) });
}

/** The seventh digit says the century, together with the year. */
function yearOf(two: number, seventh: number): number {
  if (seventh <= 3) return 1900 + two;
  if (seventh === 4 || seventh === 9) return two <= 36 ? 2000 + two : 1900 + two;
  return two <= 57 ? 2000 + two : 1800 + two;
}

const organisation = /^(?:DK ?)?([1-9]\d) ?(\d\d) ?(\d\d) ?(\d\d)$/;

function readOrganisation(text: string): NationalNumber | NumberFault {
  const [, ...parts] = organisation.exec(text) ?? [];
  const digits = parts.join('');
  if (digits === '') return 'form';
  if (weighted(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 !== 0) return 'check';
  return plain('CVR-nummer', 'Company', digits, parts.join(' '));
}

export const numbers: readonly NumberKind[] = [
  { kind: 'CPR-nummer', holder: 'Person', read: readPerson },
  { kind: 'CVR-nummer', holder: 'Company', read: readOrganisation },
];
