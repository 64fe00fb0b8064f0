// Comma-separated values as spreadsheets write them (RFC 4180), read by csv-parse. A semicolon or a tab separates where the
// first line has one and no comma, because many spreadsheets do it so; lines end as any system ends them. A text comes in
// pieces and leaves record by record: a long file is never held as text.
import { pipeline, Readable } from 'node:stream';
import { type Info, parse } from 'csv-parse';

export interface CsvRecord {
  /** The line of the file it begins on, the heading being line 1. */
  readonly line: number;
  /** Nothing where a quote is never closed: what follows in the text went into it. */
  readonly fields: readonly string[] | null;
}

export async function* csvRecords(text: Iterable<string>): AsyncGenerator<CsvRecord> {
  const pieces = evenLines(text);
  const { value: first } = pieces.next();
  if (!first) return;
  let isOpen = false;
  const parser = parse({
    bom: true,
    delimiter: separatorOf(first.split('\n', 1)[0] ?? ''),
    record_delimiter: '\n',
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_records_with_error: true,
    // Of the faults it knows, a quote that is never closed is the only one left to it.
    on_skip() {
      isOpen = true;
    },
  });
  pipeline(Readable.from(chain([first], pieces)), parser, () => undefined);
  let line = 1;
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
    if (record.length > 1 || record[0] !== '') yield { line, fields: record };
    line = info.lines + 1;
  }
  if (isOpen) yield { line, fields: null };
}

/** The parser counts a line end of two signs twice within quotes. */
function* evenLines(pieces: Iterable<string>): Generator<string, undefined> {
  let isCut = false;
  for (const piece of pieces) {
    yield (isCut ? piece.replace(/^\n/, '') : piece).replace(/\r\n?/g, '\n');
    isCut = piece.endsWith('\r');
  }
}

function* chain(...texts: readonly Iterable<string>[]): Generator<string> {
  for (const text of texts) yield* text;
}

const separatorOf = (heading: string): string =>
  heading.includes(',') ? ',' : ([';', '\t'].find((sign) => heading.includes(sign)) ?? ',');

export interface CsvObject {
  readonly line: number;
  readonly value: Readonly<Record<string, string>> | null;
}

/**
 * The records below the heading as objects; empty fields are absent. A record that cannot be what was meant is null: more
 * fields than headings, a quote that is never closed, letters that were lost on the way into UTF-8.
 */
export async function* csvObjects(
  text: Iterable<string>,
  checkHeading: (names: readonly string[]) => void = () => undefined,
): AsyncGenerator<CsvObject> {
  let names: readonly string[] | undefined;
  for await (const { line, fields } of csvRecords(text)) {
    if (names !== undefined) {
      yield { line, value: fields && objectOf(names, fields) };
      continue;
    }
    names = (fields ?? []).map((name) => name.trim());
    checkHeading(names);
  }
  if (names === undefined) checkHeading([]);
}

function objectOf(names: readonly string[], fields: readonly string[]): Readonly<Record<string, string>> | null {
  if (fields.slice(names.length).some((field) => field.trim() !== '') || fields.some((field) => field.includes('\uFFFD')))
    return null;
  return Object.fromEntries(names.flatMap((name, index) => (fields[index]?.trim() ? [[name, fields[index].trim()]] : [])));
}
