// The versions of a merchant's policy. Shared like the merchant itself: few, read and written by people.
import { auditParts } from '../book/audit.sql.ts';
import type { Statement } from '../store/table.ts';

/** One change after the other: the version is counted under this lock. */
export const lockMerchant: Statement = {
  name: 'lock_merchant',
  text: 'select m.id from merchants m where m.id = $1 for no key update',
};

/** What the merchant began with is kept as version 1, once there is a second. */
export const keepFirstPolicy: Statement = {
  name: 'keep_first_policy',
  text: `insert into risk_policies (merchant_id, version, country, policy, reason, author)
select m.id, 1, m.country, m.contract -> 'policy', 'As agreed in the contract.', 'contract' from merchants m
where m.id = $1 and not exists (select 1 from risk_policies p where p.merchant_id = m.id)`,
};

/**
 * The next version ($2 policy, $3 reason, $4 author), unless another than $5 was made meanwhile; it holds from the commit on.
 * From $6 on its audit row.
 */
export const insertPolicy: Statement = {
  name: 'insert_policy',
  text: `with made as (
  insert into risk_policies (merchant_id, version, country, policy, reason, author)
  select m.id, v.version, m.country, jsonb_set($2::jsonb, '{version}', to_jsonb(v.version::text)), $3, $4
  from merchants m, (select max(p.version) + 1 as version from risk_policies p where p.merchant_id = $1) v
  where m.id = $1 and ($5::int is null or $5::int = v.version - 1)
  returning version, policy, reason, author, made_at
), held as (
  update merchants m set policy = made.policy from made where m.id = $1 returning m.id
), ${auditParts(6, 'made')} select made.version, made.policy, made.reason, made.author, made.made_at as "madeAt" from made, held`,
};

/** The latest first, below a version. */
export const listPolicies: Statement = {
  name: 'list_policies',
  text: `select p.version, p.policy, p.reason, p.author, p.made_at as "madeAt" from risk_policies p
where p.merchant_id = $1 and p.version < $2::int order by p.version desc limit $3::int`,
};

export const findPolicy: Statement = {
  name: 'find_policy',
  text: `select p.version, p.policy, p.reason, p.author, p.made_at as "madeAt" from risk_policies p
where p.merchant_id = $1 and (p.version::text = $2 or p.policy ->> 'version' = $2) order by p.version desc limit 1`,
};
