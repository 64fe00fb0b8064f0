// A merchant is one shop in one country; everything that was agreed with it is data (C01).

import type { CountryCode } from './countries/countries.ts';
import {
  type AccountProfile,
  type CreditProfile,
  type InstallmentProfile,
  type PaymentPart,
  paymentParts,
} from './credit-profiles.ts';
import type { Instant, Validity } from './dates.ts';
import type { Currency } from './money.ts';
import type { ReminderTerms } from './order/reminder-terms.ts';
import type { PayeeDetails } from './payee.ts';
import type { Policy } from './risk/policy.ts';
import type { Fees, Reserve, SettlementTerms } from './settlement/terms.ts';
import type { Language } from './texts/texts.ts';

/** A merchant with its clock: in sandbox business time may be ahead of real time. */
export interface MerchantOnClock extends Merchant {
  readonly clockOffsetMs: number;
  readonly organisationId?: string | null;
  readonly deactivatedAt?: Instant | null;
}

/** The moment of business for a merchant. */
export const businessTime = (merchant: Pick<MerchantOnClock, 'clockOffsetMs'>, realTime: Instant): Instant =>
  realTime + merchant.clockOffsetMs;

export type { Limit, Policy } from './risk/policy.ts';

/** An invoice that is due later than usual, while it runs. */
export interface Campaign extends Validity {
  readonly campaignNumber: number;
  /** The shop's own words for it. */
  readonly description: string;
  /** From capture to due date. */
  readonly daysUntilDue: number;
}

export interface PayeeAddress {
  readonly street: string;
  readonly postalCode: string;
  readonly postalPlace: string;
  readonly countryCode: CountryCode;
}

/** Whom consumers owe and where they pay to: the creditor of every payment document. */
export interface Payee extends PayeeDetails {
  readonly address: PayeeAddress | null;
}

export const creditRisks = ['operator', 'merchant'] as const;
export type CreditRisk = (typeof creditRisks)[number];

export interface Contract {
  readonly paymentTypes: readonly string[];
  /** Days an authorization stays open (C29). */
  readonly expiryDays: number;
  /** So many days before it expires the shop is warned of what it has not captured; 3 and 1 when nothing is agreed. */
  readonly expiryWarningDays?: readonly number[] | null;
  /** Days from capture to due date for Invoice (C40). */
  readonly invoiceDays: number;
  /** Days from the end of the month to the due date of a Consolidatedinvoice (C40, core/monthly-invoice.ts). */
  readonly consolidatedInvoiceDays: number;
  readonly installmentProfiles: readonly InstallmentProfile[];
  readonly accountProfiles: readonly AccountProfile[];
  /** What a payment on a customer account pays first; fees, interest, principal where nothing is said. */
  readonly accountPaymentOrder?: readonly PaymentPart[];
  readonly campaigns: readonly Campaign[];
  /** May an invoice be collected by direct debit? */
  readonly directDebit: boolean;
  readonly payee: Payee;
  /** The merchant's own pages, with {language} in the address; ours where it is missing. */
  readonly legalPages?: {
    readonly termsAndConditionsUrl?: string | null;
    readonly privacyStatementUrl?: string | null;
  };
  /** Days a return notification postpones the due date, at least 14 (C27). */
  readonly returnPauseDays: number;
  /** Hours within which a person decides an order or application under review, else it is declined; 72 when nothing is agreed. */
  readonly reviewHours?: number;
  /** Minutes within which a consumer confirms the identity, else the order is declined; 60 when nothing is agreed. */
  readonly confirmationMinutes?: number;
  readonly policy: Policy;
  /** Are national numbers refused that registers set aside for tests? Absent: no. */
  readonly refusesTestNumbers?: boolean;
  /** Whose bank accounts can be used, of those that the law leaves free to choose (core/bank/served.ts). Absent: those of all nine countries. */
  readonly bankCountries?: readonly CountryCode[];
  /** What the merchant pays for captures. Absent: nothing. */
  readonly fees?: Fees;
  /** What is held back of captures for a time. Absent: nothing. */
  readonly reserve?: Reserve;
  /** Who loses what consumers do not pay. Absent: the operator, who pays the merchant for captures. */
  readonly creditRisk?: CreditRisk;
  /** When overdue captures are reminded. Absent: after 7 days, and 14 days later. */
  readonly reminders?: ReminderTerms;
  /** How often statements are closed and where payouts go. Absent: weekly, with no account to pay to. */
  readonly settlement?: SettlementTerms;
}

export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly language: Language;
  readonly timeZone: string;
  readonly contract: Contract;
  /** Which version of its contract that is; each order says under which it was made. */
  readonly contractVersion?: number;
  /** Does it take new orders? Absent: yes. What it has already is captured, refunded and paid either way. */
  readonly active?: boolean;
}

/** What payments on an account that is agreed on now cover, in this order. */
export const paymentOrderOf = ({ accountPaymentOrder }: Pick<Contract, 'accountPaymentOrder'>): readonly PaymentPart[] =>
  accountPaymentOrder ?? paymentParts;

/** Can a debt be collected from the consumer's account? SEPA collects euro, for a creditor with an id and an account of its own. */
export const canCollect = ({ ibans, sepaCreditorId }: Payee, currency: Currency): boolean =>
  currency === 'EUR' && ibans.EUR !== undefined && sepaCreditorId !== null;

/** Whether a basket is within what a profile is for; nothing is said of the day or the law. */
export function isInRange({ fromMinor, toMinor }: CreditProfile, basketMinor: bigint): boolean {
  return fromMinor <= basketMinor && basketMinor <= toMinor;
}
