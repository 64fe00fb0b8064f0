// What a row of the law says. Every value has the day from which it holds and where it was found; a change of the law is a
// row with a later day (C43). This is configuration with sources, not legal advice; docs/law.md shows it as a table.
import type { Day } from '../dates.ts';

/** A cap on a yearly rate, by the amount of the credit; the last one has no upper end. */
export interface RateCap {
  /** Up to this credit, in minor units; null is any. */
  readonly upToMinor: bigint | null;
  /** Hundredths of a per cent. */
  readonly capBps: number;
}

/** A cap on what a credit may cost beside its interest. */
export interface OtherCostCap {
  /** Of the credit for each day of the term, in millionths. */
  readonly perDayMillionths: bigint;
  /** What may be charged in any case, when the term is thirty days or more. */
  readonly atLeastMinor: bigint;
  /** For each year of the term. */
  readonly perYearMinor: bigint;
}

/** Which credits the law leaves to themselves: nothing of its duties holds for them. */
export interface LeftOut {
  /** Without interest and any charge. */
  readonly costFree: boolean;
  /** Of less than this, in minor units; 0 is none. */
  readonly belowMinor: bigint;
  /** Paid back within so many months; 0 is none. */
  readonly withinMonths: number;
}

/** What a creditor has to do. */
export const duties = [
  /** Standard European pre-contractual information, before the consumer is bound. */
  'standardInformation',
  /** A reminder of the right of withdrawal between the first and the seventh day, when the information came late. */
  'withdrawalReminder',
  /** A warning that borrowing money costs money, wherever credit is advertised. */
  'advertisingWarning',
  /** Consent by an act of the consumer: no box is ticked beforehand. */
  'activeConsent',
  /** Creditworthiness is assessed before every agreement, also of free credit. */
  'creditworthinessTest',
  /** A person looks at an automated decision when the consumer asks for it. */
  'humanReview',
  /** A refusal that rests on a database is reported at once, with the database's name. */
  'refusalNotice',
  /** The agreement is made in text form or on another durable medium. */
  'textForm',
] as const;
export type Duty = (typeof duties)[number];

/** The parameters and what their values are. */
export interface LawValues {
  /** Highest nominal yearly rate, hundredths of a per cent; null is: no number in the law. */
  interestCap: number | null;
  /** Highest annual percentage rate of a credit in installments … */
  installmentRateCap: readonly RateCap[];
  /** … and of a revolving account. */
  accountRateCap: readonly RateCap[];
  /** All cost of a credit, in hundredths of a per cent of it. */
  totalCostCap: number;
  otherCostCap: OtherCostCap;
  /** Highest fee for setting a credit up. */
  startupFeeCap: bigint;
  /** From this annual percentage rate on, credit may not be advertised; hundredths of a per cent. */
  advertisingBan: number;
  /** What one reminder may cost. */
  reminderFee: bigint;
  /** How many reminders may be charged, and how many days apart they are. */
  chargedReminders: number;
  reminderGapDays: number;
  /** Days after a first reminder in which nothing may be charged. */
  freeReminderDays: number;
  /** Yearly rate on late payments, hundredths of a per cent. */
  lateInterest: number;
  /** Days in which a consumer may withdraw from a credit agreement. */
  withdrawalDays: number;
  minimumAge: number;
  duties: readonly Duty[];
  leftOut: LeftOut;
}
export type LawParameter = keyof LawValues;

export type Certainty = 'high' | 'medium' | 'low';

/** One value from one day on. */
export interface LawRow<Name extends LawParameter = LawParameter> {
  readonly parameter: Name;
  readonly from: Day;
  readonly value: LawValues[Name];
  readonly certainty: Certainty;
  readonly source: string;
  readonly note: string;
}
export type AnyLawRow = { [Name in LawParameter]: LawRow<Name> }[LawParameter];

/** A row, shorter to write. */
export function row<Name extends LawParameter>(
  parameter: Name,
  from: Day,
  value: LawValues[Name],
  certainty: Certainty,
  source: string,
  note = '',
): AnyLawRow {
  return { parameter, from, value, certainty, source, note } as unknown as AnyLawRow;
}

/** One cap for credits of any amount. */
export const anyAmount = (capBps: number): readonly RateCap[] => [{ upToMinor: null, capBps }];

/** How long documents are kept that were made from a day on. */
export interface DocumentRetention {
  readonly from: Day;
  /** From the end of the calendar year in which they were made. */
  readonly years: number;
  readonly certainty: 'high' | 'medium';
  readonly source: string;
}
