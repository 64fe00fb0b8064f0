// Changes of the accounts that money is paid to (of merchants) and from (the operator's own, under the merchant of zeros). Each step
// writes its audit row, and the merchant's event, in its own statement; a step that another took before changes nothing.
import { auditParts, operatorsOwn } from '../book/audit.sql.ts';
import type { AnyTable, Statement } from '../store/table.ts';

export const accountChanges: AnyTable = {
  name: 'accountChanges',
  columns: { id: 'uuid', content: 'sealed' },
  key: ['id'],
};

/** The accounts that payouts are made from. */
export const houseAccounts: AnyTable = {
  name: 'houseAccounts',
  columns: { currency: 'text', content: 'sealed' },
  key: ['currency'],
  shared: true,
};

const columns = `c.merchant_id as "merchantId", c.id, c.currency, c.content, c.shown, c.state, c.version, c.reason, c.proposed_by as "proposedBy",
  c.proposed_at as "proposedAt", c.approved_by as "approvedBy", c.approved_at as "approvedAt", c.effective_at as "effectiveAt",
  c.ended_by as "endedBy", c.ended_at as "endedAt"`;
const returned = 'c.merchant_id, c.id, c.currency, c.shown, c.state, c.version, c.reason, c.approved_by, c.effective_at';

/** So long a proposal may be approved. */
const proposalDays = 7;

/** The audit row of what `acted` changed, from parameter `first` on, and the merchant's event with the id in the one after it. */
const recorded = (first: number, type: string): string => `reported as (
  insert into outbox (merchant_id, id, type, order_id, subject, currency, amount_minor, happened_at, version, data)
  select a.merchant_id, $${first + 9}::uuid, 'payout_account.${type}', null, a.id::text, a.currency, 0, $${first + 7}::timestamptz, a.version,
    json_strip_nulls(json_build_object('resource', json_build_object('type', 'account_change', 'number', a.id, 'version', a.version),
      'payoutCurrency', a.currency, 'account', a.shown, 'effectiveAt', to_char(a.effective_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
  from acted a where a.merchant_id <> '${operatorsOwn}'
), ${auditParts(first, 'acted')}`;

/** What was proposed for the same account ($1 whose, $2 currency) and not approved yet; $3 by whom. */
export const replaceProposal: Statement = {
  name: 'replace_account_proposal',
  text: `update account_changes c set state = 'Replaced', version = c.version + 1, ended_by = $3, ended_at = now()
where c.merchant_id = $1::uuid and c.currency = $2 and c.state = 'Proposed'`,
};

/**
 * $1 whose, $2 id, $3 currency, $4 content, $5 shown, $6 reason, $7 by whom, $8 effective at, where it needs no second person. Where $9
 * names an act, only if that is recorded: it changed what it was to. Then the audit row and the event's id.
 */
export const insertChange: Statement = {
  name: 'insert_account_change',
  text: `with acted as (
  insert into account_changes as c (merchant_id, id, currency, content, shown, state, reason, proposed_by, approved_by, approved_at, effective_at)
  select $1::uuid, $2::uuid, $3, $4, $5, case when $8::timestamptz is null then 'Proposed' else 'Approved' end, $6, $7,
    case when $8::timestamptz is not null then $7 end, case when $8::timestamptz is not null then now() end, $8::timestamptz
  where $9::uuid is null or exists (select from audit u where u.merchant_id = $1::uuid and u.id = $9::uuid)
  returning ${returned}
), ${recorded(10, 'proposed')} select id from acted`,
};

/** One ($1); of an organisation's merchant ($2) where the key that asks is limited to one. With what its merchant's clock is ahead. */
export const findChange: Statement = {
  name: 'find_account_change',
  text: `select ${columns}, coalesce(m.clock_offset_ms, 0)::float8 as "clockOffsetMs", c.proposed_at < now() - interval '${proposalDays} days' as "isOver"
from account_changes c left join merchants m on m.id = c.merchant_id
where c.id = $1::uuid and ($2::uuid is null or m.organisation_id = $2::uuid)`,
};

/** A page of them, the latest first, before an id ($3), with a state ($2) where one is given. */
export const listChanges: Statement = {
  name: 'list_account_changes',
  text: `select ${columns}, m.name as "merchantName", c.proposed_at < now() - interval '${proposalDays} days' as "isOver"
from account_changes c left join merchants m on m.id = c.merchant_id
where ($1::uuid is null or m.organisation_id = $1::uuid) and ($2::text is null or c.state = $2) and ($3::uuid is null or c.id < $3::uuid)
order by c.id desc limit $4::int`,
};

