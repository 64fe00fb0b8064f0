// Has a buyer to consent to a payment method, or only to see its terms (C40)?
import type { Product } from '../checkout/products.ts';
import { type CountryCode, countries } from '../countries/countries.ts';
import type { Day } from '../dates.ts';
import { isInvoiceCredit, lawOn } from './law-on.ts';

/** A credit or a mandate is always agreed to; an invoice where the country asks for it on the day, or its law takes it for a credit. */
export function consentRequired(product: Product, country: CountryCode, on: Day): boolean {
  if (product.kind === 'Installment' || product.kind === 'Account') return true;
  if (product.kind === 'Invoice' && product.directDebit) return true;
  const { invoiceConsentFrom } = countries[country].law;
  if (invoiceConsentFrom !== null && invoiceConsentFrom <= on) return true;
  return isInvoiceCredit(lawOn(country, on));
}
