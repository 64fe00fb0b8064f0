// Chance that can be drawn again: the same seed gives the same book of orders, on every machine.

export interface Dice {
  /** At least 0 and less than 1. */
  readonly next: () => number;
  readonly happens: (probability: number) => boolean;
  /** A whole number, both ends included. */
  readonly between: (least: number, most: number) => number;
  /** Around 0, with a deviation of 1. */
  readonly normal: () => number;
  /** Waiting times: so much on average, never negative. */
  readonly waiting: (mean: number) => number;
  readonly pick: <Value>(chances: readonly (readonly [Value, number])[]) => Value;
}

/** Mulberry32: 32 bits of state, whole-number arithmetic only. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    happens: (probability) => next() < probability,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    // Twelve uniform numbers less six: near enough to the bell, and without logarithms or cosines.
    normal: () => Array.from({ length: 12 }, next).reduce((sum, each) => sum + each, -6),
    waiting: (mean) => -mean * Math.log(1 - next()),
    pick(chances) {
      let left = next() * chances.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of chances) {
        left -= weight;
        if (left < 0) return value;
      }
      const last = chances.at(-1);
      if (!last) throw new Error('nothing to pick from');
      return last[0];
    },
  };
}
