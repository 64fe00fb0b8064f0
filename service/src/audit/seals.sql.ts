// The statements of the two chains. Every one is bounded by a page of rows, however long the chain is.
import { type ChainName, chains } from '../core/seal.ts';
import type { Statement } from '../store/table.ts';
import { lastNumber, signingHeads } from './heads.sql.ts';

const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** What a seal covers of a row, in this order; a test holds it against the tables. */
export const sealedColumns: Readonly<Record<ChainName, readonly string[]>> = {
  ledger: [
    'id',
    'event_id',
    'order_id',
    'account_number',
    'debit_account',
    'credit_account',
    'amount_minor',
    'currency',
    'booked_at',
    'written_at',
  ],
  audit: ['id', 'actor', 'operation', 'order_id', 'account_number', 'customer_id', 'subject', 'request_id', 'happened_at'],
};
const instants = new Set(['booked_at', 'written_at', 'happened_at']);

const texts = (chain: ChainName): string =>
  sealedColumns[chain].map((column) => (instants.has(column) ? instant(`r.${column}`) : `r.${column}::text`)).join(', ');
/** As JSON, since an array's own text is read several times slower. */
const fields = (chain: ChainName): string => `to_json(array[${texts(chain)}])`;
/** `digestText` of core/seal.ts. */
const digest = `encode(sha256(convert_to(coalesce(r.reason_salt::text, '') || E'\\n' || r.reason, 'UTF8')), 'hex')`;
const isAudit = (chain: ChainName): boolean => chain === 'audit';

/** Merchants with rows that wait for their seals. */
const listUnsealedMerchants: Statement = {
  name: 'list_unsealed_merchants',
  text: 'select distinct u.merchant_id as "merchantId" from unsealed u',
};

/** The oldest transactions whose rows wait, for about $2 rows; at least one of them. */
const listUnsealedBatches: Statement = {
  name: 'list_unsealed_batches',
  text: `select b.id from (
  select u.id, u.rows, sum(u.rows) over (order by u.id) as total from (
    select n.id, cardinality(n.ledger_ids) + cardinality(n.audit_ids) as rows from unsealed n
    where n.merchant_id = $1 order by n.id limit $2::int
  ) u
) b where b.total - b.rows < $2::int order by b.id`,
};

/**
 * The rows of a chain that these transactions ($2) wrote, by id, as one: ids, the hash of each (`rowText` of core/seal.ts, whose text
 * PostgreSQL writes in the same way), and the digests of their words where there are any.
 */
const digested = (chain: ChainName): string => `select '${chain}' as chain, count(*)::int as count, array_agg(x.id)::text as ids,
  encode(string_agg(sha256(convert_to(x.text, 'UTF8')), ''::bytea), 'hex') as hashes,
  case when count(x.digest) > 0 then array_agg(x.digest)::text end as digests
from (
  select r.id, ${isAudit(chain) ? 'd.digest' : 'null::text as digest'}, to_json(array[${texts(chain)}${isAudit(chain) ? ', d.digest' : ''}])::text as text
  from (select distinct unnest(u.${chain}_ids) as id from unsealed u where u.merchant_id = $1 and u.id = any($2::uuid[])) w
  join ${chain} r on r.merchant_id = $1 and r.id = w.id${isAudit(chain) ? `\n  cross join lateral (select ${digest} as digest) d` : ''}
  order by r.id
) x`;

const digestUnsealed: Statement = {
  name: 'digest_unsealed',
  text: `${digested('ledger')}\nunion all\n${digested('audit')}`,
};

/** The seal whose last row has the number. */
const findSeal = (chain: ChainName): Statement => ({
  name: `find_${chain}_seal`,
  text: `select x.hash from (
  select s.hash, ${lastNumber('s')} as last from ${chain}_seals s where s.merchant_id = $1 and s.number <= $2::bigint
  order by s.number desc limit 1
) x where x.last = $2::bigint`,
});

/** One seal, or none where its number is null. */
const sealed = (chain: ChainName, first: number): string => {
  const own = isAudit(chain);
  return `insert into ${chain}_seals (merchant_id, number, version, hash, row_ids, row_hashes, highest_id${own ? ', reason_digests' : ''})
  select $1::uuid, $${first}::bigint, $3::int, $${first + 1}, $${first + 2}::uuid[], decode($${first + 3}, 'hex'), $${first + 4}::uuid${
    own ? `, $${first + 5}::text[]` : ''
  } where $${first}::bigint is not null`;
};

/**
 * A seal of each chain with the signed heads that they result in, and of these transactions ($2) nothing waits any more. Who came
 * second has a seal with the same number, fails as a whole and changed nothing: each reads the head before it reads what waits.
 */
const sealBatches: Statement = {
  name: 'seal_batches',
  text: `with ledger_sealed as (
  ${sealed('ledger', 4)}
), audit_sealed as (
  ${sealed('audit', 9)}
), signed as (
  ${signingHeads(15)}
)
delete from unsealed u where u.merchant_id = $1 and u.id = any($2::uuid[])`,
};

/** Is this database one that processes of the version before, which leave no word of what waits, may still write? */
const findNewlyMigrated: Statement = {
  name: 'find_newly_migrated',
  text: `select 1 from schema_migrations m where m.name = '0057-sealed-by-batch.sql' and m.applied_at > now() - interval '1 day'
  and exists (select from schema_migrations o where o.applied_at < m.applied_at - interval '1 minute')`,
};

