// The pages of a contract. A consumer first gets the standard European information (Directive (EU) 2023/2225: what matters
// most on the first page, the rest in the form's order), then the agreement with its schedule, the notice of withdrawal with a
// form, the mandate and how to pay. A company gets the agreement alone: those forms are for consumers.

import { countries } from '../countries/countries.ts';
import { fill } from '../texts/fill.ts';
import { inSentence } from '../texts/names.ts';
import { texts } from '../texts/texts.ts';
import { agreement } from './agreement-pages.ts';
import type { ContractData, CreditData, CreditorParty, MandateData } from './contract.ts';
import {
  allocationText,
  aprText,
  briefGoods,
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
import type { Block, Document } from './document.ts';
import { dayText, maskedIban, moneyText, percentText, type Writing } from './format.ts';
import { paymentBlocks } from './payment.ts';
import { modelForm } from './withdrawal-reminder.ts';

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
    foot: [data.creditor.name, `${title} ${data.number}`, pen.day(data.madeOn)].join(' · '),
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

/** The standard form: every line answered, none left out because the answer is no. */
function informationForm(pen: Pen, credit: CreditData): Block[] {
  const { words } = pen;
  return [heading(1, words.form), ...keyFacts(pen, credit), { kind: 'break' }, ...furtherParts(pen, credit)];
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
        [words.amount, `${money(credit.amountMinor)}. ${words.amountMeans}`],
        [words.duration, durationText(pen, credit)],
        [words.nominalRate, percentText(credit.nominalRate, writing)],
        [words.apr, `${percentText(credit.annualPercentageRate, writing)}. ${words.aprMeans}`],
        [words.total, `${money(credit.totalMinor)}. ${words.totalMeans}`],
        [words.goods, briefGoods(pen)],
        [words.cashPrice, cashPriceText(pen)],
        [words.late, lateText(pen, credit)],
        [words.payments, paymentsText(pen, credit)],
        [words.allocation, allocationText(pen, credit)],
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
        [words.drawdown, drawdownText(pen, credit)],
        [words.duration, durationText(pen, credit)],
        [words.payments, paymentsText(pen, credit)],
        [words.allocation, allocationText(pen, credit)],
        [words.total, money(credit.totalMinor)],
        [words.goods, goodsText(pen)],
        [words.cashPrice, cashPriceText(pen)],
        [words.securities, words.noSecurities],
        [words.personalised, words.notPersonalised],
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
        [monthlyFeeLabel(pen, credit), money(credit.monthlyFeeMinor)],
        [words.payoutFee, payoutFeeText(pen, credit)],
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
        [words.validity, data.purchase.cashPriceMinor === null ? words.validityDay : words.validityText],
      ],
      true,
    ),
    heading(2, words.part5),
    facts(
      [
        [words.withdrawalTitle, fill(words.withdrawal2, { name: data.creditor.name })],
        [words.law, fill(words.lawText, { country: inSentence(country, language) })],
        [words.language, words.languageText],
        [words.supervision, data.creditor.supervisoryAuthority ?? countries[country].law.supervisor?.text ?? null],
        [words.complaints, words.complaintsText],
        [words.disputeBody, countries[country].law.disputeBody],
      ],
      true,
    ),
  ];
}

function withdrawalNotice({ data, words }: Pen, { withdrawalDays }: CreditData): Block[] {
  const { creditor, number } = data;
  const address = [creditor.name, ...creditor.addressLines, creditor.email ?? ''].filter(Boolean).join(', ');
  const values = { days: String(withdrawalDays), name: address, number };
  return [
    heading(1, words.withdrawalTitle),
    ...[words.withdrawal1, words.withdrawal2, words.withdrawal3, words.withdrawal4].map((text) => paragraph(fill(text, values))),
    ...modelForm(address, number, words),
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
  const first: [string, string][] = [[words.toPay, money(payment.amountMinor)]];
  if (payment.dueOn !== null) first.push([words.dueDate, day(payment.dueOn)]);
  const blocks = paymentBlocks({ ...payment, country, currency, message: data.number }, words, writing, first);
  return blocks.length === 0 ? [] : [heading(2, words.howToPay), ...blocks];
}
