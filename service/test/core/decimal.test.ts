// Numbers as shops compute them: noise is taken away, more decimals are not, and a number is a text only where it is exact.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest, textOfNumber } from '../../src/core/decimal.ts';
import { decimalsOf } from '../../src/core/money.ts';

describe('the nearest number with so many decimals', () => {
  it.each([
    ['19.150000000000006', 2, 19.15],
    ['114.88000000000001', 2, 114.88],
    ['-1.2399999999999993', 2, -1.24],
    ['0.30000000000000004', 2, 0.3],
    ['0.009999999999999787', 2, 0.01],
    ['1e-10', 2, 0],
    ['-0.0000000009', 2, 0],
    ['5e-324', 2, 0],
    ['999999999.9900001', 2, 999_999_999.99],
    ['12.340000000000000000000000000001', 2, 12.34],
    ['2.9999999999999996', 0, 3],
    ['12.34', 2, 12.34],
    ['1e+21', 2, 1e21],
    // A billionth away, and four units in the last place.
    ['12.340000001', 2, 12.34],
    ['450359962737.0496', 3, 450_359_962_737.05],
  ])('%s with %i is meant to be %d', (text, decimals, value) => {
    const found = nearest(text, decimals);
    expect(found.value + 0).toBe(value);
    expect(found.isMeant).toBe(true);
  });

  it.each([
    ['12.345', 2, 12.34],
    ['12.355', 2, 12.36],
    ['-12.345', 2, -12.34],
    ['12.3450000001', 2, 12.35],
    ['0.010000002', 2, 0.01],
    ['19.15000001', 2, 19.15],
    ['0.00005', 4, 0],
    ['0.00015', 4, 0.0002],
    ['1.5', 0, 2],
  ])('%s with %i is another number than %d', (text, decimals, value) => {
    const found = nearest(text, decimals);
    expect(found.value + 0).toBe(value);
    expect(found.isMeant).toBe(false);
  });

  const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });

  it('is the number itself where it has no more', () => {
    fc.assert(
      fc.property(cents, (each) => {
        expect(nearest(String(each / 100), 2)).toEqual({ value: each / 100, isMeant: true });
      }),
    );
  });

  it('takes away what floats add to sums and differences of a few prices', () => {
    const price = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 5 }), price, (added, taken) => {
        const float = added.reduce((sum, each) => sum + each / 100, 0) - taken / 100;
        const exact = (added.reduce((sum, each) => sum + each, 0) - taken) / 100;
        expect(nearest(String(float), 2)).toEqual({ value: exact, isMeant: true });
      }),
    );
  });

  it('means a number exactly within the larger of 1e-9 and 2⁻⁵⁰ of it', () => {
    // Noise in units of 10⁻¹², beside amounts that are small enough for 1e-9 to be the larger, and that are not.
    fc.assert(
      fc.property(cents, fc.integer({ min: -5_000, max: 5_000 }), (amount, noise) => {
        const units = BigInt(amount) * 10n ** 10n + BigInt(noise);
        const text = `${units < 0n ? '-' : ''}${String(units < 0n ? -units : units).padStart(13, '0')}`.replace(
          /(\d{12})$/,
          '.$1',
        );
        const size = units < 0n ? -units : units;
        const gap = BigInt(Math.abs(noise));
        expect(nearest(text, 2).isMeant).toBe(gap <= 1_000n || gap * 2n ** 50n <= size);
      }),
    );
  });

  it('never has more decimals than were asked for, and is never further than half a step', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), fc.nat({ max: 6 }), (x, decimals) => {
        const { value } = nearest(String(x), decimals);
        expect(decimalsOf(value)).toBeLessThanOrEqual(decimals);
        expect(Math.abs(value - x)).toBeLessThanOrEqual(0.5 / 10 ** decimals + 1e-6);
      }),
    );
  });
});

describe('the text of a number', () => {
  it.each([
    [11, '11'],
    [-0, '0'],
    [-4, '-4'],
    [1.5, '1.5'],
    [0.000123, '0.000123'],
    [9_007_199_254_740_991, '9007199254740991'],
    [123_456_789.123456, '123456789.123456'],
    [0.0123456789012345, '0.0123456789012345'],
  ])('%d is %s', (value, text) => expect(textOfNumber(value)).toBe(text));

  it.each([
    9_007_199_254_740_992,
    -9_007_199_254_740_992,
    1e21,
    1e-7,
    0.1 + 0.2,
    1.2345678901234567,
    1000000000000.123,
    Infinity,
    NaN,
  ])('%d is none', (value) => expect(textOfNumber(value)).toBeUndefined());

  it('gives back every whole number that was written', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(textOfNumber(JSON.parse(String(value)))).toBe(String(value));
      }),
    );
  });

  it('is never one that was not written: fifteen digits come back, and of more nothing is said', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{0,5}\.\d{0,19}[1-9]$/), (written) => {
        const text = textOfNumber(JSON.parse(written));
        // A text of more digits may be read as a shorter number, as 4.00000000000000000001 is 4.
        if (written.length <= 16) expect(text).toBe(written);
        else expect(text === undefined || text.length < written.length).toBe(true);
      }),
    );
  });
});
