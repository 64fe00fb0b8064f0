// Chance from a seed: the same seed draws the same numbers, ids and ways.
import type { Chance } from '../../../service/src/core/chance.ts';

export interface Random {
  /** From 0 up to, and without, 1. */
  next(): number;
  /** A whole number from 0 up to, and without, the limit. */
  below(limit: number): number;
  happens(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
}

/** Mulberry32: quick, and good enough to choose by. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    happens: (probability) => next() < probability,
    pick(values) {
      const picked = values[below(values.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
  };
}

/** Ids and numbers that count up; now and then a number is drawn that was drawn before, as chance may do. */
export function countingChance(random: Random): Chance {
  let count = 0;
  const padded = (digits: number): string => String(++count).padStart(digits, '0');
  return {
    id: () => `00000000-0000-7000-8000-${padded(12)}`,
    number() {
      if (count > 0 && random.happens(0.01)) return `9000000${String(count).padStart(12, '0')}`;
      return `9000000${padded(12)}`;
    },
    digits: (digits) => `9${padded(digits - 1).slice(1 - digits)}`,
  };
}
