// XML from a stranger, read piece by piece: what is refused is refused before it can cost anything. No DOCTYPE, so no entities
// but the five of XML; bounded in depth and in the size of a piece; the event loop gets a turn between pieces.
import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { lettersOfXml, piecesOf } from './letters.ts';
import { Unreadable } from './unreadable.ts';

/** An element without its namespace, which the reader has checked to be the document's. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
  /** Where in the file it begins. */
  readonly line: number;
}

const deepest = 32;
/** Elements and signs of one piece that is kept whole. */
const mostElements = 10_000;
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
  /** One that is not wanted whole begins, or ended. */
  readonly open: (path: readonly string[], line: number) => void;
  readonly close: (path: readonly string[]) => void;
  /** What was read so far may be worked off, and others have had their turn. */
  readonly between: () => Promise<void>;
}

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  readonly children: Element[];
  text: string;
}

/** Most elements have neither: one for all of them. */
const noAttributes: Readonly<Record<string, string>> = {};
const noChildren: readonly Element[] = [];

export async function readXml(bytes: Buffer, reader: XmlReader): Promise<void> {
  const pieces = piecesOf(bytes, lettersOfXml(bytes));
  const parser = parserOf(reader);
  try {
    for (const piece of pieces) {
      parser.write(piece);
      await setImmediate();
      await reader.between();
    }
    parser.close();
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    // The parser's words may quote the file: only the place is reported.
    throw new Unreadable(`it is no well-formed XML (line ${parser.line})`, { cause: error });
  }
}

function parserOf(reader: XmlReader): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  let namespace: string | undefined;
  // Open elements of the piece that is kept, outermost first; and how deep we are in elements that are not read.
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
    if (kept.length === 0 && !reader.wanted(path.slice(1))) {
      reader.open(path.slice(1), parser.line);
      return;
    }
    elements += 1;
    if (elements > mostElements) fail('one of its entries is too large');
    const named = Object.values(tag.attributes).map(({ local, value }) => [local, value]);
    const attributes = named.length === 0 ? noAttributes : Object.fromEntries(named);
    kept.push({ name: tag.local, attributes, children: [], text: '', line: parser.line });
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
      const children = ended.children.length === 0 ? noChildren : ended.children;
      const element: Element = { ...ended, children, text: ended.text.trim() };
      const parent = kept.at(-1);
      if (parent) parent.children.push(element);
      else {
        elements = 0;
        reader.take(element, path.slice(1));
      }
    } else reader.close(path.slice(1));
    path.pop();
  });
  return parser;
}
