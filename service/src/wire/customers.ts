// Customers and addresses: the shapes shared by authorize, payment methods and the validations, and what is required of
// them (C47).
import type { CountryCode as Country } from '../core/countries/countries.ts';
import { type Introduction, isAnotherThan } from '../core/customer.ts';
import type { Json } from '../core/json.ts';
import { type ComparedAddress, similarityKeysOf } from '../core/likeness.ts';
import { type Applicant, applicantKeys } from '../core/lists.ts';
import { type Identity, identifyingNumber, identityOf, type Party } from '../core/party.ts';
import type { Notice } from '../core/refusals.ts';
import type { CustomerProfile, LikeKeys } from '../core/rows.ts';
import { oncePerCustomer } from './once.ts';
import {
  ConversationLanguage,
  CountryCode,
  CutText,
  DayText,
  emailExample,
  Flag,
  InstantText,
  Opt,
  Remark,
  type Static,
  Text,
  Type,
  Uuid,
  Word,
} from './schema.ts';

export const Address = Type.Object(
  {
    street: CutText(100),
    // Shops store the answer over the buyer's address: what is cut here is lost to them, too.
    streetNumber: Opt(CutText(50)),
    streetNumberAdditional: Opt(CutText(50)),
    postalCode: Text(10),
    postalPlace: CutText(100),
    countryCode: Opt(CountryCode()),
    careOf: Opt(CutText(50)),
  },
  { title: 'Address' },
);
export type Address = Static<typeof Address>;

const RiskData = Type.Object(
  {
    existingCustomer: Opt(Flag()),
    verifiedCustomerIdentification: Opt(Flag()),
    marketingOptIn: Opt(Flag()),
    customerSince: Opt(InstantText()),
    customerClassification: Opt(CutText(255)),
    acquisitionChannel: Opt(Word(['NotSet', 'Advertisment', 'SocialNetwork', 'Direct', 'SearchEngine', 'Other'])),
    hasCustomerCard: Opt(Flag()),
    customerCardSince: Opt(DayText()),
    customerCardClassification: Opt(CutText(255)),
    profileTrackingId: Opt(CutText(50)),
    ipAddress: Opt(Text(39)),
    numberOfTransactions: Opt(Remark()),
    customerIndividualScore: Opt(CutText(255)),
    userAgent: Opt(CutText(1024)),
    amountOfTransactions: Opt(Remark()),
    otherPaymentMethods: Opt(Flag()),
  },
  { title: 'RiskData' },
);

/** Something at something, without blanks or line breaks; whether the address exists cannot be checked here. */
export const Email = Type.String({
  maxLength: 255,
  pattern: '^[^\\s@\\u0000]+@[^\\s@\\u0000]+$',
  description: 'E-mail address.',
  examples: [emailExample],
});

const members = {
  customerNumber: Opt(Text(100)),
  identificationNumber: Opt(Text(20, 'National or organisation number.')),
  salutation: Opt(Word(['Mr', 'Mrs', 'Miss', 'Diverse'])),
  firstName: Opt(CutText(50)),
  lastName: Opt(CutText(50)),
  companyName: Opt(CutText(50)),
  phone: Opt(Text(20)),
  mobilePhone: Opt(Text(20)),
  birthDate: Opt(DayText()),
  legalForm: Opt(CutText(255)),
  vatId: Opt(CutText(50)),
  riskData: Opt(RiskData),
  conversationLanguage: Opt(ConversationLanguage()),
  distributionType: Opt(Word(['Paper', 'Email', 'Sms'])),
};

export const CheckoutCustomer = Type.Object(
  { ...members, email: Email, customerCategory: Word(['Person', 'Company']), address: Address },
  { title: 'CheckoutCustomer' },
);
export type CheckoutCustomer = Static<typeof CheckoutCustomer>;

const inPart = {
  ...members,
  email: Opt(Email),
  customerCategory: Opt(Word(['Person', 'Company'])),
  address: Opt(Type.Partial(Address)),
};

/** Who receives the goods; nothing of it is required. */
export const DeliveryCustomer = Type.Object(inPart, { title: 'DeliveryCustomer' });
export type DeliveryCustomer = Static<typeof DeliveryCustomer>;

