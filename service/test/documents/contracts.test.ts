// A contract is what a consumer can hold us to: everything the law wants said is there, in the buyer's language, with the
// numbers of the credit and none other; a company is not shown what is for consumers.
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insert } from '../../src/core/changes.ts';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { contentOf, contentText, documentRow } from '../../src/core/documents/content.ts';
import type { ContractData, CreditData } from '../../src/core/documents/contract.ts';
import { contractPages } from '../../src/core/documents/contract-pages.ts';
import { amountText, dayText, maskedIban, percentText } from '../../src/core/documents/format.ts';
import { languages, texts } from '../../src/core/texts/texts.ts';
import { draw } from '../../src/documents/draw.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { canLook, lastCodeOf, textOf } from '../support/pages.ts';

// Finding a code on a picture takes seconds where many tests share few processors.
vi.setConfig({ testTimeout: 120_000 });

const months = 36;
const credit: CreditData = {
  type: 'Installment',
  title: '36',
  amountMinor: 1_000_000_000n,
  totalMinor: 1_123_560_000n,
  nominalRate: '9.90',
  annualPercentageRate: '10.4',
  startupFeeMinor: 0n,
  monthlyFeeMinor: 1n,
  lateInterestRate: '12.50',
  lateRule: 'halfYears',
  reminderFeeMinor: 3_800n,
  withdrawalDays: 14,
  installments: Array.from({ length: months }, (_, index) => ({
    number: index + 1,
    dueOn: `20${27 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-28`,
    amountMinor: 31_210_000n,
    principalMinor: 27_777_777n,
    interestMinor: 3_432_222n,
    feeMinor: 1n,
    balanceMinor: BigInt(months - 1 - index) * 27_777_777n,
  })),
};
const payee = {
  name: 'Kreditor & Sønn',
  address: { street: 'Bahnhofstrasse 10', postalCode: '8001', postalPlace: 'Zürich', countryCode: 'CH' as CountryCode },
  ibans: { EUR: 'DE89370400440532013000' },
  bic: null,
  qrIban: 'CH4431999123000889012',
  bankgiro: null,
  kontonummer: null,
  fikCreditorNumber: null,
  sepaCreditorId: null,
};
const contract: ContractData = {
  kind: 'Contract',
  number: '00000000000001',
  language: 'DE',
  country: 'DE',
  currency: 'EUR',
  madeAt: Date.UTC(2026, 10, 20, 9),
  madeOn: '2026-11-20',
  creditor: {
    name: 'Kreditor & Sønn',
    organisationNumber: 'HRB 1',
    addressLines: ['Torstraße 100', '10119 Berlin'],
    email: 'post@kreditor.example',
    phone: null,
    website: null,
  },
  shop: {
    name: 'Lampenladen',
    organisationNumber: null,
    addressLines: ['Gasse 1', '10115 Berlin'],
    email: null,
    phone: null,
    website: null,
  },
  buyer: {
    category: 'Person',
    name: 'Zoë Ångström-Größe',
    addressLines: ['Hauptstraße 12', '10827 Berlin'],
    email: 'z@example.org',
    birthDate: '1984-12-08',
    customerNumber: '4711',
  },
  purchase: {
    orderNumber: 'O-1',
    items: Array.from({ length: 40 }, (_, index) => `${'Donaudampfschifffahrtsgesellschaftskapitänsmützenx'} ${index}`),
    cashPriceMinor: 1_000_000_000n,
  },
  credit,
  directDebit: {
    reference: 'M-4711',
    creditorId: 'DE98ZZZ09999999999',
    accountHolder: 'Zoë Ångström-Größe',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    recurrent: true,
  },
  payment: null,
};
const plain = (text: string): string => text.replace(/\s+/g, ' ');

