// How a debt is paid, in each country's own way: the account and reference its banks know, and the code its telephones read.

import { isSwissAddress, swissAddress, swissPayload, swissText } from '../countries/ch/bill.ts';
import { isQrReference } from '../countries/ch/reference.ts';
import { type CountryCode, countries } from '../countries/countries.ts';
import type { Day } from '../dates.ts';
import type { Payee } from '../merchant.ts';
import type { Currency } from '../money.ts';
import { epcPayload } from '../payment-code/epc.ts';
import { printReference } from '../payment-reference/references.ts';
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

/** What a telephone or a bank reads from the code of a debt; nothing where the country has none for it. */
export const payloadOf = (debt: Debt, writing: Writing): string | undefined => {
  const bill = swissBillOf(debt, writing);
  const swiss = bill && swissPayload(bill);
  return swiss && 'payload' in swiss ? swiss.payload : (epcOf(debt) ?? barsOf(debt));
};

const ibanOf = ({ payee, currency }: Pick<Debt, 'payee' | 'currency'>): string | undefined => payee.ibans[currency];

function accountRows(debt: Debt, words: InvoiceWords): Row[] {
  const { country, payee, reference } = debt;
  const { account, hasSwissBill } = countries[country].payment;
  const own = account?.of(payee);
  if (account && own) return [account.row(words, own, reference)];
  const iban = hasSwissBill && isQrReference(reference) ? (payee.qrIban ?? undefined) : ibanOf(debt);
  if (iban === undefined) return [];
  return [['IBAN', ibanText(iban)], ...(payee.bic === null ? [] : [['BIC', payee.bic] as const])];
}

/** EUR alone; a Belgian OGM is no ISO 11649 reference, so it travels as text, where Belgian banks look for it. */
function epcOf(debt: Debt): string | undefined {
  const { country, payee, currency, amountMinor, reference } = debt;
  const { remittance } = countries[country].payment;
  const iban = ibanOf(debt);
  if (currency !== 'EUR' || iban === undefined || remittance === null) return undefined;
  const name = Array.from(payee.name).slice(0, 70).join('');
  const bic = payee.bic === null ? {} : { bic: payee.bic };
  const drawn = epcPayload({ name, iban, currency, amountMinor, ...bic, ...remittance(reference) });
  return 'payload' in drawn ? drawn.payload : undefined;
}

function barsOf(debt: Debt): string | undefined {
  const { country, amountMinor, reference, dueOn } = debt;
  const iban = ibanOf(debt);
  return iban === undefined ? undefined : countries[country].payment.barCode?.({ iban, amountMinor, reference, dueOn });
}

/** Only a bill that the standard allows is printed: one with a fault in it would be refused at the counter. */
function swissBillOf(debt: Debt, { language }: Writing): SwissBill | undefined {
  const { country, payee, currency, amountMinor, reference, debtor, message } = debt;
  const account = isQrReference(reference) ? payee.qrIban : ibanOf(debt);
  if (
    !countries[country].payment.hasSwissBill ||
    (currency !== 'CHF' && currency !== 'EUR') ||
    !account ||
    payee.address === null
  )
    return undefined;
  const { street, houseNumber } = streetParts(payee.address.street);
  const { postalCode, postalPlace, countryCode } = payee.address;
  const buyer = debtor === null ? null : swissAddress(debtor);
  const bill: SwissBill = {
    kind: 'swissBill',
    language: language === 'FR' || language === 'DE' ? language : 'EN',
    account,
    creditor: swissAddress({
      name: payee.name.slice(0, 70),
      street,
      houseNumber,
      postalCode,
      place: postalPlace.slice(0, 35),
      country: countryCode,
    }),
    debtor: buyer !== null && isSwissAddress(buyer) ? buyer : null,
    currency,
    amountMinor,
    reference,
    message: swissText(message).slice(0, 140),
  };
  return 'payload' in swissPayload(bill) ? bill : undefined;
}

/** "Bahnhofstrasse 10" in its two parts; a street without a number stays as it is. */
function streetParts(line: string): { street: string; houseNumber: string } {
  const [, street, houseNumber] = /^(.*\S)\s+(\d\S{0,15})$/.exec(line.trim()) ?? [];
  return street === undefined ? { street: line.trim(), houseNumber: '' } : { street, houseNumber: houseNumber ?? '' };
}
