// Has a buyer to consent to a payment method, or only to see its terms (C40)?
import type { Product } from '../checkout/products.ts';
import { type CountryCode, countries } from '../countries/countries.ts';
import type { Day } from '../dates.ts';

/** A credit or a mandate is always agreed to; an invoice where the country asks for it on the day. */
export function consentRequired(product: Product, country: CountryCode, on: Day): boolean {
  if (product.kind === 'Installment' || product.kind === 'Account') return true;
  if (product.kind === 'Invoice' && product.directDebit) return true;
  // Where the directive is law, an invoice of a third party is credit, against the custom of invoices.
  const { invoiceConsentFrom, transposition } = countries[country].law;
  const from = invoiceConsentFrom ?? transposition?.from ?? null;
  return from !== null && from <= on;
}
