// The payment products of a merchant's contract, and whether one is offered for a basket on a day (C40). Offering, agreeing
// and making a contract all ask here, so that nothing is offered that is refused afterwards.

import type { AccountProfile, CreditProfile, InstallmentProfile } from '../credit-profiles.ts';
import type { Day } from '../dates.ts';
import { type Contract, canCollect, type Merchant } from '../merchant.ts';
import type { Currency } from '../money.ts';
import { rateText } from '../plan/apr.ts';
import { accountFor as offeredAccount, planFor, type Withheld } from '../plan/offers.ts';
import type { Plan } from '../plan/plan.ts';
import { Recent } from '../remembering.ts';

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
  | {
      readonly kind: 'Installment';
      readonly directDebit: boolean;
      readonly profile: InstallmentProfile;
      readonly plan: Plan | null;
    }
  | {
      readonly kind: 'Account';
      readonly directDebit: boolean;
      readonly profile: AccountProfile;
      readonly annualRate: string | null;
    };

/** A product, and why it is not offered; null when it is. */
export interface Judged {
  readonly product: Product;
  readonly missing: Missing | null;
}

/** A buyer asks several times for one basket. */
const judgedBaskets = new WeakMap<Contract, Recent<readonly Judged[]>>();
const basketsKept = 16;

/** Every product of the contract with its result for a basket, in the order in which they are shown. */
export function productsFor(basket: Basket, merchant: Merchant): readonly Judged[] {
  const { contract, country, currency } = merchant;
  const kept = judgedBaskets.get(contract) ?? new Recent<readonly Judged[]>(basketsKept);
  judgedBaskets.set(contract, kept);
  const key = `${country} ${currency} ${basket.amountMinor} ${basket.currency} ${basket.on}`;
  return kept.of(key, () => judge(basket, merchant));
}

function judge(basket: Basket, merchant: Merchant): Judged[] {
  const { contract } = merchant;
  const kinds = new Set(contract.paymentTypes);
  return [
    ...(kinds.has('Invoice') ? [{ product: { kind: 'Invoice', directDebit: false } as const, missing: null }] : []),
    ...(kinds.has('Invoice') && contract.directDebit ? [directDebitFor(basket, merchant)] : []),
    ...(kinds.has('Consolidatedinvoice') ? [{ product: { kind: 'Consolidatedinvoice' } as const, missing: null }] : []),
    ...(kinds.has('Installment') ? contract.installmentProfiles.map((profile) => installmentFor(profile, basket, merchant)) : []),
    ...(kinds.has('Account') ? contract.accountProfiles.map((profile) => accountFor(profile, basket, merchant)) : []),
  ];
}

const otherCurrency: Missing = { reason: 'otherCurrency' };

function directDebitFor(basket: Basket, merchant: Merchant): Judged {
  return { product: { kind: 'Invoice', directDebit: true }, missing: isDebited(null, basket, merchant) ? null : otherCurrency };
}

/** Can a product be paid by direct debit? Where the contract has it, or the profile is collected so; null is an invoice. */
export function isDebited(
  profile: CreditProfile | null,
  { currency }: Pick<Basket, 'currency'>,
  { contract }: Merchant,
): boolean {
  return (contract.directDebit || profile?.bankAccountRequired === true) && canCollect(contract.payee, currency);
}

/** Has the buyer to name an account? Not where nothing can be collected from it. */
export const needsAccount = (profile: CreditProfile | null, basket: Pick<Basket, 'currency'>, merchant: Merchant): boolean =>
  profile?.bankAccountRequired === true && isDebited(profile, basket, merchant);

export function installmentFor(profile: InstallmentProfile, basket: Basket, merchant: Merchant): Judged {
  const { amountMinor, currency, on } = basket;
  const offer =
    currency === merchant.currency ? planFor(amountMinor, profile, merchant.country, on) : { withheld: otherCurrency };
  const common = { kind: 'Installment', directDebit: isDebited(profile, basket, merchant), profile } as const;
  if ('withheld' in offer) return { product: { ...common, plan: null }, missing: offer.withheld };
  return { product: { ...common, plan: offer }, missing: null };
}

export function accountFor(profile: AccountProfile, basket: Basket, merchant: Merchant): Judged {
  const { amountMinor, currency, on } = basket;
  const offer = currency === merchant.currency ? offeredAccount(amountMinor, profile, merchant, on) : { withheld: otherCurrency };
  const common = { kind: 'Account', directDebit: needsAccount(profile, basket, merchant), profile } as const;
  if ('withheld' in offer) return { product: { ...common, annualRate: null }, missing: offer.withheld };
  return { product: { ...common, annualRate: rateText(offer.annualRate) }, missing: null };
}
