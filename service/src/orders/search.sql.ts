// The search over a merchant's orders, and the story of one. The statement of a search holds only the conditions that were
// asked for, and is planned for their values; the cursor is an id, never an offset.
import type { OrderState } from '../core/order/rows.ts';
import { foldedFrom, foldedPairs, foldedTo } from '../core/search-words.ts';
import { captureReminders } from '../orders/reminders.sql.ts';
import { hasKey } from '../store/key-tail.sql.ts';
import { commonRead, jsonRows, type Statement, selectList } from '../store/table.ts';
import { captures } from './captures.sql.ts';
import { idBehindNumber, ofOrder, orders } from './orders.sql.ts';
import { owedColumns } from './owed.sql.ts';
import { paymentReturns, payments } from './payments.sql.ts';
import { refunds } from './refunds.sql.ts';
import { voids } from './voids.sql.ts';

/** What is looked for; amounts in minor units. */
export interface OrderSearch {
  readonly state?: readonly OrderState[];
  readonly paymentType?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly minAmount?: bigint;
  readonly maxAmount?: bigint;
  readonly customerNumber?: string;
  readonly number?: string;
  readonly expiresBefore?: number;
  /** Of the order itself, or of one of its captures. */
  readonly amount?: bigint;
  readonly name?: Named;
  readonly email?: Named;
  readonly phone?: Named;
  /** Bounds of ids that follow from `from` and `to`. */
  readonly firstId?: string;
  readonly lastId?: string;
  /** After this id of the page before. */
  readonly afterId: string | null;
}

/** Who placed an order: words that are all in it, and keyed hashes of which the customer's profile has one. */
export interface Named {
  readonly words: readonly string[];
  readonly keys: readonly string[];
}

type Value = string | number;
const at = (milliseconds: number): string => new Date(milliseconds).toISOString();
/** Words of outside, as the text of an array. */
const textArray = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
const listOf = (words: readonly string[]): string => `{${words.join(',')}}`;

/** The customer with this number and those who were merged with them. */
const sameCustomer = (parameter: string): string => `o.customer_key = any(array(
  with named as (
    select n.customer_key as key from customer_numbers n where n.merchant_id = $1 and n.number = ${parameter}
    union select c.key from customers c where c.merchant_id = $1 and c.number = ${parameter}
  ), roots as (
    select coalesce(c.merged_into, c.key) as key from customers c join named on c.merchant_id = $1 and c.key = named.key
  )
  select key from roots union select c.key from customers c join roots on c.merchant_id = $1 and c.merged_into = roots.key))`;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Names in the form of core/search-words.ts. */
const foldedNames = (columns: readonly string[]): string =>
  foldedPairs.reduce(
    (text, pair) => `replace(${text}, '${pair}', '${pair.charAt(0)}')`,
    `lower(translate(${columns.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ")}, ${quoted(foldedFrom)}, ${quoted(foldedTo)}))`,
  );

const phoneTail = (member: string): string =>
  `coalesce(' +' || nullif(right(regexp_replace(x.customer ->> '${member}', '[^0-9]', '', 'g'), 8), ''), '')`;

/** What the index order_contents_search holds, word for word: the words that were stored, each after its merchant. */
const storedWords = `string_to_array(x.merchant_id::text || ':' || replace(x.words, ' ', ' ' || x.merchant_id::text || ':'), ' ')`;

/** Of rows without them, which are from before, the index order_contents_before holds this, word for word. */
const orderWords = `array_remove(string_to_array(x.merchant_id::text || ':' || replace(
  ${foldedNames(["x.customer ->> 'firstName'", "x.customer ->> 'lastName'", "x.customer ->> 'companyName'"])}
  || coalesce(' ' || lower(x.customer ->> 'email'), '') || ${phoneTail('phone')} || ${phoneTail('mobilePhone')},
  ' ', ' ' || x.merchant_id::text || ':'), ' '), x.merchant_id::text || ':')`;

