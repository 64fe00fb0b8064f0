// How each kind of block is drawn, from the cursor downwards.
import type { Blanks, Block, Facts, Heading, List, Paragraph, Payment, Sides } from '../core/documents/document.ts';
import { addressHeight, drawLeading } from './addresses.ts';
import { drawBars, drawQr, drawSwissBill } from './codes.ts';
import { bold, group, regular, room, rule, type Sheet, tagged, turn, unread } from './sheet.ts';
import { drawTable } from './table.ts';

type Draw<Kind extends Block['kind']> = (sheet: Sheet, block: Extract<Block, { kind: Kind }>) => void;

const drawings: { readonly [Kind in Block['kind']]: Draw<Kind> } = {
  heading: drawHeading,
  paragraph: drawParagraph,
  facts: drawFacts,
  sides: drawSides,
  list: drawList,
  table: drawTable,
  payment: drawPayment,
  swissBill: drawSwissBill,
  blanks: drawBlanks,
  break: turn,
};

export function drawBlock(sheet: Sheet, block: Block): void {
  (drawings[block.kind] as Draw<Block['kind']>)(sheet, block);
}

const headings = {
  1: { size: 17, above: 0, below: 8 },
  2: { size: 11.5, above: 12, below: 4 },
  3: { size: 9.5, above: 6, below: 2 },
};

/** Never left alone at the foot of a page. */
function drawHeading(sheet: Sheet, { level, text }: Heading): void {
  const { pdf, left, width, clean } = sheet;
  const { size, above, below } = headings[level];
  pdf.font(bold, size);
  const shown = clean(text);
  const height = pdf.heightOfString(shown, { width });
  room(sheet, above + height + below + 40);
  if (pdf.y > pdf.page.margins.top) pdf.y += above;
  tagged(sheet, `H${level}`, () => pdf.text(shown, left, pdf.y, { width }));
  pdf.y += below;
}

function drawParagraph(sheet: Sheet, { text, tone, link }: Paragraph): void {
  const { pdf, left, width, clean } = sheet;
  const shown = clean(text);
  const indent = tone === 'warning' ? 8 : 0;
  const place = { x: left + indent, width: width - 2 * indent };
  const linked = link === undefined ? 0 : addressHeight(sheet, link, place.width);
  pdf.font(tone === 'strong' || tone === 'warning' ? bold : regular, tone === 'small' ? 7.5 : tone === 'warning' ? 11 : 9.2);
  const height = pdf.heightOfString(shown, { width: place.width, lineGap: 1.5 }) + linked;
  // A paragraph of less than a third of a page stays in one piece.
  if (height < 220) room(sheet, height + 2 * indent);
  if (tone === 'warning') {
    const top = pdf.y;
    unread(sheet, () =>
      pdf
        .save()
        .lineWidth(1)
        .rect(left, top, width, height + 2 * indent)
        .stroke('#000')
        .restore(),
    );
    pdf.y += indent;
  }
  const words = () => pdf.text(shown, place.x, pdf.y, { width: place.width, lineGap: 1.5 });
  if (link === undefined) tagged(sheet, 'P', words);
  else drawLeading(sheet, 'P', words, link, place);
  pdf.y += indent + (tone === 'small' ? 3 : 5);
}

function drawFacts(sheet: Sheet, { rows, ruled }: Facts): void {
  const { pdf, left, width, clean } = sheet;
  const labelWidth = width * 0.38;
  const valueWidth = width - labelWidth - 12;
  const list = group(sheet, 'Table');
  const pad = ruled ? 3.5 : 1.5;
  if (ruled) rule(sheet, pdf.y, 0.4);
  const place = { x: left + labelWidth + 12, width: valueWidth };
  for (const [label, value, link] of rows.map(([a, b, url]) => [clean(a), clean(b), url] as const)) {
    const linked = link === undefined ? 0 : addressHeight(sheet, link, valueWidth);
    pdf.font(regular, 8.8);
    const height = Math.max(heightOf(sheet, label, labelWidth), heightOf(sheet, value, valueWidth) + linked);
    room(sheet, height + 2 * pad);
    const top = pdf.y + pad;
    const row = group(sheet, 'TR', list);
    tagged(
      sheet,
      'TH',
      () => pdf.font(ruled ? bold : regular, 8.8).text(label, left, top, { width: labelWidth, lineGap: 1 }),
      row,
    );
    const words = () => pdf.font(regular, 8.8).text(value, place.x, top, { width: valueWidth, lineGap: 1 });
    if (link === undefined) tagged(sheet, 'TD', words, row);
    else drawLeading(sheet, 'TD', words, link, place, row);
    row.end();
    pdf.y = top + height + pad;
    if (ruled) rule(sheet, pdf.y, 0.4);
  }
  list.end();
  pdf.x = left;
  pdf.y += 6;
}

/** Labels may be in bold, which is wider. */
function heightOf({ pdf }: Sheet, text: string, width: number): number {
  return pdf.font(bold, 8.8).heightOfString(text, { width, lineGap: 1 });
}