/**
 * Is who approves ($2) the person who proposed ($1)? A key's line is the key, those that it was renewed from and to, and those that made
 * one of them, at any remove: each of them has had its secret. Two keys are one person's where their lines have a key in common (the
 * sandbox's published one apart), or the keys a name; and one that was made after the proposal ($3) may have been made for it.
 */
export const findSamePerson: Statement = {
  name: 'find_same_person',
  text: `with recursive line (start, id) as (
  select k.id, k.id from api_keys k where k.id::text in ($1, $2)
  union
  select l.start, p.id from line l join api_keys k on k.id = l.id
  join api_keys p on p.id::text = k.made_by or p.successor_id = k.id or p.id = k.successor_id
)
select 1 where $1 = $2
  or exists (select from line a join line b on a.id = b.id where a.start::text = $1 and b.start::text = $2
    and (a.id::text not like '00000000-0000-7000-8000-%' or a.id::text in ($1, $2)))
  or exists (select from api_keys a join api_keys p on lower(p.name) = lower(a.name) where a.id::text = $2 and p.id::text = $1)
  or exists (select from api_keys a where a.id::text = $2 and a.inserted_at > $3::timestamptz)`,
};

/** $1 whose, $2 id, $3 by whom, $4 effective at; then the audit row and the event's id. */
export const approveChange: Statement = {
  name: 'approve_account_change',
  text: `with acted as (
  update account_changes c set state = 'Approved', version = c.version + 1, approved_by = $3, approved_at = now(), effective_at = $4::timestamptz
  where c.merchant_id = $1::uuid and c.id = $2::uuid and c.state = 'Proposed' and c.proposed_at >= now() - interval '${proposalDays} days'
  returning ${returned}
), ${recorded(5, 'approved')} select id from acted`,
};

/** $1 whose, $2 id, $3 by whom; what is in force by the moment in the audit row stays, unless it could not be applied ($14). */
export const rejectChange: Statement = {
  name: 'reject_account_change',
  text: `with acted as (
  update account_changes c set state = 'Rejected', version = c.version + 1, ended_by = $3, ended_at = now()
  where c.merchant_id = $1::uuid and c.id = $2::uuid
    and (c.state = 'Proposed' or c.state = 'Approved' and (c.effective_at > $11::timestamptz or $14::boolean)) returning ${returned}
), ${recorded(4, 'rejected')} select id from acted`,
};

/** What was approved and is in force by now ($1), by each merchant's clock; of one merchant ($2) where one is given. */
export const listDueChanges: Statement = {
  name: 'list_due_account_changes',
  text: `select ${columns}, coalesce(m.clock_offset_ms, 0)::float8 as "clockOffsetMs"
from account_changes c left join merchants m on m.id = c.merchant_id
where c.state = 'Approved' and ($2::uuid is null or c.merchant_id = $2::uuid)
  and c.effective_at <= $1::timestamptz + coalesce(m.clock_offset_ms, 0) * interval '1 millisecond'
order by c.effective_at, c.id`,
};

export const findNextChange: Statement = {
  name: 'find_next_account_change',
  text: `select min(c.effective_at) as at from account_changes c where c.merchant_id = $1 and c.state = 'Approved' and c.effective_at > $2::timestamptz`,
};

const taken = `acted as (
  update account_changes c set state = 'Effective', version = c.version + 1
  where c.merchant_id = $1::uuid and c.id = $2::uuid and c.state = 'Approved' returning ${returned}
)`;

/** The account that payouts of a currency are made from: $3 is its content. Then the audit row and an id. */
export const applyToHouse: Statement = {
  name: 'apply_house_account',
  text: `with ${taken}, kept as (
  insert into house_accounts as h (currency, content, updated_at) select a.currency, $3, now() from acted a
  on conflict (currency) do update set content = excluded.content, updated_at = excluded.updated_at
), ${recorded(4, 'changed')} select id from acted`,
};

/** A new version of the merchant's contract with the account ($3, JSON) in it, under the lock that every change of a contract takes. */
export const applyToContract: Statement = {
  name: 'apply_payout_account',
  text: `with ${taken}, made as (
  insert into merchant_contracts as k (merchant_id, version, contract, reason, author)
  select m.id, m.contract_version + 1, (m.contract::jsonb || jsonb_build_object('settlement',
    coalesce(m.contract::jsonb -> 'settlement', '{"period": "weekly"}') || jsonb_build_object('payoutAccounts',
      coalesce(m.contract::jsonb -> 'settlement' -> 'payoutAccounts', '{}') || jsonb_build_object(a.currency, $3::jsonb))))::json,
    a.reason, a.approved_by
  from merchants m, acted a where m.id = $1::uuid returning k.version, k.contract
), held as (
  update merchants m set contract = made.contract, contract_version = made.version from made where m.id = $1::uuid
), ${recorded(4, 'changed')} select id from acted`,
};