describe.skipIf(!canLook)('a contract on paper', () => {
  for (const language of languages) {
    it(`in ${language} has the rows of Annex I in its order on one page, equally prominent, and nothing between`, () => {
      const words = texts[language].contract;
      const { blocks } = contractPages({ ...contract, language });
      const first = blocks.slice(
        0,
        blocks.findIndex(({ kind }) => kind === 'break'),
      );
      const rows = first.flatMap((block) => (block.kind === 'facts' && block.ruled ? block.rows.map(([label]) => label) : []));
      const { creditor, intermediary, amount, duration, nominalRate, apr, total, goods, cashPrice, late } = words;
      const partOne = [creditor, intermediary, amount, duration, nominalRate, apr, total, goods, cashPrice, late];
      const partTwo = [words.payments, words.allocation, words.warningTitle, words.withdrawal, words.early, words.contact];
      expect(rows).toEqual([...partOne, ...partTwo]);
      // Nothing comes before them, and what Annex I wants said beside an amount is beside it.
      expect(first.slice(0, 3)).toMatchObject([{ kind: 'heading' }, { kind: 'heading' }, { kind: 'facts', ruled: true }]);
      const said = first.flatMap((block) => (block.kind === 'facts' ? block.rows : []));
      for (const [label, text] of [
        [amount, words.amountMeans],
        [apr, words.aprMeans],
        [total, words.totalMeans],
      ] as const)
        expect(said.find(([name]) => name === label)?.[1]).toContain(text);
    });

    it(`in ${language} has what matters most on its first page, and everything else in its order`, async () => {
      const words = texts[language].contract;
      const writing = { language, country: 'DE' as const };
      const bytes = await draw(contractPages({ ...contract, language }));
      if (process.env['KEEP_PAGES']) writeFileSync(`${process.env['KEEP_PAGES']}/${language}.pdf`, bytes);
      const pages = textOf(bytes).map(plain);
      const all = pages.join(' ');
      const first = pages[0] ?? '';
      for (const key of [
        'form',
        'amount',
        'duration',
        'nominalRate',
        'apr',
        'total',
        'cashPrice',
        'withdrawal',
        'warning',
      ] as const) {
        expect(first, key).toContain(plain(words[key]).slice(0, 30));
      }
      expect(first).toContain(plain(amountText(1_123_560_000n, writing)));
      expect(first).toContain(plain(percentText('10.4', writing)));
      // Late costs in a number, with how it moves.
      expect(first).toContain(plain(percentText('12.50', writing)));
      expect(first).toContain(plain(words.lateHalfYears).slice(0, 30));
      const parts = [
        words.keyFacts,
        words.part1,
        words.part2,
        words.part3,
        words.part4,
        words.part5,
        `${words.schedule} (EUR)`,
        words.modelForm,
        words.mandate,
      ];
      const places = parts.map((part) => all.indexOf(plain(part).slice(0, 24)));
      expect(
        places.every((place, index) => place > (places[index - 1] ?? -1)),
        places.join(),
      ).toBe(true);
      for (const { dueOn } of credit.installments) expect(all).toContain(dayText(dueOn, writing));
      expect(all).toContain(maskedIban('DE89370400440532013000'));
      expect(all).not.toContain('0532 0130');
      expect(all).not.toMatch(/\{\w+\}|undefined|\bnull\b|\?/);
      expect(pages.length).toBeLessThanOrEqual(8);
    });
  }

  it('tells how to reach the creditor, who supervises it, where to complain, and an example of the APR', async () => {
    const told = {
      organisationNumber: 'HRB 77',
      vatNumber: 'DE123456789',
      phone: '+49 30 1',
      website: 'https://k.example',
      supervisoryAuthority: 'BaFin, Bonn',
    };
    const creditor = { ...contract.creditor, ...told };
    const form = plain(
      textOf(await draw(contractPages({ ...contract, creditor })))
        .slice(0, 4)
        .join(' '),
    );
    for (const value of Object.values(told)) expect(form).toContain(value);
    expect(form).toContain('Schlichtungsstelle bei der Deutschen Bundesbank');
    expect(form).toMatch(/Beispiel: 10\.000\.000,00 EUR zu 9,90 % pro Jahr/);
    expect(form).toMatch(/insgesamt 11\.235\.600,00 EUR/);
  });

  it.each(languages)(
    'for an account in %s has the key information on one page, and breaks no other that is next to empty',
    async (language) => {
      const account = {
        minimumPaymentBps: 500,
        minimumPaymentMinor: 1_000_000n,
        paymentDays: 14,
        firstStatementOn: '2026-12-01',
        payoutFees: true as const,
        allDue: { lateDays: 42, shareBps: 1_000, payments: 2, noticeDays: 28, fromArrival: true },
      };
      const { lateRule: _none, ...common } = credit;
      const open: CreditData = { ...common, type: 'Account', installments: [], lateInterestRate: null, account };
      const purchase = { orderNumber: null, items: [], cashPriceMinor: null };
      const bytes = await draw(contractPages({ ...contract, language, purchase, directDebit: null, credit: open }));
      if (process.env['KEEP_PAGES']) writeFileSync(`${process.env['KEEP_PAGES']}/account-${language}.pdf`, bytes);
      const pages = textOf(bytes).map(plain);
      const words = texts[language].contract;
      for (const text of [words.late, words.payments, words.warning]) expect(pages[0]).toContain(plain(text).slice(0, 30));
      expect(pages[1]).toContain(words.part1);
      const [all, shortest] = [pages.join(' '), Math.min(...pages.map((page) => page.length))];
      for (const text of [words.drawdownAccount, words.monthlyFeeAccount, words.payoutFee, words.allDue, words.allDueArrival])
        expect(all).toContain(plain(text).slice(0, 20));
      expect(all).not.toMatch(/\{\w+\}|undefined|\bnull\b/);
      expect([pages.length, shortest > 600]).toEqual([6, true]);
    },
  );

  it('for an account says what its rate assumes, and speaks of no schedule that is not there', async () => {
    const open = { ...credit, type: 'Account' as const, installments: [], assumedMinor: 150_000n };
    const all = plain(textOf(await draw(contractPages({ ...contract, language: 'EN', credit: open }))).join(' '));
    expect(all).toContain('The APR assumes that EUR 1,500.00 is drawn at once');
    expect(all).not.toContain('schedule in this document');
  });

  it('writes days as each country does, whatever they share a language with', () => {
    const written = (['FR', 'NL'] as const).map((language) =>
      (['CH', 'BE', 'NL'] as const).map((country) => dayText('2027-03-01', { language, country })),
    );
    expect(written).toEqual([
      ['01.03.2027', '01/03/2027', '01/03/2027'],
      ['01-03-2027', '01/03/2027', '01-03-2027'],
    ]);
  });

  it('with a company has no consumer form, no withdrawal and no APR', async () => {
    const all = textOf(await draw(contractPages({ ...contract, buyer: { ...contract.buyer, category: 'Company' } }))).join(' ');
    const { form, withdrawalTitle, modelForm, apr } = texts.DE.contract;
    for (const text of [form, withdrawalTitle, modelForm, apr]) expect(all).not.toContain(text);
    expect(all).toContain(texts.DE.contract.schedule);
  });

  it('in Switzerland ends in a QR-bill, in euro in a SEPA code, and both read back', async () => {
    const base = { payee, dueOn: '2027-01-28', amountMinor: 31_210_000n, debtor: null };
    const swiss = contractPages({
      ...contract,
      country: 'CH',
      currency: 'CHF',
      directDebit: null,
      payment: { ...base, reference: '210000000003139471430009017' },
    });
    const euro = contractPages({ ...contract, directDebit: null, payment: { ...base, reference: 'RF18539007547034' } });
    const drawn = await Promise.all([swiss, euro].map(draw));
    const codes = drawn.map((bytes, index) => lastCodeOf(bytes, index === 0 ? 0.65 : 0));
    expect(codes[0]?.split('\n').slice(0, 4)).toEqual(['SPC', '0200', '1', 'CH4431999123000889012']);
    expect(codes[0]).toContain('312100.00\nCHF');
    expect(codes[1]).toBe('BCD\n002\n1\nSCT\n\nKreditor & Sønn\nDE89370400440532013000\nEUR312100.00\n\nRF18539007547034');
  });
});

