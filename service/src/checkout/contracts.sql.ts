// Contracts that buyers agreed to in a checkout.
import type { PaymentContract } from '../core/checkout/rows.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';

export const contracts: Table<PaymentContract> = {
  name: 'contracts',
  columns: {
    id: 'uuid',
    number: 'text',
    mandateNumber: 'text',
    checkoutId: 'uuid',
    paymentType: 'text',
    amountMinor: 'bigint',
    currency: 'text',
    terms: 'json',
    bankAccount: 'sealed',
    bankAccountKey: 'text',
    documentId: 'uuid',
    orderId: 'uuid',
    madeAt: 'timestamptz',
    usedAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  key: ['id'],
  sets: ['orderId', 'usedAt'],
  personal: ['bankAccount', 'bankAccountKey'],
};

/** Locked after the checkout: whether a contract was used is decided under its lock. */
export const lockContracts: Statement = {
  name: 'lock_contracts',
  text: `select ${selectList(contracts, 'n')} from contracts n
where n.merchant_id = $1 and n.id = any($2::uuid[]) order by n.id for no key update`,
};

/** A contract that became no order has no effect and names a person; it goes with its document. */
export const deleteUnusedContracts: Statement = {
  name: 'delete_unused_contracts',
  plannedAnew: true,
  text: `with old as (
  delete from contracts where (merchant_id, id) in (
    select merchant_id, id from contracts
    where order_id is null and inserted_at < now() - interval '2 days' order by inserted_at limit $1::int
  ) returning merchant_id, document_id
), papers as (
  delete from documents d using old where d.merchant_id = old.merchant_id and d.id = old.document_id
) select count(*) from old`,
};
