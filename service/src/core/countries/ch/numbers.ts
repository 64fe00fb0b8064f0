// Switzerland: AHV number (also Liechtenstein's) and UID.
import { elevenDigit } from '../check-digits.ts';
import { type NationalNumber, type NumberFault, type NumberKind, plain } from '../national-number.ts';

const personal = /^(756)[. ]?(\d{4})[. ]?(\d{4})[. ]?(\d\d)$/;

/** EAN-13; the number says nothing about its holder. */
function readPerson(text: string): NationalNumber | NumberFault {
  const [, ...parts] = personal.exec(text) ?? [];
  const digits = parts.join('');
  if (digits === '') return 'form';
  let sum = 0;
  for (let index = 0; index < 13; index += 1) sum += Number(digits[index]) * (index % 2 === 0 ? 1 : 3);
  return sum % 10 === 0 ? plain('AHV-Nummer', 'Person', digits, parts.join('.')) : 'check';
}

const organisation = /^(?:CHE[- ]?)?(\d{3})\.?(\d{3})\.?(\d{3})(?: ?(?:MWST|TVA|IVA))?$/;

/** The suffix says that the organisation pays VAT, in one of three languages; the number is the same. */
function readOrganisation(text: string): NationalNumber | NumberFault {
  const [, ...parts] = organisation.exec(text) ?? [];
  const digits = parts.join('');
  if (digits === '') return 'form';
  if (elevenDigit(digits, [5, 4, 3, 2, 7, 6, 5, 4]) !== Number(digits[8])) return 'check';
  if (digits === '000000000') return 'range';
  return plain('UID', 'Company', `CHE${digits}`, `CHE-${parts.join('.')}`);
}

export const numbers: readonly NumberKind[] = [
  { kind: 'AHV-Nummer', holder: 'Person', read: readPerson },
  { kind: 'UID', holder: 'Company', read: readOrganisation },
];
