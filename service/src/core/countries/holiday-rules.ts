// What a country's holidays are made of: days of the year, days counted from Easter, weekdays of a week.
import type { Day } from '../dates.ts';

/** Days of a year as 'MM-DD', or as days from Easter Sunday. */
export interface Holidays {
  readonly fixed: readonly string[];
  readonly fromEaster: readonly number[];
  /** First day of a week in which the given weekday (1 is Monday) is the holiday. */
  readonly moving: readonly (readonly [weekStart: string, weekday: number])[] | null;
  /** Those that follow no such rule in every year. */
  readonly ofYear: ((year: number, easter: Day) => readonly Day[]) | null;
}

export const goodFriday = -2;
export const easterMonday = 1;
export const ascension = 39;
export const whitSunday = 49;
export const whitMonday = 50;
export const corpusChristi = 60;
export const friday = 5;
export const saturday = 6;
