// A merchant that no database has.
import { type CountryCode, countries } from '../../src/core/countries/countries.ts';
import type { MerchantOnClock } from '../../src/core/merchant.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';

export function merchantIn(country: CountryCode, clockOffsetMs = 0): MerchantOnClock {
  const { currency, language, timeZone } = countries[country];
  const id = '00000000-0000-7000-8000-000000000001';
  return { id, name: `Shop ${country}`, country, currency, language, timeZone, contract: demoContract(country), clockOffsetMs };
}
