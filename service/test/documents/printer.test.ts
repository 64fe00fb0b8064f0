// A document is evidence: the same data must be the same file on every machine and day, readable by people, telephones and
// screen readers; and a document that cannot be drawn must not take the service with it.
import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { swissPayload } from '../../src/core/countries/ch/bill.ts';
import type { Block, Document } from '../../src/core/documents/document.ts';
import { epcPayload } from '../../src/core/payment-code/epc.ts';
import { code128 } from '../../src/documents/codes.ts';
import { type Asker, createPrinter, NotPrinted, PrinterBusy } from '../../src/documents/printer.ts';
import { createMetrics } from '../../src/observe/metrics.ts';
import { canLook, fontsOf, infoOf, lastCodeOf, picturesOf, qrOn, textOf } from '../support/pages.ts';

// Finding a code on a picture takes seconds where many tests share few processors.
vi.setConfig({ testTimeout: 120_000 });

const usual = { metrics: createMetrics(), waitLimitMs: 60_000 };
const printer = createPrinter({ ...usual, queueLimit: 8, timeLimitMs: 30_000 });
afterAll(() => printer.close());

const longName = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenx';
const paper = (...blocks: Block[]): Document => ({
  title: 'Probe',
  languageTag: 'de',
  madeAt: Date.UTC(2026, 10, 20, 9, 30),
  foot: 'Lampenladen Berlin · Unter den Linden 1 · 10117 Berlin',
  pageOf: 'Seite {page} von {pages}',
  blocks,
});
const table = (rows: number): Block => ({
  kind: 'table',
  columns: [
    { title: 'Nr.', width: 1, align: 'right' },
    { title: 'Bezeichnung', width: 5 },
    { title: 'Betrag', width: 2, align: 'right' },
  ],
  rows: Array.from({ length: rows }, (_, index) => [`${index + 1}.`, `${longName} ${index + 1}`, '10.000.000,00']),
  totals: [['', 'Summe', '99.999.999,99']],
});
const swissBill = {
  kind: 'swissBill',
  language: 'DE',
  account: 'CH4431999123000889012',
  creditor: {
    name: 'Bergladen Zürich',
    street: 'Bahnhofstrasse',
    houseNumber: '1',
    postalCode: '8001',
    place: 'Zürich',
    country: 'CH',
  },
  debtor: { name: 'Zoë Müller-Größ', street: 'Rue du Lac', houseNumber: '12b', postalCode: '2501', place: 'Biel', country: 'CH' },
  currency: 'CHF',
  amountMinor: 1n,
  reference: '210000000003139471430009017',
  message: 'Rechnung 1',
} as const;

describe('the same document', () => {
  it('is the same file, also from another thread, and its bytes hold no moment but its own', async () => {
    const document = paper({ kind: 'heading', level: 1, text: 'Rechnung' }, table(40), swissBill);
    const other = createPrinter({ ...usual, queueLimit: 1, timeLimitMs: 30_000 });
    const [first, second] = await Promise.all([printer.print(document), other.print(document)]);
    await other.close();
    expect(hashOf(first)).toBe(hashOf(second));
    expect(Buffer.from(first).toString('latin1')).toContain('(D:20261120093000Z)');
    expect(Buffer.from(first).toString('latin1')).not.toContain('FlateDecode');
  });

  it('in other words is another file', async () => {
    const [one, two] = await Promise.all(['1', '2'].map((text) => printer.print(paper({ kind: 'paragraph', text }))));
    expect(hashOf(one)).not.toBe(hashOf(two));
  });
});

const hashOf = (bytes: Uint8Array | undefined): string =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');

