// What goes wrong, and when: drawn from the history's seed, until the history says that it is enough.
import type { Random } from './random.ts';

export type Befalls = 'nothing' | 'arrived late' | 'lost' | 'killed' | 'serialization' | 'lock timeout' | 'late';

export interface Mischief {
  /** Before a statement is done. */
  before(statement: string, alone: boolean): Befalls;
  /** After the last of a trip was done, before its answer arrives. */
  after(statement: string): Extract<Befalls, 'nothing' | 'lost' | 'killed'>;
  /** Does the connection break on a trip with a commit, all of which arrives at the server later? */
  arrivesLate(): boolean;
  /** Does the server go on with what a broken connection had sent? */
  goesOn(): boolean;
  latencyMs(): number;
  pauseMs(): number;
  /** From the break of a connection until the server gets what was sent over it. */
  lateMs(): number;
  /** From the break of a connection until the server takes its transaction back. */
  noticedMs(): number;
  /** From now on nothing goes wrong. */
  end(): void;
  /** What went wrong so far, by kind. */
  readonly counts: Record<string, number>;
}

/** How often things go wrong in a history: some are calm, some are wild. */
export interface Weather {
  /** Of a statement. */
  readonly each: number;
  /** Of an answer to a commit. */
  readonly commit: number;
  /** Of a trip with a commit that arrives after its connection broke. */
  readonly late: number;
}

/** Most are short; some are longer than the patience with a lock, and than a lease. */
const pauses: readonly number[] = [5, 5, 5, 5, 5, 5, 5, 5, 600, 3000];

const kinds: readonly Befalls[] = ['lost', 'lost', 'killed', 'serialization', 'lock timeout', 'late', 'late', 'late'];

export function createMischief(random: Random, weather: Weather): Mischief {
  let ended = false;
  const counts: Record<string, number> = {};
  const counted = <Kind extends Befalls>(befalls: Kind): Kind => {
    if (befalls !== 'nothing') counts[befalls] = (counts[befalls] ?? 0) + 1;
    return befalls;
  };
  return {
    counts,
    before: () => counted(!ended && random.happens(weather.each) ? random.pick(kinds) : 'nothing'),
    after(statement) {
      const probability = statement === 'commit' ? weather.commit : weather.each;
      return counted(!ended && random.happens(probability) ? random.pick(['lost', 'lost', 'killed'] as const) : 'nothing');
    },
    arrivesLate: () => counted(!ended && random.happens(weather.late) ? 'arrived late' : 'nothing') !== 'nothing',
    goesOn: () => random.happens(0.4),
    latencyMs: () => 0.2 + random.next(),
    pauseMs: () => random.next() * random.pick(pauses),
    lateMs: () => random.next() * 2000,
    noticedMs: () => (random.happens(0.2) ? random.next() * 1500 : 0),
    end() {
      ended = true;
    },
  };
}
