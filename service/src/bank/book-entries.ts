// Entries of bank statements find what they pay. Where one is to be booked is written down before it is booked, under a
// transaction id that follows from it; so a process that goes on after a crash, or beside another one, books the same thing, once (C86).

import type { Book } from '../book/book.ts';
import { type BankEntry, bookedReasons, type EntryDetails, type OpenReason } from '../core/bank-file/entry.ts';
import { matchEntry, notForUs, type Payable, referencesOf } from '../core/bank-file/match.ts';
import type { MerchantOnClock, Payee } from '../core/merchant.ts';
import { Refusal } from '../core/refusals.ts';
import { listMerchants, merchantOf } from '../merchants/merchants.sql.ts';
import { findCollectionsByEndToEnd } from '../orders/collections.sql.ts';
import type { Db } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { arrayText } from '../store/table.ts';
import {
  type Booking,
  decideEntries,
  findPayables,
  type KeptEntry,
  listPendingEntries,
  settleEntries,
  type Target,
} from './bank-entries.sql.ts';
import { transactionOf, writeOf } from './entry-write.ts';
import { detailsOf } from './payers.ts';

export interface BookingDeps {
  readonly db: Db;
  readonly book: Book;
  readonly secrets: Pick<Secrets, 'open' | 'seal' | 'hash'>;
  readonly clock: () => number;
}

const pageSize = 500;
const noEntry = '00000000-0000-0000-0000-000000000000';

/** What failed, by the id of its entry. It stays as it is until the next run, and keeps none behind it from being booked. */
type Failed = Map<string, unknown>;

/** Book what waits, of one import or of all, until there is nothing left or `enough` says so; how many were decided. */
export async function bookEntries(deps: BookingDeps, importId: string | null, enough: () => boolean): Promise<number> {
  const failed: Failed = new Map();
  let after = noEntry;
  let count = 0;
  while (!enough()) {
    const page = await pending(deps, importId, after);
    if (page.length === 0) break;
    const merchants = await merchantsOf(deps);
    const news = page.filter(({ state }) => state === 'New');
    const backs = news.filter(isTakenBack);
    // What came in first: what the bank takes back may be of the same file.
    for (const some of backs.length === 0 ? [news] : [news.filter((row) => !isTakenBack(row)), backs]) {
      await decide(deps, some, merchants, failed);
      const same = (await pending(deps, importId, after)).filter(({ state }) => state === 'Booking');
      await settleEach(deps, same, merchants, failed);
    }
    count += page.length;
    after = page.at(-1)?.id ?? after;
    if (page.length < pageSize) break;
  }
  const [first] = failed;
  if (first) throw new Error(`${failed.size} bank entries could not be booked, ${first[0]} the first`, { cause: first[1] });
  return count;
}

const pending = async ({ db }: BookingDeps, importId: string | null, after: string): Promise<KeptEntry[]> =>
  (await db.read(listPendingEntries, importId, after, pageSize)) as unknown as KeptEntry[];

const isTakenBack = (entry: Pick<BankEntry, 'direction' | 'returnReason' | 'isReversal'>): boolean =>
  entry.direction === 'debit' && (entry.returnReason !== null || entry.isReversal);

type Merchants = ReadonlyMap<string, MerchantOnClock>;

async function merchantsOf({ db }: BookingDeps): Promise<Merchants> {
  return new Map((await db.read(listMerchants)).map(merchantOf).map((merchant) => [merchant.id, merchant]));
}

/** An entry as it was in the file; without words where its person was erased. */
export function entryOf(row: KeptEntry, open: Secrets['open']): BankEntry {
  const erasedDetails: EntryDetails = { endToEndId: null, references: [], texts: [], partyName: null, partyAccount: null };
  const details = row.details === null ? erasedDetails : detailsOf(row.id, row.details, open);
  return { ...row, ...details };
}

interface Decision {
  readonly row: KeptEntry;
  readonly why: OpenReason | null;
  readonly target: Target | null;
}

/** Nothing where it throws. */
function tried<Result>({ id }: KeptEntry, failed: Failed, work: () => Result): Result[] {
  try {
    return [work()];
  } catch (fault) {
    failed.set(id, fault);
    return [];
  }
}

