// Fills a book by COPY. Every row is what the service itself would have written: its endpoints read the requests, its decisions
// decide them in memory, one person after the other, and the rows go into the tables as the table definitions name them.
import type { Client } from 'pg';
import { insertCommonContent } from '../service/src/book/common-contents.sql.ts';
import { decideAll, type Records } from '../service/src/book/deciding.ts';
import type { AnyWrite } from '../service/src/book/endpoint.ts';
import { outbox } from '../service/src/book/outbox.sql.ts';
import { State } from '../service/src/book/state.ts';
import type { Write } from '../service/src/book/write.ts';
import { contentsOf, writtenRows } from '../service/src/book/writing.ts';
import { authorizeCheckout } from '../service/src/checkout/authorize.endpoint.ts';
import type { MerchantOnClock } from '../service/src/core/merchant.ts';
import { Refusal } from '../service/src/core/refusals.ts';
import { lawful } from '../service/src/core/setting.ts';
import { merchantOf } from '../service/src/merchants/merchants.sql.ts';
import { createCapture } from '../service/src/orders/captures.endpoint.ts';
import { chance, uuidv7 } from '../service/src/runtime/chance.ts';
import { sandboxSources } from '../service/src/sources/sandbox-sources.ts';
import { contentOf } from '../service/src/store/common-json.ts';
import { createSecrets, type Secrets } from '../service/src/store/secrets.ts';
import { type AnyRow, type AnyTable, type ColumnType, placeOf, sqlColumn, sqlName } from '../service/src/store/table.ts';
import { lookups, tables } from '../service/src/tables.ts';
import { answerWriter, bodyReader } from '../service/src/wire/validate.ts';
import { authorizeRequest } from './bodies.ts';
import { type Database, encryptionKey } from './ground.ts';

export interface Book {
  readonly orders: number;
  readonly people: number;
  readonly seconds: number;
  /** The number of an order of it, from 1. */
  readonly numberOf: (index: number) => string;
}

export const germanShop = '00000000-0000-7000-8000-000000004445';
export const bookPrefix = 'book-';

/** Of ten orders three people have bought: 300 000 for a million orders. */
const peopleShare = 0.3;
const peopleAtOnce = 500;
/** Orders spread over so many days before today: none of them is due or expires while it is measured. */
const days = 7;

const endpointOf = (endpoint: AnyWrite) => ({
  endpoint,
  read: bodyReader(endpoint.body),
  write: answerWriter(endpoint.answer),
});
const asked = { authorize: endpointOf(authorizeCheckout as AnyWrite), capture: endpointOf(createCapture as AnyWrite) };

