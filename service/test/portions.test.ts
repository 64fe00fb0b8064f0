// Requests that come at one moment are looked at in portions, by a clock of the test's: each once, in the order in which they came.
import { expect, test } from 'vitest';
import { createPortions } from '../src/http/portions.ts';

/** Work that takes so long each by the clock, and what was done of it. */
function work(eachMs: number) {
  let nowMs = 5;
  const done: number[] = [];
  const inPortions = createPortions(() => nowMs);
  const give = (count: number, first = 0): void => {
    for (let index = first; index < first + count; index += 1)
      inPortions(() => {
        nowMs += eachMs;
        done.push(index);
      });
  };
  return { done, give };
}
const turn = (): Promise<void> => new Promise((resume) => setImmediate(resume));
const upTo = (count: number): number[] => Array.from({ length: count }, (_each, index) => index);

test('what takes no time is done at once', () => {
  const { done, give } = work(0);
  give(100);
  expect(done).toEqual(upTo(100));
});

test('what is more than a portion is done in the next turns, and what comes meanwhile behind it', async () => {
  const { done, give } = work(0.25);
  give(8);
  // The third begins within the portion, and ends behind it.
  expect(done).toEqual(upTo(3));
  await turn();
  expect(done).toEqual(upTo(6));
  give(2, 8);
  expect(done).toEqual(upTo(6));
  await turn();
  expect(done).toEqual(upTo(9));
  await turn();
  expect(done).toEqual(upTo(10));
});

test('a turn in which nothing waits leaves the next portion whole', async () => {
  const { done, give } = work(0.25);
  give(2);
  await turn();
  give(3, 2);
  expect(done).toEqual(upTo(5));
});

test('what throws keeps nothing behind it from its turn', async () => {
  const inPortions = createPortions(() => 0);
  const done: string[] = [];
  expect(() =>
    inPortions(() => {
      throw new Error('its own fault');
    }),
  ).toThrow('its own fault');
  inPortions(() => done.push('the next'));
  await turn();
  inPortions(() => done.push('in a later turn'));
  expect(done).toEqual(['the next', 'in a later turn']);
});
