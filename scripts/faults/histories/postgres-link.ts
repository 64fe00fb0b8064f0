// Connections of a history to a real PostgreSQL. Its statements take no time; what waits for a lock waits in the time of the history.

import { call } from '../../../service/src/store/call.ts';
import { isServerError } from '../../../service/src/store/db.ts';
import type { TripResult } from '../../../service/src/store/trip.ts';
import type { Link } from './faulty-db.ts';
import { serverError } from './locks.ts';
import type { Place, PostgresGround } from './postgres-ground.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface PostgresLinkOptions {
  readonly ground: PostgresGround;
  readonly time: VirtualTime;
  /** The database's clock. */
  readonly clock: () => number;
}

const patienceMs = 2000;
const impatienceMs = 250;
const setClock = { name: 'history_clock', text: `select set_config('history.now', $1, false)` };
/** They begin or end something, and may be sent where nothing else may. */
const bare: ReadonlySet<string> = new Set(['begin', 'commit', 'rollback', 'to_savepoint']);

export function createPostgresLink({ ground, time, clock }: PostgresLinkOptions): Link {
  let place: Promise<Place> | undefined;
  let isOpen = false;
  let hasSavepoint = false;
  let patience = patienceMs;

  const placed = (): Promise<Place> => {
    place ??= time.outside(ground.place(), 0);
    return place;
  };

  /** The server's lock_timeout, in the time of the history. */
  const patiently = async (pid: number, asked: Promise<TripResult[]>): Promise<TripResult[]> => {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      void time.outside(ground.cancel(pid), 0);
    }, patience);
    try {
      return await time.outside(asked, pid);
    } catch (fault) {
      if (isOver && isServerError(fault) && fault.code === '57014')
        throw serverError('55P03', 'canceling statement due to lock timeout');
      throw fault;
    } finally {
      clearTimeout(timer);
    }
  };

  const perform: Link['perform'] = async (asked) => {
    const { name } = asked.statement;
    if (name === 'impatient') {
      patience = impatienceMs;
      return { rows: [], rowCount: 0 };
    }
    const held = await placed();
    const calls = bare.has(name) ? [asked] : [call(setClock, new Date(clock()).toISOString()), asked];
    const results = await patiently(held.pid, held.trip(calls));
    if (name === 'begin') [isOpen, hasSavepoint, patience] = [true, false, patienceMs];
    if (name === 'commit' || name === 'rollback') isOpen = false;
    if (name === 'savepoint' || name === 'to_savepoint') hasSavepoint = name === 'savepoint';
    return results.at(-1) ?? { rows: [], rowCount: 0 };
  };

  const abort = async (): Promise<void> => {
    if (!isOpen) return;
    await perform(call({ name: 'rollback', text: 'rollback' }));
  };

  return {
    isOpen: () => isOpen,
    hasSavepoint: () => isOpen && hasSavepoint,
    perform,
    abort,
    async cut() {
      isOpen = false;
      const held = place;
      place = undefined;
      if (held) await time.outside((await held).cut(), 0);
    },
    async close() {
      await abort();
      if (place) (await place).giveBack();
      place = undefined;
    },
  };
}
