// May an order that was agreed on as a credit have another total (C26)? A buyer owes what was agreed and no more: a credit
// above the amount of its agreement is a new credit, which needs a new one (2008/48/EC article 10, 2023/2225 article 21).
// Below it the plan is computed anew, by the same terms, and has to be one that could have been agreed on that day.
import { dayAt } from '../dates.ts';
import type { CreditProfile, Merchant } from '../merchant.ts';
import { minorToWire } from '../money.ts';
import { type Refusal, refuse } from '../refusals.ts';
import type { Order } from '../rows.ts';
import { accountFor, type Basket, installmentFor } from './products.ts';
import { type AccountTerms, installmentRefusals, termsOf } from './terms.ts';

/**
 * Why the order cannot have this total; nothing for an order that is no credit. Refused: installments for more than was
 * agreed on (409), a total outside the range of the profile (400.111, 400.114), one that has no plan (400.112) and one whose
 * plan would be above a cap of the law on the day of the order (400.108). A profile that the merchant has given up has no
 * range any more.
 */
export function newTotalFault(order: Order, totalMinor: bigint, merchant: Merchant, field: string): Refusal | undefined {
  const { installment, account } = termsOf(order);
  const { installmentProfiles, accountProfiles } = merchant.contract;
  const basket: Basket = { amountMinor: totalMinor, currency: order.currency, on: dayAt(order.insertedAt, merchant.timeZone) };
  if (installment) {
    if (totalMinor > order.approvedMinor)
      return refuse('order.above_agreed', field, { agreed: minorToWire(order.approvedMinor).toFixed(2) });
    const profile = { ...rangeOf(installmentProfiles, installment.profileNo), ...installment };
    const { missing } = installmentFor(profile, basket, merchant);
    return missing ? refuse(installmentRefusals[missing.reason], field) : undefined;
  }
  if (!account) return undefined;
  const { missing } = accountFor({ ...rangeOf(accountProfiles, account.profileNo), ...account }, basket, merchant);
  return missing ? refuse(missing.reason === 'law' ? 'payment.not_available' : 'account.profile', field) : undefined;
}

/** For which totals a profile is; it stays agreed after the last day on which it was offered. */
function rangeOf(profiles: readonly CreditProfile[], profileNo: number): Omit<CreditProfile, keyof AccountTerms> {
  const { fromMinor, toMinor } = profiles.find((each) => each.profileNo === profileNo) ?? { fromMinor: 0n, toMinor: maxMinor };
  return { fromMinor, toMinor, validFrom: null, validTo: null, contractRequired: false, bankAccountRequired: false };
}

const maxMinor = 10n ** 18n;
