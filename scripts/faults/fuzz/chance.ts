// Chance that can be drawn again: all of a lane's choices follow from its seed.

export interface Chance {
  /** A whole number from 0 to below the highest. */
  below(highest: number): number;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
  pick<Kind>(from: readonly Kind[]): Kind;
}

/** Mulberry32 (public domain): small, fast, and even enough to choose requests. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (highest: number): number => Math.floor(next() * highest);
  return {
    below,
    percent: (share) => next() * 100 < share,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
  };
}
