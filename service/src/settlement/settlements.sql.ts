// Statements, their lines, and which ledger entry is on which line.
import type { Payout, Settlement, SettlementAdjustment, SettlementEntry, SettlementLine } from '../core/settlement/rows.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';

export const settlements: Table<Settlement> = {
  name: 'settlements',
  columns: {
    number: 'text',
    currency: 'text',
    position: 'int',
    state: 'text',
    cutAt: 'timestamptz',
    fromOn: 'date',
    toOn: 'date',
    madeOn: 'date',
    payoutOn: 'date',
    agreement: 'json',
    lineCount: 'int',
    capturesMinor: 'bigint',
    refundsMinor: 'bigint',
    adjustmentsMinor: 'bigint',
    feesMinor: 'bigint',
    reserveWithheldMinor: 'bigint',
    reserveReleasedMinor: 'bigint',
    carriedInMinor: 'bigint',
    carriedOutMinor: 'bigint',
    payoutMinor: 'bigint',
    releaseOn: 'date',
    releasedBy: 'text',
    eventId: 'uuid',
    documentId: 'uuid',
    closedAt: 'timestamptz',
  },
  key: ['number'],
  adds: [
    'lineCount',
    'capturesMinor',
    'refundsMinor',
    'adjustmentsMinor',
    'feesMinor',
    'reserveWithheldMinor',
    'reserveReleasedMinor',
    'carriedOutMinor',
    'payoutMinor',
  ],
  sets: ['state', 'releasedBy', 'closedAt'],
};

export const settlementLines: Table<SettlementLine> = {
  name: 'settlementLines',
  columns: {
    settlementNumber: 'text',
    lineNumber: 'int',
    kind: 'text',
    bookedAt: 'timestamptz',
    bookedOn: 'date',
    orderId: 'uuid',
    orderNumber: 'text',
    accountNumber: 'text',
    captureNumber: 'text',
    subject: 'text',
    paymentType: 'text',
    eventId: 'uuid',
    ledgerIds: 'json',
    amountMinor: 'bigint',
    percentFeeMinor: 'bigint',
    fixedFeeMinor: 'bigint',
    reserveMinor: 'bigint',
    netMinor: 'bigint',
  },
  key: ['settlementNumber', 'lineNumber'],
};

export const settlementEntries: Table<SettlementEntry> = {
  name: 'settlementEntries',
  columns: { ledgerId: 'uuid', settlementNumber: 'text', lineNumber: 'int' },
  key: ['ledgerId'],
};

export const settlementAdjustments: Table<SettlementAdjustment> = {
  name: 'settlementAdjustments',
  columns: { number: 'text', currency: 'text', amountMinor: 'bigint', reason: 'text', insertedAt: 'timestamptz' },
  key: ['number'],
};

