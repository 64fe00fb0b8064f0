// The tables of people: the lock row, the numbers that mean a customer, and what the customer owes.
import type { Velocity } from '../core/risk/rows.ts';
import type { Customer, CustomerMerge, CustomerNumber, Exposure } from '../core/rows.ts';
import { keyTail } from '../store/key-tail.sql.ts';
import { reckoned, type Statement, selectList, type Table } from '../store/table.ts';

export const customers: Table<Customer> = {
  name: 'customers',
  columns: { key: 'text', id: 'uuid', number: 'text', identified: 'bool', mergedInto: 'text', clearedUntil: 'timestamptz' },
  key: ['key'],
  defaults: { id: reckoned },
  sets: ['number', 'identified', 'mergedInto', 'clearedUntil'],
};

export const customerNumbers: Table<CustomerNumber> = {
  name: 'customerNumbers',
  columns: { number: 'text', customerKey: 'text' },
  key: ['number'],
};

export const exposures: Table<Exposure> = {
  name: 'exposures',
  columns: {
    customerKey: 'text',
    currency: 'text',
    heldMinor: 'bigint',
    debtMinor: 'bigint',
    ordersCount: 'int',
    orderedMinor: 'bigint',
    largestMinor: 'bigint',
    firstOrderedAt: 'timestamptz',
    lastOrderedAt: 'timestamptz',
    paidOnTimeCount: 'int',
    paidLateCount: 'int',
    dunnedCount: 'int',
  },
  key: ['customerKey', 'currency'],
  defaults: { ordersCount: 0, orderedMinor: 0n, largestMinor: 0n, paidOnTimeCount: 0, paidLateCount: 0, dunnedCount: 0 },
  adds: ['heldMinor', 'debtMinor', 'ordersCount', 'orderedMinor', 'paidOnTimeCount', 'paidLateCount', 'dunnedCount'],
  sets: ['largestMinor', 'firstOrderedAt', 'lastOrderedAt'],
};

export const velocities: Table<Velocity> = {
  name: 'velocities',
  columns: { subject: 'text', hourAt: 'timestamptz', writer: 'text', count: 'int' },
  key: ['hourAt', 'writer', 'subject'],
  adds: ['count'],
};

export const customerMerges: Table<CustomerMerge> = {
  name: 'customerMerges',
  columns: { id: 'uuid', customerKey: 'text', intoKey: 'text', reason: 'text', mergedBy: 'text', mergedAt: 'timestamptz' },
  key: ['id'],
  personal: ['reason'],
};

/** The keys of the people who were named ($2, with the number in $3 where that number may mean a known customer). */
export const named = `select coalesce(n.customer_key, w.key)
  from unnest($2::text[], $3::text[]) as w(key, number)
  left join customer_numbers n on n.merchant_id = $1 and n.number = w.number`;

/** The keys of the customers whose orders have these numbers (folded); an order's customer never changes. */
export const ofOrders = (numbers: string): string =>
  `select o.customer_key from orders o where o.merchant_id = $1 and o.number_key = any(${numbers}::text[]) and o.state <> 'Rejected'`;

/**
 * The keys that a query of one column returns, and those of the customers they were merged into. The query is run once. Each key
 * is looked for in the index of those who were merged (`customers_merged_by_key`), which are few.
 */
export const andSurvivors = (keys: string): string => `select unnest(array[w.key, (
  select m.merged_into from customers m where m.merchant_id = $1 and m.key = w.key and m.merged_into is not null)]) from (${keys}) as w (key)`;

/** … of all that a batch means: people who were named, and the customers of orders ($4). */
const withSurvivors = `array(${andSurvivors(`${named} union all ${ofOrders('$4')}`)})`;

/** The same with the keys of all who were merged into them. */
export const andMerged = (keys: string): string => `select unnest(array_append(array(
  select g.key from customers g where g.merchant_id = $1 and g.merged_into = s.key), s.key)) from (${keys}) as s (key)`;

/**
 * Who is known under another key ($3: by an older encryption key, or by another spelling) and not yet under today's ($2) gets a row
 * of that, merged into the known one, and is marked: so the new key leads to the same person. Locked first, as a merge of the known one
 * would leave the new row behind. A cluster locks and writes in one place of a statement only, so these are three.
 */
