// Numbers as people type them.
import { exitCodes, Failure } from './failure.ts';

/** A whole number from 0 on; `what` says what it counts or names. */
export function demandWhole(text: string, what: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Failure(`"${text}" is no ${what}.`, undefined, exitCodes.usage);
}
