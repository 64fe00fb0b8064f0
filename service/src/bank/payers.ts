// Payers of entries, found by a keyed hash of their account: the only way to a payer whose money was never booked.
import { type EntryDetails, waitingStates } from '../core/bank-file/entry.ts';
import { accountText, mayBeCalled } from '../core/bank-file/payer.ts';
import type { Db } from '../store/db.ts';
import type { Hash, Open, Secrets } from '../store/secrets.ts';
import { arrayText, placeOf } from '../store/table.ts';
import { bankEntries, type KeptEntry, keyEntries, listEntriesOfPayer, listUnkeyedEntries } from './bank-entries.sql.ts';

interface Reading {
  readonly db: Db;
  readonly secrets: Secrets;
}

/** What is sealed of an entry. */
export const detailsOf = (id: string, details: string, open: Open): EntryDetails =>
  JSON.parse(open(details, placeOf(bankEntries, 'details', '', { id }))) as EntryDetails;

/** Empty where the bank named no account. */
export const partyKeyOf = (account: string | null, hash: Hash): string => partyTextOf(account).map(hash)[0] ?? '';

function partyTextOf(account: string | null): string[] {
  const text = accountText(account ?? '');
  return text === '' ? [] : [`bank party ${text}`];
}

/** Entries from these accounts with one of these names on them, or with none; without names, all of them. */
export async function entriesOfPayer(
  accounts: readonly string[],
  names: readonly string[] | undefined,
  { db, secrets }: Reading,
): Promise<KeptEntry[]> {
  const keys = [...new Set(accounts.flatMap((account) => partyTextOf(account).flatMap(secrets.hashes)))];
  if (keys.length === 0) return [];
  const rows = (await db.read(listEntriesOfPayer, arrayText('text', keys))) as unknown as KeptEntry[];
  if (names === undefined) return rows;
  return rows.filter(({ id, details }) => {
    const { partyName } = details === null ? { partyName: null } : detailsOf(id, details, secrets.open);
    return partyName === null || names.some((name) => mayBeCalled(partyName, name));
  });
}

/** Never booked. */
export const isStray = ({ bookings, state }: KeptEntry): boolean => bookings.length === 0 && state !== 'Booking';

/** A person has to decide on it yet: who paid must stay readable until then. */
export const isWaiting = ({ state }: KeptEntry): boolean => (waitingStates as readonly string[]).includes(state);

const keyedAtOnce = 1000;

/** Entries that were brought in by a version that made no keys. */
export async function keyOldEntries({ db, secrets }: Reading, stopping: () => boolean): Promise<void> {
  for (let count = keyedAtOnce; count === keyedAtOnce && !stopping(); ) {
    const rows = await db.read(listUnkeyedEntries, keyedAtOnce);
    count = rows.length;
    const keys = rows.map(({ id, details }) => {
      const { partyAccount } = detailsOf(String(id), String(details), secrets.open);
      return partyKeyOf(partyAccount, secrets.hash);
    });
    const ids = rows.map(({ id }) => String(id));
    if (count > 0) await db.run(keyEntries, arrayText('uuid', ids), arrayText('text', keys));
  }
}
