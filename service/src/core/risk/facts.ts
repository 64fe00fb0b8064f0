// What a credit decision looks at: the application, and what is known of the one who applies. Everything here is stored with
// the decision and holds no name, number or address of a person.
import type { Day } from '../dates.ts';
import type { Alike } from '../likeness.ts';
import type { ListHit } from '../lists.ts';
import type { Currency } from '../money.ts';
import type { History } from './history.ts';
import type { Traits } from './traits.ts';
import type { Paces } from './velocity.ts';

/** What is asked for. */
export interface Application {
  readonly category: 'Person' | 'Company';
  readonly paymentType: string;
  readonly currency: Currency;
  /** The amount of the whole order, in minor units. */
  readonly orderMinor: bigint;
  /** What it adds to the customer's exposure. */
  readonly addsMinor: bigint;
  /** Whole years on the day of the decision; null when the birth date is not known. The date itself is not kept here. */
  readonly ageYears: number | null;
  /** Are buyers of this country identified by their national number (C47)? */
  readonly needsNationalId: boolean;
  /** The hour of the merchant's day, 0 to 23. */
  readonly localHour: number;
  readonly traits: Traits;
}

/** What a credit bureau may have looked at. */
export const registerCategories = [
  'paymentHistory',
  'openDebts',
  'insolvency',
  'income',
  'assets',
  'employment',
  'identity',
] as const;
export type RegisterCategory = (typeof registerCategories)[number];

/** What a credit bureau said. Silence is a fact, not an error. */
export type BureauAnswer = (
  | { readonly verdict: 'silent' | 'clear' | 'negative' | 'underage' | 'chargeback' | 'authenticate' | 'review' }
  /**
   * It rejects, or grants less than is needed, by nothing but how credits were paid back, on a day when the law does not let that
   * decide (factsOf); with the limit that it named.
   */
  | { readonly verdict: 'historyAlone'; readonly limitMinor?: bigint }
  | { readonly verdict: 'limited'; readonly limitMinor: bigint }
) & {
  /** Name and contact of the register that knew it, and the categories of data there: a person who is rejected is given them. */
  readonly register?: string;
  readonly categories?: readonly RegisterCategory[];
};

/**
 * Does a bureau reject by the payment history alone who would owe so much? A limit below that rejects as well. One that names no
 * categories may have looked at the history alone where it rejects outright or grants nothing; another limit is taken to be
 * reckoned from more.
 */
export function isHistoryAlone(bureau: BureauAnswer, owesMinor: bigint): boolean {
  const { categories = [] } = bureau;
  if (!categories.every((each) => each === 'paymentHistory')) return false;
  if (bureau.verdict !== 'limited') return bureau.verdict === 'negative';
  return bureau.limitMinor < owesMinor && (categories.length > 0 || bureau.limitMinor === 0n);
}

/** What the registers said: who lives where, and which addresses there are. */
export interface Registers {
  /** 'moved' lives elsewhere by now, 'different' has another name or birth date. */
  readonly population: 'silent' | 'found' | 'moved' | 'different' | 'deceased' | 'unknown';
  readonly address: 'silent' | 'known' | 'unknown';
}
export const silentRegisters: Registers = { population: 'silent', address: 'silent' };

/** Everything that was heard from outside before the decision. */
export interface Heard {
  readonly bureau: BureauAnswer;
  readonly registers: Registers;
}

/** Where no source was asked. */
export const nothingHeard: Heard = { bureau: { verdict: 'silent' }, registers: silentRegisters };

/** What is known about the person at the moment of the decision, read under the customer's lock. */
export interface Facts {
  /** The merchant's business day. */
  readonly today: Day;
  /** National or organisation number sent, now or earlier for this customer. */
  readonly identified: boolean;
  /** Open authorizations and unpaid captures in the order's currency, in minor units. */
  readonly exposureMinor: bigint;
  readonly bureau: BureauAnswer;
  readonly registers: Registers;
  readonly history: History;
  readonly paces: Paces;
  /** Who of the merchant's lists it may be, strongest first. */
  readonly listHits: readonly ListHit[];
  /** Other customers who are like this person. */
  readonly alike: Alike;
  /** A person found a rejection of this customer wrong lately (core/risk/objection.ts). */
  readonly cleared?: true;
}
