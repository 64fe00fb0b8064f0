// What waits for its seals (audit/sealing.ts): a row for each transaction, written in it, with the ids of the rows that it wrote into
// the ledger and the audit.
import type { Statement } from '../store/table.ts';

/** $2 ids of the ledger, $3 ids of the audit. */
export const insertUnsealed: Statement = {
  name: 'insert_unsealed',
  text: `insert into unsealed (merchant_id, id, ledger_ids, audit_ids)
values ($1::uuid, coalesce(($3::uuid[])[1], ($2::uuid[])[1]), $2::uuid[], $3::uuid[])`,
};

/** As a part of a statement that has a part `audited`, of rows that were written into the audit. */
export const auditedUnsealed = `insert into unsealed (merchant_id, id, ledger_ids, audit_ids)
  select merchant_id, id, '{}', array[id] from audited`;