/** A customer of whom not everything is said (yet, or again): nothing of it is required. */
export const CustomerInPart = Type.Object(inPart, { title: 'CustomerInPart' });
export type CustomerInPart = Static<typeof CustomerInPart>;

/** A customer as answers name them. */
export const CustomerAnswer = Type.Object(
  {
    customerNumber: Opt(
      Type.String({
        description: 'The shop’s, or one of the service’s: where the shop sent none, or one that is another buyer’s.',
      }),
    ),
    customerAccountId: Opt(Uuid('What the service knows the customer by, whatever number the shop gives.')),
    firstName: Type.String(),
    lastName: Type.String(),
    addressList: Type.Array(Type.Partial(Address)),
  },
  { title: 'CustomerAnswer' },
);

export function whoToWire(who: CustomerInPart, merchantCountry: Country): Static<typeof CustomerAnswer> {
  return {
    firstName: who.firstName ?? '',
    lastName: who.lastName ?? who.companyName ?? '',
    addressList: who.address ? [addressToWire(who.address, merchantCountry)] : [],
  };
}

/** A person's two names; a company's, which plug-ins also send as the last name. */
export function missingNames(customer: CustomerInPart): Notice[] {
  const missing = (field: 'firstName' | 'lastName' | 'companyName'): Notice[] =>
    customer[field] === undefined ? [{ id: 'value.required', field: `customer.${field}` }] : [];
  if (customer.customerCategory === 'Person') return [...missing('firstName'), ...missing('lastName')];
  return customer.lastName === undefined ? missing('companyName') : [];
}

/** Is enough given to identify the customer, and to ask a source about them? */
export function isWhole(customer: CustomerInPart | undefined): customer is CheckoutCustomer {
  const { email, customerCategory, address } = customer ?? {};
  const placed = address?.street && address.postalCode && address.postalPlace;
  return !!customer && !!email && !!customerCategory && !!placed && missingNames(customer).length === 0;
}

/** The name to show: a company's own, else the person's. */
export function nameFromWire(customer: CustomerInPart): string {
  const { firstName, lastName } = customer;
  const person = firstName && lastName ? `${firstName} ${lastName}` : firstName || lastName || '';
  return customer.customerCategory === 'Company' ? (customer.companyName ?? person) : person;
}

/** A customer of whom only address and names may be known. */
export type Introduced = Omit<CheckoutCustomer, 'email' | 'address'> & {
  readonly email?: string;
  readonly address: Partial<Address>;
};

export function partyFromWire(customer: Introduced): Party {
  return {
    category: customer.customerCategory,
    nationalId: identifyingNumber(customer.identificationNumber),
    customerNumber: customer.customerNumber ?? null,
    name: nameFromWire(customer),
    email: customer.email ?? '',
    birthDate: customer.birthDate ?? null,
    postalCode: customer.address.postalCode ?? '',
    countryCode: customer.address.countryCode,
  };
}

/** What identifies the customer at a merchant of a country. */
export const identityFromWire = (customer: Introduced, country: Country): Identity =>
  identityOf(partyFromWire(customer), country, customer.address.countryCode);

/** The whole address as it was understood; shops store it over the buyer's (C45). */
export function addressToWire(address: Partial<Address> | undefined, merchantCountry: Country): Partial<Address> {
  return { ...address, countryCode: address?.countryCode ?? merchantCountry };
}

/** What of a request introduces the customer. */
export interface Introducing {
  readonly customer: Introduced;
  readonly deliveryCustomer?: DeliveryCustomer;
  readonly bankAccount?: string;
  readonly bankCode?: string;
}
type Hash = (text: string) => string;

/** The customer to compare: with the delivery address, if the goods go to another person. */
function applicantFromWire({ customer, deliveryCustomer, bankAccount, bankCode }: Introducing, country: Country): Applicant {
  const { firstName, lastName, companyName, birthDate, email, phone, mobilePhone } = customer;
  return {
    category: customer.customerCategory,
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    companyName: companyName ?? null,
    birthDate: birthDate ?? null,
    email: email ?? null,
    phones: [mobilePhone, phone].filter((number) => number !== undefined),
    places: [placeFromWire(customer.address, country), placeFromWire(deliveryCustomer?.address, country)].filter(
      (place) => place !== undefined,
    ),
    idMark: null,
    nationalId: identifyingNumber(customer.identificationNumber),
    bankAccount: bankAccount ?? null,
    ...(bankCode !== undefined && { bankCode }),
  };
}

