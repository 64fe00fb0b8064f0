// Seals anew, by the newest key and in the present form, what an older one sealed: page by page while the service runs. What is
// done shows in the rows themselves, so a run that was stopped goes on by being started again.
import { type Secrets, sealedAs } from '../store/secrets.ts';
import { type AnyTable, arrayText, placeOf, sealedOf, snake, sqlName } from '../store/table.ts';
import type { Query } from './long-query.ts';

/** Few enough that no request waits for them. */
const rowsAtOnce = 200;

export interface Progress {
  readonly table: string;
  /** Of the whole table: looked at, sealed anew, and left because a request held them: the next round takes those. */
  readonly seen: number;
  readonly done: number;
  readonly left: number;
}

export async function reseal(
  query: Query,
  secrets: Secrets,
  tables: readonly AnyTable[],
  report: (progress: Progress) => void,
): Promise<void> {
  for (const table of tables) {
    let left: number;
    do {
      const walked = await walk(query, secrets, table, report);
      left = walked.left;
    } while (left > 0);
  }
}

async function walk(query: Query, secrets: Secrets, table: AnyTable, report: (progress: Progress) => void): Promise<Progress> {
  const page = pageStatement(table, secrets.keys[0]?.id ?? '');
  let progress: Progress = { table: sqlName(table), seen: 0, done: 0, left: 0 };
  let after: readonly unknown[] | undefined;
  for (let count = rowsAtOnce; count === rowsAtOnce; ) {
    const rows = await query(page(after !== undefined), ...(after ?? []));
    count = rows.length;
    const last = rows.at(-1);
    after = last && keyColumns(table).map((column) => last[column]);
    const old = rows.filter((row) => sealedOf(table).some((column) => row[column] !== null));
    const done = old.length === 0 ? 0 : await sealAnew(query, secrets, table, old);
    progress = {
      table: progress.table,
      seen: progress.seen + count,
      done: progress.done + done,
      left: progress.left + old.length - done,
    };
    report(progress);
  }
  return progress;
}

const keyColumns = (table: AnyTable): readonly string[] => (table.shared ? table.key : ['merchantId', ...table.key]);
const typeOf = (table: AnyTable, column: string): string =>
  column === 'merchantId' ? 'uuid' : (table.columns[column] ?? 'text');

/** The next rows by key; of what is sealed only what has to be sealed anew. Rows that have nothing sealed are passed over. */
function pageStatement(table: AnyTable, newest: string): (goesOn: boolean) => string {
  const keys = keyColumns(table);
  const sealed = sealedOf(table).map((column) => {
    const name = `t.${snake(column)}`;
    const isOld = `substr(${name}, 1, 2) in ('1.', '2.') and substr(${name}, 1, 11) ~ '^[12]\\.[0-9a-f]{8}\\.$' and not starts_with(${name}, '${sealedAs(newest)}')`;
    return `case when ${isOld} then ${name} end as "${column}"`;
  });
  const names = keys.map((column) => `t.${snake(column)}`);
  const selected = keys.map((column) => `t.${snake(column)} as "${column}"`);
  return (goesOn) => `select ${[...selected, ...sealed].join(', ')} from ${sqlName(table)} t
where (${sealedOf(table)
    .map((column) => `t.${snake(column)} is not null`)
    .join(
      ' or ',
    )})${goesOn ? ` and (${names.join(', ')}) > (${keys.map((column, at) => `$${at + 1}::${typeOf(table, column)}`).join(', ')})` : ''}
order by ${names.join(', ')} limit ${rowsAtOnce}`;
}

/** Only what is still as it was read: a request that writes the row meanwhile seals by the newest key itself. */
async function sealAnew(
  query: Query,
  { open, seal }: Secrets,
  table: AnyTable,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<number> {
  const [keys, sealed] = [keyColumns(table), sealedOf(table)];
  const fresh = rows.map((row) =>
    sealed.map((column) => {
      const value = row[column];
      if (typeof value !== 'string') return null;
      const place = placeOf(table, column, String(row['merchantId']), row);
      return seal(open(value, place), place);
    }),
  );
  const lists = [
    ...keys.map((column) => rows.map((row) => row[column])),
    ...sealed.map((column) => rows.map((row) => row[column])),
    ...sealed.map((_, at) => fresh.map((values) => values[at])),
  ];
  const types = [...keys.map((column) => typeOf(table, column)), ...sealed.map(() => 'text'), ...sealed.map(() => 'text')];
  const names = [
    ...keys.map(snake),
    ...sealed.map((column) => `old_${snake(column)}`),
    ...sealed.map((column) => `new_${snake(column)}`),
  ];
  const same = (one: string, other: string): string =>
    keys.map((column) => `${one}.${snake(column)} = ${other}.${snake(column)}`).join(' and ');
  const unchanged = sealed
    .map((column) => `(d.old_${snake(column)} is null or t.${snake(column)} = d.old_${snake(column)})`)
    .join(' and ');
  const [row] = await query(
    `with d as (select * from unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')}) as d(${names.join(', ')})
), free as (
  select ${keys.map((column) => `t.${snake(column)}`).join(', ')} from ${sqlName(table)} t join d on ${same('t', 'd')}
  where ${unchanged} for no key update of t skip locked
), done as (
  update ${sqlName(table)} t set ${sealed.map((column) => `${snake(column)} = coalesce(d.new_${snake(column)}, t.${snake(column)})`).join(', ')}
  from d join free f on ${same('f', 'd')} where ${same('t', 'd')} returning 1
)
select count(*)::int as count from done`,
    ...lists.map((values) => arrayText('text', values)),
  );
  return Number(row?.['count']);
}
