// How a buyer chose to pay, and what is agreed by it: checked against the merchant's contract and the basket, and kept with
// the order, because the contract with the merchant may change before the order is captured.

import type { CreditProfile, PaymentPart } from '../credit-profiles.ts';
import { type Day, isValidOn } from '../dates.ts';
import type { Json } from '../json.ts';
import type { Contract, Merchant } from '../merchant.ts';
import { decimalsOf } from '../money.ts';
import { type Plan, type PlanTerms, planOf } from '../plan/plan.ts';
import { type Refusal, type RefusalId, refuse } from '../refusals.ts';
import { asJson } from '../risk/decision.ts';
import { fromJson } from '../stored.ts';
import type { Language } from '../texts/texts.ts';
import { accountFor, type Basket, installmentFor, isDebited, type Missing } from './products.ts';

/** What a shop says of how its buyer pays; null is: does not say. */
export interface Choice {
  /** The payment type, without the older name of an invoice by direct debit. */
  readonly type: string;
  readonly campaignNumber: number | null;
  /** Of the installment or the account profile. */
  readonly profileNo: number | null;
  readonly numberOfInstallments: number | null;
  /** Yearly, in per cent, as the shop showed it. */
  readonly interestRate: number | null;
  readonly directDebit: boolean;
  /** Does it ask for an agreement that later orders would be collected on? */
  readonly recurring?: boolean;
}

/** What a buyer asks a contract for. */
export interface ContractRequest {
  readonly choice: Choice;
  readonly bankAccount: string | null;
  /** Keyed hash of it, as on the lists. */
  readonly bankAccountKey: string | null;
  readonly bankCode: string | null;
  readonly language: Language;
  /** The page on which the credit of a contract is withdrawn from. */
  readonly withdrawalUrl: (contractId: string) => string;
}

/** What was agreed: all that later steps need, even if the merchant's contract changes. */
export interface Terms {
  readonly directDebit: boolean;
  readonly campaignNumber: number | null;
  /** From capture to due date; null where the merchant's contract says it. */
  readonly daysUntilDue: number | null;
  readonly installment: PlanTerms | null;
  readonly account: AccountTerms | null;
  /** What being late costs by the paper of a contract: the merchant's later terms do not raise it. */
  readonly late?: AgreedLate;
  /** What payments on the account cover first, by the paper of a contract. */
  readonly paymentOrder?: readonly PaymentPart[];
  /** The day of the contract's paper. Missing without a contract, and in those from before it was kept: the day of the order counts. */
  readonly agreedOn?: Day;
  /** What the paper of a contract was paid under; the first capture keeps it, so that such a payment finds its invoice. */
  readonly paymentReference?: string;
  /** Of the direct debit mandate that was given with an order. */
  readonly mandateNumber?: string;
}

export interface AgreedLate {
  /** Null where the rate of the law was agreed. */
  readonly interestRateBps: number | null;
  readonly reminderFeeMinor: bigint;
}

export interface AccountTerms {
  readonly profileNo: number;
  readonly interestRateBps: number;
  readonly startupFeeMinor: bigint;
  readonly monthlyFeeMinor: bigint;
  readonly minimumPaymentMinor: bigint;
  readonly minimumPaymentBps: number;
}

export interface Agreed {
  readonly terms: Terms;
  /** Of an installment order. */
  readonly plan: Plan | null;
  /** The product of the contract, where it is a credit. */
  readonly profile: CreditProfile | null;
}

/** A plain invoice. */
const plain: Terms = { directDebit: false, campaignNumber: null, daysUntilDue: null, installment: null, account: null };

/** The terms that an order or a contract was agreed on. */
export const termsOf = ({ terms }: { readonly terms: Json }): Terms => (terms === null ? plain : fromJson<Terms>(terms));

/** Is what is captured charged to a customer account? Not where its buyer left it to a direct debit, which collects it of the order. */
export function isForAccount(order: { readonly terms: Json }): boolean {
  const { account, mandateNumber } = termsOf(order);
  return account !== null && mandateNumber === undefined;
}

/** Terms as they are kept; a plain invoice of which no paper says anything has none. */
export function storedTerms(terms: Terms): Json {
  const isPlain = (Object.keys(terms) as (keyof Terms)[]).every((name) => terms[name] === plain[name]);
  return isPlain ? null : asJson(terms);
}

/**
 * What is agreed by a choice. Refused: a type that is not contracted or not offered for the basket, a bank account from which
 * nothing can be collected (400.108), an agreement for later direct debits (400.391), an unknown
 * profile (400.110, 400.114), one that has no plan for the basket (400.111, 400.112), another number of installments or
 * another rate than the profile's (400.113, 400.263), an unknown campaign (400.262). `path` is the member of the body that
 * holds the choice.
 */
