// Everything a database holds, as text: every column of every table, sealed values opened, compressed bytes unpacked. What is
// not in here is nowhere.
import { inflateRawSync } from 'node:zlib';
import { createSecrets } from '../../src/store/secrets.ts';
import { placeOf, sealedOf, selectList, snake, sqlName } from '../../src/store/table.ts';
import { sealedTables } from '../../src/tables.ts';
import { ofAllMerchants } from './merchant.ts';

type Query = (text: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>;

const secrets = createSecrets([Buffer.alloc(32, 7)]);
const sealed = /[12]\.[0-9a-f]{8}\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+/;

/** Table and column → all its values in one text, in lower case. */
export async function wholeDatabase(query: Query): Promise<Map<string, string>> {
  const columns = await query(
    `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public' order by 1, 2`,
  );
  const dump = new Map<string, string>();
  for (const { table, column } of columns) {
    const name = `${String(table)}.${String(column)}`;
    const [row] = await query(`select string_agg("${String(column)}"::text, chr(10)) as all from "${String(table)}"`);
    const text = (row?.['all'] as string | null) ?? '';
    const open = openers.get(name);
    if (!open && sealed.test(text)) throw new Error(`${name} holds what is sealed, and does not say so`);
    dump.set(name, (text + (open ? await open(query) : '')).toLowerCase());
  }
  return dump;
}

/** By table and column, what is sealed there; bytes of a document unpacked once more (what a page draws cannot be searched: look for the bytes). */
const openers: ReadonlyMap<string, (query: Query) => Promise<string>> = new Map(
  sealedTables.flatMap((table) =>
    sealedOf(table).map((column) => {
      const opened = async (query: Query): Promise<string> => {
        const merchant = table.shared ? `'' as "merchantId"` : 't.merchant_id as "merchantId"';
        const rows = await query(`select ${merchant}, ${ofAllMerchants(selectList(table, 't'), 't')} from ${sqlName(table)} t`);
        return rows
          .filter((row) => sealed.test(String(row[column])))
          .map((row) => {
            const plain = secrets.open(String(row[column]), placeOf(table, column, String(row['merchantId']), row));
            try {
              return plain + inflateRawSync(Buffer.from(plain, 'base64')).toString('latin1');
            } catch {
              return plain;
            }
          })
          .join('\n');
      };
      return [`${sqlName(table)}.${snake(column)}`, opened] as const;
    }),
  ),
);

/** The columns in which one of the texts is found. */
export function columnsWith(dump: ReadonlyMap<string, string>, texts: readonly string[]): string[] {
  const wanted = texts.map((text) => text.toLowerCase());
  return [...dump].filter(([, values]) => wanted.some((text) => values.includes(text))).map(([column]) => column);
}