/** Two statements for a page: what do its references mean, and the result for its entries. */
async function decide(deps: BookingDeps, rows: readonly KeptEntry[], merchants: Merchants, failed: Failed): Promise<void> {
  const entries = rows.flatMap((row) => tried(row, failed, () => ({ row, entry: entryOf(row, deps.secrets.open) })));
  if (entries.length === 0) return;
  const wanted = new Set(entries.flatMap(({ entry }) => (notForUs(entry) ? [] : referencesOf(entry).flat())));
  const found = wanted.size === 0 ? [] : await deps.db.read(findPayables, arrayText('text', [...wanted]));
  const byReference = new Map<string, Payable[]>();
  for (const payable of found as unknown as Payable[])
    byReference.set(payable.reference, [...(byReference.get(payable.reference) ?? []), payable]);
  const collections = await collectionsOf(
    deps,
    entries.map(({ entry }) => entry),
  );
  const all = [...merchants.values()];
  const accounts = [...new Set(entries.map(({ entry }) => entry.account))];
  const owned = new Set(accounts.filter((account) => all.some((merchant) => isPaidTo(account, merchant))));
  const decideOne = ({ row, entry }: (typeof entries)[number]): Decision => {
    const asked = collections.get(entry.endToEndId ?? '');
    const target = asked && targetOfCollection(entry, asked);
    if (target) return { row, why: null, target };
    const why = notForUs(entry);
    if (why) return { row, why, target: null };
    const payablesOf = (reference: string): Payable[] =>
      (byReference.get(reference) ?? []).map((payable) => ({
        ...payable,
        paidHere: isPaidTo(entry.account, merchants.get(payable.merchantId)),
      }));
    const match = matchEntry(entry, payablesOf, owned.has(entry.account));
    return 'why' in match
      ? { row, why: match.why, target: null }
      : { row, why: null, target: targetOf(match.payable, entry.amountMinor, 1) };
  };
  const decisions = entries.flatMap((each) => tried(each.row, failed, () => decideOne(each)));
  await deps.db.run(
    decideEntries,
    arrayText(
      'uuid',
      decisions.map(({ row }) => row.id),
    ),
    arrayText(
      'text',
      decisions.map(({ target }) => (target ? 'Booking' : 'Open')),
    ),
    arrayText(
      'text',
      decisions.map(({ why }) => why),
    ),
    arrayText(
      'json',
      decisions.map(({ target }) => target),
    ),
  );
}

/** A direct debit of ours, as far as the bank's answer needs it. */
interface KnownCollection {
  readonly merchantId: string;
  readonly endToEndId: string;
  readonly captureNumber: string;
  readonly orderNumber: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly state: string;
  /** The payment that was booked for it and not taken back. */
  readonly transactionId: string | null;
  /** Has a person booked money of a bank statement on its capture since it was asked for, which is of no other direct debit? */
  readonly paidByHand: boolean;
}

async function collectionsOf(deps: BookingDeps, entries: readonly BankEntry[]): Promise<ReadonlyMap<string, KnownCollection>> {
  const ids = [...new Set(entries.flatMap(({ endToEndId }) => (endToEndId?.startsWith('DD') ? [endToEndId] : [])))];
  const rows = ids.length === 0 ? [] : await deps.db.read(findCollectionsByEndToEnd, arrayText('text', ids));
  return new Map((rows as unknown as KnownCollection[]).map((asked) => [asked.endToEndId, asked]));
}

/**
 * Collected, or taken back for its whole amount; anything else about it a person looks at. Of what came in more than was asked for is not
 * its money; less is what the bank took off, and still its money.
 */
