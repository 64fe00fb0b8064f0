// How surely somebody is the one on a list, or the same as another customer: the figure decides who is rejected, who is looked at and
// who passes, so each kind of agreement has its own.
import { describe, expect, it } from 'vitest';
import { isEmail } from '../../src/core/contact.ts';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import {
  alikeOf,
  bareEmail,
  type Comparable,
  likenessOf,
  nothingKnown,
  samePhone,
  similarityKeysOf,
} from '../../src/core/likeness.ts';
import {
  type Applicant,
  applicantKeys,
  contentText,
  entryKeys,
  hitsOf,
  type ListContent,
  missingOf,
  shownContent,
} from '../../src/core/lists.ts';
import { cologne, foldPlain, jaroWinkler, phoneticKeys, slips } from '../../src/core/phonetics.ts';
import type { ListEntry, ListKind } from '../../src/core/rows.ts';

const berlin = { street: 'Hauptstraße', streetNumber: '12', postalCode: '10827', countryCode: 'DE' as const };
const hamburg = { ...berlin, street: 'Reeperbahn', postalCode: '20359' };
const kim: Comparable = {
  ...nothingKnown,
  category: 'Person',
  firstName: 'Andreas',
  lastName: 'Müller',
  birthDate: '1980-03-05',
};
const contact = { email: 'a@b.de', phones: ['0170 1234567'], places: [berlin] };

