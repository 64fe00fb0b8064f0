// Reads that wait at one moment go to the server together: in one trip, and those of one kind for one merchant in one statement, as
// most of what a read of a single order costs the server is to begin and to end its statement.
import { type Call, call, type Rows } from './call.ts';
import { isServerError } from './server-errors.ts';
import { arrayText } from './table.ts';
import type { TripResult } from './trip.ts';

interface Read {
  readonly call: Call;
  readonly resolve: (rows: Rows) => void;
  readonly reject: (error: unknown) => void;
}

/** One statement, and the reads that its rows answer. */
interface Asked {
  readonly call: Call;
  readonly answer: (rows: Rows) => void;
}

/** At most so many share a trip: few enough that the next connection takes its part. */
const readsAtOnce = 16;

/** What arrives in the same turn of the event loop shares trips. A read that fails must not fail the others. */
export function readsTogether(trip: (calls: readonly Call[]) => Promise<TripResult[]>): (asked: Call) => Promise<Rows> {
  const waiting: Read[] = [];
  const readAll = async (reads: readonly Read[]): Promise<void> => {
    try {
      const asked = asFewAsPossible(reads);
      const results = await trip(asked.map((each) => each.call));
      for (const [index, { answer }] of asked.entries()) answer(results[index]?.rows ?? []);
    } catch (error) {
      if (reads.length > 1 && isServerError(error)) for (const each of reads) void readAll([each]);
      else for (const each of reads) each.reject(error);
    }
  };
  const startAll = (): void => {
    while (waiting.length > 0) void readAll(waiting.splice(0, readsAtOnce));
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ call: asked, resolve, reject });
      if (waiting.length === 1) setImmediate(startAll);
    });
}

function asFewAsPossible(reads: readonly Read[]): Asked[] {
  const kinds = new Map<unknown, Read[]>();
  for (const read of reads) {
    const { statement, values } = read.call;
    const kind = statement.ofMany ? `${statement.name} ${values[0]}` : read;
    const others = kinds.get(kind);
    if (others) others.push(read);
    else kinds.set(kind, [read]);
  }
  return [...kinds.values()].map(askedOnce);
}

function askedOnce(reads: readonly Read[]): Asked {
  const [{ call: alone, resolve }] = reads as [Read];
  const { ofMany } = alone.statement;
  if (!ofMany || reads.length === 1) return { call: alone, answer: resolve };
  const texts = reads.map((read) => read.call.values[1]);
  const answer = (rows: Rows): void => {
    const found: Rows[] = reads.map(() => []);
    for (const row of rows) found[Number(row['asked']) - 1]?.push(row);
    for (const [index, read] of reads.entries()) read.resolve(found[index] ?? []);
  };
  return { call: call(ofMany, alone.values[0] ?? null, arrayText('text', texts)), answer };
}
