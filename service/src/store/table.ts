// What the book knows of a table: its columns and what may change. The two statements that write it follow from that, and
// both take arrays, so that their number does not grow with a batch (writing-statements.ts).
import { contentOf } from './common-json.ts';
import type { Open, Secrets } from './secrets.ts';

/**
 * `sealed` is text that is encrypted; `common` is JSON that many rows of a merchant say alike: the row holds its mark, and the JSON is
 * kept once (store/common-json.ts). Both are read and written as any other column, but `common` never changes.
 */
export type ColumnType = 'uuid' | 'text' | 'bigint' | 'int' | 'bool' | 'timestamptz' | 'date' | 'json' | 'sealed' | 'common';

export interface Table<Row> {
  readonly name: string;
  readonly columns: { readonly [Column in keyof Row]-?: ColumnType };
  /** With merchant_id before them, these columns identify a row. */
  readonly key: readonly (keyof Row & string)[];
  /** Counters: changed by adding. */
  readonly adds?: readonly (keyof Row & string)[];
  /** Columns that are set under the row's lock, also to null; at most 31, as a bit of a mask says which are meant. */
  readonly sets?: readonly (keyof Row & string)[];
  /** Columns that name or describe a person, cleared when the person is erased. */
  readonly personal?: readonly (keyof Row & string)[];
  /**
   * What the database puts into a column of a new row that is not given; null where a column is not named here, and `reckoned` where it
   * reckons it. A test holds this against the database.
   */
  readonly defaults?: { readonly [Column in keyof Row]?: Row[Column] | typeof reckoned };
  /** Its rows are inserted by a statement of its own, with the same parameters as any. */
  readonly insertedBy?: InsertedBy;
  /** Columns of a table that has more, for reading. */
  readonly part?: true;
}

/** A statement that is given these columns of one row, or of any number, with those that all of them say alike. */
export type InsertedBy = (columns: readonly string[], given: 'one row' | 'many rows', alike?: readonly string[]) => Statement;

/** The database reckons it itself, so a new row has to say it. */
export const reckoned = Symbol('reckoned');

/** A table whose row type does not matter: what the statements are made from. */
export interface AnyTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: readonly string[];
  readonly adds?: readonly string[];
  readonly sets?: readonly string[];
  readonly personal?: readonly string[];
  readonly defaults?: AnyRow;
  readonly insertedBy?: InsertedBy;
  readonly part?: true;
  /** Of no merchant: its rows have no merchant_id. */
  readonly shared?: true;
}
export type AnyRow = Readonly<Record<string, unknown>>;

/** A statement with a name, so that a connection prepares it once and pg_stat_statements names the table. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Planned anew each time, for the values it is asked with: what is rare for one question is frequent for another. */
  readonly plannedAnew?: true;
  /** Of a statement that writes a table: the columns it is given, in this order (store/writing-statements.ts). */
  readonly columns?: readonly string[];
  /** … of how many rows, each with its values one after the other; if it does not say, of any number, an array for each column. */
  readonly rowCount?: number;
  /** … and those of its columns that all rows say alike: each is given once, as a value. */
  readonly alike?: readonly string[];
  /** … and of an update, whether behind them comes a mask of those that each row sets. */
  readonly masked?: boolean;
  /** The same question for many texts of one merchant: $2 is an array, and a row says as `asked` which of them it answers, from 1 on. */
  readonly ofMany?: Statement;
  /** Distinguishes the statements of one name that are given different columns. */
  readonly form?: string;
}

export const snake = (camel: string): string => camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const sqlType = (type: ColumnType): string => (type === 'sealed' ? 'text' : type === 'common' ? 'uuid' : type);

/** What holds the column in the database. */
export const sqlColumn = ({ columns }: Pick<AnyTable, 'columns'>, column: string): string =>
  columns[column] === 'common' ? `${snake(column)}_mark` : snake(column);

/** The table's name in the database. */
export const sqlName = (table: AnyTable): string => snake(table.name);

/** The columns of a table as a select list that yields rows with our property names. */
export function selectList(table: AnyTable, alias: string): string {
  return Object.keys(table.columns)
    .map((column) => `${columnRead(table, column, alias)} as "${column}"`)
    .join(', ');
}

/** A column as it is read. */
const columnRead = (table: AnyTable, column: string, alias: string): string =>
  table.columns[column] === 'common' ? commonRead(snake(column), alias) : `${alias}.${snake(column)}`;

/**
 * A `common` column of a merchant's row ($1), by its name in the database; a row from before it was one has the JSON itself. The merchant
 * is named by the parameter: a cluster finds the shard by that, and not by the row.
 */
export const commonRead = (name: string, alias: string): string =>
  `coalesce((select k.content from common_contents k where k.merchant_id = $1 and k.mark = ${alias}.${name}_mark), ${alias}.${name})`;

