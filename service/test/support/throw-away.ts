// Where tests keep what is gone after them: in memory where there is room for it, since a database is seven hundred files to make and
// to take away again.
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A server looks at every page of its cache when it starts and ends, and when it drops a database. */
export const smallCacheMegabytes = 128;

const memory = '/dev/shm';

/** A server with the log it may have, some databases, and as much again for the machine. */
const enoughBytes = 4 * 2 ** 30;

const freeBytes = (folder: string): number => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
};

export const throwAwayFolder = freeBytes(memory) >= enoughBytes ? memory : tmpdir();

/** All in which runs that were killed may have left something. */
export const throwAwayFolders: readonly string[] = [...new Set([throwAwayFolder, tmpdir()])];
