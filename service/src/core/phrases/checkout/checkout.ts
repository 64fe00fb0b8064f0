// The buyer's texts of a checkout, in the eight languages of the specification.
import { type CountryCode, countries } from '../../countries/countries.ts';
import type { Language } from '../phrases.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { type CheckoutPhrases, en } from './en.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';
import { no } from './no.ts';
import { sv } from './sv.ts';

export type { CheckoutPhraseId } from './en.ts';

export const checkoutPhrases: Readonly<Record<Language, CheckoutPhrases>> = {
  NO: no,
  SV: sv,
  FI: fi,
  DA: da,
  EN: en,
  DE: de,
  NL: nl,
  FR: fr,
};

/** A phrase with its values; a name without a value is a fault of ours. */
export function say(phrase: string, values: Readonly<Record<string, string | number>>): string {
  return phrase.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a phrase without its ${name}`);
    return String(value);
  });
}

const tags: Readonly<Record<Language, string>> = {
  NO: 'nb-NO',
  SV: 'sv-SE',
  FI: 'fi-FI',
  DA: 'da-DK',
  EN: 'en-GB',
  DE: 'de-DE',
  NL: 'nl-NL',
  FR: 'fr-FR',
};
const tagOf = (language: Language, country?: CountryCode): string =>
  (country && countries[country].writing.locales?.[language]) ?? tags[language];
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
