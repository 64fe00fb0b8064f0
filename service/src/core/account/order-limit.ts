// C68: the limit of an account that an order opened was never applied for. It is what the account was charged, as far as that is not paid
// yet: what is paid counts for the holder's next credit decision no longer, and nothing is owed on the account that does not count.
import { type Change, update } from '../changes.ts';
import type { Event } from '../events.ts';
import type { Exposure } from '../rows.ts';
import { type Account, totalMinor } from './account.ts';
import { eventOf } from './post.ts';

export interface LimitMoved {
  readonly changes: readonly Change[];
  readonly events: readonly Event[];
}

const unmoved: LimitMoved = { changes: [], events: [] };

/** Lower the limit to what is owed after a payment, a refund or a correction; that of an account that was applied for stays. */
export function limitLowered(after: Account, exposureOf: () => Exposure): LimitMoved {
  const owedMinor = totalMinor(after) > 0n ? totalMinor(after) : 0n;
  if (after.orderNumber === null || owedMinor >= after.limitMinor) return unmoved;
  return moved(after, owedMinor - after.limitMinor, exposureOf());
}

/**
 * Raise it again after a payment was taken back, by its amount (minor units) at most and never above what is owed. Interest and fees that
 * the payment had paid may count by that, which had not counted before it: they are owed.
 */
export function limitRestored(after: Account, amountMinor: bigint, exposureOf: () => Exposure): LimitMoved {
  const overMinor = totalMinor(after) - after.limitMinor;
  if (after.orderNumber === null || overMinor <= 0n) return unmoved;
  return moved(after, overMinor < amountMinor ? overMinor : amountMinor, exposureOf());
}

function moved(account: Account, byMinor: bigint, exposure: Exposure): LimitMoved {
  const type = byMinor < 0n ? 'account.limit_lowered' : 'account.limit_raised';
  return {
    changes: [
      update('accounts', account, { add: { limitMinor: byMinor } }),
      update('exposures', exposure, { add: { heldMinor: byMinor } }),
    ],
    events: [eventOf(account, { type, subject: account.number, amountMinor: byMinor < 0n ? -byMinor : byMinor })],
  };
}

/** Is nothing left of an account that an order opened? Who applies for one then has none yet. */
export const isSpent = (account: Account): boolean =>
  account.orderNumber !== null && account.limitMinor === 0n && totalMinor(account) <= 0n;
