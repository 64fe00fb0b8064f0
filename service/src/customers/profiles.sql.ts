// Customers as they were last seen, found by their own key and by what they have in common with others.
import type { CustomerProfile } from '../core/rows.ts';
import { type Statement, selectList, type Table } from '../db/table.ts';
import { andSurvivors, named } from './customers.sql.ts';

export const customerProfiles: Table<CustomerProfile> = {
  name: 'customerProfiles',
  columns: {
    customerKey: 'text',
    category: 'text',
    firstName: 'text',
    lastName: 'text',
    companyName: 'text',
    email: 'text',
    phone: 'text',
    mobilePhone: 'text',
    birthDate: 'date',
    address: 'json',
    language: 'text',
    distributionType: 'text',
    nationalId: 'sealed',
    nationalIdKey: 'text',
    nameKey: 'text',
    bornKey: 'text',
    emailKey: 'text',
    phoneKey: 'text',
    addressKey: 'text',
    seenAt: 'timestamptz',
  },
  key: ['customerKey'],
  sets: [
    'category',
    'firstName',
    'lastName',
    'companyName',
    'email',
    'phone',
    'mobilePhone',
    'birthDate',
    'address',
    'language',
    'distributionType',
    'nationalId',
    'nationalIdKey',
    'nameKey',
    'bornKey',
    'emailKey',
    'phoneKey',
    'addressKey',
    'seenAt',
  ],
  personal: [
    'firstName',
    'lastName',
    'companyName',
    'email',
    'phone',
    'mobilePhone',
    'birthDate',
    'address',
    'nationalId',
    'nationalIdKey',
    'nameKey',
    'bornKey',
    'emailKey',
    'phoneKey',
    'addressKey',
  ],
};

/** Enough to tell that somebody is not alone; a key that fits half the country must not slow an order down. */
const mostAlike = 20;

const alike = (column: string, parameter: number): string =>
  `select a.customer_key from unnest($${parameter}::text[]) k(key) cross join lateral (
    select p.customer_key from customer_profiles p where p.merchant_id = $1 and p.${column} = k.key limit ${mostAlike}) a`;

/**
 * The profiles of the customers who were named ($2, $3), of those they were merged into, and of everybody who shares a name
 * ($4), a birthday with initials ($5), an e-mail ($6), a phone ($7) or an address ($8) with them.
 */
export const listProfiles: Statement = {
  name: 'list_customer_profiles',
  text: `select ${selectList(customerProfiles, 'p')} from customer_profiles p
where p.merchant_id = $1 and p.customer_key = any(${andSurvivors(`array(${named})`)} || array(
  ${alike('name_key', 4)}
  union ${alike('born_key', 5)}
  union ${alike('email_key', 6)}
  union ${alike('phone_key', 7)}
  union ${alike('address_key', 8)}))`,
};
