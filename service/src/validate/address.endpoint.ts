// POST /validate/address: is an address right and what was meant (C47); where names come with it, who of the merchant's
// customers is like this one, and do the merchant's lists know them. Nothing personal of other people is
// returned, so no key needs a mask.
import { write } from '../book/endpoint.ts';
import { type AddressFit, addressFits, comparisonOf, comparisons } from '../core/address/address.ts';
import { leadsToParcelStation } from '../core/address/parcel-networks.ts';
import { geoNamesCredit } from '../core/address/reference-file.ts';
import type { Decided } from '../core/changes.ts';
import type { CountryCode } from '../core/countries/countries.ts';
import { comparableOfProfile } from '../core/customer.ts';
import { likelyDuplicate, likenessOf } from '../core/likeness.ts';
import { hitsOf } from '../core/lists.ts';
import type { PersonInHand } from '../core/order/in-hand.ts';
import { type Notice, Refusal } from '../core/refusals.ts';
import type { Setting } from '../core/setting.ts';
import { faultsOfGiven } from '../wire/customer-faults.ts';
import {
  Address,
  DeliveryCustomer,
  type Introducing,
  introductionFromWire,
  missingNames,
  personNeedFromWire,
} from '../wire/customers.ts';
import { judgeAddresses } from '../wire/judged-addresses.ts';
import { ConversationLanguage, CutText, Opt, type Static, Text, Type, Word } from '../wire/schema.ts';

const AddressAlone = Type.Object(
  { ...Address.properties, postalCode: Opt(Text(10)), postalPlace: Opt(CutText(100)) },
  { title: 'AddressToValidate', description: 'Street, and postal code or place; with both of them they are compared.' },
);
const Body = Type.Object(
  {
    customer: Type.Object(
      { ...DeliveryCustomer.properties, address: AddressAlone },
      {
        title: 'CustomerToValidate',
        description: 'The address does; with names, likely duplicates and lists are looked at, too.',
      },
    ),
    conversationLanguage: Opt(ConversationLanguage()),
  },
  { title: 'ValidateAddressRequest' },
);
type Body = Static<typeof Body>;

const Answer = Type.Object(
  {
    isValid: Type.Boolean({ description: 'False when postal code and place contradict each other.' }),
    checked: Type.Object(
      {
        postalCode: Type.Boolean({ description: 'The form of the postal code.' }),
        place: Word(
          comparisons,
          'What postal code and place were compared with: all places of the country, or well-known towns; noData where nothing of the country is loaded that tells, so that isValid says nothing of the place; notSent without code or place.',
        ),
        duplicates: Type.Boolean({ description: 'Needs names.' }),
        lists: Type.Boolean({ description: 'Needs names.' }),
      },
      { title: 'AddressChecks', description: 'What was checked; isValid speaks of this alone. Streets are not checked.' },
    ),
    credit: Opt(Type.String({ description: 'Whose data the places are; to be shown with them.' })),
    correctedAddress: Opt(Type.Partial(Address)),
    correction: Opt(Word(['corrected', 'suggested'], 'Certain, or for the consumer to confirm.')),
    addressFit: Word(addressFits),
    parcelStation: Opt(Type.Boolean({ description: 'A parcel station, pick-up point or post box.' })),
    duplicates: Type.Array(
      Type.Object({
        strength: Type.Number({ description: 'Per cent.' }),
        signs: Type.Array(Type.String(), { description: 'What the two have in common.' }),
      }),
      { description: 'Customers of the merchant who are likely the same person, strongest first.' },
    ),
    listHits: Type.Array(
      Type.Object({ list: Type.String(), kind: Type.String(), strength: Type.Number(), match: Type.String() }),
      { description: 'Entries of the merchant’s negative and positive lists that may mean this person.' },
    ),
  },
  { title: 'ValidateAddressAnswer' },
);

