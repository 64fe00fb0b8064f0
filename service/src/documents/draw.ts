// A document as PDF: its blocks one after the other, then the foot of every page, once it is known how many there are.
import type { Document } from '../core/documents/document.ts';
import { fill } from '../core/texts/fill.ts';
import { drawBlock } from './blocks.ts';
import { newSheet, regular, rule, type Sheet } from './sheet.ts';

export async function draw(document: Document): Promise<Uint8Array> {
  const sheet = newSheet(document);
  const { pdf, root } = sheet;
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  for (const block of document.blocks) drawBlock(sheet, block);
  root.end();
  drawFeet(sheet, document);
  pdf.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

function drawFeet(sheet: Sheet, { foot, pageOf }: Document): void {
  const { pdf, left, width, clean } = sheet;
  const { count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    if (sheet.footless.has(index)) continue;
    pdf.switchToPage(index);
    // Text below the margin would turn the page.
    pdf.page.margins.bottom = 0;
    const y = pdf.page.height - 44;
    rule(sheet, y - 5, 0.4);
    pdf.markContent('Artifact', { type: 'Pagination' } as PDFKit.Mixins.MarkingOptions);
    pdf.font(regular, 7.2);
    pdf.text(clean(foot), left, y, { width: width * 0.78, height: 18, ellipsis: true });
    pdf.text(fill(pageOf, { page: index + 1, pages: count }), left + width * 0.8, y, {
      width: width * 0.2,
      align: 'right',
    });
    pdf.endMarkedContent();
  }
}
