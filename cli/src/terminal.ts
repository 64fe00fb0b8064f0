// Where the command's words go: to a person as lines and tables, to a machine as one JSON text.
import { type Column, tableLines } from './table.ts';

export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

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
