// Norway: fødselsnummer with its relatives (D, H and FH numbers, synthetic populations), organisasjonsnummer, MVA number.
import type { Day } from '../../dates.ts';
import { elevenDigit, weighted } from '../check-digits.ts';
import { dayOf, type NationalNumber, type NumberFault, type NumberKind, plain, sexOf } from '../national-number.ts';

const firstWeights = [3, 7, 6, 1, 8, 9, 4, 5, 2];
const secondWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** From 2032 on the first check digit may leave up to 3 as remainder, because the numbers run out. */
const relaxedFrom = '2032-01-01';

function checksHold(digits: string, on: Day): boolean {
  const remainder = (weighted(digits, firstWeights) + Number(digits[9])) % 11;
  return (on < relaxedFrom ? remainder === 0 : remainder <= 3) && elevenDigit(digits, secondWeights) === Number(digits[10]);
}

function readPerson(text: string, on: Day): NationalNumber | NumberFault {
  if (!/^\d{6}[ -]?\d{5}$/.test(text)) return 'form';
  const digits = text.replace(/\D/g, '');
  if (!checksHold(digits, on)) return 'check';
  const written = `${digits.slice(0, 6)} ${digits.slice(6)}`;
  // FH numbers of the health service say nothing about their holder.
  if (digits[0] === '8' || digits[0] === '9') return plain('FH-nummer', 'Person', digits, written);
  const { kind, month, isTest } = monthOf(Number(digits.slice(2, 4)));
  const isD = Number(digits[0]) >= 4;
  const two = Number(digits.slice(4, 6));
  const known = yearOf(two, Number(digits.slice(6, 9)));
  // The synthetic populations also use serials that no century has.
  const year = known ?? (isTest && 1900 + two);
  const birthDate = year && dayOf(year, month, Number(digits.slice(0, 2)) - (isD ? 40 : 0));
  if (!birthDate) return 'range';
  return plain(isD && !isTest ? 'D-nummer' : kind, 'Person', digits, written, {
    birthDate,
    sex: sexOf(digits.slice(6, 9)),
    ...(isTest && { isTest }),
    ...(known === undefined && { birthDateUnsure: true }),
  });
}

/**
 * The month says which population: 80 ahead is the Tax Agency's synthetic one, 65 ahead Norsk helsenett's, 40 ahead Nav's or an
 * auxiliary number that a hospital gave. None of them is a person who orders.
 */
function monthOf(month: number): { kind: string; month: number; isTest?: true } {
  if (month > 80) return { kind: 'synthetic', month: month - 80, isTest: true };
  if (month > 65) return { kind: 'synthetic', month: month - 65, isTest: true };
  return month > 40 ? { kind: 'H-nummer', month: month - 40, isTest: true } : { kind: 'fødselsnummer', month };
}

function yearOf(two: number, serial: number): number | undefined {
  if (serial < 500) return 1900 + two;
  if (two < 40) return 2000 + two;
  if (serial < 750 && two >= 54) return 1800 + two;
  return serial >= 900 ? 1900 + two : undefined;
}

const orgWeights = [3, 2, 7, 6, 5, 4, 3, 2];
const organisation = /^(\d{3}) ?(\d{3}) ?(\d{3})$/;
const vat = /^(?:NO ?)?(\d{3} ?\d{3} ?\d{3}) ?MVA$/;

function readOrganisation(text: string): NationalNumber | NumberFault {
  const [, ...parts] = organisation.exec(text) ?? [];
  const digits = parts.join('');
  if (digits === '') return 'form';
  if (elevenDigit(digits, orgWeights) !== Number(digits[8])) return 'check';
  const first = digits[0] ?? '';
  if (!'2389'.includes(first)) return 'range';
  // The register gives 8 and 9; its synthetic test organisations begin with 2 and 3.
  return plain('organisasjonsnummer', 'Company', digits, parts.join(' '), { ...('23'.includes(first) && { isTest: true }) });
}

/** The organisation with a suffix: the same holder. */
function readVat(text: string): NationalNumber | NumberFault {
  const [, number] = vat.exec(text) ?? [];
  const found = number === undefined ? 'form' : readOrganisation(number);
  if (typeof found === 'string') return found;
  return { ...found, kind: 'MVA-nummer', compact: `NO${found.compact}MVA`, written: `NO ${found.written} MVA` };
}

export const numbers: readonly NumberKind[] = [
  { kind: 'fødselsnummer', holder: 'Person', read: readPerson },
  { kind: 'organisasjonsnummer', holder: 'Company', read: readOrganisation },
  { kind: 'MVA-nummer', holder: 'Company', read: readVat },
];
