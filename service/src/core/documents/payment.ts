// How a debt is paid, in each country's own way: the account and reference its banks know, and the code its telephones read.
import type { CountryCode } from '../countries/countries.ts';
import type { Day } from '../dates.ts';
import type { Payee } from '../merchant.ts';
import type { Currency } from '../money.ts';
import { epcPayload } from '../payment-code/epc.ts';
import { isSwissAddress, swissPayload } from '../payment-code/swiss.ts';
import { printOgm } from '../payment-reference/belgium.ts';
import { slipLine } from '../payment-reference/denmark.ts';
import { finnishBarCode, finnishRfReference } from '../payment-reference/finland.ts';
import { printReference } from '../payment-reference/references.ts';
import { isRfReference } from '../payment-reference/rf.ts';
import { isQrReference } from '../payment-reference/switzerland.ts';
import type { InvoiceWords } from '../texts/en/invoice.ts';
import type { Block, SwissAddress, SwissBill } from './document.ts';
import { ibanText, type Writing } from './format.ts';

export interface Debt {
  readonly country: CountryCode;
  readonly payee: Payee;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly reference: string;
  readonly dueOn: Day | null;
  readonly debtor: SwissAddress | null;
  readonly message: string;
}

type Row = readonly [string, string];

/** The frame with everything a payer needs, and below it the Swiss payment part where there is one. */
export function paymentBlocks(debt: Debt, words: InvoiceWords, writing: Writing, first: readonly Row[]): Block[] {
  const accounts = accountRows(debt, words);
  if (accounts.length === 0) return [];
  const rows = [
    ...first,
    [words.payee, debt.payee.name] as const,
    ...accounts,
    [words.reference, printReference(debt.country, debt.reference)] as const,
  ];
  const payload = epcOf(debt);
  const bars = barsOf(debt);
  const bill = swissBillOf(debt, writing);
  const frame: Block = {
    kind: 'payment',
    rows,
    ...(payload !== undefined && { qr: { payload, caption: words.scan } }),
    ...(bars !== undefined && { bars: { digits: bars, caption: words.barCode } }),
  };
  return bill ? [frame, bill] : [frame];
}

const ibanOf = ({ payee, currency }: Pick<Debt, 'payee' | 'currency'>): string | undefined => payee.ibans[currency];

function accountRows(debt: Debt, words: InvoiceWords): Row[] {
  const { country, payee, reference } = debt;
  const iban = country === 'CH' && isQrReference(reference) ? (payee.qrIban ?? undefined) : ibanOf(debt);
  const rows: Row[] = [];
  if (country === 'NO' && payee.kontonummer !== null)
    rows.push([words.account, payee.kontonummer.replace(/^(\d{4})(\d{2})(\d{5})$/, '$1 $2 $3')]);
  if (country === 'SE' && payee.bankgiro !== null) rows.push(['Bankgiro', payee.bankgiro]);
  if (country === 'DK' && payee.fikCreditorNumber !== null)
    rows.push([words.slip, slipLine({ kind: '71', paymentId: reference, creditor: payee.fikCreditorNumber })]);
  if (rows.length === 0 && iban !== undefined) rows.push(['IBAN', ibanText(iban)]);
  if (rows.length > 0 && payee.bic !== null && rows[0]?.[0] === 'IBAN') rows.push(['BIC', payee.bic]);
  return rows;
}

/** EUR alone; a Belgian OGM is no ISO 11649 reference, so it travels as text, where Belgian banks look for it. */
function epcOf(debt: Debt): string | undefined {
  const { country, payee, currency, amountMinor, reference } = debt;
  const iban = ibanOf(debt);
  if (currency !== 'EUR' || iban === undefined || country === 'CH') return undefined;
  const rf = isRfReference(reference) ? reference : country === 'FI' ? finnishRfReference(reference) : undefined;
  const remittance = rf === undefined ? { text: country === 'BE' ? printOgm(reference) : reference } : { reference: rf };
  const name = Array.from(payee.name).slice(0, 70).join('');
  const told = epcPayload({ name, iban, currency, amountMinor, ...(payee.bic !== null && { bic: payee.bic }), ...remittance });
  return 'payload' in told ? told.payload : undefined;
}

function barsOf(debt: Debt): string | undefined {
  const iban = ibanOf(debt);
  if (debt.country !== 'FI' || iban === undefined) return undefined;
  return finnishBarCode({ iban, amountMinor: debt.amountMinor, reference: debt.reference, dueOn: debt.dueOn });
}

/** Only a bill that the standard allows is printed: one with a fault in it would be refused at the counter. */
function swissBillOf(debt: Debt, { language }: Writing): SwissBill | undefined {
  const { country, payee, currency, amountMinor, reference, debtor, message } = debt;
  const account = isQrReference(reference) ? payee.qrIban : ibanOf(debt);
  if (country !== 'CH' || (currency !== 'CHF' && currency !== 'EUR') || !account || payee.address === null) return undefined;
  const { street, houseNumber } = streetParts(payee.address.street);
  const { postalCode, postalPlace, countryCode } = payee.address;
  const bill: SwissBill = {
    kind: 'swissBill',
    language: language === 'FR' || language === 'DE' ? language : 'EN',
    account,
    creditor: {
      name: payee.name.slice(0, 70),
      street,
      houseNumber,
      postalCode,
      place: postalPlace.slice(0, 35),
      country: countryCode,
    },
    debtor: debtor !== null && isSwissAddress(debtor) ? debtor : null,
    currency,
    amountMinor,
    reference,
    message: message.slice(0, 140),
  };
  return 'payload' in swissPayload(bill) ? bill : undefined;
}

/** "Bahnhofstrasse 10" in its two parts; a street without a number stays as it is. */
export function streetParts(line: string): { street: string; houseNumber: string } {
  const [, street, houseNumber] = /^(.*\S)\s+(\d\S{0,15})$/.exec(line.trim()) ?? [];
  return street === undefined ? { street: line.trim(), houseNumber: '' } : { street, houseNumber: houseNumber ?? '' };
}
