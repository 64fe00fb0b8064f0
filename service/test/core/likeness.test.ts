// Who is like whom: each row a case from a desk where duplicates are sorted out by hand. Too strong, and two people share one
// limit's facts; too weak, and whoever is listed walks in under another spelling.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Comparable, likelyDuplicate, likenessOf, nothingKnown } from '../../src/core/likeness.ts';
import { type Applicant, applicantKeys, entryKeys, hitsOf, type ListContent, strongHit } from '../../src/core/lists.ts';
import type { ListEntry, ListKind } from '../../src/core/rows.ts';

const berlin = { street: 'Hauptstraße', streetNumber: '12', postalCode: '10827', countryCode: 'DE' as const };
const hamburg = { street: 'Reeperbahn', streetNumber: '1', postalCode: '20359', countryCode: 'DE' as const };
const base: Comparable = {
  ...nothingKnown,
  category: 'Person',
  firstName: 'Andreas',
  lastName: 'Müller',
  birthDate: '1980-03-05',
  email: 'a.mueller@example.com',
  phones: ['+49 170 1234567'],
  places: [berlin],
};
const bare = { email: null, phones: [], places: [] };

const cases: readonly [string, Partial<Comparable>, Partial<Comparable>, 'same' | 'perhaps' | 'other'][] = [
  ['the same', {}, {}, 'same'],
  ['Mueller for Müller', {}, { lastName: 'Mueller' }, 'same'],
  ['Muller for Müller', {}, { lastName: 'Muller', ...bare }, 'same'],
  ['Möller, born the same day', bare, { lastName: 'Möller', ...bare }, 'same'],
  ['Meier and Meyer', { lastName: 'Meier', ...bare }, { lastName: 'Meyer', ...bare }, 'same'],
  ['Schmidt and Schmitt', { lastName: 'Schmidt', ...bare }, { lastName: 'Schmitt', ...bare }, 'same'],
  ['a letter mistyped', bare, { firstName: 'Andraes', ...bare }, 'same'],
  ['first and last name swapped', bare, { firstName: 'Müller', lastName: 'Andreas', ...bare }, 'same'],
  ['swapped and mistyped', {}, { firstName: 'Mueller', lastName: 'Andraes' }, 'same'],
  ['moved house', {}, { places: [hamburg], email: null, phones: [] }, 'same'],
  ['moved house, new e-mail, new telephone', {}, { places: [hamburg], email: 'x@example.org', phones: ['030 999999'] }, 'same'],
  ['a second first name', bare, { firstName: 'Andreas Karl', ...bare }, 'same'],
  ['a particle', { lastName: 'von Müller' }, { lastName: 'Müller' }, 'same'],
  ['only an initial, same e-mail', {}, { firstName: 'A.', birthDate: null }, 'same'],
  ['day and month swapped, same e-mail', {}, { birthDate: '1980-05-03' }, 'same'],
  ['one digit of the year wrong, same address', {}, { birthDate: '1981-03-05', email: null, phones: [] }, 'same'],
  [
    'no birth date, same telephone written otherwise',
    {},
    { birthDate: null, email: null, places: [], phones: ['0170/1234567'] },
    'same',
  ],
  [
    'no birth date, same address written otherwise',
    {},
    { birthDate: null, ...bare, places: [{ ...berlin, street: 'Hauptstr. 12', streetNumber: null }] },
    'same',
  ],
  ['no birth date, e-mail with a plus', {}, { birthDate: null, ...bare, email: 'A.Mueller+shop@Example.com' }, 'same'],
  ['married: other last name, same first name, day and telephone', {}, { lastName: 'Schulz', email: null, places: [] }, 'same'],
  ['birth date one digit off, nothing else', bare, { birthDate: '1980-03-06', ...bare }, 'perhaps'],
  ['the same name and nothing else', { birthDate: null, ...bare }, { birthDate: null, ...bare }, 'other'],
  ['father and son: name, address, telephone', {}, { birthDate: '2004-07-19', email: null }, 'other'],
  ['twins: all but the first name', {}, { firstName: 'Stefan', email: null }, 'other'],
  ['a couple with one e-mail', {}, { firstName: 'Sabine', birthDate: '1982-11-30' }, 'other'],
  ['neighbours', {}, { firstName: 'Ute', lastName: 'Krause', birthDate: '1955-01-01', email: null, phones: [] }, 'other'],
  ['strangers born on one day', bare, { firstName: 'Ute', lastName: 'Krause', ...bare }, 'other'],
  ['two national numbers', { idMark: '1' }, { idMark: '2' }, 'other'],
  ['one national number, another name', { idMark: '1' }, { idMark: '1', lastName: 'Schulz', ...bare }, 'same'],
  ['a person and a company', {}, { category: 'Company', companyName: 'Andreas Müller' }, 'other'],
];

