// The heads of the chains: the last seals, and what was signed of them (signing.ts).
import type { ChainName } from '../core/seal.ts';
import type { Statement } from '../store/table.ts';

/** A seal has the number of its first row; this is that of its last. */
export const lastNumber = (alias: string): string => `${alias}.number + coalesce(cardinality(${alias}.row_ids), 1) - 1`;

/** The last seal and the head that was signed, of one moment; no row where there is neither. */
const findHeadOf = (chain: ChainName): Statement => ({
  name: `find_${chain}_head`,
  text: `select s.number, s.hash, s.highest_id as "highestId", s.sealed_at as "sealedAt", h.number as "signedNumber", h.hash as "signedHash",
  h.signed_from as "signedFrom", h.key_id as "keyId", h.signature
from (select 1) x
left join (
  select ${lastNumber('l')} as number, l.hash, coalesce(l.highest_id, l.row_id) as highest_id, l.sealed_at from ${chain}_seals l where l.merchant_id = $1 order by l.number desc limit 1
) s on true
left join chain_heads h on h.merchant_id = $1 and h.chain = '${chain}'
where s.number is not null or h.number is not null`,
});

export const findHead: Readonly<Record<ChainName, Statement>> = { ledger: findHeadOf('ledger'), audit: findHeadOf('audit') };

/** Is this database one whose chains may be without a signature still: none is signed yet, or it was migrated within a day? */
export const mayTakeOver: Statement = {
  name: 'may_take_over_chains',
  text: `select 1 where not exists (select 1 from chain_heads) or exists (
  select 1 from schema_migrations m where m.name = '0064-signed-heads.sql' and m.applied_at > now() - interval '1 day'
    and exists (select 1 from schema_migrations o where o.applied_at < m.applied_at - interval '1 minute')
)`,
};

const lastUnsigned = (chain: ChainName): string => `select $1::uuid as "merchantId", '${chain}' as chain, s.number, s.hash
from (select ${lastNumber('l')} as number, l.hash from ${chain}_seals l where l.merchant_id = $1::uuid order by l.number desc limit 1) s
left join chain_heads h on h.merchant_id = $1::uuid and h.chain = '${chain}'
where h.number is null or h.number < s.number`;

/** The last seals of a merchant's chains that are not signed. */
export const listUnsignedHeads: Statement = {
  name: 'list_unsigned_heads',
  text: `${lastUnsigned('ledger')}\nunion all\n${lastUnsigned('audit')}`,
};

/** Heads that another key than $1 signed. */
export const listHeadsOfOtherKeys: Statement = {
  name: 'list_heads_of_other_keys',
  text: `select h.merchant_id as "merchantId", h.chain from chain_heads h where h.key_id <> $1`,
};

/** As a part of a statement: heads in seven arrays. What another process has signed beyond them stays. */
export const signingHeads = (first: number): string => {
  const types = ['uuid[]', 'text[]', 'bigint[]', 'text[]', 'bigint[]', 'text[]', 'text[]'];
  return `insert into chain_heads as h (merchant_id, chain, number, hash, signed_from, key_id, signature)
  select * from unnest(${types.map((type, index) => `$${first + index}::${type}`).join(', ')})
  on conflict (merchant_id, chain) do update set number = excluded.number, hash = excluded.hash, signed_from = excluded.signed_from,
    key_id = excluded.key_id, signature = excluded.signature, signed_at = excluded.signed_at where h.number <= excluded.number`;
};

export const signHeads: Statement = { name: 'sign_heads', text: signingHeads(1) };

/** Every head that was signed, to be kept elsewhere. */
export const listSignedHeads: Statement = {
  name: 'list_signed_heads',
  text: `select h.merchant_id as "merchantId", h.chain, h.number, h.hash, h.signed_from as "signedFrom", h.key_id as "keyId", h.signature
from chain_heads h order by h.merchant_id, h.chain`,
};
