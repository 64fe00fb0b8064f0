// What a credit decision reads from a request beside the person and the total: how the order looks, and under which marks
// it is counted (core/risk/traits.ts, core/risk/velocity.ts).

import { leadsToParcelStation } from '../core/address/parcel-networks.ts';
import type { CountryCode } from '../core/countries/countries.ts';
import { placeKey } from '../core/likeness.ts';
import { minorFromWire } from '../core/money.ts';
import type { Marks } from '../core/order/authorize.ts';
import { type DeliveryPlace, emailKindOf, isEmailUnlikeName, percentOf, type Traits } from '../core/risk/traits.ts';
import type { Address, CustomerInPart, DeliveryCustomer } from './customers.ts';
import type { OrderItem } from './items.ts';

/** What of a body is looked at; payment-methods may know less than authorize. */
export interface LookedAt {
  /** Any part of a customer: what is not said is not remarkable. */
  readonly customer?: CustomerInPart;
  readonly deliveryCustomer?: DeliveryCustomer;
  readonly items: readonly OrderItem[];
  readonly totalGrossAmount: number;
  readonly deliveryType?: string;
}

export function traitsFromWire(
  { customer = {}, deliveryCustomer, items, totalGrossAmount, deliveryType }: LookedAt,
  country: CountryCode,
): Traits {
  const total = minorFromWire(totalGrossAmount);
  const shareOf = (type: string): number => {
    const value = items
      .filter((item) => item.type === type)
      .reduce((sum, item) => sum + BigInt(Math.trunc(item.grossUnitPrice * item.quantity * 100)), 0n);
    return percentOf(value, total);
  };
  return {
    digitalPercent: shareOf('DigitalArticle'),
    giftCardPercent: shareOf('GiftCard'),
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
  return placeOf(to, country) === placeOf(customer.address ?? {}, country) ? 'same' : 'other';
}

/** Where the goods go. A receiver's street is one with its number: the buyer's number does not belong to it. */
function goingTo({ address = {} }: CustomerInPart, deliveryCustomer: DeliveryCustomer | undefined): Partial<Address> {
  const receiver = deliveryCustomer?.address;
  if (receiver?.street === undefined) return { ...address, ...receiver };
  const { street: _street, streetNumber: _number, streetNumberAdditional: _additional, ...rest } = address;
  return { ...rest, ...receiver };
}

const placeOf = ({ street = '', postalCode = '', countryCode, ...house }: Partial<Address>, country: CountryCode): string =>
  placeKey({ ...house, street, streetNumber: house.streetNumber ?? null, postalCode, countryCode: countryCode ?? country });

/** The keyed hashes under which orders are counted; what was not sent is not counted. */
export function marksFromWire(
  { customer = {}, deliveryCustomer }: LookedAt,
  country: CountryCode,
  hash: (text: string) => string,
): Marks {
  const phone = (customer.mobilePhone ?? customer.phone)?.replace(/[^\d+]/g, '').replace(/^00/, '+');
  const ip = customer.riskData?.ipAddress?.trim().toLowerCase();
  const place = placeOf(goingTo(customer, deliveryCustomer), country);
  return {
    ...(customer.email !== undefined && { email: hash(`velocity email ${customer.email.toLowerCase()}`) }),
    ...(phone && { phone: hash(`velocity phone ${phone}`) }),
    ...(ip && { ip: hash(`velocity ip ${ip}`) }),
    ...(customer.address && { address: hash(`velocity address ${place}`) }),
  };
}
