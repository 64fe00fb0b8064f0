// A merchant's own customers as a look-up finds them.
import type { CountryCode } from '../core/countries/countries.ts';
import { hasKey } from '../store/key-tail.sql.ts';
import type { Statement } from '../store/table.ts';

/** By the keyed hashes of a national number ($2), of an e-mail ($3), of a telephone ($4), or by customer number ($5). */
export const findOwnProfiles: Statement = {
  name: 'find_own_profiles',
  text: `select p.category, p.first_name as "firstName", p.last_name as "lastName", p.company_name as "companyName", p.email, p.phone,
  p.mobile_phone as "mobilePhone", p.address, (f.exact) as "byNumber"
from (
  select customer_key, true as exact from customer_profiles where merchant_id = $1 and national_id_key = any($2::text[])
  union select customer_key, true from customer_numbers where merchant_id = $1 and number = $5
  union select key, true from customers where merchant_id = $1 and number = $5
  union select customer_key, false from customer_profiles where merchant_id = $1 and ${hasKey('email_key', '$3::text[]')}
  union select customer_key, false from customer_profiles where merchant_id = $1 and ${hasKey('phone_key', '$4::text[]')}
) f join customer_profiles p on p.merchant_id = $1 and p.customer_key = f.customer_key
order by f.exact desc, p.seen_at desc limit 10`,
};

export interface OwnProfile {
  readonly category: 'Person' | 'Company';
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly mobilePhone: string | null;
  readonly email: string | null;
  readonly street: string;
  readonly streetNumber: string;
  readonly postalCode: string;
  readonly postalPlace: string;
  readonly country: CountryCode;
  /** Found by a number of the customer's own, which needs no second look. */
  readonly byNumber: boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function ownProfileOf(row: Record<string, unknown>): OwnProfile {
  const stored = row['address'];
  const address = (typeof stored === 'string' ? JSON.parse(stored) : (stored ?? {})) as Record<string, unknown>;
  return {
    category: row['category'] === 'Company' ? 'Company' : 'Person',
    firstName: textOf(row['firstName']),
    lastName: textOf(row['companyName']) || textOf(row['lastName']),
    phone: textOrNull(row['phone']),
    mobilePhone: textOrNull(row['mobilePhone']),
    email: textOrNull(row['email']),
    street: textOf(address['street']),
    streetNumber: textOf(address['streetNumber']),
    postalCode: textOf(address['postalCode']),
    postalPlace: textOf(address['postalPlace']),
    country: textOf(address['countryCode']) as CountryCode,
    byNumber: row['byNumber'] === true,
  };
}