/** The key of a row within its merchant, as one text. */
export function keyOf(table: AnyTable, row: object): string {
  const [first = '', ...others] = table.key;
  let key = String((row as AnyRow)[first]);
  for (const column of others) key += `/${String((row as AnyRow)[column])}`;
  return key;
}

/**
 * Where a sealed value belongs: it opens in no other row, column or table. Rows keep their key as long as they are there, but for
 * an erasure, which leaves nothing sealed under a person's.
 */
export function placeOf(table: AnyTable, column: string, merchantId: string, row: object): string {
  const names = placeNames.get(table) ?? new Map(sealedOf(table).map((each) => [each, `${sqlName(table)}.${snake(each)}`]));
  placeNames.set(table, names);
  const name = names.get(column);
  if (name === undefined) throw new Error(`${table.name}.${column} is not declared as sealed`);
  return `${name} ${table.shared ? '' : merchantId}/${keyOf(table, row)}`;
}
const placeNames = new WeakMap<AnyTable, ReadonlyMap<string, string>>();

/** How many rows are given to an insert, as parts of its text. */
export interface GivenColumns {
  /** All columns by their names in the database. */
  readonly names: string;
  /** Their values, in the same order: a parameter where all rows say it alike, `r.column` elsewhere. */
  readonly selected: string;
  /** What each row says itself: the parameters, and their names as columns of `r`. */
  readonly arrays: string;
  readonly own: string;
}

/** Columns of a table as parameters from $2 on: a value for each that all rows say alike, an array for each other. */
export function givenColumns(
  table: Pick<AnyTable, 'columns'>,
  columns: readonly string[] = Object.keys(table.columns),
  alike: readonly string[] = [],
): GivenColumns {
  const nameOf = (column: string): string => sqlColumn(table, column);
  const own = columns.filter((column) => !alike.includes(column));
  const [values, arrays] = [valuesFrom(2, table, columns), arraysFrom(2, table, columns)];
  return {
    names: columns.map(nameOf).join(', '),
    selected: columns.map((column, index) => (alike.includes(column) ? values[index] : `r.${nameOf(column)}`)).join(', '),
    arrays: arrays.filter((_array, index) => own.includes(columns[index] ?? '')).join(', '),
    own: own.map(nameOf).join(', '),
  };
}

/** JSON has no line breaks of its own, so a column of it is a line for each row; as an array each of its quotation marks would need a backslash. */
export const arraysFrom = (first: number, table: Pick<AnyTable, 'columns'>, columns: readonly string[]): string[] =>
  columns.map((column, index) => {
    const type = sqlType(table.columns[column] ?? 'text');
    return type === 'json' ? `string_to_array($${first + index}::text, E'\\n', '')::json[]` : `$${first + index}::${type}[]`;
  });

export const valuesFrom = (first: number, table: Pick<AnyTable, 'columns'>, columns: readonly string[]): string[] =>
  columns.map((column, index) => `$${first + index}::${sqlType(table.columns[column] ?? 'text')}`);

/**
 * Selects 1 where the condition holds; else the statement fails with the text. PostgreSQL has no expression that raises an error,
 * so the text is cast to a number: the server then names it (`isRowCountError` recognises it).
 */
export const failUnless = (condition: string, text: string): string =>
  `select case when ${condition} then 1 else (${text})::int end`;

/** Did a statement touch another number of rows than it was given? A row was changed or deleted since it was read. */
export const isRowCountError = ({ code, message }: { readonly code?: string | undefined; readonly message: string }): boolean =>
  code === '22P02' && message.includes('rows touched');

/** What is written as it is. */
export type PlainType = Exclude<ColumnType, 'sealed' | 'common'>;

/**
 * Values of one column as the text of a PostgreSQL array. Everything is text before anything is sent: the driver skips a
 * statement whose parameter it cannot encode, and the commit behind it would still succeed.
 */
export function arrayText(type: PlainType, values: readonly unknown[]): string {
  const elementOf = elements[type];
  let last: unknown;
  let text = '';
  const texts = values.map((value) => {
    if (value === null || value === undefined) return 'NULL';
    // Neighbours share their moment.
    if (value !== last) text = elementOf(value);
    last = value;
    return text;
  });
  return `{${texts.join(',')}}`;
}

const plain = (value: unknown): string => String(value);
const quoted = (text: string): string =>
  text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;

/** A value as a parameter. */
const texts: Readonly<Record<PlainType, (value: unknown) => string>> = {
  uuid: plain,
  bigint: plain,
  int: plain,
  bool: plain,
  date: plain,
  text: plain,
  json: JSON.stringify,
  timestamptz: (value) => new Date(value as number).toISOString(),
};

/** One element of an array's text: quoted where the value could hold what means something in an array. */
const elements: Readonly<Record<PlainType, (value: unknown) => string>> = {
  ...texts,
  text: (value) => quoted(plain(value)),
  // JSON has no control characters, so quoting it as JSON puts backslashes where an array needs them, and nowhere else.
  json: (value) => JSON.stringify(JSON.stringify(value)),
  timestamptz: (value) => quoted(texts.timestamptz(value)),
};

