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

export function drawTable(sheet: Sheet, { columns, rows, totals = [] }: Table): void {
  const { pdf, left } = sheet;
  const cells = cellsOf(sheet, columns);
  const titles = columns.map(({ title }) => title);
  const table = group(sheet, 'Table');
  const headHeight = heightOf(sheet, cells, titles, bold);
  const sums = totals.reduce((sum, row) => sum + heightOf(sheet, cells, row, bold), 0) + 4;

  const head = (): void => {
    drawRow(sheet, cells, titles, bold, table, 'TH');
    rule(sheet, pdf.y, 0.8);
  };
  const first = rows[0];
  if (pdf.y + headHeight + (first ? heightOf(sheet, cells, first, regular) : 0) > bottom(sheet)) turn(sheet);
  head();
  for (const [index, row] of rows.entries()) {
    const last = index === rows.length - 1;
    const needed = heightOf(sheet, cells, row, regular) + (last ? sums : 0);
    if (pdf.y + needed > bottom(sheet)) {
      turn(sheet);
      head();
    }
    drawRow(sheet, cells, row, regular, table, 'TD');
  }
  if (totals.length > 0) rule(sheet, pdf.y + 1, 0.8);
  pdf.y += 2;
  for (const row of totals) drawRow(sheet, cells, row, bold, table, 'TD');
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

function heightOf({ pdf, clean }: Sheet, cells: readonly Cell[], row: readonly string[], font: string): number {
  pdf.font(font, size);
  return Math.max(...cells.map(({ width }, index) => pdf.heightOfString(clean(row[index] ?? ''), { width }))) + padding;
}

function drawRow(
  sheet: Sheet,
  cells: readonly Cell[],
  row: readonly string[],
  font: string,
  table: Struct,
  type: 'TH' | 'TD',
): void {
  const { pdf, clean } = sheet;
  const height = heightOf(sheet, cells, row, font);
  const top = pdf.y + padding / 2;
  const line = group(sheet, 'TR', table);
  for (const [index, { x, width, align }] of cells.entries()) {
    tagged(sheet, type, () => pdf.font(font, size).text(clean(row[index] ?? ''), x, top, { width, align }), line);
  }
  line.end();
  pdf.y = top - padding / 2 + height;
}