export const renamingCustomers: readonly Statement[] = [
  {
    name: 'lock_renamed_customers',
    text: `select o.key from unnest($2::text[], $3::text[]) as w(fresh, key) join customers o on o.merchant_id = $1 and o.key = w.key
where not exists (select 1 from customers n where n.merchant_id = $1 and n.key = w.fresh) order by o.key for no key update of o`,
  },
  {
    name: 'rename_customers',
    text: `insert into customers (merchant_id, key, identified, merged_into)
select distinct on (w.fresh) o.merchant_id, w.fresh, false, coalesce(o.merged_into, o.key)
from customers o join unnest($2::text[], $3::text[]) as w(fresh, key) on o.key = w.key
where o.merchant_id = $1 order by w.fresh, o.key on conflict do nothing`,
  },
  {
    name: 'mark_renamed_customers',
    text: `update customers c set known_as = w.fresh from unnest($2::text[], $3::text[]) as w(fresh, key)
where c.merchant_id = $1 and c.key = w.key and c.known_as is distinct from w.fresh and exists (
  select 1 from customers n where n.merchant_id = $1 and n.key = w.fresh and n.merged_into = coalesce(c.merged_into, c.key))`,
  },
];

/**
 * Locked are the customers asked for and those they were merged into, and for a merge also those merged into the customers
 * in $5. The condition is on the key alone; a merge while we waited shows in the row itself (book/in-hand.ts).
 */
export const lockCustomers: Statement = {
  name: 'lock_customers',
  text: `select ${selectList(customers, 'c')} from customers c
where c.merchant_id = $1 and c.key = any(${withSurvivors}
  || array(select a.key from customers a where a.merchant_id = $1 and a.merged_into = any($5::text[])))
order by c.key for no key update`,
};

/** Read after the lock, by a statement of its own: only what is read then is fresh. */
export const listExposures: Statement = {
  name: 'list_exposures',
  text: `select ${selectList(exposures, 'e')} from exposures e
where e.merchant_id = $1 and e.customer_key = any(${withSurvivors})`,
};

/** The two for a batch that asks for orders ($2) and names no person: without what it would look for in vain. */
export const lockCustomersOfOrders: Statement = {
  name: 'lock_customers_of_orders',
  text: `select ${selectList(customers, 'c')} from customers c
where c.merchant_id = $1 and c.key = any(array(${andSurvivors(ofOrders('$2'))})) order by c.key for no key update`,
};
export const listExposuresOfOrders: Statement = {
  name: 'list_exposures_of_orders',
  text: `select ${selectList(exposures, 'e')} from exposures e
where e.merchant_id = $1 and e.customer_key = any(array(${andSurvivors(ofOrders('$2'))}))`,
};

/** For a merge: who is merged into these already. Under the lock of a customer no other process changes that. */
export const listMergedCustomers: Statement = {
  name: 'list_merged_customers',
  text: `select ${selectList(customers, 'c')} from customers c where c.merchant_id = $1 and c.merged_into = any($2::text[])`,
};

/** Who is merged into the customers of orders ($2): people under other keys. */
export const listMergedIntoCustomersOfOrders: Statement = {
  name: 'list_merged_into_customers_of_orders',
  text: `select ${selectList(customers, 'c')} from customers c
where c.merchant_id = $1 and c.merged_into = any(array(${andSurvivors(ofOrders('$2'))}))`,
};

export const listCustomerNumbers: Statement = {
  name: 'list_customer_numbers',
  text: `select ${selectList(customerNumbers, 'n')} from customer_numbers n where n.merchant_id = $1 and n.number = any($2::text[])`,
};

/**
 * Orders tried lately by the people named ($2 to $4), and under other marks ($5): after the customers' locks, so that a
 * person's own count is exact. One tail at a time (`offset 0` keeps it so): for several together PostgreSQL would rather read all that the
 * merchant counted. A row of another subject with the same tail is not looked at (`State.list`).
 */
export const listVelocities: Statement = {
  name: 'list_velocities',
  text: `select ${selectList(velocities, 'v')}
from unnest(array(select distinct ${keyTail('t.subject')} from unnest(${withSurvivors} || $5::text[]) as t (subject))) as k (tail)
cross join lateral (select * from velocities v where v.merchant_id = $1 and ${keyTail('v.subject')} = k.tail offset 0) v`,
};

/** Counters of some merchants ($2) before a moment ($3), $1 of them: values that the planner knows, or it would read all there are. */
export const deleteOldVelocities: Statement = {
  name: 'delete_old_velocities',
  plannedAnew: true,
  text: `with gone as (
  delete from velocities v using (
    select o.merchant_id, o.hour_at, o.writer, o.subject from velocities o
    where o.merchant_id = any($2::uuid[]) and o.hour_at < $3::timestamptz
    limit $1::int
  ) w
  where v.merchant_id = w.merchant_id and v.hour_at = w.hour_at and v.writer = w.writer and v.subject = w.subject returning 1
) select count(*) as count from gone`,
};