/** Rows that were left ($2) wait for their seals from now on. */
const queueLeft = (chain: ChainName): Statement => ({
  name: `queue_left_${chain}`,
  text: `insert into unsealed (merchant_id, id, ledger_ids, audit_ids)
values ($1::uuid, ($2::uuid[])[1], ${chains.map((each) => (each === chain ? '$2::uuid[]' : `'{}'`)).join(', ')}) on conflict do nothing`,
});

/** The rows of the seals behind the row with a number, about $3 of them, with the highest id of the chain before each seal. */
const listSealed = (chain: ChainName): Statement => ({
  name: `list_${chain}_seals`,
  text: `select s.number, m.place::int as place, m.id as "rowId", s.before as "beforeId", s.highest_id as "highestId", s.version, s.hash,
  case when m.place = 1 then encode(s.row_hashes, 'hex') end as "rowHashes"${isAudit(chain) ? `, coalesce(m.digest, s.reason_digest) as "reasonDigest"` : ''},
  r.id is not null as present, ${fields(chain)} as fields,
  (extract(epoch from r.${isAudit(chain) ? 'happened_at' : 'booked_at'}) * 1000)::float8 as "saidMs"${
    isAudit(chain) ? `, r.reason, r.reason_salt::text as "reasonSalt"` : ''
  }
from (
  select n.*, lag(coalesce(n.highest_id, n.row_id), 1, (
    select coalesce(b.highest_id, b.row_id) from ${chain}_seals b where b.merchant_id = $1 and b.number <= $2::bigint
    order by b.number desc limit 1
  )) over (order by n.number) as before
  from ${chain}_seals n where n.merchant_id = $1 and n.number > $2::bigint and n.number <= greatest($2::bigint + $3::int, (
    select f.number from ${chain}_seals f where f.merchant_id = $1 and f.number > $2::bigint order by f.number limit 1
  ))
) s
cross join lateral unnest(coalesce(s.row_ids, array[s.row_id])${isAudit(chain) ? `, coalesce(s.reason_digests, '{}')` : ''})
  with ordinality as m(id${isAudit(chain) ? ', digest' : ''}, place)
left join ${chain} r on r.merchant_id = $1 and r.id = m.id order by s.number, m.place`,
});

/** The next $3 rows after an id. */
const listRows = (chain: ChainName): Statement => ({
  name: `list_${chain}_rows`,
  text: `select r.id from ${chain} r where r.merchant_id = $1 and r.id > $2::uuid order by r.id limit $3::int`,
});

/**
 * Which ids after $2 and up to $3 have a seal, or wait for one. A row is sealed while the highest id of its chain is at most $4, so
 * only these seals are looked at, and the next.
 */
const listKnown = (chain: ChainName): Statement => ({
  name: `list_${chain}_known`,
  text: `select s.row_id as id, false as waits from ${chain}_seals s where s.merchant_id = $1 and s.row_id > $2::uuid and s.row_id <= $3::uuid
union all
select m.id, false from ${chain}_seals s cross join lateral unnest(s.row_ids) m(id)
where s.merchant_id = $1 and s.highest_id > $2::uuid and m.id > $2::uuid and m.id <= $3::uuid and s.number <= coalesce((
  select n.number from ${chain}_seals n where n.merchant_id = $1 and n.highest_id > $4::uuid order by n.highest_id, n.number limit 1
), 9223372036854775807)
union all
select w.id, true from (select unnest(u.${chain}_ids) as id from unsealed u where u.merchant_id = $1) w
where w.id > $2::uuid and w.id <= $3::uuid`,
});

const ofBoth = (make: (chain: ChainName) => Statement): Readonly<Record<ChainName, Statement>> => ({
  ledger: make('ledger'),
  audit: make('audit'),
});

export const sealStatements = {
  listUnsealedMerchants,
  listUnsealedBatches,
  digestUnsealed,
  sealBatches,
  findNewlyMigrated,
  queueLeft: ofBoth(queueLeft),
  findSeal: ofBoth(findSeal),
  listSealed: ofBoth(listSealed),
  listRows: ofBoth(listRows),
  listKnown: ofBoth(listKnown),
};

const moved = (account: string, sign: 1 | -1): string =>
  `coalesce(sum(case when l.debit_account = '${account}' then ${sign} * l.amount_minor
    when l.credit_account = '${account}' then ${-sign} * l.amount_minor end), 0)`;

/** Of the next $3 orders after an id: how many, the last one, and the first whose counters are not what the ledger says. */
export const findUnbalancedOrder: Statement = {
  name: 'find_unbalanced_order',
  text: `with page as materialized (
  select o.* from orders o where o.merchant_id = $1 and o.id > $2::uuid order by o.id limit $3::int
), wrong as (
  select o.id, o.number from page o,
    lateral (select ${moved('receivables', 1)} as receivable, ${moved('merchant_payables', -1)} as payable, ${moved('holds', -1)} as held
      from ledger l where l.merchant_id = $1 and l.order_id = o.id) s,
    lateral (select coalesce(sum(c.amount_minor), 0) as captured, coalesce(sum(c.refunded_minor), 0) as refunded,
        coalesce(sum(c.paid_minor - c.credit_minor), 0) as paid
      from captures c where c.merchant_id = $1 and c.order_id = o.id) c
  where c.captured <> o.captured_minor or c.refunded <> o.refunded_minor
    or s.receivable <> o.captured_minor - o.refunded_minor - c.paid or s.payable <> o.captured_minor - o.refunded_minor
    or s.held <> case when o.state = 'Rejected' then 0 else o.authorized_minor - o.captured_minor - o.voided_minor end
)
select (select count(*) from page)::int as count, (select p.id from page p order by p.id desc limit 1) as last,
  (select w.number from wrong w order by w.id limit 1) as number`,
};
