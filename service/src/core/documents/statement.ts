// Statements of customer accounts: what one says, as data, and the pages composed from it.
import type { CountryCode } from '../countries/countries.ts';
import type { Day, Instant } from '../dates.ts';
import type { Payee } from '../merchant.ts';
import type { Currency } from '../money.ts';
import type { InvoiceWords } from '../texts/en/invoice.ts';
import type { StatementWords } from '../texts/en/statement.ts';
import { fill } from '../texts/fill.ts';
import { type Language, texts } from '../texts/texts.ts';
import type { Buyer } from './buyer.ts';
import type { Block, Document } from './document.ts';
import { forbearance } from './forbearance.ts';
import { amountText, dayText, moneyText, percentText, type Writing } from './format.ts';
import { documentOf, payeeLine, sellerLine } from './invoice.ts';
import { paymentBlocks } from './payment.ts';

export interface StatementData {
  readonly kind: 'Statement';
  /** Account number and month: `0100.0000008 2026-01`. */
  readonly number: string;
  readonly accountNumber: string;
  readonly language: Language;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly madeAt: Instant;
  readonly madeOn: Day;
  /** First and last day of the month it is about. */
  readonly from: Day;
  readonly to: Day;
  readonly shopName: string;
  readonly payee: Payee;
  readonly buyer: Buyer;
  readonly limitMinor: bigint;
  readonly interestRateBps: number;
  /** Everything owed before the first entry. */
  readonly openingMinor: bigint;
  readonly entries: readonly StatementEntry[];
  readonly principalMinor: bigint;
  readonly interestMinor: bigint;
  readonly feesMinor: bigint;
  /** Demanded until `dueOn`; beside it what was demanded before and is overdue. */
  readonly minimumMinor: bigint;
  readonly overdueMinor: bigint;
  /** Whether something is overdue, and the law of the day has a way out offered before anything is enforced. */
  readonly offersForbearance: boolean;
  readonly dueOn: Day;
  /** Of a statement that was made since: when the holder withdrew from the credit. */
  readonly withdrawnOn?: Day;
  /** What a payer writes on a payment. */
  readonly reference: string;
}

export interface StatementEntry {
  readonly kind: string;
  /** Where, or what was bought; empty where the till did not say. */
  readonly about: string;
  readonly bookedOn: Day;
  readonly valueOn: Day;
  /** On principal, interest and fees together. */
  readonly amountMinor: bigint;
  readonly balanceMinor: bigint;
}

/** The pages of a statement. */
export function statementPages(data: StatementData): Document {
  const { language, country, payee, accountNumber } = data;
  const words = texts[language].statement;
  const shared = texts[language].invoice;
  const writing: Writing = { language, country };
  const title = `${words.statement} ${accountNumber} ${data.from.slice(0, 7)}`;
  const blocks: Block[] = [
    { kind: 'paragraph', text: payeeLine(payee), tone: 'small' },
    ...sellerLine(payee, shared),
    { kind: 'heading', level: 1, text: words.statement },
    { kind: 'sides', left: [data.buyer.name, ...data.buyer.addressLines], right: headFacts(data, words, shared, writing) },
    entryTable(data, words, shared, writing),
    conditions(data, words, writing),
    ...closing(data, words, shared, writing),
  ];
  return documentOf(data, title, blocks);
}

/** How the credit goes on, or that it ended: since a withdrawal nothing more is lent, and what is owed is paid back without interest. */
function conditions(
  { interestRateBps, minimumMinor, dueOn, withdrawnOn }: StatementData,
  words: StatementWords,
  writing: Writing,
): Block {
  if (withdrawnOn === undefined)
    return { kind: 'paragraph', text: fill(words.howInterest, { rate: rateText(interestRateBps, writing) }), tone: 'small' };
  const ended = fill(words.withdrawn, { day: dayText(withdrawnOn, writing) });
  const payBack = minimumMinor > 0n ? fill(words.payBack, { day: dayText(dueOn, writing) }) : '';
  return { kind: 'paragraph', text: [ended, payBack].filter(Boolean).join(' ') };
}

type Fact = readonly [label: string, value: string];

