// Who asks for credit, as the book would hold the person: nothing is known yet where no more is said.

import type { Introduction } from '../../src/core/customer.ts';
import type { Merchant } from '../../src/core/merchant.ts';
import type { PersonInHand } from '../../src/core/order/in-hand.ts';
import type { Party } from '../../src/core/party.ts';
import type { Exposure } from '../../src/core/rows.ts';
import { lawful, type Setting } from '../../src/core/setting.ts';
import { countingChance } from './counting-chance.ts';

export const settingOf = (merchant: Merchant, now: number): Setting =>
  lawful({ now, merchant, chance: countingChance(), writer: 'test' });

export function exposureOf(over: Partial<Exposure>): Exposure {
  const orders = { ordersCount: 0, orderedMinor: 0n, largestMinor: 0n, firstOrderedAt: null, lastOrderedAt: null };
  const paid = { paidOnTimeCount: 0, paidLateCount: 0, dunnedCount: 0 };
  return { customerKey: 'k', currency: 'EUR', heldMinor: 0n, debtMinor: 0n, ...orders, ...paid, ...over };
}

export function personWith(exposures: readonly Exposure[] = [], over: Partial<PersonInHand> = {}): PersonInHand {
  const customer = { key: 'k', id: 'i', number: null, identified: false, mergedInto: null, clearedUntil: null };
  return { customer, exposures, velocities: [], numberSettled: true, alike: [], listed: [], ...over };
}

export const kim: Party = {
  category: 'Person',
  nationalId: null,
  customerNumber: null,
  name: 'Kim Test',
  email: 'kim@example.com',
  birthDate: '1984-12-08',
  postalCode: '10827',
};

const address = { street: 'Hauptstraße', streetNumber: '12', postalCode: '10827', postalPlace: 'Berlin', countryCode: 'DE' };
const names = { firstName: 'Kim', lastName: 'Test', email: kim.email, birthDate: kim.birthDate };
export const asSent = { customerCategory: 'Person', ...names, address };

const unsaid = { companyName: null, phone: null, mobilePhone: null };
const keys = { nationalIdKey: null, nameKey: 'n', bornKey: 'b', emailKey: 'e', phoneKey: null, addressKey: 'a' };
export const introduced: Introduction = {
  applicant: {
    category: 'Person',
    ...unsaid,
    ...names,
    phones: [],
    places: [],
    idMark: null,
    nationalId: null,
    bankAccount: null,
  },
  profile: {
    category: 'Person',
    ...unsaid,
    ...names,
    ...keys,
    address,
    language: 'DE',
    distributionType: null,
    nationalId: null,
  },
};
