// Members that a schema does not know. They are harmless, except where money moves (C06): misspelt, the member that says how
// much would be overlooked, and all would be moved.
import { editDistance, slips } from '../core/phonetics.ts';
import type { Notice } from '../core/refusals.ts';
import { isAbsent } from './json.ts';
import type { Choosing } from './schema.ts';

/** What an object may hold, and which of it chooses what is moved. */
export interface Members {
  readonly names: readonly string[];
  readonly choosing: readonly string[];
}

/** A member that its object does not know, found while a body was read. */
export interface Unknown {
  readonly name: string;
  /** The object it stands in: '' is the body itself. */
  readonly within: string;
  readonly members: Members;
}

export const choosersOf = ({ amount = [], items = [], of = [] }: Choosing = {}): readonly string[] => [
  ...amount,
  ...items,
  ...of,
];

/** Nothing is said by it: absent, or a list of nothing. */
export const saysNothing = (value: unknown): boolean => isAbsent(value) || (Array.isArray(value) && value.length === 0);

/** One letter in five may be wrong: `item` is a slip of `items`, `quality` none of `quantity`. */
const slipsOf = (known: string): number => Math.max(1, Math.floor(known.length / 5));

/** Names as they are compared: neither case nor the marks between words matter, nor whether it is one or many. */
const bare = (name: string): string =>
  name
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?<=..)(?:ies|y)$/u, 'i')
    .replace(/(?<=..)s$/u, '');

/** The member that a name is a slip of, if it is one of any. */
function meant(name: string, names: readonly string[]): string | undefined {
  const sent = bare(name);
  const near = names
    .map((known) => ({ known, far: slips(sent, bare(known), slipsOf(known)) }))
    .filter(({ known, far }) => far <= slipsOf(known))
    .sort((one, other) => one.far - other.far);
  return near[0]?.known;
}

/** The member that chooses what is moved and that an unknown one is a slip of. */
export function slipOf(name: string, { names, choosing }: Members): string | undefined {
  const known = meant(name, names);
  return known !== undefined && choosing.includes(known) ? known : undefined;
}

/** A name from outside as part of a header or a message: no sign that means something there, and not long. */
const safe = (name: string): string => encodeURIComponent(name.slice(0, 60).toWellFormed()) || '%20';

const pathOf = ({ within, name }: Pick<Unknown, 'within' | 'name'>): string =>
  within === '' ? safe(name) : `${within}.${safe(name)}`;

/** What an unknown member is refused with; `nearest` is the path of the one that may be meant. */
export function unknownFault(unknown: Pick<Unknown, 'within' | 'name'>, nearest: string | undefined): Notice {
  const hint = nearest === undefined ? 'and all of it would be moved' : `the nearest is ${nearest}`;
  return { id: 'body.unreadable', field: pathOf(unknown), values: { why: ` (there is no ${pathOf(unknown)} here: ${hint})` } };
}

/** The member that an unknown one, of a body that says neither amount nor items, most likely means. */
export function nearestTo({ name, within, members }: Unknown, own: Choosing, paths: readonly string[]): string | undefined {
  const known = meant(name, members.names);
  if (known !== undefined) return within === '' ? known : `${within}.${known}`;
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

/** The members that were ignored, each once whatever element of a list it stood in. */
export class Ignored {
  readonly #names = new Set<string>();

  add(unknown: Pick<Unknown, 'within' | 'name'>): void {
    if (this.#names.size < mostNames) this.#names.add(pathOf(unknown).replace(/\[\d+\]/g, '[]'));
  }

  /** As the value of a header: plain signs, at most a thousand, whole names. */
  text(): string {
    let text = '';
    for (const name of this.#names) {
      const longer = text === '' ? name : `${text}, ${name}`;
      if (longer.length > longestHeader) return `${text}, ...`;
      text = longer;
    }
    return this.#names.size < mostNames ? text : `${text}, ...`;
  }
}
