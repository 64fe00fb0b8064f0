// Organisations, and the merchants they own with the versions of their contracts. Each change writes its audit row,
// in the same statement.
import { auditParts } from '../book/audit.sql.ts';
import type { Statement } from '../store/table.ts';

const organisation = `o.id, o.name, o.inserted_at as "insertedAt"`;

/** A page of them, only one ($1) where the key that asks is limited to it, after a name and an id ($2, $3). */
export const listOrganisations: Statement = {
  name: 'list_organisations',
  text: `select ${organisation}, (select count(*)::int from merchants m where m.organisation_id = o.id) as "merchantCount"
from organisations o where ($1::uuid is null or o.id = $1::uuid) and (o.name, o.id) > ($2::text, $3::uuid)
order by o.name, o.id limit $4::int`,
};

/** $1 id, $2 name, then the audit row; nothing when the name is taken. */
export const insertOrganisation: Statement = {
  name: 'insert_organisation',
  text: `with made as (
  insert into organisations as o (id, name) values ($1::uuid, $2) on conflict do nothing returning ${organisation}
), ${auditParts(3, 'made')} select *, 0 as "merchantCount" from made`,
};

/** $1 id, $2 name, then the audit row; nothing when there is no such organisation or another has the name. */
export const renameOrganisation: Statement = {
  name: 'rename_organisation',
  text: `with made as (
  update organisations o set name = $2 where o.id = $1::uuid
    and not exists (select 1 from organisations x where lower(x.name) = lower($2) and x.id <> $1::uuid)
  returning ${organisation}
), ${auditParts(3, 'made')} select made.*, (select count(*)::int from merchants m where m.organisation_id = made.id) as "merchantCount" from made`,
};

/** $1 id … $8 contract, $9 reason, $10 author, then the audit row; nothing when its organisation has the name already. */
export const insertMerchant: Statement = {
  name: 'insert_merchant',
  text: `with made as (
  insert into merchants (id, organisation_id, name, country, currency, language, time_zone, contract)
  values ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8::json) on conflict do nothing returning id
), agreed as (
  insert into merchant_contracts (merchant_id, version, contract, reason, author) select made.id, 1, $8::json, $9, $10 from made
), ${auditParts(11, 'made')} select made.id from made`,
};

/** What may change of a merchant ($2 name, $3 language, $4 time zone); null leaves it. Then the audit row. */
export const updateMerchant: Statement = {
  name: 'update_merchant',
  text: `with made as (
  update merchants m set name = coalesce($2, m.name), language = coalesce($3, m.language), time_zone = coalesce($4, m.time_zone)
  where m.id = $1::uuid and not exists (select 1 from merchants x
    where x.organisation_id = m.organisation_id and lower(x.name) = lower(coalesce($2, m.name)) and x.id <> m.id)
  returning m.id
), ${auditParts(5, 'made')} select made.id from made`,
};

/** $2: when it was deactivated, or null; then the audit row. Nothing when it is so already. */
export const setMerchantActive: Statement = {
  name: 'set_merchant_active',
  text: `with made as (
  update merchants m set deactivated_at = $2::timestamptz
  where m.id = $1::uuid and (m.deactivated_at is null) <> ($2::timestamptz is null) returning m.id
), ${auditParts(3, 'made')} select made.id from made`,
};

/** What the merchant began with is kept as a version, too, once there is a second. */
export const keepFirstContract: Statement = {
  name: 'keep_first_contract',
  text: `insert into merchant_contracts (merchant_id, version, contract, reason, author, made_at)
select m.id, m.contract_version, m.contract, 'As it was when the merchant was made.', 'contract', m.inserted_at from merchants m
where m.id = $1 and not exists (select 1 from merchant_contracts c where c.merchant_id = m.id)`,
};

/** The columns of a version; its own policy is that of the merchant, which has versions of its own. */
const version = `c.version, c.contract, c.reason, c.author, c.made_at as "madeAt"`;

/**
 * The next version ($2 contract, $3 reason, $4 author), unless another than $5 holds meanwhile, or other payout accounts than $6 (JSON); the
 * merchant keeps the policy it began with. It holds from the commit on. From $7 on its audit row.
 */
export const insertContract: Statement = {
  name: 'insert_contract',
  text: `with made as (
  insert into merchant_contracts as c (merchant_id, version, contract, reason, author)
  select m.id, m.contract_version + 1, (($2::jsonb) || jsonb_build_object('policy', m.contract -> 'policy'))::json, $3, $4
  from merchants m where m.id = $1::uuid and ($5::int is null or $5::int = m.contract_version)
    and coalesce(m.contract::jsonb #> '{settlement,payoutAccounts}', 'null') = $6::jsonb
  returning ${version}
), held as (
  update merchants m set contract = made.contract, contract_version = made.version from made where m.id = $1::uuid returning m.id
), ${auditParts(7, 'made')} select made.* from made, held`,
};

/** The latest first, below a version. */
export const listContracts: Statement = {
  name: 'list_contracts',
  text: `select ${version} from merchant_contracts c where c.merchant_id = $1 and c.version < $2::int order by c.version desc limit $3::int`,
};

export const findContract: Statement = {
  name: 'find_contract',
  text: `select ${version} from merchant_contracts c where c.merchant_id = $1 and c.version = $2::int`,
};