function placeFromWire(address: Partial<Address> | undefined, country: Country): ComparedAddress | undefined {
  if (address?.street === undefined || address.postalCode === undefined) return undefined;
  const { street, streetNumber = null, streetNumberAdditional, postalCode, countryCode = country } = address;
  return { street, streetNumber, streetNumberAdditional, postalCode, countryCode };
}

/** Under what the person is found: as one person, and among those who are alike, as texts and as keyed hashes. */
const keysFromWire = oncePerCustomer((introducing: Introducing, country, hash) => {
  const { text, byNumber, ...older } = identityFromWire(introducing.customer, country);
  const texts = similarityKeysOf(applicantFromWire(introducing, country), country);
  const spelledKeys = [older.spelledName, older.spelled].filter((each) => each !== undefined).map(hash);
  return { key: hash(text), spelledKeys, byNumber, texts, like: hashed(texts, hash) };
});

/** The identity that a customer has without a number of the shop's. */
function identityWithoutNumber({ customer }: Introducing, country: Country, hash: Hash) {
  const { customerNumber: _number, ...unnumbered } = customer;
  const { text, spelledName, spelled } = identityFromWire(unnumbered, country);
  return { key: hash(text), spelledKeys: [spelledName, spelled].filter((each) => each !== undefined).map(hash) };
}

/** The person as the book is asked for: by identity, by what is in common with others, by what lists may hold (book/needs.ts). */
export function personNeedFromWire(introducing: Introducing, country: Country, hash: Hash) {
  const applicant = applicantFromWire(introducing, country);
  const { key, spelledKeys, byNumber, texts, like } = keysFromWire(introducing, country, hash);
  const apartFrom = (known: readonly CustomerProfile[]) =>
    known.length > 0 && known.every((each) => isAnotherThan(applicant, each, country))
      ? identityWithoutNumber(introducing, country, hash)
      : undefined;
  return {
    key,
    spelledKeys,
    number: introducing.customer.customerNumber ?? null,
    byNumber,
    ...(byNumber && { apartFrom }),
    like,
    bornOn: applicant.birthDate,
    listKeys: applicantKeys(applicant, country, texts).map((text) => likeOf(text, texts, like) ?? hash(text)),
  };
}

const likeNames = ['nameKey', 'bornKey', 'phoneKey'] as const;

/** Lists are searched by some of the same texts as those who are alike. */
function likeOf(text: string, texts: LikeKeys, like: LikeKeys): string | null {
  for (const name of likeNames) if (texts[name] === text) return like[name];
  return null;
}

export function hashed(keys: LikeKeys, hash: Hash): LikeKeys {
  const of = (key: string | null): string | null => (key === null ? null : hash(key));
  const { nameKey, bornKey, emailKey, phoneKey, addressKey } = keys;
  return {
    nameKey: of(nameKey),
    bornKey: of(bornKey),
    emailKey: of(emailKey),
    phoneKey: of(phoneKey),
    addressKey: of(addressKey),
  };
}

export function introductionFromWire(introducing: Introducing, country: Country, hash: Hash): Introduction {
  const { customer } = introducing;
  const applicant = applicantFromWire(introducing, country);
  const { firstName, lastName, companyName, birthDate, email, category, nationalId } = applicant;
  const { key, like } = keysFromWire(introducing, country, hash);
  return {
    applicant,
    profile: {
      category,
      firstName,
      lastName,
      companyName,
      birthDate,
      email,
      phone: customer.phone ?? null,
      mobilePhone: customer.mobilePhone ?? null,
      address: addressToWire(customer.address, country) as Json,
      language: customer.conversationLanguage ?? null,
      distributionType: customer.distributionType ?? null,
      nationalId,
      // By a national number, where there is one, a person is identified.
      nationalIdKey: nationalId === null ? null : key,
      ...like,
    },
  };
}
