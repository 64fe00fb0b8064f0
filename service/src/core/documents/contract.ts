// What a credit contract says. Who makes one fills this in; composing the pages (core/documents/contract-pages.ts) and
// drawing them follow from it alone, so that the same data is the same file, byte for byte.
import type { CountryCode } from '../countries/countries.ts';
import type { PaymentPart } from '../credit-profiles.ts';
import type { Day, Instant } from '../dates.ts';
import type { Payee } from '../merchant.ts';
import type { Currency } from '../money.ts';
import type { Language } from '../texts/texts.ts';
import type { SwissAddress } from './document.ts';

export interface ContractData {
  readonly kind: 'Contract';
  /** The contract's number, as `contractNumber` on the wire. */
  readonly number: string;
  readonly language: Language;
  /** The country whose law the contract is under: the merchant's. */
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly madeAt: Instant;
  /** The day of `madeAt` in the merchant's time zone. */
  readonly madeOn: Day;
  /** The time of that day, at which form and agreement were given; contracts from before it was recorded say nothing of it. */
  readonly givenAt?: string;
  readonly creditor: CreditorParty;
  /** The shop, where it is not the creditor itself: the credit intermediary of the form. */
  readonly shop: CreditorParty | null;
  readonly buyer: BuyerParty;
  /** What is bought. */
  readonly purchase: PurchaseData;
  /** The credit; null for a contract that is a mandate alone. */
  readonly credit: CreditData | null;
  readonly directDebit: MandateData | null;
  /** Where a buyer pays without direct debit; null when each invoice will say so. */
  readonly payment: ContractPayment | null;
  /** The page on which the buyer may withdraw; absent in those of orders by account from before they had one. */
  readonly withdrawalUrl?: string;
}

export interface CreditorParty {
  readonly name: string;
  readonly organisationNumber: string | null;
  /** Street and number, then postal code and place, each a line. */
  readonly addressLines: readonly string[];
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
  /** Contracts from before these were recorded say nothing of them. */
  readonly vatNumber?: string | null;
  readonly supervisoryAuthority?: string | null;
}

export interface BuyerParty {
  /** A company gets no consumer forms and no notice of withdrawal. */
  readonly category: 'Person' | 'Company';
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly email: string | null;
  readonly phone?: string | null;
  readonly birthDate: Day | null;
  readonly customerNumber: string | null;
}

export interface PurchaseData {
  readonly orderNumber: string | null;
  /** One line a good or service; the first twelve are shown, the rest is counted. */
  readonly items: readonly string[];
  /** Null where the credit is for no one purchase. */
  readonly cashPriceMinor: bigint | null;
}

/** Rates are per cent as plain decimal text with the point, "9.90", so that no float rounds what the buyer reads. */
export interface CreditData {
  readonly type: 'Installment' | 'Account' | 'Invoice' | 'Consolidatedinvoice';
  /** The product's name, for people. */
  readonly title: string;
  /** Total amount of credit. */
  readonly amountMinor: bigint;
  /** Total amount payable; the total cost is the difference. */
  readonly totalMinor: bigint;
  readonly nominalRate: string;
  /** Annual percentage rate of charge. */
  readonly annualPercentageRate: string;
  /** Of an account: the credit that its rate assumes, where it is not the amount itself. */
  readonly assumedMinor?: bigint;
  readonly startupFeeMinor: bigint;
  readonly monthlyFeeMinor: bigint;
  /** Empty for an open-end account. */
  readonly installments: readonly InstallmentRow[];
  /** Yearly interest on what is paid late; null where the law's own applies. */
  readonly lateInterestRate: string | null;
  /** How that rate moves; absent where it does not, and in contracts from before it was recorded. */
  readonly lateRule?: LateRule;
  readonly reminderFeeMinor: bigint | null;
  /** What payments on an account cover first; absent where it is the usual order, and in contracts from before it was recorded. */
  readonly paymentOrder?: readonly PaymentPart[];
  /** Of what is charged to an account; absent in agreements from before it was recorded, which say what they said. */
  readonly account?: AccountClauses;
  /** Calendar days within which a consumer may withdraw. */
  readonly withdrawalDays: number;
}

/** How an account is paid. */
export interface AccountClauses {
  /** What each statement asks for: this part of what is owed and not overdue, hundredths of a per cent, … */
  readonly minimumPaymentBps: number;
  /** … or so much, the larger of the two. */
  readonly minimumPaymentMinor: bigint;
  /** Days to pay it from the statement on. */
  readonly paymentDays: number;
  /** Of the first statement that asks for something; absent where the account is opened later than it is agreed on. */
  readonly firstStatementOn?: Day;
  readonly allDue: AllDueClauses;
  /** Of one that was applied for: money may be paid out from it, and a payout may cost a fee that is named to its holder beforehand. */
  readonly payoutFees?: true;
}

/** When all that is owed falls due: by a notice that the law of the country lets be given, and that was not followed. */
export interface AllDueClauses {
  /** Days from the last day in time to the notice, at least. */
  readonly lateDays: number;
  /** Overdue by then, hundredths of a per cent of the credit; 0 where the law names no share. */
  readonly shareBps: number;
  /** For so many days at least; absent where the law names none, and in agreements from before it was recorded. */
  readonly shareLateDays?: number;
  /** Of so many statements. */
  readonly payments: number;
  /** Days to pay that the notice gives at least. */
  readonly noticeDays: number;
  /** Do they count from its arrival? */
  readonly fromArrival: boolean;
}

/** By the law, on 1 January and 1 July or when it sets the rate anew; or agreed, and capped by the law of each day. */
export type LateRule = 'halfYears' | 'decree' | 'agreed';

export interface InstallmentRow {
  readonly number: number;
  readonly dueOn: Day;
  readonly amountMinor: bigint;
  readonly principalMinor: bigint;
  readonly interestMinor: bigint;
  readonly feeMinor: bigint;
  /** Principal still owed after this payment. */
  readonly balanceMinor: bigint;
}

/** A SEPA direct debit mandate (core scheme). */
export interface MandateData {
  /** Unique mandate reference, at most 35 characters. */
  readonly reference: string;
  readonly creditorId: string;
  readonly accountHolder: string;
  /** The pages show its first and last four signs alone. */
  readonly iban: string;
  readonly bic: string | null;
  readonly recurrent: boolean;
}

/** Where and under which reference the first payment, or the whole, is to be made. */
export interface ContractPayment {
  readonly payee: Payee;
  readonly reference: string;
  readonly dueOn: Day | null;
  readonly amountMinor: bigint;
  /** The buyer in parts, for the Swiss QR-bill; null leaves the field open. */
  readonly debtor: SwissAddress | null;
}
