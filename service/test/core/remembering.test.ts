// What is remembered is what the function returns, never more of it than is allowed, and never something for another text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Recent, remembering, rememberingIn } from '../../src/core/remembering.ts';

describe('remembered results', () => {
  it('are those of the function, asked again only for a text that was not among the last', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 12 }).map(String)), fc.integer({ min: 1, max: 5 }), (texts, most) => {
        const asked: string[] = [];
        const doubled = remembering(most, (text) => {
          asked.push(text);
          return text + text;
        });
        for (const [place, text] of texts.entries()) {
          const before = asked.length;
          expect(doubled(text)).toBe(text + text);
          const last = new Set(texts.slice(texts.lastIndexOf(text, place - 1), place));
          if (place > 0 && texts.slice(0, place).includes(text) && last.size <= most) expect(asked.length).toBe(before);
        }
      }),
    );
  });

  it('are forgotten again: no more than twice as many are kept', () => {
    const results = new Recent<number>(3);
    let made = 0;
    const make = () => (made += 1);
    for (let text = 0; text < 1000; text += 1) results.of(String(text), make);
    for (let text = 0; text < 1000; text += 1) results.of(String(text), make);
    expect(made).toBe(2000);
    for (const text of ['997', '998', '999']) results.of(text, make);
    expect(made).toBe(2000);
  });

  it('of one country are not those of another', () => {
    const written = rememberingIn(2, (text, country) => `${country} ${text}`);
    expect([written('1010', 'AT'), written('1010', 'CH'), written('1010', 'AT')]).toEqual(['AT 1010', 'CH 1010', 'AT 1010']);
  });
});