describe.skipIf(!canLook)('on paper', () => {
  it('fonts are embedded, the language and title are told, the structure is tagged', async () => {
    const bytes = await printer.print(paper({ kind: 'heading', level: 1, text: 'Rechnung' }, table(2), swissBill));
    expect(fontsOf(bytes).length).toBeGreaterThan(1);
    expect(fontsOf(bytes).every((line) => /LiberationSans/.test(line) && / yes yes yes /.test(line))).toBe(true);
    expect(infoOf(bytes)).toMatchObject({ Title: 'Probe', Tagged: 'yes', 'Page size': expect.stringContaining('A4') as string });
    expect(Buffer.from(bytes).toString('latin1')).toMatch(/\/Lang \(de\)/);
  });

  it('a table of many rows breaks between rows, repeats its head, keeps its sum with a row, and numbers its pages', async () => {
    for (const rows of [1, 53, 54, 120]) {
      const pages = textOf(await printer.print(paper({ kind: 'heading', level: 1, text: 'Plan' }, table(rows))));
      expect(pages.every((page) => page.includes('Bezeichnung'))).toBe(true);
      expect(pages.at(-1)).toMatch(new RegExp(`${rows}\\.[\\s\\S]*Summe`));
      const numbered = pages.join('').match(/^\s*\d+\.(?=\s)/gm) ?? [];
      expect(numbered.map(Number)).toEqual(Array.from({ length: rows }, (_, index) => index + 1));
      expect(pages.every((page, index) => page.includes(`Seite ${index + 1} von ${pages.length}`))).toBe(true);
    }
  });

  it('letters of all our languages are there, what no font has is a question mark', async () => {
    const text = 'Ærø Ångström Öç ß é ë ï ñ Ł € § „“ – … 😀';
    const [page] = textOf(
      await printer.print(paper({ kind: 'paragraph', text }, { kind: 'paragraph', text: longName.repeat(5) })),
    );
    expect(page).toContain('Ærø Ångström Öç ß é ë ï ñ Ł € § „“ – … ?');
    expect(page?.replace(/\s/g, '')).toContain(longName.repeat(5));
  });

  it('signs without a width are left out, and do not part words', async () => {
    const text = 'Donau\u00addampf\u200bschiff\u2060fahrt\u202a \ufeffaus\tLinz';
    const [page] = textOf(await printer.print(paper({ kind: 'paragraph', text })));
    expect(page).toContain('Donaudampfschifffahrt aus Linz');
  });

  it('an address is on lines of its own, each of which leads to all of it, and is tagged as a link', async () => {
    const link = `https://pay.example/api/decisions/01981a2b-3c4d-7e5f-8a9b-0c1d2e3f4a5b.${'aB3_'.repeat(40)}`;
    const rows = [['Widerruf', 'Erklärung hier:', link]] as const;
    const bytes = await printer.print(paper({ kind: 'paragraph', text: 'Fragen Sie hier:', link }, { kind: 'facts', rows }));
    const [page = ''] = textOf(bytes);
    const source = Buffer.from(bytes).toString('latin1');
    const lines = page.split('\n').filter((line) => /aB3_|https:/.test(line));
    expect(page).toMatch(/Fragen Sie hier:\n\s*https:/);
    expect(page.replace(/\s/g, '').split(link)).toHaveLength(3);
    expect(source.split(`/URI (${link})`)).toHaveLength(lines.length + 1);
    expect(source.split('/S /Link')).toHaveLength(3);
    expect(infoOf(bytes)['Tagged']).toBe('yes');
  });

  it('a SEPA code reads back from the page as it was meant, however full it is', async () => {
    const full = { name: 'Ü'.repeat(70), iban: 'DE89370400440532013000', currency: 'EUR', text: 'x'.repeat(120) };
    for (const transfer of [
      { ...full, amountMinor: 1n },
      { ...full, name: 'Kotivalo', text: '', reference: 'RF18539007547034', amountMinor: 1_000_000_000n },
    ]) {
      const told = epcPayload(transfer);
      const payload = 'payload' in told ? told.payload : '';
      const bytes = await printer.print(
        paper({ kind: 'payment', rows: [['IBAN', full.iban]], qr: { payload, caption: 'Scannen' } }),
      );
      expect(picturesOf(bytes).map((page) => qrOn(page))).toEqual([payload]);
    }
  });

  it('a Swiss QR-bill reads back as our own payload says it, in the three languages it is printed in', async () => {
    for (const language of ['DE', 'FR', 'EN'] as const) {
      for (const amountMinor of [1n, 1_000_000_000n]) {
        const bill = { ...swissBill, language, amountMinor };
        const code = lastCodeOf(await printer.print(paper({ kind: 'paragraph', text: 'Text' }, bill)), 0.65);
        const told = swissPayload(bill);
        expect(code).toBe('payload' in told ? told.payload : '');
      }
    }
  });

  it('the payment part gets a page of its own when the text reaches into its place', async () => {
    const pages = textOf(await printer.print(paper(table(38), swissBill)));
    expect(pages).toHaveLength(2);
    expect(pages[1]).toContain('Empfangsschein');
    expect(pages[1]).not.toContain('Seite');
  });
});

describe('bar codes', () => {
  it('are Code 128 in set C: eleven modules a sign, thirteen the last, the check sign by weights', () => {
    const widths = code128('402500046400013020006938000000069875672083435364110724');
    expect(widths.reduce((sum, width) => sum + width, 0)).toBe(29 * 11 + 13);
    expect(widths.slice(0, 6)).toEqual([2, 1, 1, 2, 3, 2]);
    // The worked example of the standard's textbooks: 12 34 after start C has the check value 82 = (105 + 12 + 2 × 34) mod 103.
    expect(code128('1234').slice(18, 24)).toEqual([1, 2, 1, 2, 4, 1]);
  });
});

