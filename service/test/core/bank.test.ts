// Bank accounts by their rules: a mistyped account must not be paid from or to, and a true one must never be refused.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeAccount } from '../../src/core/bank/bank-account.ts';
import { germanMethods } from '../../src/core/bank/german-methods/methods.ts';
import { ibanOf, readBic, readIban } from '../../src/core/bank/iban.ts';
import { bbanHolds, readAccount } from '../../src/core/bank/national.ts';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';
import { germanAccountHolds, germanBank, germanBanksUntil, holdsBy } from '../../src/core/countries/de/banks.ts';
import { finnishMachineForm } from '../../src/core/countries/fi/bank.ts';
import { holdsElevenTest } from '../../src/core/countries/nl/bank.ts';
import { isBankgiro, isPlusgiro, swedishAccountHolds, swedishBankName } from '../../src/core/countries/se/accounts.ts';
import { manyRuns } from '../support/runs.ts';
import { vectors } from '../support/vectors.ts';

type Expected = { valid?: boolean; national_check_digits_ok?: boolean; compact?: string; bank?: string | null; machine?: string };
const all = vectors<never, Expected>('iban', 'bic', 'bank-account');
const of = (kind: string): { input: never; expected: Expected }[] => all.filter((each) => each.kind === kind);

describe('an IBAN', () => {
  it('is whole or not, as published', () => {
    for (const { input, expected } of of('iban-valid')) {
      expect(readIban(input), input).toMatchObject({ iban: expected.compact });
      expect(readIban(String(input).toLowerCase())).toMatchObject({ iban: expected.compact });
    }
    for (const { input } of of('iban-invalid')) {
      const read = readIban(input);
      // The national digits are a verdict of their own.
      expect(typeof read === 'string' || bbanHolds(read.country, read.bban) === false, input).toBe(true);
    }
    for (const iban of ['DE٨٩370400440532013000', 'DE00370400440532013000', 'NO9786011117947', 'GB33BUKB20201555555555']) {
      expect(typeof readIban(iban), iban).toBe(iban.startsWith('GB') ? 'object' : 'string');
    }
  });

  it('has national check digits that hold or not, in NO, FI and BE', () => {
    const marked = of('iban-valid').filter(({ expected }) => expected.national_check_digits_ok !== undefined);
    expect(marked.length).toBeGreaterThan(20);
    for (const { input, expected } of marked) {
      const read = readIban(input);
      if (typeof read === 'string') throw new Error(input);
      expect([input, bbanHolds(read.country, read.bban)]).toEqual([input, expected.national_check_digits_ok]);
    }
  });

  it('never passes with one digit changed', () => {
    for (const { expected } of of('iban-valid').slice(0, 60)) {
      const iban = expected.compact ?? '';
      for (let index = 2; index < iban.length; index += 1) {
        if (!/\d/.test(iban[index] ?? '')) continue;
        const changed = iban.slice(0, index) + ((Number(iban[index]) + 1 + (index % 9)) % 10) + iban.slice(index + 1);
        if (changed !== iban) expect(typeof readIban(changed), changed).toBe('string');
      }
    }
  });

  it('is made of a national account', () => {
    for (const { input } of of('iban-valid')) {
      const read = readIban(input);
      if (typeof read === 'object') expect(ibanOf(read.country, read.bban)).toBe(read.iban);
    }
    expect(judgeAccount({ account: '532013000', bankNumber: '37040044' }, 'DE', countryCodes)).toMatchObject({
      isValid: true,
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
    });
    expect(judgeAccount({ account: '8601 11 17947' }, 'NO', countryCodes)).toMatchObject({ iban: 'NO9386011117947' });
    expect(judgeAccount({ account: '8257466', bankNumber: '5839' }, 'SE', countryCodes)).toMatchObject({
      iban: 'SE4550000000058398257466',
      bic: 'ESSESESS',
    });
    expect(judgeAccount({ account: '978324-2', bankNumber: '8103-4' }, 'SE', countryCodes)).toMatchObject({
      iban: 'SE7280000810340009783242',
      bic: 'SWEDSESS',
    });
    expect(judgeAccount({ account: '123456-785' }, 'FI', countryCodes)).toMatchObject({ iban: 'FI2112345600000785' });
    expect(judgeAccount({ account: '0040 0440116243' }, 'DK', countryCodes)).toMatchObject({ iban: 'DK5000400440116243' });
    expect(judgeAccount({ account: '0417164300', bankNumber: 'ABNA' }, 'NL', countryCodes)).toMatchObject({
      iban: 'NL91ABNA0417164300',
      bic: 'ABNANL2A',
    });
    expect(judgeAccount({ account: '539-0075470-34' }, 'BE', countryCodes)).toMatchObject({ iban: 'BE68539007547034' });
    expect(judgeAccount({ account: '00234573201', bankNumber: '19043' }, 'AT', countryCodes)).toMatchObject({
      iban: 'AT611904300234573201',
    });
    expect(judgeAccount({ account: '11623852957', bankNumber: '762' }, 'CH', countryCodes)).toMatchObject({
      iban: 'CH9300762011623852957',
    });
    expect(judgeAccount({ account: '80-470-3' }, 'CH', countryCodes)).toMatchObject({ isValid: true, iban: /^CH..09000/ });
  });
});

