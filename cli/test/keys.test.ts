import { describe, expect, it } from 'vitest';
import { isWholeKey, makeKey } from '../../service/src/keys/make-key.ts';

describe('a new key', () => {
  it('says what it is for, and holds 32 bytes and a checksum', () => {
    expect(makeKey('sandbox')).toMatch(/^dps_test_[0-9A-Za-z]{49}$/);
    expect(makeKey('live')).toMatch(/^dps_live_[0-9A-Za-z]{49}$/);
  });

  it('is never made twice', () => {
    const keys = Array.from({ length: 1000 }, () => makeKey('live'));
    expect(new Set(keys).size).toBe(1000);
    expect(keys.every(isWholeKey)).toBe(true);
  });

  it('is told from one with a typing error, a swap, or a missing end', () => {
    const key = makeKey('live');
    for (let at = 9; at < key.length; at += 1) {
      const other = key[at] === 'x' ? 'y' : 'x';
      expect(isWholeKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    expect(isWholeKey(key.slice(0, -1))).toBe(false);
    expect(isWholeKey(key.replace('live', 'test'))).toBe(false);
    expect(isWholeKey('sandbox-no')).toBe(false);
  });
});
