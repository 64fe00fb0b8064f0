// Where a text stops being JSON, for the integrator: line and column, and what could have stood there. Of what was sent nothing
// is repeated, as it may be personal. Called only for a text that JSON.parse has refused, and that is nested within bounds.

/** Where a text breaks, and what was expected there instead. */
export interface Break {
  readonly at: number;
  readonly expected: string;
}

const blank = /[ \t\r\n]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;
// All but the double quote, the backslash and control characters.
const characters = /[ !#-[\]-\uffff]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The first place at which the text is no JSON; none where it is. */
export function breakOf(text: string): Break | undefined {
  const reader = new Reader(text);
  if (!reader.value()) return reader.fault;
  reader.skip(blank);
  return reader.at < text.length ? { at: reader.at, expected: 'the end of the text' } : undefined;
}

/** Reads on as long as it is JSON; every reading says whether it was, and the first that was not leaves the fault. */
class Reader {
  at = 0;
  fault: Break | undefined;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.test(this.#text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  #sign(sign: string): boolean {
    this.skip(blank);
    if (this.#text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  #expected(expected: string): false {
    this.fault ??= { at: this.at, expected };
    return false;
  }

  value(): boolean {
    if (this.#sign('{')) return this.#listed('}', 'a member’s name in double quotes', () => this.#member());
    if (this.#sign('[')) return this.#listed(']', 'a value', () => this.value());
    if (this.#text[this.at] === '"') return this.#string();
    return this.skip(number) || this.skip(word) || this.#expected('a value');
  }

  #listed(end: string, what: string, each: () => boolean): boolean {
    if (this.#sign(end)) return true;
    for (let first = true; ; first = false) {
      // After a comma something has to follow; before the first the list may also end.
      this.skip(blank);
      if (first && this.at >= this.#text.length) return this.#expected(`${what} or ${end}`);
      if (!each()) return false;
      if (this.#sign(end)) return true;
      if (!this.#sign(',')) return this.#expected(`a comma or ${end}`);
    }
  }

  #member(): boolean {
    this.skip(blank);
    if (this.#text[this.at] !== '"') return this.#expected('a member’s name in double quotes');
    if (!this.#string()) return false;
    return this.#sign(':') ? this.value() : this.#expected('a colon');
  }

  #string(): boolean {
    this.at += 1;
    do this.skip(characters);
    while (this.skip(escaped));
    return this.#text[this.at] === '"' ? this.#sign('"') : this.#expected(this.#unended());
  }

  #unended(): string {
    if (this.at >= this.#text.length) return 'a closing double quote';
    return this.#text[this.at] === '\\' ? 'an escape that JSON knows' : 'no line break or control character within text';
  }
}

/** A place in a text as editors count it: lines and columns from 1, a column a character. */
export function placeIn(text: string, at: number): string {
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  return `line ${before.length}, column ${Array.from(before.at(-1) ?? '').length + 1}`;
}
