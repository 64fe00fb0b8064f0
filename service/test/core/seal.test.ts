// The very texts that seals and signatures are made of: what changes here makes every chain look changed. Written down in
// docs/adr/0017-people-and-proofs.md.
import { describe, expect, it } from 'vitest';
import { eventTime } from '../../src/core/account/event-time.ts';
import {
  beforeFirst,
  digestText,
  firstIdAt,
  headText,
  highestId,
  instantInId,
  lowestId,
  rowText,
  sealText,
  singleSealText,
} from '../../src/core/seal.ts';
import { fromJson } from '../../src/core/stored.ts';

describe('what is sealed', () => {
  it('names its version and chain, the seal before, the merchant, the number and every field', () => {
    expect(rowText(['a', null, '"\n'])).toBe('["a",null,"\\"\\n"]');
    expect(sealText('ledger', beforeFirst, 'm', 7n, '00ff')).toBe(`ledger/2\n${'0'.repeat(64)}\n["m","7","00ff"]`);
    expect(singleSealText('audit', 'before', 'm', 8n, ['a', null, '"\n'])).toBe('audit/1\nbefore\n["m","8","a",null,"\\"\\n"]');
    expect(headText('audit', 'm', { number: 9n, hash: 'h', signedFrom: 2n })).toBe('head/1\naudit\n["m","2","9","h"]');
    expect(digestText('salt', 'words')).toBe('salt\nwords');
  });

  it('is found by the moment in its id', () => {
    // The example of RFC 9562.
    const at = Date.parse('2022-02-22T19:22:22Z');
    expect(instantInId('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toBe(at);
    expect(firstIdAt(at)).toBe('017f22e2-79b0-7000-8000-000000000000');
    expect([at, 0, 1].map((each) => instantInId(firstIdAt(each)))).toEqual([at, 0, 1]);
    expect([firstIdAt(-5), firstIdAt(1.9)]).toEqual([firstIdAt(0), firstIdAt(1)]);
    expect(instantInId('017f22e2-79b0-4cc3-8000-000000000000')).toBeUndefined();
    expect(lowestId < firstIdAt(0) && firstIdAt(at) < highestId).toBe(true);
  });
});

it('stored data has amounts where its names say so, at any depth, and null where there is none', () => {
  const stored = { amountMinor: '5', name: '5', feeMinor: null, countMinor: 3, rows: [{ grossMinor: '-7' }, '8'], none: null };
  const read = { amountMinor: 5n, name: '5', feeMinor: null, countMinor: 3, rows: [{ grossMinor: -7n }, '8'], none: null };
  expect(fromJson(stored)).toEqual(read);
});

describe('the time of an account event', () => {
  const at = (text: string): string | null => {
    const instant = eventTime(text, 'FI');
    return instant === null ? null : new Date(instant).toISOString();
  };
  it.each([
    ['2026-11-20T09:30Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20t09:30:05.5z', '2026-11-20T09:30:05.500Z'],
    ['2026-11-20T09:30:05,25+01:00', '2026-11-20T08:30:05.250Z'],
    ['2026-11-20T09:30-01', '2026-11-20T10:30:00.000Z'],
    ['20261120T093000Z', '2026-11-20T09:30:00.000Z'],
    ['20261120T0930+0530', '2026-11-20T04:00:00.000Z'],
    // Without an offset it is the till's: two hours ahead in Finland, three in summer.
    ['2026-11-20T09:30', '2026-11-20T07:30:00.000Z'],
    ['20260720T093000', '2026-07-20T06:30:00.000Z'],
    ['2026-11-20T09:30:05,5', '2026-11-20T07:30:05.500Z'],
    // No such day, no such hour, no whole minute, something else.
    ['2026-02-30T09:30Z', null],
    ['2026-02-30T09:30', null],
    ['2026-11-20T25:30', null],
    ['2026-11-20T09Z', null],
    ['2026-11-20', null],
    ['2026-11-20T09:30Z[Europe/Berlin]', null],
    ['x2026-11-20T09:30Z', null],
    ['', null],
  ])('%s is %s', (text, expected) => expect(at(text)).toBe(expected));
});