export function agree(choice: Choice, basket: Basket, merchant: Merchant, path: string): Agreed | Refusal {
  const { contract } = merchant;
  if (choice.recurring) return refuse('method.recurring', `${path}.recurringDirectDebit`);
  if (!contract.paymentTypes.includes(choice.type)) return refuse('method.not_available', `${path}.type`);
  if (choice.type === 'Installment') return agreeInstallment(choice, basket, merchant, path);
  if (choice.type === 'Account') return agreeAccount(choice, basket, merchant, path);
  if (choice.directDebit && !isDebited(null, basket, merchant)) return notCollected(path);
  if (choice.type === 'Consolidatedinvoice')
    return { terms: { ...plain, directDebit: choice.directDebit }, plan: null, profile: null };
  const campaign = choice.campaignNumber === null ? null : campaignDays(contract, choice.campaignNumber, basket.on);
  if (campaign === undefined) return refuse('method.campaign', `${path}.campaign.campaignNumber`);
  const { directDebit, campaignNumber } = choice;
  return {
    terms: { ...plain, directDebit, campaignNumber, daysUntilDue: campaign },
    plan: null,
    profile: null,
  };
}

/** Days until an invoice of a campaign is due; nothing where the contract has no such campaign on the day. */
export function campaignDays({ campaigns }: Contract, campaignNumber: number, on: Day): number | undefined {
  return campaigns.find((each) => each.campaignNumber === campaignNumber && isValidOn(each, on))?.daysUntilDue;
}

/** Else the paper would promise a collection that no file asks for. */
export const notCollected = (path: string): Refusal => refuse('method.not_available', `${path}.directDebit`);

function agreeInstallment(choice: Choice, basket: Basket, merchant: Merchant, path: string): Agreed | Refusal {
  const field = `${path}.installment`;
  if (choice.profileNo === null) return refuse('value.required', `${field}.profileNo`);
  const profile = merchant.contract.installmentProfiles.find(({ profileNo }) => profileNo === choice.profileNo);
  if (!profile) return refuse('installment.profile', `${field}.profileNo`);
  const { numberOfInstallments, interestRateBps, profileNo, startupFeeMinor, monthlyFeeMinor } = profile;
  if (choice.numberOfInstallments !== null && choice.numberOfInstallments !== numberOfInstallments)
    return refuse('installment.number', `${field}.numberOfInstallments`, { number: String(numberOfInstallments) });
  const { product, missing } = installmentFor(profile, basket, merchant);
  if (missing !== null) return refuse(installmentRefusals[missing.reason], fieldOf(missing, field, path));
  if (choice.directDebit && !isDebited(profile, basket, merchant)) return notCollected(path);
  const plan = product.kind === 'Installment' ? product.plan : null;
  if (choice.interestRate !== null && !isRateOf(choice.interestRate, profile, basket.amountMinor))
    return refuse('installment.rate', `${field}.customerInterestRate`, { rate: String(interestRateBps / 100) });
  const installment = { profileNo, numberOfInstallments, interestRateBps, startupFeeMinor, monthlyFeeMinor };
  return { terms: { ...plain, directDebit: choice.directDebit, installment }, plan, profile };
}

function agreeAccount(choice: Choice, basket: Basket, merchant: Merchant, path: string): Agreed | Refusal {
  const field = `${path}.account.profileNo`;
  if (choice.profileNo === null) return refuse('value.required', field);
  const profile = merchant.contract.accountProfiles.find(({ profileNo }) => profileNo === choice.profileNo);
  if (!profile) return refuse('account.profile', field);
  const { missing } = accountFor(profile, basket, merchant);
  if (missing?.reason === 'law' || missing?.reason === 'otherCurrency') return refuse('method.not_available', `${path}.type`);
  if (missing) return refuse('account.profile', field);
  if (choice.directDebit && !isDebited(profile, basket, merchant)) return notCollected(path);
  const { profileNo, interestRateBps, startupFeeMinor, monthlyFeeMinor, minimumPaymentMinor, minimumPaymentBps } = profile;
  const account = { profileNo, interestRateBps, startupFeeMinor, monthlyFeeMinor, minimumPaymentMinor, minimumPaymentBps };
  return { terms: { ...plain, directDebit: choice.directDebit, account }, plan: null, profile };
}

/** Why there is no plan, as it is shown. */
export const installmentRefusals = {
  otherCurrency: 'method.not_available',
  law: 'method.not_available',
  outOfRange: 'installment.no_plans',
  notValidToday: 'installment.no_plans',
  noPlan: 'installment.amount',
} as const satisfies Record<Missing['reason'], RefusalId>;

function fieldOf({ reason }: Missing, field: string, path: string): string {
  if (reason === 'law' || reason === 'otherCurrency') return `${path}.type`;
  return reason === 'noPlan' ? `${field}.numberOfInstallments` : `${field}.profileNo`;
}

/** The rate a shop shows is the nominal one, or the effective one that our plan showed it; any other is not what is charged. */
export function isRateOf(rate: number, terms: PlanTerms, basketMinor: bigint): boolean {
  if (decimalsOf(rate) > 2) return false;
  const shown = rate.toFixed(2);
  return shown === (terms.interestRateBps / 100).toFixed(2) || shown === planOf(basketMinor, terms)?.effectiveInterestRate;
}