/** Of two orders one is captured in part. */
export async function fillBook(database: Database, orders: number, progress: (text: string) => void): Promise<Book> {
  const since = performance.now();
  const people = Math.max(1, Math.round(orders * peopleShare));
  const client = await database.connect();
  try {
    const merchant = await findMerchant(client);
    const secrets = createSecrets([encryptionKey]);
    const stream: Stream = { lastNumber: 0 };
    let filled = 0;
    for (let first = 0; first < people; first += peopleAtOnce) {
      const rows = new Rows(merchant.id, secrets, stream);
      const last = Math.min(people, first + peopleAtOnce);
      for (let person = first; person < last; person += 1) {
        const count = Math.floor(((person + 1) * orders) / people) - Math.floor((person * orders) / people);
        await ordersOf({ person, first: filled, count, merchant, secrets }, rows);
        filled += count;
      }
      await rows.copyInto(client);
      progress(`a book of ${orders} orders: ${filled}`);
    }
    await client.query('insert into event_streams (merchant_id, last_number) values ($1, $2)', [merchant.id, stream.lastNumber]);
    await client.query(waiting);
    await client.query(reminded);
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
  return { orders, people, seconds: (performance.now() - since) / 1000, numberOf: (index) => `${bookPrefix}${index}` };
}

/** All of it waits for its seals, as what the book writes does: two hundred rows at a time. */
const waiting = `insert into unsealed (merchant_id, id, ledger_ids, audit_ids)
  select merchant_id, (array_agg(id order by id))[1], array_agg(id order by id), '{}'
    from (select *, row_number() over (order by id) / 200 as page from ledger) l group by merchant_id, page
  union all select merchant_id, (array_agg(id order by id))[1], '{}', array_agg(id order by id)
    from (select *, row_number() over (order by id) / 200 as page from audit) a group by merchant_id, page`;

/** Reminders of the right of withdrawal, made a day after each order: else as many as there are orders are made while it is measured. */
const reminded = `insert into documents (merchant_id, id, kind, subject, order_id, language, made_at)
  select merchant_id, id, 'WithdrawalReminder', number, id, 'de', inserted_at + interval '1 day'
    from orders where inserted_at + interval '23 hours' <= now()`;

async function findMerchant(client: Client): Promise<MerchantOnClock> {
  const { rows } = await client.query<Record<string, unknown>>(
    'select *, time_zone as "timeZone", clock_offset_ms as "clockOffsetMs" from merchants where id = $1',
    [germanShop],
  );
  return merchantOf(rows[0] ?? {});
}

interface Buyer {
  readonly person: number;
  /** Orders before those of this person. */
  readonly first: number;
  readonly count: number;
  readonly merchant: MerchantOnClock;
  readonly secrets: Secrets;
}

/** What one person bought, decided as the book decides: each on the state as the ones before it left it. */
async function ordersOf({ person, first, count, merchant, secrets }: Buyer, rows: Rows): Promise<void> {
  const state = new State({ tables, lookups });
  // Counters of a writer of their own, as two people may share an address in one hour.
  const setting = lawful({ now: Date.now(), merchant, chance, writer: `fill-${person}` });
  const records: Records = { storedAnswers: [], audit: [], outbox: [], ledger: [] };
  for (let index = 1; index <= count; index += 1) {
    const number = `${bookPrefix}${first + index}`;
    const now = Date.now() - Math.floor(days * 86_400_000 * (((first + index) * 0.618_034) % 1));
    const decide = (write: Write): void => {
      const then = { ...setting, now, chance: { ...chance, id: () => uuidv7(now), number: drawnNumber, digits: drawnDigits } };
      const { outcomes, records: made } = decideAll([write], { state, setting: then, answers: new Map() });
      const [outcome] = outcomes;
      if (outcome?.kind === 'fault') throw outcome.fault;
      if (outcome?.kind !== 'answered' || outcome.text.includes('"Rejected"'))
        throw new Error(`an order of the book was not accepted: ${JSON.stringify(outcome)}`);
      for (const kind of ['audit', 'outbox', 'ledger'] as const) (records[kind] as unknown[]).push(...made[kind]);
    };
    decide(await writeOf('authorize', {}, authorizeRequest(number, 104.95, `book-${person}`), merchant, secrets));
    if (index % 2 === 0) decide(await writeOf('capture', { orderNumber: number }, captured, merchant, secrets));
  }
  rows.take(writtenRows(records, { state, setting, answers: new Map() }));
}

let numbersDrawn = 0;
/** Like `chance.number`, but never twice: two may be the same by chance, and nothing draws them anew here as the book does. */
const drawnNumber = (): string => {
  numbersDrawn += 1;
  return `${Date.now()}${String(numbersDrawn % 1_000_000).padStart(6, '0')}`;
};

/** Like `chance.digits`, spread as chance spreads them, but never twice. The step has no divisor in common with the count of such numbers. */
export const drawnDigits = (count: number): string => {
  numbersDrawn += 1;
  const least = 10n ** BigInt(count - 1);
  return String(least + ((BigInt(numbersDrawn) * 6_180_339_887n) % (9n * least)));
};

const captured = { orderDetails: { totalGrossAmount: 60, totalNetAmount: 60, currency: 'EUR' } };

/** A request as the service makes a write of it. */
async function writeOf(
  id: keyof typeof asked,
  params: Record<string, string>,
  sent: object,
  merchant: MerchantOnClock,
  secrets: Secrets,
): Promise<Write> {
  const { endpoint, read, write } = asked[id];
  const { value, faults } = read(sent);
  if (faults.length > 0) throw new Error(`the book's own request is refused: ${JSON.stringify(faults)}`);
  const request = { params, body: value as object, merchant, ...secrets.hashing(), publicUrl: 'http://127.0.0.1' };
  const prepared = await endpoint.prepare?.(request, sandboxSources);
  return {
    merchantId: merchant.id,
    actor: germanShop,
    operation: endpoint.id,
    requestId: 'bench',
    needs: endpoint.needs(request),
    decide(inHand, setting) {
      const decided = endpoint.decide(inHand, { ...request, prepared, setting, scopes: [] });
      return decided instanceof Refusal ? decided : { ...decided, answer: write(decided.answer) };
    },
  };
}

/** Of the merchant's events, numbered in the order in which they are written (outbox.sql.ts). */
interface Stream {
  lastNumber: number;
}

/** Rows on their way: a text in COPY's format for each table, in the order in which tables are written. */
class Rows {
  readonly #texts = new Map<AnyTable, string[]>(Object.values(tables).map((table) => [table as AnyTable, []]));
  readonly #merchantId: string;
  readonly #secrets: Secrets;
  readonly #stream: Stream;
  /** What rows say alike, by its mark. */
  readonly #contents = new Map<string, string>();

  constructor(merchantId: string, secrets: Secrets, stream: Stream) {
    this.#merchantId = merchantId;
    this.#secrets = secrets;
    this.#stream = stream;
  }

  take(written: ReturnType<typeof writtenRows>): void {
    for (const [mark, text] of contentsOf(written)) this.#contents.set(mark, text);
    for (const { table, news, olds } of written) {
      const lines = this.#texts.get(table) ?? [];
      this.#texts.set(table, lines);
      const columns = Object.entries(table.columns);
      const sealed = (row: AnyRow, column: string): string =>
        this.#secrets.seal(String(row[column]), placeOf(table, column, this.#merchantId, row));
      for (const row of [...news, ...olds.map((old) => old.row)] as AnyRow[]) {
        const values = columns.map(([column, type]) =>
          copyText(type, type === 'sealed' && row[column] != null ? sealed(row, column) : row[column]),
        );
        if (table === outbox) values.push(this.#nextNumber());
        lines.push(`${this.#merchantId}\t${values.join('\t')}\n`);
      }
    }
  }

  #nextNumber(): string {
    this.#stream.lastNumber += 1;
    return String(this.#stream.lastNumber);
  }

  async copyInto(client: Client): Promise<void> {
    await client.query('begin');
    for (const content of this.#contents) await client.query(insertCommonContent.text, [this.#merchantId, ...content]);
    for (const [table, lines] of this.#texts) {
      if (lines.length === 0) continue;
      const numbered = table === outbox ? ['sequence_number'] : [];
      const own = Object.keys(table.columns).map((column) => sqlColumn(table, column));
      const columns = ['merchant_id', ...own, ...numbered].join(', ');
      await copy(client, `copy ${sqlName(table)} (${columns}) from stdin`, lines.join(''));
    }
    await client.query('commit');
  }
}

type Value = string | number | bigint | boolean;

function copyText(type: ColumnType, value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (type === 'timestamptz') return new Date(value as number).toISOString();
  if (type === 'common') return contentOf(value)?.mark ?? '\\N';
  const text = type === 'json' ? JSON.stringify(value) : String(value as Value);
  return text.replace(/[\\\t\n\r]/g, (each) => escapes[each] ?? each);
}
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

interface Wire {
  query(text: string): void;
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
}

/** The driver knows COPY only as messages; a query of our own answers them. */
function copy(client: Client, statement: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = {
      submit: (wire: Wire) => wire.query(statement),
      handleCopyInResponse(wire: Wire) {
        wire.sendCopyFromChunk(Buffer.from(text));
        wire.endCopyFrom();
      },
      handleCommandComplete: () => {},
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    };
    void client.query(query as unknown as Parameters<Client['query']>[0]);
  });
}

/**
 * As after months of use, not minutes after a start: what was filled in is on the disk, and its pages are in the server's cache, the
 * indexes last, as far as it is large enough. COPY and VACUUM leave a book outside of it, and a page from the disk takes longer than
 * a capture. The answer says it among the conditions, also where the server or its role can't.
 */
export async function warmCache(database: Database): Promise<string> {
  try {
    await database.query('create extension if not exists pg_prewarm');
    await database.query(`select pg_prewarm(oid::regclass) from (select oid from pg_class
      where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace order by relkind desc, pg_relation_size(oid) desc) as kept`);
    await database.query('checkpoint');
    return 'Before it was measured the book was written to the disk (checkpoint) and read into the cache (pg_prewarm).';
  } catch (error) {
    return `The book was not read into the cache before it was measured: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
