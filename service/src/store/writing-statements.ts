// The two statements that write a table, for any number of rows. What no row of a batch says is left out of them: PostgreSQL reads
// each parameter, and each array in it by a function of its own, and a capture says something about 13 of its 28 columns.
import {
  type AnyRow,
  type AnyTable,
  arraysFrom,
  columnsAsArrays,
  failUnless,
  reckoned,
  type Statement,
  snake,
  sqlName,
  valuesFrom,
} from './table.ts';

/**
 * An insert of so many rows, each with its values one after the other, or of any number (`insert … select from unnest`), in the order of
 * their keys. All columns unless said otherwise.
 */
export function insertStatement(
  table: AnyTable,
  columns: readonly string[] = Object.keys(table.columns),
  rowCount?: number,
): Statement {
  const given = { columns, ...(rowCount !== undefined && { rowCount }) };
  if (table.insertedBy) return { ...table.insertedBy(columns, rowCount === undefined ? 'many rows' : 'one row'), ...given };
  const { names, arrays } = columnsAsArrays(table, columns);
  const rows =
    rowCount === undefined
      ? `select $1::uuid, r.* from unnest(${arrays}) as r(${names})`
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
): Statement {
  const [masked, one] = [given === 'masked rows', given === 'one row'];
  const values = valuesFrom(3, table, columns);
  const newValue = (column: string): string => (one ? (values[columns.indexOf(column)] ?? '') : `d.${snake(column)}`);
  const changes = columns.flatMap((column) => {
    const [name, value] = [snake(column), newValue(column)];
    if (table.adds?.includes(column)) return [`${name} = t.${name} + ${value}`];
    if (!table.sets?.includes(column)) return [];
    return [
      `${name} = ${masked ? `case when d.set_mask & ${bitOf(table, column)} <> 0 then ${value} else t.${name} end` : value}`,
    ];
  });
  const names = [...columns.map(snake), ...(masked ? ['set_mask'] : [])].join(', ');
  const arrays = [...arraysFrom(3, table, columns), ...(masked ? [`$${3 + columns.length}::int[]`] : [])].join(', ');
  const rows = one ? '' : ` from unnest(${arrays}) as d(${names})`;
  const same = table.key.map((column) => `t.${snake(column)} = ${newValue(column)}`).join(' and ');
  return {
    name: `update_${sqlName(table)}`,
    text: `with changed as (
  update ${sqlName(table)} t set ${changes.join(', ')}${rows} where t.merchant_id = $1::uuid and ${same} returning 1
) ${failUnless('count(*) = $2::int', `'${sqlName(table)}: ' || count(*) || ' of ' || $2::int || ' rows touched'`)} from changed`,
    columns,
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

/** An insert that is given what these rows say: a column is left out that the database fills in every row as they want it by itself. */
export function insertOf(table: AnyTable, rows: readonly AnyRow[]): Statement {
  const columns = Object.keys(table.columns).filter((column) => {
    const filled = table.defaults?.[column] ?? null;
    return filled === reckoned || table.key.includes(column) || rows.some((row) => row[column] !== filled);
  });
  const count = rows.length <= (table.insertedBy ? 1 : mostAsValues) ? rows.length : undefined;
  return formOf(`insert ${table.name}`, `${columns.join()} ${count}`, (whole) =>
    whole ? insertStatement(table) : insertStatement(table, columns, count),
  );
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
  return formOf(`update ${table.name}`, all ? '' : `${columns.join()} ${given}`, (whole) =>
    all || whole ? updateStatement(table) : updateStatement(table, columns, given),
  );
}

/** So many forms of a statement are prepared on a connection at most; rows that would need another are written with all columns. */
const mostForms = 64;
const formsMade = new Map<string, Map<string, Statement>>();

function formOf(name: string, columns: string, make: (whole: boolean) => Statement): Statement {
  const forms = formsMade.get(name) ?? new Map<string, Statement>();
  formsMade.set(name, forms);
  const key = forms.has(columns) || forms.size < mostForms ? columns : 'all';
  const found = forms.get(key) ?? { ...make(key !== columns), form: `_${forms.size}` };
  forms.set(key, found);
  return found;
}
