// Finland: henkilötunnus and Y-tunnus.
import { weighted } from '../check-digits.ts';
import { dayOf, type NationalNumber, type NumberFault, type NumberKind, plain, sexOf } from '../national-number.ts';

/** The sign says the century; since 2023 several signs mean the same one, and numbers that differ only there are different. */
const signs = { '+': 1800, '-YXWVU': 1900, ABCDEF: 2000 };
const centuries: ReadonlyMap<string, number> = new Map(
  Object.entries(signs).flatMap(([each, century]) => Array.from(each, (sign) => [sign, century] as const)),
);

const characters = '0123456789ABCDEFHJKLMNPRSTUVWXY';
const personal = /^(\d\d)(\d\d)(\d\d)([-+A-FU-Y])(\d{3})([0-9A-Y])$/;

function readPerson(text: string): NationalNumber | NumberFault {
  const [, day = '', month = '', year = '', sign = '', serial = '', check = ''] = personal.exec(text) ?? [];
  if (day === '') return 'form';
  if (characters[Number(day + month + year + serial) % 31] !== check) return 'check';
  const birthDate = dayOf((centuries.get(sign) ?? 0) + Number(year), Number(month), Number(day));
  // 000 and 001 were never given; from 900 on the numbers are for tests only.
  if (!birthDate || Number(serial) < 2) return 'range';
  return {
    ...plain('henkilötunnus', 'Person', text, text, { birthDate, sex: sexOf(serial) }),
    identity: text.replace('-', ''),
    ...(Number(serial) >= 900 && { isTest: true }),
  };
}

const organisation = /^(?:FI ?)?(\d{7}-?\d|\d{6}-\d)$/;
const weights = [7, 9, 10, 5, 8, 4, 2];

/** Six digits before the dash are an old number; a zero is put before them today. */
function readOrganisation(text: string): NationalNumber | NumberFault {
  const [, number] = organisation.exec(text) ?? [];
  if (number === undefined) return 'form';
  const digits = number.replace('-', '').padStart(8, '0');
  if ((weighted(digits, weights) + Number(digits[7])) % 11 !== 0) return 'check';
  if (digits === '00000000') return 'range';
  return plain('Y-tunnus', 'Company', digits, `${digits.slice(0, 7)}-${digits[7]}`);
}

export const numbers: readonly NumberKind[] = [
  { kind: 'henkilötunnus', holder: 'Person', read: readPerson },
  { kind: 'Y-tunnus', holder: 'Company', read: readOrganisation },
];
