// C31: the reference under which a debt is paid, in the form that the banks of the payee's country read, around a short number
// drawn for it. It is unique per merchant, so that a payment finds its invoice by it.
import type { Chance } from '../chance.ts';
import { type CountryCode, countries } from '../countries/countries.ts';
import type { Payee } from '../merchant.ts';
import { isRfReference, printRfReference, rfReference } from './rf.ts';

/** Long enough that a number drawn twice stays rare at many millions. */
const manyDigits = 13;

/** A new reference, right for the country and the payee's account. */
export function drawReference(country: CountryCode, { qrIban }: Pick<Payee, 'qrIban'>, chance: Pick<Chance, 'digits'>): string {
  const { reference, referenceDigits } = countries[country].payment;
  const drawn = reference(chance.digits(referenceDigits), qrIban !== null);
  if (drawn === undefined) throw new Error(`no payment reference for ${country} around ${referenceDigits} digits`);
  return drawn;
}

/**
 * A reference for what has no invoice yet. It cannot be drawn anew when the invoice comes, so it is long everywhere: where the
 * country's own form has room for fewer digits, ISO 11649 is used.
 */
export function drawReferenceAhead(country: CountryCode, payee: Pick<Payee, 'qrIban'>, chance: Pick<Chance, 'digits'>): string {
  if (countries[country].payment.referenceDigits >= manyDigits) return drawReference(country, payee, chance);
  const reference = rfReference(chance.digits(manyDigits));
  if (reference === undefined) throw new Error('no RF reference around thirteen digits');
  return reference;
}

/** The reference as a person reads and types it. */
export function printReference(country: CountryCode, reference: string): string {
  if (isRfReference(reference)) return printRfReference(reference);
  return countries[country].payment.printReference?.(reference) ?? reference;
}
