// All statements of a trip as one message to the server: `pg` alone would send each with an answer of its own to wait for, and ask
// for the names of its columns every time. Here one Sync follows all of them, so the server answers in one piece, what comes
// after a statement that failed is not done, and the columns are asked for once a connection.
import pg from 'pg';
import type { Call, Row } from './call.ts';
import type { Statement } from './table.ts';

/** What a statement returned. */
export interface TripResult {
  readonly rows: Row[];
  readonly rowCount: number;
}

/** The parts of pg's connection that a query of one's own is handed (its Submittable). */
interface Wire {
  parse(message: { name: string; text: string; types: never[] }): void;
  bind(message: { statement: string; values: Call['values']; valueMapper: typeof asText }): void;
  describe(message: { type: 'P'; name: '' }): void;
  close(message: { type: 'S'; name: string }): void;
  execute(message: object): void;
  sync(): void;
  readonly stream: { cork(): void; uncork(): void };
}

type Reader = (row: Row, text: string | null) => void;

/** What a connection knows of a statement that it prepared: how to read its columns; none where it returns no rows. */
interface Prepared extends Columns {
  readonly text: string;
}

interface Columns {
  readonly readers: readonly Reader[];
  /**
   * A row of nothing that each row begins as. V8 keeps an object whose many members are added one by one by their names as a
   * dictionary, which is four times larger than one out of JSON or a copy of it.
   */
  readonly blank: Row;
}

const noColumns: Columns = { readers: [], blank: {} };

const known = new WeakMap<Wire, Map<string, Prepared>>();

/** bigint for money, milliseconds for instants, 'YYYY-MM-DD' for days: never a Date in local time. */
const parsers = new Map<number, (text: string) => unknown>([
  [20, BigInt],
  [1082, (day) => day],
  [1184, (text) => Date.parse(`${text.replace(' ', 'T')}:00`)],
]);

const readerOf = ({ name, dataTypeID }: pg.FieldDef): Reader => {
  const parser = parsers.get(dataTypeID) ?? (pg.types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown);
  return (row, text) => {
    row[name] = text === null ? null : parser(text);
  };
};

const asText = (value: Call['values'][number]): string | null => (value === null ? null : String(value));

/** One trip over a connection; `pg` calls its methods as the server's messages arrive. */
export class Trip {
  /** Resolves with the results in order; rejects with what the server reported first, or because the connection broke. */
  readonly done: Promise<TripResult[]>;
  readonly #calls: readonly Call[];
  readonly #prepare: boolean;
  readonly #results: TripResult[] = [];
  #rows: Row[] = [];
  #columns: Columns = noColumns;
  #prepared = new Map<string, Prepared>();
  #resolve!: (results: TripResult[]) => void;
  #reject!: (error: unknown) => void;

  /** @param prepare false for a pooler between us and the server that knows no prepared statements. */
  constructor(calls: readonly Call[], prepare: boolean) {
    this.#calls = calls;
    this.#prepare = prepare;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(wire: Wire): void {
    const prepared = known.get(wire) ?? new Map<string, Prepared>();
    known.set(wire, prepared);
    this.#prepared = prepared;
    wire.stream.cork();
    const sent = new Map<string, string>();
    for (const { statement, values } of this.#calls) {
      const [name, text] = [this.#nameOf(statement), textOf(statement)];
      const isKnown = name !== '' && prepared.get(name)?.text === text;
      if (!isKnown && (name === '' || sent.get(name) !== text)) {
        // A trip that failed half-way leaves open which of its statements the server has prepared.
        if (name !== '') wire.close({ type: 'S', name });
        wire.parse({ name, text, types: [] });
        sent.set(name, text);
      }
      wire.bind({ statement: name, values, valueMapper: asText });
      if (!isKnown) wire.describe({ type: 'P', name: '' });
      wire.execute({});
    }
    wire.sync();
    process.nextTick(() => wire.stream.uncork());
    this.#next();
  }

  handleRowDescription({ fields }: { readonly fields: pg.FieldDef[] }): void {
    const blank = JSON.parse(JSON.stringify(Object.fromEntries(fields.map(({ name }) => [name, null])))) as Row;
    this.#columns = { readers: fields.map(readerOf), blank };
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { readers, blank } = this.#columns;
    const row: Row = { ...blank };
    try {
      for (let index = 0; index < readers.length; index += 1) readers[index]?.(row, fields[index] ?? null);
    } catch (error) {
      // `pg` calls this from the socket: thrown there, it would end the process. The trip goes on to its end, then fails.
      this.#reject(error);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#results.push({ rows: this.#rows, rowCount: Number(text.slice(text.lastIndexOf(' ') + 1)) || 0 });
    const statement = this.#calls[this.#results.length - 1]?.statement;
    if (statement && this.#columnsOf(statement) === undefined && this.#nameOf(statement) !== '')
      this.#prepared.set(this.#nameOf(statement), { text: textOf(statement), ...this.#columns });
    this.#next();
  }

  handleError(error: unknown): void {
    // The log shows an error with its members, and a server's error does not say which of our statements failed.
    if (error instanceof Error) Object.assign(error, { statement: this.#calls[this.#results.length]?.statement.name });
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#results);
  }

  /** The next statement's rows come now. */
  #next(): void {
    const statement = this.#calls[this.#results.length]?.statement;
    this.#rows = [];
    this.#columns = (statement && this.#columnsOf(statement)) ?? noColumns;
  }

  #columnsOf(statement: Statement): Columns | undefined {
    const prepared = this.#prepared.get(this.#nameOf(statement));
    return prepared?.text === textOf(statement) ? prepared : undefined;
  }

  #nameOf(statement: Statement): string {
    return this.#prepare && !statement.plannedAnew ? statement.name + (statement.form ?? '') : '';
  }
}

const texts = new WeakMap<Statement, string>();

/** The statement's text with its name in front, so that pg_stat_activity shows which it is. */
function textOf(statement: Statement): string {
  const text = texts.get(statement) ?? `/* ${statement.name} */ ${statement.text}`;
  texts.set(statement, text);
  return text;
}
