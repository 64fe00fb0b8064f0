// What the pages of a contract have in common: the pen they are written with, and what several of them say of the credit.
import { isLatePaidLast } from '../law/late-interest.ts';
import type { ContractWords } from '../texts/en/contract.ts';
import { fill } from '../texts/fill.ts';
import type { AccountClauses, ContractData, CreditData, CreditorParty } from './contract.ts';
import type { Block, FactRow } from './document.ts';
import { percentText, type Writing } from './format.ts';

/** What every part of the pages is written with. */
export interface Pen {
  readonly data: ContractData;
  readonly words: ContractWords;
  readonly writing: Writing;
  readonly money: (minor: bigint) => string;
  readonly day: (day: string) => string;
}
export type Row = FactRow;
export type MaybeRow = readonly [string, string | null, link?: string | undefined];

const shownGoods = 12;
const mostBrief = 240;

const present = (rows: readonly MaybeRow[]): Row[] => rows.filter((row): row is Row => row[1] !== null && row[1] !== '');
export const facts = (rows: readonly MaybeRow[], ruled = false): Block => ({ kind: 'facts', rows: present(rows), ruled });
export const heading = (level: 1 | 2 | 3, text: string): Block => ({ kind: 'heading', level, text });
export const paragraph = (text: string, tone?: 'strong' | 'small' | 'warning'): Block => ({
  kind: 'paragraph',
  text,
  ...(tone && { tone }),
});

export function partyRows(party: CreditorParty, words: ContractWords): MaybeRow[] {
  return [
    [words.formAddress, party.addressLines.join('\n')],
    [words.organisationNumber, party.organisationNumber],
    [words.vatNumber, party.vatNumber ?? null],
    [words.email, party.email],
    [words.phone, party.phone],
    [words.website, party.website],
  ];
}

/** The rate with the representative example of the form, and every assumption it rests on. */
export function aprText({ words, writing, money }: Pen, credit: CreditData): string {
  const rate = percentText(credit.annualPercentageRate, writing);
  const assumed = credit.assumedMinor ?? credit.amountMinor;
  if (credit.type === 'Account') return `${rate}. ${fill(words.aprOpen, { assumed: money(assumed) })}`;
  const example = fill(words.aprExample, {
    amount: money(credit.amountMinor),
    rate: percentText(credit.nominalRate, writing),
    cost: money(credit.totalMinor - credit.amountMinor),
    apr: rate,
    total: money(credit.totalMinor),
  });
  return `${rate}. ${words.aprBasis} ${example}`;
}

export function typeText(words: ContractWords, { type }: CreditData): string {
  if (type === 'Installment') return words.instalmentCredit;
  return type === 'Account' ? words.openCredit : words.deferredPayment;
}

export function durationText({ words, day }: Pen, { installments, type }: CreditData): string {
  if (type === 'Account' || installments.length === 0) return words.openEnd;
  if (installments.length > 1) return fill(words.months, { count: String(installments.length) });
  return day(installments[0]?.dueOn ?? '');
}

export function paymentsText(pen: Pen, { installments, account }: CreditData): string {
  const { words, money, day } = pen;
  if (account) return minimumText(pen, account);
  const [first] = installments;
  const last = installments.at(-1);
  if (!first || !last) return words.monthly;
  if (first === last) return `${money(first.amountMinor)}, ${day(first.dueOn)}`;
  return fill(words.paymentsText, {
    count: String(installments.length),
    first: money(first.amountMinor),
    from: day(first.dueOn),
    last: money(last.amountMinor),
    to: day(last.dueOn),
  });
}

