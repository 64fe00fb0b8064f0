// What a reader of bank files of any format returns: entries one by one, and at the end what the file was.
import { setImmediate } from 'node:timers/promises';
import type { BankEntry } from '../core/bank-file/entry.ts';

/** More would take the memory that other requests need; a bank's files hold some thousands. */
export const mostEntries = 100_000;

/** An entry that was booked, and the position in the file of the statement it is of. */
export type Take = (entry: BankEntry, statement: number) => void;

export interface FileSummary {
  readonly format: string;
  readonly statementCount: number;
  /** Entries that the bank has announced and not booked. */
  readonly pendingCount: number;
}

/** Banks fill in words where they have no number. */
export const given = (text: string): string | null =>
  text === '' || /^(NONREF|NOTPROVIDED|NOT PROVIDED|NOREF|NICHT ANGEGEBEN|0+)$/i.test(text) ? null : text;

const entriesAtOnce = 100;

/** To be awaited after each entry: others get their turn now and then. */
export function breather(): () => Promise<void> {
  let count = 0;
  return async () => {
    count += 1;
    if (count % entriesAtOnce === 0) await setImmediate();
  };
}
