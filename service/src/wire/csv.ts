// Comma-separated values as spreadsheets write them (RFC 4180): quotes around what holds a comma, a quote or a line break.
// A semicolon or a tab separates where the first line has one and no comma, because many spreadsheets do it so; lines end as
// any system ends them. Read record by record: a long file is never held twice.

export interface CsvRecord {
  /** The line of the file it begins on, the heading being line 1. */
  readonly line: number;
  readonly fields: readonly string[];
  /** Its last field's quote is never closed: what follows in the text went into it. */
  readonly isOpen: boolean;
}

/** The records of a text; a quote that is never closed ends with the text. */
export function* csvRecords(text: string): Generator<CsvRecord> {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  const separator = separatorOf(/[^\r\n]*/.exec(text)?.[0] ?? '');
  while (at < text.length) {
    const began = line;
    const fields: string[] = [];
    let field: Field;
    do {
      field = fieldAt(text, at, separator);
      fields.push(field.text);
      line += field.lines;
      at = field.end + 1;
    } while (text.charAt(field.end) === separator);
    if (text.startsWith('\r\n', field.end)) at += 1;
    line += 1;
    if (fields.length > 1 || fields[0] !== '') yield { line: began, fields, isOpen: field.isOpen };
  }
}

interface Field {
  readonly text: string;
  /** The place of the separator or line end behind it. */
  readonly end: number;
  /** Line ends within its quotes. */
  readonly lines: number;
  readonly isOpen: boolean;
}

function fieldAt(text: string, start: number, separator: string): Field {
  const plain = plainUntil[separator] ?? /[^,\r\n]*/y;
  let at = start;
  let quoted = '';
  let isOpen = false;
  while (text.charAt(at) === '"' && !isOpen) {
    const end = text.indexOf('"', at + 1);
    isOpen = end < 0;
    // A quote that follows at once is one of the text's own.
    quoted += (at === start ? '' : '"') + text.slice(at + 1, isOpen ? text.length : end);
    at = isOpen ? text.length : end + 1;
  }
  quoted = quoted.replace(/\r\n?/g, '\n');
  plain.lastIndex = at;
  const rest = plain.exec(text)?.[0] ?? '';
  return { text: quoted + rest, end: at + rest.length, lines: quoted.split('\n').length - 1, isOpen };
}

const plainUntil: Readonly<Record<string, RegExp>> = { ',': /[^,\r\n]*/y, ';': /[^;\r\n]*/y, '\t': /[^\t\r\n]*/y };

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
export function* csvObjects(text: string): Generator<CsvObject> {
  const records = csvRecords(text);
  const heading = records.next();
  const names = heading.done ? [] : heading.value.fields.map((name) => name.trim());
  const isBroken = ({ fields, isOpen }: CsvRecord): boolean =>
    isOpen || fields.slice(names.length).some((field) => field.trim() !== '') || fields.some((field) => field.includes('\uFFFD'));
  for (const record of records) yield { line: record.line, value: isBroken(record) ? null : objectOf(names, record) };
}

const objectOf = (names: readonly string[], { fields }: CsvRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(names.flatMap((name, index) => (fields[index]?.trim() ? [[name, fields[index].trim()]] : [])));
