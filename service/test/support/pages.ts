// Drawn pages looked at as a person or a telephone does: as a picture, and as the text that can be copied out of them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jsqr from 'jsqr';

/** poppler-utils; .ci/run installs it, and npm test says loudly when it is missing. */
export const canLook = existsSync('/usr/bin/pdftoppm');

function beside<Result>(bytes: Uint8Array, look: (folder: string, file: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'dps-pages-'));
  try {
    const file = join(folder, 'document.pdf');
    writeFileSync(file, bytes);
    return look(folder, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const texts = new WeakMap<Uint8Array, readonly string[]>();

/** The text of each page, in reading order. */
export function textOf(bytes: Uint8Array): readonly string[] {
  const known = texts.get(bytes);
  if (known) return known;
  const text = beside(bytes, (_, file) => execFileSync('/usr/bin/pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }));
  const pages = text.split('\f').slice(0, -1);
  texts.set(bytes, pages);
  return pages;
}

/** Four bytes for each point: red, green, blue and how opaque it is. */
export interface Picture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Every page as a picture, or only those from one on. */
export const picturesOf = (bytes: Uint8Array, from = 1, dpi = 144): Picture[] =>
  beside(bytes, (folder, file) => {
    execFileSync('/usr/bin/pdftoppm', ['-f', String(from), '-r', String(dpi), file, join(folder, 'page')]);
    const names = readdirSync(folder).filter((name) => name.endsWith('.ppm'));
    return names.sort().map((name) => pictureIn(readFileSync(join(folder, name))));
  });

/** A portable pixmap: its size in three lines of text, then three bytes for each point. */
function pictureIn(file: Buffer): Picture {
  const [head, width, height] = /^P6\n(\d+) (\d+)\n255\n/.exec(file.toString('latin1', 0, 32)) ?? [];
  if (head === undefined) throw new Error('pdftoppm drew no portable pixmap');
  const points = new DataView(file.buffer, file.byteOffset + head.length);
  const data = new DataView(new ArrayBuffer(Number(width) * Number(height) * 4));
  for (let from = 0, to = 0; to < data.byteLength; from += 3, to += 4) {
    data.setUint16(to, points.getUint16(from));
    data.setUint16(to + 2, (points.getUint8(from + 2) << 8) | 255);
  }
  return { data: new Uint8ClampedArray(data.buffer), width: Number(width), height: Number(height) };
}

// The package is CommonJS and says it is not.
const readQr = jsqr as unknown as typeof jsqr.default;

/**
 * The bytes of the QR code on a page, as text; looked for in the rows from a part of the height on. Now and then the reader takes
 * words for a code that holds nothing: that is none.
 */
export function qrOn({ data, width, height }: Picture, from = 0): string | undefined {
  const first = Math.floor(height * from);
  const found = readQr(data.subarray(first * width * 4), width, height - first, {
    inversionAttempts: 'dontInvert',
  });
  return found?.binaryData.length ? Buffer.from(found.binaryData).toString('utf8') : undefined;
}

/** What pdfinfo says of a file. */
export function infoOf(bytes: Uint8Array): Record<string, string> {
  const text = beside(bytes, (_, file) => execFileSync('/usr/bin/pdfinfo', [file], { encoding: 'utf8' }));
  return Object.fromEntries(
    text.split('\n').map((line) => [line.split(':')[0]?.trim() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
}

/** Every font of a file, and whether it is embedded. */
export function fontsOf(bytes: Uint8Array): string[] {
  return beside(bytes, (_, file) => execFileSync('/usr/bin/pdffonts', [file], { encoding: 'utf8' }))
    .split('\n')
    .slice(2)
    .filter((line) => line !== '');
}

/**
 * The code on the page that a document ends with, where it says how to pay. The cross in a Swiss code makes this reader miss one
 * now and then, so it looks again at other resolutions, as a telephone does while it is moved.
 */
export function lastCodeOf(bytes: Uint8Array, from = 0): string | undefined {
  const pages = textOf(bytes).length;
  for (const dpi of [110, 144, 200, 170, 250]) {
    const page = picturesOf(bytes, pages, dpi).at(-1);
    const code = page && (qrOn(page, from) ?? qrOn(page));
    if (code !== undefined) return code;
  }
  return undefined;
}
