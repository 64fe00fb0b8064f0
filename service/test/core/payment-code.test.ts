// What a banking app fills its form from, and which numbers a transfer may carry: an amount, an account or a reference that is read
// otherwise sends a consumer's money elsewhere.
import { describe, expect, it } from 'vitest';
import { mod97Of } from '../../src/core/countries/check-digits.ts';
import { countries, countryCodes } from '../../src/core/countries/countries.ts';
import { bytesOf, type EpcTransfer, epcMaxBytes, epcPayload } from '../../src/core/payment-code/epc.ts';
import { isCreditorId } from '../../src/core/payment-reference/creditor-id.ts';
import { drawReference, drawReferenceAhead } from '../../src/core/payment-reference/references.ts';
import { remittanceOf } from '../../src/core/payment-reference/remittance.ts';
import { isRfReference, rfReference } from '../../src/core/payment-reference/rf.ts';

const transfer: EpcTransfer = { name: 'Muster', iban: 'DE89370400440532013000', currency: 'EUR', amountMinor: 12_30n };
const told = (over: Partial<EpcTransfer>): string => {
  const made = epcPayload({ ...transfer, ...over });
  return 'fault' in made ? made.fault : made.payload.split('\n').slice(1).join('|');
};
const plain = '002|1|SCT||Muster|DE89370400440532013000|EUR12.30';

describe('a transfer’s code', () => {
  it.each([
    [{}, plain],
    [{ amountMinor: 1n }, plain.replace('12.30', '0.01')],
    [{ amountMinor: 99_999_999_999n }, plain.replace('12.30', '999999999.99')],
    [{ amountMinor: 100_000_000_000n }, 'amount'],
    [{ amountMinor: 0n }, 'amount'],
    [{ iban: 'de89 3704 0044 0532 0130 00' }, plain],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(70) }, plain.replace('Muster', 'x'.repeat(70))],
    [{ name: 'x'.repeat(71) }, 'name'],
    [{ currency: 'CHF' }, 'currency'],
    [{ bic: '' }, plain],
    [{ bic: 'COBADEFFXXX' }, plain.replace('SCT|', 'SCT|COBADEFFXXX')],
    [{ bic: 'COBA' }, 'bic'],
    [{ version: '001' as const }, 'bic'],
    [{ version: '001' as const, bic: '' }, 'bic'],
    [{ version: '001' as const, bic: 'COBADEFF' }, plain.replace('002|1|SCT|', '001|1|SCT|COBADEFF')],
    [{ purpose: 'GDDS' }, `${plain}|GDDS`],
    [{ purpose: 'GDDSX' }, 'purpose'],
    [{ purpose: 'g' }, 'purpose'],
    [{ purpose: 'A-' }, 'purpose'],
    [{ purpose: '-A' }, 'purpose'],
    [{ reference: 'rf18 5390 0754 7034' }, `${plain}||RF18539007547034`],
    [{ reference: 'RF19539007547034' }, 'reference'],
    [{ reference: 'RF18539007547034', text: '' }, `${plain}||RF18539007547034`],
    [{ reference: 'RF18539007547034', text: 'x' }, 'both'],
    [{ reference: '', text: 'x' }, `${plain}|||x`],
    [{ text: 'x'.repeat(140) }, `${plain}|||${'x'.repeat(140)}`],
    [{ text: 'x'.repeat(141) }, 'text'],
    [{ text: 'x\ny' }, 'text'],
    [{ text: 'x\ry' }, 'text'],
    [{ information: 'x' }, `${plain}||||x`],
    [{ information: 'x'.repeat(71) }, 'information'],
    [{ text: '€' }, `${plain}|||€`],
    [{ charset: 2 as const, text: '€' }, 'text'],
    [{ charset: 2 as const, text: '€ü' }, 'text'],
    [{ charset: 2 as const, text: 'ü€' }, 'text'],
    [{ charset: 2 as const, information: '€' }, 'text'],
    [{ charset: 2 as const, name: '€' }, 'text'],
    [{ charset: 2 as const, name: 'Müller' }, plain.replace('|1|', '|2|').replace('Muster', 'Müller')],
  ])('of %o says %s', (over, expected) => expect(told(over)).toBe(expected));

  it('holds as many bytes as its letters need in its character set, up to 331', () => {
    const letters = ['\u007f', '\u0080', '\u07ff', '\u0800', '\uffff', '\u{10000}', '\u{10ffff}'];
    expect(letters.map((letter) => bytesOf(letter))).toEqual(letters.map((letter) => Buffer.byteLength(letter)));
    expect(bytesOf('üß', 2)).toBe(2);
    const bytes = (charset: 1 | 2, letter: string) => {
      const made = epcPayload({ ...transfer, charset, text: letter.repeat(140), information: letter.repeat(70) });
      return 'payload' in made ? bytesOf(made.payload, charset) : made.fault;
    };
    expect([bytes(1, 'x'), bytes(1, 'ü'), bytes(2, 'ü')]).toEqual([267, 'size', 267]);
    const of = (umlauts: number) => `${'ü'.repeat(umlauts)}${'x'.repeat(140 - umlauts)}`;
    const [full, over] = [64, 65].map((count) => epcPayload({ ...transfer, text: of(count), information: 'x'.repeat(70) }));
    expect(full && 'payload' in full && Buffer.byteLength(full.payload)).toBe(epcMaxBytes);
    expect(over).toEqual({ fault: 'size' });
  });
});