/** Orders that say it, and those of customers whose profile says it since; a name's key is one of sounds, so its words count too. */
const placedBy = (words: string, profile: string): string => `o.id = any(array(
  select x.order_id from order_contents x where x.merchant_id = $1 and ${storedWords} @> ${words}::text[]
  union select x.order_id from order_contents x where x.merchant_id = $1 and x.words is null and x.customer is not null
    and ${orderWords} @> ${words}::text[]
  union select y.id from orders y where y.merchant_id = $1 and y.customer_key = any(array(
    select p.customer_key from customer_profiles p where p.merchant_id = $1 and ${profile}))))`;

const sameName = (words: string): string =>
  ` and string_to_array(${foldedNames(['p.first_name', 'p.last_name', 'p.company_name'])}, ' ') @> ${words}::text[]`;

const ofAmount = (parameter: string): string => `o.id = any(array(
  select x.id from orders x where x.merchant_id = $1 and x.authorized_minor = ${parameter}::bigint
  union select c.order_id from captures c where c.merchant_id = $1 and c.amount_minor = ${parameter}::bigint))`;

const open = `o.state in ('Pending', 'Authorized', 'PartlyCaptured')`;

/** The statement and its parameters: merchant, how many, and the values of the conditions. */
export function orderSearch(merchantId: string, search: OrderSearch, limit: number): { statement: Statement; values: Value[] } {
  const values: Value[] = [merchantId, limit];
  const add = (value: Value): string => `$${values.push(value)}`;
  const { state, paymentType, from, to, minAmount, maxAmount, customerNumber, number, expiresBefore } = search;
  const conditions = [
    ...whoConditions(merchantId, search, add),
    ...(search.amount === undefined ? [] : [ofAmount(add(String(search.amount)))]),
    ...(state ? [`o.state = any(${add(listOf(state))}::text[])`] : []),
    ...(paymentType ? [`o.payment_type = any(${add(listOf(paymentType))}::text[])`] : []),
    ...(from === undefined ? [] : [`o.inserted_at >= ${add(at(from))}::timestamptz`]),
    ...(to === undefined ? [] : [`o.inserted_at < ${add(at(to))}::timestamptz`]),
    ...(search.firstId === undefined ? [] : [`o.id >= ${add(search.firstId)}::uuid`]),
    ...(search.lastId === undefined ? [] : [`o.id <= ${add(search.lastId)}::uuid`]),
    ...(minAmount === undefined ? [] : [`o.authorized_minor >= ${add(String(minAmount))}::bigint`]),
    ...(maxAmount === undefined ? [] : [`o.authorized_minor <= ${add(String(maxAmount))}::bigint`]),
    ...(customerNumber === undefined ? [] : [sameCustomer(add(customerNumber))]),
    ...(number === undefined ? [] : [byNumber(add(number.toLowerCase()))]),
    ...(expiresBefore === undefined ? [] : [open, `o.expires_at < ${add(at(expiresBefore))}::timestamptz`]),
    ...(search.afterId === null ? [] : [`o.id < ${add(search.afterId)}::uuid`]),
  ];
  const text = `select ${selectList(orders, 'o')}, (select c.number from customers c
  where c.merchant_id = $1 and c.key = o.customer_key) as "customerNumber",
  ${owedColumns}
from orders o where ${['o.merchant_id = $1', ...conditions].join(' and ')} order by o.id desc limit $2::int`;
  return { statement: { name: 'search_orders', text, plannedAnew: true }, values };
}

function whoConditions(merchantId: string, { name, email, phone }: OrderSearch, add: (value: Value) => string): string[] {
  const list = (texts: readonly string[]): string => add(textArray(texts));
  const ofMerchant = ({ words }: Named): string => list(words.map((word) => `${merchantId}:${word}`));
  return [
    ...(name ? [placedBy(ofMerchant(name), `p.name_key = any(${list(name.keys)}::text[])${sameName(list(name.words))}`)] : []),
    ...(email ? [placedBy(ofMerchant(email), hasKey('p.email_key', `${list(email.keys)}::text[]`))] : []),
    ...(phone ? [placedBy(ofMerchant(phone), hasKey('p.phone_key', `${list(phone.keys)}::text[]`))] : []),
  ];
}

