// Amounts and percentages on pages, as the machine's own locale data writes them; those on paper are in documents/format.ts.
import { type CountryCode, countries } from '../countries/countries.ts';
import { type Language, texts } from './texts.ts';

/** Some countries write their language otherwise than the neighbour that the language is named after. */
const tagOf = (language: Language, country?: CountryCode): string =>
  (country && countries[country].writing.locales?.[language]) ?? texts[language].writing.locale;
const formats = new Map<string, Intl.NumberFormat>();

/** An amount as people of the language write it in a country: 1.234,50 €, in Austria € 1.234,50. */
export function amountIn(language: Language, minor: bigint, currency: string, country?: CountryCode): string {
  const tag = tagOf(language, country);
  const key = `${tag} ${currency}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(tag, { style: 'currency', currency });
  formats.set(key, format);
  const digits = minor.toString().padStart(3, '0');
  return format.format(`${digits.slice(0, -2)}.${digits.slice(-2)}` as unknown as number);
}

/** A percentage as people of the language write it in a country: 19,50 %. */
export function percentIn(language: Language, percent: string, country?: CountryCode): string {
  const tag = tagOf(language, country);
  const format = formats.get(tag) ?? new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  formats.set(tag, format);
  return `${format.format(percent as unknown as number)} %`;
}
