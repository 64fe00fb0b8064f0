// Many short texts and their numbers in a few pieces of memory. As objects each would take forty bytes and more, and every full
// collection of garbage would visit all of them.

type Values = Uint16Array | Int32Array | Float64Array;

/** Numbers in a list that grows. */
export class PackedNumbers<Kind extends Values> {
  readonly #make: (length: number) => Kind;
  #values: Kind;
  #length = 0;

  /** `make` decides which numbers it can hold: `(length) => new Int32Array(length)`. */
  constructor(make: (length: number) => Kind) {
    this.#make = make;
    this.#values = make(64);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = this.#make(2 * this.#length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** NaN beyond the end. */
  at(index: number): number {
    return index < this.#length ? (this.#values[index] ?? Number.NaN) : Number.NaN;
  }

  set(index: number, value: number): void {
    if (index >= this.#length) throw new RangeError(`${index} of ${this.#length}`);
    this.#values[index] = value;
  }
}

/** Different texts, numbered from 0 as they were added. */
export class PackedTexts {
  /** All texts one after the other, in UTF-16. */
  readonly #letters = new PackedNumbers((length) => new Uint16Array(length));
  readonly #ends = new PackedNumbers((length) => new Int32Array(length));
  /** A text's number + 1 at the place of its hash, or at the next that was free; never more than half full. */
  #slots = new Int32Array(128);

  get size(): number {
    return this.#ends.length;
  }

  /** The number of a text, which is a new one where the text is new. */
  add(text: string): number {
    const slot = this.#slotOf(text);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    for (let place = 0; place < text.length; place += 1) this.#letters.push(text.charCodeAt(place));
    this.#ends.push(this.#letters.length);
    this.#slots[slot] = this.size;
    if (2 * this.size > this.#slots.length) this.#enlarge();
    return this.size - 1;
  }

  /** The number of a text, or -1. */
  indexOf(text: string): number {
    return (this.#slots[this.#slotOf(text)] ?? 0) - 1;
  }

  has(text: string): boolean {
    return this.indexOf(text) >= 0;
  }

  /** The text of a number; empty for a number that no text has. */
  at(index: number): string {
    const letters: number[] = [];
    for (let place = this.#startOf(index); place < this.#ends.at(index); place += 1) letters.push(this.#letters.at(place));
    return String.fromCharCode(...letters);
  }

  #startOf(index: number): number {
    return index === 0 ? 0 : this.#ends.at(index - 1);
  }

  /** Where the text is, or would be put. */
  #slotOf(text: string): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(text) & mask;
    for (;;) {
      const taken = this.#slots[slot] ?? 0;
      if (taken === 0 || this.#isAt(taken - 1, text)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #isAt(index: number, text: string): boolean {
    const start = this.#startOf(index);
    if (this.#ends.at(index) - start !== text.length) return false;
    for (let place = 0; place < text.length; place += 1)
      if (this.#letters.at(start + place) !== text.charCodeAt(place)) return false;
    return true;
  }

  #enlarge(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let index = 0; index < this.size; index += 1) this.#slots[this.#slotOf(this.at(index))] = index + 1;
  }
}

/** FNV-1a over the UTF-16 of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return hash ^ (hash >>> 15);
}

const none = -1;

/** For each number from 0 on a list of other numbers, mostly of one. */
export class PackedLists {
  /** The first link of each list; a link is a value and the link behind it. */
  readonly #firsts = new PackedNumbers((length) => new Int32Array(length));
  readonly #values = new PackedNumbers((length) => new Int32Array(length));
  readonly #nexts = new PackedNumbers((length) => new Int32Array(length));

  /** Puts a value behind the others of a list, once. */
  add(list: number, value: number): void {
    while (this.#firsts.length <= list) this.#firsts.push(none);
    let last = none;
    for (let link = this.#firsts.at(list); link !== none; link = this.#nexts.at(link)) {
      if (this.#values.at(link) === value) return;
      last = link;
    }
    const added = this.#values.length;
    this.#values.push(value);
    this.#nexts.push(none);
    if (last === none) this.#firsts.set(list, added);
    else this.#nexts.set(last, added);
  }

  of(list: number): number[] {
    const values: number[] = [];
    if (list < 0 || list >= this.#firsts.length) return values;
    for (let link = this.#firsts.at(list); link !== none; link = this.#nexts.at(link)) values.push(this.#values.at(link));
    return values;
  }
}