function headFacts(data: StatementData, words: StatementWords, shared: InvoiceWords, writing: Writing): Fact[] {
  const isLent = data.withdrawnOn === undefined;
  const facts: (readonly [string, string | null])[] = [
    [words.accountNumber, data.accountNumber],
    [words.period, `${dayText(data.from, writing)} – ${dayText(data.to, writing)}`],
    [words.madeOn, dayText(data.madeOn, writing)],
    [shared.dueDate, data.minimumMinor > 0n ? dayText(data.dueOn, writing) : null],
    [words.limit, isLent ? moneyText(data.limitMinor, data.currency, writing) : null],
    [words.rate, isLent ? rateText(data.interestRateBps, writing) : null],
    [shared.customerNumber, data.buyer.customerNumber],
    [shared.shop, data.shopName === data.payee.name ? null : data.shopName],
  ];
  return facts.filter((fact): fact is Fact => fact[1] !== null);
}

const rateText = (bps: number, writing: Writing): string => percentText((bps / 100).toFixed(2), writing);

/** Every entry of the stream, in its order, with the balance after it. */
function entryTable(data: StatementData, words: StatementWords, shared: InvoiceWords, writing: Writing): Block {
  const { currency, entries } = data;
  const totalMinor = data.principalMinor + data.interestMinor + data.feesMinor;
  const entryRow = ({ kind, about, bookedOn, valueOn, amountMinor, balanceMinor }: StatementEntry): string[] => [
    dayText(bookedOn, writing),
    dayText(valueOn, writing),
    [Object.hasOwn(words, kind) ? words[kind as keyof StatementWords] : kind, about].filter(Boolean).join(' · '),
    amountText(amountMinor, writing),
    amountText(balanceMinor, writing),
  ];
  const sum = (label: string, minor: bigint): string[] => ['', '', label, '', amountText(minor, writing)];
  return {
    kind: 'table',
    columns: [
      { title: words.booked, width: 16 },
      { title: words.valueDate, width: 16 },
      { title: shared.item, width: 40 },
      { title: `${shared.amount} (${currency})`, width: 18, align: 'right' },
      { title: words.balance, width: 16, align: 'right' },
    ],
    rows: [sum(words.opening, data.openingMinor), ...entries.map(entryRow)],
    totals: [
      sum(words.principal, data.principalMinor),
      sum(words.interest, data.interestMinor),
      sum(words.fees, data.feesMinor),
      sum(words.owed, totalMinor),
    ],
  };
}

function closing(data: StatementData, words: StatementWords, shared: InvoiceWords, writing: Writing): Block[] {
  const { currency, minimumMinor, overdueMinor, dueOn } = data;
  const demandedMinor = minimumMinor + overdueMinor;
  const totalMinor = data.principalMinor + data.interestMinor + data.feesMinor;
  if (demandedMinor === 0n) {
    const credit: Block[] = totalMinor < 0n ? [{ kind: 'paragraph', text: words.inCredit }] : [];
    return [{ kind: 'paragraph', text: words.nothingToPay, tone: 'strong' }, ...credit];
  }
  // Only what this statement demands has a day; what is overdue had one.
  const due: Fact[] = minimumMinor > 0n ? [[shared.dueDate, dayText(dueOn, writing)]] : [];
  const parts: Fact[] = [
    [words.minimum, moneyText(minimumMinor, currency, writing)],
    [words.overdue, moneyText(overdueMinor, currency, writing)],
  ];
  const allDue = minimumMinor === 0n;
  return [
    ...(overdueMinor > 0n
      ? [{ kind: 'paragraph', text: allDue ? words.allDue : words.overdueNow, tone: 'warning' } as const]
      : []),
    ...forbearance(data),
    { kind: 'heading', level: 2, text: shared.howToPay },
    ...(overdueMinor > 0n && !allDue ? [{ kind: 'facts', rows: parts } as const] : []),
    // Above the frame: nothing may follow a Swiss payment part.
    {
      kind: 'paragraph',
      text: [words.mentionReference, allDue || data.withdrawnOn !== undefined ? '' : words.mayPayAll].filter(Boolean).join(' '),
      tone: 'small',
    },
    ...paymentBlocks(
      {
        country: data.country,
        payee: data.payee,
        currency,
        amountMinor: demandedMinor,
        reference: data.reference,
        dueOn: minimumMinor > 0n ? dueOn : null,
        debtor: data.buyer.address,
        message: `${words.statement} ${data.number}`,
      },
      shared,
      writing,
      [[shared.toPay, moneyText(demandedMinor, currency, writing)], ...due],
    ),
  ];
}
