// Closing statements. A draft is begun, filled page by page with all that is on no statement yet, and closed; each step is
// a write of its own that decides again under the lock, so a statement of a million lines delays no other request, two
// processes go on with each other's draft, and one that was killed is taken up where it stood. Until it is closed no one
// sees it; closing is one transaction (C85).

import type { Book } from '../book/book.ts';
import type { Decided } from '../core/changes.ts';
import { addDays, dayAt, endOfDay, type Instant } from '../core/dates.ts';
import type { Currency } from '../core/money.ts';
import { Refusal } from '../core/refusals.ts';
import type { Setting } from '../core/setting.ts';
import type { SettlementAgreement } from '../core/settlement/agreement.ts';
import { cutAfter, lastCut } from '../core/settlement/calendar.ts';
import { linesOf } from '../core/settlement/lines.ts';
import type { Settlement } from '../core/settlement/rows.ts';
import {
  addLines,
  agreementOfJson,
  balanceOf,
  closeSettlement,
  type Opening,
  openSettlement,
  type SettlementInHand,
} from '../core/settlement/settle.ts';
import type { Db } from '../store/db.ts';
import {
  fromTheStart,
  insertLook,
  listLastCuts,
  listOpenSettlements,
  listPending,
  listPendingCurrencies,
  type PendingPlace,
  pendingOf,
  placeAfter,
} from './pending.sql.ts';
import { withTheirCaptures } from './refunded-captures.ts';
import { findDraft, sumDraft } from './settlements.sql.ts';

export interface Closing {
  readonly db: Db;
  readonly book: Book;
  readonly stopping: () => boolean;
  readonly merchantId: string;
  readonly timeZone: string;
  /** Who closes, for the audit. */
  readonly by: { readonly actor: string; readonly operation: string; readonly requestId: string; readonly reason?: string };
}

/** Some 40 kB of parameters a hundred lines: a page is written well within the time that a batch may take. */
const pageSize = 2000;

/** Each costs the book's own patience with a lock, so this is some ten seconds. */
const mostFruitless = 10;

const iso = (instant: Instant): string => new Date(instant).toISOString();

/** Close every period that ended until now, one after the other; how many statements were closed. */
export async function closeDue(
  closing: Closing,
  rhythm: Pick<SettlementAgreement, 'period' | 'weekday'>,
  now: Instant,
): Promise<number> {
  const until = lastCut(rhythm, closing.timeZone, now);
  let closed = 0;
  for (let due = await dueOf(closing, rhythm, until); due; due = await dueOf(closing, rhythm, until)) {
    if (closing.stopping()) return closed;
    if (await closeOne(closing, due)) closed += 1;
  }
  await closing.db.run(insertLook, closing.merchantId, iso(until));
  return closed;
}

/** The next statement to make, an abandoned draft before all others. */
async function dueOf(
  { db, merchantId, timeZone }: Closing,
  rhythm: Pick<SettlementAgreement, 'period' | 'weekday'>,
  until: Instant,
): Promise<Opening | undefined> {
  const [open, pending, cuts] = await Promise.all([
    db.read(listOpenSettlements, merchantId),
    db.read(listPendingCurrencies, merchantId, iso(until)),
    db.read(listLastCuts, merchantId),
  ]);
  const draft = open.find((row) => row['state'] === 'Draft');
  if (draft) return opening(String(draft['currency']), Number(draft['cutAt']), Number(draft['cutAt']));
  const starts = [
    ...pending.map((row) => [String(row['currency']), Number(row['firstAt'])] as const),
    // The first moment of the day on which it may be released belongs to a statement that is made on that day.
    ...open.map((row) => [String(row['currency']), endOfDay(addDays(String(row['releaseOn']), -1), timeZone) - 1] as const),
  ];
  const lastOf = new Map(cuts.map((row) => [String(row['currency']), Number(row['cutAt'])]));
  return starts
    .map(([currency, firstAt]) => {
      const cutAt = cutAfter(rhythm, timeZone, Math.max(firstAt, lastOf.get(currency) ?? firstAt));
      return opening(currency, cutAt, firstAt);
    })
    .filter(({ cutAt }) => cutAt <= until)
    .sort((a, b) => a.cutAt - b.cutAt)[0];
}

const opening = (currency: string, cutAt: Instant, firstAt: Instant): Opening => ({
  currency: currency as Currency,
  cutAt,
  firstAt,
  whateverThereIs: false,
});

/**
 * Close a currency now, within a period too: what is half made first, then all that is left. The number of the last statement,
 * or nothing where there is nothing to settle.
 */
