// Direct debits: what is due and may be collected is asked of the bank once, and what the bank says of it is kept.
import type { SequenceType } from '../bank-file/pain-008.ts';
import { type Change, type Decided, insert, update } from '../changes.ts';
import { nextTargetDay } from '../countries/holidays.ts';
import { addDays, type Day, dayAt } from '../dates.ts';
import type { Event } from '../events.ts';
import { openMinorOf } from '../plan/schedule.ts';
import { type Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import type { Collection } from './collecting.ts';
import { openReminderFeeMinor } from './dunning.ts';
import type { OrderInHand } from './in-hand.ts';
import { leftToPayMinor } from './payment.ts';
import type { Capture } from './rows.ts';

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
  setting: Setting,
): Decided<readonly Collection[]> {
  const { order, captures } = inHand;
  const soonest = soonestDay(setting);
  const known = new Set(earlier.map(({ captureNumber, installment }) => `${captureNumber}/${installment}`));
  const parts = captures
    .filter(({ debitReturnedOn }) => debitReturnedOn === null)
    .flatMap((capture) => partsOf(capture, inHand))
    .filter(({ dueOn, amountMinor, captureNumber, installment }) => {
      return dueOn <= dueUntil && amountMinor > 0n && !known.has(`${captureNumber}/${installment}`);
    });
  const isOnly = order.state === 'Captured' && captures.length === 1 && inHand.installments.length === 0;
  const asked = { fileId, mandateNumber: mandate.number, signedOn: mandate.signedOn, attempt: 1 };
  const rows = parts.map(({ dueOn, ...part }, index): Collection => {
    const first: SequenceType = isOnly ? 'OOFF' : 'FRST';
    const sequenceType = earlier.length + index === 0 ? first : 'RCUR';
    const collectOn = nextTargetDay(dueOn > soonest ? dueOn : soonest);
    return rowOf(inHand, { ...part, ...asked, sequenceType, collectOn }, setting);
  });
  return exported(rows, []);
}

/**
 * No bank can be asked for an order: it has no mandate, or an account that no file can name. What of it falls due up to a day is asked
 * of the consumer like any other debt: who was never debited is not waited for.
 */
export function notCollectable(inHand: OrderInHand, dueUntil: Day, { now, merchant }: Setting): Change[] {
  const debitReturnedOn = dayAt(now, merchant.timeZone);
  return inHand.captures
    .filter((capture) => capture.debitReturnedOn === null && capture.dueOn <= dueUntil)
    .filter((capture) => leftToPayMinor(capture, inHand.installments) > 0n)
    .map((capture) => update('captures', capture, { set: { debitReturnedOn } }));
}

type NewCollection = Omit<
  Collection,
  'id' | 'orderId' | 'currency' | 'endToEndId' | 'state' | 'returnReason' | 'transactionId' | 'insertedAt' | 'updatedAt'
>;

function rowOf({ order }: OrderInHand, asked: NewCollection, { now, chance }: Setting): Collection {
  const id = chance.id();
  const own = { id, orderId: order.id, currency: order.currency, endToEndId: `DD${id.replaceAll('-', '')}` };
  return { ...asked, ...own, state: 'Exported', returnReason: null, transactionId: null, insertedAt: now, updatedAt: now };
}

const exported = (rows: readonly Collection[], besides: readonly Change[]): Decided<readonly Collection[]> => ({
  answer: rows,
  changes: [...rows.map((row): Change => insert('collections', row)), ...besides],
  events: rows.map(
    (row): Event => ({
      type: 'capture.collection_exported',
      orderId: row.orderId,
      subject: row.captureNumber,
      currency: row.currency,
      amountMinor: 0n,
      details: { collectAmount: row.amountMinor, collectOn: row.collectOn, sequenceType: row.sequenceType },
    }),
  ),
});

/** Reasons that no second try changes: the account or the mandate is gone, or the consumer had the money fetched back. */
const finalReasons: ReadonlySet<string> = new Set([
  'AC01',
  'AC04',
  'AC06',
  'AC13',
  'AG01',
  'AG02',
  'BE05',
  'MD01',
  'MD02',
  'MD06',
  'MD07',
  'SL01',
]);
/** By then a bank has said whether it could collect; no reminder is sent before. */
const answerDays = 7;

export interface AgainRequest {
  readonly fileId: string;
  readonly captureNumber: string;
  /** 0 for a capture without installments. */
  readonly installment: number;
}

/**
 * Ask the bank once more for what it could not collect, because a person says so: under another end-to-end id, with the mandate
 * and the sequence type of the first time, for as much of that part as is still owed. Refuses collection.not_again.
 */
