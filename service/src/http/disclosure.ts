// What the administration shows of accounts and of people. An account number is masked in every answer, unless the request says
// why it is needed and the key may see it; that, and every reading of personal data, leaves an audit row.
import { auditStatement, operatorsOwn } from '../book/audit.sql.ts';
import { auditValues } from '../book/auditing.ts';
import { masked, maskIbans } from '../core/bank/masked.ts';
import { businessTime } from '../core/merchant.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import { mayDo } from '../core/scopes.ts';
import { chance } from '../runtime/chance.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { text } from './filters.ts';
import type { Asked } from './pipeline.ts';

/** What an operation discloses beside what `admin:read` is for. */
export type Discloses =
  /** Names or other data of people, or links by which their papers are read; each reading leaves an audit row. */
  | 'people'
  /** Also account numbers in clear, as a bank or the person needs them, for a scope that `admin:read` does not contain. */
  | 'accounts';

/** What operations that show accounts read of the query. */
export const unmaskQuery = {
  unmask: text(
    500,
    'Why account numbers are needed in clear, for the audit; it needs the scope `admin:personal`. Without it they are shown with their first and last four characters.',
  ),
};

/** Why accounts are to be shown in clear; null if they are not. */
export function unmaskReason({ request, query, caller }: Asked): string | null | Refusal {
  const reason = request.method === 'GET' ? query['unmask'] : undefined;
  if (reason === undefined) return null;
  if (!mayDo(caller, 'admin:personal')) return refuse('key.scope', 'unmask', { scope: 'admin:personal' });
  return reason.trim() === '' ? refuse('value.required', 'unmask') : reason.trim();
}

/** An answer with every account masked: what is an IBAN wherever it is, and what a member named `iban` holds. */
export function maskAnswer(written: string): string {
  return JSON.stringify(
    JSON.parse(written, (name, value: unknown) =>
      typeof value !== 'string' ? value : name === 'iban' ? masked(value.replaceAll(' ', '')) : maskIbans(value),
    ),
  );
}

const consumersLink = /^consumer([A-Z][a-z]+)?Url$/;

/**
 * May who asks be given the consumers' links? Papers that are read by them count as read by the consumer, and agreements hold the address
 * at which the consumer withdraws: who may not book that may not do it in the consumer's name.
 */
const mayHaveLinks = (caller: Caller): boolean =>
  caller.merchant !== undefined || mayDo(caller, 'admin:money') || mayDo(caller, 'admin:privacy');

/** An answer without the links that its caller may not have. */
export function withoutLinks(written: string, caller: Caller): string {
  if (!written.includes('"consumer') || mayHaveLinks(caller)) return written;
  return JSON.stringify(JSON.parse(written, (name, value: unknown) => (consumersLink.test(name) ? undefined : value)));
}

/** A POST that discloses accounts leaves an audit row of what it does. */
export const isToBeNoted = (discloses: Discloses | undefined, method: string): boolean =>
  discloses === 'people' || (discloses === 'accounts' && method === 'GET');

export async function noteReading(operation: string, asked: Asked, reason: string | null, { db, clock }: Deps): Promise<void> {
  const { merchant, caller, params, request } = asked;
  const { merchantId: _, ...named } = params;
  const act = {
    merchantId: merchant?.id ?? operatorsOwn,
    actor: caller.keyId,
    operation,
    subject: Object.values(named).join(' '),
    requestId: request.id,
    reason,
    happenedAt: merchant ? businessTime(merchant, clock()) : clock(),
  };
  await db.run(auditStatement, ...auditValues(act, chance.id()));
}
