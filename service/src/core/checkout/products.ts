// The payment products of a merchant's contract, and whether one is offered for a basket on a day (C40). Offering, agreeing
// and making a contract all ask here, so that nothing is offered that is refused afterwards.
import type { Day } from '../dates.ts';
import type { AccountProfile, InstallmentProfile, Merchant } from '../merchant.ts';
import type { Currency } from '../money.ts';
import { percentText } from '../plan/apr.ts';
import { accountFor as offeredAccount, planFor, type Withheld } from '../plan/offers.ts';
import type { Plan } from '../plan/plan.ts';

/** What is to be paid for, and when that is asked. */
export interface Basket {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** The merchant's business day. */
  readonly on: Day;
}

/** Why a product of the contract is not offered: the profile's own reason, or amounts in another currency. */
export type Missing = Withheld | { readonly reason: 'otherCurrency' };

export type Product =
  | { readonly kind: 'Invoice'; readonly directDebit: boolean }
  | { readonly kind: 'Consolidatedinvoice' }
  | { readonly kind: 'Installment'; readonly profile: InstallmentProfile; readonly plan: Plan | null }
  | { readonly kind: 'Account'; readonly profile: AccountProfile; readonly annualRate: string | null };

/** A product, and why it is not offered; null when it is. */
export interface Judged {
  readonly product: Product;
  readonly missing: Missing | null;
}

/** Every product of the contract with what becomes of it for a basket, in the order in which they are shown. */
export function productsFor(basket: Basket, merchant: Merchant): Judged[] {
  const { contract } = merchant;
  const kinds = new Set(contract.paymentTypes);
  return [
    ...(kinds.has('Invoice') ? [{ product: { kind: 'Invoice', directDebit: false } as const, missing: null }] : []),
    ...(kinds.has('Invoice') && contract.directDebit ? [directDebitFor(basket)] : []),
    ...(kinds.has('Consolidatedinvoice') ? [{ product: { kind: 'Consolidatedinvoice' } as const, missing: null }] : []),
    ...(kinds.has('Installment') ? contract.installmentProfiles.map((profile) => installmentFor(profile, basket, merchant)) : []),
    ...(kinds.has('Account') ? contract.accountProfiles.map((profile) => accountFor(profile, basket, merchant)) : []),
  ];
}

const otherCurrency: Missing = { reason: 'otherCurrency' };

/** SEPA collects euro and nothing else. */
function directDebitFor({ currency }: Basket): Judged {
  return { product: { kind: 'Invoice', directDebit: true }, missing: currency === 'EUR' ? null : otherCurrency };
}

export function installmentFor(profile: InstallmentProfile, basket: Basket, merchant: Merchant): Judged {
  const { amountMinor, currency, on } = basket;
  const offer =
    currency === merchant.currency ? planFor(amountMinor, profile, merchant.country, on) : { withheld: otherCurrency };
  if ('withheld' in offer) return { product: { kind: 'Installment', profile, plan: null }, missing: offer.withheld };
  return { product: { kind: 'Installment', profile, plan: offer }, missing: null };
}

export function accountFor(profile: AccountProfile, basket: Basket, merchant: Merchant): Judged {
  const { amountMinor, currency, on } = basket;
  const offer = currency === merchant.currency ? offeredAccount(amountMinor, profile, merchant, on) : { withheld: otherCurrency };
  if ('withheld' in offer) return { product: { kind: 'Account', profile, annualRate: null }, missing: offer.withheld };
  return { product: { kind: 'Account', profile, annualRate: percentText(offer.annualRate) }, missing: null };
}
