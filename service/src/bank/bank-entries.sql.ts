// Bank statements and their entries: the operator's own, so shared by all merchants; and the search for what a reference means,
// across merchants, which only the background and the operator do.
import type { Day, Instant } from '../core/dates.ts';
import type { AnyTable, ColumnType, Statement } from '../store/table.ts';

/** An entry as it is kept. */
export interface EntryRow {
  readonly id: string;
  readonly importId: string;
  readonly position: number;
  readonly entryKey: string;
  readonly account: string;
  readonly statementId: string;
  readonly direction: 'credit' | 'debit';
  readonly isReversal: boolean;
  readonly isUndivided: boolean;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly amountDecimals: number;
  readonly bookedOn: Day;
  readonly valueOn: Day;
  readonly bankReference: string | null;
  readonly returnReason: string | null;
  /** JSON of EntryDetails, sealed; null once the person was erased. */
  readonly details: string | null;
  /** Keyed hash of the other side's account; empty where it is missing or was erased. */
  readonly partyKey: string | null;
}

/** What is inserted, and how. */
export const entryColumns: { readonly [Column in keyof EntryRow]: ColumnType } = {
  id: 'uuid',
  importId: 'uuid',
  position: 'int',
  entryKey: 'text',
  account: 'text',
  statementId: 'text',
  direction: 'text',
  isReversal: 'bool',
  isUndivided: 'bool',
  currency: 'text',
  amountMinor: 'bigint',
  amountDecimals: 'int',
  bookedOn: 'date',
  valueOn: 'date',
  bankReference: 'text',
  returnReason: 'text',
  details: 'sealed',
  partyKey: 'text',
};

export const bankEntries: AnyTable = {
  name: 'bankEntries',
  columns: entryColumns,
  key: ['id'],
  personal: ['details', 'partyKey'],
  shared: true,
};

/** Where an entry is being booked. */
export interface Target {
  readonly merchantId: string;
  readonly kind: 'capture' | 'account';
  readonly number: string;
  readonly orderNumber: string | null;
  readonly amountMinor: string;
  /** Of the booking, for its transaction id: the first is 1. */
  readonly turn: number;
  /** Of a direct debit: the collection that is meant. */
  readonly endToEndId?: string;
  /** The bank took it back: the transaction that is undone, null where none was booked. */
  readonly undoes?: string | null;
  /** … and none is known to be of it, but a person booked one that may be. */
  readonly isDoubtful?: boolean;
}

/** A part of an entry that was booked. */
export interface Booking {
  readonly merchantId: string;
  readonly kind: 'capture' | 'account';
  readonly number: string;
  readonly orderNumber: string | null;
  readonly amountMinor: string;
  readonly transactionId: string;
  /** It was taken back; what it undid. */
  readonly undoes?: string | null;
}

export interface KeptEntry extends EntryRow {
  readonly state: string;
  readonly why: string | null;
  readonly target: Target | null;
  readonly bookedMinor: bigint;
  readonly bookings: readonly Booking[];
  readonly handledBy: string | null;
  readonly reason: string | null;
  readonly insertedAt: Instant;
}

const snake = (camel: string): string => camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columns = Object.keys(entryColumns) as (keyof EntryRow)[];
const names = columns.map(snake).join(', ');
const arrays = columns
  .map((column, index) => `$${index + 1}::${entryColumns[column] === 'sealed' ? 'text' : entryColumns[column]}[]`)
  .join(', ');
const kept = [...columns, 'state', 'why', 'target', 'bookedMinor', 'bookings', 'handledBy', 'reason', 'insertedAt'];
const selected = kept.map((column) => `e.${snake(column)} as "${column}"`).join(', ');

/** Nothing when the file was imported before. */
export const insertImport: Statement = {
  name: 'insert_bank_import',
  text: `insert into bank_imports (id, content_key, format, statement_count, entry_count, repeated_count, pending_count, imported_by, imported_at)
values ($1, $2, $3, $4, $5, 0, $6, $7, date_trunc('milliseconds', now())) on conflict do nothing returning id`,
};

/** As many as there are arrays of; none where the import was not inserted by this transaction, and none that came before. */
export const insertEntries: Statement = {
  name: 'insert_bank_entries',
  text: `insert into bank_entries (${names}, state, booked_minor, bookings, inserted_at, updated_at)
select r.*, 'New', 0, '[]', date_trunc('milliseconds', now()), now() from unnest(${arrays}) as r(${names})
where exists (select 1 from bank_imports i where i.id = r.import_id) on conflict do nothing`,
};

