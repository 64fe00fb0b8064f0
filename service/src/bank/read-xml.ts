// XML from a stranger, read piece by piece: what is refused is refused before it can cost anything. No DOCTYPE, so no entities
// but the five of XML; bounded in depth and in the size of a piece; the event loop gets a turn between pieces.
import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

/** An element without its namespace, which the reader has checked to be the document's. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

/** The file is not what it should be: why, in words for an operator, without anything of its contents. */
export class Unreadable extends Error {}

const pieceBytes = 64 * 1024;
const deepest = 32;
/** Elements and signs of one piece that is kept whole: an entry with all its parts. */
const mostElements = 2_000_000;
const mostText = 10_000;
/** Of one element: all of them are looked at in one go when it ends, without a turn for others. */
const mostAttributes = 100;

export interface XmlReader {
  /** The root element's namespace and name; throws Unreadable for another kind of document. */
  readonly begin: (namespace: string, name: string) => void;
  /** Is this element, by its path below the root, wanted whole? */
  readonly wanted: (path: readonly string[]) => boolean;
  /** A wanted element that ended. */
  readonly take: (element: Element, path: readonly string[]) => void;
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

export async function readXml(bytes: Buffer, reader: XmlReader): Promise<void> {
  const decode = decoderOf(bytes);
  const parser = parserOf(reader);
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      parser.write(decode(bytes.subarray(at, at + pieceBytes), at + pieceBytes >= bytes.length));
      if (at > 0) await setImmediate();
    }
    parser.close();
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    if (error instanceof TypeError) throw new Unreadable('its letters are not in the encoding that it declares');
    // The parser's words may quote the file: only where it happened is told.
    throw new Unreadable(`it is no well-formed XML (line ${parser.line})`, { cause: error });
  }
}

function parserOf(reader: XmlReader): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  let namespace: string | undefined;
  // Open elements of the piece that is kept, outermost first; and how deep we are in what belongs to nobody.
  const kept: Open[] = [];
  let foreign = 0;
  let elements = 0;
  let attributesRead = 0;
  const fail = (why: string): never => {
    throw new Unreadable(`${why} (line ${parser.line})`);
  };

  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => fail('it has a DOCTYPE, which bank files never have'));
  parser.on('attribute', () => {
    attributesRead += 1;
    if (attributesRead > mostAttributes) fail(`one of its elements has more than ${mostAttributes} attributes`);
  });
  parser.on('opentag', (tag) => {
    attributesRead = 0;
    if (path.length + foreign >= deepest) fail(`its elements are nested more than ${deepest} deep`);
    if (namespace === undefined) {
      namespace = tag.uri;
      reader.begin(tag.uri, tag.local);
    }
    if (foreign > 0 || tag.uri !== namespace) {
      foreign += 1;
      return;
    }
    path.push(tag.local);
    if (kept.length === 0 && !reader.wanted(path.slice(1))) return;
    elements += 1;
    if (elements > mostElements) fail('one of its entries is too large');
    const attributes = Object.fromEntries(Object.values(tag.attributes).map(({ local, value }) => [local, value]));
    kept.push({ name: tag.local, attributes, children: [], text: '' });
  });
  const addText = (text: string): void => {
    const open = kept.at(-1);
    if (!open || foreign > 0) return;
    open.text += text;
    if (open.text.length > mostText) fail('one of its fields is too long');
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    if (foreign > 0) {
      foreign -= 1;
      return;
    }
    const ended = kept.pop();
    if (ended) {
      const element: Element = { ...ended, text: ended.text.trim() };
      const parent = kept.at(-1);
      if (parent) parent.children.push(element);
      else {
        elements = 0;
        reader.take(element, path.slice(1));
      }
    }
    path.pop();
  });
  return parser;
}

type Decode = (piece: Uint8Array, isLast: boolean) => string;

/** UTF-8 and ISO-8859-1, as the file declares; a wrong byte of UTF-8 is refused rather than lost. */
export function decoderOf(bytes: Buffer): Decode {
  const head = bytes.subarray(0, 200).toString('latin1');
  const declared = /^(?:\xEF\xBB\xBF)?<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  if (['iso-8859-1', 'latin1'].includes(declared)) return (piece) => Buffer.from(piece).toString('latin1');
  if (!['utf-8', 'utf8', 'us-ascii'].includes(declared)) throw new Unreadable('its encoding is neither UTF-8 nor ISO-8859-1');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (piece, isLast) => decoder.decode(piece, { stream: !isLast });
}
