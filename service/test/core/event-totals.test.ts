// An account event whose totals and items disagree is refused; shops round, so a cent a line is none (C61).
import { describe, expect, it } from 'vitest';
import { amountOf, eventTotalsFaults } from '../../src/core/account/items.ts';

describe('totals of an event (C61)', () => {
  const line = { quantityE6: 3_000_000n, unitPriceE4: 100_000n, discountMinor: 0n, grossMinor: null, taxE4: null };
  const totals = { amountMinor: null, taxMinor: null, lines: [line] };
  const faults = (over: object): string[] => eventTotalsFaults({ ...totals, ...over }).map(({ id }) => id);

  it('are what is sent, else the sum of the items less their discounts', () => {
    expect(amountOf(totals)).toBe(3_000n);
    expect(amountOf({ ...totals, lines: [line, { ...line, discountMinor: 50n }] })).toBe(5_950n);
    expect(amountOf({ ...totals, lines: [{ ...line, grossMinor: 2_999n }] })).toBe(2_999n);
    expect(amountOf({ ...totals, amountMinor: 7n })).toBe(7n);
    expect(amountOf({ ...totals, lines: [] })).toBe(0n);
  });

  it('may be a cent a line away from their items, and no more', () => {
    expect(faults({ amountMinor: 5_000n, taxMinor: 900n, lines: [] })).toEqual([]);
    for (const [amountMinor, found] of [
      [3_001n, []],
      [2_999n, []],
      [3_002n, ['event.total_amount']],
      [2_998n, ['event.total_amount']],
    ] as const)
      expect(faults({ amountMinor })).toEqual(found);
    expect(faults({ amountMinor: 6_002n, lines: [line, line] })).toEqual([]);
    expect(faults({ amountMinor: 6_003n, lines: [line, line] })).toEqual(['event.total_amount']);
    for (const [grossMinor, found] of [
      [3_001n, []],
      [3_002n, ['event.item_amount']],
      [2_998n, ['event.item_amount']],
    ] as const)
      expect(faults({ lines: [{ ...line, grossMinor }] })).toEqual(found);
  });

  it('say the tax of a unit or of a line, as shops mean both, and nothing where an item says none', () => {
    const taxed = { ...line, taxE4: 19_000n };
    for (const [taxMinor, found] of [
      [570n, []],
      [571n, []],
      [190n, []],
      [189n, []],
      [572n, ['event.total_tax']],
      [192n, ['event.total_tax']],
    ] as const)
      expect(faults({ taxMinor, lines: [taxed] })).toEqual(found);
    expect(faults({ taxMinor: 572n, lines: [taxed, line] })).toEqual([]);
    expect(eventTotalsFaults({ ...totals, taxMinor: 572n, lines: [taxed] })[0]?.values).toEqual({ sum: '5.70' });
  });
});
