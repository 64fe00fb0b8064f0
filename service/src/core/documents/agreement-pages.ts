// The agreement itself: the parties, the purchase, the credit with its schedule, and for a consumer every item that Directive
// (EU) 2023/2225, article 21(1), wants in it; what does not apply is said not to.
import { countries } from '../countries/countries.ts';
import { hasDuty, lawOn } from '../law/law-on.ts';
import { interestOfDayE4 } from '../plan/interest-of-day.ts';
import { fill } from '../texts/fill.ts';
import type { CreditData } from './contract.ts';
import {
  allDueText,
  allocationText,
  aprText,
  cashPriceText,
  drawdownText,
  durationText,
  facts,
  goodsText,
  heading,
  lateText,
  monthlyFeeLabel,
  type Pen,
  paragraph,
  partyRows,
  paymentsText,
  payoutFeeText,
  typeText,
} from './contract-pen.ts';
import type { Block } from './document.ts';
import { amountText, decimalText, percentText } from './format.ts';

export function agreement(pen: Pen, title: string): Block[] {
  const { data, words } = pen;
  const { buyer, credit, purchase } = data;
  const cashPrice = cashPriceText(pen);
  return [
    heading(1, title),
    facts([
      [words.contractNumber, data.number],
      [words.date, pen.day(data.madeOn)],
    ]),
    heading(2, words.parties),
    facts([[words.creditor, data.creditor.name], ...partyRows(data.creditor, words)]),
    ...(data.shop ? [facts([[words.intermediary, data.shop.name], ...partyRows(data.shop, words)])] : []),
    facts([
      [words.buyer, [buyer.name, ...buyer.addressLines].join('\n')],
      [words.birthDate, buyer.birthDate && pen.day(buyer.birthDate)],
      [words.email, buyer.email],
      [words.phone, buyer.phone ?? null],
      [words.customerNumber, buyer.customerNumber],
    ]),
    ...(cashPrice === null
      ? []
      : [
          heading(2, words.purchase),
          facts([
            [words.order, purchase.orderNumber],
            [words.goods, goodsText(pen)],
            [words.cashPrice, cashPrice],
          ]),
        ]),
    ...(credit ? creditTerms(pen, credit) : []),
    paragraph(cashPrice === null ? words.bindingAccount : words.binding, 'strong'),
  ];
}

function creditTerms(pen: Pen, credit: CreditData): Block[] {
  const { words, writing, money, data } = pen;
  const consumer = data.buyer.category === 'Person';
  const forConsumer = (text: string): string | null => (consumer ? text : null);
  const rate = percentText(credit.nominalRate, writing);
  return [
    heading(2, words.credit),
    facts([
      [words.creditType, `${typeText(words, credit)} – ${credit.title}`],
      [words.amount, money(credit.amountMinor)],
      [words.drawdown, forConsumer(drawdownText(pen, credit))],
      [words.duration, durationText(pen, credit)],
      [words.nominalRate, consumer ? `${rate}. ${words.rateConditions}` : rate],
      [words.apr, forConsumer(aprText(pen, credit))],
      [words.startupFee, money(credit.startupFeeMinor)],
      [monthlyFeeLabel(pen, credit), money(credit.monthlyFeeMinor)],
      [words.payoutFee, payoutFeeText(pen, credit)],
      [words.otherCosts, forConsumer(`${words.noOtherCosts} ${words.chargesFixed}`)],
      [words.cost, money(credit.totalMinor - credit.amountMinor)],
      [words.total, money(credit.totalMinor)],
      [words.payments, forConsumer(paymentsText(pen, credit))],
      [words.allocation, forConsumer(allocationText(pen, credit))],
      [words.interestOnly, forConsumer(words.notApplicable)],
      [words.sureties, forConsumer(words.noSureties)],
      [words.late, lateText(pen, credit)],
      [words.allDue, allDueText(pen, credit)],
      [words.warningTitle, forConsumer(words.lateWarning)],
    ]),
    ...scheduleTable(pen, credit),
    ...(consumer ? [consumerRights(pen, credit)] : []),
  ];
}

