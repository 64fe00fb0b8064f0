// What is on no statement yet. A ledger entry is settled when settlement_entries holds its id; entries are looked for by
// the server's own time of writing, because business time can be far ahead of it and a transaction may become visible late.
// How much is unsettled goes from nothing to a month's captures and back: a plan that was kept from when there was little takes
// longer than a statement may when there is much, so these are planned anew each time.

import { settlingAccounts } from '../core/ledger.ts';
import type { CaptureFees, Pending } from '../core/settlement/lines.ts';
import type { Statement } from '../store/table.ts';

const own = `(${settlingAccounts.map((account) => `'${account}'`).join(', ')})`;

/** Written as the condition of the index, word by word, or the server would not see that the index answers it. */
const toSettle = `((l.debit_account = 'merchant_payables' and l.credit_account not in ${own})
  or (l.credit_account = 'merchant_payables' and l.debit_account not in ${own}))`;

/** Entries of a merchant ($1) that are on no statement. */
const unsettled = `from ledger l where l.merchant_id = $1 and ${toSettle}
  and l.written_at >= coalesce((select k.unsettled_from from settlement_looks k where k.merchant_id = $1), '-infinity')
  and not exists (select 1 from settlement_entries e where e.merchant_id = $1 and e.ledger_id = l.id)`;

/** When the first of what is on no statement yet was booked; by index, as a month's captures may be unsettled. */
export const firstUnsettled = `(select l.booked_at ${unsettled} order by l.written_at limit 1)`;

/** By currency, when the earliest of what was booked before $2 was booked. */
export const listPendingCurrencies: Statement = {
  name: 'list_pending_currencies',
  plannedAnew: true,
  text: `select l.currency, min(l.booked_at) as "firstAt" ${unsettled} and l.booked_at < $2::timestamptz
group by l.currency order by l.currency`,
};

/** Reserves that may be released until a day, and drafts that were left unfinished. */
export const listOpenSettlements: Statement = {
  name: 'list_open_settlements',
  plannedAnew: true,
  text: `select s.currency, s.state, s.number, s.release_on as "releaseOn", s.cut_at as "cutAt" from settlements s
where s.merchant_id = $1 and (s.state = 'Draft' or (s.reserve_withheld_minor > 0 and s.released_by is null))
order by s.currency, s.position`,
};

/** The end of the last period of each currency. */
export const listLastCuts: Statement = {
  name: 'list_last_cuts',
  text: `select s.currency, max(s.cut_at) as "cutAt" from settlements s where s.merchant_id = $1 group by s.currency`,
};

/** The sum of an event's entries, above zero in the merchant's favour. */
const amount = `sum(case when l.credit_account = 'merchant_payables' then l.amount_minor else -l.amount_minor end)`;

/** Events of a currency ($2) with their entries; all of an event's are of one transaction, so none is ever seen in part. */
const event = `l.written_at, l.event_id, min(l.booked_at) as booked_at, json_agg(l.id order by l.id) as ledger_ids,
    ${amount}::bigint as amount_minor, (array_agg(l.order_id))[1] as order_id, min(l.account_number) as account_number`;

const pendingRows = `select p.rank, p.event_id as "eventId", p.written_at::text as "writtenAt", p.booked_at as "bookedAt", p.ledger_ids as "ledgerIds", p.amount_minor as "amountMinor",
  p.order_id as "orderId", p.account_number as "accountNumber", x.type as "eventType", coalesce(x.subject, '') as subject,
  o.number as "orderNumber", o.payment_type as "paymentType",
  case x.type when 'order.captured' then x.subject when 'order.refunded' then r.capture_number end as "captureNumber"
from page p
left join outbox x on x.merchant_id = $1 and x.id = p.event_id
left join orders o on o.merchant_id = $1 and o.id = p.order_id
left join refunds r on r.merchant_id = $1 and x.type = 'order.refunded' and r.number = x.subject`;

/**
 * Events of a rank after the place ($4 rank, $5 time of writing, $6 event), no more than the page needs. Whether an entry is on a
 * statement is looked up by its key and not joined (offset 0), or every page would read all that is on the draft already.
 */
const eventsOfRank = (rank: 0 | 1): string => `(select ${rank} as rank, ${event}
  from ledger l where l.merchant_id = $1 and ${toSettle}
  and l.written_at >= greatest((select k.unsettled_from from settlement_looks k where k.merchant_id = $1),
    case $4::int when ${rank} then $5::timestamptz else '-infinity' end)
  and ($4::int < ${rank} or $4::int = ${rank} and (l.written_at, l.event_id) > ($5::timestamptz, $6::uuid))
  and not exists (select 1 from settlement_entries e where e.merchant_id = $1 and e.ledger_id = l.id offset 0)
  and l.currency = $2 and l.booked_at < $3::timestamptz
  group by l.written_at, l.event_id having ${amount} ${rank === 0 ? '>=' : '<'} 0 order by l.written_at, l.event_id limit $7::int)`;

/**
 * A page of what is pending, as it was written: captures and the like first, then what gives back, so that the fee of a capture is
 * known before a refund asks for it. The second part is read where the first one does not fill the page.
 */
export const listPending: Statement = {
  name: 'list_pending',
  plannedAnew: true,
  text: `with page as materialized (
  ${eventsOfRank(0)} union all ${eventsOfRank(1)} limit $7::int
)
${pendingRows}
order by p.rank, p.written_at, p.event_id`,
};

