// POST /lookup/customer: who is it, so that a buyer need not type it all (C66).
import { write } from '../book/endpoint.ts';
import { readPostalCode } from '../core/address/postal-codes.ts';
import { isEmail, phoneOf } from '../core/contact.ts';
import { type CountryCode, countries } from '../core/countries/countries.ts';
import { readNationalNumber } from '../core/countries/rules.ts';
import { nothingKnown, similarityKeysOf } from '../core/likeness.ts';
import { identitiesOfNumber } from '../core/party.ts';
import { like, type Notice, Refusal, refuse } from '../core/refusals.ts';
import type { RegisterEntry } from '../sources/sandbox-register.ts';
import { likeNumberOf, numberFaultId } from '../wire/customer-faults.ts';
import { CountryCode as Country, emailExample, Opt, type Static, Text, Type, Word } from '../wire/schema.ts';
import { findOwn, type OwnProfile, ownProfileOf } from './own-customers.ts';
import { type Profile, UserProfile, userProfileOf } from './user-profile.ts';

const purposes = ['Checkout', 'CustomerService', 'Account', 'Other'] as const;

const LookupRequest = Type.Object(
  {
    identificationNumber: Opt(Text(60, 'National or organisation number.')),
    mobilePhone: Opt(Text(20)),
    customerNumber: Opt(Text(100)),
    email: Opt(Text(255)),
    countryCode: Opt(Country()),
    postalCode: Opt(Text(15, 'Needed in Finland with a national number; elsewhere it narrows the search.')),
    customerCategory: Opt(Word(['Person', 'Company'])),
    purpose: Opt(Word(purposes, 'Why it is asked, for the audit; Checkout where it is not said.')),
  },
  { title: 'CustomerLookupRequest' },
);
type Body = Static<typeof LookupRequest>;

const LookupAnswer = Type.Object({ userProfiles: Type.Array(UserProfile) }, { title: 'CustomerLookupAnswer' });

const exampleEntry: RegisterEntry = {
  category: 'Person',
  firstName: 'Anna',
  lastName: 'Andersson',
  mobilePhone: '+46701740000',
  email: 'anna.andersson.0@example.com',
  street: 'Storgatan 1',
  postalCode: '11136',
  postalPlace: 'Stockholm',
};

export const lookupCustomer = write({
  id: 'lookupCustomer',
  method: 'POST',
  path: '/api/v3/lookup/customer',
  tag: 'Additional services',
  summary: 'Address from social security, mobile or organization number',
  about:
    'The register of the country first (Nordic countries only), then the merchant’s own customers; nobody found is an empty list. Every look-up is audited with its purpose. Keys without the scope `lookup:full` get masked members only.',
  scope: ['lookup'],
  fullScope: 'lookup:full',
  example: {
    body: { identificationNumber: '19380101-9807', countryCode: 'SE' },
    answer: { userProfiles: [userProfileOf(profileOf(exampleEntry, 'SE'), true)] },
  },
  params: Type.Object({}),
  body: LookupRequest,
  answer: LookupAnswer,

  earlier: {
    find(_params, sent, merchant, hashes) {
      const body = sent as Body;
      const country = countryOf(body, merchant.country);
      const { identificationNumber: number, mobilePhone, customerNumber, email } = body;
      const phones = mobilePhone === undefined ? [] : [phoneOf(mobilePhone, country) ?? mobilePhone];
      const { emailKey, phoneKey } = similarityKeysOf({ ...nothingKnown, email: email ?? null, phones }, country);
      const keyed = (key: string | null): readonly string[] => (key === null ? [] : hashes(key));
      const identities = number === undefined ? [] : identitiesOfNumber(number, merchant.country);
      const numberKeys = identities.flatMap((each) => hashes(`id:${each}`));
      const own = { numberKeys, emailKeys: keyed(emailKey), phoneKeys: keyed(phoneKey) };
      return findOwn(merchant.id, { ...own, customerNumber: customerNumber ?? null });
    },
    fromRows: (rows): OwnProfile[] => rows.map(ownProfileOf),
  },

  check: (body, { merchant, today }) => faultsOf(body, countryOf(body, merchant.country), today),

  prepare: ({ body, merchant }, { profiles }) =>
    profiles.find({
      country: countryOf(body, merchant.country),
      identificationNumber: body.identificationNumber,
      mobilePhone: body.mobilePhone,
      postalCode: body.postalCode,
    }),

  needs: () => ({}),

  decide(_inHand, { body, merchant, prepared, earlier, scopes }) {
    const country = countryOf(body, merchant.country);
    const registered = prepared.map((entry) => profileOf(entry, country));
    const own = (earlier ?? [])
      .filter((profile) => isMeant(profile, body, country))
      .map((profile) => inOneForm(profile, merchant.country));
    const found = registered.length > 0 ? registered : own;
    const meant = found.filter(({ category }) => body.customerCategory === undefined || body.customerCategory === category);
    return {
      answer: { userProfiles: meant.map((profile) => userProfileOf(profile, scopes.includes('lookup:full'))) },
      changes: [],
      events: [],
      about: `purpose ${body.purpose ?? 'Checkout'}, found ${meant.length}`,
    };
  },
});

