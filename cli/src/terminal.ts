// Where the command's words go: to a person as lines and tables, to a machine as one JSON text (events: one a line).
import { type Column, tableLines } from './table.ts';

export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Our own colours (table.ts), or what a terminal obeys instead of showing it: controls, and what turns the direction of writing. */
const obeyed = new RegExp(
  `${String.fromCharCode(27)}\\[(?:1|2|22|31|32|33|39)m|(?![\\t\\n\\r])\\p{Cc}|[\\u202a-\\u202e\\u2066-\\u2069]`,
  'gu',
);

/**
 * A terminal that shows what shops, payers and others wrote, and does nothing of it: what it would obey is written as JSON writes it,
 * so an answer for machines means the same.
 */
export const guarded = ({ env, out, err }: Terminal): Terminal => ({
  env,
  out: (text) => out(visible(text)),
  err: (text) => err(visible(text)),
});

const visible = (text: string): string =>
  text.replace(obeyed, (found) => (found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`));

/** One answer in both forms; `lines` is only asked for when a person reads. */
export function tell(terminal: Terminal, json: boolean, value: unknown, lines: () => readonly string[]): void {
  if (json) terminal.out(`${JSON.stringify(value, null, 2)}\n`);
  else for (const line of lines()) terminal.out(`${line}\n`);
}

export function table(titles: readonly (string | Column)[], rows: readonly (readonly string[])[]): string[] {
  const lines = tableLines(
    titles.map((title) => (typeof title === 'string' ? { title } : title)),
    rows,
  );
  // Titles over nothing look like an answer that was cut off.
  return rows.length === 0 ? [...lines, '(none)'] : lines;
}

/** A column of figures. */
export const right = (title: string): Column => ({ title, align: 'right' });
/** An amount as the service writes it, with both decimals. */
export const money = (amount: unknown): string => Number(amount).toFixed(2);
