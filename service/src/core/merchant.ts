// A merchant is one shop in one country; everything that was agreed with it is data (C01).

import type { CountryCode } from './countries/countries.ts';
import type { Currency } from './money.ts';
import type { Language } from './phrases/phrases.ts';
import type { Policy } from './risk/policy.ts';

export type { Limit, Policy } from './risk/policy.ts';

/** The payment types this version can carry through to the end (C40 has more; the others answer 400.108). */
export const paymentTypes = ['Invoice', 'Consolidatedinvoice'] as const;

export interface Contract {
  readonly paymentTypes: readonly string[];
  /** Days an authorization stays open (C29). */
  readonly expiryDays: number;
  /** Days from capture to due date for Invoice (C40). */
  readonly invoiceDays: number;
  /** Days a return notification postpones the due date, at least 14 (C27). */
  readonly returnPauseDays: number;
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
