// Files of payouts for the bank, and the accounts that payouts are made from. Both are the operator's, of no merchant.
import { auditParts } from '../book/audit.sql.ts';
import { type AnyTable, failUnless, type Statement } from '../store/table.ts';

export const payoutFiles: AnyTable = {
  name: 'payoutFiles',
  columns: { id: 'uuid', content: 'sealed' },
  key: ['id'],
  shared: true,
};

export const listHouseAccounts: Statement = {
  name: 'list_house_accounts',
  text: `select h.currency, h.content from house_accounts h order by h.currency`,
};

const accountOf = (currency: string): string => `m.contract -> 'settlement' -> 'payoutAccounts' -> ${currency}`;

/**
 * Payouts of any merchant that wait to be sent and are due by the merchant's business date, or until the day in $3. What has no account,
 * or is above what a transfer carries ($5), takes no place ($4) from what can be paid.
 */
export const listWaitingPayouts: Statement = {
  name: 'list_waiting_payouts',
  text: `select p.merchant_id as "merchantId", p.settlement_number as "number", p.amount_minor as "amountMinor", p.attempts,
  p.payout_on as "payoutOn", m.clock_offset_ms as "clockOffsetMs", m.name, ${accountOf('$1')} as account,
  json_build_object('name', m.contract -> 'payee' ->> 'name', 'address', m.contract -> 'payee' -> 'address') as payee
from payouts p join merchants m on m.id = p.merchant_id
where p.state in ('Open', 'Failed') and p.currency = $1 and p.amount_minor <= $5::bigint
  and json_typeof(${accountOf('$1')}) = 'object' and p.payout_on <= coalesce($3::date, (($2::timestamptz + m.clock_offset_ms * interval '1 millisecond') at time zone m.time_zone)::date)
order by p.payout_on, p.merchant_id, p.settlement_number limit $4::int`,
};

/** What is due and in no file, in any currency; as many as there are. Days as above. */
export const listPayoutsLeft: Statement = {
  name: 'list_payouts_left',
  text: `select p.merchant_id as "merchantId", m.name, p.settlement_number as "number", p.amount_minor as "amountMinor", p.currency,
  ${accountOf('p.currency')} as account
from payouts p join merchants m on m.id = p.merchant_id
where p.state in ('Open', 'Failed')
  and p.payout_on <= coalesce($2::date, (($1::timestamptz + m.clock_offset_ms * interval '1 millisecond') at time zone m.time_zone)::date)
order by p.payout_on, p.merchant_id, p.settlement_number`,
};

/**
 * Claim payouts ($1 to $6, one array a column; sent by each merchant's clock) for a file and keep the file, with its audit row: all of it or,
 * with a row count error, nothing, where one of them was claimed by another process meanwhile.
 */
export const insertPayoutFile: Statement = {
  name: 'insert_payout_file',
  text: `with wanted as (
  select * from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::text[], $6::timestamptz[])
    as w(merchant_id, number, attempts, end_to_end_id, iban, sent_at)
), claimed as (
  update payouts p set state = 'Exported', reason = null, paid_on = null, attempts = p.attempts + 1, file_id = $7::uuid, end_to_end_id = w.end_to_end_id,
    iban = w.iban, updated_at = w.sent_at
  from wanted w where p.merchant_id = w.merchant_id and p.settlement_number = w.number and p.attempts = w.attempts
    and p.state in ('Open', 'Failed') returning 1
), file as (
  insert into payout_files (id, message_id, currency, execution_on, payment_count, sum_minor, content, made_by, made_at)
  select $7::uuid, $8::text, $9::text, $10::date, $11::int, $12::bigint, $13::text, $14::text, $15::timestamptz
  where (select count(*) from claimed) = $11::int returning id
), ${auditParts(16, 'file')}
${failUnless('(select count(*) from file) = 1', `'payouts: ' || (select count(*) from claimed) || ' of ' || $11::int || ' rows touched'`)} as "done"`,
};

const columns = `f.id, f.message_id as "messageId", f.currency, f.execution_on as "executionOn", f.payment_count as "paymentCount",
  f.sum_minor as "sumMinor", f.made_by as "madeBy", f.made_at as "madeAt"`;

/** A page of files, latest first. */
export const listPayoutFiles: Statement = {
  name: 'list_payout_files',
  text: `select ${columns} from payout_files f where (f.made_at, f.id) < ($1::timestamptz, $2::uuid)
order by f.made_at desc, f.id desc limit $3::int`,
};

export const findPayoutFile: Statement = {
  name: 'find_payout_file',
  text: `select ${columns}, f.content from payout_files f where f.id = $1::uuid`,
};

/** A page of payouts of all merchants by their state, the longest due first. */
export const listPayouts: Statement = {
  name: 'list_payouts',
  text: `select p.merchant_id as "merchantId", m.name as "merchantName", p.settlement_number as "number", p.currency,
  p.amount_minor as "amountMinor", p.payout_on as "payoutOn", p.state, p.end_to_end_id as "endToEndId", p.file_id as "fileId",
  p.paid_on as "paidOn", p.reason
from payouts p join merchants m on m.id = p.merchant_id
where ($1::text is null or p.state = $1) and ($2::uuid is null or p.file_id = $2)
  and (p.payout_on, p.merchant_id, p.settlement_number) > ($3::date, $4::uuid, $5::text)
order by p.payout_on, p.merchant_id, p.settlement_number limit $6::int`,
};
