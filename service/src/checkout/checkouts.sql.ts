// Checkouts: what a shop said when it asked for payment methods, and what was offered to it.
import type { Checkout } from '../core/checkout/rows.ts';
import type { CheckoutDecision } from '../core/risk/rows.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';

export const checkouts: Table<Checkout> = {
  name: 'checkouts',
  columns: {
    id: 'uuid',
    customerNumber: 'text',
    currency: 'text',
    amountMinor: 'bigint',
    orderDetails: 'json',
    customer: 'json',
    deliveryCustomer: 'json',
    nationalId: 'sealed',
    deliveryNationalId: 'sealed',
    remarks: 'json',
    orderId: 'uuid',
    expiresAt: 'timestamptz',
  },
  key: ['id'],
  sets: ['orderId'],
  personal: ['orderDetails', 'customer', 'deliveryCustomer', 'nationalId', 'deliveryNationalId', 'remarks'],
};

export const checkoutDecisions: Table<CheckoutDecision> = {
  name: 'checkoutDecisions',
  columns: {
    id: 'uuid',
    checkoutId: 'uuid',
    customerKey: 'text',
    outcome: 'text',
    amountMinor: 'bigint',
    application: 'json',
    facts: 'json',
    policy: 'common',
    reasons: 'json',
    methods: 'json',
    decidedAt: 'timestamptz',
  },
  key: ['id'],
};

/** Without a lock: what was said in a checkout never changes. */
export const findCheckout: Statement = {
  name: 'find_checkout',
  text: `select ${selectList(checkouts, 'k')} from checkouts k where k.merchant_id = $1 and k.id = $2::uuid`,
};

/**
 * Checkouts ($2), and those that contracts ($3) were made in. Locked after the order: whether a checkout was used is decided
 * under its lock.
 */
export const lockCheckouts: Statement = {
  name: 'lock_checkouts',
  text: `select ${selectList(checkouts, 'k')} from checkouts k
where k.merchant_id = $1 and k.id = any($2::uuid[] || array(
  select n.checkout_id from contracts n where n.merchant_id = $1 and n.id = any($3::uuid[])
)) order by k.id for no key update`,
};

/** What was decided on checkouts ($2), the latest last. */
export const listDecisionsOfCheckouts: Statement = {
  name: 'list_decisions_of_checkouts',
  text: `select ${selectList(checkoutDecisions, 'd')} from checkout_decisions d
where d.merchant_id = $1 and d.checkout_id = any($2::uuid[]) order by d.decided_at, d.id`,
};

/** What was decided on a checkout ($2). */
export const listCheckoutDecisions: Statement = {
  name: 'list_checkout_decisions',
  text: `select ${selectList(checkoutDecisions, 'd')} from checkout_decisions d
where d.merchant_id = $1 and d.checkout_id = $2::uuid order by d.decided_at, d.id`,
};

/** A day after the last moment at which a checkout could be used, by the database's clock: the test clock may be far ahead. */
export const deleteOldCheckouts: Statement = {
  name: 'delete_old_checkouts',
  plannedAnew: true,
  text: `with old as (
  delete from checkouts where (merchant_id, id) in (
    select merchant_id, id from checkouts where inserted_at < now() - interval '2 days' order by inserted_at limit $1::int
  ) returning 1
) select count(*) from old`,
};

/**
 * Long enough for a consumer to ask why a method was not offered. With a rejection goes the letter about it, which has its id, and what the
 * person said against it with the answer; not before a person answered it, and then as long again.
 */
export const deleteOldCheckoutDecisions: Statement = {
  name: 'delete_old_checkout_decisions',
  plannedAnew: true,
  text: `with old as (
  delete from checkout_decisions where (merchant_id, id) in (
    select d.merchant_id, d.id from checkout_decisions d where d.inserted_at < now() - interval '180 days' and not exists (
      select 1 from objections b where b.merchant_id = d.merchant_id and b.decision_id = d.id
        and (b.answered_at is null or b.answered_at > now() - interval '180 days')
    ) order by d.inserted_at limit $1::int
  ) returning merchant_id, id
), letters as (
  delete from documents d using old where d.merchant_id = old.merchant_id and d.id = old.id
), contested as (
  delete from objections b using old where b.merchant_id = old.merchant_id and b.decision_id = old.id
  returning b.merchant_id, b.document_id
), answers as (
  delete from documents d using contested c where d.merchant_id = c.merchant_id and d.id = c.document_id
) select count(*) from old`,
};
