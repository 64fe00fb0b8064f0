// A reference that is not found in the words of a payment leaves money with a person to sort; one that is found where there is none may
// put it on another's debt. In which forms it is looked for is held here to the letter.
import { describe, expect, it } from 'vitest';
import { fromField, fromText } from '../../src/core/bank-file/candidates.ts';

/** A number as the references of the nine countries hold it: bare, and with zeros before it. */
const forms = (bare: string): string[] => [
  ...new Set([bare, ...[12, 14, 15, 16, 27].map((length) => bare.padStart(length, '0'))]),
];
const rf = ['RF18539007547034', 'RF180539007547034', ...forms('539007547034')];

describe('a field for references', () => {
  it.each([
    ['an RF reference, in groups', 'RF18 5390 0754 7034', rf],
    ['small letters, wide digits, signs that part', 'rf18-5390.0754/７０３４', rf],
    ['zeros that a bank put in', 'RF18 000 5390 0754 7034', ['RF18000539007547034', ...rf]],
    ['letters of an RF reference', 'RF18ABC0012', ['RF18ABC0012', 'RF18000000ABC0012']],
    ['letters after its digits', 'RF1812ABC', ['RF1812ABC', 'RF180000000012ABC']],
    ['a number with zeros before and in it', '0012003405', forms('12003405')],
    ['the longest number', '1'.repeat(35), ['1'.repeat(35)]],
    ['another word', 'AB12', ['AB12']],
    ['an RF reference that follows a letter', 'XRF18539007547034', ['XRF18539007547034']],
    ['one that is too long', `RF18${'1'.repeat(22)}`, [`RF18${'1'.repeat(22)}`]],
    ['one without its check digits', 'RF1A539', ['RF1A539']],
  ])('holds %s', (_what, text, expected) => expect(fromField(text)).toEqual(expected));

  it.each([
    '',
    '5',
    'A12',
    '12A',
    'ABC',
    '0000',
    '1'.repeat(36),
    'A'.repeat(36),
    '#RF18539007547034',
    'RF18539007547034#',
    `${' '.repeat(127)}12345678901234`,
  ])('holds nothing in %j', (text) => expect(fromField(text)).toEqual([]));
});

describe('words', () => {
  const joined = ['1853900754', '18539007547034', '53900754', '539007547034', '7547034'].flatMap(forms);

  it.each(['RF18 5390 0754 7034', 'Rechnung RF 1 8 5390 0754 7034, danke', 'rf18 5390\n0754 7034'])(
    'hold the one in %j',
    (text) => {
      expect(fromText(text).slice(0, rf.length)).toEqual(rf);
    },
  );

  it('hold a reference, the numbers it may be made of, and no part of it that its check digits do not allow', () => {
    expect(fromText('RF18 5390 0754 7034')).toEqual([...new Set([...rf, ...joined])]);
    expect(fromText('RF19539007547034').filter((each) => each.startsWith('RF'))).toEqual([]);
  });

  it.each([
    ['1234 - 5678', ['12345678']],
    ['1234    5678', []],
    ['1234ab5678', []],
    ['1234567', []],
    ['12 87654321', ['1287654321', '87654321']],
    ['1'.repeat(27), ['1'.repeat(27)]],
    ['1'.repeat(28), []],
    ['Danke', []],
    ['', []],
  ])('of numbers hold in %j %j', (text, numbers) => expect(fromText(text)).toEqual(numbers.flatMap(forms)));

  it('are read as far as people write, and no further', () => {
    const number = '87654321';
    const found = (text: string) => fromText(text).includes(number);
    expect([1_992, 1_993].map((before) => found(`${' '.repeat(before)}${number}`))).toEqual([true, false]);
    expect([199, 200].map((before) => found(`${'1x'.repeat(before)}${number}`))).toEqual([true, false]);
    expect([39, 40].map((before) => found(`${'1 - '.repeat(before)}${number}`))).toEqual([true, false]);
    const references = [199, 200].map((before) => fromText(`${'RF00.'.repeat(before)}RF18539007547034`));
    expect(references.map((each) => each.includes('RF18539007547034'))).toEqual([true, false]);
    const run = (first: number) => Array.from({ length: 40 }, (_each, at) => 10_000_000 + (first + at) * 7_919).join(' ');
    expect(fromText([0, 40, 80, 120, 160].map(run).join('x'))).toHaveLength(1_600);
  });
});
