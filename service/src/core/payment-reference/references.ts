// C31: the reference under which a debt is paid, in the form that the banks of the payee's country read, around a short number
// drawn for it. It is unique per merchant, so that a payment finds its invoice by it.
import type { Chance } from '../chance.ts';
import type { CountryCode } from '../countries/countries.ts';
import type { Payee } from '../merchant.ts';
import { isOgm, ogm, printOgm } from './belgium.ts';
import { compact, grouped } from './check-digits.ts';
import { slipPaymentId } from './denmark.ts';
import { finnishReference, printFinnishReference } from './finland.ts';
import { kid } from './norway.ts';
import { isRfReference, printRfReference, rfReference } from './rf.ts';
import { ocr } from './sweden.ts';
import { isQrReference, printQrReference, qrReference } from './switzerland.ts';

/** Long enough that a number drawn twice stays rare at many millions, short enough to be typed; OGM has room for ten. */
const baseDigits: Readonly<Partial<Record<CountryCode, number>>> = { BE: 10 };

/** A new reference, right for the country and the payee's account. */
export function drawReference(country: CountryCode, { qrIban }: Pick<Payee, 'qrIban'>, chance: Pick<Chance, 'digits'>): string {
  const base = chance.digits(baseDigits[country] ?? 13);
  const reference = referenceOf(country, base, qrIban !== null);
  if (reference === undefined) throw new Error(`no payment reference for ${country} around ${base.length} digits`);
  return reference;
}

/**
 * A reference for what has no invoice yet. It cannot be drawn anew when the invoice comes, so it is long everywhere: where the
 * country's own form has room for ten digits only, ISO 11649 is used.
 */
export function drawReferenceAhead(country: CountryCode, payee: Pick<Payee, 'qrIban'>, chance: Pick<Chance, 'digits'>): string {
  if (baseDigits[country] === undefined) return drawReference(country, payee, chance);
  const reference = rfReference(chance.digits(13));
  if (reference === undefined) throw new Error('no RF reference around thirteen digits');
  return reference;
}

function referenceOf(country: CountryCode, base: string, hasQrIban: boolean): string | undefined {
  switch (country) {
    case 'NO':
      return kid(base);
    case 'SE':
      return ocr(base, true);
    case 'FI':
      return finnishReference(base);
    case 'DK':
      return slipPaymentId(base);
    case 'BE':
      return ogm(base);
    case 'CH':
      return hasQrIban ? qrReference(base) : rfReference(base);
    default:
      return rfReference(base);
  }
}

/** The reference as a person reads and types it. */
export function printReference(country: CountryCode, reference: string): string {
  if (isRfReference(reference)) return printRfReference(reference);
  if (country === 'FI') return printFinnishReference(reference);
  if (country === 'BE' && isOgm(reference)) return printOgm(compact(reference));
  if (country === 'CH' && isQrReference(reference)) return printQrReference(reference);
  if (country === 'SE') return grouped(reference, 4, 'right');
  return reference;
}
