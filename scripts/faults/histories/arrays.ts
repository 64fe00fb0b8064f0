// The text of PostgreSQL arrays, as the table kit renders them, back as the values that a row of the table has.
import type { ColumnType } from '../../../service/src/store/table.ts';

/** The elements of an array without nesting. */
export function elementsOf(text: string): (string | null)[] {
  const elements: (string | null)[] = [];
  let at = 1;
  while (at < text.length - 1) {
    if (text[at] === '"') {
      let end = at + 1;
      while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
      const inside = text.slice(at + 1, end);
      elements.push(inside.includes('\\') ? inside.replace(/\\(.)/gs, '$1') : inside);
      at = end + 2;
    } else {
      const comma = text.indexOf(',', at);
      const end = comma < 0 ? text.length - 1 : comma;
      const element = text.slice(at, end);
      elements.push(element === 'NULL' ? null : element);
      at = end + 1;
    }
  }
  return elements;
}

const readers: Readonly<Record<ColumnType, (text: string) => unknown>> = {
  uuid: (text) => text,
  text: (text) => text,
  sealed: (text) => text,
  common: (text) => text,
  date: (text) => text,
  bigint: BigInt,
  int: Number,
  bool: (text) => text === 'true',
  timestamptz: (text) => Date.parse(text),
  json: (text) => JSON.parse(text) as unknown,
};

export const valuesOf = (text: string, type: ColumnType): unknown[] =>
  elementsOf(text).map((element) => (element === null ? null : readers[type](element)));
