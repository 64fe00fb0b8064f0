// The quick form of `npm run test:faults -- histories`, on the server in memory: some histories go well, and every known bug that is
// planted is seen.
import { describe, expect, it } from 'vitest';
import { type Attempt, underWaySince } from '../../../scripts/faults/histories/clients.ts';
import { playHistory } from '../../../scripts/faults/histories/history.ts';
import { lookFor, plantedFaults } from '../../../scripts/faults/histories/planted.ts';

const histories = 20;
const mostUntilSeen = 120;
/** An erasure waits for a merge of its person into another. */
const mergedMeanwhile = 100_446;
/** A client leaves and sends again; the refusal of the first sending is the answer to both, when the order is there already. */
const sharedRefusal = 6482;
/** Two erasures of one person at once, who orders again before the second one has its lock. */
const backMeanwhile = 829_525;

describe('histories', () => {
  it('from seeds lose nothing that was acknowledged, and do nothing twice', async () => {
    for (let seed = 1; seed <= histories; seed += 1) {
      const { complaints } = await playHistory({ seed });
      expect(complaints, `npm run test:faults -- histories --seed ${seed}`).toEqual([]);
    }
  }, 60_000);

  it('erase no person by halves who was merged while the erasure waited for the lock', async () => {
    expect((await playHistory({ seed: mergedMeanwhile })).complaints).toEqual([]);
  });

  it('do not take the customer who came back meanwhile for the erased one', async () => {
    expect((await playHistory({ seed: backMeanwhile })).complaints).toEqual([]);
  });

  it('take an answer that two sendings under a key share to be of the time since the first', async () => {
    expect((await playHistory({ seed: sharedRefusal })).complaints).toEqual([]);
  });

  it.each<[string, { key?: string; overAt?: number }, number]>([
    ['under way', { key: 'k', overAt: 30 }, 10],
    ['under way to the end', { key: 'k' }, 10],
    ['over', { key: 'k', overAt: 19 }, 20],
    ['under way without a key', { overAt: 30 }, 20],
  ])('look back to an earlier sending that is %s', (_what, { key, overAt }, since) => {
    const first: Attempt = { requestId: 'a1', sentAt: 10, ...(overAt !== undefined && { overAt }) };
    const second: Attempt = { requestId: 'a2', sentAt: 20 };
    const sent = { operation: 'createCapture', params: {}, body: {} };
    const request = { wish: { do: 'void', order: 'o0', amount: null } as const, key, sent, attempts: [first, second] };
    expect(underWaySince(request, second)).toBe(since);
  });

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