/**
 * Of entries without a number of the bank those that an earlier file brought in another statement, under the key in the last parameter: they
 * wait for a person, under keys of their own.
 */
export const insertAlikeEntries: Statement = {
  name: 'insert_alike_bank_entries',
  text: `insert into bank_entries (${names}, state, why, booked_minor, bookings, inserted_at, updated_at)
select ${columns.map((column) => `r.${snake(column)}`).join(', ')}, 'Open', 'alike', 0, '[]', date_trunc('milliseconds', now()), now()
from unnest(${arrays}, $${columns.length + 1}::text[]) as r(${names}, known_key)
where exists (select 1 from bank_imports i where i.id = r.import_id) and exists (
  select 1 from bank_entries k where k.entry_key = r.known_key and k.import_id <> r.import_id
    and k.statement_id not in ('', r.statement_id)) on conflict do nothing`,
};

/** Entries under keys ($2) of an older encryption key get those of the newest ($1), so that they are recognised. */
export const renameEntries: Statement = {
  name: 'rename_bank_entries',
  text: `update bank_entries e set entry_key = w.fresh from unnest($1::text[], $2::text[]) as w(fresh, key)
where e.entry_key = w.key and not exists (select 1 from bank_entries n where n.entry_key = w.fresh)`,
};

export const countRepeated: Statement = {
  name: 'count_repeated_bank_entries',
  text: `update bank_imports i set repeated_count = i.entry_count - (select count(*)::int from bank_entries e where e.import_id = i.id)
where i.id = $1`,
};

const importColumns = `i.id, i.format, i.statement_count as "statementCount", i.entry_count as "entryCount",
  i.repeated_count as "repeatedCount", i.pending_count as "pendingCount", i.imported_at as "importedAt",
  (select coalesce(json_object_agg(s.state, s.count), '{}') from
    (select e.state, count(*) from bank_entries e where e.import_id = i.id group by e.state) s) as "states"`;

export const findImportByContent: Statement = {
  name: 'find_bank_import_by_content',
  text: `select ${importColumns} from bank_imports i where i.content_key = any($1::text[])`,
};

/** Latest first; or one of them. */
export const listImports: Statement = {
  name: 'list_bank_imports',
  text: `select ${importColumns} from bank_imports i
where ($1::timestamptz is null or (i.imported_at, i.id) < ($1, $2::uuid)) and ($4::uuid is null or i.id = $4) order by i.imported_at desc, i.id desc limit $3::int`,
};

/** Not booked yet: of one import, or of any. */
export const listPendingEntries: Statement = {
  name: 'list_pending_bank_entries',
  text: `select ${selected} from bank_entries e
where e.state in ('New', 'Booking') and ($1::uuid is null or e.import_id = $1) and e.id > $2::uuid order by e.id limit $3::int`,
};

/** Oldest first. `state` null is every state. */
export const listEntries: Statement = {
  name: 'list_bank_entries',
  text: `select ${selected} from bank_entries e
where ($1::text is null or e.state = $1) and ($2::uuid is null or e.import_id = $2)
  and (e.inserted_at, e.id) > ($3::timestamptz, $4::uuid) order by e.inserted_at, e.id limit $5::int`,
};

export const findEntry: Statement = {
  name: 'find_bank_entry',
  text: `select ${selected} from bank_entries e where e.id = $1::uuid`,
};

/** The first decision holds: rows that moved on meanwhile are left as they are. */
export const decideEntries: Statement = {
  name: 'decide_bank_entries',
  text: `update bank_entries e set state = d.state, why = d.why, target = d.target, updated_at = now()
from unnest($1::uuid[], $2::text[], $3::text[], $4::json[]) as d(id, state, why, target)
where e.id = d.id and e.state = 'New'`,
};

/** What came of booking: what is booked is added, once for each turn. */
export const settleEntries: Statement = {
  name: 'settle_bank_entries',
  text: `update bank_entries e set state = d.state, why = d.why, target = null, booked_minor = e.booked_minor + d.booked,
  bookings = case when d.booking is null then e.bookings else (e.bookings::jsonb || d.booking::jsonb)::json end, updated_at = now()
from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::json[], $6::int[]) as d(id, state, why, booked, booking, turn)
where e.id = d.id and e.state = 'Booking' and (e.target ->> 'turn')::int = d.turn`,
};

