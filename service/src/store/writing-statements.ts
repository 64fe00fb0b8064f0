// The two statements that write a table, for any number of rows. What no row of a batch says is left out of them: PostgreSQL reads
// each parameter, and each array in it by a function of its own, and a capture says something about 13 of its 28 columns.
import {
  type AnyRow,
  type AnyTable,
  arraysFrom,
  failUnless,
  givenColumns,
  reckoned,
  type Statement,
  snake,
  sqlName,
  valuesFrom,
} from './table.ts';

/**
 * An insert of so many rows, each with its values one after the other, or of any number (`insert … select from unnest`), in the order of
 * their keys. All columns unless said otherwise; of many rows, what all say alike once.
 */
export function insertStatement(
  table: AnyTable,
  columns: readonly string[] = Object.keys(table.columns),
  rowCount?: number,
  alike: readonly string[] = [],
): Statement {
  const given = { columns, alike, ...(rowCount !== undefined && { rowCount }) };
  if (table.insertedBy)
    return { ...table.insertedBy(columns, rowCount === undefined ? 'many rows' : 'one row', alike), ...given };
  const { names, selected, arrays, own } = givenColumns(table, columns, alike);
  const rows =
    rowCount === undefined
      ? `select $1::uuid, ${selected} from unnest(${arrays}) as r(${own})`
      : `values ${rowsOfValues(table, columns, rowCount).join(', ')}`;
  return { name: `insert_${sqlName(table)}`, text: `insert into ${sqlName(table)} (merchant_id, ${names}) ${rows}`, ...given };
}

const rowsOfValues = (table: AnyTable, columns: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_each, row) => `($1::uuid, ${valuesFrom(2 + row * columns.length, table, columns).join(', ')})`);

/**
 * Deltas are added, and set columns are replaced, of one row or of any number (`update … from unnest`); there, where `masked`, only those
 * whose bit is in the row's mask; so a column can be set to null. It fails (`isRowCountError`) unless it touched exactly as many rows as
 * it was given, because the commit behind it is already on its way. All columns of many rows, masked, unless said otherwise.
 */
export function updateStatement(
  table: AnyTable,
  columns: readonly string[] = updateColumns(table),
  given: 'one row' | 'many rows' | 'masked rows' = (table.sets ?? []).length > 0 ? 'masked rows' : 'many rows',
  alike: readonly string[] = [],
): Statement {
  const [masked, one] = [given === 'masked rows', given === 'one row'];
  const values = valuesFrom(3, table, columns);
  const isValue = (column: string): boolean => one || alike.includes(column);
  const newValue = (column: string): string => (isValue(column) ? (values[columns.indexOf(column)] ?? '') : `d.${snake(column)}`);
  const changes = columns.flatMap((column) => {
    const [name, value] = [snake(column), newValue(column)];
    if (table.adds?.includes(column)) return [`${name} = t.${name} + ${value}`];
    if (!table.sets?.includes(column)) return [];
    return [
      `${name} = ${masked ? `case when d.set_mask & ${bitOf(table, column)} <> 0 then ${value} else t.${name} end` : value}`,
    ];
  });
  const own = columns.filter((column) => !isValue(column));
  const names = [...own.map(snake), ...(masked ? ['set_mask'] : [])].join(', ');
  const arrays = [
    ...arraysFrom(3, table, columns).filter((_array, index) => own.includes(columns[index] ?? '')),
    ...(masked ? [`$${3 + columns.length}::int[]`] : []),
  ].join(', ');
  const rows = one ? '' : ` from unnest(${arrays}) as d(${names})`;
  const same = table.key.map((column) => `t.${snake(column)} = ${newValue(column)}`).join(' and ');
  return {
    name: `update_${sqlName(table)}`,
    text: `with changed as (
  update ${sqlName(table)} t set ${changes.join(', ')}${rows} where t.merchant_id = $1::uuid and ${same} returning 1
) ${failUnless('count(*) = $2::int', `'${sqlName(table)}: ' || count(*) || ' of ' || $2::int || ' rows touched'`)} from changed`,
    columns,
    alike,
    masked,
    ...(one && { rowCount: 1 }),
  };
}

const bitOf = (table: AnyTable, column: string): number => 2 ** (table.sets ?? []).indexOf(column);

/** Which of a table's set columns a row sets, as the mask of its update statement. */
export function setMaskOf(table: AnyTable, set: AnyRow): number {
  let mask = 0;
  for (const column in set) if (set[column] !== undefined) mask |= bitOf(table, column);
  return mask;
}

/** Key, counters, set columns: what an update statement may be given, in this order, before the mask (`setMaskOf`). */
export function updateColumns(table: AnyTable): string[] {
  return [...table.key, ...(table.adds ?? []), ...(table.sets ?? [])];
}

