// What an operator did, as the audit keeps it (book/auditing.ts).
import { operatorsOwn } from '../book/audit.sql.ts';
import type { Act } from '../book/auditing.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import type { Deps } from '../http/deps.ts';
import type { OperatorAsked } from '../http/operation.ts';

type OperatorAct = Pick<OperatorAsked<unknown>, 'actor' | 'operation' | 'requestId'>;

/** An act that concerns no single merchant. */
export const operatorsAct = (
  { actor, operation, requestId }: OperatorAct,
  subject: string,
  reason: string | null | undefined,
  deps: Pick<Deps, 'clock'>,
): Act => ({ merchantId: operatorsOwn, actor, operation, requestId, subject, reason: reason ?? null, happenedAt: deps.clock() });

/** Something done to a merchant; `subject` is what of it. */
export const actOn = (
  merchant: MerchantOnClock,
  { actor, operation, requestId }: OperatorAct,
  reason: string | null | undefined,
  deps: Pick<Deps, 'clock'>,
  subject = merchant.id,
): Act => ({
  merchantId: merchant.id,
  actor,
  operation,
  requestId,
  subject,
  reason: reason ?? null,
  happenedAt: businessTime(merchant, deps.clock()),
});
