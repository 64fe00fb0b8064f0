// The version each event of a decision gives its order or account, and the data the event reports. The row is locked, so
// its versions grow by one in the order in which its events become visible; they cost no statement where the row changes anyway.
import { type Change, type Decided, type Update, update } from '../core/changes.ts';
import { detailsToWire, eventData, type Root, resourceOf } from '../core/event-data.ts';
import type { Event } from '../core/events.ts';
import type { Rows } from '../core/rows.ts';
import type { OutboxRow } from './outbox.sql.ts';
import type { State } from './state.ts';

export interface VersionedEvents {
  /** Those of the decision, and what raises the versions. */
  readonly changes: readonly Change[];
  /** The data of the event at this index; called once the changes were applied. */
  readonly dataOf: (index: number) => Pick<OutboxRow, 'version' | 'data'>;
}

/** Throws, before anything changed, when an event is about something that is neither loaded nor new. */
export function versionEvents({ events, changes }: Decided<unknown>, state: State): VersionedEvents {
  const raised = new Map<string, number>();
  const versioned = events.map((event) => {
    const root = rootOf(event, state, changes);
    const key = event.orderId ?? event.accountNumber ?? '';
    const version = (root.order ?? root.account)?.version ?? 0;
    const resource = resourceOf(event, root, version + (raised.get(key) ?? 0) + 1);
    if (!resource) throw new Error(`an event ${event.type} of nothing that was loaded`);
    raised.set(key, (raised.get(key) ?? 0) + 1);
    return { event, root, resource, key, details: detailsToWire(event) };
  });
  const roots = new Map(versioned.map(({ key, root }) => [key, root]));
  let all = changes;
  for (const [key, { order, account }] of roots) {
    const version = raised.get(key) ?? 0;
    if (order) all = withVersion(all, 'orders', order, version);
    else if (account) all = withVersion(all, 'accounts', account, version);
  }
  return {
    changes: all,
    dataOf(index) {
      const one = versioned[index];
      if (!one) throw new Error('no such event');
      const { event, resource, details } = one;
      return { version: resource.version, data: eventData(event, rootOf(event, state, changes), resource, details) };
    },
  };
}

/** One update for all events of one root, and where the decision changes its row, for that as well. */
function withVersion<Name extends 'orders' | 'accounts'>(
  changes: readonly Change[],
  table: Name,
  row: Rows[Name],
  version: number,
): readonly Change[] {
  const place = changes.findIndex((each) => each.kind === 'update' && each.row === row);
  const own = changes[place] as Update<Name> | undefined;
  const change = update(table, row, { add: { version, ...own?.add }, set: own?.set ?? {} } as Partial<Update<Name>>);
  return own ? changes.with(place, change) : [...changes, change];
}

/** As it is in hand, or as the decision adds it. */
function rootOf({ orderId, accountNumber }: Event, state: State, changes: readonly Change[]): Root {
  if (orderId !== null) return { order: state.find('orders', orderId) ?? added(changes, 'orders', ({ id }) => id === orderId) };
  if (accountNumber === undefined) return {};
  const isMeant = ({ number }: Rows['accounts']): boolean => number === accountNumber;
  return { account: state.find('accounts', accountNumber) ?? added(changes, 'accounts', isMeant) };
}

function added<Name extends 'orders' | 'accounts'>(
  changes: readonly Change[],
  table: Name,
  isMeant: (row: Rows[Name]) => boolean,
): Rows[Name] | undefined {
  const change = changes.find((each) => each.kind === 'insert' && each.table === table && isMeant(each.row as Rows[Name]));
  return change?.row as Rows[Name] | undefined;
}