/**
 * So few rows are given as values, not as arrays: PostgreSQL reads each array by a function of its own and unnests it by another, for one
 * row half of the statement's time; and a cluster sends values to their node as they are, where it copies there what it selects.
 */
const mostAsValues = 3;

/**
 * From so many rows on, what all say alike is given once, and not read by PostgreSQL once for each of them. Of fewer, columns are alike by
 * chance, each time others, and each choice of columns is a statement of its own.
 */
const enoughToSayOnce = 8;

/** Never all of an insert's columns, as rows have keys of their own. What is sealed is so for the place of its row: no two are alike. */
function alikeIn<Row>(
  table: AnyTable,
  columns: readonly string[],
  rows: readonly Row[],
  valueIn: (row: Row, column: string) => unknown,
): readonly string[] {
  const [first] = rows;
  if (first === undefined || rows.length < enoughToSayOnce) return [];
  return columns.filter((column) => {
    const value = valueIn(first, column) ?? null;
    return table.columns[column] !== 'sealed' && rows.every((row) => (valueIn(row, column) ?? null) === value);
  });
}

/** An insert that is given what these rows say: a column is left out that the database fills in every row as they want it by itself. */
export function insertOf(table: AnyTable, rows: readonly AnyRow[]): Statement {
  const columns = Object.keys(table.columns).filter((column) => {
    const filled = table.defaults?.[column] ?? null;
    return filled === reckoned || table.key.includes(column) || rows.some((row) => row[column] !== filled);
  });
  const count = rows.length <= (table.insertedBy ? 1 : mostAsValues) ? rows.length : undefined;
  const alike = alikeIn(table, columns, rows, (row, column) => row[column]);
  return formOf(`insert ${table.name}`, `${columns.join()} ${count}`, alike, {
    of: (once) => insertStatement(table, columns, count, once),
    whole: () => insertStatement(table),
  });
}

/** What changes in a row: what is added to its counters, and which of its columns are set. */
export interface Moved {
  readonly add: AnyRow;
  readonly set: AnyRow;
}

/** An update that is given what these rows change; masked where they do not all set the same columns. */
export function updateOf(table: AnyTable, rows: readonly Moved[]): Statement {
  const masks = rows.map(({ set }) => setMaskOf(table, set));
  const masked = masks.some((mask) => mask !== masks[0]);
  const adds = (table.adds ?? []).filter((column) => rows.some(({ add }) => Number(add[column] ?? 0) !== 0));
  const sets = (table.sets ?? []).filter((_column, bit) => masks.some((mask) => (mask & (2 ** bit)) !== 0));
  // Where nothing moves, the statement still says that the rows are there.
  const all = adds.length + sets.length === 0;
  const columns = [...table.key, ...adds, ...sets];
  const given = masked ? 'masked rows' : rows.length === 1 ? 'one row' : 'many rows';
  const alike = alikeIn(table, [...adds, ...sets], rows, ({ add, set }, column) =>
    adds.includes(column) ? (add[column] ?? 0) : set[column],
  );
  return formOf(`update ${table.name}`, all ? '' : `${columns.join()} ${given}`, alike, {
    of: (once) => (all ? updateStatement(table) : updateStatement(table, columns, given, once)),
    whole: () => updateStatement(table),
  });
}

/** So many forms of a statement are prepared on a connection at most; rows that would need another are written with all columns. */
const mostForms = 64;
/** … and beside them so many in which columns are said once; rows that would need another say each of theirs. */
const mostFormsAlike = 32;
const formsMade = new Map<string, Map<string, Statement>>();

interface Forms {
  readonly of: (alike: readonly string[]) => Statement;
  /** All columns, each of its own. */
  readonly whole: () => Statement;
}

function formOf(name: string, columns: string, alike: readonly string[], { of, whole }: Forms): Statement {
  const [plain, once] = [formsOf(name), formsOf(`${name} once`)];
  const key = `${columns} ${alike.join()}`;
  if (alike.length > 0 && (once.has(key) || once.size < mostFormsAlike))
    return kept(once, key, `_once_${once.size}`, () => of(alike));
  if (plain.has(columns) || plain.size < mostForms) return kept(plain, columns, `_${plain.size}`, () => of([]));
  return kept(plain, 'all', `_${plain.size}`, whole);
}

function formsOf(name: string): Map<string, Statement> {
  const forms = formsMade.get(name) ?? new Map<string, Statement>();
  formsMade.set(name, forms);
  return forms;
}

function kept(forms: Map<string, Statement>, key: string, form: string, make: () => Statement): Statement {
  const found = forms.get(key) ?? { ...make(), form };
  forms.set(key, found);
  return found;
}
