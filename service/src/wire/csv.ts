// Comma-separated values as spreadsheets write them (RFC 4180): quotes around what holds a comma, a quote or a line break.
// A semicolon or a tab separates where the first line has one and no comma, because many spreadsheets do it so; lines end as
// any system ends them.

export interface CsvRecord {
  /** The line of the file it begins on, the heading being line 1. */
  readonly line: number;
  readonly fields: readonly string[];
  /** Its last field's quote is never closed: what follows in the text went into it. */
  readonly isOpen: boolean;
}

/** The records of a text; a quote that is never closed ends with the text. */
export function csvRecords(text: string): CsvRecord[] {
  const clean = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const separator = separatorOf(/^[^\n]*/.exec(clean)?.[0] ?? '');
  const records: CsvRecord[] = [];
  let fields: string[] = [];
  let field = '';
  let quoted = false;
  let line = 1;
  let began = 1;
  const endField = (): void => {
    fields.push(field);
    field = '';
  };
  const endRecord = (): void => {
    endField();
    if (fields.length > 1 || fields[0] !== '') records.push({ line: began, fields, isOpen: quoted });
    fields = [];
  };
  for (let index = 0; index < clean.length; index += 1) {
    const sign = clean.charAt(index);
    if (quoted) {
      if (sign === '\n') line += 1;
      if (sign !== '"') field += sign;
      else if (clean.charAt(index + 1) === '"') {
        field += '"';
        index += 1;
      } else quoted = false;
    } else if (sign === '"' && field === '') quoted = true;
    else if (sign === separator) endField();
    else if (sign === '\n') {
      endRecord();
      line += 1;
      began = line;
    } else field += sign;
  }
  endRecord();
  return records;
}

const separatorOf = (heading: string): string =>
  heading.includes(',') ? ',' : ([';', '\t'].find((sign) => heading.includes(sign)) ?? ',');

/**
 * The records below the heading as objects; empty fields are absent. A record that cannot be what was meant is null: more
 * fields than headings, a quote that is never closed, letters that were lost on the way into UTF-8.
 */
export function csvObjects(text: string): { readonly line: number; readonly value: Readonly<Record<string, string>> | null }[] {
  const [heading, ...records] = csvRecords(text);
  const names = heading?.fields.map((name) => name.trim()) ?? [];
  const isBroken = ({ fields, isOpen }: CsvRecord): boolean =>
    isOpen || fields.slice(names.length).some((field) => field.trim() !== '') || fields.some((field) => field.includes('\uFFFD'));
  return records.map((record) => ({
    line: record.line,
    value: isBroken(record) ? null : objectOf(names, record),
  }));
}

const objectOf = (names: readonly string[], { fields }: CsvRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(names.flatMap((name, index) => (fields[index]?.trim() ? [[name, fields[index].trim()]] : [])));
