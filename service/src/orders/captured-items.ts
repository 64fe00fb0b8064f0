import type { Json } from '../core/json.ts';
import type { Capture, Order } from '../core/order/rows.ts';
import type { OrderItem } from '../wire/items.ts';

const itemsIn = (items: Json | undefined): readonly OrderItem[] => (items ?? []) as unknown as OrderItem[];

/** The capture's own items; for the whole order captured at once, the order's. */
export function capturedItems(
  { items, amountMinor }: Pick<Capture, 'items' | 'amountMinor'>,
  { authorizedMinor }: Pick<Order, 'authorizedMinor'>,
  ordered: Json | undefined,
): readonly OrderItem[] {
  const own = itemsIn(items);
  return own.length > 0 || amountMinor !== authorizedMinor ? own : itemsIn(ordered);
}
