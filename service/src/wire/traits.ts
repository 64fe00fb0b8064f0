// What a credit decision reads from a request beside the person and the total: how the order looks, and under which marks
// it is counted (core/risk/traits.ts, core/risk/velocity.ts).

import { leadsToParcelStation } from '../core/address/parcel-networks.ts';
import { phoneOf } from '../core/contact.ts';
import type { CountryCode } from '../core/countries/countries.ts';
import { bareEmail, placeKey } from '../core/likeness.ts';
import { minorFromWire } from '../core/money.ts';
import type { Marks } from '../core/order/authorize.ts';
import { grossOf } from '../core/order/totals.ts';
import {
  type BasketTraits,
  type DeliveryPlace,
  emailKindOf,
  isEmailUnlikeName,
  percentOf,
  type Traits,
} from '../core/risk/traits.ts';
import { holderOf } from '../runtime/networks.ts';
import type { Address, CustomerInPart, DeliveryCustomer } from './customers.ts';
import { lineFromWire, type OrderItem } from './items.ts';
import { oncePerCustomer } from './once.ts';

/** What of a body is looked at; payment-methods may know less than authorize. */
export interface LookedAt {
  /** Any part of a customer: what is not said is not remarkable. */
  readonly customer?: CustomerInPart;
  readonly deliveryCustomer?: DeliveryCustomer;
  readonly items: readonly OrderItem[];
  readonly totalGrossAmount: number;
  readonly deliveryType?: string;
}

export function basketTraitsFromWire({ items, totalGrossAmount }: Pick<LookedAt, 'items' | 'totalGrossAmount'>): BasketTraits {
  const shareOf = (type: string): number => {
    const lines = items.filter((item) => item.type === type).map(lineFromWire);
    return lines.length === 0 ? 0 : percentOf(grossOf(lines), minorFromWire(totalGrossAmount));
  };
  return { digitalPercent: shareOf('DigitalArticle'), giftCardPercent: shareOf('GiftCard') };
}

export function traitsFromWire(
  { customer = {}, deliveryCustomer, items, totalGrossAmount, deliveryType }: LookedAt,
  country: CountryCode,
): Traits {
  const { digitalPercent, giftCardPercent } = basketTraitsFromWire({ items, totalGrossAmount });
  return {
    digitalPercent,
    giftCardPercent,
    express: deliveryType === 'Express',
    delivery: deliveryPlaceOf(customer, deliveryCustomer, country),
    email: customer.email === undefined ? 'ordinary' : emailKindOf(customer.email),
    emailUnlikeName:
      customer.email !== undefined &&
      customer.customerCategory === 'Person' &&
      isEmailUnlikeName(customer.email, namesOf(customer)),
  };
}

const namesOf = ({ firstName, lastName }: CustomerInPart): string[] => [firstName, lastName].filter((name) => name !== undefined);

function deliveryPlaceOf(
  customer: CustomerInPart,
  deliveryCustomer: DeliveryCustomer | undefined,
  country: CountryCode,
): DeliveryPlace {
  const to = goingTo(customer, deliveryCustomer);
  if (leadsToParcelStation(to)) return 'parcelStation';
  return to === customer.address || placeOf(to, country) === placeOf(customer.address ?? {}, country) ? 'same' : 'other';
}

/** Where the goods go. A receiver's street is one with its number: the buyer's number does not belong to it. */
function goingTo({ address = {} }: CustomerInPart, deliveryCustomer: DeliveryCustomer | undefined): Partial<Address> {
  const receiver = deliveryCustomer?.address;
  if (!receiver) return address;
  if (receiver.street === undefined) return { ...address, ...receiver };
  const { street: _street, streetNumber: _number, streetNumberAdditional: _additional, ...rest } = address;
  return { ...rest, ...receiver };
}

function placeOf(address: Partial<Address>, country: CountryCode): string {
  const { street = '', streetNumber = null, streetNumberAdditional, postalCode = '', countryCode = country } = address;
  return placeKey({ street, streetNumber, streetNumberAdditional, postalCode, countryCode });
}

/** The number as the country reads it, else its digits. */
const phoneMark = (phone: string | undefined, country: CountryCode): string | undefined =>
  phone && (phoneOf(phone, country) ?? phone.replace(/[^\d+]/g, '').replace(/^00/, '+'));

/**
 * The keyed hashes under which orders are counted, each the same for every way to write it, or a new spelling would be a new count;
 * what was not sent is not counted.
 */
export const marksFromWire = oncePerCustomer(({ customer = {}, deliveryCustomer }: LookedAt, country, hash): Marks => {
  const phone = phoneMark(customer.mobilePhone ?? customer.phone, customer.address?.countryCode ?? country);
  const ip = customer.riskData?.ipAddress?.trim().toLowerCase();
  const place = customer.address && placeOf(goingTo(customer, deliveryCustomer), country);
  const found: { -readonly [Each in keyof Marks]: Marks[Each] } = {};
  if (customer.email !== undefined) found.email = hash(`velocity email ${bareEmail(customer.email)}`);
  if (phone) found.phone = hash(`velocity phone ${phone}`);
  if (ip) found.ip = hash(`velocity ip ${holderOf(ip)}`);
  if (place !== undefined) found.address = hash(`velocity address ${place}`);
  return found;
});
