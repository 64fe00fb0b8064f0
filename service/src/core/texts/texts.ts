// What people read, in the eight languages of the specification. A language is a folder and a line here; the compiler names
// what a new one lacks.
import { da } from './da/texts.ts';
import { de } from './de/texts.ts';
import { en } from './en/texts.ts';
import { fi } from './fi/texts.ts';
import { fr } from './fr/texts.ts';
import { nl } from './nl/texts.ts';
import { no } from './no/texts.ts';
import { sv } from './sv/texts.ts';

/** In the order in which the interface lists them; SE and DK are the obsolete names of SV and DA (C64). */
export const texts = { NO: no, SV: sv, FI: fi, DA: da, EN: en, DE: de, NL: nl, FR: fr } as const;

export type Language = keyof typeof texts;
export const languages = Object.keys(texts) as Language[];
