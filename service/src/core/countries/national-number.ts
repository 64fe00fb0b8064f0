// What every number of a person or an organisation has, in every country. A country's file (se/numbers.ts …) lists
// the kinds of numbers it has; each kind reads a text or says what is wrong with it.
import type { Day } from '../dates.ts';

/** A number that holds: right in form, in its check digits and in the parts it is made of. */
export interface NationalNumber {
  /** Which of the country's numbers it is, in the country's own word. */
  readonly kind: string;
  readonly holder: 'Person' | 'Company';
  /** The number without what only helps the eye; a sign that says the century stays. */
  readonly compact: string;
  /**
   * What identifies the holder: the same for every written form of one number, and independent of the day on which it is
   * read. Stored as a keyed hash, so it must never change.
   */
  readonly identity: string;
  /** As people of the country write it. */
  readonly written: string;
  /** Where the number says it. A day in the future is left to the caller: the number alone is right. */
  readonly birthDate?: Day;
  readonly sex?: 'female' | 'male';
  /** Set aside for tests: no living person or existing company has it. */
  readonly isTest?: true;
  /** It may be one, but living people can have such a number too. */
  readonly isLikelyTest?: true;
  /** The day in the number may be another than that of the birth, or its century is a guess. */
  readonly birthDateUnsure?: true;
}

/**
 * Why a text is no number: `form` (characters, length, grouping), `check` (the check digits), `range` (a day that does not
 * exist, a serial that is never given). Ordered: what comes later got further.
 */
export const numberFaults = ['form', 'check', 'range'] as const;
export type NumberFault = (typeof numberFaults)[number];

export interface NumberKind {
  readonly kind: string;
  readonly holder: NationalNumber['holder'];
  /** Reads upper-case text without blanks around it. `on` is the day of reading, for centuries that a number leaves open. */
  read(text: string, on: Day): NationalNumber | NumberFault;
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** The day of the parts, or none when the calendar has no such day. */
export function dayOf(year: number, month: number, day: number): Day | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  return `${year}-${two(month)}-${two(day)}`;
}

/** Days of a month; 0 for a month that the calendar does not have. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month >= 1 && month <= 12 ? (monthLengths[month] ?? 0) : 0;
}

const monthLengths = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Odd serials are men's in every country whose number shows the sex. */
export const sexOf = (serial: string): 'female' | 'male' => (Number(serial) % 2 === 1 ? 'male' : 'female');

/** A number whose compact form is its identity, too. */
export function plain(
  kind: string,
  holder: NationalNumber['holder'],
  compact: string,
  written: string,
  more: Partial<NationalNumber> = {},
): NationalNumber {
  return { kind, holder, compact, identity: compact, written, ...more };
}
