// Entries put on a list and taken off: what is on a list once is not put there again, and nothing is
// deleted by hand, so that it can be asked for a month who was on it and why (risk/purge-list-entries.job.ts).
import { type Change, type Decided, insert, update } from './changes.ts';
import { type Refusal, refuse } from './refusals.ts';
import type { ListEntry } from './rows.ts';
import type { Setting } from './setting.ts';

export type NewEntry = Pick<
  ListEntry,
  'list' | 'kind' | 'content' | 'contentKey' | 'keys' | 'reason' | 'enteredBy' | 'expiresAt'
>;

export interface Entered {
  readonly entered: number;
  /** Already on the list, with the same content. */
  readonly known: number;
}

const isOver = ({ expiresAt }: ListEntry, now: number): boolean => expiresAt !== null && expiresAt <= now;

/** Put new entries on the lists, and again what had expired; `standing` are those already there with the same content. */
export function enter(entries: readonly NewEntry[], standing: readonly ListEntry[], { now, chance }: Setting): Decided<Entered> {
  const taken = new Map<string, ListEntry | null>(standing.map((entry) => [entry.contentKey, entry]));
  const changes: Change[] = [];
  let entered = 0;
  for (const entry of entries) {
    const known = taken.get(entry.contentKey);
    if (known === null || (known && !isOver(known, now))) continue;
    taken.set(entry.contentKey, null);
    entered += 1;
    if (known) {
      const { reason, enteredBy, expiresAt } = entry;
      changes.push(update('listEntries', known, { set: { reason, enteredBy, expiresAt } }));
      continue;
    }
    const id = chance.id();
    const keys = entry.keys.split('\n').filter((key) => key !== '');
    changes.push(
      insert('listEntries', { ...entry, id, insertedAt: now, removedAt: null, removedBy: null, removedReason: null }),
      ...keys.map((key) => insert('listKeys', { key, entryId: id })),
    );
  }
  const about = `${entered} entries`;
  return { answer: { entered, known: entries.length - entered }, changes, events: [], ...(entered > 0 && { about }) };
}

/** Take an entry off its list, and say why. */
export function takeOff(
  entry: ListEntry | undefined,
  { removedBy, removedReason }: { readonly removedBy: string; readonly removedReason: string },
  { now }: Setting,
): Decided<ListEntry> | Refusal {
  if (!entry || entry.removedAt !== null) return refuse('list.not_found', 'entryId');
  const removed = { removedAt: now, removedBy, removedReason };
  return {
    answer: { ...entry, ...removed },
    changes: [update('listEntries', entry, { set: removed })],
    events: [],
    about: entry.id,
  };
}
