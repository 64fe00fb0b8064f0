// Members that a schema does not know. They are harmless, except where money moves (C06): misspelt, the member that says how
// much would be overlooked, and all would be moved.
import { editDistance, slips } from '../core/phonetics.ts';
import type { Notice } from '../core/refusals.ts';
import { isAbsent } from './json.ts';
import type { Choosing } from './schema.ts';

/** A member that an object may hold, as names are compared with it. */
interface Known {
  readonly name: string;
  readonly bare: string;
  /** So many letters of it may be wrong. */
  readonly slips: number;
  /** It chooses what is moved. */
  readonly chooses: boolean;
  /** Other names of it, whose slips are its own. */
  readonly others: readonly Pick<Known, 'bare' | 'slips'>[];
}

/** What an object may hold. */
export type Members = readonly Known[];

/** A member that its object does not know, found while a body was read. */
export interface Unknown {
  readonly name: string;
  /** The path of the object it is in: '' is the body itself. */
  readonly within: string;
  readonly members: Members;
  /** Nothing is said by it. */
  readonly isEmpty: boolean;
}

export const choosersOf = ({ amount = [], items = [], of = [] }: Choosing = {}): readonly string[] => [
  ...amount,
  ...items,
  ...of,
];

/** Nothing is said by it: absent, or a list of nothing. */
export const saysNothing = (value: unknown): boolean => isAbsent(value) || (Array.isArray(value) && value.length === 0);

/** Names as they are compared: neither case nor the marks between words matter, nor whether it is one or many. */
function bare(name: string): string {
  const letters = name
    .slice(0, 60)
    .toLowerCase()
    .replace(/[\s._[\]-]+/g, '');
  if (letters.endsWith('ies')) return `${letters.slice(0, -3)}i`;
  if (letters.endsWith('y')) return `${letters.slice(0, -1)}i`;
  return letters.endsWith('s') ? letters.slice(0, -1) : letters;
}

/** One letter in five may be wrong: `item` is a slip of `items`, `quality` none of `quantity`. */
const slipsIn = (name: string): number => Math.max(1, Math.floor(name.length / 5));

export const membersOf = (names: readonly string[], choosing: Choosing | undefined): Members =>
  names.map((name) => ({
    name,
    bare: bare(name),
    slips: slipsIn(name),
    chooses: choosersOf(choosing).includes(name) || isRepeated(name, choosing),
    others: isRepeated(name, choosing) ? namesOfSums : [],
  }));

const isRepeated = (name: string, choosing: Choosing | undefined): boolean => choosing?.repeats?.includes(name) ?? false;

/** What the sum of items is called elsewhere: each says how much is moved, and it would be overlooked. */
const namesOfSums = ['amount', 'grossAmount', 'totalAmount', 'total', 'sum']
  .flatMap((name) => [name, `refund${name}`, `refunded${name}`])
  .map((name) => ({ bare: bare(name), slips: slipsIn(name) }));

/** The member that a name is a slip of, if it is one of any. */
function meant(name: string, members: Members): Known | undefined {
  const sent = bare(name);
  let nearest: { readonly known: Known; readonly far: number } | undefined;
  for (const known of members) {
    const far = slips(sent, known.bare, known.slips);
    if (far <= known.slips && far < (nearest?.far ?? Infinity)) nearest = { known, far };
  }
  return nearest?.known;
}

const below = (within: string, name: string): string => (within === '' ? name : `${within}.${name}`);

/** The member that chooses what is moved and that a name is a slip of. */
function chooserMeant(name: string, members: Members): Known | undefined {
  const sent = bare(name);
  const isSlipOf = (each: Pick<Known, 'bare' | 'slips'>): boolean => slips(sent, each.bare, each.slips) <= each.slips;
  const named = members.find(({ others }) => others.some(isSlipOf));
  if (named) return named;
  if (!members.some((each) => each.chooses && isSlipOf(each))) return undefined;
  const known = meant(name, members);
  return known?.chooses ? known : undefined;
}

/** So many different names are compared for one body: comparing costs, and a body of a mebibyte may have seventy thousand. */
const mostCompared = 500;

/** Unknown members of one body, looked at for slips of what chooses. Each name is compared once, however many items have it. */
export class Slips {
  readonly #meant = new Map<Members, Map<string, Known | undefined>>();
  #compared = 0;

  /**
   * What an unknown member is refused with, if it is a slip. Names beyond those that are compared are refused as well: a slip
   * among them would move money, and no shop sends so many.
   */
  faultOf(unknown: Unknown): Notice | undefined {
    const { name, within, members } = unknown;
    const before = this.#meant.get(members) ?? new Map<string, Known | undefined>();
    this.#meant.set(members, before);
    if (!before.has(name)) {
      if (this.#compared === mostCompared) return { id: 'body.unreadable', field: pathOf(unknown), values: { why: tooMany } };
      this.#compared += 1;
      before.set(name, chooserMeant(name, members));
    }
    const known = before.get(name);
    return known && unknownFault(unknown, below(within, known.name));
  }
}

const tooMany = ` (it has more than ${mostCompared} members that are not known here)`;

/** A name from outside as part of a header or a message: no sign that means something there, and not long. */
const safe = (name: string): string => encodeURIComponent(name.slice(0, 60).toWellFormed()) || '%20';

const pathOf = ({ within, name }: Unknown): string => below(within, safe(name));

/** What an unknown member is refused with; `nearest` is the path of the one that may be meant. */
export function unknownFault(unknown: Unknown, nearest: string | undefined): Notice {
  const hint = nearest === undefined ? 'and all of it would be moved' : `the nearest is ${nearest}`;
  return { id: 'body.unreadable', field: pathOf(unknown), values: { why: ` (there is no ${pathOf(unknown)} here: ${hint})` } };
}

/** The member that an unknown one, of a body that says neither amount nor items, most likely means. */
export function nearestTo({ name, within, members }: Unknown, own: Choosing, paths: readonly string[]): string | undefined {
  const known = meant(name, members);
  if (known) return below(within, known.name);
  const sent = bare(name);
  const likeness = (path: string): number => {
    const chooser = bare(path.slice(path.lastIndexOf('.') + 1));
    return 1 - editDistance(sent, chooser) / Math.max(sent.length, chooser.length, 1);
  };
  const contains = (path: string): boolean => {
    const chooser = bare(path.slice(path.lastIndexOf('.') + 1));
    return sent.length > 3 && (chooser.includes(sent) || sent.includes(chooser));
  };
  const [best] = paths
    .map((path) => ({ path, like: likeness(path) + (contains(path) ? 1 : 0) }))
    .sort((one, other) => other.like - one.like);
  return best !== undefined && best.like >= 0.5 ? best.path : choosersOf(own)[0];
}

const mostNames = 100;
const longestHeader = 1000;

/** The members that were ignored, each once even if several elements of a list had it. */
export class Ignored {
  readonly #names = new Set<string>();

  /** Of further ones nothing is kept. */
  get isFull(): boolean {
    return this.#names.size === mostNames;
  }

  add(unknown: Unknown): void {
    if (!this.isFull) this.#names.add(pathOf(unknown).replace(/\[\d+\]/g, '[]'));
  }

  /** As the value of a header: plain signs, at most a thousand, whole names. */
  text(): string {
    let text = '';
    for (const name of this.#names) {
      const longer = text === '' ? name : `${text}, ${name}`;
      if (longer.length > longestHeader) return `${text}, ...`;
      text = longer;
    }
    return this.isFull ? `${text}, ...` : text;
  }
}
