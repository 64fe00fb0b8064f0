// What a capture or a refund without items is of, where the order says it.
import type { Json } from '../core/json.ts';
import { unscaled } from '../core/money.ts';
import type { Capture, Order, Void } from '../core/order/rows.ts';
import { quantityDecimals, totalsFaults } from '../core/order/totals.ts';
import { lineFromWire, type OrderItem } from '../wire/items.ts';

export const itemsIn = (items: Json | undefined): readonly OrderItem[] => (items ?? []) as unknown as OrderItem[];

type Taken = Pick<Capture | Void, 'number' | 'items' | 'amountMinor' | 'insertedAt'>;

/** An order as far as it says what its captures are of. */
export interface Sold {
  readonly order: Pick<Order, 'authorizedMinor'>;
  readonly ordered: Json | undefined;
  readonly captures: readonly Taken[];
  readonly voids: readonly Taken[];
}

/**
 * The capture's own items. For the whole order captured at once, the order's; for the rest of it, what earlier captures and voids left of
 * these. Empty where that is not known.
 */
export function capturedItems(capture: Taken, { order, ordered, captures, voids }: Sold): readonly OrderItem[] {
  const own = itemsIn(capture.items);
  if (own.length > 0) return own;
  const all = itemsIn(ordered);
  if (capture.amountMinor === order.authorizedMinor) return all;
  return restOf(all, [...captures, ...voids].filter(beside(capture)), capture.amountMinor);
}

/**
 * What was taken before, or with it in one batch: these have one moment. Of such a pair the one without items is of what the other left,
 * and it does not matter which came first; the prices are held against its amount.
 */
export const beside =
  ({ number, insertedAt }: Pick<Taken, 'number' | 'insertedAt'>) =>
  (other: Pick<Taken, 'number' | 'insertedAt'>): boolean =>
    other.insertedAt <= insertedAt && other.number !== number;

/**
 * What is left of items after parts of them, for this amount: empty where a part names no items or others than these, or the prices of what
 * is left do not add up to it (C21).
 */
export function restOf(
  all: readonly OrderItem[],
  parts: readonly Pick<Taken, 'items'>[],
  amountMinor: bigint,
): readonly OrderItem[] {
  if (parts.length === 0 || parts.some(({ items }) => itemsIn(items).length === 0)) return [];
  const left = all.map((item) => ({ item, quantityE6: lineFromWire(item).quantityE6 }));
  for (const part of parts.flatMap(({ items }) => itemsIn(items))) {
    let { quantityE6 } = lineFromWire(part);
    for (const each of left.filter(({ item }) => isSameItem(item, part))) {
      const moved = each.quantityE6 < quantityE6 ? each.quantityE6 : quantityE6;
      each.quantityE6 -= moved;
      quantityE6 -= moved;
    }
    if (quantityE6 > 0n) return [];
  }
  const rest = left
    .filter(({ quantityE6 }) => quantityE6 > 0n)
    .map(({ item, quantityE6 }) => ({ ...item, quantity: unscaled(quantityE6, quantityDecimals) }));
  const totals = { grossMinor: amountMinor, netMinor: null, lines: rest.map(lineFromWire) };
  return totalsFaults(totals, '').length === 0 ? rest : [];
}

const isSameItem = (one: OrderItem, other: OrderItem): boolean =>
  one.productId === other.productId && one.grossUnitPrice === other.grossUnitPrice;
