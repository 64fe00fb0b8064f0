// JSON text is read as JSON.parse reads it, but for a member that is there twice, and its strings may hold any sign.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/wire/json.ts';

const read = (text: string) => parseJson(Buffer.from(text));
/** Strings of what ends strings, opens objects and escapes. */
const awkward = fc
  .array(fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'a', 'ä', '\n', '\u2028'))
  .map((signs) => signs.join(''));

describe('the text of a body', () => {
  it('may hold anything in its strings', () => {
    const values = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        awkward,
        fc.integer(),
        fc.array(tie('value'), { maxLength: 4 }),
        fc
          .uniqueArray(awkward, { maxLength: 4, selector: (name) => name.toLowerCase() })
          .chain((names) =>
            fc
              .tuple(...names.map(() => tie('value')))
              .map((members) => Object.fromEntries(names.map((name, at) => [name, members[at]]))),
          ),
      ),
    })).value;
    fc.assert(
      fc.property(values, (value) => {
        expect(read(JSON.stringify(value))).toEqual({ value });
      }),
      { numRuns: 2000 },
    );
  });

  it('names no member twice, however it is written', () => {
    for (const text of [
      '{"a":1,"A":2}',
      '{"a":"\\\\","\\u0061":2}',
      '{"x":["\\"",{"b":"}","B":1}]}',
      '{"a":"{","b":"\\\\\\"","a":1}',
    ])
      expect(read(text)).toHaveProperty('fault', expect.stringContaining('is there twice'));
    expect(read('{"a":"\\\\","b":"\\"a"}')).toEqual({ value: { a: '\\', b: '"a' } });
  });

  it('holds objects of a thousand members, and none of more', () => {
    const membersOf = (count: number) => `[{}, {${Array.from({ length: count }, (_each, at) => `"a${at}":1`).join()}}]`;
    expect(read(membersOf(1000))).toHaveProperty('value');
    expect(read(membersOf(1001))).toEqual({ fault: expect.stringMatching(/^an object has more than 1000 members, at /) });
  });

  it('that breaks within a string is no JSON', () => {
    for (const text of ['{"a":"', '{"a":"\\"', '{"a":"\\\\\\"}', '"\\']) expect(read(text)).toHaveProperty('fault');
  });
});
