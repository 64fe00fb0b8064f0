// Where a buyer reads what a payment method means: the shop's own pages, or ours with sample texts, and a page for each plan.

import type { Merchant } from '../core/merchant.ts';
import { type Currency, currencies } from '../core/money.ts';
import type { PlanTerms } from '../core/plan/plan.ts';
import { fill } from '../core/texts/fill.ts';
import { type Language, languages } from '../core/texts/texts.ts';
import type { Signer, Signers } from '../store/secrets.ts';

/** The methods that have a picture of their own. */
export const logos = ['invoice', 'direct-debit', 'monthly-invoice', 'installment', 'account'] as const;
export type Logo = (typeof logos)[number];

export const logoUrl = (publicUrl: string, logo: Logo): string => `${publicUrl}/assets/payment-methods/${logo}.svg`;

export interface LegalUrls {
  readonly termsAndConditionsUrl: string;
  readonly privacyStatementUrl: string;
}

/** The merchant's own pages in the buyer's language, or else ours. */
export function legalUrls({ contract }: Merchant, language: Language, publicUrl: string): LegalUrls {
  const own = (url: string | null | undefined): string | undefined =>
    url ? fill(url, { language: language.toLowerCase() }) : undefined;
  const { termsAndConditionsUrl, privacyStatementUrl } = contract.legalPages ?? {};
  return {
    termsAndConditionsUrl: own(termsAndConditionsUrl) ?? `${publicUrl}/legal/terms/${language.toLowerCase()}`,
    privacyStatementUrl: own(privacyStatementUrl) ?? `${publicUrl}/legal/privacy/${language.toLowerCase()}`,
  };
}

/** A plan as its page shows it. */
export interface ShownPlan {
  readonly language: Language;
  readonly currency: Currency;
  readonly basketMinor: bigint;
  readonly terms: PlanTerms;
}

/**
 * The page of a plan. All of the plan is in the address, so that the page stays right when the contract changes, and the
 * address is signed, so that no other plan can be shown under it.
 */
export function planUrl(publicUrl: string, plan: ShownPlan, signer: Pick<Signer, 'link'>): string {
  const text = planText(plan);
  return `${publicUrl}/legal/plan/${text}.${sign(text, signer)}`;
}

function planText({ language, currency, basketMinor, terms }: ShownPlan): string {
  const { profileNo, numberOfInstallments, interestRateBps, startupFeeMinor, monthlyFeeMinor } = terms;
  const numbers = [basketMinor, profileNo, numberOfInstallments, interestRateBps, startupFeeMinor, monthlyFeeMinor];
  return [language.toLowerCase(), currency, ...numbers].join('-');
}

const sign = (text: string, { link }: Pick<Signer, 'link'>): string => link(`plan ${text}`).slice(0, 22);

/** The plan an address is for, or nothing when we did not make it. */
export function planOfUrl(token: string, signers: Signers): ShownPlan | undefined {
  const [text = '', signature] = token.split('.');
  if (!signers.some((signer) => signature === sign(text, signer))) return undefined;
  const [spoken = '', money = '', ...numbers] = text.split('-');
  const language = languages.find((each) => each === spoken.toUpperCase());
  const currency = currencies.find((each) => each === money);
  const [basket, profileNo, numberOfInstallments, interestRateBps, startup, monthly] = numbers.map(Number);
  if (!language || !currency || monthly === undefined || numbers.some((each) => !/^\d{1,12}$/.test(each))) return undefined;
  const terms = {
    profileNo: profileNo ?? 0,
    numberOfInstallments: numberOfInstallments ?? 0,
    interestRateBps: interestRateBps ?? 0,
    startupFeeMinor: BigInt(startup ?? 0),
    monthlyFeeMinor: BigInt(monthly),
  };
  return { language, currency, basketMinor: BigInt(basket ?? 0), terms };
}
