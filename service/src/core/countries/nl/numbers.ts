// The Netherlands: BSN, KvK number, BTW-id.
import { mod97Of, weighted } from '../check-digits.ts';
import { type NationalNumber, type NumberFault, type NumberKind, plain } from '../national-number.ts';

const weights = [9, 8, 7, 6, 5, 4, 3, 2, -1];
const passes = (digits: string): boolean => weighted(digits, weights) % 11 === 0 && digits !== '000000000';

/** Written 1112.22.333, if not in one. 99999xxxx is the register's test range. */
function readPerson(text: string): NationalNumber | NumberFault {
  if (!/^(\d{9}|\d{4}\.\d\d\.\d{3})$/.test(text)) return 'form';
  const digits = text.replaceAll('.', '');
  if (!passes(digits)) return 'check';
  return plain('BSN', 'Person', digits, `${digits.slice(0, 4)}.${digits.slice(4, 6)}.${digits.slice(6)}`, {
    ...(digits.startsWith('99999') && { isTest: true }),
  });
}

/** Eight digits, no check digit; 9000xxxx is the register's test range. */
function readRegister(text: string): NationalNumber | NumberFault {
  if (!/^\d{8}$/.test(text)) return 'form';
  return plain('KvK-nummer', 'Company', text, text, { ...(text.startsWith('9000') && { isTest: true }) });
}

const vat = /^(?:NL ?)?(\d{4}\.?\d\d\.?\d{3}) ?B ?(\d\d)$/;

/** Legal persons keep the eleven test of their number; sole traders got numbers that pass mod 97-10 in 2020. */
function readVat(text: string): NationalNumber | NumberFault {
  const [, left, right = ''] = vat.exec(text) ?? [];
  if (left === undefined) return 'form';
  const number = `NL${left.replaceAll('.', '')}B${right}`;
  if (!passes(number.slice(2, 11)) && mod97Of(number) !== 1) return 'check';
  return right === '00' ? 'range' : plain('btw-id', 'Company', number, number);
}

export const numbers: readonly NumberKind[] = [
  { kind: 'BSN', holder: 'Person', read: readPerson },
  { kind: 'KvK-nummer', holder: 'Company', read: readRegister },
  { kind: 'btw-id', holder: 'Company', read: readVat },
];