function minimumText({ words, money, writing, day }: Pen, account: AccountClauses): string {
  const { minimumPaymentBps: bps, minimumPaymentMinor, paymentDays, firstStatementOn } = account;
  const share = percentText((bps / 100).toFixed(2), writing);
  const least = money(minimumPaymentMinor);
  const part = bps > 0 ? fill(minimumPaymentMinor > 0n ? words.minimumBoth : words.minimumShare, { share, least }) : least;
  // An account that asks for nothing is paid when its holder likes, and has no first statement that asks.
  if (bps === 0 && minimumPaymentMinor === 0n) return words.monthly;
  return [
    fill(words.minimum, { part, days: String(paymentDays) }),
    ...(firstStatementOn === undefined ? [] : [fill(words.minimumFirst, { day: day(firstStatementOn) })]),
  ].join(' ');
}

/** What a payment covers first. */
export function allocationText({ words, data: { country, madeOn } }: Pen, { type, paymentOrder }: CreditData): string {
  if (paymentOrder) {
    const names = { fees: words.coveredFees, interest: words.coveredInterest, principal: words.coveredPrincipal };
    const [first = '', second = '', third = ''] = paymentOrder.map((part) => names[part]);
    return fill(words.allocationOrder, { first, second, third });
  }
  return isLatePaidLast(country, type, madeOn) ? `${words.allocationText} ${words.allocationLate}` : words.allocationText;
}

export function lateText({ words, money, writing }: Pen, credit: CreditData): string {
  const { lateInterestRate, lateRule, reminderFeeMinor, account, nominalRate } = credit;
  const rules = { halfYears: words.lateHalfYears, decree: words.lateDecree, agreed: words.lateAgreed };
  return [
    account
      ? fill(words.lateAccount, { rate: percentText(nominalRate, writing) })
      : lateInterestRate === null
        ? words.lateLaw
        : fill(words.lateRate, { rate: percentText(lateInterestRate, writing) }),
    ...(lateRule === undefined ? [] : [rules[lateRule]]),
    ...(reminderFeeMinor === null ? [] : [fill(words.reminder, { fee: money(reminderFeeMinor) })]),
  ].join(' ');
}

/** An account has a fee of its months, and not of its payments. */
export const monthlyFeeLabel = ({ words }: Pen, { account }: CreditData): string =>
  account ? words.monthlyFeeAccount : words.monthlyFee;

export const drawdownText = ({ words }: Pen, { account }: CreditData): string =>
  account?.payoutFees ? words.drawdownAccount : words.drawdownText;

/** What a payout of money costs; nothing where none is paid out. */
export const payoutFeeText = ({ words }: Pen, { account }: CreditData): string | null =>
  account?.payoutFees ? words.payoutFeeText : null;

/** When all that is owed on an account falls due; nothing of any other credit. */
export function allDueText({ words, writing }: Pen, { account }: CreditData): string | null {
  if (!account) return null;
  const { lateDays, shareBps, shareLateDays, payments, noticeDays, fromArrival } = account.allDue;
  return [
    fill(words.allDueText, { late: String(lateDays) }),
    ...(shareBps > 0 ? [fill(words.allDueShare, { share: percentText((shareBps / 100).toFixed(2), writing) })] : []),
    ...(shareLateDays === undefined ? [] : [fill(words.allDueShareLate, { days: String(shareLateDays) })]),
    ...(payments > 1 ? [fill(words.allDueStatements, { count: String(payments) })] : []),
    fill(fromArrival ? words.allDueArrival : words.allDueNotice, { days: String(noticeDays) }),
  ].join(' ');
}

export const cashPriceText = ({ data: { purchase }, money }: Pen): string | null =>
  purchase.cashPriceMinor === null ? null : money(purchase.cashPriceMinor);

/** On the first page everything else has to find room as well. */
export function briefGoods(pen: Pen): string {
  const text = goodsText(pen).replaceAll('\n', ', ');
  return text.length > mostBrief ? `${text.slice(0, mostBrief)} …` : text;
}

export function goodsText({ data: { purchase }, words }: Pen): string {
  const shown = purchase.items.slice(0, shownGoods);
  const more = purchase.items.length - shown.length;
  return [...shown, ...(more > 0 ? [fill(words.moreGoods, { count: String(more) })] : [])].join('\n');
}
