// Direct debits: what is asked of the bank, and the files that ask it.
import type { Collection } from '../core/order/collecting.ts';
import { type AnyTable, type Statement, selectList, type Table } from '../store/table.ts';
import { orderIds } from './orders.sql.ts';

export const collections: Table<Collection> = {
  name: 'collections',
  columns: {
    id: 'uuid',
    fileId: 'uuid',
    orderId: 'uuid',
    captureNumber: 'text',
    installment: 'int',
    attempt: 'int',
    amountMinor: 'bigint',
    currency: 'text',
    collectOn: 'date',
    sequenceType: 'text',
    mandateNumber: 'text',
    signedOn: 'date',
    endToEndId: 'text',
    state: 'text',
    returnReason: 'text',
    transactionId: 'text',
    insertedAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  key: ['id'],
  defaults: { attempt: 1 },
  sets: ['state', 'returnReason', 'transactionId', 'updatedAt'],
};

/** Under the lock of their orders. */
export const listCollections: Statement = {
  name: 'list_collections',
  text: `select ${selectList(collections, 'k')} from collections k
where k.merchant_id = $1 and k.order_id = any(array(${orderIds})) order by k.inserted_at, k.id`,
};

/** Installments of a capture that a bank was asked for by a moment, of which it had said nothing by then. */
export const listUnderway: Statement = {
  name: 'list_underway',
  text: `select k.installment from collections k where k.merchant_id = $1 and k.capture_number = $2
  and k.inserted_at <= $3::timestamptz and (k.state = 'Exported' or k.updated_at > $3::timestamptz)`,
};

/** Was a part never asked for? One that is asked for again, or came back, is the business of a person. */
const isNew = (installment: string): string => `not exists (select 1 from collections k
    where k.merchant_id = $1 and k.capture_number = c.number and k.installment = ${installment})`;

/**
 * Orders of a merchant with a bank account and a part that is due up to a day ($2) and was never collected, the oldest first; the
 * mandate, where there is one. Each collection takes its part out, so that the next look reaches what this one ($3 at most) leaves.
 */
export const listCollectable: Statement = {
  name: 'list_collectable',
  text: `select distinct o.number as "orderNumber", coalesce(n.mandate_number, o.terms->>'mandateNumber') as "mandateNumber",
  coalesce(n.made_at, o.inserted_at) as "signedAt", o.inserted_at
from captures c join orders o on o.merchant_id = c.merchant_id and o.id = c.order_id
join order_contents x on x.merchant_id = o.merchant_id and x.order_id = o.id
left join lateral (
  select n.mandate_number, n.made_at from contracts n
  where n.merchant_id = $1 and n.order_id = o.id and n.mandate_number is not null order by n.made_at desc, n.id desc limit 1
) n on true
where c.merchant_id = $1 and c.due_on <= $2::date and c.debit_returned_on is null and x.bank_account is not null
  and c.amount_minor - c.refunded_minor - c.paid_minor + c.credit_minor > 0
  and case when exists (select 1 from capture_installments i where i.merchant_id = $1 and i.capture_number = c.number)
    then exists (select 1 from capture_installments i where i.merchant_id = $1 and i.capture_number = c.number and i.due_on <= $2::date
      and i.principal_minor + i.interest_minor + i.fee_minor > i.paid_minor and ${isNew('i.number')})
    else ${isNew('0')} end
order by o.inserted_at limit $3::int`,
};

export const insertCollectionFile: Statement = {
  name: 'insert_collection_file',
  text: `insert into collection_files (merchant_id, id, message_id, creditor, collection_count, total_minor, made_at)
values ($1, $2, $3, $4::json, 0, 0, $5) returning id`,
};

/** Written once: a second writer keeps what is there. */
export const fillCollectionFile: Statement = {
  name: 'fill_collection_file',
  text: `update collection_files set content = $3, sha256 = $4, collection_count = $5, total_minor = $6::bigint
where merchant_id = $1 and id = $2 and content is null returning id`,
};

const fileColumns = `f.id, f.message_id as "messageId", f.creditor, f.collection_count as "count", f.total_minor as "totalMinor",
  f.content, f.sha256, f.made_at as "madeAt"`;

export const findCollectionFile: Statement = {
  name: 'find_collection_file',
  text: `select ${fileColumns} from collection_files f where f.merchant_id = $1 and f.id = $2::uuid`,
};

/** Latest first; what asks for nothing is not among them. */
export const listCollectionFiles: Statement = {
  name: 'list_collection_files',
  text: `select ${fileColumns}, (select coalesce(json_object_agg(s.state, s.count), '{}') from
    (select k.state, count(*) from collections k where k.merchant_id = f.merchant_id and k.file_id = f.id group by k.state) s) as "states"
from collection_files f where f.merchant_id = $1
  and exists (select 1 from collections k where k.merchant_id = f.merchant_id and k.file_id = f.id)
  and ($2::timestamptz is null or (f.made_at, f.id) < ($2, $3::uuid)) order by f.made_at desc, f.id desc limit $4::int`,
};

/** What is sealed of a file; collection-file.ts writes and reads it. */
export const collectionFiles: AnyTable = {
  name: 'collectionFiles',
  columns: { id: 'uuid', content: 'sealed', madeAt: 'timestamptz' },
  key: ['id'],
  personal: ['content'],
};

/** What a file asks for, with the people it asks it of. */
export const listFileContents: Statement = {
  name: 'list_collection_file_contents',
  text: `select ${selectList(collections, 'k')}, o.number as "orderNumber", x.customer, x.bank_account as "bankAccount", x.payment
from collections k join orders o on o.merchant_id = k.merchant_id and o.id = k.order_id
join order_contents x on x.merchant_id = o.merchant_id and x.order_id = o.id
where k.merchant_id = $1 and k.file_id = $2::uuid order by k.collect_on, k.end_to_end_id`,
};

/**
 * Collections by the ids that banks give back, across merchants: a bank statement belongs to no single merchant. What was collected before
 * its payment was kept (0094) is paid by the latest payment of its amount that a bank statement brought. What a person booked of a statement
 * since a collection was asked for may be its money, unless it is another's.
 */
export const findCollectionsByEndToEnd: Statement = {
  name: 'find_collections_by_end_to_end',
  text: `select k.merchant_id as "merchantId", k.end_to_end_id as "endToEndId", k.capture_number as "captureNumber", o.number as "orderNumber",
  k.amount_minor as "amountMinor", k.currency, k.state,
  coalesce(k.transaction_id, (select p.transaction_id from payments p where k.state = 'Collected' and p.merchant_id = k.merchant_id
     and p.capture_number = k.capture_number and p.amount_minor = k.amount_minor and p.transaction_id like 'bank-%'
     and not exists (select 1 from payment_returns r
       where r.merchant_id = p.merchant_id and r.transaction_id = p.transaction_id)
   order by p.inserted_at desc, p.transaction_id desc limit 1)) as "transactionId",
  k.state = 'Exported' and exists (select 1 from payments p
     join bank_entries e on e.id = case when p.transaction_id ~ '^bank-[0-9a-f-]{36}-[0-9]+$' then substr(p.transaction_id, 6, 36)::uuid end
     where p.merchant_id = k.merchant_id and p.capture_number = k.capture_number and p.inserted_at >= k.inserted_at
     and e.handled_by is not null
     and not exists (select 1 from payment_returns r where r.merchant_id = p.merchant_id and r.transaction_id = p.transaction_id)
     and not exists (select 1 from collections o where o.merchant_id = p.merchant_id and o.capture_number = p.capture_number
       and o.transaction_id = p.transaction_id)) as "paidByHand"
from collections k join orders o on o.merchant_id = k.merchant_id and o.id = k.order_id where k.end_to_end_id = any($1::text[])`,
};

/** The order of a payment. */
export const findPaymentOrder: Statement = {
  name: 'find_payment_order',
  text: `select o.number as "orderNumber" from payments p join orders o on o.merchant_id = p.merchant_id and o.id = p.order_id
where p.merchant_id = $1 and p.transaction_id = $2`,
};
