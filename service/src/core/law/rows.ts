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

/** What collecting a debt may cost by its amount, a share of each part of it: the parts from the smallest on. */
export interface CostScale {
  readonly parts: readonly {
    /** Up to this amount of the debt, in minor units; null is any. */
    readonly upToMinor: bigint | null;
    /** Of what of the debt lies in this part, hundredths of a per cent. */
    readonly shareBps: number;
    /** Beside it, once the debt reaches this part: a sum that takes the place of all before it. */
    readonly baseMinor: bigint | null;
  }[];
  readonly leastMinor: bigint;
  readonly mostMinor: bigint;
  /** Is it the cost of all that one debtor owes one creditor and is late with together, added up? */
  readonly addsUp?: true;
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

/** What a score may look at, by the kind of data (the law forbids kinds, not single facts). */
export const dataKinds = [
  'order',
  'applicantKind',
  'paymentHistory',
  'creditRegister',
  'merchantLists',
  'contact',
  'device',
  'age',
  'gender',
  'name',
  'address',
  'socialNetworks',
  'accountMovements',
  'specialCategories',
] as const;
export type DataKind = (typeof dataKinds)[number];

/** What the law asks of a score about a person. */
export interface Scoring {
  /** Kinds of data that no probability of not paying may be computed from … */
  readonly notInCredit: readonly DataKind[];
  /** … and none of fraud, which a country may treat differently: a check of the delivery needs the address. */
  readonly notInFraud: readonly DataKind[];
  /** May a credit register reject alone, by nothing but how credits were paid back before? */
  readonly historyAlone: boolean;
}

/** What a creditor has to do. */
export const duties = [
  /** Information at all times, on paper or another durable medium. */
  'generalInformation',
  /** Standard European pre-contractual information, before the consumer is bound. */
  'standardInformation',
  /** A reminder of the right of withdrawal between the first and the seventh day, when the information came late. */
  'withdrawalReminder',
  /** A draft of the agreement on request, free of charge. */
  'draftAgreement',
  /** A warning that borrowing money costs money, wherever credit is advertised. */
  'advertisingWarning',
  /** Explanations before conclusion, free of charge, the consequences of default among them. */
  'explanations',
  /** Said where a price is personalised by an automated decision. */
  'personalisedPrice',
  /** No other product has to be taken with the credit. */
  'noTying',
  /** Consent by an act of the consumer: no box is ticked beforehand. */
  'activeConsent',
  /** No credit without a request of the consumer and an explicit agreement. */
  'noUnsolicitedCredit',
  /** Creditworthiness is assessed before every agreement, also of free credit; never on social networks or credit history alone. */
  'creditworthinessTest',
  /** A person looks at an automated decision when the consumer asks for it. */
  'humanReview',
  /** A refusal is reported at once, with how to contest it, and the database and its categories of data where it rests on one. */
  'refusalNotice',
  /** The agreement is made in text form or on another durable medium. */
  'textForm',
  /** The agreement is in writing and signed, by hand or with a qualified electronic signature. */
  'signedWriting',
  /** What the agreement has to contain, item by item. */
  'agreementContents',
  /** An amortisation table on request, at any time, free of charge. */
  'amortisationTable',
  /** What changes of the agreement or its rate is reported beforehand. */
  'modificationNotice',
  /** Repaid early at any time, with all costs reduced. */
  'earlyRepayment',
  /** Forbearance before enforcement. */
  'forbearance',
  /** Who is in difficulties is referred to debt advice. */
  'debtAdvice',
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
  /** A purchase on credit of no more than this is outside the cap on all cost. */
  totalCostCapAbove: bigint;
  otherCostCap: OtherCostCap;
  /** Highest fee for setting a credit up. */
  startupFeeCap: bigint;
  /** From this annual percentage rate on, credit may not be advertised; hundredths of a per cent. */
  advertisingBan: number;
  /** What one reminder may cost. */
  reminderFee: bigint;
  /** What collecting may cost once the free letter was not followed. */
  collectionCost: CostScale;
  /** How many reminders may be charged, and how many days apart they are. */
  chargedReminders: number;
  reminderGapDays: number;
  /** Days after a first reminder in which nothing may be charged. */
  freeReminderDays: number;
  /** Everything owed of a credit may fall due for default only where so much of it is overdue, in hundredths of a per cent, … */
  terminationShareBps: number;
  /** … and was so for so many days at least, … */
  terminationLateDays: number;
  /** … of so many payments at least, … */
  terminationPayments: number;
  /** … and after a notice that gives so many days to pay. */
  terminationNoticeDays: number;
  /** Yearly rate on late payments that holds without an agreement, hundredths of a per cent. */
  lateInterest: number;
  /** The most that a consumer may agree to pay on late payments. */
  lateInterestCap: number;
  /** Days in which a consumer may withdraw from a credit agreement. */
  withdrawalDays: number;
  minimumAge: number;
  duties: readonly Duty[];
  leftOut: LeftOut;
  scoring: Scoring;
}
export type LawParameter = keyof LawValues;

export type Certainty = 'high' | 'medium' | 'low';

/** One value from one day on. */
export interface LawRow<Name extends LawParameter = LawParameter> {
  readonly parameter: Name;
  readonly from: Day;
  /** The last day for which it is known to hold; null is until a later row. */
  readonly until: Day | null;
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
  until: Day | null = null,
): AnyLawRow {
  return { parameter, from, until, value, certainty, source, note } as unknown as AnyLawRow;
}

/** A value of one half-year, with what differs from the others of its series. */
export type HalfYear<Value> = readonly [from: Day, value: Value, certainty: Certainty, source?: string];

/** Values that the law sets for each half-year: none of them says anything of the next. */
export const halfYears = <Name extends LawParameter>(
  parameter: Name,
  source: string,
  note: string,
  values: readonly HalfYear<LawValues[Name]>[],
): readonly AnyLawRow[] =>
  values.map(([from, value, certainty, own = source]) => row(parameter, from, value, certainty, own, note, halfYearEnd(from)));

const halfYearEnd = (day: Day): Day => `${day.slice(0, 4)}-${day.slice(5) < '07-01' ? '06-30' : '12-31'}`;

/** One cap for credits of any amount. */
export const anyAmount = (capBps: number): readonly RateCap[] => [{ upToMinor: null, capBps }];

/** What is worth knowing of a law and decides nothing by itself. */
export interface LawRemark {
  /** Null where the day was not found. */
  readonly from: Day | null;
  readonly text: string;
  readonly certainty: Certainty;
  readonly source: string;
}

/** From which day a country's own law carries out Directive (EU) 2023/2225; until then its former duties hold. */
export interface Transposition {
  /** Null: no law was seen, so that the former duties go on. */
  readonly from: Day | null;
  readonly certainty: Certainty;
  readonly source: string;
}

/** How long documents are kept that were made from a day on. */
export interface DocumentRetention {
  readonly from: Day;
  /** From the end of the calendar year in which they were made. */
  readonly years: number;
  readonly certainty: 'high' | 'medium';
  readonly source: string;
}
