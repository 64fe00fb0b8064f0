// Bank files are XML of a few hundred elements: a tree of plain values, written without a package. What is not allowed in
// XML 1.0 at all is left out, because one such character would make a bank refuse the whole file.

/** An element: its name, its attributes where it has any, and its text or what is inside it, in order. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content: string | readonly (XmlElement | undefined)[];
}

/** An element in short; members that are undefined are not written, so that what is optional can be said in place. */
export function element(name: string, content: XmlElement['content'], attributes?: Readonly<Record<string, string>>): XmlElement {
  return { name, content, ...(attributes && { attributes }) };
}

/** A whole document in UTF-8 with its declaration, one element a line, ending with a line feed. */
export function xmlOf(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}`;
}

function written({ name, attributes = {}, content }: XmlElement, indent: string): string {
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const open = `${indent}<${name}${own.join('')}>`;
  if (typeof content === 'string') return `${open}${escaped(content)}</${name}>\n`;
  const inside = content.flatMap((each) => (each ? [written(each, `${indent}  `)] : []));
  return `${open}\n${inside.join('')}${indent}</${name}>\n`;
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Text as it may be in an element or an attribute; a line feed in an attribute would be read as a blank. */
function escaped(text: string): string {
  return allowed(text).replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}

/** XML 1.0, production 2: no control characters but tab and line ends, no halves of surrogate pairs, no marks of broken text. */
function allowed(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFC}\u{10000}-\u{10FFFF}]/gu, '');
}