/** When the form was given, and what follows where that was late. */
function informedText({ words, data, day }: Pen): string | null {
  if (data.givenAt === undefined) return null;
  const isReminded = hasDuty('withdrawalReminder', lawOn(data.country, data.madeOn));
  const given = fill(words.informedText, { day: day(data.madeOn), time: data.givenAt });
  return isReminded ? `${given} ${words.informedReminder}` : given;
}

function consumerRights(pen: Pen, credit: CreditData): Block {
  const { words, data, writing } = pen;
  const { disputeBody, debtAdvice, supervisor } = countries[data.country].law;
  const isOpen = credit.type === 'Account';
  const { withdrawalUrl } = data;
  const amount = decimalText(interestOfDay(credit), writing);
  return facts([
    [words.amortisation, credit.installments.length > 1 ? words.amortisationText : words.notApplicable],
    [
      words.withdrawal,
      [
        `${fill(words.withdrawalShort, { days: String(credit.withdrawalDays) })}.`,
        fill(words.perDay, { amount: `${amount} ${data.currency}` }),
        withdrawalUrl === undefined ? words.withdrawWrite : fill(words.withdrawHow, { url: '' }).trimEnd(),
      ].join(' '),
      withdrawalUrl,
    ],
    [words.informed, informedText(pen)],
    [words.medium, words.mediumText],
    [words.linked, words.linkedText],
    [words.early, [words.earlyText, words.earlyHow, isOpen ? '' : words.earlyPart].filter(Boolean).join(' ')],
    [words.termination, terminationText(pen, credit)],
    [words.complaints, [words.complaintsText, disputeBody].filter(Boolean).join(' ')],
    [words.supervision, data.creditor.supervisoryAuthority ?? supervisor?.text ?? words.notApplicable],
    [words.debtAdvice, fill(words.debtAdviceText, { list: debtAdvice.text })],
  ]);
}

function terminationText({ words }: Pen, { type, account }: CreditData): string {
  if (type !== 'Account') return words.terminationFixed;
  return account ? `${words.terminationOpen} ${words.stoppedUse}` : words.terminationOpen;
}

/** Of the whole amount, in the currency’s unit with four decimals: of a purchase it is a part of a cent. */
function interestOfDay({ amountMinor, nominalRate }: CreditData): string {
  const e4 = String(interestOfDayE4(amountMinor, Number(nominalRate.replace('.', '')))).padStart(5, '0');
  return `${e4.slice(0, -4)}.${e4.slice(-4)}`;
}

function scheduleTable({ words, writing, data, day }: Pen, { installments }: CreditData): Block[] {
  if (installments.length === 0) return [];
  const sum = (of: (row: CreditData['installments'][number]) => bigint): string =>
    amountText(
      installments.reduce((total, row) => total + of(row), 0n),
      writing,
    );
  const right = { align: 'right' } as const;
  return [
    heading(2, `${words.schedule} (${data.currency})`),
    {
      kind: 'table',
      columns: [
        { title: words.number, width: 6, ...right },
        { title: words.due, width: 20 },
        { title: words.payment, width: 16, ...right },
        { title: words.principal, width: 16, ...right },
        { title: words.interest, width: 14, ...right },
        { title: words.fees, width: 14, ...right },
        { title: words.balance, width: 16, ...right },
      ],
      rows: installments.map((row) => [
        String(row.number),
        day(row.dueOn),
        ...[row.amountMinor, row.principalMinor, row.interestMinor, row.feeMinor, row.balanceMinor].map((minor) =>
          amountText(minor, writing),
        ),
      ]),
      totals: [
        [
          '',
          words.sum,
          sum((row) => row.amountMinor),
          sum((row) => row.principalMinor),
          sum((row) => row.interestMinor),
          sum((row) => row.feeMinor),
          '',
        ],
      ],
    },
  ];
}
