// A refund gives back of its capture's fee, so the capture has to be on a statement before it, or with it. Two processes whose
// clocks differ can book a capture later than its refund, behind the cut: it is found by its number and comes along.
import type { SettlementAgreement } from '../core/settlement/agreement.ts';
import type { CaptureFees, Pending } from '../core/settlement/lines.ts';
import type { Db } from '../store/db.ts';
import { arrayOf, captureFeesOf, listCaptureFees, listPendingCaptures, pendingOf } from './pending.sql.ts';

export interface WithCaptures {
  /** What was given, and before it the captures that were missing. */
  readonly pending: readonly Pending[];
  /** What earlier lines say of refunded captures. */
  readonly captureFees: ReadonlyMap<string, CaptureFees>;
}

export async function withTheirCaptures(
  db: Db,
  merchantId: string,
  currency: string,
  { fees }: Pick<SettlementAgreement, 'fees'>,
  pending: readonly Pending[],
): Promise<WithCaptures> {
  const refunds = fees.onRefund === 'kept' ? [] : pending.filter(({ eventType }) => eventType === 'order.refunded');
  const refunded = refunds.flatMap(({ captureNumber }) => captureNumber ?? []);
  if (refunded.length === 0) return { pending, captureFees: new Map() };
  const captureFees = captureFeesOf(await db.read(listCaptureFees, merchantId, arrayOf(refunded)));
  const here = new Set(pending.flatMap(({ eventType, subject }) => (eventType === 'order.captured' ? subject : [])));
  const isMissing = ({ captureNumber }: Pending): boolean =>
    captureNumber !== null && !here.has(captureNumber) && (captureFees.get(captureNumber)?.capturedMinor ?? 0n) === 0n;
  const missing = refunds.filter(isMissing);
  if (missing.length === 0) return { pending, captureFees };
  const numbers = arrayOf(missing.flatMap(({ captureNumber }) => captureNumber ?? []));
  const orders = arrayOf(missing.flatMap(({ orderId }) => orderId ?? []));
  const captures = await db.read(listPendingCaptures, merchantId, currency, numbers, orders);
  return { pending: [...captures.map(pendingOf), ...pending], captureFees };
}
