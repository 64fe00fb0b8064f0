// A language is whole: every text is there, in its own words, with the blanks that the English one has; and no blank reaches a reader.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countryCodes } from '../../src/core/countries/countries.ts';
import { fill } from '../../src/core/texts/fill.ts';
import type { Texts } from '../../src/core/texts/language.ts';
import { countryName, inSentence } from '../../src/core/texts/names.ts';
import { languages, texts } from '../../src/core/texts/texts.ts';

const { writing: _, ...parts } = texts.EN;
const partNames = Object.keys(parts) as (keyof typeof parts)[];
const blanks = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();

describe('a language', () => {
  it('that lacks a text does not compile', () => {
    const { reminder, ...others } = texts.DE;
    // @ts-expect-error its reminders are missing
    const lacking: Texts = others;
    const { payBy, ...rest } = reminder;
    // @ts-expect-error a line of its reminders is missing
    const shorter: Texts = { ...texts.DE, reminder: rest };
    expect([lacking, shorter].every((each) => each.writing.tag === 'de' && payBy !== '')).toBe(true);
  });

  it.each(languages)('%s has every text in its own words, with the blanks of the English one', (language) => {
    for (const part of partNames) {
      const own = texts[language][part] as Readonly<Record<string, string>>;
      expect(Object.keys(own), `${language} ${part}`).toEqual(Object.keys(texts.EN[part]));
      for (const [key, english] of Object.entries(texts.EN[part])) {
        const text = own[key] ?? '';
        expect(blanks(text), `${language} ${part} ${key}`).toEqual(blanks(english));
        if (language !== 'EN' && english.length > 30) expect(text, `${language} ${part} ${key}`).not.toBe(english);
      }
    }
  });
});

describe('a text', () => {
  it('is filled everywhere a value is named, by what has that name alone', () => {
    expect(fill('{count} of {all}, {count}', { count: 2, all: '{count}' })).toBe('2 of {count}, 2');
    expect(fill('nothing to fill', {})).toBe('nothing to fill');
  });

  it('without one of its values is a fault, and never read', () => {
    expect(() => fill('Left to pay on {day}', {})).toThrow('a text without its day');
    expect(() => fill('{toString}', {})).toThrow('a text without its toString');
  });
});

describe('countries', () => {
  // Contracts name them: another name of the machine's locale data would be other bytes of the same paper.
  it.each([
    ['NO', 'Norge Sverige Finland Danmark Tyskland Østerrike Sveits Nederland Belgia'],
    ['SV', 'Norge Sverige Finland Danmark Tyskland Österrike Schweiz Nederländerna Belgien'],
    ['FI', 'Norja Ruotsi Suomi Tanska Saksa Itävalta Sveitsi Alankomaat Belgia'],
    ['DA', 'Norge Sverige Finland Danmark Tyskland Østrig Schweiz Nederlandene Belgien'],
    ['EN', 'Norway Sweden Finland Denmark Germany Austria Switzerland Netherlands Belgium'],
    ['DE', 'Norwegen Schweden Finnland Dänemark Deutschland Österreich Schweiz Niederlande Belgien'],
    ['NL', 'Noorwegen Zweden Finland Denemarken Duitsland Oostenrijk Zwitserland Nederland België'],
    ['FR', 'Norvège Suède Finlande Danemark Allemagne Autriche Suisse Pays-Bas Belgique'],
  ] as const)('in %s are called %s', (language, names) => {
    expect(countryCodes.map((country) => countryName(country, language)).join(' ')).toBe(names);
  });

  it('get an article in an English sentence where one is said', () => {
    expect(countryCodes.map((country) => inSentence(country, 'EN')).filter((name) => name.startsWith('the'))).toEqual([
      'the Netherlands',
    ]);
  });
});

it('the table for native readers says what the documents say', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/law-texts.md'), 'utf8');
  const shown = [...page.matchAll(/^\*\*.*\(`(\w+)`\):$/gm)].map(([, name]) => name as keyof typeof texts.EN.contract);
  expect(shown.length).toBeGreaterThan(10);
  for (const name of ['warning' as const, ...shown])
    for (const language of languages) expect(page).toContain(texts[language].contract[name]);
});
