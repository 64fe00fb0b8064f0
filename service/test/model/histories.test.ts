// The quick form of `npm run test:faults -- histories`: some histories go well, and every known bug that is planted is seen.
import { describe, expect, it } from 'vitest';
import { playHistory } from '../../../scripts/faults/histories/history.ts';
import { lookFor, plantedFaults } from '../../../scripts/faults/histories/planted.ts';

const histories = 20;
const mostUntilSeen = 60;

describe('histories', () => {
  it('from seeds lose nothing that was acknowledged, and do nothing twice', async () => {
    for (let seed = 1; seed <= histories; seed += 1) {
      const { complaints } = await playHistory({ seed });
      expect(complaints, `npm run test:faults -- histories --seed ${seed}`).toEqual([]);
    }
  }, 60_000);

  it('are the same again from the same seed', async () => {
    const [one, other] = [await playHistory({ seed: 4 }), await playHistory({ seed: 4 })];
    expect(other.requests).toEqual(one.requests);
  });

  it.each(Object.entries(plantedFaults))(
    'show that %s',
    async (_name, planted) => {
      expect(await lookFor(planted, 1, mostUntilSeen)).not.toMatchObject({ complaint: 'not seen' });
    },
    60_000,
  );
});
