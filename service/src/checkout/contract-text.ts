// What a shop shows of a contract: plain HTML in the buyer's language that needs nothing else, within 4096 characters. The
// whole contract is the PDF.
import { buyerOf } from '../core/checkout/contract-data.ts';
import type { MadeContract } from '../core/checkout/make-contract.ts';
import type { Checkout } from '../core/checkout/rows.ts';
import type { AccountTerms } from '../core/checkout/terms.ts';
import type { Writing } from '../core/documents/format.ts';
import type { Merchant } from '../core/merchant.ts';
import { amountIn, percentIn } from '../core/texts/amounts.ts';
import type { CheckoutPhraseId } from '../core/texts/en/checkout.ts';
import { fill } from '../core/texts/fill.ts';
import { monthlyDueText } from '../core/texts/monthly-due.ts';
import { type Language, texts } from '../core/texts/texts.ts';

export const maxContent = 4096;

export interface Telling {
  readonly made: MadeContract;
  readonly checkout: Checkout;
  readonly merchant: Merchant;
  readonly language: Language;
  readonly withdrawalDays: number;
}

type Row = readonly [label: CheckoutPhraseId, value: string];

/** The contract on the way of paying itself. */
export function contractContent(telling: Telling): string {
  const { made, language, withdrawalDays } = telling;
  const { contract, agreed } = made;
  const phrases = texts[language].checkout;
  const isCompany = buyerOf(telling.checkout).category === 'Company';
  const title = agreed.plan
    ? phrases.installmentContract
    : agreed.terms.account
      ? phrases.accountContract
      : phrases.invoiceContract;
  return page(
    title,
    [...partiesOf(telling, contract.number), ...costsOf(telling)],
    telling,
    isCompany ? [] : [fill(phrases.withdrawal, { days: withdrawalDays })],
  );
}

/** The mandate for direct debit. */
export function mandateContent(telling: Telling, bankAccount: string, mandateNumber: string): string {
  const { merchant, language, checkout } = telling;
  const { payee } = merchant.contract;
  const phrases = texts[language].checkout;
  const rows: Row[] = [
    ['mandateReference', mandateNumber],
    ['creditor', payee.name],
    ['creditorId', payee.sepaCreditorId ?? ''],
    ['accountHolder', shortened(buyerOf(checkout).name)],
    ['account', masked(bankAccount)],
  ];
  return page(phrases.mandate, rows, telling, [fill(phrases.mandateText, { creditor: payee.name })]);
}

function partiesOf({ merchant, checkout }: Telling, number: string): Row[] {
  const { payee } = merchant.contract;
  return [
    ['contractNumber', number],
    ['creditor', payee.name],
    ...(payee.name === merchant.name ? [] : [['shop', merchant.name] as const]),
    ['buyer', shortened(buyerOf(checkout).name)],
  ];
}

function costsOf({ made, merchant, language }: Telling): Row[] {
  const { contract, agreed } = made;
  const amount = (minor: bigint): string => amountIn(language, minor, contract.currency, merchant.country);
  const phrases = texts[language].checkout;
  if (agreed.plan) return planRows(agreed.plan, amount, { language, country: merchant.country });
  const { account } = agreed.terms;
  if (account) {
    return [
      ['creditAmount', amount(contract.amountMinor)],
      ['nominalRate', percentIn(language, (account.interestRateBps / 100).toFixed(2), merchant.country)],
      ['minimumPayment', minimumOf(account, amount, { language, country: merchant.country })],
      ...fees(account, amount),
    ];
  }
  const { invoiceDays, consolidatedInvoiceDays } = merchant.contract;
  const due =
    contract.paymentType === 'Consolidatedinvoice'
      ? monthlyDueText(language, consolidatedInvoiceDays)
      : fill(phrases.dueInDays, { days: agreed.terms.daysUntilDue ?? invoiceDays });
  return [
    ['totalAmount', amount(contract.amountMinor)],
    ['dueIn', due],
  ];
}

type Amount = (minor: bigint) => string;

/** A part of what is owed, or an amount, the larger of the two: as the agreement says it. */
function minimumOf(
  { minimumPaymentMinor, minimumPaymentBps }: Pick<AccountTerms, 'minimumPaymentMinor' | 'minimumPaymentBps'>,
  amount: Amount,
  { language, country }: Writing,
): string {
  const least = amount(minimumPaymentMinor);
  if (minimumPaymentBps === 0) return least;
  const share = percentIn(language, (minimumPaymentBps / 100).toFixed(2), country);
  const { minimumBoth, minimumShare } = texts[language].contract;
  return fill(minimumPaymentMinor > 0n ? minimumBoth : minimumShare, { share, least });
}

function planRows(plan: NonNullable<MadeContract['agreed']['plan']>, amount: Amount, { language, country }: Writing): Row[] {
  const { terms, installmentMinor, firstInstallmentMinor, lastInstallmentMinor } = plan;
  return [
    ['creditAmount', amount(plan.basketMinor)],
    ['installmentCount', String(terms.numberOfInstallments)],
    ['monthlyInstallment', amount(installmentMinor)],
    ...(firstInstallmentMinor === installmentMinor ? [] : [['firstInstallment', amount(firstInstallmentMinor)] as const]),
    ...(lastInstallmentMinor === installmentMinor ? [] : [['lastInstallment', amount(lastInstallmentMinor)] as const]),
    ['nominalRate', percentIn(language, (terms.interestRateBps / 100).toFixed(2), country)],
    ['annualRate', percentIn(language, plan.effectiveAnnualPercentageRate, country)],
    ...fees(terms, amount),
    ['totalAmount', amount(plan.totalMinor)],
  ];
}

function fees(terms: { startupFeeMinor: bigint; monthlyFeeMinor: bigint }, amount: Amount): Row[] {
  return [
    ...(terms.startupFeeMinor > 0n ? [['startupFee', amount(terms.startupFeeMinor)] as const] : []),
    ...(terms.monthlyFeeMinor > 0n ? [['monthlyFee', amount(terms.monthlyFeeMinor)] as const] : []),
  ];
}

function page(title: string, rows: readonly Row[], { language }: Telling, paragraphs: readonly string[]): string {
  const phrases = texts[language].checkout;
  const lines = rows.map(
    ([label, value]) => `<tr><th scope="row" align="left">${escaped(phrases[label])}</th><td>${escaped(value)}</td></tr>`,
  );
  const words = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`);
  const html = `<div lang="${texts[language].writing.tag}"><h3>${escaped(title)}</h3><table>${lines.join('')}</table>${words.join('')}</div>`;
  // Half a contract would be none: what could make it too long is cut where it comes in.
  if (html.length > maxContent) throw new Error('a contract that is longer than its place');
  return html;
}

/** The last four stay to be recognised by. */
function masked(account: string): string {
  const compact = account.replace(/\s/g, '').toUpperCase();
  return `${compact.slice(0, 2)}•••• ${compact.slice(-4)}`;
}

const shortened = (name: string): string => (name.length > 100 ? `${Array.from(name).slice(0, 99).join('')}…` : name);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (plain: string): string => plain.replace(/[&<>"']/g, (character) => entities[character] ?? '');