describe('likeness', () => {
  it.each(cases)('%s', (_name, one, other, expected) => {
    const { strength } = likenessOf({ ...base, ...one }, { ...base, ...other }, 'DE');
    expect(strength >= likelyDuplicate ? 'same' : strength >= 60 ? 'perhaps' : 'other', String(strength)).toBe(expected);
  });

  it.each([
    ['Müller & Sohn GmbH', 'Mueller und Sohn', true],
    ['Nordlicht AB', 'Nordlicht A.B.', true],
    ['Müller GmbH', 'Schulze GmbH', false],
  ])('companies: %s, %s', (one, other, same) => {
    const company = (companyName: string): Comparable => ({
      ...nothingKnown,
      category: 'Company',
      companyName,
      places: [berlin],
    });
    expect(likenessOf(company(one), company(other), 'DE').strength >= likelyDuplicate).toBe(same);
  });

  it.each([
    ['NO', 'Bjørn', 'Ås', 'Bjoern', 'Aas'],
    ['SE', 'Åsa', 'Ängström', 'Asa', 'Angstrom'],
    ['DK', 'Søren', 'Ågård', 'Soeren', 'Aagaard'],
    ['FI', 'Päivi', 'Hämäläinen', 'Paivi', 'Hamalainen'],
    ['NL', 'Thijs', 'de Vries', 'Tijs', 'Vries'],
    ['BE', 'Chloé', 'Lefèvre', 'Chloe', 'Lefevre'],
  ] as const)('in %s: %s %s is %s %s', (country, aFirst, aLast, bFirst, bLast) => {
    const born = { ...nothingKnown, category: 'Person' as const, birthDate: '1990-01-02' };
    const one = { ...born, firstName: aFirst, lastName: aLast };
    const other = { ...born, firstName: bFirst, lastName: bLast };
    expect(likenessOf(one, other, country).strength).toBeGreaterThanOrEqual(likelyDuplicate);
  });

  it('is the same either way round, and never beyond 0 to 100', () => {
    const name = fc.constantFrom('Müller', 'Mueller', 'Möller', 'Ida', 'Ina', 'A.', '', '–', 'von der Leyen', '李');
    const comparable = fc.record<Comparable>({
      category: fc.constantFrom('Person' as const, 'Company' as const, null),
      firstName: fc.option(name),
      lastName: fc.option(name),
      companyName: fc.option(name),
      birthDate: fc.option(fc.constantFrom('1980-03-05', '1980-05-03', '1999-12-31')),
      email: fc.option(fc.constantFrom('a@b.de', 'A+x@b.de', 'c@d.no')),
      phones: fc.array(fc.constantFrom('0170 1234567', '+491701234567', '12'), { maxLength: 2 }),
      places: fc.array(fc.constantFrom(berlin, hamburg), { maxLength: 2 }),
      idMark: fc.option(fc.constantFrom('1', '2')),
    });
    fc.assert(
      fc.property(comparable, comparable, (one, other) => {
        const [there, back] = [likenessOf(one, other, 'DE'), likenessOf(other, one, 'DE')];
        expect(there.strength).toBe(back.strength);
        expect(there.strength).toBeGreaterThanOrEqual(0);
        expect(there.strength).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('a list', () => {
  const entry = (kind: ListKind, content: ListContent, over: Partial<ListEntry> = {}): ListEntry => ({
    id: 'e',
    list: 'negative',
    kind,
    content: JSON.stringify(content),
    contentKey: '',
    keys: entryKeys(kind, content, 'DE').join('\n'),
    reason: 'r',
    enteredBy: 'o',
    insertedAt: 0,
    expiresAt: null,
    removedAt: null,
    removedBy: null,
    removedReason: null,
    ...over,
  });
  const applicant = (over: Partial<Applicant> = {}): Applicant => ({ ...base, nationalId: null, bankAccount: null, ...over });
  /** As the book finds it: only what shares a key is looked at. */
  const hits = (who: Applicant, ...entries: ListEntry[]) => {
    const keys = new Set(applicantKeys(who, 'DE'));
    return hitsOf(
      who,
      entries.filter((each) => each.keys.split('\n').some((key) => keys.has(key))),
      'DE',
      1000,
    );
  };
  const mueller = { firstName: 'Andreas', lastName: 'Müller', birthDate: '1980-03-05' };

  it.each<[string, ListKind, ListContent, Partial<Applicant>, string]>([
    ['the person', 'person', mueller, {}, 'exact'],
    ['another spelling', 'person', { ...mueller, lastName: 'Mueller' }, {}, 'exact'],
    ['by ear', 'person', mueller, { lastName: 'Möller', ...bare }, 'phonetic'],
    ['names swapped', 'person', mueller, { firstName: 'Müller', lastName: 'Andreas', ...bare }, 'associated'],
    ['moved house', 'person', { ...mueller, ...berlin }, { places: [hamburg], email: null, phones: [] }, 'exact'],
    ['married', 'person', { ...mueller, phone: '0170 1234567' }, { lastName: 'Schulz' }, 'associated'],
    [
      'a national number in another form',
      'person',
      { identificationNumber: '900101-0017' },
      { nationalId: '9001010017' },
      'exact',
    ],
    ['an address', 'address', { ...berlin, street: 'Hauptstr.' }, { firstName: 'Ute', lastName: 'Krause' }, 'exact'],
    ['an address with a typing error', 'address', { ...berlin, street: 'Haupstraße' }, {}, 'spelling'],
    ['an e-mail', 'email', { email: 'A.Mueller@example.com' }, {}, 'exact'],
    ['an e-mail with a plus', 'email', { email: 'a.mueller+1@example.com' }, {}, 'exact'],
    ['a whole domain', 'email', { email: '@EXAMPLE.com' }, {}, 'exact'],
    ['a telephone without the country', 'phone', { phone: '0170 123 45 67' }, {}, 'exact'],
    [
      'a bank account in groups',
      'bankAccount',
      { bankAccount: 'DE89 3704 0044 0532 0130 00' },
      { bankAccount: 'de89370400440532013000' },
      'exact',
    ],
    [
      'a company',
      'company',
      { companyName: 'Müller & Sohn GmbH', ...berlin },
      { category: 'Company', companyName: 'Mueller und Sohn' },
      'exact',
    ],
  ])('finds %s', (_name, kind, content, who, match) => {
    expect(hits(applicant(who), entry(kind, content))).toMatchObject([{ match }]);
    expect(hits(applicant(who), entry(kind, content))[0]?.strength, 'a strong hit').toBeGreaterThanOrEqual(
      kind === 'company' ? 60 : strongHit,
    );
  });

  it.each<[string, ListKind, ListContent, Partial<Applicant>]>([
    ['somebody of the name with another birth date', 'person', mueller, { birthDate: '1999-01-01', ...bare }],
    ['another house of the street', 'address', { ...berlin, streetNumber: '21' }, {}],
    ['the house next door', 'address', { ...berlin, streetNumber: '12a' }, { places: [{ ...berlin, streetNumber: '13' }] }],
    ['a like domain', 'email', { email: '@ample.com' }, {}],
    ['another account', 'bankAccount', { bankAccount: 'DE89370400440532013001' }, { bankAccount: 'DE89370400440532013000' }],
    ['nobody without an account', 'bankAccount', { bankAccount: 'DE89370400440532013001' }, {}],
  ])('does not take %s for it', (_name, kind, content, who) => {
    expect(hits(applicant(who), entry(kind, content)).filter((hit) => hit.strength >= strongHit)).toEqual([]);
  });

  it('a bare name is never a strong hit, however common', () => {
    const [hit] = hits(applicant(), entry('person', { firstName: 'Andreas', lastName: 'Müller' }));
    expect(hit?.strength).toBeLessThan(strongHit);
  });

  it('looks past what is expired or removed', () => {
    expect(hits(applicant(), entry('person', mueller, { expiresAt: 1000 }))).toEqual([]);
    expect(hits(applicant(), entry('person', mueller, { expiresAt: 1001 }))).toHaveLength(1);
    expect(hits(applicant(), entry('person', mueller, { removedAt: 1 }))).toEqual([]);
  });
});
