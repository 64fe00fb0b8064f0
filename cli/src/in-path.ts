import { exitCodes, Failure } from './failure.ts';

/**
 * A word as a part of an address. An empty one would leave its part out, and dots go up: what was asked would be asked of something
 * else, such as of the whole list.
 */
export function inPath(word: string): string {
  if (/^\.{0,2}$/.test(word.trim()))
    throw new Failure(`"${word}" names nothing.`, 'Was a variable empty that it came from?', exitCodes.usage);
  return encodeURIComponent(word);
}
