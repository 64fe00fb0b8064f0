// Files that a command writes. Where they cannot be written is said before anything is done for them.
import { accessSync, chmodSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { exitCodes, Failure } from './failure.ts';

/** Refuses a place where no file can be written, so that nothing is made for a slip of the pen. */
export function demandWritable(path: string): void {
  try {
    if (existsSync(path) && statSync(path).isDirectory()) throw new Error('it is a folder');
    accessSync(existsSync(path) ? path : dirname(resolve(path)), constants.W_OK);
  } catch {
    throw new Failure(`${path} cannot be written.`, 'Name a file in a folder that is there and yours.', exitCodes.usage);
  }
}

/** Nobody else may read it, not even where a file of that name was there before and open to all. */
export function writePrivately(path: string, content: string | Uint8Array, hint?: string): void {
  try {
    if (existsSync(path) && statSync(path).isFile()) chmodSync(path, 0o600);
    writeFileSync(path, content, { mode: 0o600 });
  } catch (error) {
    throw new Failure(`${path} cannot be written (${error instanceof Error ? error.message : 'unknown'}).`, hint);
  }
}
