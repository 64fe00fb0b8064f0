// May an order that was agreed on as a credit have another total (C26)? A buyer owes what was agreed and no more: above the
// amount of its agreement the credit is a new one, and where the law asks for an agreement in its form it needs a new one
// (2008/48/EC article 10, 2023/2225 articles 20 and 21, KKG article 9). Below it the plan is computed anew, by the same terms,
// and has to be one that could have been agreed on that day.

import type { CreditProfile } from '../credit-profiles.ts';
import { dayAt, type Instant } from '../dates.ts';
import { asksForAgreement, lawOn } from '../law/law-on.ts';
import type { Merchant } from '../merchant.ts';
import type { Order, OrderContents } from '../order/rows.ts';
import { planOf } from '../plan/plan.ts';
import { type Refusal, refuse } from '../refusals.ts';
import { type Agreement, isOpenFor, type Named } from './agreement.ts';
import { accountFor, type Basket, installmentFor } from './products.ts';
import type { PaymentContract } from './rows.ts';
import { type AccountTerms, installmentRefusals, termsOf } from './terms.ts';

/** Another total for an order. */
export interface NewTotal {
  readonly order: Order;
  readonly totalMinor: bigint;
  readonly merchant: Merchant;
  readonly now: Instant;
}

/** An agreement for it, and the contract that says so. */
export interface AgreedAnew extends Agreement {
  readonly contract: PaymentContract;
}

/** Above what was agreed on it is a new credit, of today; below it is still that of the order's day. */
const basketOf = ({ order, totalMinor, merchant, now }: NewTotal): Basket => {
  const at = totalMinor > order.approvedMinor ? now : order.insertedAt;
  return { amountMinor: totalMinor, currency: order.currency, on: dayAt(at, merchant.timeZone) };
};

/**
 * Why the order cannot have this total by the terms it was agreed on; nothing for an order that is no credit. Refused: a total
 * outside the range of the profile (400.111, 400.114), one that has no plan (400.112) and one whose plan would be above a cap
 * of the law (400.108). A profile that the merchant has given up has no range any more.
 */
export function newTotalFault(wanted: NewTotal, field: string): Refusal | undefined {
  const { order, totalMinor, merchant } = wanted;
  const { installment, account } = termsOf(order);
  const { installmentProfiles, accountProfiles } = merchant.contract;
  const basket = basketOf(wanted);
  // What was agreed on stays so, in the form in which it was.
  const agreed = totalMinor <= order.approvedMinor && { signedInWriting: true };
  if (installment) {
    const profile = { ...rangeOf(installmentProfiles, installment.profileNo), ...agreed, ...installment };
    const { missing } = installmentFor(profile, basket, merchant);
    return missing ? refuse(installmentRefusals[missing.reason], field) : undefined;
  }
  if (!account) return undefined;
  const { missing } = accountFor({ ...rangeOf(accountProfiles, account.profileNo), ...agreed, ...account }, basket, merchant);
  return missing ? refuse(missing.reason === 'law' ? 'method.not_available' : 'account.profile', field) : undefined;
}

/**
 * Has the buyer to agree anew? To a plan of more than was agreed on, where the law asks for an agreement of a consumer's, or
 * where the merchant's profile does.
 */
export function needsNewContract(wanted: NewTotal, isConsumer: boolean): boolean {
  const { order, totalMinor, merchant } = wanted;
  const { installment } = termsOf(order);
  if (!installment || totalMinor <= order.approvedMinor) return false;
  const profile = merchant.contract.installmentProfiles.find(({ profileNo }) => profileNo === installment.profileNo);
  if (profile?.contractRequired) return true;
  const costMinor = (planOf(totalMinor, installment)?.totalMinor ?? totalMinor) - totalMinor;
  const credit = { creditMinor: totalMinor, costMinor, months: installment.numberOfInstallments };
  return isConsumer && asksForAgreement(credit, lawOn(merchant.country, basketOf(wanted).on));
}

/**
 * The terms of the contract that an update names: undefined where it is not this order's at this total. Money is collected from
 * the account of the order, which was looked at when it was placed; a contract brings no other.
 */
export function newAgreement(named: Named, contents: OrderContents, wanted: NewTotal): AgreedAnew | undefined {
  const { contract } = named;
  const { order, merchant, now } = wanted;
  const { bankAccount } = contents;
  if (!contract || (contract.bankAccount !== null && bankAccount === null)) return undefined;
  const { directDebit } = (contents.payment ?? {}) as { readonly directDebit?: { readonly bankCode?: string } };
  const placed = { type: order.paymentType, bankAccount, bankCode: directDebit?.bankCode ?? null };
  if (!isOpenFor({ ...named, contract }, placed, basketOf(wanted), merchant, now)) return undefined;
  const terms = termsOf(contract);
  // The mandate that came with the new contract, else the one the order had.
  const mandateNumber = contract.mandateNumber ?? termsOf(order).mandateNumber;
  const agreed = { ...terms, directDebit: terms.directDebit || bankAccount !== null };
  return { terms: mandateNumber === undefined ? agreed : { ...agreed, mandateNumber }, bankAccount, contract };
}

/** For which totals a profile is; it stays agreed after the last day on which it was offered. */
function rangeOf(profiles: readonly CreditProfile[], profileNo: number): Omit<CreditProfile, keyof AccountTerms> {
  const found = profiles.find((each) => each.profileNo === profileNo);
  const { fromMinor, toMinor, signedInWriting = false }: Partial<CreditProfile> & typeof everything = found ?? everything;
  const asked = { contractRequired: false, bankAccountRequired: false };
  return { fromMinor, toMinor, validFrom: null, validTo: null, ...asked, signedInWriting };
}

const everything = { fromMinor: 0n, toMinor: 10n ** 18n };
