// What a statement that writes a table is given, one by one or as the text of PostgreSQL arrays, back as the values that its rows have.
import type { Call } from '../../../service/src/store/call.ts';
import type { AnyTable, ColumnType } from '../../../service/src/store/table.ts';

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

const valueFrom = (text: string | null, type: ColumnType): unknown => (text === null ? null : readers[type](text));

export const valuesOf = (text: string, type: ColumnType): unknown[] =>
  elementsOf(text).map((element) => valueFrom(element, type));

/** The values of one column of several rows, as the service sends them. */
const columnFrom = (text: string, type: ColumnType): unknown[] =>
  type === 'json' ? text.split('\n').map((line) => (line === '' ? null : readers.json(line))) : valuesOf(text, type);

/** The rows that a statement is given from one of its values on, with the columns that it names. */
export function givenRows({ statement, values }: Call, table: AnyTable, from: number): Record<string, unknown>[] {
  const { columns = Object.keys(table.columns), alike = [], rowCount } = statement;
  const typeOf = (column: string): ColumnType => table.columns[column] ?? 'text';
  const textAt = (index: number): string | null => {
    const value = values[index] ?? null;
    return value === null ? null : String(value);
  };
  const valueAt = (index: number, column: string): unknown => valueFrom(textAt(from + index), typeOf(column));
  const lists = columns.map((column, index) => {
    if (alike.includes(column)) return [valueAt(index, column)];
    if (rowCount === undefined) return columnFrom(textAt(from + index) ?? '', typeOf(column));
    return Array.from({ length: rowCount }, (_each, row) => valueAt(row * columns.length + index, column));
  });
  const count = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: count }, (_each, row) =>
    Object.fromEntries(columns.map((column, index) => [column, lists[index]?.[alike.includes(column) ? 0 : row]])),
  );
}
