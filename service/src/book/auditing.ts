// Administrative changes that bypass the book (merchants, keys, settings), each with its audit row in the same
// statement.
import type { Instant } from '../core/dates.ts';
import { type Call, call } from '../store/db.ts';
import type { Statement } from '../store/table.ts';
import { auditParts, auditStatement, reasonOf } from './audit.sql.ts';

export interface Act {
  /** `operatorsOwn` where no merchant is concerned. */
  readonly merchantId: string;
  readonly actor: string;
  readonly operation: string;
  /** The id of what was changed, never anything personal. */
  readonly subject: string;
  readonly requestId: string;
  readonly reason?: string | null;
  /** The id of the customer it is about. */
  readonly customerId?: string;
  /** The merchant's business time. */
  readonly happenedAt: Instant;
}

/** The act as the parameters of `auditParts`. */
export function auditValues(act: Act, id: string): Call['values'] {
  const { merchantId, actor, operation, subject, requestId, reason, happenedAt, customerId = null } = act;
  const at = new Date(happenedAt).toISOString();
  return [merchantId, id, actor, operation, subject, requestId, reasonOf(reason), at, customerId];
}

/**
 * A statement together with its audit row. The statement is a plain insert, update or delete that ends with
 * `returning`, and returns those rows. One that has parts of its own takes `auditParts` among them.
 */
export function audited(statement: Statement, values: Call['values'], act: Act, id: string): Call {
  const text = `with acted as (${statement.text}), ${auditParts(values.length + 1, 'acted')} select * from acted`;
  return call({ name: `${statement.name}_audited`, text }, ...values, ...auditValues(act, id));
}

/** The row alone, for an act whose statements have parts of their own: sent in their transaction. */
export const auditCall = (act: Act, id: string): Call => call(auditStatement, ...auditValues(act, id));
