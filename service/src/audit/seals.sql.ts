// The statements of the two chains. Every one is bounded by a page of rows, however long the chain is.
import type { ChainName } from '../core/seal.ts';
import type { Statement } from '../store/table.ts';
import { signingHeads } from './heads.sql.ts';

const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** What a seal of version 1 covers, in this order; a test holds it against the tables. */
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

/** As JSON, since an array's own text is read several times slower. */
const fields = (chain: ChainName): string =>
  `to_json(array[${sealedColumns[chain].map((column) => (instants.has(column) ? instant(`r.${column}`) : `r.${column}::text`)).join(', ')}])`;
const words = (chain: ChainName): string => (chain === 'audit' ? `, r.reason, r.reason_salt::text as "reasonSalt"` : '');
const ownDigest = (chain: ChainName): string => (chain === 'audit' ? `, s.reason_digest as "reasonDigest"` : '');

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

/** What these transactions ($2) wrote and has no seal yet: a process of the version before may have sealed it. */
const ofBatches = (chain: ChainName): string => `select '${chain}' as chain, r.id, ${fields(chain)} as fields, ${
  chain === 'audit' ? 'r.reason, r.reason_salt::text' : 'null, null'
} as "reasonSalt"
from (select distinct unnest(u.${chain}_ids) as id from unsealed u where u.merchant_id = $1 and u.id = any($2::uuid[])) w
join ${chain} r on r.merchant_id = $1 and r.id = w.id
where not exists (select from ${chain}_seals s where s.merchant_id = $1 and s.row_id = w.id)`;

const listUnsealed: Statement = {
  name: 'list_unsealed',
  text: `select x.chain, x.id, x.fields, x.reason, x."reasonSalt" from (
${ofBatches('audit')}
union all
${ofBatches('ledger')}
) x order by x.id`,
};

const findSeal = (chain: ChainName): Statement => ({
  name: `find_${chain}_seal`,
  text: `select s.hash from ${chain}_seals s where s.merchant_id = $1 and s.number = $2::bigint`,
});

const numbered = (chain: ChainName, first: number): string => {
  const own = chain === 'audit';
  return `insert into ${chain}_seals (merchant_id, number, row_id, version, hash${own ? ', reason_digest' : ''})
  select $1::uuid, $${first}::bigint + t.place, t.row_id, $3::int, t.hash${own ? `, nullif(t.digest, '')` : ''}
  from unnest($${first + 1}::uuid[], $${first + 2}::text[]${own ? `, $${first + 3}::text[]` : ''})
    with ordinality as t(row_id, hash${own ? ', digest' : ''}, place)`;
};

/**
 * Seals after a number of each chain with the signed heads that they result in, and of these transactions ($2) nothing waits any more.
 * Who came second, with the same numbers or the same rows, fails as a whole and changed nothing.
 */
const sealBatches: Statement = {
  name: 'seal_batches',
  text: `with ledger_sealed as (
  ${numbered('ledger', 4)}
), audit_sealed as (
  ${numbered('audit', 7)}
), signed as (
  ${signingHeads(11)}
)
delete from unsealed u where u.merchant_id = $1 and u.id = any($2::uuid[])`,
};

/** Is this database one that processes of the version before, which leave no word of what waits, may still write? */
const findNewlyMigrated: Statement = {
  name: 'find_newly_migrated',
  text: `select 1 from schema_migrations m where m.name = '0057-sealed-by-batch.sql' and m.applied_at > now() - interval '1 day'
  and exists (select from schema_migrations o where o.applied_at < m.applied_at - interval '1 minute')`,
};

/** What has neither a seal nor waits for one, after an id. */
const queueLeft = (chain: ChainName): Statement => ({
  name: `queue_left_${chain}`,
  text: `insert into unsealed (merchant_id, id, ledger_ids, audit_ids)
select $1::uuid, (array_agg(x.id order by x.id))[1], ${['ledger', 'audit'].map((each) => (each === chain ? 'array_agg(x.id)' : `'{}'`)).join(', ')}
from (
  select r.id from ${chain} r where r.merchant_id = $1 and r.id > $2::uuid
    and not exists (select from ${chain}_seals s where s.merchant_id = $1 and s.row_id = r.id)
    and r.id <> all(array(select unnest(u.${chain}_ids) from unsealed u where u.merchant_id = $1))
) x having count(*) > 0 on conflict do nothing`,
});

/** The next $3 seals after a number, with the rows they are for and the row that was sealed before each. */
const listSealed = (chain: ChainName): Statement => ({
  name: `list_${chain}_seals`,
  text: `select s.number, s.row_id as "rowId", lag(s.row_id, 1, (
    select b.row_id from ${chain}_seals b where b.merchant_id = $1 and b.number = $2::bigint
  )) over (order by s.number) as "beforeId", s.version, s.hash${ownDigest(chain)}, r.id is not null as present, ${fields(chain)} as fields,
  (extract(epoch from r.${chain === 'ledger' ? 'booked_at' : 'happened_at'}) * 1000)::float8 as "saidMs"${words(chain)}
from (select * from ${chain}_seals s where s.merchant_id = $1 and s.number > $2::bigint order by s.number limit $3::int) s
left join ${chain} r on r.merchant_id = $1 and r.id = s.row_id order by s.number`,
});

/** Of the next $3 rows after an id: how many, the last one, how many wait for their seals, and the first that has none nor waits. */
const findStray = (chain: ChainName): Statement => ({
  name: `find_${chain}_stray`,
  text: `with page as materialized (
  select r.id from ${chain} r where r.merchant_id = $1 and r.id > $2::uuid order by r.id limit $3::int
), waiting as materialized (
  select unnest(u.${chain}_ids) as id from unsealed u where u.merchant_id = $1
), unsealed_rows as (
  select p.id, p.id in (select w.id from waiting w) as waits from page p
  where not exists (select 1 from ${chain}_seals s where s.merchant_id = $1 and s.row_id = p.id)
)
select (select count(*) from page)::int as count, (select p.id from page p order by p.id desc limit 1) as last,
  (select count(*) from unsealed_rows u where u.waits)::int as waiting,
  (select u.id from unsealed_rows u where not u.waits order by u.id limit 1) as first`,
});

const ofBoth = (make: (chain: ChainName) => Statement): Readonly<Record<ChainName, Statement>> => ({
  ledger: make('ledger'),
  audit: make('audit'),
});

export const sealStatements = {
  listUnsealedMerchants,
  listUnsealedBatches,
  listUnsealed,
  sealBatches,
  findNewlyMigrated,
  queueLeft: ofBoth(queueLeft),
  findSeal: ofBoth(findSeal),
  listSealed: ofBoth(listSealed),
  findStray: ofBoth(findStray),
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