export async function closeNow(closing: Closing, currency: Currency, now: Instant): Promise<string | undefined> {
  const { db, merchantId, timeZone } = closing;
  const draft = await draftOf(closing, currency);
  const finished = draft && (await closeOne(closing, opening(currency, draft.cutAt, draft.cutAt)));
  const [open, pending, balance] = await Promise.all([
    db.read(listOpenSettlements, merchantId),
    db.read(listPendingCurrencies, merchantId, iso(now)),
    db.read(findBalance, merchantId, currency),
  ]);
  const entries = pending.find((row) => row['currency'] === currency);
  const today = dayAt(now, timeZone);
  const isReleased = open.some((row) => row['currency'] === currency && String(row['releaseOn']) <= today);
  if (!entries && !isReleased && balance.length === 0) return finished;
  const firstAt = entries ? Number(entries['firstAt']) : now;
  return (await closeOne(closing, { currency, cutAt: now, firstAt, whateverThereIs: true })) ?? finished;
}

/** What the last statement left to be paid, where it did. */
const findBalance = {
  name: 'find_carried_balance',
  text: `select s.number from settlements s where s.merchant_id = $1 and s.currency = $2 and s.carried_out_minor > 0
and s.position = (select max(t.position) from settlements t where t.merchant_id = $1 and t.currency = $2)`,
};

/** Begin, fill and close one statement; its number when this process closed it. */
async function closeOne(closing: Closing, wanted: Opening): Promise<string | undefined> {
  const { currency } = wanted;
  await submit(closing, currency, (inHand, setting) => openSettlement(inHand, wanted, setting));
  let place = fromTheStart;
  let seen = '';
  let fruitless = 0;
  while (!closing.stopping()) {
    const draft = await draftOf(closing, currency);
    if (!draft) return undefined;
    const now = `${draft.number} ${draft.lineCount} ${place.eventId}`;
    fruitless = now === seen ? fruitless + 1 : 0;
    seen = now;
    // Another process that holds the draft releases it, or goes on with it; a database that is down does neither.
    if (fruitless > mostFruitless) throw new Error('nothing came of closing a statement');
    const next = await fill(closing, draft, place);
    if (next) {
      place = next;
    } else if (place !== fromTheStart) {
      // What became visible behind us is still on time.
      place = fromTheStart;
    } else if (await close(closing, draft)) return draft.number;
  }
  return undefined;
}

async function draftOf({ db, merchantId }: Closing, currency: string): Promise<Settlement | undefined> {
  const [row] = await db.read(findDraft, merchantId, currency);
  return row as unknown as Settlement | undefined;
}

/** Put a page on the draft; where the next one begins, or undefined after the last. */
async function fill(closing: Closing, draft: Settlement, place: PendingPlace): Promise<PendingPlace | undefined> {
  const { db, merchantId, timeZone } = closing;
  const { rank, writtenAt, eventId } = place;
  const rows = await db.read(listPending, merchantId, draft.currency, iso(draft.cutAt), rank, writtenAt, eventId, pageSize);
  const last = rows.at(-1);
  if (!last) return undefined;
  const agreement = agreementOfJson(draft.agreement);
  const { pending, captureFees } = await withTheirCaptures(db, merchantId, draft.currency, agreement, rows.map(pendingOf));
  const lines = linesOf(pending, {
    agreement,
    timeZone,
    settlementNumber: draft.number,
    after: draft.lineCount,
    captureFees,
  });
  const added = await submit(closing, draft.currency, (inHand) => addLines(inHand, lines));
  // Another process went on with it: what it put there is not pending any more.
  return added ? placeAfter(last) : place;
}

async function close(closing: Closing, draft: Settlement): Promise<boolean> {
  const [sums] = await closing.db.read(sumDraft, closing.merchantId, draft.number);
  if (sums?.['lineCount'] !== draft.lineCount) return false;
  const fromLines = BigInt(String(sums['netMinor']));
  const addsUp = fromLines === balanceOf(draft) - draft.carriedInMinor && sums['amountMinor'] === sums['ledgerMinor'];
  if (!addsUp) throw new Error('a statement that does not add up to its lines and the ledger');
  return submit(closing, draft.currency, (inHand, setting) => closeSettlement(inHand, draft, setting));
}

/** Whether the decision came to something. */
async function submit(
  { book, merchantId, by }: Closing,
  currency: string,
  decide: (inHand: SettlementInHand, setting: Setting) => Decided<string> | undefined,
): Promise<boolean> {
  const answer = await book.submit({
    merchantId,
    ...by,
    needs: { settlement: currency },
    decide: ({ settlement }, setting) =>
      decide(settlement ?? { settlements: [] }, setting) ?? { answer: '', changes: [], events: [] },
  });
  // Busy: another process holds the draft, or the service has too much to do; it is tried again.
  return !(answer instanceof Refusal) && answer.text !== '';
}