describe('a BIC', () => {
  it('is one or not, as published', () => {
    for (const { input, expected } of [...of('bic-valid'), ...of('bic-invalid')]) {
      expect([input, readBic(input) !== undefined]).toEqual([input, expected.valid]);
    }
  });
});

describe('a national account', () => {
  const countries: Readonly<Record<string, CountryCode>> = {
    'no-kontonummer': 'NO',
    'be-account': 'BE',
    'fi-account': 'FI',
    'nl-account-11proef': 'NL',
  };
  it.each(Object.keys(countries))('holds or not, as published: %s', (kind) => {
    const known = of(kind);
    expect(known.length).toBeGreaterThan(10);
    for (const { input, expected } of known) {
      const { verdict } = readAccount(input, countries[kind] ?? 'NO');
      expect([input, verdict !== 'wrong']).toEqual([input, expected.valid]);
    }
  });

  it('of DK and AT has a form', () => {
    for (const [kind, country] of [
      ['dk-account-format', 'DK'],
      ['at-account-format', 'AT'],
    ] as const) {
      for (const { input, expected } of of(kind)) {
        const [code = '', account = ''] = String(input).split(' ');
        expect([input, readAccount(account, country, code).verdict !== 'wrong']).toEqual([input, expected.valid]);
      }
    }
  });

  it('of a Swedish savings bank has a clearing number of five digits, written out or not', () => {
    for (const account of ['8103-4,978 324-2', '81034 978 324-2', '810349783242', '810340009783242', '8103 9783242'])
      expect([account, judgeAccount({ account }, 'SE', countryCodes)]).toMatchObject([
        account,
        { iban: 'SE7280000810340009783242' },
      ]);
    const short = judgeAccount({ account: '9783242', bankNumber: '8103' }, 'SE', countryCodes);
    expect(short).toMatchObject({ iban: 'SE7280000810340009783242' });
    expect(readAccount('832790000012345', 'SE', '').verdict).not.toBe('wrong');
  });

  it('of DE that lacks its sub-account is not put into an IBAN', () => {
    // Method 63: whole it is 1234566 with 00 behind it.
    expect(readAccount('123456600', 'DE', '50070010')).toMatchObject({ verdict: 'right', bban: '500700100123456600' });
    expect(readAccount('1234566', 'DE', '50070010')).toEqual({ verdict: 'undecided' });
    expect(readAccount('1234567', 'DE', '50070010').verdict).toBe('wrong');
  });

  it('of SE follows its clearing number', () => {
    for (const { input, expected } of of('se-account') as {
      input: { clearing: string; account: string };
      expected: Expected;
    }[]) {
      const bare = (text: string): string => text.replace(/[ -]/g, '');
      const verdict = swedishAccountHolds(bare(input.clearing), bare(input.account));
      expect([input, verdict === 'right']).toEqual([input, expected.valid]);
    }
    for (const { input, expected } of of('se-clearing-bank')) {
      const name = swedishBankName(input);
      expect([input, name === undefined], input).toEqual([input, expected.bank === null]);
    }
    for (const { input, expected } of of('se-bankgiro')) expect([input, isBankgiro(input)]).toEqual([input, expected.valid]);
    for (const { input, expected } of of('se-plusgiro')) expect([input, isPlusgiro(input)]).toEqual([input, expected.valid]);
  });

  it('of SE has a bank for every clearing number that can be checked, and for no other', () => {
    for (let clearing = 1000; clearing <= 9999; clearing += 1) {
      const samples = Array.from({ length: 200 }, (_each, index) => String(index * 37 + 1));
      const checked = [7, 9, 10].some((length) =>
        samples.some((sample) => swedishAccountHolds(String(clearing), sample.padStart(length, '0')) !== 'wrong'),
      );
      expect([clearing, swedishBankName(String(clearing)) !== undefined]).toEqual([clearing, checked]);
    }
    expect([swedishBankName('9449'), swedishBankName('9650')]).toEqual(['Forex Bank', 'MedMera Bank']);
  });

  it('of FI is filled to its machine form', () => {
    for (const { input, expected } of of('fi-account-expand')) expect(finnishMachineForm(input)).toBe(expected.machine);
    expect(finnishMachineForm('423456-781')).toBe('42345670000081');
  });

  it('of NL passes the eleven test', () =>
    expect([holdsElevenTest('123456789'), holdsElevenTest('123456788')]).toEqual([true, false]));
});

