// What countries are called, by the Unicode names that come with Node.
import type { Language } from '../phrases/phrases.ts';
import { type CountryCode, countries } from './countries.ts';

const names = new Map<Language, Intl.DisplayNames>();

export function countryName(country: CountryCode, language: Language): string {
  const known =
    names.get(language) ?? new Intl.DisplayNames(language === 'NO' ? 'nb' : language.toLowerCase(), { type: 'region' });
  names.set(language, known);
  return known.of(country) ?? country;
}

/** As it stands within a sentence: "the law of the Netherlands". */
export const countryInSentence = (country: CountryCode, language: Language): string =>
  `${language === 'EN' && countries[country].hasEnglishArticle ? 'the ' : ''}${countryName(country, language)}`;
