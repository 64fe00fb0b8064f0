// Interest on what is paid late. The rate of each day applies, also to a claim that runs already: where the law sets the rate anew for
// a half-year, interest is split there. Actual days, a day being 1/365 of a year and in leap years 1/366, as on accounts (C67).
import { type CountryCode, countries } from '../countries/countries.ts';
import { addDays, addMonths, type Day, daysBetween, isLeapYear } from '../dates.ts';
import { divideRounded } from '../money.ts';
import { isInvoiceCredit, lawOn, rowsOf } from './law-on.ts';

/** By what a debt bears interest once it is late. */
export interface LateTerms {
  readonly country: CountryCode;
  /** What the merchant agreed with its customers, hundredths of a per cent; null: what the law says without an agreement. */
  readonly agreedBps: number | null;
  /** The credit's own rate, where the country's law of consumer credit holds for it; null where it does not. */
  readonly creditBps: number | null;
}

/** The rate of a day in hundredths of a per cent, never above the law; undefined where the law of the day is not known. */
export function lateRateOn({ country, agreedBps, creditBps }: LateTerms, day: Day): number | undefined {
  const { lateInterest, lateInterestCap } = lawOn(country, day).rows;
  // Where no number was found for what may be agreed, no more than the statutory rate is.
  const highest = agreedBps === null ? lateInterest : (lateInterestCap ?? lateInterest);
  if (!highest) return undefined;
  const rates = [highest.value, agreedBps, countries[country].law.late.withinCredit ? creditBps : null];
  return rates.reduce<number>((least, each) => (each !== null && each < least ? each : least), highest.value);
}

/**
 * Does a payment cover what is due before the interest on late payment, in a country whose law says so of credit? Of installments, and of an
 * invoice that was agreed on when the law took it for a credit. In Germany § 497(3) sentence 1 BGB: costs, what is due, interest. For free
 * deferrals § 506(1) BGB refers to it since 2026-11-20, of any amount (as in the drafts; the text of the act was not seen), and before
 * §§ 515, 514(1) BGB did from 200 euro on: what was agreed then is paid as its agreement says.
 */
export function isLatePaidLast(country: CountryCode, paymentType: string, agreedOn: Day): boolean {
  if (!countries[country].law.late.isPaidLast || paymentType === 'Account') return false;
  return paymentType === 'Installment' || isInvoiceCredit(lawOn(country, agreedOn));
}

/** Both kinds of year fit into it, so that a sum over days is exact. */
const parts = 365n * 366n * 10_000n;

/** What days of one rate in one year bear. */
const shareOf = (terms: LateTerms, day: Day, days: number): bigint =>
  BigInt(lateRateOn(terms, day) ?? 0) * BigInt(days) * (isLeapYear(day) ? 365n : 366n);

const changeDays = new Map<CountryCode, readonly Day[]>();

/** The days on which the law sets a rate anew, or from which on it is not known. */
function changesOf(country: CountryCode): readonly Day[] {
  const found =
    changeDays.get(country) ??
    rowsOf(country)
      .filter(({ parameter }) => parameter === 'lateInterest' || parameter === 'lateInterestCap')
      .flatMap(({ from, until }) => (until === null ? [from] : [from, addDays(until, 1)]))
      .sort();
  changeDays.set(country, found);
  return found;
}

/** The last day up to another whose rate is known, which is the last that can bear interest; undefined where none is. */
export function lastRatedDay(terms: LateTerms, day: Day): Day | undefined {
  const ends = changesOf(terms.country).filter((each) => each <= day);
  const days = [day, ...ends.toReversed().map((each) => addDays(each, -1))];
  return days.find((each) => lateRateOn(terms, each) !== undefined);
}

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/**
 * Interest of the days from … to, both included, on a principal that is late since the day `lateFrom`; rounded half away from zero
 * once. A day whose rate is not known bears none. Where the law says so, the interest of a whole year of delay bears interest.
 */
export function lateInterestMinor(
  principalMinor: bigint,
  terms: LateTerms,
  { lateFrom, from, to }: { readonly lateFrom: Day; readonly from: Day; readonly to: Day },
): bigint {
  if (from > to || principalMinor <= 0n) return 0n;
  const before = grownTo(addDays(from, -1), principalMinor, terms, lateFrom);
  const until = grownTo(to, principalMinor, terms, lateFrom);
  return divideRounded(until.over * before.under - before.over * until.under, until.under * before.under);
}

/** The principal with all its interest from the first late day to a day, unrounded. */
function grownTo(to: Day, principalMinor: bigint, terms: LateTerms, lateFrom: Day): Fraction {
  const { compounds } = countries[terms.country].law.late;
  const changes = changesOf(terms.country);
  const end = addDays(to, 1);
  // The principal with the interest of whole years, and the interest of the year that runs.
  let grown: Fraction = { over: principalMinor, under: 1n };
  let year = 0n;
  let years = 1;
  for (let day = lateFrom; day < end; ) {
    const anniversary = addMonths(lateFrom, 12 * years);
    if (compounds && day === anniversary) {
      grown = { over: grown.over * (parts + year), under: grown.under * parts };
      year = 0n;
      years += 1;
      continue;
    }
    const stops = [
      `${Number(day.slice(0, 4)) + 1}-01-01`,
      changes.find((each) => each > day),
      compounds ? anniversary : undefined,
    ];
    const next = stops.reduce<Day>((first, each) => (each !== undefined && each < first ? each : first), end);
    year += shareOf(terms, day, daysBetween(day, next));
    day = next;
  }
  return { over: grown.over * (parts + year), under: grown.under * parts };
}
