// The statements of the two chains. Every one is bounded by a page of rows, however long the chain is.
import type { ChainName } from '../core/seal.ts';
import type { Statement } from '../store/table.ts';

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

const fields = (chain: ChainName): string =>
  `array[${sealedColumns[chain].map((column) => (instants.has(column) ? instant(`r.${column}`) : `r.${column}::text`)).join(', ')}]`;
const words = (chain: ChainName): string => (chain === 'audit' ? `, r.reason, r.reason_salt::text as "reasonSalt"` : '');
const ownDigest = (chain: ChainName): string => (chain === 'audit' ? `, s.reason_digest as "reasonDigest"` : '');

/** Merchants whose newest row has no seal, and those sealed lately, where a row may have become visible late. */
const listUnsealedMerchants = (chain: ChainName): Statement => ({
  name: `list_unsealed_${chain}`,
  text: `select m.id as "merchantId" from (select id from merchants union all select '00000000-0000-0000-0000-000000000000'::uuid) m
where exists (
  select 1 from (select r.id from ${chain} r where r.merchant_id = m.id order by r.id desc limit 1) newest
  where not exists (select 1 from ${chain}_seals s where s.merchant_id = m.id and s.row_id = newest.id)
) or exists (
  select 1 from (select s.sealed_at from ${chain}_seals s where s.merchant_id = m.id order by s.number desc limit 1) latest
  where latest.sealed_at > now() - interval '10 minutes'
)`,
});

const findHead = (chain: ChainName): Statement => ({
  name: `find_${chain}_head`,
  text: `select s.number, s.hash, s.row_id as "rowId", s.sealed_at as "sealedAt" from ${chain}_seals s
where s.merchant_id = $1 order by s.number desc limit 1`,
});

const findSeal = (chain: ChainName): Statement => ({
  name: `find_${chain}_seal`,
  text: `select s.hash from ${chain}_seals s where s.merchant_id = $1 and s.number = $2::bigint`,
});

/** Of the next $3 rows after an id those without a seal, and the last one in any case: where the next page begins. */
const listUnsealed = (chain: ChainName): Statement => ({
  name: `list_unsealed_${chain}_rows`,
  text: `with page as materialized (
  select r.* from ${chain} r where r.merchant_id = $1 and r.id > $2::uuid order by r.id limit $3::int
)
select r.id, ${fields(chain)} as fields${words(chain)}, s.row_id is null as unsealed, (select count(*) from page)::int as count
from page r left join ${chain}_seals s on s.merchant_id = $1 and s.row_id = r.id
where s.row_id is null or r.id = (select p.id from page p order by p.id desc limit 1) order by r.id`,
});

/** Seals from a number on. Who came second, with the same numbers, fails as a whole and changed nothing. */
const insertSeals = (chain: ChainName): Statement => ({
  name: `insert_${chain}_seals`,
  text:
    chain === 'audit'
      ? `insert into audit_seals (merchant_id, number, row_id, version, hash, reason_digest)
select $1::uuid, $2::bigint + t.place - 1, t.row_id, $3::int, t.hash, nullif(t.digest, '')
from unnest($4::uuid[], $5::text[], $6::text[]) with ordinality as t(row_id, hash, digest, place)`
      : `insert into ledger_seals (merchant_id, number, row_id, version, hash)
select $1::uuid, $2::bigint + t.place - 1, t.row_id, $3::int, t.hash
from unnest($4::uuid[], $5::text[]) with ordinality as t(row_id, hash, place)`,
});

/** The next $3 seals after a number, with the rows they are for. */
const listSealed = (chain: ChainName): Statement => ({
  name: `list_${chain}_seals`,
  text: `select s.number, s.row_id as "rowId", s.version, s.hash${ownDigest(chain)}, r.id is not null as present, ${fields(chain)} as fields,
  (extract(epoch from r.${chain === 'ledger' ? 'booked_at' : 'happened_at'}) * 1000)::float8 as "saidMs"${words(chain)}
from (select * from ${chain}_seals s where s.merchant_id = $1 and s.number > $2::bigint order by s.number limit $3::int) s
left join ${chain} r on r.merchant_id = $1 and r.id = s.row_id order by s.number`,
});

/** Of the next $3 rows after an id: how many, the last one, and the first without a seal. */
const findStray = (chain: ChainName): Statement => ({
  name: `find_${chain}_stray`,
  text: `with page as materialized (
  select r.id from ${chain} r where r.merchant_id = $1 and r.id > $2::uuid order by r.id limit $3::int
), unsealed as (
  select p.id from page p where not exists (select 1 from ${chain}_seals s where s.merchant_id = $1 and s.row_id = p.id)
)
select (select count(*) from page)::int as count, (select p.id from page p order by p.id desc limit 1) as last,
  (select count(*) from unsealed)::int as unsealed, (select u.id from unsealed u order by u.id limit 1) as first`,
});

const ofBoth = (make: (chain: ChainName) => Statement): Readonly<Record<ChainName, Statement>> => ({
  ledger: make('ledger'),
  audit: make('audit'),
});

export const sealStatements = {
  listUnsealedMerchants: ofBoth(listUnsealedMerchants),
  findHead: ofBoth(findHead),
  findSeal: ofBoth(findSeal),
  listUnsealed: ofBoth(listUnsealed),
  insertSeals: ofBoth(insertSeals),
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