describe('two people', () => {
  const alike = (one: Partial<Comparable>, other: Partial<Comparable> = one) => {
    const { strength, signs } = likenessOf({ ...kim, ...one }, { ...kim, ...other }, 'DE');
    return [strength, ...signs];
  };
  const unborn = { birthDate: null };
  const [email, phone, place] = [{ email: 'a@b.de' }, { phones: ['0170 1234567'] }, { places: [berlin] }];

  it.each<[string, Partial<Comparable>, Partial<Comparable>, (string | number)[]]>([
    ['the same name and day', {}, {}, [92, 'name', 'birthDate']],
    ['one contact besides', email, email, [95, 'name', 'birthDate', 'email']],
    ['two', { ...email, ...phone }, { ...email, ...phone }, [98, 'name', 'birthDate', 'email', 'phone']],
    ['all three', contact, contact, [99, 'name', 'birthDate', 'email', 'phone', 'address']],
    ['a day mistyped', {}, { birthDate: '1980-03-06' }, [62, 'name', 'birthDateTypo']],
    [
      'day and month swapped, with a contact',
      email,
      { ...email, birthDate: '1980-05-03' },
      [85, 'name', 'birthDateTypo', 'email'],
    ],
    ['another day', contact, { ...contact, birthDate: '1999-12-31' }, [15, 'name', 'email', 'phone', 'address']],
    ['no day and an e-mail', { ...unborn, ...email }, email, [86, 'name', 'email']],
    ['no day and a telephone', { ...unborn, ...phone }, phone, [86, 'name', 'phone']],
    ['no day and an address', { ...unborn, ...place }, place, [76, 'name', 'address']],
    ['no day and nothing', unborn, {}, [30, 'name']],
    ['the ear', {}, { lastName: 'Möller' }, [91, 'sound', 'birthDate']],
    ['a letter', {}, { firstName: 'Andraes' }, [91, 'sound', 'birthDate']],
    ['names swapped', {}, { firstName: 'Müller', lastName: 'Andreas' }, [92, 'name', 'swapped', 'birthDate']],
    ['an initial', {}, { firstName: 'A.' }, [90, 'spelling', 'birthDate']],
    ['a first name, day and telephone', phone, { ...phone, lastName: 'Schulz' }, [80, 'firstName', 'birthDate', 'phone']],
    [
      'a first name, another day and a telephone',
      phone,
      { ...phone, lastName: 'Schulz', birthDate: '1999-12-31' },
      [25, 'firstName', 'phone'],
    ],
    ['a first name and day', {}, { lastName: 'Schulz' }, [0, 'firstName', 'birthDate']],
    ['a day and an e-mail', email, { ...email, firstName: 'Ute', lastName: 'Schulz' }, [58, 'birthDate', 'email']],
    ['a day and a telephone', phone, { ...phone, firstName: 'Ute', lastName: 'Schulz' }, [40, 'birthDate', 'phone']],
    ['an e-mail', email, { ...email, ...unborn, firstName: 'Ute', lastName: 'Schulz' }, [35, 'email']],
    ['a telephone', phone, { ...phone, ...unborn, firstName: 'Ute', lastName: 'Schulz' }, [25, 'phone']],
    ['an address', place, { ...place, ...unborn, firstName: 'Ute', lastName: 'Schulz' }, [5, 'address']],
    ['nothing', {}, { ...unborn, firstName: 'Ute', lastName: 'Schulz' }, [0]],
    ['no last name', { lastName: null }, { lastName: null }, [0, 'birthDate']],
    ['no last name of one', {}, { lastName: '' }, [0, 'birthDate']],
    ['no first name', { firstName: null }, { firstName: null }, [0, 'birthDate']],
    ['one national number', { idMark: '1' }, { idMark: '1', lastName: 'Schulz' }, [100, 'nationalId']],
    ['two national numbers', { ...contact, idMark: '1' }, { ...contact, idMark: '2' }, [0]],
    ['a number of one alone', { idMark: '1' }, {}, [92, 'name', 'birthDate']],
    ['an unknown category', { category: null }, {}, [92, 'name', 'birthDate']],
    ['a person and a company', contact, { ...contact, category: 'Company', companyName: 'Müller' }, [0]],
    ['blanks and points around', {}, { firstName: ' Andreas', lastName: 'Müller.' }, [92, 'name', 'birthDate']],
    ['the ear and few letters', { lastName: 'Maier' }, { lastName: 'Mohr' }, [90, 'sound', 'birthDate']],
    [
      'two names by the ear',
      { firstName: 'Maier', lastName: 'Maier' },
      { firstName: 'Mohr', lastName: 'Mohr' },
      [87, 'sound', 'birthDate'],
    ],
    [
      'a first name by the ear, day and telephone',
      { ...phone, firstName: 'Maier', lastName: 'Schulz' },
      { ...phone, firstName: 'Mohr', lastName: 'Kraus' },
      [80, 'firstName', 'birthDate', 'phone'],
    ],
    ['a letter more', { firstName: 'Johann' }, { firstName: 'Johanns' }, [91, 'spelling', 'birthDate']],
    ['a spelling that is not near enough', { firstName: 'Stefan' }, { firstName: 'Stella' }, [0, 'birthDate']],
    ['a first letter', {}, { firstName: 'Alfred' }, [0, 'birthDate']],
    ['another initial', {}, { firstName: 'B.' }, [0, 'birthDate']],
    ['telephones too short to be any', { phones: ['1'] }, { phones: ['2'] }, [92, 'name', 'birthDate']],
  ])('with %s are alike as much', (_name, one, other, expected) => {
    expect(alike(one, other)).toEqual(expected);
    expect(alike(other, one)).toEqual(expected);
  });

  it('are compared in the country they are asked about', () => {
    const other = { ...kim, lastName: 'Muller' };
    expect([likenessOf(kim, other, 'DE').strength, likenessOf(kim, other, 'SE').strength]).toEqual([92, 91]);
    const [schmidt, smith] = [
      { ...kim, lastName: 'Schmidt' },
      { ...kim, lastName: 'Smith' },
    ];
    expect([likenessOf(schmidt, smith, 'SE').signs, likenessOf(smith, schmidt, 'SE').signs]).toEqual([
      ['sound', 'birthDate'],
      ['sound', 'birthDate'],
    ]);
    const [ab, aa] = [
      { ...kim, lastName: 'Aagaard' },
      { ...kim, lastName: 'Ågård' },
    ];
    for (const country of ['DK', 'NO'] as const) expect(likenessOf(ab, aa, country).signs).toContain('name');
  });
});

