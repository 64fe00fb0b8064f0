// Germany: Steuer-ID, USt-IdNr, entries of the Handelsregister and its siblings.
import { mod11of10 } from '../check-digits.ts';
import { type NationalNumber, type NumberFault, type NumberKind, plain } from '../national-number.ts';
import { isRegistryCourt } from './courts.ts';

const personal = /^(\d\d) ?(\d{3}) ?(\d{3}) ?(\d{3})$/;

/** Of the first ten digits exactly one occurs twice or three times, the others at most once; a leading 0 is for tests only. */
function readPerson(text: string): NationalNumber | NumberFault {
  const [, ...parts] = personal.exec(text) ?? [];
  const digits = parts.join('');
  if (digits === '') return 'form';
  if (!mod11of10(digits)) return 'check';
  const first = digits.slice(0, 10);
  const repeated = Array.from('0123456789', (digit) => first.split(digit).length - 1).filter((count) => count > 1);
  if (digits[0] === '0' || repeated.length !== 1 || (repeated[0] ?? 0) > 3) return 'range';
  return plain('Steuer-ID', 'Person', digits, parts.join(' '));
}

const vat = /^DE ?([1-9]\d{2}) ?(\d{3}) ?(\d{3})$/;

function readVat(text: string): NationalNumber | NumberFault {
  const [, ...parts] = vat.exec(text) ?? [];
  const digits = parts.join('');
  if (digits === '') return 'form';
  return mod11of10(digits) ? plain('USt-IdNr', 'Company', `DE${digits}`, `DE${digits}`) : 'check';
}

const courtFirst = /^(.{3,55}?),? ?(HRA|HRB|GNR|PR|VR|GSR) ?(\d{1,6}) ?([A-Z]{0,3})$/;
const courtLast = /^(HRA|HRB|GNR|PR|VR|GSR) ?(\d{1,6})(?: (?!AG )([A-Z]{1,3}))?,? (.{3,55})$/;
/** An entry without its court, as most people know their own. */
export const registerAlone = /^(HRA|HRB|GNR|PR|VR|GSR) ?\d{1,6}(?: ?[A-Z]{1,3})?$/;
const registers: Readonly<Record<string, string>> = { GNR: 'GnR', GSR: 'GsR' };

/** Court, register and number. Every court counts for itself, so a number without its court identifies no company. */
function readRegister(text: string): NationalNumber | NumberFault {
  const [, court, register = '', number = '', letters = ''] = courtFirst.exec(text) ?? turned(courtLast.exec(text));
  if (court === undefined) return 'form';
  const name = isRegistryCourt(court);
  if (name === undefined || /^0+$/.test(number)) return 'range';
  const written = `${name} ${registers[register] ?? register} ${number}${letters && ` ${letters}`}`;
  const compact = written.toUpperCase().replace(/[^\p{L}\d]/gu, '');
  return plain('Handelsregisternummer', 'Company', compact, written);
}

const turned = (found: RegExpExecArray | null): (string | undefined)[] =>
  found ? [found[0], found[4], found[1], found[2], found[3]] : [];

export const numbers: readonly NumberKind[] = [
  { kind: 'Steuer-ID', holder: 'Person', read: readPerson },
  { kind: 'USt-IdNr', holder: 'Company', read: readVat },
  { kind: 'Handelsregisternummer', holder: 'Company', read: readRegister },
];
