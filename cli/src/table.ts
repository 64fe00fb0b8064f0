// Tables for people: columns as wide as what they hold, numbers to the right. Colour only where a person looks.

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** The least width, so that several tables below each other line up. */
  readonly width?: number;
  /** On a line of its own below the row, as addresses have no width that a table could keep to. */
  readonly below?: true;
}

type Paint = (text: string) => string;
const isPlain = process.stdout.isTTY !== true || (process.env.NO_COLOR ?? '') !== '';
const painted = (open: number, close: number): Paint =>
  isPlain ? (text) => text : (text) => `\u001b[${open}m${text}\u001b[${close}m`;

export const paint = {
  bold: painted(1, 22),
  dim: painted(2, 22),
  red: painted(31, 39),
  green: painted(32, 39),
  yellow: painted(33, 39),
};

const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');

const letters = new Intl.Segmenter();

/** How many places a text takes; colours take none, and a letter with its accent takes one. */
export const widthOf = (text: string): number => Array.from(letters.segment(text.replace(colours, ''))).length;

function padded(text: string, width: number, align: Column['align']): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? space + text : text + space;
}

/** What somebody wrote on several lines is no row of its own. */
const onOneLine = (text = ''): string => text.replace(/[\r\n\t\u2028\u2029]+/g, ' ');

/** The lines of a table, two spaces between columns, nothing at the end of a line. */
export function tableLines(all: readonly Column[], given: readonly (readonly string[])[], gap = '  '): string[] {
  const rows = given.map((row) => row.map(onOneLine));
  const places = all.map((_column, index) => index);
  const beside = places.filter((index) => all[index]?.below !== true);
  const below = places.filter((index) => all[index]?.below === true);
  const columns = beside.map((index) => all[index] as Column);
  const widths = beside.map((index) => {
    const { title = '', width = 0 } = all[index] ?? {};
    return Math.max(width, widthOf(title), ...rows.map((row) => widthOf(row[index] ?? '')));
  });
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, index) => padded(cells[index] ?? '', widths[index] ?? 0, column.align))
      .join(gap)
      .trimEnd();
  return [
    line(columns.map((column) => paint.dim(column.title))),
    ...rows.flatMap((row) => [
      line(beside.map((index) => row[index] ?? '')),
      ...below.filter((index) => row[index]).map((index) => `  ${paint.dim(`${all[index]?.title ?? ''}:`)} ${row[index] ?? ''}`),
    ]),
  ];
}
