// The text that a person is recognised by: at every spelling of the postal code the same, and as the country writes it, so that most
// people are looked for once.
import { expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { identityOf } from '../../src/core/party.ts';
import { kim } from '../support/applicant.ts';

const codeIn = (country: CountryCode, postalCode: string) => {
  const { text, spelled } = identityOf({ ...kim, postalCode }, country);
  return [text, spelled].map((each) => each?.split('|')[2]);
};

it.each<[CountryCode, string, (string | undefined)[]]>([
  ['NL', '1012 LM', ['1012 lm', undefined]],
  ['NL', '1012LM', ['1012 lm', '1012lm']],
  ['NL', 'NL-1012 lm', ['1012 lm', 'nl 1012 lm']],
  ['SE', '111 36', ['111 36', undefined]],
  ['SE', '11136', ['111 36', '11136']],
  ['DE', '10827', ['10827', undefined]],
  ['DE', 'D-10827', ['10827', 'd 10827']],
  ['FI', '00100', ['00100', undefined]],
  ['CH', 'CH-8001', ['8001', 'ch 8001']],
  ['DE', 'no code', ['nocode', 'no code']],
])('in %s the code %s is that of %j', (country, postalCode, expected) => expect(codeIn(country, postalCode)).toEqual(expected));
