// Addresses on paper: the lines in which one is read, and on screen a link to the whole of it from each of them.
import { group, regular, type Sheet, type Struct, tagged } from './sheet.ts';

const size = 8.4;
const gap = 1.5;

export interface Place {
  readonly x: number;
  readonly width: number;
}

/** An address is long and has no blanks: a line ends behind a sign that parts it, and inside a word only where that has no room. */
function linesOf({ pdf }: Sheet, url: string, width: number): string[] {
  pdf.font(regular, size);
  const fits = (text: string): boolean => pdf.widthOfString(text) <= width;
  const lines = [''];
  const add = (part: string): void => {
    const longer = `${lines.at(-1) ?? ''}${part}`;
    if (fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(part);
  };
  for (const part of url.match(/[^/.?&=]+[/.?&=]?|[/.?&=]/g) ?? []) {
    if (fits(part)) add(part);
    else for (const letter of part) add(letter);
  }
  return lines.filter((line) => line !== '');
}

export const addressHeight = (sheet: Sheet, url: string, width: number): number =>
  linesOf(sheet, url, width).length * lineHeight(sheet);

function lineHeight({ pdf }: Sheet): number {
  return pdf.font(regular, size).currentLineHeight(true) + gap;
}

/** From the cursor down. */
function drawAddress(sheet: Sheet, url: string, { x, width }: Place, parent: Struct): void {
  const { pdf } = sheet;
  const lines = linesOf(sheet, url, width);
  const step = lineHeight(sheet);
  const top = pdf.y;
  tagged(
    sheet,
    'Link',
    () => {
      pdf.font(regular, size).fillColor('#0b3d91');
      for (const [index, line] of lines.entries()) pdf.text(line, x, top + index * step, { link: url, lineBreak: false });
      pdf.fillColor('#000');
    },
    parent,
    url,
  );
  pdf.y = top + lines.length * step;
}

/** Words, and below them the address that they lead to, under one tag. */
export function drawLeading(sheet: Sheet, type: string, words: () => void, url: string, place: Place, parent = sheet.root): void {
  const both = group(sheet, type, parent);
  tagged(sheet, 'Span', words, both);
  drawAddress(sheet, url, place, both);
  both.end();
}