it.each<[Partial<Comparable>, Partial<Comparable>, (string | number)[]]>([
  [{ companyName: 'Müller & Sohn GmbH' }, { companyName: 'Mueller und Sohn' }, [65, 'name']],
  [
    { companyName: 'Nordlicht AB', places: [berlin] },
    { companyName: 'Nordlicht A.B.', places: [berlin] },
    [92, 'name', 'address'],
  ],
  [{ companyName: 'Nordlichter' }, { companyName: 'Nordlicht' }, [61, 'spelling']],
  [{ companyName: 'Nordlichter', places: [berlin] }, { companyName: 'Nordlicht', places: [berlin] }, [88, 'spelling', 'address']],
  [{ companyName: 'Alpha', places: [berlin] }, { companyName: 'Omega', places: [berlin] }, [20, 'address']],
  [{ companyName: 'Alpha', ...contact }, { companyName: 'Omega', ...contact }, [40, 'email', 'phone', 'address']],
  [{ companyName: null }, { companyName: null }, [0]],
  [{ companyName: 'GmbH' }, { companyName: 'AG' }, [0]],
  [{ lastName: 'Nordlicht' }, { companyName: 'Nordlicht' }, [65, 'name']],
])('companies %j and %j are alike as much', (one, other, expected) => {
  const company: Comparable = { ...nothingKnown, category: 'Company' };
  const { strength, signs } = likenessOf({ ...company, ...one }, { ...company, ...other }, 'DE');
  expect([strength, ...signs]).toEqual(expected);
});

it('a company is compared by its name where the other says not what it is', () => {
  const [company, unsaid] = [
    { ...nothingKnown, category: 'Company' as const, companyName: 'Nordlicht' },
    { ...nothingKnown, companyName: 'Nordlicht' },
  ];
  for (const [one, other] of [
    [company, unsaid],
    [unsaid, company],
  ] as const)
    expect(likenessOf(one, other, 'DE')).toEqual({ strength: 65, signs: ['name'] });
});

it('others who are like somebody are counted from sixty on', () => {
  const others = [{ ...kim, birthDate: '1980-03-06' }, { ...kim, birthDate: '1999-12-31' }, kim];
  expect(alikeOf(kim, others, 'DE')).toEqual({ count: 2 });
  const mohr = { ...kim, lastName: 'Mohr', birthDate: '1980-03-06' };
  expect(alikeOf({ ...kim, lastName: 'Maier' }, [mohr], 'DE')).toEqual({ count: 1 });
  expect(alikeOf(kim, [], 'DE')).toEqual({ count: 0 });
});

