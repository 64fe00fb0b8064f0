// Amounts on paper are written as the country writes them: its decimal mark, its thousands, and the currency where it stands there.
import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { amountText, decimalText, moneyText, percentText } from '../../src/core/documents/format.ts';
import type { Currency } from '../../src/core/money.ts';
import { amountIn, percentIn } from '../../src/core/texts/amounts.ts';
import type { Language } from '../../src/core/texts/texts.ts';

const written: readonly (readonly [CountryCode, Language, Currency, string, onPage: string])[] = [
  ['NO', 'NO', 'NOK', '1 234 567,89 NOK', '1 234 567,89 kr'],
  ['SE', 'SV', 'SEK', '1 234 567,89 SEK', '1 234 567,89 kr'],
  ['FI', 'FI', 'EUR', '1 234 567,89 EUR', '1 234 567,89 €'],
  ['FI', 'SV', 'EUR', '1 234 567,89 EUR', '1 234 567,89 €'],
  ['DK', 'DA', 'DKK', '1.234.567,89 DKK', '1.234.567,89 kr.'],
  ['DE', 'DE', 'EUR', '1.234.567,89 EUR', '1.234.567,89 €'],
  ['AT', 'DE', 'EUR', 'EUR 1.234.567,89', '€ 1.234.567,89'],
  ['CH', 'DE', 'CHF', 'CHF 1’234’567.89', 'CHF 1’234’567.89'],
  ['CH', 'FR', 'CHF', 'CHF 1’234’567.89', 'CHF 1’234’567.89'],
  ['CH', 'EN', 'CHF', 'CHF 1’234’567.89', 'CHF 1’234’567.89'],
  ['NL', 'NL', 'EUR', 'EUR 1.234.567,89', '€ 1.234.567,89'],
  ['BE', 'NL', 'EUR', 'EUR 1.234.567,89', '€ 1.234.567,89'],
  ['BE', 'FR', 'EUR', '1 234 567,89 EUR', '1 234 567,89 €'],
  ['DE', 'EN', 'EUR', 'EUR 1,234,567.89', '€1,234,567.89'],
];
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll("'", '’');

describe('an amount', () => {
  it.each(written)('in %s and %s, in %s, is %s on paper and %s on a page', (country, language, currency, onPaper, onPage) => {
    const writing = { country, language };
    expect(plain(moneyText(123_456_789n, currency, writing))).toBe(onPaper);
    expect(plain(amountIn(language, 123_456_789n, currency, country))).toBe(onPage);
    const mark = country === 'CH' || language === 'EN' ? '.' : ',';
    expect(amountText(-5n, writing)).toBe(`−0${mark}05`);
    expect(decimalText('2.5', writing)).toBe(`2${mark}5`);
    expect(percentText('7.90', writing)).toContain(`7${mark}90`);
    expect(percentIn(language, '7.90', country)).toContain(`7${mark}90`);
  });
});
