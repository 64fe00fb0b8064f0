// What a letter keeps beside its amounts.
import type { Day } from '../dates.ts';
import type { Payee } from '../merchant.ts';
import type { CaptureReminder } from './collecting.ts';

/** What a letter keeps, so that its paper is the same whenever it is requested: names, an account and the law may be others by then. */
export interface LetterTerms {
  readonly shopName: string;
  readonly payee: Payee;
  /** The yearly rate of late interest on its day, in hundredths of a per cent. */
  readonly lateRateBps?: number;
  /** The last day of the interest that it asks for, where that is not its own day. */
  readonly interestUntil?: Day;
  /** What the next letter will cost, as digits of minor units. */
  readonly announcedFee?: string;
  /** Is that for all of the customer's debts that are late together? */
  readonly announcedTogether?: true;
  /** The yearly rate of its day by which interest will run once its days are over, in hundredths of a per cent; null where it was not known. */
  readonly announcedRateBps?: number | null;
  /** What its cost is reckoned on, as digits of minor units, where the law adds up debts. */
  readonly principal?: string;
}

export const letterTermsOf = ({ letterTerms }: Pick<CaptureReminder, 'letterTerms'>): LetterTerms =>
  letterTerms as unknown as LetterTerms;
