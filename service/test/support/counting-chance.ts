import type { Chance } from '../../src/core/chance.ts';

/** Ids that count up: the same run gives the same ids. */
export function countingChance(): Chance {
  let count = 0;
  const next = (): string => String(++count).padStart(12, '0');
  return {
    id: () => `00000000-0000-7000-8000-${next()}`,
    number: () => `9000000${next()}`,
    digits: (digits) =>
      `9${next()
        .slice(1 - digits)
        .padStart(digits - 1, '0')}`,
  };
}
