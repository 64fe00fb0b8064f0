// Chance that can be drawn again: all of a lane's choices follow from its seed.
import { randomOf } from '../histories/random.ts';

export interface Chance {
  /** A whole number from 0 to below the highest. */
  below(highest: number): number;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
  pick<Kind>(from: readonly Kind[]): Kind;
}

export function createChance(seed: number): Chance {
  const random = randomOf(seed);
  return {
    below: (highest) => random.below(highest),
    percent: (share) => random.happens(share / 100),
    pick: (from) => random.pick(from),
  };
}
