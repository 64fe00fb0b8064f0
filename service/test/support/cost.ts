// What a piece of work costs the database.
import type { Db } from '../../src/store/db.ts';

export interface Cost {
  readonly trips: number;
  readonly statements: number;
}

/**
 * In round trips and statements: the least of three rounds, because what the service looks up every few seconds beside its
 * requests is not theirs.
 */
export async function costOf({ counts }: Pick<Db, 'counts'>, work: (round: 0 | 1 | 2) => Promise<unknown>): Promise<Cost> {
  const rounds: Cost[] = [];
  for (const round of [0, 1, 2] as const) {
    const { trips, statements } = counts;
    await work(round);
    rounds.push({ trips: counts.trips - trips, statements: counts.statements - statements });
  }
  return {
    trips: Math.min(...rounds.map(({ trips }) => trips)),
    statements: Math.min(...rounds.map(({ statements }) => statements)),
  };
}
