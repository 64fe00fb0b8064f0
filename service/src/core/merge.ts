// Two customers an operator found to be one. The orders of the merged one keep naming its row, which from now on points to
// the other: a lock of it locks the other as well (book/needs.ts), so that both are one person under one lock.
import { type Change, type Decided, insert, update } from './changes.ts';
import { remember } from './customer.ts';
import type { Instant } from './dates.ts';
import type { MergeInHand, MergeSide } from './order/in-hand.ts';
import { type Refusal, refuse } from './refusals.ts';
import type { Customer, CustomerProfile, Exposure } from './rows.ts';
import type { Setting } from './setting.ts';

export interface MergeRequest {
  readonly reason: string;
  readonly mergedBy: string;
}

/**
 * Merge `from` into `into`: what is owed moves, orders tried lately count for it, numbers of both mean `into`, and those merged into
 * `from` follow. What a person found wrong is held against neither, for the longer of the two times.
 * Refused when one is missing or both are one already.
 */
export function merge(inHand: MergeInHand | undefined, request: MergeRequest, setting: Setting): Decided<Customer> | Refusal {
  if (!inHand) return refuse('customer.not_found', 'customerNumber');
  const { from, into, mergedBefore } = inHand;
  if (from.customer.key === into.customer.key) return refuse('customer.same', 'into');
  const survivor = {
    ...into.customer,
    number: into.customer.number ?? from.customer.number,
    identified: into.customer.identified || from.customer.identified,
    clearedUntil: laterOf(into.customer.clearedUntil, from.customer.clearedUntil),
  };
  const { number, identified, clearedUntil } = survivor;
  return {
    answer: survivor,
    changes: [
      ...[from.customer, ...mergedBefore].map((each) => update('customers', each, { set: { mergedInto: into.customer.key } })),
      update('customers', into.customer, {
        set: { identified, ...(number !== null && { number }), ...(clearedUntil !== null && { clearedUntil }) },
      }),
      ...exposuresMoved(from, into),
      ...triesMoved(from, into, setting),
      ...profilesMerged(from, into, setting),
      insert('customerMerges', {
        id: setting.chance.id(),
        customerKey: from.customer.key,
        intoKey: into.customer.key,
        reason: request.reason,
        mergedBy: request.mergedBy,
        mergedAt: setting.now,
      }),
    ],
    events: [],
    about: `${from.customer.id} into ${into.customer.id}`,
    customerId: into.customer.id,
  };
}

/** What the one owes and has bought, the other owes and has bought from now on; nothing is left behind to be counted twice. */
function exposuresMoved(from: MergeSide, into: MergeSide): Change[] {
  return from.exposures.flatMap((exposure): Change[] => {
    const own = into.exposures.find((each) => each.currency === exposure.currency);
    const moved = countersOf(exposure);
    return [
      update('exposures', exposure, { add: negated(moved), set: { largestMinor: 0n } }),
      own
        ? update('exposures', own, { add: moved, set: boundsOf(own, exposure) })
        : insert('exposures', { ...exposure, customerKey: into.customer.key }),
    ];
  });
}

const laterOf = (one: Instant | null, other: Instant | null): Instant | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/**
 * A burst stays one: what the one tried is counted for the other, in this writer's own rows. The rows of the one are looked for
 * under its key no more, and go with their age.
 */
function triesMoved({ velocities }: MergeSide, into: MergeSide, { writer }: Setting): Change[] {
  const byHour = new Map<Instant, number>();
  for (const { hourAt, count } of velocities) byHour.set(hourAt, (byHour.get(hourAt) ?? 0) + count);
  return [...byHour].map(([hourAt, count]) => {
    const own = into.velocities.find((each) => each.hourAt === hourAt && each.writer === writer);
    const row = { subject: into.customer.key, hourAt, writer, count };
    return own ? update('velocities', own, { add: { count } }) : insert('velocities', row);
  });
}

type Counters = Pick<
  Exposure,
  'heldMinor' | 'debtMinor' | 'ordersCount' | 'orderedMinor' | 'paidOnTimeCount' | 'paidLateCount' | 'dunnedCount'
>;

function countersOf(exposure: Exposure): Counters {
  const { heldMinor, debtMinor, ordersCount, orderedMinor, paidOnTimeCount, paidLateCount, dunnedCount } = exposure;
  return { heldMinor, debtMinor, ordersCount, orderedMinor, paidOnTimeCount, paidLateCount, dunnedCount };
}

const negated = (counters: Counters): Counters =>
  Object.fromEntries(
    Object.entries(counters).map(([name, value]: [string, bigint | number]) => [name, -value]),
  ) as unknown as Counters;

/** The largest order of both, the first and the last. */
function boundsOf(own: Exposure, other: Exposure): Partial<Exposure> {
  const first = [own.firstOrderedAt, other.firstOrderedAt].filter((at) => at !== null);
  const last = [own.lastOrderedAt, other.lastOrderedAt].filter((at) => at !== null);
  return {
    largestMinor: own.largestMinor > other.largestMinor ? own.largestMinor : other.largestMinor,
    ...(first.length > 0 && { firstOrderedAt: Math.min(...first) }),
    ...(last.length > 0 && { lastOrderedAt: Math.max(...last) }),
  };
}

/** What only the merged one said is kept; its row is found under no key any more, or it would be like itself. */
function profilesMerged({ profile: old }: MergeSide, into: MergeSide, { now }: Setting): Change[] {
  if (!old) return [];
  const { customerKey: _key, seenAt: _seen, ...said } = old;
  const own: Partial<CustomerProfile> = into.profile ?? {};
  const missing = Object.fromEntries(Object.entries(said).filter(([name]) => (own[name as keyof typeof said] ?? null) === null));
  const nowhere = { nationalIdKey: null, nameKey: null, bornKey: null, emailKey: null, phoneKey: null, addressKey: null };
  return [remember(into, missing, into.profile?.seenAt ?? now), update('customerProfiles', old, { set: nowhere })];
}
