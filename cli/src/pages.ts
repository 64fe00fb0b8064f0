// Lists of the administration, all of them or the beginning.
import type { Command } from 'commander';
import { demand, type Reach } from './admin-api.ts';

export type Row = Readonly<Record<string, unknown>>;
/** A row whose members are no objects. */
export type FlatRow = Readonly<{ [member: string]: string | number | boolean | undefined }>;

export interface Wanted {
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** No more rows than that. */
  readonly most?: number;
  /** Asked with it where what is looked for is not for an address. */
  readonly body?: object;
}

/** A list, page by page. */
export async function listAll<Item extends Row = Row>(
  reach: Reach,
  path: string,
  member: string,
  { query = {}, most = Number.POSITIVE_INFINITY, body }: Wanted = {},
): Promise<Item[]> {
  const rows: Item[] = [];
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, value);
  for (;;) {
    asked.set('limit', String(Math.min(200, most - rows.length)));
    const page = await demand<Record<string, unknown>>(reach, body ? 'POST' : 'GET', `${path}?${asked.toString()}`, body);
    rows.push(...(page[member] as Item[]));
    const next = page['next'];
    if (typeof next !== 'string' || rows.length >= most) return rows;
    asked.set('after', next);
  }
}

/** What asks for whole account numbers in an address. */
export const unmaskedBy = (reason: string | undefined, before: '?' | '&'): string =>
  reason === undefined ? '' : `${before}unmask=${encodeURIComponent(reason)}`;

/** A member as text; nothing for what is none. */
export const word = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** A word that lists by itself (`dps merchants`) understands `list` behind it too, as its neighbours do. */
export function alsoAsList(command: Command, show: (options: object, command: Command) => Promise<void>): Command {
  command.action(show);
  command.command('list').description('the same, said in full').action(show);
  return command;
}
