// Which events an endpoint wants: exact types, all of a kind (`order.*`), or everything (`*`).
import { eventTypes } from '../events.ts';

const kinds = new Set(eventTypes.map((type) => `${type.split('.')[0]}.*`));

/** Does the filter name something that can happen? */
export const isFilter = (text: string): boolean => text === '*' || kinds.has(text) || (eventTypes as string[]).includes(text);

/** SQL: does one of the filters let the type through? None lets everything through. `column` holds a type, `filters` is an array of text. */
export const passesSql = (column: string, filters: string): string =>
  `(${filters} = '{}' or '*' = any(${filters}) or ${column} = any(${filters}) or split_part(${column}, '.', 1) || '.*' = any(${filters}))`;
