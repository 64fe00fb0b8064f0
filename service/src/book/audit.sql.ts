// Who did what, when and why: one row for every request that changed something, in the transaction of the change. The book
// writes it; what changes without the book (merchants, keys, settings) goes through `audited` (book/auditing.ts).
import type { Instant } from '../core/dates.ts';
import type { Statement, Table } from '../store/table.ts';
import { auditedUnsealed } from './unsealed.sql.ts';

export interface AuditRow {
  readonly id: string;
  /** The key, job or operator that acted. */
  readonly actor: string;
  /** The endpoint's operation id, or the job's name. */
  readonly operation: string;
  readonly orderId: string | null;
  readonly accountNumber: string | null;
  /** Whom it was about, where it was about a person rather than an order or an account. */
  readonly customerId: string | null;
  readonly subject: string;
  readonly requestId: string;
  /** The caller's own words. The chain holds a salted hash of them, so that they can be erased. */
  readonly reason: string | null;
  readonly happenedAt: Instant;
}

export const audit: Table<AuditRow> = {
  name: 'audit',
  columns: {
    id: 'uuid',
    actor: 'text',
    operation: 'text',
    orderId: 'uuid',
    accountNumber: 'text',
    customerId: 'uuid',
    subject: 'text',
    requestId: 'text',
    reason: 'text',
    happenedAt: 'timestamptz',
  },
  key: ['id'],
  personal: ['reason'],
};

/** Whose rows the acts of the operator are that concern no merchant. */
export const operatorsOwn = '00000000-0000-0000-0000-000000000000';

const longestReason = 500;

/** The words as the audit keeps them: without blanks around them, nothing for none, cut where they are too long. */
export function reasonOf(words: string | null | undefined): string | null {
  return words?.trim().slice(0, longestReason) || null;
}

const types = ['uuid', 'uuid', 'text', 'text', 'text', 'text', 'text', 'timestamptz', 'uuid'];
const values = (first: number): string => types.map((type, index) => `$${first + index}::${type}`).join(', ');
const insertInto = 'insert into audit (merchant_id, id, actor, operation, subject, request_id, reason, happened_at, customer_id)';

/**
 * The audit row as parts of a statement that has another part called `from`: where that changed nothing, nothing is recorded. `first`
 * is the number of the first of its nine parameters.
 */
export function auditParts(first: number, from: string): string {
  return `audited as (
  ${insertInto}
  select ${values(first)} where exists (select 1 from ${from}) returning merchant_id, id
), waiting as (
  ${auditedUnsealed}
)`;
}

/** An audit row by itself, for a transaction of several statements, or for what was only read. */
export const auditStatement: Statement = {
  name: 'insert_act',
  text: `with acted as (select 1), ${auditParts(1, 'acted')} select 1`,
};
