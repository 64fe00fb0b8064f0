// Tables that break over pages: whole rows, the head on each page, the sums never alone.
import type { Column, Table } from '../core/documents/document.ts';
import { bold, bottom, group, regular, rule, type Sheet, tagged, turn } from './sheet.ts';

const size = 8.4;
const padding = 3;

type Struct = PDFKit.PDFStructureElement;
interface Cell {
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** A row as it is drawn, measured once: finding where its lines break takes most of the time of a long table. */
interface Line {
  readonly texts: readonly string[];
  readonly height: number;
  readonly font: string;
  readonly type: 'TH' | 'TD';
}

export function drawTable(sheet: Sheet, { columns, rows, totals = [] }: Table): void {
  const { pdf, left } = sheet;
  const cells = cellsOf(sheet, columns);
  const table = group(sheet, 'Table');
  const title = lineOf(
    sheet,
    cells,
    columns.map((column) => column.title),
    { font: bold, type: 'TH' },
  );
  const lines = rows.map((row) => lineOf(sheet, cells, row, { font: regular, type: 'TD' }));
  const sums = totals.map((row) => lineOf(sheet, cells, row, { font: bold, type: 'TD' }));
  const sumsHeight = sums.reduce((sum, { height }) => sum + height, 0) + 4;

  const head = (): void => {
    drawLine(sheet, cells, title, table);
    rule(sheet, pdf.y, 0.8);
  };
  if (pdf.y + title.height + (lines[0]?.height ?? 0) > bottom(sheet)) turn(sheet);
  head();
  for (const [index, line] of lines.entries()) {
    const last = index === lines.length - 1;
    if (pdf.y + line.height + (last ? sumsHeight : 0) > bottom(sheet)) {
      turn(sheet);
      head();
    }
    drawLine(sheet, cells, line, table);
  }
  if (sums.length > 0) rule(sheet, pdf.y + 1, 0.8);
  pdf.y += 2;
  for (const line of sums) drawLine(sheet, cells, line, table);
  table.end();
  pdf.x = left;
  pdf.y += 8;
}

function cellsOf({ left, width }: Sheet, columns: readonly Column[]): Cell[] {
  const gap = 6;
  const share = (width - gap * (columns.length - 1)) / columns.reduce((sum, column) => sum + column.width, 0);
  let x = left;
  return columns.map((column) => {
    const cell: Cell = { x, width: column.width * share, align: column.align ?? 'left' };
    x += cell.width + gap;
    return cell;
  });
}

function lineOf(
  { pdf, clean }: Sheet,
  cells: readonly Cell[],
  row: readonly string[],
  { font, type }: Pick<Line, 'font' | 'type'>,
): Line {
  pdf.font(font, size);
  const texts = cells.map((_cell, index) => clean(row[index] ?? ''));
  const heights = cells.map(({ width }, index) => pdf.heightOfString(texts[index] ?? '', { width }));
  return { texts, height: Math.max(...heights) + padding, font, type };
}

function drawLine(sheet: Sheet, cells: readonly Cell[], { texts, height, font, type }: Line, table: Struct): void {
  const { pdf } = sheet;
  const top = pdf.y + padding / 2;
  const line = group(sheet, 'TR', table);
  for (const [index, { x, width, align }] of cells.entries()) {
    tagged(sheet, type, () => pdf.font(font, size).text(texts[index] ?? '', x, top, { width, align }), line);
  }
  line.end();
  pdf.y = top - padding / 2 + height;
}