export function collectAgain(
  inHand: OrderInHand,
  earlier: readonly Collection[],
  { fileId, captureNumber, installment }: AgainRequest,
  setting: Setting,
): Decided<readonly Collection[]> | Refusal {
  const not = (why: string): Refusal => refuse('collection.not_again', 'captureNumber', { why });
  const times = earlier.filter((each) => each.captureNumber === captureNumber && each.installment === installment);
  const capture = inHand.captures.find(({ number }) => number === captureNumber);
  const [first] = times;
  if (!first || !capture) return not(whatWasAsked(earlier.filter((each) => each.captureNumber === captureNumber)));
  if (times.length > 1) return not('it was asked for a second time already');
  if (first.state !== 'Returned') return not('the bank did not return it');
  if (finalReasons.has(first.returnReason ?? '')) return not(`the bank returned it for good (${first.returnReason})`);
  // Of this part alone: what is open of another installment is not due yet, or is asked for by itself.
  const leftMinor = partsOf(capture, inHand).find((part) => part.installment === installment)?.amountMinor ?? 0n;
  if (leftMinor <= 0n) return not('nothing is left to pay');
  const collectOn = soonestDay(setting);
  const { mandateNumber, signedOn, sequenceType } = first;
  const amountMinor = first.amountMinor < leftMinor ? first.amountMinor : leftMinor;
  const asked = { fileId, captureNumber, installment, attempt: 2, amountMinor, collectOn, sequenceType, mandateNumber, signedOn };
  const pausedUntil = addDays(collectOn, answerDays);
  const isPausedLonger = capture.remindersPausedUntil !== null && capture.remindersPausedUntil > pausedUntil;
  const pause = isPausedLonger ? [] : [update('captures', capture, { set: { remindersPausedUntil: pausedUntil } })];
  return exported([rowOf(inHand, asked, setting)], pause);
}

/** Why what was named was never asked for: mostly the installment is missing, or is one too many. */
function whatWasAsked(ofCapture: readonly Collection[]): string {
  if (ofCapture.length === 0) return 'it was never collected';
  const parts = [...new Set(ofCapture.map(({ installment }) => installment))].sort((one, other) => one - other);
  return parts.includes(0) ? 'it was collected as a whole' : `say which installment; asked for were ${parts.join(', ')}`;
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

const soonestDay = ({ now, merchant }: Setting): Day => settlingDays(dayAt(now, merchant.timeZone), leadDays);

function settlingDays(from: Day, count: number): Day {
  let day = from;
  for (let passed = 0; passed < count; passed += 1) day = nextTargetDay(addDays(day, 1));
  return day;
}

/** The bank collected it; this payment was booked for it. */
export const collected = (collection: Collection, transactionId: string, { now }: Setting): Change[] =>
  collection.state === 'Exported'
    ? [update('collections', collection, { set: { state: 'Collected', transactionId, updatedAt: now } })]
    : [];

/**
 * A second try that the bank collected ends what the return of the first began: what falls due from now on is debited again. Not where
 * another part came back, where the consumer was to pay otherwise only after the second try was asked for, or where something of this part
 * or one before it stays open, which no direct debit asks for. It is the caller's to see that the credit was not withdrawn from.
 */
export function debitedAgain(
  { captures, installments }: OrderInHand,
  collections: readonly Collection[],
  { captureNumber, installment, attempt, insertedAt }: Collection,
  bookedMinor: bigint,
  { merchant }: Setting,
): Change[] {
  const capture = captures.find(({ number }) => number === captureNumber);
  if (!capture || capture.debitReturnedOn === null || attempt === 1 || installment === 0) return [];
  if (capture.debitReturnedOn > dayAt(insertedAt, merchant.timeZone)) return [];
  const others = collections.filter((each) => each.captureNumber === captureNumber && each.installment !== installment);
  const isCollected = (part: number): boolean =>
    others.some((each) => each.installment === part && each.attempt === 2 && each.state === 'Collected');
  if (others.some((each) => each.state === 'Returned' && !isCollected(each.installment))) return [];
  const until = installments.filter((each) => each.captureNumber === captureNumber && each.number <= installment);
  const leftMinor = openMinorOf(...until) + openReminderFeeMinor(capture) - bookedMinor;
  return leftMinor > 0n ? [] : [update('captures', capture, { set: { debitReturnedOn: null } })];
}

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
      update('captures', capture, { set: { debitReturnedOn: capture.debitReturnedOn ?? returnedOn } }),
    ],
    events: [
      { type: 'capture.collection_returned', orderId, subject, currency: currency, amountMinor: 0n, details: { reasonCode } },
    ],
  };
}
