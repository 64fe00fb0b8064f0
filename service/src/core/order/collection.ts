// Direct debits: what is due and may be collected is asked of the bank once, and what the bank says of it is kept.
import type { SequenceType } from '../bank-file/pain-008.ts';
import { type Change, type Decided, insert, update } from '../changes.ts';
import { nextTargetDay } from '../countries/holidays.ts';
import { addDays, type Day, dayAt } from '../dates.ts';
import type { Event } from '../events.ts';
import { openMinorOf } from '../plan/schedule.ts';
import type { Capture, Collection } from '../rows.ts';
import { openReminderFeeMinor } from './dunning.ts';
import type { OrderInHand, Setting } from './in-hand.ts';
import { leftToPayMinor } from './payment.ts';

/** What a buyer signed. */
export interface Mandate {
  readonly number: string;
  readonly signedOn: Day;
}

export interface CollectRequest {
  readonly fileId: string;
  /** What falls due later is left for another file. */
  readonly dueUntil: Day;
  readonly mandate: Mandate;
}

/** Days on which the euro settles that a bank wants between a file and the day it collects (core scheme: one, and one for us). */
const leadDays = 2;

/**
 * Collect what of an order is due up to a day, each part once: on its due day or the next one on which the euro settles, never
 * before, and not sooner than banks take it.
 */
export function collect(
  inHand: OrderInHand,
  earlier: readonly Collection[],
  { fileId, dueUntil, mandate }: CollectRequest,
  { now, merchant, chance }: Setting,
): Decided<readonly Collection[]> {
  const { order, captures } = inHand;
  const soonest = settlingDays(dayAt(now, merchant.timeZone), leadDays);
  const known = new Set(earlier.map(({ captureNumber, installment }) => `${captureNumber}/${installment}`));
  const parts = captures
    .filter(({ debitReturnedOn }) => debitReturnedOn === null)
    .flatMap((capture) => partsOf(capture, inHand))
    .filter(({ dueOn, amountMinor, captureNumber, installment }) => {
      return dueOn <= dueUntil && amountMinor > 0n && !known.has(`${captureNumber}/${installment}`);
    });
  const isOnly = order.state === 'Captured' && captures.length === 1 && inHand.installments.length === 0;
  const rows = parts.map(({ dueOn, ...part }, index): Collection => {
    const id = chance.id();
    const first: SequenceType = isOnly ? 'OOFF' : 'FRST';
    return {
      ...part,
      id,
      fileId,
      orderId: order.id,
      currency: order.currency,
      collectOn: nextTargetDay(dueOn > soonest ? dueOn : soonest),
      sequenceType: earlier.length + index === 0 ? first : 'RCUR',
      mandateNumber: mandate.number,
      signedOn: mandate.signedOn,
      endToEndId: `DD${id.replaceAll('-', '')}`,
      state: 'Exported',
      returnReason: null,
      insertedAt: now,
      updatedAt: now,
    };
  });
  return {
    answer: rows,
    changes: rows.map((row): Change => insert('collections', row)),
    events: rows.map(
      (row): Event => ({
        type: 'capture.collection_exported',
        orderId: order.id,
        subject: row.captureNumber,
        currency: order.currency,
        amountMinor: 0n,
        details: { collectAmount: row.amountMinor, collectOn: row.collectOn, sequenceType: row.sequenceType },
      }),
    ),
  };
}

type Part = Pick<Collection, 'captureNumber' | 'installment' | 'amountMinor'> & { readonly dueOn: Day };

/** What a capture is collected in: its installments, the first with what is open of fees; or all that is left. */
function partsOf(capture: Capture, { installments }: OrderInHand): Part[] {
  const captureNumber = capture.number;
  const rows = installments.filter((each) => each.captureNumber === captureNumber);
  if (rows.length === 0)
    return [{ captureNumber, installment: 0, amountMinor: leftToPayMinor(capture, []), dueOn: capture.dueOn }];
  let fee = openReminderFeeMinor(capture);
  return rows.flatMap((row): Part[] => {
    const open = openMinorOf(row);
    if (open === 0n) return [];
    const amountMinor = open + fee;
    fee = 0n;
    return [{ captureNumber, installment: row.number, amountMinor, dueOn: row.dueOn }];
  });
}

function settlingDays(from: Day, count: number): Day {
  let day = from;
  for (let passed = 0; passed < count; passed += 1) day = nextTargetDay(addDays(day, 1));
  return day;
}

/** The bank collected it. */
export const collected = (collection: Collection, { now }: Setting): Change[] =>
  collection.state === 'Exported' ? [update('collections', collection, { set: { state: 'Collected', updatedAt: now } })] : [];

/** The bank could not collect it, or took it back; the consumer is asked otherwise from now on. */
export function collectionReturned(
  collection: Collection,
  capture: Capture,
  { reasonCode, returnedOn }: { readonly reasonCode: string; readonly returnedOn: Day },
  { now }: Setting,
): { readonly changes: Change[]; readonly events: Event[] } {
  if (collection.state === 'Returned') return { changes: [], events: [] };
  const { orderId, captureNumber: subject, currency } = collection;
  return {
    changes: [
      update('collections', collection, { set: { state: 'Returned', returnReason: reasonCode, updatedAt: now } }),
      update('captures', capture, { set: { debitReturnedOn: returnedOn } }),
    ],
    events: [
      { type: 'capture.collection_returned', orderId, subject, currency: currency, amountMinor: 0n, details: { reasonCode } },
    ],
  };
}
