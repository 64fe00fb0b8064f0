// Keys as they are listed, rotated and revoked. Each change writes its audit row, in the same statement.
import { auditParts } from '../book/audit.sql.ts';
import type { Statement } from '../store/table.ts';

const columns = `k.id, k.merchant_id as "merchantId", k.organisation_id as "organisationId", k.name, k.scopes,
  k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt", k.allowed_addresses as "allowedAddresses",
  k.successor_id as "successorId", k.inserted_at as "insertedAt"`;

/** A merchant's ($1), or with null the operator's, of an organisation ($2) where one is given. */
const owned = `k.merchant_id is not distinct from $1::uuid and ($2::uuid is null or k.organisation_id = $2::uuid)`;

/** The latest first, before an id ($3). */
export const listKeys: Statement = {
  name: 'list_keys',
  text: `select ${columns} from api_keys k where ${owned} and k.id < $3::uuid order by k.id desc limit $4::int`,
};

export const findOwnKey: Statement = {
  name: 'find_own_key',
  text: `select ${columns} from api_keys k where ${owned} and k.id = $3::uuid`,
};

/** Of keys that are valid, new ones and the ones that were used last before others, so many ($1). */
export const listKeyHashes: Statement = {
  name: 'list_key_hashes',
  text: `select k.hash from api_keys k where k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
order by k.last_used_at desc nulls first limit $1::int`,
};

/** $1 id, $2 merchant, $3 organisation, $4 hash, $5 name, $6 scopes, $7 expires, $8 networks; then the audit row, whose actor made it. */
export const insertNewKey: Statement = {
  name: 'insert_new_key',
  text: `with made as (
  insert into api_keys as k (id, merchant_id, organisation_id, hash, name, scopes, expires_at, allowed_addresses, made_by)
  values ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::text[], $7::timestamptz, $8::text[], $11) returning ${columns}
), ${auditParts(9, 'made')} select * from made`,
};

/**
 * A new key ($1 id, $2 hash, $3 expires) in the place of one ($4), which ends at $5 at the latest; all that that one had
 * replaced ends now, so that two are valid at most. Nothing when it has ended or been replaced already. Then the audit row.
 */
export const insertSuccessor: Statement = {
  name: 'insert_successor',
  text: `with old as (
  update api_keys k set successor_id = $1::uuid, expires_at = least(k.expires_at, $5::timestamptz)
  where k.id = $4::uuid and k.successor_id is null and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
  returning k.merchant_id, k.organisation_id, k.name, k.scopes, k.allowed_addresses
), before as (
  update api_keys k set expires_at = least(k.expires_at, now()) from old where k.successor_id = $4::uuid
), made as (
  insert into api_keys as k (id, merchant_id, organisation_id, hash, name, scopes, expires_at, allowed_addresses, made_by)
  select $1::uuid, o.merchant_id, o.organisation_id, $2, o.name, o.scopes, $3::timestamptz, o.allowed_addresses, $8 from old o
  returning ${columns}
), ${auditParts(6, 'made')} select * from made`,
};

/** $1 id; then the audit row. Nothing when it is revoked already. */
export const revokeOwnKey: Statement = {
  name: 'revoke_own_key',
  text: `with made as (
  update api_keys k set revoked_at = now() where k.id = $1::uuid and k.revoked_at is null returning ${columns}
), ${auditParts(2, 'made')} select * from made`,
};

/** Coarsely: what was noted within the last hour stays ($1 ids, $2 when). */
export const noteKeyUses: Statement = {
  name: 'note_key_uses',
  text: `update api_keys k set last_used_at = u.used_at from unnest($1::uuid[], $2::timestamptz[]) as u (id, used_at)
where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.used_at)`,
};
