// A merchant is one shop in one country; everything that was agreed with it is data (C01).

import type { CountryCode } from './countries/countries.ts';
import type { Currency } from './money.ts';
import type { Language } from './phrases/phrases.ts';

/** The payment types this version can carry through to the end (C40 has more; the others answer 400.108). */
export const paymentTypes = ['Invoice', 'Consolidatedinvoice'] as const;

/** What one customer may owe and one order may be, in minor units. */
export interface Limit {
  readonly orderMinor: bigint;
  readonly customerMinor: bigint;
}

/** The rules the credit decision follows; versioned, so that a decision can name what it was decided by. */
export interface Policy {
  readonly version: string;
  readonly minimumAge: number;
  readonly limits: { readonly [currency in Currency]?: Limit };
}

export interface Contract {
  readonly paymentTypes: readonly string[];
  /** Days an authorization stays open (C29). */
  readonly expiryDays: number;
  /** Days from capture to due date for Invoice (C40). */
  readonly invoiceDays: number;
  /** Days a return notification postpones the due date, at least 14 (C27). */
  readonly returnPauseDays: number;
  /** Hours within which a person decides an order under review, else it is declined; 72 when nothing is agreed. */
  readonly reviewHours?: number;
  /** Minutes within which a consumer confirms the identity, else the order is declined; 60 when nothing is agreed. */
  readonly confirmationMinutes?: number;
  readonly policy: Policy;
}

export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly language: Language;
  readonly timeZone: string;
  readonly contract: Contract;
}