/** A value of a row as a parameter: what is sealed is sealed for the place of its row, and of what is common it is the mark. */
export function valueText(
  table: AnyTable,
  column: string,
  value: unknown,
  row: object,
  merchantId: string,
  { seal }: Pick<Secrets, 'seal'>,
): string | null {
  if (value === null || value === undefined) return null;
  const type = table.columns[column] ?? 'text';
  if (type === 'common') return contentOf(value)?.mark ?? null;
  return type === 'sealed' ? seal(plain(value), placeOf(table, column, merchantId, row)) : texts[type](value);
}

/** The values of one column of several rows, as `arraysFrom` reads them. */
export function columnText(
  table: AnyTable,
  column: string,
  values: readonly unknown[],
  rowAt: (index: number) => object,
  merchantId: string,
  secrets: Pick<Secrets, 'seal'>,
): string {
  const type = table.columns[column] ?? 'text';
  if (type === 'json')
    return values.map((value) => (value === null || value === undefined ? '' : JSON.stringify(value))).join('\n');
  if (type !== 'sealed' && type !== 'common') return arrayText(type, values);
  const given = values.map((value, index) => valueText(table, column, value, rowAt(index), merchantId, secrets));
  return arrayText('text', given);
}

/** A loaded row of a merchant with its sealed columns opened. */
function openRow(table: AnyTable, row: AnyRow, merchantId: string, open: Open): AnyRow {
  const sealed = sealedOf(table).filter((column) => typeof row[column] === 'string');
  if (sealed.length === 0) return row;
  const opened = sealed.map((column) => [column, open(String(row[column]), placeOf(table, column, merchantId, row))]);
  return { ...row, ...Object.fromEntries(opened) };
}

/** Opens what is sealed in the rows of one merchant. */
export type OpenRow = (table: AnyTable, row: AnyRow) => AnyRow;
export const opener =
  (merchantId: string, { open }: Pick<Secrets, 'open'>): OpenRow =>
  (table, row) =>
    openRow(table, row, merchantId, open);

/** A table's columns of a type, looked for once. */
function columnsOf(type: ColumnType): (table: AnyTable) => readonly string[] {
  const found = new WeakMap<AnyTable, readonly string[]>();
  return (table) => {
    const known = found.get(table) ?? Object.keys(table.columns).filter((column) => table.columns[column] === type);
    found.set(table, known);
    return known;
  };
}
export const sealedOf = columnsOf('sealed');
export const commonOf = columnsOf('common');

/**
 * Rows of a table below another as one JSON value, so that a read is one statement; `rowOfJson` reads them back. The rows are handed
 * over as they are, under the names of the database: a JSON object put together of columns takes it longer than finding them.
 */
export function jsonRows(table: AnyTable, alias: string, where: string, order: string): string {
  const found = `${sqlName(table)} ${alias} where ${where}`;
  const names = Object.keys(table.columns).map((column) => `${columnRead(table, column, alias)} as ${snake(column)}`);
  const rows = table.part || commonOf(table).length > 0 ? `(select ${names.join(', ')} from ${found}) ${alias}` : found;
  return `(select coalesce(json_agg(${alias} order by ${order}), '[]') from ${rows})`;
}

/** A row as the database writes it in JSON. */
type JsonRow = Readonly<Record<string, unknown>>;
interface JsonColumn {
  readonly column: string;
  readonly name: string;
  readonly read: (value: unknown) => unknown;
}

/** Money is exact in a number up to 2^53; what is beyond was rounded before it could be read. */
function minorOf(value: unknown): bigint {
  if (!Number.isSafeInteger(value)) throw new Error('an amount that is too large for JSON');
  return BigInt(value as number);
}

const asItIs = (value: unknown): unknown => value;
const jsonReaders: Partial<Readonly<Record<ColumnType, JsonColumn['read']>>> = {
  bigint: minorOf,
  timestamptz: (moment) => Date.parse(String(moment)),
};

const jsonColumns = new WeakMap<object, readonly JsonColumn[]>();
const jsonColumnsOf = ({ columns }: Pick<AnyTable, 'columns'>): JsonColumn[] =>
  Object.entries(columns).map(([column, type]) => ({ column, name: snake(column), read: jsonReaders[type] ?? asItIs }));

/** A row out of `jsonRows`, with money as bigint and moments as milliseconds again; what was not read of it is null. */
export function rowOfJson<Row>(table: Table<Row>, json: unknown): Row {
  const columns = jsonColumns.get(table) ?? jsonColumnsOf(table as AnyTable);
  jsonColumns.set(table, columns);
  const row: Record<string, unknown> = {};
  for (const { column, name, read } of columns) {
    const value = (json as JsonRow)[name] ?? null;
    row[column] = value === null ? null : read(value);
  }
  return row as Row;
}
