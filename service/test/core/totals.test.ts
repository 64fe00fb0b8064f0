// Totals that contradict their items cost somebody money: a cent a line is tolerated, because shops round each their own way (C21).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grossOf, type Line, totalsFaults } from '../../src/core/order/totals.ts';

const line = (gross: number, net: number | null = gross, quantity = 1): Line => ({
  grossUnitE4: BigInt(Math.round(gross * 10_000)),
  netUnitE4: net === null ? null : BigInt(Math.round(net * 10_000)),
  quantityE6: BigInt(Math.round(quantity * 1_000_000)),
});
const faults = (grossMinor: bigint, netMinor: bigint | null, ...lines: readonly Line[]) =>
  totalsFaults({ grossMinor, netMinor, lines }, 'order');

describe('totals of an order', () => {
  it.each([
    ['of one line', [line(10.5, 8.82)], 1_050n, 882n],
    ['of parts of a thing', [line(1.2345, 1.0001, 2.5)], 309n, 250n],
    ['less a discount', [line(100, 80), line(-10.01, -8.01)], 8_999n, 7_199n],
  ])('%s may be a cent a line away, above and below, and no more', (_name, lines, gross, net) => {
    const away = BigInt(lines.length);
    const off = (grossMinor: bigint, netMinor: bigint) => faults(grossMinor, netMinor, ...lines).map(({ field }) => field);
    expect(grossOf(lines)).toBe(gross);
    for (const by of [-away + 1n, 0n, away - 1n]) expect(off(gross + by, net + by)).toEqual([]);
    for (const by of [-away - 1n, away + 1n]) {
      expect(off(gross + by, net)).toEqual(['order.totalGrossAmount']);
      expect(off(gross, net + by)).toEqual(['order.totalNetAmount']);
      expect(off(gross + by, net + by)).toEqual(['order.totalGrossAmount', 'order.totalNetAmount']);
    }
  });

  it('may be just a cent a line away', () => {
    expect(faults(1_001n, 999n, line(10))).toEqual([]);
    expect(faults(1_998n, 2_002n, line(10), line(10))).toEqual([]);
  });

  it('say what their items come to', () => {
    expect(faults(1n, 1n, line(12.345, 10.004))).toEqual([
      { id: 'order.gross_total', field: 'order.totalGrossAmount', values: { sum: '12.35' } },
      { id: 'order.net_total', field: 'order.totalNetAmount', values: { sum: '10.00' } },
    ]);
  });

  it('without items are as they are; a net total without net prices, too', () => {
    expect(faults(1n, 1n)).toEqual([]);
    expect(faults(2_000n, 1n, line(10, null), line(10, 8))).toEqual([]);
    expect(faults(1_000n, null, line(10, 8))).toEqual([]);
  });

  it('come to the exact sum of the lines, rounded once', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, fc.integer({ min: 1, max: 50 }))), (rows) => {
        const lines = rows.map(([price, count]) => line(price / 100, null, count));
        expect(grossOf(lines)).toBe(rows.reduce((sum, [price, count]) => sum + BigInt(price) * BigInt(count), 0n));
      }),
    );
    // Three lines of a third of a cent are one cent, and no line is.
    expect(grossOf([line(0.0034), line(0.0033), line(0.0033)])).toBe(1n);
  });
});