function drawSides(sheet: Sheet, { left: lines, right }: Sides): void {
  const { pdf, left, width, clean } = sheet;
  const top = pdf.y;
  const half = width * 0.5;
  tagged(sheet, 'P', () => {
    pdf.font(regular, 10);
    for (const line of lines) pdf.text(clean(line), left, pdf.y, { width: half - 12, lineGap: 1.5 });
  });
  const leftEnd = pdf.y;
  pdf.y = top;
  const list = group(sheet, 'Table');
  for (const [label, value] of right.map(([a, b]) => [clean(a), clean(b)] as const)) {
    pdf.font(regular, 8.8);
    const at = pdf.y;
    const labelWidth = half * 0.44;
    const valueWidth = half - labelWidth - 8;
    const height = Math.max(heightOf(sheet, label, labelWidth), heightOf(sheet, value, valueWidth));
    const row = group(sheet, 'TR', list);
    tagged(sheet, 'TH', () => pdf.font(regular, 8.8).text(label, left + half, at, { width: labelWidth, lineGap: 1 }), row);
    tagged(
      sheet,
      'TD',
      () => pdf.font(bold, 8.8).text(value, left + half + labelWidth + 8, at, { width: valueWidth, lineGap: 1 }),
      row,
    );
    row.end();
    pdf.y = at + height + 2;
  }
  list.end();
  pdf.x = left;
  pdf.y = Math.max(leftEnd, pdf.y) + 14;
}

function drawList(sheet: Sheet, { items }: List): void {
  const { pdf, left, width, clean } = sheet;
  const list = group(sheet, 'L');
  pdf.font(regular, 9.2);
  for (const item of items) {
    const shown = clean(item);
    room(sheet, pdf.heightOfString(shown, { width: width - 14, lineGap: 1.5 }));
    const top = pdf.y;
    const entry = group(sheet, 'LI', list);
    tagged(sheet, 'Lbl', () => pdf.text('•', left, top), entry);
    tagged(sheet, 'LBody', () => pdf.text(shown, left + 14, top, { width: width - 14, lineGap: 1.5 }), entry);
    entry.end();
    pdf.y += 2;
  }
  list.end();
  pdf.x = left;
  pdf.y += 4;
}

const qrSize = 108;

/** A frame that stays in one piece: facts on the left, the QR code on the right, bars below both. */
function drawPayment(sheet: Sheet, { rows, qr, bars }: Payment): void {
  const { pdf, left, width, clean } = sheet;
  const pad = 10;
  const textWidth = width - 2 * pad - (qr ? qrSize + 14 : 0);
  const labelWidth = textWidth * 0.36;
  const valueWidth = textWidth - labelWidth - 8;
  const shown = rows.map(([label, value]) => ({
    label: clean(label),
    value: clean(value),
    height:
      Math.max(
        heightOf(sheet, clean(label), labelWidth),
        pdf.font(bold, 9.6).heightOfString(clean(value), { width: valueWidth }),
      ) + 4,
  }));
  const facts = shown.reduce((sum, { height }) => sum + height, 0);
  const upper = Math.max(facts, qr ? qrSize + 12 : 0);
  const height = upper + 2 * pad + (bars ? 58 : 0);
  room(sheet, height + 6);
  const top = pdf.y;
  unread(sheet, () => pdf.save().lineWidth(0.8).rect(left, top, width, height).stroke('#555').restore());
  const list = group(sheet, 'Table');
  let y = top + pad;
  for (const { label, value, height: step } of shown) {
    const at = y;
    const row = group(sheet, 'TR', list);
    tagged(sheet, 'TH', () => pdf.font(regular, 8.8).text(label, left + pad, at, { width: labelWidth, lineGap: 1 }), row);
    tagged(sheet, 'TD', () => pdf.font(bold, 9.6).text(value, left + pad + labelWidth + 8, at, { width: valueWidth }), row);
    row.end();
    y += step;
  }
  list.end();
  if (qr) {
    const x = left + width - pad - qrSize;
    tagged(sheet, 'Figure', () => drawQr(sheet, qr.payload, x, top + pad - 6, qrSize), sheet.root, clean(qr.caption));
    tagged(sheet, 'Caption', () =>
      pdf.font(regular, 7).text(clean(qr.caption), x, top + pad + qrSize - 6, { width: qrSize, align: 'center' }),
    );
  }
  if (bars) {
    const at = top + pad + upper + 4;
    tagged(
      sheet,
      'Figure',
      () => drawBars(sheet, bars.digits, left + pad, at, width - 2 * pad, 34),
      sheet.root,
      clean(bars.caption),
    );
    tagged(sheet, 'Caption', () =>
      pdf
        .font(regular, 7)
        .text(`${clean(bars.caption)} ${bars.digits}`, left + pad, at + 37, { width: width - 2 * pad, align: 'center' }),
    );
  }
  pdf.x = left;
  pdf.y = top + height + 10;
}

function drawBlanks(sheet: Sheet, { labels }: Blanks): void {
  const { pdf, left, width, clean } = sheet;
  for (const label of labels.map(clean)) {
    pdf.font(regular, 8.8);
    room(sheet, 34);
    const top = pdf.y + 16;
    rule(sheet, top, 0.6, left, left + width * 0.75);
    tagged(sheet, 'P', () => pdf.text(label, left, top + 3, { width }));
    pdf.y += 2;
  }
  pdf.y += 4;
}
