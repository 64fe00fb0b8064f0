// Which writes of a merchant form a batch, and when the next one may follow.
import { expect, it, vi } from 'vitest';
import type { Member } from '../src/book/member.ts';
import type { Needs } from '../src/book/needs.ts';
import { type Batch, createQueue, type Queue } from '../src/book/queue.ts';

const memberOf = (needs: Needs): Member => ({
  write: {
    merchantId: 'm',
    actor: 'a',
    operation: 'o',
    requestId: 'r',
    needs,
    decide: () => ({ answer: '', changes: [], events: [] }),
  },
  since: 0,
  span: undefined,
  resolve: () => {},
  reject: () => {},
});
const ofAccount = (number: string): Member => memberOf({ account: { number } });
const ofOrder = (order: string): Member => memberOf({ order });

/** A queue with so many writes that were under way when the last batch began, as a busy shop's. */
function busyQueue(count: number): { readonly queue: Queue; readonly woken: ReturnType<typeof vi.fn> } {
  const woken = vi.fn();
  const queue = createQueue(woken);
  queue.depth = count;
  queue.add(ofOrder('first'));
  queue.next(true)?.ended();
  woken.mockClear();
  return { queue, woken };
}
function add(queue: Queue, ...members: readonly Member[]): void {
  for (const member of members) queue.add(member);
}
const many = (count: number, one: () => Member): Member[] => Array.from({ length: count }, one);
const sizeOf = (batch: Batch | undefined): number | undefined => batch?.members.length;

it('a batch for the same account follows when the one before holds its locks, not before and not only when it was answered', () => {
  const { queue, woken } = busyQueue(128);
  add(queue, ...many(128, () => ofAccount('1')));
  const first = queue.next(true);
  expect(sizeOf(first)).toBe(64);
  expect(queue.next(true)).toBeUndefined();
  first?.decided();
  expect(woken).toHaveBeenCalledOnce();
  const second = queue.next(true);
  expect(sizeOf(second)).toBe(64);
  expect(second?.lane).not.toBe(first?.lane);
});

it('a lane is not used twice at once: a third batch waits until one of two has ended, whatever is decided', () => {
  const { queue } = busyQueue(192);
  add(queue, ...many(192, () => ofAccount('1')));
  const first = queue.next(true);
  first?.decided();
  const second = queue.next(true);
  second?.decided();
  expect(queue.next(true)).toBeUndefined();
  first?.ended();
  expect(queue.next(true)?.lane).toBe(first?.lane);
});

it('writes on one order keep their order, while those on others go past them', () => {
  const { queue } = busyQueue(128);
  add(queue, ...many(64, () => ofOrder('A')));
  const first = queue.next(true);
  add(queue, ofOrder('a'), ...many(63, () => ofOrder('B')), ofOrder('b'));
  const second = queue.next(true);
  expect(sizeOf(first)).toBe(64);
  expect(second?.members.map(({ write }) => write.needs.order)).not.toContain('a');
  expect(sizeOf(second)).toBe(64);
});

it('is half of what may come, unless others keep the database busy or that is little', () => {
  const firstOf = (together: number, isAlone: boolean): number => {
    const { queue } = busyQueue(together);
    for (let count = 1; ; count += 1) {
      queue.add(ofOrder(`o${count}`));
      if (queue.next(isAlone)) return count;
    }
  };
  expect([firstOf(32, true), firstOf(33, true), firstOf(200, true)]).toEqual([16, 17, 64]);
  expect([firstOf(32, false), firstOf(200, false), firstOf(12, true)]).toEqual([32, 64, 12]);
});

it('takes half of what is there at one moment, and the other half beside it; what fills one batch stays one', () => {
  const sizesOf = (count: number, isAlone: boolean): (number | undefined)[] => {
    const { queue } = busyQueue(count);
    add(queue, ...many(count, () => ofOrder('o')));
    const first = queue.next(isAlone);
    first?.decided();
    return [sizeOf(first), sizeOf(queue.next(isAlone))];
  };
  expect([13, 32, 63, 96, 128].map((count) => sizesOf(count, true))).toEqual([
    [7, 6],
    [16, 16],
    [32, 31],
    [48, 48],
    [64, 64],
  ]);
  expect([sizesOf(12, true), sizesOf(64, true), sizesOf(32, false)]).toEqual([
    [12, undefined],
    [64, undefined],
    [32, undefined],
  ]);
});

it('is beside the one under way also when that began before the others came', () => {
  const { queue } = busyQueue(8);
  add(queue, ...many(8, () => ofOrder('A')));
  const first = queue.next(true);
  queue.depth = 16;
  add(queue, ...many(8, () => ofOrder('B')));
  first?.ended();
  queue.depth = 8;
  const second = queue.next(true);
  queue.depth = 16;
  add(queue, ...many(8, () => ofOrder('C')));
  expect([sizeOf(second), sizeOf(queue.next(true))]).toEqual([8, 8]);
});

it('does not wait for few that came while another batch was under way: they are not together', () => {
  const { queue } = busyQueue(1);
  add(queue, ofOrder('A'));
  const first = queue.next(true);
  queue.depth = 2;
  add(queue, ofOrder('B'));
  queue.depth = 1;
  first?.ended();
  const second = queue.next(true);
  second?.ended();
  add(queue, ofOrder('C'));
  expect([sizeOf(first), sizeOf(second), sizeOf(queue.next(true))]).toEqual([1, 1, 1]);
});
