// Pages of a list: how many at once, and the place where the next page begins as one opaque text.
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The size of a page: what is asked for, within bounds. */
export function pageSize(query: Readonly<Record<string, string>>, usual = 50): number {
  const asked = /^\d{1,4}$/.test(query['limit'] ?? '') ? Number(query['limit']) : usual;
  return Math.min(200, Math.max(1, asked));
}

/** The place in a list after an instant and an id, as one opaque text. */
export const cursorOf = (at: number, id: string): string => Buffer.from(`${at} ${id}`).toString('base64url');

/** … and back; undefined when it is not one of our cursors. Without a cursor the list begins at its beginning. */
export function placeOf(cursor: string | undefined): readonly [string, string] | undefined {
  if (cursor === undefined || cursor === '') return ['-infinity', '00000000-0000-0000-0000-000000000000'];
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  if (!/^-?\d{1,15}$/.test(at) || !uuid.test(id)) return undefined;
  return [new Date(Number(at)).toISOString(), id];
}

/** The place in a list by name, as one opaque text … */
export const nameCursorOf = (name: string, id: string): string => Buffer.from(`${id} ${name}`).toString('base64url');

/** … and back. */
export function namePlaceOf(cursor: string | undefined): readonly [string, string] | undefined {
  if (cursor === undefined || cursor === '') return ['', '00000000-0000-0000-0000-000000000000'];
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const id = text.slice(0, 36);
  return uuid.test(id) && text[36] === ' ' && !text.includes('\0') ? [text.slice(37), id] : undefined;
}

/** The place in a list by id, as one opaque text, and back. */
export const idCursorOf = (id: string): string => Buffer.from(id).toString('base64url');
export function idPlaceOf(cursor: string | undefined): string | null | undefined {
  if (cursor === undefined || cursor === '') return null;
  const id = Buffer.from(cursor, 'base64url').toString('utf8');
  return uuid.test(id) ? id.toLowerCase() : undefined;
}