/** Numbers have two indexes, because a rejected order leaves its number free. */
const byNumber = (parameter: string): string => `o.id = any(array(
  select x.id from orders x where x.merchant_id = $1 and x.number_key = ${parameter} and x.state <> 'Rejected'
  union all select x.id from orders x where x.merchant_id = $1 and x.number_key = ${parameter} and x.state = 'Rejected'))`;

const seconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

/**
 * One order by its number ($2, folded), the standing one before declined and those before rejected ones, or by its id ($3): with what is below it, and
 * what happened to it. An event names the request that caused it, and by that the audit says who it was and why.
 */
export const findOrderStory: Statement = {
  name: 'find_order_story',
  text: `select ${selectList(orders, 'o')},
  (select c.number from customers c where c.merchant_id = $1 and c.key = o.customer_key) as "customerNumber",
  ${jsonRows(captures, 'c', ofOrder('c'), 'c.inserted_at, c.number')} as "captures",
  ${jsonRows(refunds, 'r', ofOrder('r'), 'r.inserted_at, r.number')} as "refunds",
  ${jsonRows(voids, 'v', ofOrder('v'), 'v.inserted_at, v.number')} as "voids",
  ${jsonRows(payments, 'p', ofOrder('p'), 'p.inserted_at, p.transaction_id')} as "payments",
  ${jsonRows(
    paymentReturns,
    'b',
    `b.merchant_id = $1 and b.transaction_id in (
    select p.transaction_id from payments p where ${ofOrder('p')})`,
    'b.inserted_at, b.transaction_id',
  )} as "paymentReturns",
  ${jsonRows(
    captureReminders,
    'm',
    `m.merchant_id = $1 and m.capture_number in (
    select c.number from captures c where ${ofOrder('c')})`,
    'm.capture_number, m.number',
  )} as "reminders",
  (select coalesce(json_agg(json_build_object('number', n.number, 'documentId', n.document_id,
    'madeAt', ${seconds('n.made_at')}, 'openedAt', ${seconds('d.opened_at')}) order by n.made_at, n.id), '[]')
    from contracts n left join documents d on d.merchant_id = n.merchant_id and d.id = n.document_id where ${ofOrder('n')}) as "contracts",
  (select coalesce(json_agg(json_build_object('kind', d.kind, 'documentId', d.id, 'madeAt', ${seconds('d.made_at')},
    'openedAt', ${seconds('d.opened_at')}) order by d.made_at, d.id), '[]')
    from documents d where ${ofOrder('d')} and d.kind in ('WithdrawalReminder', 'Modification')) as "letters",
  ${owedColumns},
  (select coalesce(json_agg(json_build_object('id', d.id, 'outcome', d.outcome, 'amountMinor', d.amount_minor::text,
    'policyVersion', ${commonRead('policy', 'd')} ->> 'version', 'decidedAt', ${seconds('d.decided_at')}) order by d.decided_at, d.id), '[]')
    from credit_decisions d where ${ofOrder('d')}) as "decisions",
  (select coalesce(json_agg(json_build_object('id', e.id, 'type', e.type, 'subject', e.subject, 'amountMinor', e.amount_minor::text,
    'version', e.version, 'source', e.data ->> 'source', 'requestId', e.data ->> 'requestId',
    'happenedAt', ${seconds('e.happened_at')}) order by e.version, e.id), '[]')
    from outbox e where ${ofOrder('e')}) as "events",
  (select coalesce(json_agg(json_build_object('actor', a.actor, 'actorName', k.name, 'operation', a.operation, 'reason', a.reason,
    'requestId', a.request_id, 'subject', a.subject, 'happenedAt', ${seconds('a.happened_at')}) order by a.id), '[]')
    from audit a left join api_keys k on k.id::text = a.actor where ${ofOrder('a')}) as "acts"
from orders o where o.merchant_id = $1 and o.id = coalesce(${idBehindNumber('rejected')},
  (select x.id from orders x where x.merchant_id = $1 and x.id = $3::uuid))`,
};