describe('kept data', () => {
  it('comes back as it was, money as bigint', () => {
    expect(contentOf(contentText(contract))).toEqual(contract);
    const sly = { ...contract, number: '{"minor":"1"}' };
    expect(contentOf(contentText(sly))).toEqual(sly);
  });
});

describe('a contract in the archive', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('is drawn when it is first asked for, kept with its hash, and gone once its person is erased', async () => {
    const [merchant] = await app.query(`select id from merchants where country = 'DE'`);
    const id = '00000000-0000-7000-8000-0000000000c1';
    const row = documentRow(id, contract, null);
    await app.deps.book.submit({
      merchantId: String(merchant?.['id']),
      actor: 'test',
      operation: 'createContract',
      requestId: '',
      needs: {},
      decide: () => ({ answer: '', changes: [insert('documents', row)], events: [] }),
    });
    const fetch = () => app.app.inject({ url: `/documents/${id}.pdf`, headers: { 'x-auth-key': 'sandbox-de' } });
    const [first, second] = [await fetch(), await fetch()];
    expect([first.statusCode, first.headers['content-disposition']]).toEqual([
      200,
      'inline; filename="contract-00000000000001.pdf"',
    ]);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    await app.query('update documents set content = null, bytes = null where id = $1', id);
    expect((await fetch()).statusCode).toBe(404);
  });
});