export const validateAddress = write({
  id: 'validateAddress',
  method: 'POST',
  path: '/api/v3/validate/address',
  tag: 'Additional services',
  summary: 'Validate addresses',
  about: 'The address is judged as by authorize; `correctedAddress` is there only when there is something to correct.',
  scope: ['lookup'],
  example: {
    body: {
      customer: {
        customerCategory: 'Person',
        firstName: 'Ada',
        lastName: 'Beispiel',
        email: 'ada@example.com',
        address: { street: 'Hauptstraße', streetNumber: '12', postalCode: '10827', postalPlace: 'Berlni', countryCode: 'DE' },
      },
    },
    answer: {
      isValid: true,
      checked: { postalCode: true, place: 'allPlaces', duplicates: true, lists: true },
      credit: geoNamesCredit,
      correctedAddress: {
        street: 'Hauptstraße',
        streetNumber: '12',
        postalCode: '10827',
        postalPlace: 'Berlin',
        countryCode: 'DE',
      },
      correction: 'corrected',
      addressFit: 'corrected',
      duplicates: [],
      listHits: [],
    },
  },
  params: Type.Object({}),
  body: Body,
  answer: Answer,

  check({ customer }, shopDay) {
    return Refusal.of([...missingOf(customer.address), ...faultsOfGiven(customer, shopDay)]);
  },

  prepare({ body, merchant }, sources) {
    const placesOf = sources.places.placesFor(merchant.id);
    const { address } = body.customer;
    const country = address.countryCode ?? merchant.country;
    const places = placesOf(country);
    return Promise.resolve({
      judged: judgeAddresses(body, merchant.country, placesOf).customer,
      place: comparisonOf(address, country, places),
      credit: places?.credit,
    });
  },

  needs: ({ body, merchant, hash }) => {
    const introducing = introducingOf(body);
    return introducing ? { person: personNeedFromWire(introducing, merchant.country, hash) } : {};
  },

  decide({ person }, { body, merchant, hash, prepared: { judged, place, credit }, setting }): Decided<Static<typeof Answer>> {
    const fit: AddressFit = judged?.fit ?? 'unknown';
    const corrected = fit === 'corrected' ? judged?.address : judged?.meant;
    const { address } = body.customer;
    const introducing = introducingOf(body);
    const introduced = introducing && introductionFromWire(introducing, merchant.country, hash);
    const who = introduced && { ...introduced.applicant, idMark: introduced.profile.nationalIdKey };
    return {
      answer: {
        isValid: fit !== 'contradiction' && fit !== 'doubtful',
        checked: { postalCode: address.postalCode !== undefined, place, duplicates: !!person, lists: !!person },
        ...(credit !== undefined && { credit }),
        ...(corrected && {
          correctedAddress: { ...address, ...corrected, countryCode: corrected.countryCode ?? merchant.country },
          correction: fit === 'corrected' ? 'corrected' : 'suggested',
        }),
        addressFit: fit,
        ...(leadsToParcelStation(address) && { parcelStation: true }),
        duplicates: who && person ? duplicatesOf(who, person, setting) : [],
        listHits: introduced ? listHitsOf(introduced.applicant, person, merchant.country, setting.now) : [],
      },
      changes: [],
      events: [],
    };
  },
});

/** One of the two says where it is. */
const missingOf = ({ postalCode, postalPlace }: Body['customer']['address']): Notice[] =>
  postalCode === undefined && postalPlace === undefined ? [{ id: 'value.required', field: 'customer.address.postalCode' }] : [];

/** Who it is, where names were sent; an address alone names no person. */
function introducingOf({ customer }: Body): Introducing | undefined {
  const { lastName, companyName, customerCategory = lastName === undefined && companyName ? 'Company' : 'Person' } = customer;
  const named = { ...customer, customerCategory };
  return missingNames(named).length === 0 ? { customer: named } : undefined;
}

const listHitsOf = (
  applicant: Parameters<typeof hitsOf>[0],
  person: PersonInHand | undefined,
  country: CountryCode,
  now: Setting['now'],
) =>
  hitsOf(applicant, person?.listed ?? [], country, now).map(({ list, kind, strength, match }) => ({
    list,
    kind,
    strength,
    match,
  }));

function duplicatesOf(who: Parameters<typeof likenessOf>[0], { alike }: PersonInHand, { merchant }: Setting) {
  return alike
    .map((profile) => likenessOf(who, comparableOfProfile(profile), merchant.country))
    .filter(({ strength }) => strength >= likelyDuplicate)
    .sort((a, b) => b.strength - a.strength)
    .map(({ strength, signs }) => ({ strength, signs: [...signs] }));
}
