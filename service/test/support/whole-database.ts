// Everything a database holds, as text: every column of every table, sealed values opened, compressed bytes unpacked. What is
// not in here is nowhere.
import { inflateRawSync } from 'node:zlib';
import { createSecrets } from '../../src/store/secrets.ts';

type Query = (text: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>;

const secrets = createSecrets(Buffer.alloc(32, 7));
const sealed = /1\.[0-9a-f]{8}\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+/g;

/** Table and column → all its values in one text, in lower case. */
export async function wholeDatabase(query: Query): Promise<Map<string, string>> {
  const columns = await query(
    `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public' order by 1, 2`,
  );
  const dump = new Map<string, string>();
  for (const { table, column } of columns) {
    const [row] = await query(`select string_agg("${String(column)}"::text, chr(10)) as all from "${String(table)}"`);
    const text = (row?.['all'] as string | null) ?? '';
    dump.set(
      `${String(table)}.${String(column)}`,
      (text + [...text.matchAll(sealed)].map(([each]) => opened(each)).join('\n')).toLowerCase(),
    );
  }
  return dump;
}

/** What was sealed; bytes of a document unpacked once more (what a page draws cannot be searched: look for the bytes). */
function opened(text: string): string {
  const plain = secrets.open(text);
  try {
    return plain + inflateRawSync(Buffer.from(plain, 'base64')).toString('latin1');
  } catch {
    return plain;
  }
}

/** The columns in which one of the texts is found. */
export function columnsWith(dump: ReadonlyMap<string, string>, texts: readonly string[]): string[] {
  const wanted = texts.map((text) => text.toLowerCase());
  return [...dump].filter(([, values]) => wanted.some((text) => values.includes(text))).map(([column]) => column);
}
