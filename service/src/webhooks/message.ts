// An event as it is delivered and polled: the same members, the same id, however often.

import type { JsonObject } from '../core/json.ts';
import { minorToWire } from '../core/money.ts';
import { instantToWire } from '../wire/instants.ts';

/** An event with its number, as it was read. */
export interface EventRow {
  readonly number: bigint;
  readonly id: string;
  readonly type: string;
  readonly happenedAt: number;
  /** Null of events from before they had more than an amount. */
  readonly data: JsonObject | null;
  readonly currency: string | null;
  readonly amountMinor: bigint;
}

export interface EventMessage {
  readonly type: string;
  readonly timestamp: string;
  readonly data: JsonObject;
}

/** Without a dot, which the signed text is parted by. */
export const messageId = (eventId: string): string => `evt_${eventId}`;

export function messageOf(row: EventRow, merchantId: string): EventMessage {
  const data = row.data ?? { amount: minorToWire(row.amountMinor), ...(row.currency !== null && { currency: row.currency }) };
  return {
    type: row.type,
    timestamp: instantToWire(row.happenedAt),
    data: { sequence: Number(row.number), merchantId, ...data },
  };
}
