// A bank refuses a whole file for one character it does not take.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sepaText } from '../../src/core/bank-file/sepa-text.ts';
import { element, xmlOf } from '../../src/core/bank-file/xml.ts';

describe('text for SEPA', () => {
  it('keeps to the basic set and its length, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 140 }), (text, length) => {
        const sent = sepaText(text, length);
        expect(sent).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/);
        expect(sent.length).toBeLessThanOrEqual(length);
        expect(sent).not.toMatch(/^[ /]|[ /]$|\/\/| {2}/);
        expect(sepaText(sent, length)).toBe(sent);
      }),
    );
  });

  it.each([
    ['Lampenladen Müller & Söhne', 'Lampenladen Mueller + Soehne'],
    ['Björk Interiör', 'Bjoerk Interioer'],
    ['Fjord & Fjell Ålesund', 'Fjord + Fjell Aalesund'],
    ['Maison Lumière', 'Maison Lumiere'],
    ['Smørrebrød’s', "Smoerrebroed's"],
    ['Łódź Ďáblice', 'Lodz Dablice'],
    ['EUR-000017\nfor  May', 'EUR-000017 for May'],
    ['//Ref//1/', 'Ref/1'],
    ['東京', '..'],
    ['½ Preis', '. Preis'],
  ])('writes %j as %j', (text, sent) => expect(sepaText(text, 70)).toBe(sent));

  it('counts what a letter becomes, not the letter', () => expect(sepaText('ÄÄÄÄ', 5)).toBe('AeAeA'));
});

describe('XML', () => {
  it('cannot be broken out of, and leaves out what XML cannot hold', () => {
    const written = xmlOf(element('A', [element('B', `<&>"'\u0000\ud800\u0007x`, { c: '"<\'' }), undefined, element('D', '')]));
    expect(written).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<A>\n  <B c="&quot;&lt;&apos;">&lt;&amp;&gt;&quot;&apos;x</B>\n  <D></D>\n</A>\n',
    );
  });
});
