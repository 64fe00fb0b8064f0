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

it('a number that several companies have identifies none of them', () => {
  const company = (nationalId: string | null, name: string) => ({ nationalId, name, birthDate: null });
  const another = (one: string, other: string, name = 'Nordlicht GmbH') =>
    isAnother(company(one, 'Nordlicht GmbH'), company(other, name), 'DE');
  expect([another('HRB 12345', 'hrb 12345'), another('HRB 12345', 'AG München HRB 12345')]).toEqual([false, false]);
  expect([another('HRB 12345', 'HRB 12345', 'Alpenglanz AG'), another('AG Köln HRB 1', 'AG Bonn HRB 1')]).toEqual([true, true]);
});

describe('a name', () => {
  const named = (name: string, country: CountryCode = 'DE') => {
    const { text, spelled } = identityOf({ ...kim, name }, country);
    return [text, spelled].map((each) => each?.split('|')[0]?.slice('name:'.length));
  };

  it.each<[string, (string | undefined)[]]>([
    ['Jörg Müller', ['jorg muller', undefined]],
    ['Joerg Mueller', ['jorg muller', 'joerg mueller']],
    ['JOERG MÜLLER', ['jorg muller', 'joerg muller']],
    ['Jorg Muller', ['jorg muller', undefined]],
    ['Goethe', ['gothe', 'goethe']],
    ['Göthe', ['gothe', undefined]],
    ['Ueber', ['uber', 'ueber']],
    ['Guel', ['gul', 'guel']],
    // Two letters that are no ü, ö or ä.
    ['Bauer', ['bauer', undefined]],
    ['Bäuerle', ['bauerle', undefined]],
    ['Baeuerle', ['bauerle', 'baeuerle']],
    ['Neuer', ['neuer', undefined]],
    ['Quell', ['quell', undefined]],
    ['Michael Samuel', ['michael samuel', undefined]],
    ['Raffaela-Manuela', ['raffaela manuela', undefined]],
    ['Joel Haas', ['joel haas', undefined]],
    ['Weiß', ['weiss', undefined]],
  ])('%s is written %j where German is spoken', (name, expected) => expect(named(name)).toEqual(expected));

  it('is one by the letters of the country that the person lives in', () => {
    expect([named('Søren Ågård', 'DK'), named('Soeren Aagaard', 'DK')]).toEqual([
      ['soren agard', undefined],
      ['soren agard', 'soeren aagaard'],
    ]);
    expect([named('Kjær', 'DK'), named('Kjaer', 'DK')]).toEqual([
      ['kjaer', undefined],
      ['kjaer', undefined],
    ]);
    expect([named('Åke Sjöström', 'SE')[0], named('Aake Sjoestroem', 'SE')[0]]).toEqual(['ake sjostrom', 'ake sjostrom']);
    expect([named('Saara Hämäläinen', 'FI'), named('Saara Haemaelaeinen', 'FI')[0]]).toEqual([
      ['saara hamalainen', undefined],
      'saara hamalainen',
    ]);
    expect(named('Jan de Boer', 'NL')[0]).toBe('jan de boer');
  });

  it('was stored by another spelling of its own, of its e-mail and of its code, one by one and together', () => {
    const born = (over: Partial<typeof kim>) => identityOf({ ...kim, name: 'Jörg Kühn', ...over }, 'DE');
    const text = 'name:jorg kuhn|1984-12-08|10827';
    expect(born({})).toEqual({ text, byNumber: false });
    expect(born({ name: 'Joerg Kuehn' })).toEqual({ text, byNumber: false, spelled: 'name:joerg kuehn|1984-12-08|10827' });
    expect(born({ postalCode: 'D-10827' })).toEqual({ text, byNumber: false, spelled: 'name:jorg kuhn|1984-12-08|d 10827' });
    expect(born({ name: 'Joerg Kuehn', postalCode: 'D-10827' })).toEqual({
      text,
      byNumber: false,
      spelled: 'name:joerg kuehn|1984-12-08|d 10827',
      spelledName: 'name:joerg kuehn|1984-12-08|10827',
    });
    const unborn = { birthDate: null, email: 'Kim+1@Example.com' };
    expect(born(unborn)).toEqual({
      text: 'name:jorg kuhn|kim@example.com|10827',
      byNumber: false,
      spelled: 'name:jorg kuhn|kim+1@example.com|10827',
    });
    expect(born({ ...unborn, postalCode: 'D-10827' }).spelledName).toBe('name:jorg kuhn|kim+1@example.com|10827');
    expect(born({ birthDate: null, email: 'Kim@Example.com' }).spelled).toBeUndefined();
  });

  it('of a contract is no other where it is spelled otherwise', () => {
    const another = (one: string, other: string) =>
      isAnother({ nationalId: null, birthDate: null, name: one }, { name: other }, 'DE');
    expect([another('Jörg Müller', 'Joerg Mueller'), another('Jörg Müller', 'Jörg Möller')]).toEqual([false, true]);
  });
});

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

  it('of any length identifies by no more than the longest number holds', () => {
    const identities = identitiesOfNumber('1 '.repeat(100_000), 'SE');
    expect(Math.max(...identities.map(({ length }) => length))).toBeLessThanOrEqual(60);
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
