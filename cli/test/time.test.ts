import { describe, expect, it } from 'vitest';
import { Failure } from '../src/failure.ts';
import { demandDuration, demandInstant, durationSeconds, durationText } from '../src/time.ts';

describe('times as people type them', () => {
  it('reads durations', () => {
    expect(durationSeconds('31d')).toBe(31 * 86_400);
    expect(durationSeconds('1d12h')).toBe(36 * 3600);
    expect(durationSeconds('90M')).toBe(5400);
  });

  it.each(['', '31', 'd', '3x', '1d 12h', '-1d', '1.5d', '0d'])('refuses %j', (text) => {
    expect(() => demandDuration(text)).toThrow(Failure);
  });

  it('reads instants, days, and durations from now', () => {
    expect(demandInstant('2027-01-31T12:00:00Z', 0)).toBe(Date.UTC(2027, 0, 31, 12));
    expect(demandInstant('2027-01-31', 0)).toBe(Date.UTC(2027, 0, 31));
    expect(demandInstant('2d', 1000)).toBe(1000 + 2 * 86_400_000);
    expect(() => demandInstant('tomorrow', 0)).toThrow('is no time');
  });

  it('writes durations in the two largest units', () => {
    expect(durationText(0)).toBe('0 s');
    expect(durationText(60)).toBe('1 min');
    expect(durationText(31 * 86_400 + 2 * 3600 + 5)).toBe('31 d 2 h');
  });
});