describe('a German account', () => {
  const known = of('de-check-method') as unknown as {
    input: { method: string; account: string; blz?: string };
    expected: Expected;
  }[];

  it('holds or not by every published method', () => {
    const wrong = known.filter(({ input, expected }) => holdsBy(input.method, input.account, input.blz ?? '') !== expected.valid);
    expect(known.length).toBeGreaterThan(290);
    expect(wrong).toEqual([]);
    const digits = Array.from('0123456789');
    const names = digits.flatMap((tens) => digits.map((ones) => tens + ones));
    const lettered = ['A', 'B', 'C', 'D'].flatMap((letter) => digits.map((ones) => letter + ones));
    const missing = [...names, ...lettered, 'E0', 'E1', 'E2', 'E3', 'E4'].filter((name) => !germanMethods[name]);
    expect(missing).toEqual([]);
  });

  it('is checked where the method of the bank is known, and not refused where it is not', () => {
    expect(germanAccountHolds('37040044', '532013000')).toBe(true);
    expect(germanAccountHolds('37040044', '532013100')).toBe(false);
    expect(germanAccountHolds('99999999', '1234567')).toBeUndefined();
    expect(germanBank('37040044')).toMatchObject({ bic: 'COBADEFFXXX' });
    expect(judgeAccount({ account: '1234567', bankNumber: '99999999' }, 'DE', countryCodes)).toMatchObject({
      isValid: true,
      message: 'bank_account.undecided',
    });
  });

  it('stands in a directory that is current until the day we say', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../../node_modules/bankdata-germany/README.md'), 'utf8');
    const periods = /includes data from .*?\bto (\d{4}-\d\d-\d\d), as well as from .*?\bto (\d{4}-\d\d-\d\d)/.exec(readme);
    expect(germanBanksUntil).toBe(periods?.[2]);
  });
});

describe('whatever is sent', () => {
  it('100 000 random texts are judged without a throw', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789 -./ABDEKNOSXab٣\t\u0000'.split('')), maxLength: 36 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.stringMatching(/^(DE|SE|NO|CH|NL)\d{2}[0-9A-Z]{11,20}$/),
      fc.stringMatching(/^\d{4,16}$/),
    );
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), fc.constantFrom(...countryCodes), (account, code, country) => {
        const verdict = judgeAccount(
          { account, ...(code !== undefined && { bankNumber: code, bic: code }) },
          country,
          countryCodes,
        );
        if (verdict.iban !== undefined) expect(readIban(verdict.iban)).toMatchObject({ iban: verdict.iban });
        if (!verdict.isValid) expect(verdict.message).toBeDefined();
      }),
      manyRuns(100_000),
    );
  }, 120_000);
});
