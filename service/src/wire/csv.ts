// Comma-separated values as spreadsheets write them (RFC 4180): quotes around what holds a comma, a quote or a line break.
// A semicolon separates where the first line has one and no comma, because many spreadsheets do it so.

export interface CsvRecord {
  /** The line of the file it begins on, the heading being line 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** The records of a text; a quote that is never closed ends with the text. */
export function csvRecords(text: string): CsvRecord[] {
  const clean = text.replace(/^\uFEFF/, '');
  const heading = /^[^\r\n]*/.exec(clean)?.[0] ?? '';
  const separator = heading.includes(';') && !heading.includes(',') ? ';' : ',';
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
    if (fields.length > 1 || fields[0] !== '') records.push({ line: began, fields });
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
    } else if (sign !== '\r') field += sign;
  }
  endRecord();
  return records;
}

/** The records below the heading as objects; empty fields are absent. */
export function csvObjects(text: string): { readonly line: number; readonly value: Readonly<Record<string, string>> }[] {
  const [heading, ...records] = csvRecords(text);
  const names = heading?.fields.map((name) => name.trim()) ?? [];
  return records.map(({ line, fields }) => ({
    line,
    value: Object.fromEntries(names.flatMap((name, index) => (fields[index]?.trim() ? [[name, fields[index].trim()]] : []))),
  }));
}
