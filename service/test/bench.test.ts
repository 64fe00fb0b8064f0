// What the bench measures by could be wrong without any figure saying so: whose requests are sent, on which cores, what is drawn.
import { describe, expect, it } from 'vitest';
import { coreCounts, coresIn, workersOn } from '../../bench/cores.ts';
import { drawnDigits } from '../../bench/fill.ts';
import { orderNumbers } from '../../bench/growth.ts';
import { growthPicture } from '../../bench/pictures.ts';
import { merchantAt, type Plan, requestsOf, type Work } from '../../bench/requests.ts';
import { busyBetween, spreadOf, stolenBetween, timeIn, undisturbedParts } from '../../bench/stolen.ts';

const connections = 128;
const captures = (merchants: number): Work => ({
  kind: 'send',
  method: 'POST',
  paths: orderNumbers(merchants).map((number) => `/api/v3/orders/${number}/captures`),
});
const planOf = (work: Work, keys?: readonly string[]): Plan => ({
  url: 'http://127.0.0.1:8080',
  connections,
  warmUpSeconds: 0,
  seconds: 1,
  work,
  ...(keys && { keys }),
});
const sent = (plan: Plan, connection: number, count: number): string[] => {
  const next = requestsOf(plan, connection);
  return Array.from({ length: count }, () => String(next()));
};
const keyIn = (request = ''): string | undefined => /x-auth-key: (\S+)/.exec(request)?.[1];

describe('merchants who share the connections', () => {
  const keys = Array.from({ length: 64 }, (_none, index) => `key-${index}`);

  it('have as many of them each, and keep their key for every request', () => {
    for (const work of [captures(64), { kind: 'authorize', mark: 'new' }] as const) {
      const used = Array.from({ length: connections }, (_none, connection) => {
        const [first, second] = sent(planOf(work, keys), connection, 2).map(keyIn);
        expect(second).toBe(first);
        return first;
      });
      for (const key of keys) expect(used.filter((each) => each === key)).toHaveLength(2);
    }
  });

  it('capture from their own orders alone, each from one that no other connection captures from', () => {
    const owners = new Map(orderNumbers(64).map((number, place) => [number, merchantAt(place % connections, 64)]));
    const seen = new Map<string, number>();
    for (let connection = 0; connection < connections; connection += 1) {
      for (const request of sent(planOf(captures(64), keys), connection, 8)) {
        const number = /orders\/(\S+)\/captures/.exec(request)?.[1] ?? '';
        expect(keyIn(request)).toBe(`key-${owners.get(number)}`);
        expect(seen.get(number) ?? connection).toBe(connection);
        seen.set(number, connection);
      }
    }
    expect(seen.size).toBe(owners.size);
  });

  it('are the one German shop where no key is named', () => {
    expect(keyIn(sent(planOf(captures(1)), 5, 1)[0])).toBe('sandbox-de');
  });
});

it('payment references of a book are drawn around digits that come only once', () => {
  const drawn = Array.from({ length: 200_000 }, () => drawnDigits(13));
  expect(new Set(drawn).size).toBe(drawn.length);
  expect(drawn.filter((digits) => !/^[1-9]\d{12}$/.test(digits))).toEqual([]);
  // As by chance: about as many begin with each digit.
  for (const first of '123456789') expect(drawn.filter((digits) => digits.startsWith(first)).length).toBeGreaterThan(20_000);
});

describe('what the host took of the processors', () => {
  it('is read from the kernel, as a share of all their time', () => {
    expect(timeIn('cpu  10 1 5 80 2 0 1 7 9 9\ncpu0 1 1 1 1 1 1 1 1 1 1\n')).toEqual({ all: 106, stolen: 7, idle: 82 });
  });

  it('leaves out the parts it disturbed and the one after each', () => {
    expect(undisturbedParts([0, 0.01, 0.3, 0.02, 0, 0.001, 0])).toEqual([0, 1, 5, 6]);
    expect(undisturbedParts([0.5])).toEqual([]);
  });

  it('is not said to be nothing where it is not known', () => {
    expect(stolenBetween({ all: 100, stolen: 5, idle: 50 }, { all: 300, stolen: 15, idle: 90 })).toBe(0.05);
    expect(stolenBetween(undefined, { all: 300, stolen: 15, idle: 90 })).toBeUndefined();
    expect(undisturbedParts([])).toEqual([]);
  });
});

describe('how long the processors worked', () => {
  it('is what they neither waited, idled nor were taken away', () => {
    expect(busyBetween({ all: 100, stolen: 5, idle: 50 }, { all: 300, stolen: 15, idle: 90 })).toBe(150);
  });

  it('is compared between the dearest stretch and the cheapest, whole ones alone', () => {
    expect(spreadOf([2, 4, 3, 3, 6, 3, 100], 2)).toBe(0.5);
    expect(spreadOf([2, 4, 3], 2)).toBeUndefined();
  });
});

describe('cores', () => {
  it('are doubled up to all there are, but eight, with one process of the service below four', () => {
    expect([1, 2, 3, 4, 6, 8, 64].map(coreCounts)).toEqual([
      [1],
      [1, 2],
      [1, 2, 3],
      [1, 2, 4],
      [1, 2, 4, 6],
      [1, 2, 4, 8],
      [1, 2, 4, 8],
    ]);
    expect([1, 2, 3, 4, 6, 8].map(workersOn)).toEqual([1, 1, 1, 2, 3, 4]);
  });

  it('are read from the list of the kernel', () => {
    expect(['0', '0-3', '1,3-5,8'].map(coresIn)).toEqual([[0], [0, 1, 2, 3], [1, 3, 4, 5, 8]]);
  });
});

describe('the picture of growth', () => {
  const circles = (svg: string): string[] => [...svg.matchAll(/<circle cx="([^"]+)"/g)].map(([, x = '']) => x);

  it('has a value for every point, also of one alone and of two at one place', () => {
    const alone = growthPicture([{ by: 'cores', points: [{ at: 1, capture: 2000, authorize: 0 }] }]);
    expect(alone).not.toMatch(/NaN|Infinity/);
    expect(alone).toContain('>2 000</text>');
    expect(circles(alone)).toEqual(['168.0', '168.0']);
    const point = { at: 1000, capture: 0, authorize: 0 };
    const same = growthPicture([{ by: 'orders', points: [point, point] }]);
    expect(same).not.toMatch(/NaN|Infinity/);
    expect(new Set(circles(same))).toEqual(new Set(['168.0']));
  });

  it('places what spans decades by its logarithm, and doubled cores by their number', () => {
    const middleOf = (by: 'merchants' | 'cores', counts: readonly number[]): number => {
      const points = counts.map((at) => ({ at, capture: 10, authorize: 5 }));
      const [first, , middle, , last] = circles(growthPicture([{ by, points }])).map(Number);
      return ((middle ?? 0) - (first ?? 0)) / ((last ?? 0) - (first ?? 0));
    };
    expect(middleOf('merchants', [1, 8, 64])).toBeCloseTo(0.5, 2);
    expect(middleOf('cores', [1, 2, 4])).toBeCloseTo(1 / 3, 2);
  });
});
