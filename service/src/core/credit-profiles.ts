// The credit products that a contract offers.

import type { Validity } from './dates.ts';

/** What every credit product of a contract says of itself. All amounts are in the merchant's currency. */
export interface CreditProfile extends Validity {
  /** What a shop names in `payment.installment.profileNo` or `payment.account.profileNo`. */
  readonly profileNo: number;
  /** Nominal yearly rate in hundredths of a per cent: 1950 is 19.5 %. */
  readonly interestRateBps: number;
  /** Charged once, with the first installment. */
  readonly startupFeeMinor: bigint;
  /** Charged with every installment. */
  readonly monthlyFeeMinor: bigint;
  /** The smallest and the largest basket it is offered for, both included. */
  readonly fromMinor: bigint;
  readonly toMinor: bigint;
  /** Must a contract be made in the checkout before an order is authorized (400.109)? */
  readonly contractRequired: boolean;
  /** Is it collected by direct debit, so that a bank account is needed? */
  readonly bankAccountRequired: boolean;
  /**
   * Is its agreement signed by hand or with a qualified electronic signature, outside this service? Absent: no, so that it is not
   * offered where the law demands that (docs/law.md: signedWriting).
   */
  readonly signedInWriting?: boolean;
}
/** What is owed on an account, in the order in which payments cover it where nothing else is agreed. */
export const paymentParts = ['fees', 'interest', 'principal'] as const;
export type PaymentPart = (typeof paymentParts)[number];

/** Paying a basket in equal monthly parts. One profile is one number of installments. */
export interface InstallmentProfile extends CreditProfile {
  readonly numberOfInstallments: number;
}
/** A revolving account that baskets are put on. */
export interface AccountProfile extends CreditProfile {
  /** Every month at least this is paid … */
  readonly minimumPaymentMinor: bigint;
  /** … or this part of the balance, in hundredths of a per cent: the larger of the two. */
  readonly minimumPaymentBps: number;
}