/** By hand: nothing when the entry moved on since it was read. */
export const claimEntry: Statement = {
  name: 'claim_bank_entry',
  text: `update bank_entries e set state = 'Booking', target = $3::json, handled_by = $4, reason = $5, updated_at = now()
where e.id = $1::uuid and e.state = 'Open' and json_array_length(e.bookings) = $2::int returning e.id`,
};

export const closeEntry: Statement = {
  name: 'close_bank_entry',
  text: `update bank_entries e set state = $2, handled_by = $3, reason = $4, updated_at = now()
where e.id = $1::uuid and e.state = 'Open' returning e.id`,
};

/** Done with: none of its money waits for a person to decide on it, who has to read whose it is. */
export const isSettled = (entry: string): string => `${entry}.state in ('Booked', 'SentBack', 'Ignored')`;

/** All from these accounts ($1). */
export const listEntriesOfPayer: Statement = {
  name: 'list_bank_entries_of_payer',
  text: `select ${selected} from bank_entries e where e.party_key = any($1::text[]) and e.details is not null order by e.inserted_at, e.id`,
};

/** Of these ($1) the rows that wait for no decision. */
export const eraseEntries: Statement = {
  name: 'erase_bank_entries_of_payer',
  text: `update bank_entries e set details = null, reason = null, party_key = '', updated_at = now()
where e.id = any($1::uuid[]) and ${isSettled('e')} and e.details is not null returning e.id`,
};

/**
 * Why an entry was closed, in the words that the audit keeps ($1 whose rows those of the operator are), once nothing else of its payer is
 * kept: they may name them. The chain holds the words as a salted hash (audit.sql.ts).
 */
export const eraseClosingReasons: Statement = {
  name: 'erase_closing_reasons',
  text: `update audit a set reason = null, reason_salt = null
where a.merchant_id = $1 and a.operation = 'closeBankEntry' and a.reason is not null and exists (
  select 1 from bank_entries e where e.id = (case when a.operation = 'closeBankEntry' then a.subject end)::uuid and e.details is null)`,
};

export const listUnkeyedEntries: Statement = {
  name: 'list_unkeyed_bank_entries',
  text: `select e.id, e.details from bank_entries e where e.party_key is null and e.details is not null order by e.id limit $1::int`,
};

export const keyEntries: Statement = {
  name: 'key_bank_entries',
  text: `update bank_entries e set party_key = k.key from unnest($1::uuid[], $2::text[]) as k(id, key)
where e.id = k.id and e.party_key is null and e.details is not null`,
};

const clearing = (name: string, over: string): Statement => ({
  name,
  text: `with cleared as (
  update bank_entries e set details = null, reason = null, party_key = '' where e.details is not null and e.id in (
    select o.id from bank_entries o where o.details is not null and ${over} limit $1::int
  ) returning 1
) select count(*) from cleared`,
});

/** Sent back or ignored so many days ago ($2), and not booked. */
export const clearStrayEntries = clearing(
  'clear_stray_bank_entries',
  `o.state in ('SentBack', 'Ignored') and json_array_length(o.bookings) = 0 and o.updated_at < now() - $2::int * interval '1 day'`,
);

/** Done with and booked by the bank before a day ($2). */
export const clearBookedEntries = clearing('clear_booked_bank_entries', `${isSettled('o')} and o.booked_on < $2::date`);

/** A capture, or the customer account it was charged to, which is paid in its place. */
const ofCapture = `case when c.charged_account is null then 'capture' else 'account' end as kind, c.merchant_id as "merchantId",
  coalesce(c.charged_account, c.number) as number, case when c.charged_account is null then o.number end as "orderNumber", o.currency`;

/** What is paid under these references, at every merchant: by design no merchant is named. */
export const findPayables: Statement = {
  name: 'find_payables',
  text: `select ${ofCapture}, c.payment_reference as reference
from merchants m join captures c on c.merchant_id = m.id and c.payment_reference = any($1::text[])
join orders o on o.merchant_id = c.merchant_id and o.id = c.order_id
union all
select 'account', a.merchant_id, a.number, null, a.currency, a.ocr from accounts a
where a.ocr = any($1::text[]) and a.state <> 'Declined'`,
};

/** One capture or account of a merchant, by its number. */
export const findPayable: Statement = {
  name: 'find_payable',
  text: `select ${ofCapture}, '' as reference
from captures c join orders o on o.merchant_id = c.merchant_id and o.id = c.order_id where c.merchant_id = $1 and c.number = $2
union all
select 'account', a.merchant_id, a.number, null, a.currency, '' from accounts a where a.merchant_id = $1 and a.number = $3`,
};
