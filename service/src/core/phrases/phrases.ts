// What a consumer may be told, in the eight languages of the specification. A phrase says what to do and never why a
// credit decision went as it did (C05, C46).
import { da } from './da.ts';
import { de } from './de.ts';
import { en, type Phrases } from './en.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';
import { no } from './no.ts';
import { sv } from './sv.ts';

/** The languages of the specification; SE and DK are the obsolete names of SV and DA (C64). */
export const languages = ['NO', 'SV', 'FI', 'DA', 'EN', 'DE', 'NL', 'FR'] as const;
export type Language = (typeof languages)[number];

export const phrases: Readonly<Record<Language, Phrases>> = { NO: no, SV: sv, FI: fi, DA: da, EN: en, DE: de, NL: nl, FR: fr };
