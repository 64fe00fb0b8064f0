// When everything owed of a credit may fall due at once because payments are late.
import type { CountryCode } from '../countries/countries.ts';
import type { Day } from '../dates.ts';
import { lawOn } from './law-on.ts';

export interface TerminationLaw {
  /** Hundredths of a per cent of the credit that have to be overdue, … */
  readonly shareBps: number;
  /** … for so many days at least; 0 where the law names none, … */
  readonly lateDays: number;
  /** … of so many payments. */
  readonly payments: number;
  /** Days that the notice gives to pay from its arrival on; null where the law names none. */
  readonly noticeDays: number | null;
}

/** What the law of the day asks before everything falls due (docs/law.md has the sources); where it is silent, nothing. */
export function terminationLaw(country: CountryCode, on: Day): TerminationLaw {
  const { terminationShareBps, terminationLateDays, terminationPayments, terminationNoticeDays } = lawOn(country, on).rows;
  return {
    shareBps: terminationShareBps?.value ?? 0,
    lateDays: terminationLateDays?.value ?? 0,
    payments: terminationPayments?.value ?? 1,
    noticeDays: terminationNoticeDays?.value ?? null,
  };
}
