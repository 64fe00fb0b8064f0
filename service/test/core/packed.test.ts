// Packed texts and lists are as good as a Map of them: same numbers, same order, whatever comes, at any size.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackedLists, PackedNumbers, PackedTexts } from '../../src/core/packed.ts';

describe('packed texts', () => {
  it('have the numbers in which they were added, and are found again letter by letter', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'Århus', '1010', '10101', 'Å\u0000', '\ud800'));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 300 }), fc.array(text), (added, others) => {
        const packed = new PackedTexts();
        const model = new Map<string, number>();
        for (const each of added) {
          if (!model.has(each)) model.set(each, model.size);
          expect(packed.add(each)).toBe(model.get(each));
        }
        expect(packed.size).toBe(model.size);
        for (const [each, index] of model) expect(packed.at(index)).toBe(each);
        for (const each of [...added, ...others]) {
          expect(packed.indexOf(each)).toBe(model.get(each) ?? -1);
          expect(packed.has(each)).toBe(model.has(each));
        }
      }),
    );
  });

  it('are all different when there are a hundred thousand of them', () => {
    const packed = new PackedTexts();
    for (let code = 0; code < 100_000; code += 1) packed.add(String(code).padStart(5, '0'));
    for (let code = 0; code < 100_000; code += 1)
      if (packed.indexOf(String(code).padStart(5, '0')) !== code) expect.fail(`${code}`);
    expect(packed.indexOf('0')).toBe(-1);
    expect(packed.at(100_000)).toBe('');
  });
});

describe('packed lists', () => {
  it('keep each value once, in the order in which they came', () => {
    const pair = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 300 }), (pairs) => {
        const packed = new PackedLists();
        const model = new Map<number, Set<number>>();
        for (const [list, value] of pairs) {
          packed.add(list, value);
          model.set(list, (model.get(list) ?? new Set<number>()).add(value));
        }
        for (let list = -1; list < 100; list += 1) expect(packed.of(list)).toEqual([...(model.get(list) ?? [])]);
      }),
    );
  });
});

it('packed numbers keep their values as they grow, and have none beyond', () => {
  const packed = new PackedNumbers((length) => new Float64Array(length));
  for (let index = 0; index < 1000; index += 1) packed.push(index / 3);
  packed.set(700, Number.NaN);
  expect([packed.at(0), packed.at(999), packed.at(700), packed.at(1000), packed.at(1023)]).toEqual([
    0,
    333,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
  expect(() => packed.set(1000, 1)).toThrow(RangeError);
});
