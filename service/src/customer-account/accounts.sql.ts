// The tables of customer accounts. All below an account is read under the account's lock.
import type { Account, AccountApplication, AccountOwner, AccountReview } from '../core/account/account.ts';
import { andMerged, andSurvivors, customers, exposures, named } from '../customers/customers.sql.ts';
import { reckoned, type Statement, selectList, type Table } from '../store/table.ts';

export const accounts: Table<Account> = {
  name: 'accounts',
  columns: {
    number: 'text',
    id: 'uuid',
    customerKey: 'text',
    customerNumber: 'text',
    currency: 'text',
    profileNo: 'int',
    terms: 'json',
    state: 'text',
    status: 'text',
    stopped: 'bool',
    limitMinor: 'bigint',
    principalMinor: 'bigint',
    interestMinor: 'bigint',
    feesMinor: 'bigint',
    usedMinor: 'bigint',
    entryCount: 'int',
    heldCount: 'int',
    version: 'int',
    ocr: 'text',
    openedOn: 'date',
    orderNumber: 'text',
    agreedAt: 'timestamptz',
    openMonth: 'date',
    correctFrom: 'date',
    firstNoticeOn: 'date',
    lastNoticeOn: 'date',
    nextNoticeOn: 'date',
    dueMinor: 'bigint',
    dueOn: 'date',
    overdueMinor: 'bigint',
    overdueCount: 'int',
    dunningOn: 'date',
    nextStepOn: 'date',
    decideBy: 'timestamptz',
    insertedAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  key: ['number'],
  defaults: { version: 0, decideBy: reckoned, overdueCount: 0 },
  adds: ['limitMinor', 'principalMinor', 'interestMinor', 'feesMinor', 'usedMinor', 'entryCount', 'heldCount', 'version'],
  sets: [
    'state',
    'status',
    'stopped',
    'openMonth',
    'correctFrom',
    'lastNoticeOn',
    'nextNoticeOn',
    'dueMinor',
    'dueOn',
    'overdueMinor',
    'overdueCount',
    'dunningOn',
    'nextStepOn',
    'agreedAt',
    'updatedAt',
  ],
};

export const accountOwners: Table<AccountOwner> = {
  name: 'accountOwners',
  columns: { accountNumber: 'text', customer: 'json', nationalId: 'sealed' },
  key: ['accountNumber'],
  personal: ['customer', 'nationalId'],
};

export const accountApplications: Table<AccountApplication> = {
  name: 'accountApplications',
  columns: {
    id: 'uuid',
    customerKey: 'text',
    accountNumber: 'text',
    outcome: 'text',
    askedMinor: 'bigint',
    grantedMinor: 'bigint',
    application: 'json',
    facts: 'json',
    policy: 'common',
    reasons: 'json',
    result: 'json',
    decidedAt: 'timestamptz',
  },
  key: ['id'],
};

export const accountReviews: Table<AccountReview> = {
  name: 'accountReviews',
  columns: { accountNumber: 'text', decision: 'text', reason: 'text', decidedBy: 'text', decidedAt: 'timestamptz' },
  key: ['accountNumber'],
  personal: ['reason', 'decidedBy'],
};

/** People by their keys ($2, with a number in $3 where that is all they are known by), and the customer each was merged into. */
const survivors = andSurvivors(named);

/** All accounts of these people, under every name they ever had, and the accounts with the numbers in $4. */
export const lockAccounts: Statement = {
  name: 'lock_accounts',
  text: `select ${selectList(accounts, 'a')} from accounts a
where a.merchant_id = $1 and (a.number = any($4::text[]) or a.customer_key = any(array(${andMerged(survivors)})))
order by a.number for no key update`,
};

/** Under the lock of the customer no other one is merged into it. */
export const listMergedIntoPeople: Statement = {
  name: 'list_merged_into_people',
  text: `select ${selectList(customers, 'c')} from customers c where c.merchant_id = $1 and c.merged_into = any(array(${survivors}))`,
};

/** An account with its owner, in one round trip. */
const withOwner = `select ${selectList(accounts, 'a')}, o.customer
from accounts a join account_owners o on o.merchant_id = a.merchant_id and o.account_number = a.number
join merchants m on m.id = a.merchant_id`;

export const findAccountByNumber: Statement = {
  name: 'find_account_by_number',
  text: `select ${selectList(accounts, 'a')} from accounts a where a.merchant_id = $1 and a.number = $2 and a.state <> 'Declined'`,
};

/**
 * By the owner’s keys ($2), under every name the owner ever had; the currency of the merchant first, then the oldest, those that an order
 * opened and that are paid off last.
 */
const ofKey = `array(${andMerged(andSurvivors('select unnest($2::text[])'))})`;

export const findAccountOfCustomer: Statement = {
  name: 'find_account_of_customer',
  text: `${withOwner} where a.merchant_id = $1 and a.customer_key = any(${ofKey}) and a.state <> 'Declined'
order by a.currency = m.currency desc, a.order_number is not null and a.limit_minor = 0, a.inserted_at limit 1`,
};

/**
 * Accounts with something to do, of any merchant, page by page: candidates only, the book decides again under the lock.
 * Not those of persons who were erased, on which earlier versions left a day.
 */
export const listAccountsToKeep: Statement = {
  name: 'list_accounts_to_keep',
  text: `select a.merchant_id as "merchantId", a.number, a.next_step_on as "nextStepOn",
  (extract(epoch from $1::timestamptz + m.clock_offset_ms * interval '1 millisecond'
    - a.next_step_on::timestamp at time zone m.time_zone) * 1000)::float8 as "lateMs"
from accounts a join merchants m on m.id = a.merchant_id
where a.state = 'Open' and a.customer_number <> ''
  and a.next_step_on <= (($1::timestamptz + m.clock_offset_ms * interval '1 millisecond') at time zone m.time_zone)::date
  and (a.next_step_on, a.merchant_id, a.number) > ($2::date, $3::uuid, $4::text) and ($6::uuid is null or a.merchant_id = $6)
order by a.next_step_on, a.merchant_id, a.number limit $5::int`,
};

/** When the next account of merchant $1 has to be kept after $2: days begin at the merchant's midnight. */
export const findNextAccountDay: Statement = {
  name: 'find_next_account_day',
  text: `select min(a.next_step_on)::timestamp at time zone m.time_zone as "at" from accounts a
join merchants m on m.id = a.merchant_id
where a.merchant_id = $1 and a.state = 'Open' and a.customer_number <> '' and a.next_step_on > ($2::timestamptz at time zone m.time_zone)::date
group by m.time_zone`,
};

/** A page of a merchant's accounts, by number. */
export const listAccounts: Statement = {
  name: 'list_accounts',
  text: `select ${selectList(accounts, 'a')} from accounts a
where a.merchant_id = $1 and a.number > $2 and ($3::text is null or a.state = $3) and ($4::text is null or a.status = $4)
order by a.number limit $5::int`,
};

/** The people behind accounts, before the accounts: an account's customer never changes. */
const owners = `array(${andSurvivors(
  `select a.customer_key from accounts a where a.merchant_id = $1 and a.number = any($2::text[])`,
)})`;

export const lockAccountOwners: Statement = {
  name: 'lock_account_owners',
  text: `select ${selectList(customers, 'c')} from customers c
where c.merchant_id = $1 and c.key = any(${owners}) order by c.key for no key update`,
};

export const listAccountOwnerExposures: Statement = {
  name: 'list_account_owner_exposures',
  text: `select ${selectList(exposures, 'e')} from exposures e
where e.merchant_id = $1 and e.customer_key = any(${owners})`,
};

/** Everything a person has, by one of their keys ($2), under every name they ever had; the oldest first. */
export const listAccountsOfPerson: Statement = {
  name: 'list_accounts_of_person',
  text: `select ${selectList(accounts, 'a')} from accounts a
where a.merchant_id = $1 and a.customer_key = any(${ofKey}) and a.state <> 'Declined' order by a.inserted_at, a.number`,
};

/** When each order with an agreement of its own was charged to account a for the first time, after it was opened: as a JSON array. */
const agreedAts = `select json_agg((extract(epoch from x.at) * 1000)::float8 order by x.at) from (
  select min(e.inserted_at) as at from account_entries e
  join captures c on c.merchant_id = e.merchant_id and c.number = e.reference
  join orders b on b.merchant_id = c.merchant_id and b.id = c.order_id
  where e.merchant_id = a.merchant_id and e.account_number = a.number and e.kind = 'OrderCharged'
    and b.number is distinct from a.order_number
  group by c.order_id) x`;

/** With when it was granted and who holds it. */
const granted = `select a.number, a.currency, a.terms, a.limit_minor as "limitMinor", o.customer ->> 'conversationLanguage' as "customerLanguage",
  o.customer ->> 'category' = 'Company' as "isCompany", coalesce(r.decided_at, a.inserted_at) as "grantedAt",
  coalesce(case when a.agreed_at is not null then (${agreedAts}) end, '[]') as "agreedAts"
from accounts a join account_owners o on o.merchant_id = a.merchant_id and o.account_number = a.number
left join account_reviews r on r.merchant_id = a.merchant_id and r.account_number = a.number
where a.merchant_id = $1 and a.state <> 'Declined'`;

/** An account by its number ($2) or id ($3). */
export const findGrantedAccount: Statement = {
  name: 'find_granted_account',
  text: `${granted} and (a.number = $2 or a.id = $3::uuid)`,
};

/** The account that order $2 was charged to; of several the oldest that was not withdrawn from yet. */
export const findChargedAccount: Statement = {
  name: 'find_charged_account',
  text: `${granted} and a.number = any(array(
  select c.charged_account from captures c where c.merchant_id = $1 and c.order_id = $2::uuid and c.charged_account is not null))
order by exists (select 1 from account_withdrawals w where w.merchant_id = a.merchant_id and w.account_number = a.number),
  a.inserted_at, a.number limit 1`,
};
