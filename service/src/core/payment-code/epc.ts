// The payload of a SEPA credit transfer's QR code, EPC069-12 version 2.1: what a banking app fills its form from.
import { isValidBIC, isValidIBAN } from 'ibantools';
import { isRfReference } from '../payment-reference/rf.ts';
import { compact } from '../payment-reference/writing.ts';

export interface EpcTransfer {
  /** 002 needs no BIC for accounts within the EEA; 001 always does. */
  readonly version?: '001' | '002';
  /** 1 is UTF-8, 2 is ISO 8859-1. */
  readonly charset?: 1 | 2;
  readonly bic?: string;
  readonly name: string;
  readonly iban: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  /** A code of at most four letters. */
  readonly purpose?: string;
  /** An ISO 11649 reference; never together with a text. */
  readonly reference?: string;
  readonly text?: string;
  /** For the payer alone, not sent with the payment. */
  readonly information?: string;
}

const epcFaults = [
  'name',
  'iban',
  'bic',
  'currency',
  'amount',
  'purpose',
  'reference',
  'text',
  'information',
  'both',
  'size',
] as const;
export type EpcFault = (typeof epcFaults)[number];

/** The most bytes a code may hold; exactly what version 13 takes with error correction M. */
export const epcMaxBytes = 331;

/** The lines joined by LF, nothing behind the last used one; or what is wrong with the transfer. */
export function epcPayload(transfer: EpcTransfer): { readonly payload: string } | { readonly fault: EpcFault } {
  const fault = faultOf(transfer);
  if (fault !== undefined) return { fault };
  const { version = '002', charset = 1, bic = '', name, iban, amountMinor, purpose = '', text = '', information = '' } = transfer;
  const amount = `EUR${amountMinor / 100n}.${String(amountMinor % 100n).padStart(2, '0')}`;
  const reference = compact(transfer.reference ?? '').toUpperCase();
  const lines = [
    'BCD',
    version,
    String(charset),
    'SCT',
    bic,
    name,
    compact(iban).toUpperCase(),
    amount,
    purpose,
    reference,
    text,
    information,
  ];
  while (lines.at(-1) === '') lines.pop();
  const payload = lines.join('\n');
  return bytesOf(payload, charset) > epcMaxBytes ? { fault: 'size' } : { payload };
}

/** Bytes in UTF-8 (what every code of ours is in) or in ISO 8859-1. */
export function bytesOf(text: string, charset: 1 | 2 = 1): number {
  if (charset === 2) return text.length;
  let bytes = 0;
  for (const letter of text) {
    const point = letter.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

const fits = (text: string | undefined, most: number): boolean =>
  text === undefined || (Array.from(text).length <= most && !/[\r\n]/.test(text));

function faultOf({ version, charset, bic, name, iban, currency, amountMinor, ...rest }: EpcTransfer): EpcFault | undefined {
  if (name.trim() === '' || !fits(name, 70)) return 'name';
  if (!isValidIBAN(compact(iban).toUpperCase())) return 'iban';
  if (bic === undefined || bic === '' ? version === '001' : !isValidBIC(bic)) return 'bic';
  if (currency !== 'EUR') return 'currency';
  if (amountMinor < 1n || amountMinor > 99_999_999_999n) return 'amount';
  if (!/^[0-9A-Z]{0,4}$/.test(rest.purpose ?? '')) return 'purpose';
  if ((rest.reference ?? '') !== '' && (rest.text ?? '') !== '') return 'both';
  if ((rest.reference ?? '') !== '' && !isRfReference(rest.reference ?? '')) return 'reference';
  if (!fits(rest.text, 140)) return 'text';
  if (!fits(rest.information, 70)) return 'information';
  const latin = [name, rest.text, rest.information].every((text) => /^[\u0020-\u00ff]*$/.test(text ?? ''));
  return charset === 2 && !latin ? 'text' : undefined;
}
