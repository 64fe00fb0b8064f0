import type { CountryCode } from '../../countries/countries.ts';
import type { Language } from '../../phrases/phrases.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { type ContractWords, en } from './en.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';
import { no } from './no.ts';
import { sv } from './sv.ts';

export type { ContractWords } from './en.ts';

export const contractWords: Readonly<Record<Language, ContractWords>> = {
  NO: no,
  SV: sv,
  FI: fi,
  DA: da,
  EN: en,
  DE: de,
  NL: nl,
  FR: fr,
};

/** Countries as they are called in each language, in the order NO SE FI DK DE AT CH NL BE. */
const names: Readonly<Record<Language, string>> = {
  NO: 'Norge Sverige Finland Danmark Tyskland Østerrike Sveits Nederland Belgia',
  SV: 'Norge Sverige Finland Danmark Tyskland Österrike Schweiz Nederländerna Belgien',
  FI: 'Norja Ruotsi Suomi Tanska Saksa Itävalta Sveitsi Alankomaat Belgia',
  DA: 'Norge Sverige Finland Danmark Tyskland Østrig Schweiz Nederlandene Belgien',
  EN: 'Norway Sweden Finland Denmark Germany Austria Switzerland the_Netherlands Belgium',
  DE: 'Norwegen Schweden Finnland Dänemark Deutschland Österreich Schweiz Niederlande Belgien',
  NL: 'Noorwegen Zweden Finland Denemarken Duitsland Oostenrijk Zwitserland Nederland België',
  FR: 'Norvège Suède Finlande Danemark Allemagne Autriche Suisse Pays-Bas Belgique',
};
const order: readonly CountryCode[] = ['NO', 'SE', 'FI', 'DK', 'DE', 'AT', 'CH', 'NL', 'BE'];

/** A country's name, as the sentence about the law takes it. */
export const countryName = (country: CountryCode, language: Language): string =>
  names[language].split(' ')[order.indexOf(country)]?.replace('_', ' ') ?? country;
