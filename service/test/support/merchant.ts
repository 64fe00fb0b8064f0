// A merchant that no database has, and where one of the sandbox is administered.
import { type CountryCode, countries } from '../../src/core/countries/countries.ts';
import type { MerchantOnClock } from '../../src/core/merchant.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';

export function merchantIn(country: CountryCode, clockOffsetMs = 0): MerchantOnClock {
  const { currency, language, timeZone } = countries[country];
  const id = '00000000-0000-7000-8000-000000000001';
  return { id, name: `Shop ${country}`, country, currency, language, timeZone, contract: demoContract(country), clockOffsetMs };
}

/** Columns as a statement of one merchant ($1) reads them, for the rows `alias` of all merchants. */
export const ofAllMerchants = (columns: string, alias: string): string => columns.replaceAll('$1', `${alias}.merchant_id`);

/** Where the shop of a country is administered. */
export async function shopPath(
  query: (text: string) => Promise<Record<string, unknown>[]>,
  country: CountryCode = 'DE',
): Promise<string> {
  const [shop] = await query(`select id from merchants where country = '${country}'`);
  return `/admin/v1/merchants/${String(shop?.['id'])}`;
}
