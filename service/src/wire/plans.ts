// An installment plan as shops show it: amounts in major units, rates in per cent.
import { minorToWire } from '../core/money.ts';
import type { Plan } from '../core/plan/plan.ts';
import { Amount, type Static, Type } from './schema.ts';

const Percent = (description: string) => Type.Number({ description });

export const InstallmentPlan = Type.Object(
  {
    basketAmount: Amount(),
    numberOfInstallments: Type.Integer(),
    installmentAmount: Amount('Of a month, with the monthly fee.'),
    firstInstallmentAmount: Amount('With the start-up fee.'),
    lastInstallmentAmount: Amount('Takes what rounding left.'),
    interestRate: Percent('Nominal, a year.'),
    effectiveInterestRate: Percent('With monthly compounding.'),
    effectiveAnnualPercentageRate: Percent('With all fees.'),
    totalInterestAmount: Amount(),
    startupFee: Amount(),
    monthlyFee: Amount(),
    totalAmount: Amount('Basket, interest and all fees.'),
    installmentProfileNumber: Type.Integer(),
    readMore: Type.String({ maxLength: 2048 }),
  },
  { title: 'InstallmentPlan' },
);
export type InstallmentPlan = Static<typeof InstallmentPlan>;

export function planToWire(plan: Plan, readMore: string): InstallmentPlan {
  const { terms } = plan;
  return {
    basketAmount: minorToWire(plan.basketMinor),
    numberOfInstallments: terms.numberOfInstallments,
    installmentAmount: minorToWire(plan.installmentMinor),
    firstInstallmentAmount: minorToWire(plan.firstInstallmentMinor),
    lastInstallmentAmount: minorToWire(plan.lastInstallmentMinor),
    interestRate: terms.interestRateBps / 100,
    effectiveInterestRate: Number(plan.effectiveInterestRate),
    effectiveAnnualPercentageRate: Number(plan.effectiveAnnualPercentageRate),
    totalInterestAmount: minorToWire(plan.totalInterestMinor),
    startupFee: minorToWire(terms.startupFeeMinor),
    monthlyFee: minorToWire(terms.monthlyFeeMinor),
    totalAmount: minorToWire(plan.totalMinor),
    installmentProfileNumber: terms.profileNo,
    readMore,
  };
}
