// Many writes, a few at a time: each once, what came of it in its place, and none begun any more when a stop was asked for.
import { expect, test } from 'vitest';
import { fewAtOnce } from '../src/runtime/few-at-once.ts';

const items = Array.from({ length: 50 }, (_each, index) => index);
const turn = (): Promise<void> => new Promise((resume) => setImmediate(resume));

test('sixteen are under way at once, and one that fails keeps no other from its result', async () => {
  let [now, most] = [0, 0];
  const results = await fewAtOnce(items, async (item) => {
    now += 1;
    most = Math.max(most, now);
    await turn();
    now -= 1;
    if (item === 3) throw new Error('this one fails');
    return item;
  });
  expect(most).toBe(16);
  expect(results.map((each) => (each.status === 'fulfilled' ? each.value : undefined))).toEqual(
    items.map((item) => (item === 3 ? undefined : item)),
  );
});

test('what was begun before a stop ends, and nothing is begun after it', async () => {
  const begun: number[] = [];
  let stopping = false;
  const results = await fewAtOnce(
    items,
    async (item) => {
      begun.push(item);
      await turn();
      stopping = true;
      return item;
    },
    () => stopping,
  );
  expect(begun).toEqual(items.slice(0, 16));
  expect(results).toEqual(begun.map((value) => ({ status: 'fulfilled', value })));
});
