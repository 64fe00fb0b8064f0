// Whom a paper is for: name and address as the shop sent them.
import type { CountryCode } from '../countries/countries.ts';
import type { Json, JsonObject } from '../json.ts';
import type { SwissAddress } from './document.ts';

export interface Buyer {
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly customerNumber: string | null;
  /** The VAT number of a company that has one. */
  readonly vatId?: string;
  /** In parts, for the Swiss QR-bill; null where the parts are not known. */
  readonly address: SwissAddress | null;
}

const object = (json: Json | undefined): JsonObject => (json ?? {}) as JsonObject;
const text = (json: Json | undefined): string => (typeof json === 'string' ? json.trim() : '');

/** From a customer in the interface's words; an address without a country is in the merchant's. */
export function buyerOf(customer: JsonObject, country: CountryCode): Buyer {
  const address = object(customer['address']);
  const person = [customer['firstName'], customer['lastName']].map(text).filter(Boolean).join(' ');
  const company = text(customer['companyName']);
  const houseNumber = [address['streetNumber'], address['streetNumberAdditional']].map(text).filter(Boolean).join(' ');
  const countryCode = text(address['countryCode']) || country;
  const place = `${text(address['postalCode'])} ${text(address['postalPlace'])}`.trim();
  const careOf = text(address['careOf']);
  const lines = [
    company === '' ? '' : person,
    careOf === '' ? '' : `c/o ${careOf}`,
    `${text(address['street'])} ${houseNumber}`.trim(),
    countryCode === country ? place : `${countryCode}-${place}`,
  ];
  const vatId = customer['customerCategory'] === 'Company' ? text(customer['vatId']) : '';
  const name = company === '' ? person : company;
  return {
    name,
    addressLines: lines.filter(Boolean),
    customerNumber: text(customer['customerNumber']) || null,
    ...(vatId !== '' && { vatId }),
    address: {
      name,
      street: text(address['street']),
      houseNumber,
      postalCode: text(address['postalCode']),
      place: text(address['postalPlace']),
      country: countryCode,
    },
  };
}
