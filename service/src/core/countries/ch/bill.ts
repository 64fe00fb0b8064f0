// The payload of the Swiss QR-bill (SIX, Implementation Guidelines QR-bill 2.3): structured addresses alone, and a reference
// that fits the account: a QR-IBAN takes a QR reference, any other IBAN a creditor reference or none.
import { isValidIBAN } from 'ibantools';
import type { SwissAddress, SwissBill } from '../../documents/document.ts';
import { isRfReference } from '../../payment-reference/rf.ts';
import { compact } from '../../payment-reference/writing.ts';
import { isQrIban, isQrReference } from './reference.ts';

export type SwissFault = 'account' | 'reference' | 'amount' | 'creditor' | 'debtor' | 'message';
type Bill = Omit<SwissBill, 'kind' | 'language'>;

/** QRR, SCOR or NON; nothing when account and reference do not go together. */
export function swissReferenceType(account: string, reference: string): 'QRR' | 'SCOR' | 'NON' | undefined {
  if (isQrIban(account)) return isQrReference(reference) ? 'QRR' : undefined;
  if (reference === '') return 'NON';
  return isRfReference(reference) ? 'SCOR' : undefined;
}

/** The lines joined by LF, or what is wrong with the bill. */
export function swissPayload(bill: Bill): { readonly payload: string } | { readonly fault: SwissFault } {
  const account = compact(bill.account).toUpperCase();
  if (!/^(CH|LI)/.test(account) || !isValidIBAN(account)) return { fault: 'account' };
  const type = swissReferenceType(account, bill.reference);
  if (type === undefined) return { fault: 'reference' };
  if (bill.amountMinor < 1n || bill.amountMinor > 99_999_999_999n) return { fault: 'amount' };
  if (!isSwissAddress(bill.creditor)) return { fault: 'creditor' };
  if (bill.debtor !== null && !isSwissAddress(bill.debtor)) return { fault: 'debtor' };
  if (bill.message.length > 140 || !isPrintable(bill.message)) return { fault: 'message' };
  const amount = `${bill.amountMinor / 100n}.${String(bill.amountMinor % 100n).padStart(2, '0')}`;
  const ultimateCreditor = Array<string>(7).fill('');
  const debtor = bill.debtor === null ? Array<string>(7).fill('') : addressLines(bill.debtor);
  const head = ['SPC', '0200', '1', account, ...addressLines(bill.creditor), ...ultimateCreditor, amount, bill.currency];
  return { payload: [...head, ...debtor, type, compact(bill.reference).toUpperCase(), bill.message, 'EPD'].join('\n') };
}

const addressLines = ({ name, street, houseNumber, postalCode, place, country }: SwissAddress): string[] => [
  'S',
  name,
  street,
  houseNumber,
  postalCode,
  place,
  country,
];

/** A text in its letters where that changes no word: apostrophes and dashes of typesetters become those of the keyboard. */
export const swissText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u2010-\u2014]/g, '-');

/** An address in those letters. */
export const swissAddress = (address: SwissAddress): SwissAddress => ({
  ...address,
  name: swissText(address.name),
  street: swissText(address.street),
  houseNumber: swissText(address.houseNumber),
  place: swissText(address.place),
});

/** The letters the standard allows: Latin with its two supplements, the letters of Romanian, and the euro. */
const isPrintable = (text: string): boolean => /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]*$/.test(text);

export function isSwissAddress(address: SwissAddress): boolean {
  const { name, street, houseNumber, postalCode, place, country } = address;
  const limits: [string, number, number][] = [
    [name, 1, 70],
    [street, 0, 70],
    [houseNumber, 0, 16],
    [postalCode, 1, 16],
    [place, 1, 35],
  ];
  return (
    /^[A-Z]{2}$/.test(country) &&
    limits.every(([text, least, most]) => text.length >= least && text.length <= most && isPrintable(text))
  );
}
