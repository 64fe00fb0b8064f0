// A customer number that means one person names another: who is certainly another may not owe for the first, and who only writes the name
// otherwise may not lose what is known.
import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { customerNumberOf, isAnotherThan } from '../../src/core/customer.ts';
import { type Comparable, nothingKnown } from '../../src/core/likeness.ts';
import type { CustomerProfile } from '../../src/core/rows.ts';
import { countingChance } from '../support/counting-chance.ts';

type Who = Partial<Pick<Comparable, 'category' | 'firstName' | 'lastName' | 'companyName' | 'birthDate'>>;
const person = (firstName: string | null, lastName: string | null, birthDate: string | null = null): Who => ({
  category: 'Person',
  firstName,
  lastName,
  birthDate,
});
const company = (companyName: string | null, lastName: string | null = null): Who => ({
  category: 'Company',
  companyName,
  lastName,
});

const noKeys = { nameKey: null, bornKey: null, emailKey: null, phoneKey: null, addressKey: null, nationalIdKey: null };
const seen = { language: null, distributionType: null, nationalId: null, seenAt: Date.parse('2026-11-30T00:00:00Z') };
const known = (who: Who, over: Partial<CustomerProfile> = {}): CustomerProfile => ({
  customerKey: 'k',
  category: null,
  firstName: null,
  lastName: null,
  companyName: null,
  birthDate: null,
  email: null,
  phone: null,
  mobilePhone: null,
  address: null,
  ...noKeys,
  ...seen,
  ...who,
  ...over,
});
const isAnother = (one: Who, other: Who, country: CountryCode = 'DE'): boolean => {
  const both = [
    isAnotherThan({ ...nothingKnown, ...one }, known(other), country),
    isAnotherThan({ ...nothingKnown, ...other }, known(one), country),
  ];
  expect(both[0]).toBe(both[1]);
  return both[0] === true;
};

describe('another is', () => {
  it.each([
    ['born on another day', person('Anna', 'Albrecht', '1960-05-01'), person('Bernd', 'Bauer', '1990-02-03')],
    ['a namesake born on another day', person('Hans', 'Müller', '1960-05-01'), person('Hans', 'Müller', '1990-02-03')],
    ['a namesake born nearly on that day', person('Hans', 'Müller', '1960-05-01'), person('Hans', 'Müller', '1960-05-02')],
    ['of two other names', person('Clara', 'Cohn'), person('Dirk', 'Dorn')],
    ['of two other names, with one birth date', person('Clara', 'Cohn', '1960-05-01'), person('Dirk', 'Dorn')],
    ['of two other names with one particle', person('Anna', 'von der Heide'), person('Bernd', 'von Berg')],
    ['of short names', person('Anna', 'Li'), person('Ian', 'Ek')],
    ['whose given name is the family name of the first', person('Thomas', 'Peter'), person('Peter', 'Bauer')],
    ['a company', person('Anna', 'Albrecht'), company('Albrecht GmbH')],
    ['another company', company('Müller Maschinenbau GmbH'), company('Nordlicht Energie AG')],
    ['another company with one word', company('Autohaus Müller'), company('Autohaus Bauer')],
  ])('%s', (_what, one, other) => expect(isAnother(one, other)).toBe(true));
});

describe('no other is', () => {
  it.each([
    ['the same', person('Anna', 'Albrecht'), person('Anna', 'Albrecht')],
    ['written with a slip', person('Anna', 'Albrecht'), person('Ana', 'Albrcht')],
    ['of another spelling', person('Jörg', 'Maier'), person('Joerg', 'Meyer')],
    ['married since', person('Anna', 'Albrecht'), person('Anna', 'Bauer')],
    ['of another given name alone', person('Anna', 'Albrecht'), person('Bernd', 'Albrecht')],
    ['of both names in the wrong order', person('Anna', 'Albrecht'), person('Albrecht', 'Anna')],
    ['of initials', person('Anna', 'Albrecht'), person('A.', 'Albrecht')],
    ['of two names of which one is left out', person('Anna Maria', 'Albrecht-Bauer'), person('Maria', 'Bauer')],
    ['born on the same day, under other names', person('Anna', 'Albrecht', '1960-05-01'), person('Zoe', 'Yilmaz', '1960-05-01')],
    ['without a name yet', person('Anna', 'Albrecht'), {}],
    ['without a given name', person('Anna', 'Albrecht'), person(null, 'Bauer')],
    ['a company with another legal form', company('Müller & Sohn GmbH'), company('Mueller und Sohn KG')],
    ['a company written as one word', company('Müller Sohn'), company('MüllerSohn')],
    ['a company with more words', company('Müller GmbH'), company('Müller Maschinenbau GmbH')],
    ['a company that is named in the place of a last name', company(null, 'Müller GmbH'), company('Müller')],
    ['a company of signs', company('+++'), company('Müller')],
  ])('%s', (_what, one, other) => expect(isAnother(one, other)).toBe(false));

  it('whose birth date has a slip, and who is alike in all else', () => {
    const anna = { ...nothingKnown, ...person('Anna', 'Albrecht', '1960-05-01'), email: 'anna@example.com' };
    const isAnna = (over: Partial<CustomerProfile>) => !isAnotherThan(anna, known(anna, over), 'DE');
    expect(isAnna({ birthDate: '1960-01-05' })).toBe(true);
    expect(isAnna({ birthDate: '1961-05-01' })).toBe(true);
    expect(isAnna({ birthDate: '1990-02-03' })).toBe(false);
    expect(isAnna({ birthDate: '1960-01-05', email: 'other@example.com' })).toBe(false);
    expect(isAnna({ birthDate: '1960-01-05', firstName: 'Bernd' })).toBe(false);
  });

  it('of a number that says the day for certain', () => {
    const holder = { nationalId: '19380101-9807', address: { countryCode: 'SE' } };
    const other = { ...nothingKnown, ...person('Anna', 'Albrecht', '1990-02-03') };
    expect(isAnotherThan(other, known(person('Anna', 'Albrecht'), holder), 'SE')).toBe(true);
    expect(isAnotherThan({ ...other, birthDate: '1938-01-01' }, known(person('Zoe', 'Yilmaz'), holder), 'SE')).toBe(false);
    // An Austrian number may hold another day.
    const unsure = { nationalId: '1237010180', address: { countryCode: 'AT' } };
    expect(isAnotherThan(other, known(person('Anna', 'Albrecht'), unsure), 'AT')).toBe(false);
  });
});

describe('the number of a customer', () => {
  const customer = { key: 'k', id: 'i', number: 'known', identified: false, mergedInto: null, clearedUntil: null };
  it('is the one that the shop sent, unless that is another person’s', () => {
    const setting = { chance: countingChance() };
    expect(customerNumberOf({ customerNumber: 'sent' }, { customer }, setting)).toBe('sent');
    expect(customerNumberOf({ customerNumber: null }, { customer }, setting)).toBe('known');
    expect(customerNumberOf({ customerNumber: 'sent' }, { customer, numberIsAnothers: true }, setting)).toBe('known');
    const fresh = { ...customer, number: null };
    expect(customerNumberOf({ customerNumber: 'sent' }, { customer: fresh, numberIsAnothers: true }, setting)).not.toBe('sent');
  });
});