/** The same of some captures ($3) of some orders ($4), whenever they were booked. */
export const listPendingCaptures: Statement = {
  name: 'list_pending_captures',
  plannedAnew: true,
  text: `with page as (
  select 0 as rank, ${event} ${unsettled} and l.currency = $2 and l.order_id = any($4::uuid[]) group by l.written_at, l.event_id
)
${pendingRows}
where x.type = 'order.captured' and x.subject = any($3::text[])
order by p.booked_at, p.event_id`,
};

export interface PendingPlace {
  readonly rank: number;
  /** By the server's clock, to the microsecond. */
  readonly writtenAt: string;
  readonly eventId: string;
}
export const fromTheStart: PendingPlace = { rank: 0, writtenAt: '-infinity', eventId: '00000000-0000-0000-0000-000000000000' };

export const pendingOf = (row: Record<string, unknown>): Pending => row as unknown as Pending;

export const placeAfter = (row: Record<string, unknown>): PendingPlace => ({
  rank: Number(row['rank']),
  writtenAt: String(row['writtenAt']),
  eventId: String(row['eventId']),
});

/** What statements say of these captures: charged for the capture, and refunded. */
export const listCaptureFees: Statement = {
  name: 'list_capture_fees',
  text: `select l.capture_number as "captureNumber",
  coalesce(sum(l.amount_minor) filter (where l.kind = 'Capture'), 0)::bigint as "capturedMinor",
  coalesce(sum(l.percent_fee_minor) filter (where l.kind = 'Capture'), 0)::bigint as "percentFeeMinor",
  coalesce(-sum(l.amount_minor) filter (where l.kind = 'Refund'), 0)::bigint as "refundedMinor"
from settlement_lines l where l.merchant_id = $1 and l.capture_number = any($2::text[]) group by l.capture_number`,
};

/** Texts as an array's text. */
export const arrayOf = (texts: readonly string[]): string =>
  `{${[...new Set(texts)].map((each) => JSON.stringify(each)).join(',')}}`;

export const captureFeesOf = (rows: readonly Record<string, unknown>[]): Map<string, CaptureFees> =>
  new Map(rows.map((row) => [String(row['captureNumber']), row as unknown as CaptureFees]));

/** Merchants page by page with what says whether one is due; the contract is read in its part alone. */
export const listMerchantsToSettle: Statement = {
  name: 'list_merchants_to_settle',
  text: `with page as materialized (
  select m.id, m.time_zone, m.clock_offset_ms, m.contract -> 'settlement' as settlement from merchants m
  where m.id > $1::uuid and ($3::uuid is null or m.id = $3) order by m.id limit $2::int
), looks as materialized (
  select k.merchant_id, k.cut_at from settlement_looks k where k.merchant_id in (select id from page)
), drafts as materialized (
  select distinct s.merchant_id from settlements s where s.state = 'Draft' and s.merchant_id in (select id from page)
)
select m.id, m.time_zone as "timeZone", m.clock_offset_ms as "clockOffsetMs", m.settlement, k.cut_at as "cutAt",
  d.merchant_id is not null as "hasDraft"
from page m left join looks k on k.merchant_id = m.id left join drafts d on d.merchant_id = m.id order by m.id`,
};

/**
 * The next end of a period after $2 that has something to settle, as core/settlement/calendar.ts reckons it: after what is
 * pending was booked, or on or after the day on which a reserve may be released.
 */
export const findNextCut: Statement = {
  name: 'find_next_cut',
  plannedAnew: true,
  text: `with start as (
  select m.time_zone, coalesce(m.contract -> 'settlement' ->> 'period', 'weekly') as period,
    coalesce((m.contract -> 'settlement' ->> 'weekday')::int, 1) as weekday,
    greatest($2::timestamptz, least((select min(l.booked_at) ${unsettled}),
      (select min(s.release_on)::timestamp at time zone m.time_zone - interval '1 millisecond' from settlements s
       where s.merchant_id = $1 and s.reserve_withheld_minor > 0 and s.released_by is null))) as at
  from merchants m where m.id = $1
    and (exists (select 1 ${unsettled}) or exists (select 1 from settlements s
      where s.merchant_id = $1 and s.reserve_withheld_minor > 0 and s.released_by is null))
), local as (select s.*, date_trunc('day', s.at at time zone s.time_zone) as day from start s)
select (case period when 'daily' then day + interval '1 day'
  when 'monthly' then date_trunc('month', day) + interval '1 month'
  else day + ((weekday - extract(isodow from day)::int + 6) % 7 + 1) * interval '1 day' end) at time zone time_zone as "at"
from local`,
};

/**
 * A merchant was looked at up to a cut. What is written later than an hour before this moment, or is on no statement yet, is
 * looked for again: no transaction lives for an hour.
 */
export const insertLook: Statement = {
  name: 'insert_settlement_look',
  plannedAnew: true,
  text: `insert into settlement_looks as k (merchant_id, cut_at, unsettled_from)
select $1::uuid, $2::timestamptz, least(now() - interval '1 hour', (select min(l.written_at) ${unsettled}))
on conflict (merchant_id) do update set cut_at = greatest(k.cut_at, excluded.cut_at),
  unsettled_from = greatest(k.unsettled_from, excluded.unsettled_from)`,
};
