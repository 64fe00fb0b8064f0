// When keys were last used: noted to the hour in memory, written for all of them at once every minute, and only for those
// whose hour is another than what is stored. No request waits for it.

import type { Db } from '../store/db.ts';
import { noteKeyUses } from './keys.sql.ts';

export interface KeyUses {
  /** The key was used; `storedAt` is what the database says of it. */
  note(keyId: string, storedAt: number | null, now: number): void;
  /** Write what was noted. */
  write(): Promise<void>;
  stop(): Promise<void>;
}

const hourMs = 3_600_000;
const everyMs = 60_000;

export function createKeyUses(db: Db, onFault: (fault: unknown) => void): KeyUses {
  let noted = new Map<string, number>();
  let writing = Promise.resolve();
  const write = (): Promise<void> => {
    writing = writing.then(async () => {
      const uses = [...noted];
      noted = new Map();
      if (uses.length === 0) return;
      const times = uses.map(([, hour]) => `"${new Date(hour).toISOString()}"`);
      await db.run(noteKeyUses, `{${uses.map(([id]) => id).join(',')}}`, `{${times.join(',')}}`).catch(onFault);
    });
    return writing;
  };
  const timer = setInterval(() => void write(), everyMs);
  timer.unref();
  return {
    note(keyId, storedAt, now) {
      const hour = now - (now % hourMs);
      if (storedAt === null || storedAt < hour) noted.set(keyId, hour);
    },
    write,
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}