describe('a reference', () => {
  /** With right check digits, whatever stands before them. */
  const checked = (prefix: string, own: string): string =>
    `${prefix}${String(98 - mod97Of(`${own}${prefix}00`)).padStart(2, '0')}${own}`;

  it('of ISO 11649 is none that only ends like one, and none that is longer', () => {
    expect(isRfReference(checked('RF', 'RF12ABC'))).toBe(true);
    expect(isRfReference(checked('XX', 'RF12ABC'))).toBe(false);
    expect(isRfReference(checked('RF', '1'.repeat(21)))).toBe(true);
    expect(isRfReference(checked('RF', '1'.repeat(22)))).toBe(false);
  });

  it('is sent as what it is', () => {
    expect(remittanceOf('RF18539007547034')).toEqual({ reference: 'RF18539007547034' });
    expect(remittanceOf('559582243294671')).toEqual({ text: '559582243294671' });
  });

  it.each(countryCodes)('of %s that is drawn before its invoice has room for thirteen digits', (country) => {
    const asked: number[] = [];
    const chance = {
      digits: (count: number): string => {
        asked.push(count);
        return '4'.repeat(count);
      },
    };
    const ahead = drawReferenceAhead(country, { qrIban: null }, chance);
    expect(asked).toEqual([13]);
    expect(ahead).toBe(country === 'BE' ? rfReference('4'.repeat(13)) : drawReference(country, { qrIban: null }, chance));
  });

  it('is not made of what holds no digits', () => {
    const chance = { digits: () => '?' };
    expect(() => drawReference('SE', { qrIban: null }, chance)).toThrow(/SE/);
    expect(() => drawReferenceAhead('BE', { qrIban: null }, chance)).toThrow(/RF/);
  });

  it('of a creditor has the length of its country, its own check digits, and nothing around it', () => {
    const id = (country: string, national: string): string =>
      `${country}${String(98 - mod97Of(`${national}${country}00`)).padStart(2, '0')}ZZZ${national}`;
    for (const country of countryCodes) {
      const length = countries[country].payment.creditorIdLength ?? 20;
      expect(isCreditorId(id(country, '1'.repeat(length - 7)))).toBe(true);
      if (country !== 'BE') expect(isCreditorId(id(country, '1'.repeat(length - 6)))).toBe(false);
    }
    expect(isCreditorId('DE98ZZZ09999999999')).toBe(true);
    expect(isCreditorId('de98 zzz0 9999 9999 99')).toBe(true);
    for (const other of ['DE97ZZZ09999999999', 'XDE98ZZZ09999999999', 'DE98ZZZ09999999999?', ''])
      expect(isCreditorId(other)).toBe(false);
    // A country that is none of ours.
    expect(isCreditorId(id('FR', '1'.repeat(28)))).toBe(true);
    for (const other of [id('FR', '1'.repeat(29)), `X${id('FR', '1')}`, `${id('FR', '1')}?`])
      expect(isCreditorId(other)).toBe(false);
  });
});