export const payouts: Table<Payout> = {
  name: 'payouts',
  columns: {
    settlementNumber: 'text',
    currency: 'text',
    amountMinor: 'bigint',
    payoutOn: 'date',
    state: 'text',
    attempts: 'int',
    version: 'int',
    fileId: 'uuid',
    endToEndId: 'text',
    iban: 'sealed',
    paidOn: 'date',
    reason: 'text',
    insertedAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  key: ['settlementNumber'],
  adds: ['version'],
  sets: ['state', 'paidOn', 'reason', 'updatedAt'],
};

const current = `select ${selectList(settlements, 's')} from settlements s
where s.merchant_id = $1 and s.currency = any($2::text[])
  and ((s.reserve_withheld_minor > 0 and s.released_by is null)
    or s.position = (select max(t.position) from settlements t where t.merchant_id = $1 and t.currency = s.currency))
order by s.currency, s.position`;

/** A currency's latest statement, and those whose reserve is still withheld. */
export const lockSettlements: Statement = { name: 'lock_settlements', text: `${current} for no key update` };

/** The same to look at; the latest is the last. */
export const listCurrentSettlements: Statement = {
  name: 'list_current_settlements',
  text: current.replace('any($2::text[])', '$2'),
};

export const lockPayouts: Statement = {
  name: 'lock_payouts',
  text: `select ${selectList(payouts, 'p')} from payouts p
where p.merchant_id = $1 and p.settlement_number = any($2::text[]) order by p.settlement_number for no key update`,
};

export const findAdjustments: Statement = {
  name: 'find_settlement_adjustments',
  text: `select ${selectList(settlementAdjustments, 'a')} from settlement_adjustments a
where a.merchant_id = $1 and a.number = any($2::text[])`,
};

/** The draft of a currency, when there is one. */
export const findDraft: Statement = {
  name: 'find_settlement_draft',
  text: `select ${selectList(settlements, 's')} from settlements s
where s.merchant_id = $1 and s.currency = $2 and s.state = 'Draft'`,
};

const withPayout = `select ${selectList(settlements, 's')}, p.state as "payoutState",
  p.paid_on as "payoutPaidOn", p.reason as "payoutReason", p.end_to_end_id as "payoutEndToEndId", p.file_id as "payoutFileId"
from settlements s left join payouts p on p.merchant_id = s.merchant_id and p.settlement_number = s.number`;

/** A page of closed statements, latest first, after a place. */
export const listSettlements: Statement = {
  name: 'list_settlements',
  text: `${withPayout} where s.merchant_id = $1 and s.state = 'Closed' and (s.cut_at, s.number) < ($2::timestamptz, $3::text)
  and ($4::text is null or s.currency = $4) order by s.cut_at desc, s.number desc limit $5::int`,
};

export const findSettlement: Statement = {
  name: 'find_settlement',
  text: `${withPayout} where s.merchant_id = $1 and s.number = $2 and s.state = 'Closed'`,
};

export const findSettlementByDocument: Statement = {
  name: 'find_settlement_by_document',
  text: `select ${selectList(settlements, 's')} from settlements s
where s.merchant_id = $1 and s.document_id = $2::uuid and s.state = 'Closed'`,
};

/** A page of a statement's lines, with the words of adjustments. */
export const listSettlementLines: Statement = {
  name: 'list_settlement_lines',
  text: `select ${selectList(settlementLines, 'l')}, a.reason from settlement_lines l
left join settlement_adjustments a on l.kind = 'Adjustment' and a.merchant_id = l.merchant_id and a.number = l.subject
where l.merchant_id = $1 and l.settlement_number = $2 and l.line_number > $3::int order by l.line_number limit $4::int`,
};

/** A statement's lines added up by day and kind: what its PDF says when it has too many of them. */
export const sumSettlementLines: Statement = {
  name: 'sum_settlement_lines',
  text: `select l.booked_on as "bookedOn", l.kind, count(*)::int as "count", sum(l.amount_minor)::bigint as "amountMinor",
  sum(l.percent_fee_minor + l.fixed_fee_minor)::bigint as "feeMinor", sum(l.reserve_minor)::bigint as "reserveMinor",
  sum(l.net_minor)::bigint as "netMinor"
from settlement_lines l where l.merchant_id = $1 and l.settlement_number = $2
group by l.booked_on, l.kind order by l.booked_on, min(l.line_number)`,
};

/** What closing a statement booked. */
export const listSettlementBookings: Statement = {
  name: 'list_settlement_bookings',
  text: `select l.id, l.debit_account as "debitAccount", l.credit_account as "creditAccount", l.amount_minor as "amountMinor"
from ledger l where l.merchant_id = $1 and l.event_id = $2::uuid and l.order_id is null and l.account_number is null
order by l.id`,
};

/** What the lines and the ledger say of a draft: compared with its totals before it is closed. */
export const sumDraft: Statement = {
  name: 'sum_draft',
  text: `select count(*)::int as "lineCount", coalesce(sum(l.net_minor), 0)::bigint as "netMinor",
  coalesce(sum(l.amount_minor), 0)::bigint as "amountMinor",
  (select coalesce(sum(case when g.credit_account = 'merchant_payables' then g.amount_minor else -g.amount_minor end), 0)
   from settlement_entries e join ledger g on g.merchant_id = e.merchant_id and g.id = e.ledger_id
   where e.merchant_id = $1 and e.settlement_number = $2)::bigint as "ledgerMinor"
from settlement_lines l where l.merchant_id = $1 and l.settlement_number = $2`,
};
