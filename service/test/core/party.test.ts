// The text that a person is recognised by: at every spelling of the postal code the same, and as the country writes it, so that most
// people are looked for once.
import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { ageOf, identitiesOfNumber, identityOf, isAnother } from '../../src/core/party.ts';
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

describe('a national number', () => {
  it('is read by the country of the merchant, else of the address, and was once read by the first alone', () => {
    const identified = (nationalId: string, country: CountryCode, ofAddress: CountryCode) =>
      identityOf({ ...kim, nationalId }, country, ofAddress);
    expect(identified('19800101-1009', 'NO', 'SE')).toEqual({
      text: 'id:8001011009',
      byNumber: false,
      spelled: 'id:198001011009',
    });
    expect(identified('800101-1009', 'NO', 'SE')).toEqual({ text: 'id:8001011009', byNumber: false });
    expect(identified('19800101-1009', 'SE', 'NO')).toEqual({ text: 'id:8001011009', byNumber: false });
    expect(identified('131052-308T', 'NO', 'FI')).toEqual({ text: 'id:131052308T', byNumber: false });
    // Of neither country.
    expect(identified('19800101-1009', 'NO', 'DE')).toEqual({ text: 'id:198001011009', byNumber: false });
  });

  it('has every form under which its holder may be known where no address is said', () => {
    expect(identitiesOfNumber('19800101-1009', 'NO')).toEqual(['198001011009', '8001011009']);
    expect(identitiesOfNumber('19800101-1009', 'SE')).toEqual(['8001011009']);
    const { name, birthDate } = kim;
    const another = (one: string, other: string) =>
      isAnother({ nationalId: one, name, birthDate }, { nationalId: other, name, birthDate }, 'NO');
    expect([another('19800101-1009', '8001011009'), another('19800101-1009', '8001011017')]).toEqual([false, true]);
  });

  it('says the age, of whichever of the two countries it is', () => {
    const age = (nationalId: string, country: CountryCode, countryCode?: CountryCode) =>
      ageOf({ birthDate: null, nationalId, countryCode }, country, '2026-06-01');
    expect(age('20160601-1235', 'DE', 'SE')).toBe(10);
    expect(age('20160601-1235', 'SE', 'DE')).toBe(10);
    expect(age('20160601-1235', 'SE')).toBe(10);
    expect(age('20160601-1235', 'DE')).toBeNull();
    expect(age('131052-308T', 'NO', 'FI')).toBe(73);
  });
});
