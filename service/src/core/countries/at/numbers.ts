// Austria: Sozialversicherungsnummer, UID, Firmenbuch number.
import type { Day } from '../../dates.ts';
import { weighted } from '../check-digits.ts';
import { dayOf, type NationalNumber, type NumberFault, type NumberKind, plain } from '../national-number.ts';

const personal = /^([1-9]\d{3}) ?(\d\d)(\d\d)(\d\d)$/;

/** The fourth digit checks the other nine; a remainder of 10 has no digit and is never given. */
function readPerson(text: string, on: Day): NationalNumber | NumberFault {
  const [, left = '', day = '', month = '', year = ''] = personal.exec(text) ?? [];
  if (left === '') return 'form';
  const digits = left + day + month + year;
  if (weighted(digits, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 !== Number(left[3])) return 'check';
  const latest = Number(on.slice(0, 4));
  const birthDate = dayOf(latest - ((latest - Number(year)) % 100), Number(month), Number(day));
  // Where the day of birth is not known, or its numbers were used up, the month is 13 or above.
  const unknown = Number(month) > 12 && Number(month) <= 16 && Number(day) >= 1 && Number(day) <= 31;
  if (!birthDate && !unknown) return 'range';
  return plain('Sozialversicherungsnummer', 'Person', digits, `${left} ${day}${month}${year}`, {
    ...(birthDate && { birthDate, birthDateUnsure: true }),
  });
}

const vat = /^(?:AT ?)?U ?(\d{8})$/;

function readVat(text: string): NationalNumber | NumberFault {
  const [, digits] = vat.exec(text) ?? [];
  if (digits === undefined) return 'form';
  let sum = 0;
  for (let index = 0; index < 7; index += 1) {
    const digit = Number(digits[index]) * (index % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  if ((96 - sum) % 10 !== Number(digits[7])) return 'check';
  return plain('UID-Nummer', 'Company', `ATU${digits}`, `ATU${digits}`);
}

const companyRegister = /^(?:FN ?)?(\d{1,6}) ?([A-Z])$/;

/** How the letter follows from the number is not published. */
function readRegister(text: string): NationalNumber | NumberFault {
  const [, digits, letter = ''] = companyRegister.exec(text) ?? [];
  if (digits === undefined) return 'form';
  const number = digits.replace(/^0+(?=\d)/, '');
  return plain('Firmenbuchnummer', 'Company', `FN${number}${letter}`, `FN ${number}${letter.toLowerCase()}`);
}

export const numbers: readonly NumberKind[] = [
  { kind: 'Sozialversicherungsnummer', holder: 'Person', read: readPerson },
  { kind: 'UID-Nummer', holder: 'Company', read: readVat },
  { kind: 'Firmenbuchnummer', holder: 'Company', read: readRegister },
];
