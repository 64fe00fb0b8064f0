// Reads what people write into a file, a policy or a contract, strictly: every fault is reported at once, each with its member.
import { type Day, isDay } from './dates.ts';
import { decimalsOf, maxAmount, minorFromWire, scaled } from './money.ts';
import { like, type Notice, oneOf, type RefusalId } from './refusals.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads one object strictly and remembers everything that is wrong with it: a member that is not known is a slip of the pen.
 * Every reading gives a value, so that reading goes on; who made the form looks at the faults at the end.
 */
export class Form {
  readonly #members: Members;
  readonly #path: string;
  readonly #faults: Notice[];

  constructor(value: unknown, path: string, known: readonly string[], faults: Notice[]) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    this.#members = isObject ? (value as Members) : {};
    this.#path = path;
    this.#faults = faults;
    if (value === undefined || value === null) this.#fault('value.required', '');
    else if (!isObject) this.#fault('value.format', '', { why: ' It has to be an object.' });
    for (const name of Object.keys(this.#members)) if (!known.includes(name)) this.#fault('policy.unknown_member', name);
  }

  #fault(id: RefusalId, name: string, values?: Notice['values']): void {
    this.#faults.push({ id, field: name === '' ? this.#path : `${this.#path}.${name}`, ...(values && { values }) });
  }

  has(name: string): boolean {
    return this.#members[name] !== undefined && this.#members[name] !== null;
  }

  names(): string[] {
    return Object.keys(this.#members);
  }

  /** A number within bounds; `decimals` at most. */
  number(name: string, least: number, most: number, decimals: number): number {
    const value = this.#members[name];
    if (value === undefined || value === null) this.#fault('value.required', name);
    else if (typeof value !== 'number' || !Number.isFinite(value)) this.#fault('value.format', name, like('12'));
    else if (value < least || value > most) this.#fault('value.out_of_range', name);
    else if (decimalsOf(value) > decimals) this.#fault('value.too_many_decimals', name, { limit: String(decimals) });
    else return value;
    return least;
  }

  whole(name: string, least: number, most: number): number {
    return this.number(name, least, most, 0);
  }

  wholeOrNull(name: string, least: number, most: number): number | null {
    return this.has(name) ? this.whole(name, least, most) : null;
  }

  ppmOrNull(name: string): number | null {
    return this.has(name) ? this.ppm(name) : null;
  }

  ppm(name: string): number {
    return Number(scaled(this.number(name, 0, 100, 4), 4));
  }

  amount(name: string): bigint {
    return minorFromWire(this.number(name, 0, maxAmount, 2));
  }

  /** One of some words, of which there is at least one; required unless another is given for a missing one. */
  word<Word extends string>(name: string, words: readonly Word[], otherwise?: Word): Word {
    const found = words.find((word) => word === this.#members[name]);
    if (!this.has(name)) {
      if (otherwise === undefined) this.#fault('value.required', name);
    } else if (found === undefined) this.#fault('value.format', name, oneOf(words));
    return found ?? otherwise ?? (words[0] as Word);
  }

  inner(name: string, known: readonly string[]): Form {
    return new Form(this.#members[name], `${this.#path}.${name}`, known, this.#faults);
  }

  list(name: string, known: readonly string[]): Form[] {
    const value = this.#members[name];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      this.#fault('value.format', name, { why: ' It has to be a list.' });
      return [];
    }
    return value.map((each, index) => new Form(each, `${this.#path}.${name}[${index}]`, known, this.#faults));
  }

  /** What no single member shows. */
  demand(holds: boolean, id: RefusalId, name: string, values?: Notice['values']): void {
    if (!holds) this.#fault(id, name, values);
  }

  /** The whole path of a member. */
  pathOf(name: string): string {
    return `${this.#path}.${name}`;
  }

  wholeOr(name: string, least: number, most: number, otherwise: number): number {
    return this.has(name) ? this.whole(name, least, most) : otherwise;
  }

  amountOr(name: string, otherwise: bigint): bigint {
    return this.has(name) ? this.amount(name) : otherwise;
  }

  /** Per cent with two decimals as hundredths of a per cent. */
  bps(name: string): number {
    return Number(scaled(this.number(name, 0, 100, 2), 2));
  }

  flag(name: string): boolean {
    const value = this.#members[name];
    if (value === undefined || value === null) return false;
    if (typeof value !== 'boolean') this.#fault('value.format', name, like('true'));
    return value === true;
  }

  text(name: string, most: number): string {
    const value = this.textOrNull(name, most);
    if (value === null && !this.has(name)) this.#fault('value.required', name);
    return value ?? '';
  }

  /** Text without blanks around it; one that is blank counts as missing. */
  textOrNull(name: string, most: number): string | null {
    const value = this.#members[name];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string' || /\p{Cc}/u.test(value))
      this.#fault('value.format', name, { why: ' It has to be text on one line.' });
    else if (value.trim() === '') this.#fault('value.required', name);
    else if (value.trim().length > most) this.#fault('value.too_long', name, { limit: String(most) });
    else return value.trim();
    return null;
  }

  /** Text as `read` understands it, such as the example; what it does not understand has the wrong form. */
  readOrNull<Value>(name: string, most: number, read: (text: string) => Value | undefined, example: string): Value | null {
    const text = this.textOrNull(name, most);
    const value = text === null ? undefined : read(text);
    if (text !== null && value === undefined) this.#fault('value.format', name, like(example));
    return value ?? null;
  }

  dayOrNull(name: string): Day | null {
    return this.readOrNull(name, 10, (text) => (isDay(text) ? text : undefined), '2026-12-20');
  }

  /** A list of whole numbers, each of them once. */
  wholes(name: string, least: number, most: number): number[] {
    const value = this.#members[name];
    if (!Array.isArray(value)) {
      this.#fault('value.format', name, { why: ' It has to be a list.' });
      return [];
    }
    const fits = (each: unknown): each is number => Number.isInteger(each) && Number(each) >= least && Number(each) <= most;
    for (const [index, each] of value.entries()) if (!fits(each)) this.#fault('value.out_of_range', `${name}[${index}]`);
    const found = value.filter(fits);
    if (new Set(found).size < found.length) this.#fault('value.out_of_range', name);
    return [...new Set(found)];
  }

  /** A list of words, each of them once. */
  words<Word extends string>(name: string, words: readonly Word[]): Word[] {
    const value = this.#members[name];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      this.#fault('value.format', name, { why: ' It has to be a list.' });
      return [];
    }
    const found = value.map((each) => words.find((word) => word === each));
    for (const [index, each] of found.entries())
      if (each === undefined) this.#fault('value.format', `${name}[${index}]`, oneOf(words));
    const known = found.filter((each) => each !== undefined);
    if (new Set(known).size < known.length) this.#fault('value.out_of_range', name);
    return [...new Set(known)];
  }
}

/** The first fault that was found of a field says the most. */
export const onePerField = (faults: readonly Notice[]): Notice[] =>
  [...new Map([...faults].reverse().map((fault) => [fault.field, fault])).values()].reverse();
