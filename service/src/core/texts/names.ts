// What countries are called in each language, as the machine's locale data knows them.
import { type CountryCode, countries } from '../countries/countries.ts';
import { type Language, texts } from './texts.ts';

export const countryName = (country: CountryCode, language: Language): string =>
  new Intl.DisplayNames([texts[language].writing.tag], { type: 'region' }).of(country) ?? country;

/** As the sentence about the law takes it: only English puts an article before one of them. */
export const inSentence = (country: CountryCode, language: Language): string =>
  `${language === 'EN' && countries[country].hasEnglishArticle ? 'the ' : ''}${countryName(country, language)}`;
