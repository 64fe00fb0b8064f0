// Which plans a merchant can offer for a basket on a day: what the contract holds and the law allows. What is not offered is
// returned with its reason, so that a decision can keep it.

import type { AccountProfile, InstallmentProfile } from '../credit-profiles.ts';
import { type Day, isValidOn } from '../dates.ts';
import { type Breach, breachOf, lawOn } from '../law/law-on.ts';
import { isInRange, type Merchant } from '../merchant.ts';
import { Recent } from '../remembering.ts';
import type { Rate } from './apr.ts';
import { openEndedOf } from './open-ended.ts';
import { type Plan, planOf } from './plan.ts';

/** Why a profile is not offered. */
export type Withheld =
  | { readonly reason: 'notValidToday' | 'outOfRange' | 'noPlan' }
  /** Above a cap of the law. */
  | { readonly reason: 'law'; readonly breach: Breach };

export interface WithheldProfile {
  readonly profileNo: number;
  readonly withheld: Withheld;
}

export interface Offers {
  /** In the order of their number of installments. */
  readonly plans: readonly Plan[];
  readonly withheld: readonly WithheldProfile[];
}

/** All plans for a basket in the merchant's currency; none at all is an answer too. */
export function plansFor(basketMinor: bigint, { contract, country }: Pick<Merchant, 'contract' | 'country'>, on: Day): Offers {
  const plans: Plan[] = [];
  const withheld: WithheldProfile[] = [];
  for (const profile of contract.installmentProfiles) {
    const offer = planFor(basketMinor, profile, country, on);
    if ('withheld' in offer) withheld.push({ profileNo: profile.profileNo, withheld: offer.withheld });
    else plans.push(offer);
  }
  plans.sort((a, b) => a.terms.numberOfInstallments - b.terms.numberOfInstallments || a.terms.profileNo - b.terms.profileNo);
  return { plans, withheld };
}

type PlanOffer = Plan | { readonly withheld: Withheld };
type AccountOffer = OfferedAccount | { readonly withheld: Withheld };

/** A buyer asks several times for one basket, and every buyer for the same accounts; annual rates take long to find. */
const planOffers = new WeakMap<InstallmentProfile, Recent<PlanOffer>>();
const accountOffers = new WeakMap<AccountProfile, Recent<AccountOffer>>();
const offersKept = 16;

/** The plan of one profile for a basket, or why it is not offered. */
export function planFor(basketMinor: bigint, profile: InstallmentProfile, country: Merchant['country'], on: Day): PlanOffer {
  const known = planOffers.get(profile) ?? new Recent<PlanOffer>(offersKept);
  planOffers.set(profile, known);
  return known.of(`${country} ${on} ${basketMinor}`, () => planOfferOf(basketMinor, profile, country, on));
}

function planOfferOf(basketMinor: bigint, profile: InstallmentProfile, country: Merchant['country'], on: Day): PlanOffer {
  if (!isValidOn(profile, on)) return { withheld: { reason: 'notValidToday' } };
  if (!isInRange(profile, basketMinor)) return { withheld: { reason: 'outOfRange' } };
  const plan = planOf(basketMinor, profile);
  if (!plan) return { withheld: { reason: 'noPlan' } };
  const breach = breachOf(
    {
      product: 'Installment',
      creditMinor: basketMinor,
      interestRateBps: profile.interestRateBps,
      annualRate: plan.annualRate,
      months: profile.numberOfInstallments,
      interestMinor: plan.totalInterestMinor,
      startupFeeMinor: profile.startupFeeMinor,
      feesMinor: plan.totalMinor - basketMinor - plan.totalInterestMinor,
      signedInWriting: profile.signedInWriting === true,
    },
    lawOn(country, on),
  );
  return breach ? { withheld: { reason: 'law', breach } } : plan;
}

/** Where the annexes assume a ceiling because none is agreed: 1 500 EUR, or as much in the other currencies. */
export const assumedCeilingMinor: Readonly<Record<Merchant['currency'], bigint>> = {
  EUR: 150_000n,
  CHF: 150_000n,
  NOK: 1_500_000n,
  SEK: 1_500_000n,
  DKK: 1_100_000n,
};

export interface OfferedAccount {
  readonly profile: AccountProfile;
  /** By the assumptions for open-ended credit; 0.05 is 5 %. */
  readonly annualRate: Rate;
}

/**
 * An account profile with the annual percentage rate it is shown with, or why no account may be opened on it: for any
 * amount, because the law asks for the rate of the assumed ceiling.
 */
export function lawfulAccount(profile: AccountProfile, merchant: Pick<Merchant, 'country' | 'currency'>, on: Day): AccountOffer {
  const known = accountOffers.get(profile) ?? new Recent<AccountOffer>(offersKept);
  accountOffers.set(profile, known);
  const { country, currency } = merchant;
  return known.of(`${country} ${currency} ${on}`, () => accountOfferOf(profile, { country, currency }, on));
}

function accountOfferOf(
  profile: AccountProfile,
  { country, currency }: Pick<Merchant, 'country' | 'currency'>,
  on: Day,
): AccountOffer {
  if (!isValidOn(profile, on)) return { withheld: { reason: 'notValidToday' } };
  return judgedFor(assumedCeilingMinor[currency], profile, country, on);
}

function judgedFor(creditMinor: bigint, profile: AccountProfile, country: Merchant['country'], on: Day): AccountOffer {
  const year = openEndedOf(creditMinor, profile);
  if (!year) return { withheld: { reason: 'noPlan' } };
  const { interestRateBps, startupFeeMinor, signedInWriting = false } = profile;
  const breach = breachOf(
    { product: 'Account', creditMinor, interestRateBps, startupFeeMinor, months: 12, ...year, signedInWriting },
    lawOn(country, on),
  );
  return breach ? { withheld: { reason: 'law', breach } } : { profile, annualRate: year.annualRate };
}

/** The same for a basket, which has to be in the profile's range. */
export function accountFor(
  basketMinor: bigint,
  profile: AccountProfile,
  merchant: Pick<Merchant, 'country' | 'currency'>,
  on: Day,
): AccountOffer {
  if (isValidOn(profile, on) && !isInRange(profile, basketMinor)) return { withheld: { reason: 'outOfRange' } };
  return lawfulAccount(profile, merchant, on);
}

/**
 * A lawful profile as an account with this limit, in minor units of the merchant's currency, is opened on it. Its start-up fee is not
 * charged; its monthly fee neither where the smaller limit lifts the annual rate or the fees of a year above a cap. Undefined where the
 * law does not allow it without fees either. Source: Directive (EU) 2023/2225, annex III: a limit that is agreed takes the place of
 * the assumed one.
 */
export function profileWithLimit(
  limitMinor: bigint,
  profile: AccountProfile,
  { country }: Pick<Merchant, 'country'>,
  on: Day,
): AccountProfile | undefined {
  const charged = { ...profile, startupFeeMinor: 0n };
  return [charged, { ...charged, monthlyFeeMinor: 0n }].find((each) => 'annualRate' in judgedFor(limitMinor, each, country, on));
}
