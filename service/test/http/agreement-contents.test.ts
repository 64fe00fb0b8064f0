// What an agreement of a consumer has to contain (Directive (EU) 2023/2225 art. 21(1)(a) to (x)), item by item on the pages that a
// buyer gets: for an invoice, a plan and an account each is there, or is said not to apply.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countries } from '../../src/core/countries/countries.ts';
import { texts } from '../../src/core/texts/texts.ts';
import { authorizeBody, beginAt, item, keyOf, startApp, type TestApp } from '../support/app.ts';
import { canLook, textOf } from '../support/pages.ts';

let app: TestApp;
const pages: Record<'invoice' | 'plan' | 'account', string> = { invoice: '', plan: '', account: '' };
const shown: Partial<Record<Product, string>> = {};
type Product = keyof typeof pages;

const directDebit = { bankAccount: 'DE89 3704 0044 0532 0130 00' };
const payments: Readonly<Record<Product, object>> = {
  invoice: { type: 'Invoice' },
  plan: { type: 'Installment', installment: { profileNo: 4 }, directDebit },
  account: { type: 'Account', account: { profileNo: 1 } },
};

beforeAll(async () => {
  app = await startApp();
  await beginAt(app, 'DE', '2026-11-24T10:00:00Z');
  const key = { key: keyOf('DE') };
  for (const [product, paymentInfo] of Object.entries(payments) as [Product, object][]) {
    const { customer, order } = authorizeBody('DE', { items: [item('DE', 'LAMP', 40_000)] });
    const methods = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer, order }, key);
    const contract = `/api/v3/checkout/${String(methods.body['checkoutId'])}/contract`;
    const made = await app.ask('POST', contract, { paymentInfo }, key);
    expect(made.status, made.text).toBe(200);
    shown[product] = JSON.stringify(made.body['contractList']);
    const url = new URL(String(made.body['contractUrl'])).pathname;
    const { rawPayload } = await app.app.inject({ method: 'GET', url });
    const all = canLook ? textOf(rawPayload) : [];
    // Not the form before it, and not the notice of withdrawal after it.
    const first = all.findIndex((page) => page.includes(texts.DE.contract.parties));
    const last = all.findIndex((page) => page.includes(texts.DE.contract.modelForm));
    pages[product] = all.slice(first, last).join(' ').replace(/\s+/g, ' ');
  }
}, 120_000);
afterAll(() => app.stop());

const words = texts.DE.contract;
const { law } = countries.DE;

/** What an item looks like on the pages: a label, and how what it says begins. */
type Shown = readonly [label: string, text: string];
const same = (...shown: Shown): Readonly<Record<Product, Shown>> => ({ invoice: shown, plan: shown, account: shown });

const contents: readonly (readonly [article: string, shown: Readonly<Record<Product, Shown>>])[] = [
  [
    'a',
    {
      invoice: [words.creditType, words.deferredPayment],
      plan: [words.creditType, words.instalmentCredit],
      account: [words.creditType, words.openCredit],
    },
  ],
  ['b creditor', same(words.creditor, 'Lampenladen Berlin')],
  ['b address', same(words.formAddress, 'Torstraße 100')],
  ['b telephone', same(words.phone, '+49')],
  ['b e-mail', same(words.email, '@')],
  ['b buyer', same(words.buyer, 'Hauptstraße 12')],
  ['c', same(words.amount, '400,00 EUR')],
  ['c drawdown', same(words.drawdown, words.drawdownText)],
  [
    'd',
    {
      invoice: [words.duration, '2026'],
      plan: [words.duration, '12 Monate'],
      account: [words.duration, words.openEnd],
    },
  ],
  ['e', same(words.goods, '1 ×')],
  ['e price', same(words.cashPrice, '400,00 EUR')],
  ['f', same(words.nominalRate, words.rateConditions)],
  ['g', same(words.apr, '%')],
  ['g total', same(words.total, 'EUR')],
  [
    'g assumptions',
    {
      invoice: [words.apr, words.aprBasis],
      plan: [words.apr, words.aprBasis],
      account: [words.apr, 'Das Konto hat'],
    },
  ],
  [
    'h',
    {
      invoice: [words.payments, '400,00 EUR'],
      plan: [words.payments, '12 monatliche'],
      account: [words.payments, 'Jeden Monat verlangt'],
    },
  ],
  ['h order', same(words.allocation, words.allocationText)],
  [
    'h order of what is late',
    {
      invoice: [words.allocation, words.allocationLate],
      plan: [words.allocation, words.allocationLate],
      account: [words.allocation, words.allocationText],
    },
  ],
  [
    'i',
    {
      invoice: [words.amortisation, words.notApplicable],
      plan: [words.amortisation, words.amortisationText],
      account: [words.amortisation, words.notApplicable],
    },
  ],
  ['j', same(words.interestOnly, words.notApplicable)],
  ['k', same(words.startupFee, 'EUR')],
  [
    'k each payment',
    {
      invoice: [words.monthlyFee, 'EUR'],
      plan: [words.monthlyFee, 'EUR'],
      account: ['Monatsgebühr,', 'EUR'],
    },
  ],
  ['k, n', same(words.otherCosts, words.chargesFixed)],
  [
    'l',
    {
      invoice: [words.late, '6,52 %'],
      plan: [words.late, '6,52 %'],
      account: [words.late, 'Bei verspäteter'],
    },
  ],
  [
    'l adjustment',
    {
      invoice: [words.late, words.lateHalfYears],
      plan: [words.late, words.lateHalfYears],
      account: [words.late, 'kein anderer Zins.'],
    },
  ],
  ['m', same(words.warningTitle, words.lateWarning)],
  ['o', same(words.sureties, words.noSureties)],
  ['p', same(words.withdrawal, 'Ja, innerhalb von 14 Kalendertagen')],
  [
    'p interest of a day',
    {
      invoice: [words.withdrawal, '0,0000 EUR'],
      plan: [words.withdrawal, '0,0866 EUR'],
      account: [words.withdrawal, 'EUR'],
    },
  ],
  ['p notice', same(words.withdrawal, 'Erklärung durch Brief oder E-Mail')],
  ['q', same(words.medium, words.mediumText)],
  ['r', same(words.linked, words.linkedText)],
  ['s', same(words.early, words.earlyText)],
  ['s procedure', same(words.early, words.earlyHow)],
  [
    't',
    {
      invoice: [words.termination, words.terminationFixed],
      plan: [words.termination, words.terminationFixed],
      account: [words.termination, words.terminationOpen],
    },
  ],
  ['u', same(words.complaints, words.complaintsText)],
  ['u body', same(words.complaints, 'Schlichtungsstelle bei der Deutschen Bundesbank')],
  ['v', same(words.binding, words.binding)],
  ['w', same(words.supervision, 'Bundesanstalt für Finanzdienstleistungsaufsicht')],
  ['x', same(words.debtAdvice, law.debtAdvice.text)],
];

describe.skipIf(!canLook)('an agreement', () => {
  it.each(contents)('says 21(1)(%s)', (_, shown) => {
    for (const product of Object.keys(payments) as Product[]) {
      const [label, text] = shown[product];
      // Label and text are set side by side, so that each may break where its column ends.
      for (const part of [label, text]) expect(pages[product], product).toContain(part.replace(/\s+/g, ' ').slice(0, 18));
    }
  });
});

it('what a shop shows of an account’s agreement names the share of what is owed that is paid, too', () => {
  expect(shown.account).toMatch(/5,00\s% der noch nicht überfälligen Schuld, mindestens aber 10,00\s€/);
});
