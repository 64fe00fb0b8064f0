// The pages of a contract. A consumer first gets the standard European information (Directive (EU) 2023/2225: what matters
// most on the first page, the rest in the form's order), then the agreement with its schedule, the notice of withdrawal with a
// form, the mandate and how to pay. A company gets the agreement alone: those forms are for consumers.

import { countries } from '../countries/countries.ts';
import type { ContractWords } from '../texts/en/contract.ts';
import { fill } from '../texts/fill.ts';
import { inSentence } from '../texts/names.ts';
import { texts } from '../texts/texts.ts';
import type { ContractData, CreditData, CreditorParty, MandateData } from './contract.ts';
import type { Block, Document } from './document.ts';
import { amountText, dayText, maskedIban, moneyText, percentText, type Writing } from './format.ts';
import { paymentBlocks } from './payment.ts';

/** What every part of the pages is written with. */
interface Pen {
  readonly data: ContractData;
  readonly words: ContractWords;
  readonly writing: Writing;
  readonly money: (minor: bigint) => string;
  readonly day: (day: string) => string;
}
type Row = readonly [string, string];
type MaybeRow = readonly [string, string | null];

const shownGoods = 12;
const mostBrief = 240;

export function contractPages(data: ContractData): Document {
  const { language, country, currency, credit, directDebit, buyer } = data;
  const words = texts[language].contract;
  const writing: Writing = { language, country };
  const pen: Pen = {
    data,
    words,
    writing,
    money: (minor) => moneyText(minor, currency, writing),
    day: (day) => dayText(day, writing),
  };
  const title = credit === null ? words.mandateTitle : buyer.category === 'Company' ? words.companyTitle : words.title;
  const consumer = buyer.category === 'Person' ? credit : null;
  return {
    title: `${title} ${data.number}`,
    languageTag: texts[language].writing.tag,
    madeAt: data.madeAt,
    foot: `${data.creditor.name} · ${title} ${data.number}`,
    pageOf: texts[language].invoice.pageOf,
    blocks: [
      ...(consumer ? [...informationForm(pen, consumer), { kind: 'break' } as const] : []),
      ...agreement(pen, title),
      ...(consumer ? [{ kind: 'break' } as const, ...withdrawalNotice(pen, consumer)] : []),
      ...(directDebit ? [{ kind: 'break' } as const, ...mandatePage(pen, directDebit)] : []),
      ...howToPay(pen),
    ],
  };
}

const present = (rows: readonly MaybeRow[]): Row[] => rows.filter((row): row is Row => row[1] !== null && row[1] !== '');
const facts = (rows: readonly MaybeRow[], ruled = false): Block => ({ kind: 'facts', rows: present(rows), ruled });
const heading = (level: 1 | 2 | 3, text: string): Block => ({ kind: 'heading', level, text });
const paragraph = (text: string, tone?: 'strong' | 'small' | 'warning'): Block => ({
  kind: 'paragraph',
  text,
  ...(tone && { tone }),
});

/** The standard form: every line answered, none left out because the answer is no. */
function informationForm(pen: Pen, credit: CreditData): Block[] {
  const { words } = pen;
  return [
    heading(1, words.form),
    facts([
      [words.contractNumber, pen.data.number],
      [words.date, pen.day(pen.data.madeOn)],
    ]),
    ...keyFacts(pen, credit),
    { kind: 'break' },
    ...furtherParts(pen, credit),
  ];
}

/** The rows of Annex I in its order, first those of its part I, then those of part II, and nothing else on this page. */
function keyFacts(pen: Pen, credit: CreditData): Block[] {
  const { data, words, writing, money } = pen;
  return [
    heading(2, words.keyFacts),
    facts(
      [
        [words.creditor, data.creditor.name],
        [words.intermediary, data.shop?.name ?? null],
        [words.amount, money(credit.amountMinor)],
        [words.duration, durationText(pen, credit)],
        [words.nominalRate, percentText(credit.nominalRate, writing)],
        [words.apr, percentText(credit.annualPercentageRate, writing)],
        [words.total, money(credit.totalMinor)],
        [words.goods, briefGoods(pen)],
        [words.cashPrice, money(data.purchase.cashPriceMinor)],
        [words.late, lateText(pen, credit)],
        [words.payments, paymentsText(pen, credit)],
        [words.allocation, words.allocationText],
        [words.warningTitle, words.lateWarning],
        [words.withdrawal, fill(words.withdrawalShort, { days: String(credit.withdrawalDays) })],
        [words.early, words.earlyText],
        [words.contact, [data.creditor, ...(data.shop ? [data.shop] : [])].map(contactText).join('\n')],
      ],
      true,
    ),
    paragraph(words.warning, 'warning'),
  ];
}

