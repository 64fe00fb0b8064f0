// The paper: an A4 document with our fonts, its margins, and the tags by which a screen reader finds its way.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import type { Document } from '../core/documents/document.ts';

/** Beside the sources as well as beside what was compiled from them; never the machine's own. */
const fontDir = join(import.meta.dirname, '../../assets/fonts');
const load = (name: string): Buffer => readFileSync(join(fontDir, name));
let loaded: { readonly regular: Buffer; readonly bold: Buffer } | undefined;

/** Names that swissqrbill knows as well. */
export const regular = 'Liberation Sans';
export const bold = 'Liberation Sans-Bold';

export const margin = 56;
/** Room for the foot of a page. */
const footRoom = 64;

export type Pdf = PDFKit.PDFDocument;
export type Struct = PDFKit.PDFStructureElement;

export interface Sheet {
  readonly pdf: Pdf;
  readonly root: Struct;
  readonly left: number;
  readonly width: number;
  /** Pages whose foot belongs to a payment part. */
  readonly footless: Set<number>;
  /** Text that the fonts can show. */
  readonly clean: (text: string) => string;
}

/**
 * Nothing of this machine or moment may get in: fonts are ours, the date is the document's, and the streams stay as they are,
 * because another version of zlib would pack them into other bytes.
 */
export function newSheet({ title, languageTag, madeAt }: Document): Sheet {
  loaded ??= { regular: load('LiberationSans-Regular.ttf'), bold: load('LiberationSans-Bold.ttf') };
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: footRoom },
    // The declared type knows file names alone; without a font here pdfkit would begin with Helvetica, not embedded.
    font: loaded.regular as unknown as string,
    info: { Title: title, CreationDate: new Date(madeAt), Creator: 'Deferred Payment Service', Producer: 'pdfkit' },
    pdfVersion: '1.7',
    compress: false,
    tagged: true,
    displayTitle: true,
    lang: languageTag,
    bufferPages: true,
  });
  pdf.registerFont(regular, loaded.regular);
  pdf.registerFont(bold, loaded.bold);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const width = pdf.page.width - 2 * margin;
  return { pdf, root, left: margin, width, footless: new Set(), clean: cleaner(pdf) };
}

/**
 * Letters the fonts do not have become a question mark rather than an empty box, and controls a blank. Signs without a width, such as
 * the soft hyphens of copied texts, are inside words and left out.
 */
function cleaner(pdf: Pdf): (text: string) => string {
  const font = (pdf.font(regular) as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } })._font.font;
  const known = new Map<string, string>();
  const shown = (letter: string): string => {
    const before = known.get(letter);
    if (before !== undefined) return before;
    const point = letter.codePointAt(0) ?? 0x20;
    const seen = /[\p{Cc}\p{Zl}\p{Zp}]/u.test(letter) ? ' ' : font.hasGlyphForCodePoint(point) ? letter : '?';
    const now = /\p{Cf}/u.test(letter) ? '' : seen;
    known.set(letter, now);
    return now;
  };
  return (text) => Array.from(text.normalize('NFC'), (letter) => (letter === '\n' ? letter : shown(letter))).join('');
}

export const bottom = ({ pdf }: Sheet): number => pdf.page.height - footRoom;

/** A new page when less than this is left of the current one. */
export function room(sheet: Sheet, height: number): void {
  if (sheet.pdf.y + height > bottom(sheet)) turn(sheet);
}

export function turn({ pdf, left }: Sheet): void {
  pdf.addPage();
  pdf.x = left;
}

/** Content under a tag; lines and frames are drawn outside of it, as they mean nothing. */
export function tagged(sheet: Sheet, type: string, content: () => void, parent: Struct = sheet.root, alt?: string): void {
  const struct = sheet.pdf.struct(type, alt === undefined ? {} : { alt }, content);
  parent.add(struct);
  struct.end();
}

/** A tag that holds others. */
export function group(sheet: Sheet, type: string, parent: Struct = sheet.root): Struct {
  const struct = sheet.pdf.struct(type);
  parent.add(struct);
  return struct;
}

/** What a screen reader leaves out. */
export function unread({ pdf }: Sheet, content: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' } as PDFKit.Mixins.MarkingOptions);
  content();
  pdf.endMarkedContent();
}

export function rule(sheet: Sheet, y: number, weight = 0.5, from = sheet.left, to = sheet.left + sheet.width): void {
  unread(sheet, () => sheet.pdf.save().lineWidth(weight).strokeColor('#888').moveTo(from, y).lineTo(to, y).stroke().restore());
}
