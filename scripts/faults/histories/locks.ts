// Locks of the server in memory: waited for in the order in which they were asked for, for as long as the transaction's patience lasts.
import pg from 'pg';
import type { Row } from './memory-server.ts';

export function serverError(code: string, message: string): pg.DatabaseError {
  const error = new pg.DatabaseError(message, message.length, 'error');
  error.code = code;
  return error;
}

interface Lock {
  holder: Transaction | undefined;
  readonly waiting: { readonly by: Transaction; readonly grant: () => void }[];
}

/** What a transaction wrote, row by row, and the locks it holds. */
export class Transaction {
  /** Null where the row is gone. */
  readonly written = new Map<string, Map<string, Row | null>>();
  readonly held = new Set<string>();
  waitsFor: Lock | undefined;
  /** Set before anything was written; a failure takes it back to there. */
  hasSavepoint = false;
  /** None where it waits for as long as another server does. */
  lockTimeoutMs: number | undefined = 2000;
  /** Goes on while another server, on which it runs too, still waits. */
  isAhead = false;
  /** Ends the wait for a lock as its time-out would. */
  giveUp: (() => void) | undefined;
}

export interface Locks {
  /** Nothing to wait for where it was free. */
  readonly acquire: (by: Transaction, name: string) => Promise<void> | undefined;
  /** All of a transaction, at its end. */
  readonly release: (by: Transaction) => void;
  /** One that was only waited for. */
  readonly letGo: (by: Transaction, name: string) => void;
  readonly holderOf: (name: string) => Transaction | undefined;
}

export function createLocks(): Locks {
  const locks = new Map<string, Lock>();

  const letGo = (by: Transaction, name: string): void => {
    by.held.delete(name);
    const lock = locks.get(name);
    if (!lock) return;
    const next = lock.waiting.shift();
    lock.holder = next?.by;
    if (next) next.grant();
    else locks.delete(name);
  };

  const release = (by: Transaction): void => {
    for (const name of by.held) letGo(by, name);
  };

  const acquire = (by: Transaction, name: string): Promise<void> | undefined => {
    const lock = locks.get(name) ?? { holder: undefined, waiting: [] };
    locks.set(name, lock);
    if (lock.holder === by) return undefined;
    if (!lock.holder) {
      lock.holder = by;
      by.held.add(name);
      return undefined;
    }
    if (waitsFor(lock.holder, by)) throw serverError('40P01', 'deadlock detected');
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        const place = lock.waiting.findIndex((each) => each.by === by);
        if (place >= 0) lock.waiting.splice(place, 1);
        by.waitsFor = by.giveUp = undefined;
        reject(serverError('55P03', 'canceling statement due to lock timeout'));
      };
      const timer = by.lockTimeoutMs === undefined ? undefined : setTimeout(giveUp, by.lockTimeoutMs);
      by.waitsFor = lock;
      by.giveUp = giveUp;
      lock.waiting.push({
        by,
        grant() {
          clearTimeout(timer);
          by.waitsFor = by.giveUp = undefined;
          by.held.add(name);
          resolve();
        },
      });
    });
  };

  return { acquire, release, letGo, holderOf: (name) => locks.get(name)?.holder };
}

/** Does one wait, over others, for what the other holds? */
function waitsFor(one: Transaction, other: Transaction): boolean {
  for (let holder: Transaction | undefined = one; holder; holder = holder.waitsFor?.holder) if (holder === other) return true;
  return false;
}
