// Customers as they were last seen, found by their own key and by what they have in common with others.
import { mostAlike } from '../core/likeness.ts';
import type { CustomerProfile } from '../core/rows.ts';
import { keyTail } from '../store/key-tail.sql.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';
import { andSurvivors, named } from './customers.sql.ts';

const personal = [
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
] as const satisfies readonly (keyof CustomerProfile)[];

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
  sets: ['category', ...personal, 'language', 'distributionType', 'seenAt'],
  personal,
};

/** In the order of the index, which is the same each time. A profile with the same tail and another hash is not looked at (`State.list`). */
const alike = (column: string, parameter: number): string =>
  `select a.customer_key from unnest($${parameter}::text[]) k(key) cross join lateral (
    select p.customer_key from customer_profiles p where p.merchant_id = $1 and ${keyTail(`p.${column}`)} = ${keyTail('k.key')}
    order by ${keyTail('p.customer_key')} limit ${mostAlike}) a`;

/**
 * May two birth dates be one, with a slip of the hand (`birthOf` of core/likeness.ts decides)? A slip leaves two of year, month and day
 * as they were, or swaps day and month. So may one that is not known.
 */
function mayBeOneDay(one: string, other: string): string {
  const [[year, month, day], [otherYear, otherMonth, otherDay]] = [one, other].map((date) =>
    ['year', 'month', 'day'].map((part) => `date_part('${part}', ${date})`),
  ) as [string[], string[]];
  return `coalesce((${year} = ${otherYear})::int + (${month} = ${otherMonth})::int + (${day} = ${otherDay})::int >= 2
    or (${year} = ${otherYear} and ${month} = ${otherDay} and ${day} = ${otherMonth}), true)`;
}

/** Namesakes are many, and who was born on another day is another person: only those are read who may not be. */
const namesakes = `select a.customer_key from unnest($4::text[], $5::date[]) k(key, born) cross join lateral (
    select p.customer_key, p.birth_date from customer_profiles p where p.merchant_id = $1 and p.name_key = k.key
    order by p.customer_key limit ${mostAlike}) a
  where ${mayBeOneDay('a.birth_date', 'k.born')}`;

/**
 * The profiles of the customers who were named ($2, $3), of those they were merged into, and of all who share a name
 * ($4, each with a birth date in $5), a birthday with initials ($6), an e-mail ($7), a phone ($8) or an address ($9) with them.
 */
export const listProfiles: Statement = {
  name: 'list_customer_profiles',
  text: `select ${selectList(customerProfiles, 'p')} from customer_profiles p
where p.merchant_id = $1 and p.customer_key = any(array(${andSurvivors(named)}) || array(
  ${namesakes}
  union ${alike('born_key', 6)}
  union ${alike('email_key', 7)}
  union ${alike('phone_key', 8)}
  union ${alike('address_key', 9)}))`,
};

/** Names are found in their index by the whole hash, the others by its tail. */
const pairsBy = (column: string): string => `select q.customer_key from customer_profiles q
    where q.merchant_id = $1 and p.${column} is not null and p.${column} <> ''
    and ${keyTail(`q.${column}`)} = ${keyTail(`p.${column}`)} and q.${column} = p.${column} limit 100`;

/** Pairs who have something in common, of the first $3 profiles after a key ($2). */
export const listAlikePairs: Statement = {
  name: 'list_alike_pairs',
  text: `with page as (
  select * from customer_profiles where merchant_id = $1 and customer_key > $2 order by customer_key limit $3::int
)
select p.customer_key as one, o.customer_key as other from page p cross join lateral (
  (${pairsBy('name_key')}) union (${pairsBy('born_key')}) union (${pairsBy('email_key')})
  union (${pairsBy('phone_key')}) union (${pairsBy('address_key')})) o
where o.customer_key > p.customer_key`,
};

export const listProfileKeys: Statement = {
  name: 'list_profile_keys',
  text: `select max(k.customer_key) as last, count(*) as count from (
  select customer_key from customer_profiles where merchant_id = $1 and customer_key > $2 order by customer_key limit $3::int) k`,
};

/** Profiles by key with the customer's number. */
export const listProfilesByKey: Statement = {
  name: 'list_profiles_by_key',
  text: `select ${selectList(customerProfiles, 'p')}, c.number from customer_profiles p
join customers c on c.merchant_id = p.merchant_id and c.key = p.customer_key
where p.merchant_id = $1 and p.customer_key = any($2::text[])`,
};

/** The customer a number means, whom it was merged into, and where the number itself was the identity ($3, by each key). */
export const findCustomerByNumber: Statement = {
  name: 'find_customer_by_number',
  text: `select coalesce(c.merged_into, c.key) as key from customers c where c.merchant_id = $1 and c.number is not null
  and c.key = any(coalesce((select array[n.customer_key] from customer_numbers n where n.merchant_id = $1 and n.number = $2), $3::text[])) limit 1`,
};
