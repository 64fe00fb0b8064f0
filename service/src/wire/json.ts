// Reading JSON text without the gaps of JSON.parse: the same member twice (also in other case, since names are matched
// without case) would let two readers see two requests; nesting and NUL are bounded before anything is built (C06).

import { breakOf, placeIn } from './json-break.ts';

const maxNesting = 32;

/** No object that is known here has a tenth of them; a body of a mebibyte may have a hundred thousand, each looked at. */
const maxMembers = 1000;

/** The value of a JSON text, or why it is not acceptable, for the integrator. */
export type Parsed = { readonly value: unknown } | { readonly fault: string };

const decoder = new TextDecoder('utf-8', { fatal: true });

export function parseJson(bytes: Uint8Array): Parsed {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { fault: 'it is not UTF-8' };
  }
  const fault = scan(text);
  if (fault) return { fault };
  try {
    return { value: JSON.parse(text) };
  } catch {
    const broken = breakOf(text);
    return { fault: broken ? `it is not JSON at ${placeIn(text, broken.at)}: expected ${broken.expected}` : 'it is not JSON' };
  }
}

const [quote, comma, openingBrace, closingBrace, openingBracket, closingBracket] = Array.from('",{}[]', (char) =>
  char.charCodeAt(0),
);

/** One pass over the text: nesting, and member names per object. Whether it is JSON at all is for JSON.parse to say. */
function scan(text: string): string | undefined {
  const names: (Set<string> | undefined)[] = [];
  let expectsName = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      const open = expectsName ? names.at(-1) : undefined;
      if (open) {
        const name = nameOf(text, at, end);
        if (open.has(name)) return `the member ${JSON.stringify(name.slice(0, 50))} is there twice, at ${placeIn(text, at)}`;
        if (open.size === maxMembers) return `an object has more than ${maxMembers} members, at ${placeIn(text, at)}`;
        open.add(name);
      }
      expectsName = false;
      at = end;
    } else if (code === openingBrace || code === openingBracket) {
      expectsName = code === openingBrace;
      names.push(expectsName ? new Set() : undefined);
      if (names.length > maxNesting) return `it is nested deeper than ${maxNesting} levels, at ${placeIn(text, at)}`;
    } else if (code === closingBrace || code === closingBracket) {
      names.pop();
      expectsName = false;
    } else if (code === comma) {
      expectsName = names.at(-1) !== undefined;
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Is there an odd number of backslashes before it? */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/** The name between two quotes, in lower case. */
function nameOf(text: string, at: number, end: number): string {
  const plain = text.slice(at + 1, end);
  if (end < text.length && !plain.includes('\\')) return plain.toLowerCase();
  const quoted = text.slice(at, end + 1);
  try {
    return String(JSON.parse(quoted)).toLowerCase();
  } catch {
    return quoted;
  }
}

/** Null, empty text, or an object of nothing but such: what C06 calls absent. */
export function isAbsent(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  for (const name in value) if (!isAbsent((value as Record<string, unknown>)[name])) return false;
  return true;
}

/** JSON with sorted, lower-case names and without absent members: equal for equal requests in any spelling (C07). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(Object.is(value, -0) ? 0 : value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => !isAbsent(member))
    .map(([name, member]) => `${JSON.stringify(name.toLowerCase())}:${canonicalJson(member)}`);
  return `{${members.sort().join(',')}}`;
}
