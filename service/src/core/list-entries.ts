// Putting somebody on a list and taking somebody off: what is on a list once is not put there again, and nothing is ever
// deleted by hand, so that the audit can say who was on it and why.
import { type Change, type Decided, insert, update } from './changes.ts';
import type { Setting } from './order/in-hand.ts';
import { type Refusal, refuse } from './refusals.ts';
import type { ListEntry } from './rows.ts';

export type NewEntry = Pick<
  ListEntry,
  'list' | 'kind' | 'content' | 'contentKey' | 'keys' | 'reason' | 'enteredBy' | 'expiresAt'
>;

export interface Entered {
  readonly entered: number;
  /** Already on the list, with the same content. */
  readonly known: number;
}

/** Put new entries on the lists; `standing` are those already there with the same content. */
export function enter(entries: readonly NewEntry[], standing: readonly ListEntry[], { now, chance }: Setting): Decided<Entered> {
  const taken = new Set(standing.map((entry) => entry.contentKey));
  const changes: Change[] = [];
  let entered = 0;
  for (const entry of entries) {
    if (taken.has(entry.contentKey)) continue;
    taken.add(entry.contentKey);
    entered += 1;
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
