// What a country's demo shop of the sandbox offers and agreed, and what such offers are made of.

import type { AccountProfile, InstallmentProfile } from '../credit-profiles.ts';
import type { PayeeDetails } from '../payee.ts';
import type { Reserve, SettlementPeriod } from '../settlement/terms.ts';

export interface DemoShop {
  readonly name: string;
  readonly installmentProfiles: readonly InstallmentProfile[];
  readonly accountProfile: AccountProfile;
  /** The campaign “pay in 60 days” in the language of the shop. */
  readonly payIn60Days: string;
  /** In euro only: SEPA knows no direct debit in another currency. */
  readonly directDebit: boolean;
  readonly payee: Partial<PayeeDetails> & Pick<PayeeDetails, 'ibans'> & { readonly address: DemoAddress };
  readonly settlementPeriod: SettlementPeriod;
  /** Is the percentage of what is refunded given back to the shop? */
  readonly returnsPercentageOnRefund: boolean;
  readonly reserve: Reserve | null;
  /** Of a letter, where the law lets only an agreed one be charged. */
  readonly reminderFeeMinor?: bigint;
}

interface DemoAddress {
  readonly street: string;
  readonly postalCode: string;
  readonly postalPlace: string;
}

/** Amounts here are whole units of the currency. */
type Units = readonly [from: number, to: number];

const minor = (units: number): bigint => BigInt(units) * 100n;

export function installment(
  profileNo: number,
  numberOfInstallments: number,
  [from, to]: Units,
  interestRateBps = 0,
  fees: { startup?: number; monthly?: number } = {},
): InstallmentProfile {
  return {
    profileNo,
    numberOfInstallments,
    interestRateBps,
    startupFeeMinor: minor(fees.startup ?? 0),
    monthlyFeeMinor: minor(fees.monthly ?? 0),
    fromMinor: minor(from),
    toMinor: minor(to),
    validFrom: null,
    validTo: null,
    contractRequired: false,
    bankAccountRequired: false,
  };
}

export const needsContract = (profile: InstallmentProfile): InstallmentProfile => ({ ...profile, contractRequired: true });

/** Where the law wants a signature, the sandbox pretends that the shop has it. */
export const signed = <Profile extends InstallmentProfile | AccountProfile>(profile: Profile): Profile => ({
  ...profile,
  signedInWriting: true,
});

export const collected = (profile: InstallmentProfile): InstallmentProfile => ({
  ...needsContract(profile),
  bankAccountRequired: true,
});

/** Numbered apart from the installment profiles. */
export function account(interestRateBps: number, minimum: number, [from, to]: Units, monthlyFee = 0): AccountProfile {
  return {
    profileNo: 1,
    interestRateBps,
    startupFeeMinor: 0n,
    monthlyFeeMinor: minor(monthlyFee),
    minimumPaymentMinor: minor(minimum),
    minimumPaymentBps: 500,
    fromMinor: minor(from),
    toMinor: minor(to),
    validFrom: null,
    validTo: null,
    contractRequired: false,
    bankAccountRequired: false,
  };
}