describe('what is compared', () => {
  it('is an e-mail without case and what stands after a plus', () => {
    expect([' A+x@B.de ', 'no+body', '+@b.de', 'a@b.de', '+x@b.de', 'nobody', '@B.de', 'a+b@c@d.de'].map(bareEmail)).toEqual([
      'a@b.de',
      'no+body',
      '@b.de',
      'a@b.de',
      '@b.de',
      'nobody',
      '@b.de',
      'a@d.de',
    ]);
  });

  it('is an e-mail whether its letters are of one sign or of two', () => {
    const [composed, decomposed] = ['Jürgen@B.de', 'Ju\u0308rgen@B.de'];
    expect([isEmail(composed), isEmail(decomposed)]).toEqual([true, true]);
    expect(bareEmail(decomposed)).toBe(bareEmail(composed));
  });

  it('is a telephone by its last eight digits, of six at least', () => {
    expect(samePhone('+49 170 1234567', '0170/1234567')).toBe(true);
    expect(samePhone('0049 30 123456', '030 123456')).toBe(true);
    expect([samePhone('00123456', '123456'), samePhone('12345', '12345'), samePhone('123456', '123457')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is looked for under names in either order, a day with initials, and each contact', () => {
    const keys = similarityKeysOf({ ...kim, ...contact }, 'DE');
    expect(keys).toMatchObject({
      bornKey: 'like:born 1980-03-05 am',
      emailKey: 'like:email a@b.de',
      phoneKey: 'like:phone 01234567',
    });
    expect(keys.addressKey).toMatch(/^like:address DE\|/);
    const swapped = { ...kim, firstName: 'Müller', lastName: 'Andreas' };
    expect(similarityKeysOf(swapped, 'DE')).toMatchObject({ nameKey: keys.nameKey, bornKey: keys.bornKey });
    expect(keys.nameKey).toMatch(/^like:name \d+ \d+$/);
    const none = { nameKey: null, bornKey: null };
    for (const missing of [{ firstName: null }, { lastName: '' }])
      expect(similarityKeysOf({ ...kim, ...missing }, 'DE')).toMatchObject(none);
    expect(similarityKeysOf({ ...kim, birthDate: null }, 'DE')).toMatchObject({ nameKey: keys.nameKey, bornKey: null });
    expect(similarityKeysOf({ ...kim, phones: ['1'] }, 'DE')).toMatchObject({ emailKey: null, phoneKey: null, addressKey: null });
    const company: Comparable = { ...nothingKnown, category: 'Company', companyName: 'Nordlicht GmbH' };
    expect(similarityKeysOf(company, 'DE')).toMatchObject({ nameKey: `like:company ${cologne('Nordlicht')}`, bornKey: null });
    expect(similarityKeysOf({ ...company, companyName: 'GmbH' }, 'DE').nameKey).toBeNull();
  });
});

describe('a list', () => {
  const entry = (kind: ListKind, content: ListContent, over: Partial<ListEntry> = {}): ListEntry => {
    const removed = { removedAt: null, removedBy: null, removedReason: null };
    const said = { contentKey: '', keys: '', reason: 'r', enteredBy: 'o', insertedAt: 0, expiresAt: null };
    return { id: 'e', list: 'negative', kind, content: JSON.stringify(content), ...said, ...removed, ...over };
  };
  const who: Applicant = { ...kim, ...contact, nationalId: null, bankAccount: null };
  const found = (kind: ListKind, content: ListContent, over: Partial<Applicant> = {}) =>
    hitsOf({ ...who, ...over }, [entry(kind, content)], 'DE', 0).map(({ strength, match, signs }) => [
      strength,
      match,
      ...signs,
    ])[0];
  const mueller = { firstName: 'Andreas', lastName: 'Müller' };

  it.each<[ListKind, ListContent, Partial<Applicant>, unknown[] | undefined]>([
    ['person', mueller, {}, [55, 'exact', 'name']],
    ['person', { ...mueller, lastName: 'Möller' }, {}, [55, 'phonetic', 'sound']],
    ['person', { ...mueller, firstName: 'A.' }, {}, [55, 'spelling', 'spelling']],
    ['person', { firstName: 'Müller', lastName: 'Andreas' }, {}, [55, 'associated', 'name', 'swapped']],
    ['person', { ...mueller, email: 'a@b.de' }, {}, [86, 'exact', 'name', 'email']],
    ['person', { ...mueller, phone: '0170 1234567' }, {}, [86, 'exact', 'name', 'phone']],
    ['person', { ...mueller, ...berlin }, {}, [76, 'exact', 'name', 'address']],
    ['person', { ...mueller, birthDate: '1980-03-05' }, {}, [92, 'exact', 'name', 'birthDate']],
    ['person', { ...mueller, birthDate: '1999-12-31' }, {}, undefined],
    ['person', { identificationNumber: '900101-0017' }, { nationalId: '9001010017' }, [100, 'exact', 'nationalId']],
    ['person', { identificationNumber: '19900101-0017' }, { nationalId: '9001010017' }, [100, 'exact', 'nationalId']],
    ['company', { companyName: 'Nordlicht' }, { category: 'Company', companyName: 'Nordlicht GmbH' }, [55, 'exact', 'name']],
    ['company', { companyName: 'Nordlicht' }, {}, undefined],
    // Who orders as a company what is not sold to the person any more, or the other way round, is looked at by a person.
    [
      'person',
      { ...mueller, email: 'a@b.de', phone: '0170 1234567', ...berlin },
      { category: 'Company' },
      [75, 'exact', 'name', 'email', 'phone', 'address'],
    ],
    ['person', { ...mueller, email: 'a@b.de' }, { category: 'Company' }, [75, 'exact', 'name', 'email']],
    [
      'person',
      { ...mueller, email: 'a@b.de', phone: '0170 1234567' },
      { category: 'Company', firstName: null, lastName: 'Nordlicht' },
      [65, 'associated', 'email', 'phone'],
    ],
    ['person', { ...mueller, email: 'a@b.de' }, { category: 'Company', firstName: null, lastName: 'Nordlicht' }, undefined],
    ['person', { ...mueller, ...berlin }, { category: 'Company' }, undefined],
    ['person', mueller, { category: 'Company' }, undefined],
    ['company', { companyName: 'Müller', phone: '0170 1234567' }, {}, [75, 'exact', 'name', 'phone']],
    ['company', { companyName: 'Nordlicht', email: 'a@b.de', ...berlin }, {}, [65, 'associated', 'email', 'address']],
    ['address', berlin, {}, [100, 'exact', 'address']],
    ['address', { ...berlin, street: 'Haupstraße' }, {}, [85, 'spelling', 'spelling', 'address']],
    ['address', berlin, { places: [hamburg, berlin] }, [100, 'exact', 'address']],
    ['address', { ...berlin, street: 'Haupstraße' }, { places: [hamburg, berlin] }, [85, 'spelling', 'spelling', 'address']],
    ['address', { ...berlin, streetNumber: '13' }, {}, undefined],
    ['address', { ...berlin, streetNumber: '12a' }, { places: [{ ...berlin, streetNumber: '12b' }] }, undefined],
    [
      'address',
      { ...berlin, streetNumber: '12 A' },
      { places: [{ ...berlin, street: 'Haupstraße 12a', streetNumber: null }] },
      [85, 'spelling', 'spelling', 'address'],
    ],
    ['address', { ...berlin, street: 'Reeperbahn' }, {}, undefined],
    ['address', { ...berlin, countryCode: 'AT' }, {}, undefined],
    ['address', { ...berlin, countryCode: 'AT' }, { places: [{ ...berlin, countryCode: 'AT' }] }, [100, 'exact', 'address']],
    ['person', { ...mueller, phone: '0170 1234567', ...berlin }, {}, [86, 'exact', 'name', 'phone', 'address']],
    ['phone', { phone: '0170 1234567' }, { phones: ['030 999999', '0170 1234567'] }, [100, 'exact', 'phone']],
    ['email', { email: '@b.de' }, { email: 'x@b.de ' }, [80, 'exact', 'email']],
    ['address', { ...berlin, postalCode: '10828' }, {}, undefined],
    ['address', { street: 'Hauptstraße 12' }, {}, undefined],
    ['address', { postalCode: '10827' }, {}, undefined],
    ['email', { email: 'A+1@b.de' }, {}, [100, 'exact', 'email']],
    ['email', { email: ' @B.DE' }, {}, [80, 'exact', 'email']],
    ['email', { email: 'x@b.de' }, {}, undefined],
    ['email', { email: '@b.de' }, { email: null }, undefined],
    ['phone', { phone: '+49 170 1234567' }, {}, [100, 'exact', 'phone']],
    ['phone', { phone: '+49 170 1234568' }, {}, undefined],
    ['bankAccount', { bankAccount: 'de89 37' }, { bankAccount: 'DE8937' }, [100, 'exact']],
    ['bankAccount', { bankAccount: 'DE8938' }, { bankAccount: 'DE8937' }, undefined],
  ])('finds by the %s %j in %j: %j', (kind, content, over, expected) => expect(found(kind, content, over)).toEqual(expected));

  it('names the strongest first, then by entry, and none that is over', () => {
    const entries = [
      entry('email', { email: '@b.de' }, { id: 'z' }),
      entry('phone', { phone: '0170 1234567' }, { id: 'b' }),
      entry('address', berlin, { id: 'a', list: 'positive', expiresAt: 1 }),
      entry('address', berlin, { id: 'over', expiresAt: 0 }),
      entry('address', berlin, { id: 'removed', removedAt: 0 }),
    ];
    expect(hitsOf(who, entries.toReversed(), 'DE', 0)).toEqual(hitsOf(who, entries, 'DE', 0));
    expect(hitsOf(who, entries, 'DE', 0).map(({ entryId, list, kind }) => [entryId, list, kind])).toEqual([
      ['a', 'positive', 'address'],
      ['b', 'negative', 'phone'],
      ['z', 'negative', 'email'],
    ]);
  });

  it.each<[ListKind, ListContent, string | undefined]>([
    ['person', {}, 'lastName'],
    ['person', { lastName: 'x' }, 'firstName'],
    ['person', { firstName: 'x' }, 'lastName'],
    ['person', mueller, undefined],
    ['person', { identificationNumber: '1' }, undefined],
    ['company', {}, 'companyName'],
    ['company', { companyName: 'x' }, undefined],
    ['company', { identificationNumber: '1' }, undefined],
    ['address', { postalCode: '1' }, 'street'],
    ['address', { street: 'x' }, 'postalCode'],
    ['address', { street: 'x', postalCode: '1' }, undefined],
    ['email', {}, 'email'],
    ['email', { email: 'x' }, undefined],
    ['phone', {}, 'phone'],
    ['bankAccount', { bankAccount: '1' }, undefined],
  ])('an entry of a %s with %j lacks %s', (kind, content, member) => expect(missingOf(kind, content)).toBe(member));

  it('is asked under every text that a fitting entry is found under', () => {
    const all = { ...who, nationalId: '9001010017', bankAccount: 'DE8937' };
    const asked = new Set(applicantKeys(all, 'DE'));
    const fitting: [ListKind, ListContent][] = [
      ['person', mueller],
      ['person', { identificationNumber: '900101-0017' }],
      ['person', { identificationNumber: '19900101-0017' }],
      ['person', { lastName: 'x', firstName: 'y', email: 'a@b.de' }],
      ['person', { lastName: 'x', firstName: 'y', phone: '0170 1234567' }],
      ['person', { lastName: 'x', firstName: 'y', ...berlin }],
      ['address', { ...berlin, street: 'Haupstraße' }],
      ['email', { email: 'a@b.de' }],
      ['email', { email: '@b.de' }],
      ['phone', { phone: '0170 1234567' }],
      ['bankAccount', { bankAccount: 'de89 37' }],
    ];
    for (const [kind, content] of fitting)
      expect(
        entryKeys(kind, content, 'DE').some((key) => asked.has(key)),
        `${kind} ${JSON.stringify(content)}`,
      ).toBe(true);
    // A person's contact does not hide that the contact itself is listed.
    const ofPerson = entryKeys('person', { ...mueller, email: 'a@b.de' }, 'DE');
    expect(entryKeys('email', { email: 'a@b.de' }, 'DE').filter((key) => ofPerson.includes(key))).toEqual([]);
    expect(applicantKeys({ ...nothingKnown, nationalId: null, bankAccount: null }, 'DE')).toEqual([]);
    expect(entryKeys('address', { ...berlin, streetNumber: '' }, 'DE')).toHaveLength(1);
    expect(entryKeys('person', {}, 'DE')).toEqual([]);
  });

  it.each<[CountryCode, string, Partial<Applicant>, boolean]>([
    ['NO', 'NO93 8601 1117 947', { bankAccount: '8601.11.17947' }, true],
    ['NO', '86011117947', { bankAccount: 'NO9386011117947' }, true],
    ['NO', '8601 11 17947', { bankAccount: '86011117947' }, true],
    ['NO', '86011117947', { bankAccount: 'NO8330001234567' }, false],
    ['DE', 'DE89370400440532013000', { bankAccount: '532013000', bankCode: '37040044' }, true],
    ['DE', 'DE89370400440532013000', { bankAccount: '532013000', bankCode: '10000000' }, false],
    ['DE', '532013000', { bankAccount: '532013000', bankCode: '37040044' }, true],
  ])('in %s the account %s is that of %j: %s', (country, bankAccount, over, isSame) => {
    const applicant = { ...who, ...over };
    const asked = applicantKeys(applicant, country);
    expect(entryKeys('bankAccount', { bankAccount }, country).some((key) => asked.includes(key))).toBe(isSame);
    expect(hitsOf(applicant, [entry('bankAccount', { bankAccount })], country, 0).length > 0).toBe(isSame);
  });

  it('shows numbers by their last three characters, and knows an entry however it is written', () => {
    expect(shownContent({ ...mueller, identificationNumber: '9001010017', bankAccount: 'DE89370400' })).toEqual({
      ...mueller,
      identificationNumber: '…017',
      bankAccount: '…400',
    });
    expect(shownContent(mueller)).toStrictEqual(mueller);
    const text = (content: ListContent, kind: ListKind = 'person', list: ListEntry['list'] = 'negative') =>
      contentText(list, kind, content, 'DE');
    expect(text({ lastName: 'MUELLER', firstName: 'Andreas' })).toBe(text(mueller));
    expect(text({ email: 'A+1@b.de' })).toBe(text({ email: 'a@b.de' }));
    expect(text({ bankAccount: 'de89-37' })).toBe(text({ bankAccount: 'DE8937' }));
    expect(text({ identificationNumber: '900101-0017' })).toBe(text({ identificationNumber: '9001010017' }));
    const others = [text(mueller), text(mueller, 'company'), text(mueller, 'person', 'positive'), text({ lastName: 'Müller' })];
    expect(new Set(others).size).toBe(4);
    expect(text(mueller)).toBe('["negative","person",[["firstName","andreas"],["lastName","muller"]]]');
    expect(text({ bankAccount: 'DE8937' })).toBe('["negative","person",[["bankAccount","DE8937"]]]');
  });
});

describe('names', () => {
  it('are folded and heard alike', () => {
    expect(['  Anna  Maria ', 'Ängström, Åsa-Lena', 'A'].map(foldPlain)).toEqual(['anna maria', 'angstrom asa lena', 'a']);
    expect([phoneticKeys('', 'DE'), phoneticKeys('–', 'SE'), phoneticKeys('Meier', 'DE')]).toEqual([[], [], ['67']]);
    expect(phoneticKeys('Schmidt', 'SE')).toEqual(['XMT', 'SMT']);
    expect(phoneticKeys('Smith', 'SE')).toContain('XMT');
  });

  it('are near each other by what they begin with and by slips', () => {
    expect([jaroWinkler('martha', 'marhta'), jaroWinkler('dwayne', 'duane')].map((each) => each.toFixed(3))).toEqual([
      '0.961',
      '0.840',
    ]);
    expect([
      slips('abc', 'acb', 1),
      slips('abc', 'abd', 1),
      slips('abc', 'abcd', 1),
      slips('abc', 'cba', 1),
      slips('a', 'abc', 1),
    ]).toEqual([1, 1, 1, 2, 2]);
    // A common beginning counts only where the rest is near.
    expect(jaroWinkler('abcdef', 'abuvwx').toFixed(3)).toBe('0.556');
    expect([slips('', '', 1), slips('abcd', 'badc', 2), slips('abcd', 'badc', 1), slips('ca', 'abc', 3)]).toEqual([0, 2, 2, 3]);
  });
});
