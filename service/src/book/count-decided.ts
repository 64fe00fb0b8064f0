// What was decided and what moved, counted from the rows of a transaction that was committed: no endpoint can forget it,
// and an answer that is given again counts once.
import { minorDigits } from '../core/money.ts';
import type { Order } from '../core/order/rows.ts';
import { catalogue, type RefusalId } from '../core/refusals.ts';
import type { TableName } from '../core/rows.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Records } from './deciding.ts';
import type { State } from './state.ts';
import type { TableRows } from './writing.ts';

type Decision = { readonly outcome: string; readonly reasons: unknown; readonly orderId?: string };

export function countDecided(
  metrics: Metrics,
  { outbox }: Pick<Records, 'outbox'>,
  written: readonly TableRows[],
  state: State,
): void {
  for (const event of outbox) {
    metrics.count('dps_events_total', { type: event.type });
    if (event.amountMinor === 0n) continue;
    // A counter only grows, so what an update takes away is a movement of its own.
    const movement = event.amountMinor < 0n ? `${event.type}.lowered` : event.type;
    const order = event.orderId === null ? undefined : state.find('orders', event.orderId);
    const paymentType = order?.paymentType ?? (event.accountNumber === null ? 'none' : 'Account');
    const minor = event.amountMinor < 0n ? -event.amountMinor : event.amountMinor;
    const labels = { movement, currency: event.currency, payment_type: paymentType };
    metrics.count('dps_money_total', labels, Number(minor) / 10 ** minorDigits);
  }
  const newsOf = (name: TableName): readonly object[] => written.find(({ table }) => table.name === name)?.news ?? [];
  const decisions = newsOf('creditDecisions') as readonly Decision[];
  const newOrders = new Set(decisions.length > 0 ? newsOf('orders').map((row) => (row as Order).id) : []);
  for (const decision of decisions) count(metrics, newOrders.has(decision.orderId ?? '') ? 'authorize' : 'update', decision);
  for (const row of newsOf('accountApplications')) count(metrics, 'account', row as Decision);
  for (const row of newsOf('checkoutDecisions')) count(metrics, 'checkout', row as Decision);
}

function count(metrics: Metrics, kind: string, { outcome, reasons }: Decision): void {
  metrics.count('dps_decisions_total', { kind, outcome, reason: codeOf(reasons) });
}

/** The public code of the first reason; 'none' where nothing spoke against it. */
function codeOf(reasons: unknown): string {
  const [first] = Array.isArray(reasons) ? (reasons as unknown[]) : [];
  const id = typeof first === 'string' ? first : (first as { id?: unknown } | undefined)?.id;
  return typeof id === 'string' && Object.hasOwn(catalogue, id) ? catalogue[id as RefusalId].code : 'none';
}