function targetOfCollection(entry: BankEntry, asked: KnownCollection): Target | undefined {
  const { merchantId, captureNumber: number, orderNumber, endToEndId, amountMinor } = asked;
  if (entry.isUndivided || entry.currency !== asked.currency || asked.state === 'Returned') return undefined;
  const ofIt = entry.amountMinor < amountMinor ? entry.amountMinor : amountMinor;
  const target = { ...targetOf({ merchantId, kind: 'capture', number, orderNumber }, ofIt, 1), endToEndId };
  if (isTakenBack(entry)) {
    if (entry.amountMinor !== amountMinor) return undefined;
    const isDoubtful = asked.transactionId === null && asked.paidByHand;
    return { ...target, undoes: asked.transactionId, ...(isDoubtful && { isDoubtful }) };
  }
  return entry.direction === 'credit' && notForUs(entry) === undefined && asked.state === 'Exported' ? target : undefined;
}

export const targetOf = (
  { merchantId, kind, number, orderNumber }: Pick<Payable, 'merchantId' | 'kind' | 'number' | 'orderNumber'>,
  amountMinor: bigint,
  turn: number,
): Target => ({ merchantId, kind, number, orderNumber, amountMinor: String(amountMinor), turn });

/** Is the account one that the merchant's debts are paid to? */
function isPaidTo(account: string, merchant: MerchantOnClock | undefined): boolean {
  if (!merchant || account === '') return false;
  const { ibans, qrIban, bankgiro, kontonummer, fikCreditorNumber }: Payee = merchant.contract.payee;
  const own = [...Object.values(ibans), qrIban, bankgiro, kontonummer, fikCreditorNumber];
  return own.some((each) => each?.replace(/[\s-]/g, '').toUpperCase() === account.replace(/-/g, ''));
}

/** Book each where it is written that it shall be, and write down what came of it. */
async function settleEach(deps: BookingDeps, rows: readonly KeptEntry[], merchants: Merchants, failed: Failed): Promise<void> {
  const asked = await Promise.allSettled(
    rows.map(async (row) => {
      const { target } = row;
      if (!target) throw new Error('an entry being booked without a target');
      const write = writeOf(row, target, { clock: deps.clock, merchants, actor: row.handledBy ?? 'bank statement' });
      const answer = await deps.book.submit(write);
      // The book is full, or a row is held: the entry stays as it is until the next run.
      if (answer instanceof Refusal) return undefined;
      const { bookedMinor, why } = JSON.parse(answer.text) as { bookedMinor: string; why: OpenReason | null };
      return { row, target, bookedMinor: BigInt(bookedMinor), why };
    }),
  );
  const done = asked.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []));
  if (done.length > 0) {
    const states = done.map(({ row, bookedMinor, why }) =>
      row.bookedMinor + bookedMinor === row.amountMinor && !bookedReasons.includes(why) ? 'Booked' : 'Open',
    );
    await deps.db.run(
      settleEntries,
      arrayText(
        'uuid',
        done.map(({ row }) => row.id),
      ),
      arrayText('text', states),
      arrayText(
        'text',
        done.map(({ why }, index) => (states[index] === 'Booked' ? null : (why ?? 'rest'))),
      ),
      arrayText(
        'bigint',
        done.map(({ bookedMinor }) => bookedMinor),
      ),
      arrayText(
        'json',
        done.map(({ row, target, bookedMinor }) => (bookedMinor > 0n ? [bookingOf(row, target, bookedMinor)] : null)),
      ),
      arrayText(
        'int',
        done.map(({ target }) => target.turn),
      ),
    );
  }
  for (const [index, each] of asked.entries()) {
    const row = rows[index];
    if (row && each.status === 'rejected') failed.set(row.id, each.reason);
    else if (row) failed.delete(row.id);
  }
}

/** The same for one; throws what failed. */
export async function settle(deps: BookingDeps, row: KeptEntry, merchants: Merchants): Promise<void> {
  const failed: Failed = new Map();
  await settleEach(deps, [row], merchants, failed);
  if (failed.size > 0) throw failed.get(row.id);
}

const bookingOf = (row: KeptEntry, target: Target, bookedMinor: bigint): Booking => ({
  merchantId: target.merchantId,
  kind: target.kind,
  number: target.number,
  orderNumber: target.orderNumber,
  amountMinor: String(bookedMinor),
  transactionId: transactionOf(row, target),
  ...(target.undoes !== undefined && { undoes: target.undoes }),
});
