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
