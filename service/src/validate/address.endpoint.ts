// POST /validate/address: is an address right and what was meant; who of the merchant's customers is like this one, and do
// the merchant's lists know them (specification 1). Nothing personal of anybody else is told, so no key needs a mask.

import { write } from '../book/endpoint.ts';
import { type AddressFit, addressFits } from '../core/address/address.ts';
import { leadsToParcelStation } from '../core/address/parcel-networks.ts';
import type { Decided } from '../core/changes.ts';
import { likableOfProfile } from '../core/customer.ts';
import { likelyDuplicate, likenessOf } from '../core/likeness.ts';
import { hitsOf } from '../core/lists.ts';
import type { PersonInHand } from '../core/order/in-hand.ts';
import { Refusal } from '../core/refusals.ts';
import type { Setting } from '../core/setting.ts';
import { customerFaults } from '../wire/customer-faults.ts';
import { Address, CheckoutCustomer, introductionFromWire, personNeedFromWire } from '../wire/customers.ts';
import { judgeAddresses } from '../wire/judged-addresses.ts';
import { ConversationLanguage, Opt, type Static, Type, Word } from '../wire/schema.ts';

const Body = Type.Object(
  { customer: CheckoutCustomer, conversationLanguage: Opt(ConversationLanguage()) },
  { title: 'ValidateAddressRequest' },
);

const Answer = Type.Object(
  {
    isValid: Type.Boolean({ description: 'False when postal code and place contradict each other.' }),
    correctedAddress: Opt(Address),
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

  check({ customer }, ground) {
    const [first, ...others] = customerFaults(customer, ground);
    return first && new Refusal([first, ...others]);
  },

  prepare: ({ body, merchant }, sources) =>
    Promise.resolve(judgeAddresses(body, merchant.country, sources.places.placesFor(merchant.id)).customer),

  needs: ({ body, merchant, hash }) => ({ person: personNeedFromWire(body, merchant.country, hash) }),

  decide({ person }, { body, merchant, hash, prepared: judged, setting }): Decided<Static<typeof Answer>> {
    const fit: AddressFit = judged?.fit ?? 'unknown';
    const corrected = fit === 'corrected' ? judged?.address : judged?.meant;
    const { applicant, profile } = introductionFromWire(body, merchant.country, hash);
    const who = { ...applicant, idMark: profile.nationalIdKey };
    return {
      answer: {
        isValid: fit !== 'contradiction' && fit !== 'doubtful',
        ...(corrected && {
          correctedAddress: { ...body.customer.address, ...corrected, countryCode: corrected.countryCode ?? merchant.country },
          correction: fit === 'corrected' ? 'corrected' : 'suggested',
        }),
        addressFit: fit,
        ...(leadsToParcelStation(body.customer.address) && { parcelStation: true }),
        duplicates: person ? duplicatesOf(who, person, setting) : [],
        listHits: hitsOf(applicant, person?.listed ?? [], merchant.country, setting.now).map(
          ({ list, kind, strength, match }) => ({
            list,
            kind,
            strength,
            match,
          }),
        ),
      },
      changes: [],
      events: [],
    };
  },
});

function duplicatesOf(who: Parameters<typeof likenessOf>[0], { alike }: PersonInHand, { merchant }: Setting) {
  return alike
    .map((profile) => likenessOf(who, likableOfProfile(profile), merchant.country))
    .filter(({ strength }) => strength >= likelyDuplicate)
    .sort((a, b) => b.strength - a.strength)
    .map(({ strength, signs }) => ({ strength, signs: [...signs] }));
}