describe('a thread in trouble', () => {
  const press = (program: string): URL =>
    new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';${program}`)}`);
  const answering = `parentPort.on('message', ({ id, document }) => {
    if (document.title === 'crash') process.exit(3);
    if (document.title === 'throw') throw new Error('secret of a person');
    if (document.title !== 'hang') parentPort.postMessage({ id, bytes: new Uint8Array([1]) });
  });
  parentPort.postMessage({ ready: true });`;
  const titled = (title: string): Document => ({ ...paper(), title });

  for (const title of ['crash', 'throw', 'hang']) {
    it(`that meets a ${title} loses that document alone, and tells nothing of it`, async () => {
      const troubled = createPrinter({ ...usual, queueLimit: 8, timeLimitMs: 1000, press: press(answering) });
      const asked = [titled('a'), titled(title), titled('b')].map((each) =>
        troubled.print(each).catch((error: unknown) => error),
      );
      const [first, lost, last] = await Promise.all(asked);
      expect([first, last]).toEqual([new Uint8Array([1]), new Uint8Array([1])]);
      expect(lost).toBeInstanceOf(NotPrinted);
      expect(String(lost)).not.toContain('secret');
      await troubled.close();
    });
  }

  it('that takes long to start, as on a machine that has just booted, takes nothing of the time of its document', async () => {
    const slowly = `await new Promise((started) => setTimeout(started, 4000)); ${answering}`;
    const booting = createPrinter({ ...usual, queueLimit: 1, timeLimitMs: 3000, press: press(slowly) });
    expect(await booting.print(titled('a'))).toEqual(new Uint8Array([1]));
    await booting.close();
  });

  it('that is to stop finishes what it draws, and tells all others at once to come back', async () => {
    const stopping = createPrinter({ ...usual, queueLimit: 10, timeLimitMs: 5000 });
    const asked = [1, 2, 3].map(() =>
      stopping.print(paper()).then(
        ({ length }) => length > 0,
        (error: unknown) => error,
      ),
    );
    stopping.stopTaking();
    expect(await Promise.all(asked.slice(1))).toEqual([expect.any(PrinterBusy), expect.any(PrinterBusy)]);
    expect(await asked[0]).toBe(true);
    await stopping.close();
  });

  it('has a bounded queue, and what waits at the end is refused', async () => {
    const slow = createPrinter({ ...usual, queueLimit: 2, timeLimitMs: 5000, press: press(answering) });
    const asked = ['hang', 'a', 'b', 'c'].map((title) => slow.print(titled(title)).catch((error: unknown) => error));
    expect(await asked[3]).toBeInstanceOf(PrinterBusy);
    await slow.close();
    expect((await Promise.all(asked)).map((each) => (each as Error).name)).toEqual([
      'PrinterBusy',
      'PrinterBusy',
      'PrinterBusy',
      'PrinterBusy',
    ]);
    await expect(slow.print(paper())).rejects.toBeInstanceOf(PrinterBusy);
  });

  describe('has a queue', () => {
    const asker = (merchantId: string, isGone = () => false): Asker => ({ merchantId, isGone });
    const of = (shop: string) => asker(shop);
    /** Draws nothing, and each document in the order in which the queue hands it out. */
    const asking = (limits: { readonly queueLimit: number; readonly waitLimitMs?: number }) => {
      const drawing = createPrinter({ ...usual, timeLimitMs: 5000, press: press(answering), ...limits });
      const drawn: string[] = [];
      const ask = (title: string, by: Asker): Promise<unknown> =>
        drawing.print(titled(title), by).then(
          () => drawn.push(title),
          (error: unknown) => error,
        );
      return { ask, drawn, close: () => drawing.close() };
    };

    it('in which merchants take turns, and one leaves room for the next', async () => {
      const { ask, drawn, close } = asking({ queueLimit: 10 });
      const many = Array.from({ length: 12 }, (_each, at) => ask(`a${at}`, of('a')));
      const few = [ask('b0', of('b')), ask('c0', of('c'))];
      const answers = await Promise.all([...many, ...few]);
      expect(answers.filter((each) => each instanceof PrinterBusy)).toHaveLength(3);
      expect(drawn).toEqual(['a0', 'b0', 'c0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8']);
      await close();
    });

    it('from which goes what waits for clients that have left', async () => {
      const { ask, drawn, close } = asking({ queueLimit: 10 });
      let left = false;
      const waiting = ['a', 'b', 'c'].map((title) => ask(title, title === 'b' ? asker('shop', () => left) : of('shop')));
      left = true;
      expect((await Promise.all(waiting))[1]).toBeInstanceOf(PrinterBusy);
      expect(drawn).toEqual(['a', 'c']);
      await close();
    });

    it('in which a document waits so long and no longer', async () => {
      const { ask, close } = asking({ queueLimit: 10, waitLimitMs: 20 });
      void ask('hang', of('a'));
      expect(await ask('late', of('b'))).toBeInstanceOf(PrinterBusy);
      await close();
    });
  });
});
