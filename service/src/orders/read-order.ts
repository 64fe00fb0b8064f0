// What all reads of the order group do alike: find the order with everything below it, and of that the whole list or the
// one record that the last segment of the address names (C25).

import type { MerchantOnClock } from '../core/merchant.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { type Call, call, type Rows } from '../store/db.ts';
import type { OpenRow } from '../store/table.ts';
import { findShownOrder, type WholeOrder, wholeOrderOf } from './whole-order.sql.ts';

export const findOrder = ({ orderNumber }: { orderNumber: string }, merchant: MerchantOnClock): Call =>
  call(findShownOrder, merchant.id, orderNumber.toLowerCase());

export function wholeOrder([row]: Rows, open: OpenRow): WholeOrder | Refusal {
  return row ? wholeOrderOf(row, open) : refuse('order.not_found', 'orderNumber');
}

const missing = {
  captures: { id: 'capture.not_found', field: 'captureNumber' },
  refunds: { id: 'refund.not_found', field: 'refundNumber' },
  voids: { id: 'void.not_found', field: 'voidNumber' },
} as const;

/** The order's captures, refunds or voids: all of them, or the one with the number. */
export function partsOfOrder<Kind extends keyof typeof missing>(
  rows: Rows,
  open: OpenRow,
  kind: Kind,
  number: string | undefined,
) {
  const whole = wholeOrder(rows, open);
  if (whole instanceof Refusal) return whole;
  const all: readonly WholeOrder[Kind][number][] = whole[kind];
  const parts = number === undefined ? all : all.filter((part) => part.number === number);
  if (number !== undefined && parts.length === 0) return refuse(missing[kind].id, missing[kind].field);
  return { whole, parts };
}
