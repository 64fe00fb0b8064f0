// A bank refuses a whole file for one character it does not take.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sepaText } from '../../src/core/bank-file/sepa-text.ts';
import { element, xmlOf } from '../../src/core/bank-file/xml.ts';
import { parseXml } from '../support/bank-xml.ts';
import { camt } from '../support/camt.ts';
import { camtFaults } from '../support/camt-structure.ts';

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

// An own check of order and number of elements, no validation against the schema.
describe('the structure of camt.053', () => {
  const read = (...path: string[]): string => readFileSync(join(import.meta.dirname, '../../..', ...path), 'utf8');
  const example = read('examples', 'bank', 'statement.xml');
  const movement = { amount: '30', reference: '1234', texts: ['Danke'], name: 'Ada & Söhne', iban: 'DE89370400440532013000' };
  const built = (version: string): string =>
    camt(
      [
        [movement, { ...movement, debit: true, reversal: true, bankReference: 'B', endToEndId: 'E' }],
        [
          { amount: '60', parts: [movement, movement] },
          { amount: '5', batchOf: 3 },
          { amount: '9', debit: true, returnReason: 'AC04' },
        ],
      ],
      { version },
    );

  it.each([
    ['the example', example],
    ['a savings bank’s', read('service', 'test', 'vectors', 'camt-savings-bank.xml')],
    ['a QR bill’s', read('service', 'test', 'vectors', 'camt-qr-bill.xml')],
    ['a Nordic bank’s', read('service', 'test', 'vectors', 'camt-nordic.xml')],
    ['the tests’ own, 001.02', built('02')],
    ['the tests’ own, 001.08', built('08')],
  ])('is that of %s', (_whose, text) => expect(camtFaults(parseXml(text))).toEqual([]));

  it.each([
    ['Acct', (text: string) => text.replace(/<Acct>.*<\/Acct>/, '')],
    ['Bal', (text: string) => text.replace(/<Bal>.*<\/Bal>/, '')],
    ['Sts', (text: string) => text.replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')],
    ['Ntry', (text: string) => text.replace(/(<BookgDt>.*<\/BookgDt>)(<ValDt>.*<\/ValDt>)/, '$2$1')],
    ['Ntry', (text: string) => text.replace('</CdtDbtInd><Sts>', '</CdtDbtInd><CdtDbtInd>CRDT</CdtDbtInd><Sts>')],
    ['TxDtls', (text: string) => text.replace('<RmtInf>', '<RmtInf></RmtInf><RmtInf>')],
    ['Amt', (text: string) => text.replace('Ccy="EUR">60', 'Ccy="Euro">60')],
    ['Dbtr', (text: string) => text.replace('<Pty><Nm>Johanna Weber</Nm></Pty>', '<Nm>Johanna Weber</Nm>')],
  ])('is not that of one with another %s', (_what, change) => {
    expect(change(example)).not.toBe(example);
    expect(camtFaults(parseXml(change(example)))).not.toEqual([]);
  });
});
