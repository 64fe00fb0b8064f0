// The options of a trial, read before anything is started: a number that is none would try nothing and find no fault.
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** What whoever typed it can mend: told without the place in the code. */
export class NotUsable extends Error {}

/** What the trial says of itself, or the end with what whoever started it has to mend. */
export async function orToldWhy(trial: () => Promise<boolean>): Promise<boolean> {
  try {
    return await trial();
  } catch (error) {
    if (!(error instanceof NotUsable)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Given extends Options> = ReturnType<typeof parseArgs<{ args: string[]; options: Given }>>['values'];

export function readFlags<Given extends Options>(parameters: readonly string[], options: Given): Values<Given> {
  try {
    return parseArgs({ args: [...parameters], options }).values;
  } catch (error) {
    const names = Object.keys(options).map((name) => `--${name}`);
    throw new NotUsable(`${(error as Error).message.split(/\.\s/)[0]}. There are ${names.join(', ')}.`);
  }
}

export interface Bounds {
  readonly usual: number;
  readonly least?: number;
  readonly most?: number;
}

export function wholeNumber(flag: string, text: string | undefined, { usual, least = 1, most }: Bounds): number {
  if (text === undefined) return usual;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= (most ?? number)) return number;
  throw new NotUsable(
    `--${flag} takes a whole number of ${least}${most === undefined ? ' or more' : ` to ${most}`}, not "${text}".`,
  );
}