const contactText = ({ name, addressLines, phone, email, website }: CreditorParty): string =>
  [name, ...addressLines, phone, email, website].filter(Boolean).join(', ');

function furtherParts(pen: Pen, credit: CreditData): Block[] {
  const { data, words, writing, money } = pen;
  const { language, country } = data;
  return [
    heading(2, words.part1),
    facts([[words.creditor, data.creditor.name], ...partyRows(data.creditor, words)], true),
    ...(data.shop ? [facts([[words.intermediary, data.shop.name], ...partyRows(data.shop, words)], true)] : []),
    heading(2, words.part2),
    facts(
      [
        [words.creditType, typeText(words, credit)],
        [words.amount, money(credit.amountMinor)],
        [words.drawdown, words.drawdownText],
        [words.duration, durationText(pen, credit)],
        [words.payments, paymentsText(pen, credit)],
        [words.allocation, words.allocationText],
        [words.total, money(credit.totalMinor)],
        [words.goods, goodsText(pen)],
        [words.cashPrice, money(data.purchase.cashPriceMinor)],
        [words.securities, words.noSecurities],
      ],
      true,
    ),
    heading(2, words.part3),
    facts(
      [
        [words.nominalRate, percentText(credit.nominalRate, writing)],
        [words.apr, aprText(pen, credit)],
        [words.cost, money(credit.totalMinor - credit.amountMinor)],
        [words.startupFee, money(credit.startupFeeMinor)],
        [words.monthlyFee, money(credit.monthlyFeeMinor)],
        [words.otherCosts, words.noOtherCosts],
        [words.late, `${lateText(pen, credit)} ${words.lateWarning}`],
      ],
      true,
    ),
    heading(2, words.part4),
    facts(
      [
        [words.withdrawal, fill(words.withdrawalShort, { days: String(credit.withdrawalDays) })],
        [words.early, words.earlyText],
        [words.consultation, words.consultationText],
        [words.draft, words.draftText],
        [words.automated, words.automatedText],
        [words.validity, words.validityText],
      ],
      true,
    ),
    heading(2, words.part5),
    facts(
      [
        [words.withdrawalTitle, fill(words.withdrawal2, { name: data.creditor.name })],
        [words.law, fill(words.lawText, { country: inSentence(country, language) })],
        [words.language, words.languageText],
        [words.supervision, data.creditor.supervisoryAuthority ?? null],
        [words.complaints, words.complaintsText],
        [words.disputeBody, countries[country].law.disputeBody],
      ],
      true,
    ),
  ];
}

function agreement(pen: Pen, title: string): Block[] {
  const { data, words, money } = pen;
  const { buyer, credit, purchase } = data;
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
      [words.customerNumber, buyer.customerNumber],
    ]),
    heading(2, words.purchase),
    facts([
      [words.order, purchase.orderNumber],
      [words.goods, goodsText(pen)],
      [words.cashPrice, money(purchase.cashPriceMinor)],
    ]),
    ...(credit ? creditTerms(pen, credit) : []),
    paragraph(words.binding, 'strong'),
  ];
}

