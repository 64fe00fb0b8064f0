// Reminders of overdue captures: the letters, and the search for what has to be reminded.
import { currencies } from '../core/money.ts';
import type { CaptureReminder } from '../core/order/collecting.ts';
import { leastRemindedMinor } from '../core/order/reminder-terms.ts';
import { andMerged, andSurvivors, ofOrders } from '../customers/customers.sql.ts';
import { anyMerchant, latestClock } from '../store/all-merchants.sql.ts';
import { jsonRows, type Statement, selectList, type Table } from '../store/table.ts';
import { captureInstallments, captures } from './captures.sql.ts';
import { collections } from './collections.sql.ts';
import { orderIds, orders } from './orders.sql.ts';

export const captureReminders: Table<CaptureReminder> = {
  name: 'captureReminders',
  columns: {
    captureNumber: 'text',
    number: 'int',
    orderId: 'uuid',
    level: 'int',
    madeOn: 'date',
    payBy: 'date',
    feeMinor: 'bigint',
    interestMinor: 'bigint',
    feesOpenMinor: 'bigint',
    interestOpenMinor: 'bigint',
    openMinor: 'bigint',
    due: 'json',
    letterTerms: 'json',
    documentId: 'uuid',
    cancelledOn: 'date',
    insertedAt: 'timestamptz',
  },
  key: ['captureNumber', 'number'],
  sets: ['cancelledOn'],
  defaults: { interestMinor: 0n, interestOpenMinor: 0n },
};

/** Below the lock of the order. */
export const listCaptureReminders: Statement = {
  name: 'list_capture_reminders',
  text: `select ${selectList(captureReminders, 'r')} from captures c
join capture_reminders r on r.merchant_id = c.merchant_id and r.capture_number = c.number
where c.merchant_id = $1 and c.order_id = any(array(${orderIds})) order by r.capture_number, r.number`,
};

/** All orders of the customers whose orders have these numbers ($2). */
const ofTheirCustomers = `o.merchant_id = $1 and o.customer_key = any(array(${andMerged(andSurvivors(ofOrders('$2')))}))`;
const idsOfTheirs = `array(select o.id from orders o where ${ofTheirCustomers})`;

/** Those that letters were made about; not locked, as all that changes what is read of them here waits for the customer's lock. */
export const listRemindedOrders: Statement = {
  name: 'list_reminded_orders',
  text: `select ${selectList(orders, 'o')} from orders o where ${ofTheirCustomers} and exists (
  select 1 from captures c where c.merchant_id = $1 and c.order_id = o.id and c.reminder_count > 0)`,
};
export const listRemindedCaptures: Statement = {
  name: 'list_reminded_captures',
  text: `select ${selectList(captures, 'c')} from captures c
where c.merchant_id = $1 and c.order_id = any(${idsOfTheirs}) and c.reminder_count > 0 order by c.inserted_at, c.number`,
};
export const listRemindersOfCustomers: Statement = {
  name: 'list_reminders_of_customers',
  text: `select ${selectList(captureReminders, 'r')} from captures c
join capture_reminders r on r.merchant_id = c.merchant_id and r.capture_number = c.number
where c.merchant_id = $1 and c.order_id = any(${idsOfTheirs}) and c.reminder_count > 0 order by r.capture_number, r.number`,
};

const days = (name: string, usual: number): string => `coalesce((m.contract->'reminders'->>'${name}')::int, ${usual})`;

/** A day of a weekend counts from its Monday (core/countries/holidays.ts); of holidays core decides. */
const afterWeekend = (day: string): string => `(${day} + (array[0, 0, 0, 0, 0, 2, 1])[extract(isodow from ${day})::int])`;
const countsFrom = afterWeekend('c.due_on');

/**
 * The day of a capture's next reminder: from the first day that something was due, or came back from a bank; or from the reminder before, once its day to pay has passed.
 * Of several that came back core decides.
 */
const nextDay = `case when c.reminder_level > 0 then greatest(c.reminded_on + ${days('secondDays', 14)}, ${afterWeekend('r.pay_by')} + 1)
  else greatest(${countsFrom}, ${afterWeekend('c.debit_returned_on')}) + ${days('firstDays', 7)} end`;