const countryOf = (body: Partial<Body>, merchantCountry: CountryCode): CountryCode => body.countryCode ?? merchantCountry;

function faultsOf(body: Body, country: CountryCode, today: string): Refusal | undefined {
  const { identificationNumber, mobilePhone, customerNumber, email, postalCode, customerCategory } = body;
  if ((identificationNumber ?? mobilePhone ?? customerNumber ?? email) === undefined) {
    return refuse('value.required', 'identificationNumber');
  }
  const faults: Notice[] = [];
  const holder = customerCategory === 'Person' ? 'Person' : undefined;
  const read = identificationNumber === undefined ? undefined : readNationalNumber(identificationNumber, country, today, holder);
  if (typeof read === 'string') {
    const values = likeNumberOf(country, customerCategory);
    faults.push({ id: numberFaultId(read), field: 'identificationNumber', values });
  }
  if (mobilePhone !== undefined && phoneOf(mobilePhone, country) === undefined)
    faults.push({ id: 'value.format', field: 'mobilePhone', values: like(countries[country].examples.phone) });
  if (email !== undefined && !isEmail(email)) faults.push({ id: 'value.format', field: 'email', values: like(emailExample) });
  if (postalCode !== undefined && readPostalCode(postalCode, country) === undefined) {
    faults.push({ id: 'value.format', field: 'postalCode', values: like(countries[country].examples.postalCode) });
  }
  return Refusal.of(faults);
}

/** What likeness found is compared exactly: a telephone number of the same end is not the same. */
function isMeant(profile: OwnProfile, body: Body, country: CountryCode): boolean {
  const samePhone = (one: string | null): boolean =>
    one !== null &&
    body.mobilePhone !== undefined &&
    (phoneOf(one, country) ?? one) === (phoneOf(body.mobilePhone, country) ?? body.mobilePhone);
  const found =
    profile.byNumber ||
    (body.email !== undefined && profile.email?.toLowerCase() === body.email.toLowerCase()) ||
    samePhone(profile.mobilePhone) ||
    samePhone(profile.phone);
  const postal = body.postalCode === undefined ? undefined : readPostalCode(body.postalCode, country);
  return found && (postal === undefined || postal === readPostalCode(profile.postalCode, country));
}

/** Telephones are kept as they were sent, and shown in one form; an address may have been sent without its country. */
const inOneForm = (profile: OwnProfile, ofMerchant: CountryCode): OwnProfile => {
  const { mobilePhone } = profile;
  const country = Object.hasOwn(countries, profile.country) ? profile.country : ofMerchant;
  return { ...profile, country, mobilePhone: mobilePhone === null ? null : (phoneOf(mobilePhone, country) ?? mobilePhone) };
};

function profileOf(entry: RegisterEntry, country: CountryCode): Profile {
  const { mobilePhone = null, email = null, streetNumber = '' } = entry;
  return { ...entry, mobilePhone, email, streetNumber, country };
}