function creditTerms(pen: Pen, credit: CreditData): Block[] {
  const { words, writing, money, data } = pen;
  const consumer = data.buyer.category === 'Person';
  return [
    heading(2, words.credit),
    facts([
      [words.creditType, `${typeText(words, credit)} – ${credit.title}`],
      [words.amount, money(credit.amountMinor)],
      [words.duration, durationText(pen, credit)],
      [words.nominalRate, percentText(credit.nominalRate, writing)],
      [words.apr, consumer ? percentText(credit.annualPercentageRate, writing) : null],
      [words.startupFee, money(credit.startupFeeMinor)],
      [words.monthlyFee, money(credit.monthlyFeeMinor)],
      [words.cost, money(credit.totalMinor - credit.amountMinor)],
      [words.total, money(credit.totalMinor)],
      [words.late, lateText(pen, credit)],
      [words.early, consumer ? words.earlyText : null],
    ]),
    ...scheduleTable(pen, credit),
  ];
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

function withdrawalNotice({ data, words }: Pen, { withdrawalDays }: CreditData): Block[] {
  const { creditor, number } = data;
  const address = [creditor.name, ...creditor.addressLines, creditor.email ?? ''].filter(Boolean).join(', ');
  const values = { days: String(withdrawalDays), name: address, number };
  return [
    heading(1, words.withdrawalTitle),
    ...[words.withdrawal1, words.withdrawal2, words.withdrawal3, words.withdrawal4].map((text) => paragraph(fill(text, values))),
    heading(2, words.modelForm),
    paragraph(words.modelFormIntro, 'small'),
    paragraph(fill(words.modelFormText, values)),
    { kind: 'blanks', labels: [words.formName, words.formAddress, words.formDate, words.formSignature] },
  ];
}

function mandatePage({ data, words, day }: Pen, mandate: MandateData): Block[] {
  const { creditor } = data;
  return [
    heading(1, words.mandate),
    facts(
      [
        [words.mandateReference, mandate.reference],
        [words.creditorId, mandate.creditorId],
        [words.creditor, [creditor.name, ...creditor.addressLines].join(', ')],
        [words.accountHolder, mandate.accountHolder],
        [words.account, maskedIban(mandate.iban)],
        ['BIC', mandate.bic],
        [words.mandateType, mandate.recurrent ? words.recurrent : words.oneOff],
        [words.contractNumber, data.number],
        [words.date, day(data.madeOn)],
      ],
      true,
    ),
    paragraph(fill(words.mandateText, { name: creditor.name })),
    paragraph(words.mandateRefund),
    paragraph(words.mandateGiven, 'strong'),
  ];
}

function howToPay({ data, money, writing, day }: Pen): Block[] {
  const { payment, language, country, currency } = data;
  if (payment === null) return [];
  const words = texts[language].invoice;
  const first: Row[] = [[words.toPay, money(payment.amountMinor)]];
  if (payment.dueOn !== null) first.push([words.dueDate, day(payment.dueOn)]);
  const blocks = paymentBlocks({ ...payment, country, currency, message: data.number }, words, writing, first);
  return blocks.length === 0 ? [] : [heading(2, words.howToPay), ...blocks];
}

function partyRows(party: CreditorParty, words: ContractWords): MaybeRow[] {
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
function aprText({ words, writing, money }: Pen, credit: CreditData): string {
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

function typeText(words: ContractWords, { type }: CreditData): string {
  if (type === 'Installment') return words.instalmentCredit;
  return type === 'Account' ? words.openCredit : words.deferredPayment;
}

function durationText({ words, day }: Pen, { installments, type }: CreditData): string {
  if (type === 'Account' || installments.length === 0) return words.openEnd;
  if (installments.length > 1) return fill(words.months, { count: String(installments.length) });
  return day(installments[0]?.dueOn ?? '');
}

function paymentsText({ words, money, day }: Pen, { installments }: CreditData): string {
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

function lateText({ words, money, writing }: Pen, { lateInterestRate, lateRule, reminderFeeMinor }: CreditData): string {
  const rules = { halfYears: words.lateHalfYears, decree: words.lateDecree, agreed: words.lateAgreed };
  return [
    lateInterestRate === null ? words.lateLaw : fill(words.lateRate, { rate: percentText(lateInterestRate, writing) }),
    ...(lateRule === undefined ? [] : [rules[lateRule]]),
    ...(reminderFeeMinor === null ? [] : [fill(words.reminder, { fee: money(reminderFeeMinor) })]),
  ].join(' ');
}

/** On the first page everything else has to find room as well. */
function briefGoods(pen: Pen): string {
  const text = goodsText(pen).replaceAll('\n', ', ');
  return text.length > mostBrief ? `${text.slice(0, mostBrief)} …` : text;
}

function goodsText({ data: { purchase }, words }: Pen): string {
  const shown = purchase.items.slice(0, shownGoods);
  const more = purchase.items.length - shown.length;
  return [...shown, ...(more > 0 ? [fill(words.moreGoods, { count: String(more) })] : [])].join('\n');
}
