// Amounts, days, rates and accounts as people of a language and country read them. Nothing is asked of the machine's own locale data:
// another version of it would make other bytes of the same document.
import { type CountryCode, countries } from '../countries/countries.ts';
import type { Marks } from '../countries/country.ts';
import type { Day } from '../dates.ts';
import type { Currency } from '../money.ts';
import { compact, grouped } from '../payment-reference/writing.ts';
import { type Language, texts } from '../texts/texts.ts';

/** Blanks that do not break. */
const blank = '\u00a0';

/** The way of writing of one document. */
export interface Writing {
  readonly language: Language;
  readonly country: CountryCode;
}

const marksOf = ({ language, country }: Writing): Marks => countries[country].writing.marks ?? texts[language].writing;

/** Where the currency comes before the amount: in some languages everywhere, in others in one country. */
const isCurrencyFirst = ({ language, country }: Writing): boolean =>
  texts[language].writing.isCurrencyFirst || countries[country].writing.currencyFirst.includes(language);

/** 1 234,50 – without the currency, for columns. */
export function amountText(minor: bigint, writing: Writing): string {
  const { thousands, decimal } = marksOf(writing);
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0');
  const whole = grouped(digits.slice(0, -2), 3, 'right').replaceAll(' ', thousands);
  return `${minor < 0n ? '−' : ''}${whole}${decimal}${digits.slice(-2)}`;
}

/** With its ISO code, which is the same in all languages, where the country writes it. */
export const moneyText = (minor: bigint, currency: Currency, writing: Writing): string =>
  isCurrencyFirst(writing)
    ? `${currency}${blank}${amountText(minor, writing)}`
    : `${amountText(minor, writing)}${blank}${currency}`;

/** A plain decimal text ("9.90", "-0.5") with the language's decimal mark. */
export const decimalText = (plain: string, writing: Writing): string => plain.replace('.', marksOf(writing).decimal);

export const percentText = (plain: string, writing: Writing): string =>
  `${decimalText(plain, writing)}${texts[writing.language].writing.percent}`;

export function dayText(day: Day, { language, country }: Writing): string {
  const [year = '', month = '', date = ''] = day.split('-');
  if (language === 'NL' || language === 'FR') return [date, month, year].join(countries[country].writing.dayMarks[language]);
  return texts[language].writing.day(year, month, date);
}

export const ibanText = (iban: string): string => grouped(compact(iban).toUpperCase(), 4);

/** The first four and the last four signs of an account: enough to know one's own. */
export function maskedIban(iban: string): string {
  const own = compact(iban).toUpperCase();
  return own.length < 12 ? '•••• ••••' : `${own.slice(0, 4)} •••• •••• ${own.slice(-4)}`;
}
