// What is left to pay of a capture, as a paper says it: how it came about, when it is due, and a code for just that. A credit
// note says it as it stood when it was made; any paper of a capture that is fetched after something changed says it as it is then.
import { askedNow, type LeftToPay, leftMinor } from '../order/left-to-pay.ts';
import type { InvoiceWords } from '../texts/en/invoice.ts';
import type { LeftWords } from '../texts/en/left-to-pay.ts';
import { fill } from '../texts/fill.ts';
import type { Block } from './document.ts';
import { amountText, dayText, maskedIban, moneyText, type Writing } from './format.ts';
import { type Debt, paymentBlocks } from './payment.ts';

/** Around what is left: whom it is paid to and how. */
export interface LeftPaper extends Pick<Debt, 'country' | 'payee' | 'currency' | 'debtor' | 'message'> {
  readonly left: LeftToPay;
  /** Null on captures from before there were references. */
  readonly reference: string | null;
  /** The account that is debited, where the buyer pays so. */
  readonly debitedIban: string | null;
  /** The account from which parts that are under way are collected. */
  readonly underwayIban?: string;
}

interface Pen {
  readonly words: LeftWords;
  readonly shared: InvoiceWords;
  readonly writing: Writing;
}

/** The reckoning, and how to pay just that; or that nothing is left. */
export function leftBlocks(paper: LeftPaper, pen: Pen): Block[] {
  const { left } = paper;
  const { words, writing } = pen;
  const heading: Block = { kind: 'heading', level: 2, text: fill(words.asOf, { day: dayText(left.asOf, writing) }) };
  const table = left.inInstallments ? schedule(paper, pen) : reckoning(paper, pen);
  if (leftMinor(left) === 0n) return [heading, ...table, strong(words.nothingLeft)];
  const old: Block = { kind: 'paragraph', text: words.replaces };
  return [heading, ...table, old, ...paying(paper, pen)];
}

const strong = (text: string): Block => ({ kind: 'paragraph', text, tone: 'strong' });

/** From what was captured to what is left; what is nothing is left out. */
function reckoning({ left, currency }: LeftPaper, { words, shared, writing }: Pen): Block[] {
  // Fees and interest are paid before the goods, so the paper says both what was charged and that it was paid.
  const late = left.late ?? { feeMinor: left.feesMinor, interestMinor: 0n, paidMinor: 0n };
  const rows: (readonly [string, bigint])[] = [
    [words.fees, late.feeMinor],
    [words.lateInterest, late.interestMinor],
    [words.credited, -left.refundedMinor],
    [words.paid, -left.paidMinor - late.paidMinor],
    [words.paidBack, left.creditMinor],
  ];
  const shown = rows.filter(([, minor]) => minor !== 0n);
  return [
    {
      kind: 'table',
      columns: [
        { title: '', width: 6 },
        { title: `${shared.amount} (${currency})`, width: 3, align: 'right' },
      ],
      rows: ([[words.captured, left.capturedMinor], ...shown] as const).map(([label, minor]) => [
        label,
        amountText(minor, writing),
      ]),
      totals: [[words.left, amountText(leftMinor(left), writing)]],
    },
  ];
}

/** The installments that are left, with interest and fees; those of reminders, and interest on late payment, are rows of their own. */
function schedule({ left, currency }: LeftPaper, { words, shared, writing }: Pen): Block[] {
  const { due } = left;
  const interestMinor = left.late?.openInterestMinor ?? 0n;
  const late: (readonly [string, bigint])[] = [
    [words.fees, left.feesMinor - interestMinor],
    [words.lateInterest, interestMinor],
  ];
  if (due.length === 0) return [];
  return [
    {
      kind: 'table',
      columns: [
        { title: shared.payment, width: 3 },
        { title: shared.dueDate, width: 3 },
        { title: `${shared.amount} (${currency})`, width: 3, align: 'right' },
      ],
      rows: [
        ...due.map(({ on, amountMinor }, index) => [
          `${index + 1}/${due.length}`,
          dayText(on, writing),
          amountText(amountMinor, writing),
        ]),
        ...late.filter(([, minor]) => minor > 0n).map(([label, minor]) => [label, '', amountText(minor, writing)]),
      ],
      totals: [[words.left, '', amountText(leftMinor(left), writing)]],
    },
  ];
}

function paying({ left, reference, debitedIban, underwayIban, ...debt }: LeftPaper, { words, shared, writing }: Pen): Block[] {
  const asked = askedNow(left);
  if (debitedIban !== null) {
    const account = maskedIban(debitedIban);
    const text = left.due.length > 1 || asked.on < left.asOf ? shared.collectedEach : shared.collected;
    return [strong(fill(text, { account, day: dayText(asked.on, writing) }))];
  }
  const days = left.due.filter(({ isUnderway }) => isUnderway).map(({ on }) => dayText(on, writing));
  const account = maskedIban(underwayIban ?? '');
  const underway = days.length > 0 ? [strong(fill(words.underway, { days: days.join(', '), account }))] : [];
  if (reference === null || asked.amountMinor === 0n) return underway;
  const { currency } = debt;
  const inParts = left.due.length > 1;
  const many = inParts ? (asked.parts > 1 ? words.dueNow : shared.eachPayment) : '';
  return [
    ...underway,
    { kind: 'heading', level: 2, text: shared.howToPay },
    ...(many === '' ? [] : [{ kind: 'paragraph', text: many } as const]),
    { kind: 'paragraph', text: shared.mentionReference, tone: 'small' },
    ...paymentBlocks({ ...debt, amountMinor: asked.amountMinor, reference, dueOn: asked.on }, shared, writing, [
      [shared.toPay, moneyText(asked.amountMinor, currency, writing)],
      [shared.dueDate, dayText(asked.on, writing)],
    ]),
  ];
}