const day = `greatest(${nextDay}, ${countsFrom} + 1, c.reminders_paused_until + 1)`;
const moment = `(${day})::timestamp at time zone m.time_zone`;
const now = `($1::timestamptz + m.clock_offset_ms * interval '1 millisecond')`;
const open = `c.amount_minor - c.refunded_minor - c.paid_minor + c.credit_minor`;
/** As the index of what is open says it. */
const left = `${open} > 0`;
const least = `case o.currency ${currencies.map((each) => `when '${each}' then ${leastRemindedMinor(each)}`).join(' ')} end`;
/** SEPA collects euro, for a creditor with an id and an account of its own (`canCollect` of core). */
const canCollect = `o.currency = 'EUR' and m.contract->'payee'->>'sepaCreditorId' is not null and m.contract->'payee'->'ibans'->>'EUR' is not null`;
/** Not where a bank was asked while the merchant still could: what comes of that is awaited. */
const isUnderway = `exists (select 1 from collections k
    where k.merchant_id = c.merchant_id and k.capture_number = c.number and k.state = 'Exported')`;
const remindable = `${left} and ${open} >= ${least} and c.reminder_level < 2 and (o.payment_type <> 'Account' or not c.on_account)
  and (c.debit_returned_on is not null or (not (${canCollect}) and not ${isUnderway}) or not exists (select 1 from order_contents x
    where x.merchant_id = o.merchant_id and x.order_id = o.id and x.bank_account is not null))
  and not exists (select 1 from order_contents x where x.merchant_id = o.merchant_id and x.order_id = o.id and x.customer is null)`;

/** The captures with the letter before; not in a subquery, which a cluster refuses in `having`. */
const withLetterBefore = `from captures c join merchants m on m.id = c.merchant_id
join orders o on o.merchant_id = c.merchant_id and o.id = c.order_id
left join capture_reminders r on r.merchant_id = c.merchant_id and r.capture_number = c.number and r.number = c.reminder_count`;

/** Orders with a capture to remind of, page by page: candidates only, the book decides again under the lock. */
export const listOrdersToRemind: Statement = {
  name: 'list_orders_to_remind',
  text: `select o.merchant_id as "merchantId", o.number, o.id, m.country, min(${moment}) as "at",
  (extract(epoch from ${now} - min(${moment})) * 1000)::float8 as "lateMs"
${withLetterBefore}
where ${remindable} and c.merchant_id = ${anyMerchant} and c.due_on <= (${latestClock('$1::timestamptz')} + interval '14 hours')::date
  and c.due_on < (${now} at time zone m.time_zone)::date and ${moment} <= ${now} and ($5::uuid is null or m.id = $5)
group by o.merchant_id, o.number, o.id, m.country, m.clock_offset_ms
having (min(${moment}), o.id) > ($2::timestamptz, $3::uuid)
order by min(${moment}), o.id limit $4::int`,
};

/** When the next reminder of merchant $1 is due after $2. */
export const findNextReminder: Statement = {
  name: 'find_next_reminder',
  text: `select min(${moment}) as "at" ${withLetterBefore}
where m.id = $1 and ${remindable} and ${moment} > $2::timestamptz`,
};

/** A reminder by its document's id, with the order it is about. */
export const findReminder: Statement = {
  name: 'find_reminder',
  text: `select ${selectList(captureReminders, 'r')}, o.number_key as "numberKey" from capture_reminders r
join orders o on o.merchant_id = r.merchant_id and o.id = r.order_id where r.merchant_id = $1 and r.document_id = $2::uuid`,
};

/** What is overdue at a merchant, longest first, with its installments and reminders; of those who were erased since, or not ($9), or of all. */
export const listOverdue: Statement = {
  name: 'list_overdue',
  text: `select ${selectList(captures, 'c')}, o.number as "orderNumber", o.currency, o.payment_type as "paymentType",
  o.terms, o.authorized_minor as "authorizedMinor",
  n.customer is null as "isErased", n.bank_account is not null as "isDebited",
  ${jsonRows(collections, 'k', 'k.merchant_id = $1 and k.capture_number = c.number', 'k.inserted_at, k.id')} as "collections",
  ${jsonRows(captureInstallments, 'i', 'i.merchant_id = $1 and i.capture_number = c.number', 'i.number')} as "installments",
  ${jsonRows(captureReminders, 'r', 'r.merchant_id = $1 and r.capture_number = c.number', 'r.number')} as "reminders"
from captures c join orders o on o.merchant_id = c.merchant_id and o.id = c.order_id
join order_contents n on n.merchant_id = o.merchant_id and n.order_id = o.id
where c.merchant_id = $1 and ($9::bool is null or (n.customer is null) = $9) and ${left} and c.due_on < $2::date and ${countsFrom} < $2::date and (c.due_on, c.number) > ($3::date, $4::text)
  and ($5::int is null or c.reminder_level = $5) and ($6::date is null or c.reminded_on < $6) and ($7::date is null or c.reminded_on >= $7)
order by c.due_on, c.number limit $8::int`,
};
