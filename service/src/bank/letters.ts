// In which letters a bank's file is written. A byte order mark says it, else the declaration of an XML file. A CSV file says
// nothing: it is UTF-8 where its bytes are, and else what banks' systems on Windows write, or its cousin with the euro sign.
import { isUtf8 } from 'node:buffer';
import { Unreadable } from './unreadable.ts';

type Letters = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15';

type Decode = (piece: Uint8Array, isLast: boolean) => string;

const pieceBytes = 64 * 1024;

/** A file as text, piece by piece; bytes that mean nothing in its letters are refused rather than lost. */
export function* piecesOf(bytes: Buffer, letters: Letters): Generator<string> {
  const decode = decoderOf(letters);
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield decode(bytes.subarray(at, at + pieceBytes), at + pieceBytes >= bytes.length);
}

const declared: ReadonlyMap<string, Letters> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  // Who declares the older name writes the newer letters as soon as there is a euro sign or a curly quote.
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['iso-8859-15', 'iso-8859-15'],
  ['latin9', 'iso-8859-15'],
]);

export function lettersOfXml(bytes: Buffer): Letters {
  const marked = markedAs(bytes);
  if (marked) return marked;
  const head = bytes.subarray(0, 200).toString('latin1');
  const name = /^<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  const letters = declared.get(name);
  if (!letters) throw new Unreadable('its encoding is neither UTF-8 nor ISO-8859-1, ISO-8859-15 or windows-1252');
  return letters;
}

export function lettersOfCsv(bytes: Buffer): Letters {
  const marked = markedAs(bytes);
  if (marked) return marked;
  if (isUtf8(bytes)) return 'utf-8';
  // A4 is the euro sign in ISO-8859-15 and a sign that is not used in windows-1252, which has letters from 80 to 9F.
  const isLatin9 = bytes.includes(0xa4) && !bytes.some((byte) => byte >= 0x80 && byte <= 0x9f);
  return isLatin9 ? 'iso-8859-15' : 'windows-1252';
}

function markedAs(bytes: Buffer): Letters | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** The first sign of a file that is no blank. */
export function firstSign(bytes: Buffer): string | undefined {
  const marked = markedAs(bytes);
  const head =
    marked === undefined ? bytes.subarray(0, 1000).toString('latin1') : new TextDecoder(marked).decode(bytes.subarray(0, 1000));
  return /\S/.exec(head)?.[0];
}

function decoderOf(letters: Letters): Decode {
  if (letters === 'windows-1252') return (piece) => latin(piece, windows);
  if (letters === 'iso-8859-15') return (piece) => latin(piece, latin9);
  const decoder = new TextDecoder(letters, { fatal: true });
  return (piece, isLast) => {
    try {
      return decoder.decode(piece, { stream: !isLast });
    } catch (cause) {
      throw new Unreadable('some of its letters mean nothing in its encoding', { cause });
    }
  };
}

/** Signs by byte where they differ from ISO-8859-1; our own, because versions of Node read windows-1252 in different ways. */
const signsFrom = (first: number, signs: string): [string, string][] =>
  Array.from(signs, (sign, index): [string, string] => [String.fromCharCode(first + index), sign]).filter(
    ([, sign]) => sign !== ' ',
  );
const windows: ReadonlyMap<string, string> = new Map(signsFrom(0x80, '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'));
const latin9: ReadonlyMap<string, string> = new Map(signsFrom(0xa4, '€ Š š           Ž   ž   ŒœŸ'));

function latin(piece: Uint8Array, signs: ReadonlyMap<string, string>): string {
  const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1');
  return text.replace(/[\u0080-\u009f\u00a4\u00a6\u00a8\u00b4\u00b8\u00bc-\u00be]/g, (sign) => {
    const meant = signs.get(sign) ?? sign;
    if (meant <= '\u009f') throw new Unreadable('some of its letters mean nothing in its encoding');
    return meant;
  });
}
