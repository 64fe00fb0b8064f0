// What a piece of work costs the database.
import type { Db } from '../../src/store/db.ts';

export interface Cost {
  readonly trips: number;
  readonly statements: number;
}

export const rounds = [0, 1, 2, 3, 4, 5] as const;

/**
 * In round trips and statements: the least of six rounds, because what the service looks up every few seconds beside its requests,
 * and of each table as it grows past some hundred rows, is not theirs.
 */
export async function costOf({ counts }: Pick<Db, 'counts'>, work: (round: number) => Promise<unknown>): Promise<Cost> {
  const costs: Cost[] = [];
  for (const round of rounds) {
    const { trips, statements } = counts;
    await work(round);
    costs.push({ trips: counts.trips - trips, statements: counts.statements - statements });
  }
  return {
    trips: Math.min(...costs.map(({ trips }) => trips)),
    statements: Math.min(...costs.map(({ statements }) => statements)),
  };
}
