// An installment plan: a basket paid in equal monthly parts, with what it costs (specification, lookup installment plans;
// C42). The arithmetic is the one that public samples of this kind of interface show, and they come out to the digit.
import type { InstallmentProfile } from '../credit-profiles.ts';
import { type AnnuityPart, amortise, annuityMinor } from './annuity.ts';
import { annualRate, effectiveRate, type Flow, type Rate, rateText } from './apr.ts';

/** What a plan is computed from, as it was agreed: kept with an order, because a contract may change. */
export type PlanTerms = Pick<
  InstallmentProfile,
  'profileNo' | 'numberOfInstallments' | 'interestRateBps' | 'startupFeeMinor' | 'monthlyFeeMinor'
>;

/** One installment, in minor units; it is the sum of its three parts. */
export interface Installment {
  readonly principalMinor: bigint;
  readonly interestMinor: bigint;
  /** The monthly fee, and the start-up fee in the first installment. */
  readonly feeMinor: bigint;
}

/** A plan with all it says of itself. Amounts are minor units, percentages have two decimals: '438.50'. */
export interface Plan {
  readonly terms: PlanTerms;
  readonly basketMinor: bigint;
  readonly installments: readonly Installment[];
  /** Every installment but the first and the last, with the monthly fee. */
  readonly installmentMinor: bigint;
  /** With the start-up fee. */
  readonly firstInstallmentMinor: bigint;
  /** Takes what rounding left. */
  readonly lastInstallmentMinor: bigint;
  readonly totalInterestMinor: bigint;
  /** Basket, interest and all fees: the sum of the installments. */
  readonly totalMinor: bigint;
  /** The nominal rate with its monthly compounding. */
  readonly effectiveInterestRate: string;
  /** With the fees: what a consumer can compare. */
  readonly effectiveAnnualPercentageRate: string;
  /** The same before it was rounded to be shown: what the law's caps are held against. 0.05 is 5 %. */
  readonly annualRate: Rate;
}

/** The amount of an installment. */
export const installmentMinor = ({ principalMinor, interestMinor, feeMinor }: Installment): bigint =>
  principalMinor + interestMinor + feeMinor;

/**
 * The plan of a basket. None where there can be none: when the basket is too small for so many payments, or when the
 * start-up fee takes all of it, so that there is no rate.
 */
export function planOf(basketMinor: bigint, terms: PlanTerms): Plan | undefined {
  const installments = installmentsOf(basketMinor, terms);
  const [first, last] = [installments[0], installments.at(-1)];
  if (!first || !last || last.principalMinor + last.interestMinor <= 0n) return undefined;
  const rate = annualRate(flowsOf(basketMinor, installments, terms.startupFeeMinor));
  if (rate === undefined) return undefined;
  const totalInterestMinor = installments.reduce((sum, each) => sum + each.interestMinor, 0n);
  const totalMinor = installments.reduce((sum, each) => sum + installmentMinor(each), 0n);
  return {
    terms,
    basketMinor,
    installments,
    installmentMinor: annuityMinor(basketMinor, terms.interestRateBps, terms.numberOfInstallments) + terms.monthlyFeeMinor,
    firstInstallmentMinor: installmentMinor(first),
    lastInstallmentMinor: installmentMinor(last),
    totalInterestMinor,
    totalMinor,
    effectiveInterestRate: rateText(effectiveRate(terms.interestRateBps)),
    effectiveAnnualPercentageRate: rateText(rate),
    annualRate: rate,
  };
}

/** A credit in installments with their fees; the principal parts add up to the credit exactly. */
const installmentsOf = (creditMinor: bigint, terms: PlanTerms): Installment[] =>
  withFees(amortise(creditMinor, terms.interestRateBps, terms.numberOfInstallments), terms);

/** Payments with the monthly fee, and the start-up fee in the first. */
export const withFees = (
  parts: readonly AnnuityPart[],
  { startupFeeMinor, monthlyFeeMinor }: Pick<PlanTerms, 'startupFeeMinor' | 'monthlyFeeMinor'>,
): Installment[] => parts.map((part, index) => ({ ...part, feeMinor: monthlyFeeMinor + (index === 0 ? startupFeeMinor : 0n) }));

/**
 * The flows of a plan before its dates are known: one month is a twelfth of a year. The start-up fee counts as paid at the
 * beginning, as in the public samples: that is never less than what its later payment would give.
 */
function flowsOf(basketMinor: bigint, installments: readonly Installment[], startupFeeMinor: bigint): Flow[] {
  return [
    { at: { numerator: 0, denominator: 12 }, amount: basketMinor - startupFeeMinor },
    ...installments.map((each, index): Flow => {
      const atStart = index === 0 ? startupFeeMinor : 0n;
      return { at: { numerator: index + 1, denominator: 12 }, amount: atStart - installmentMinor(each) };
    }),
  ];
}
