// How long is it from the first drawdown to a payment? Remark (c) of the annexes, as the Commission's guidelines apply it
// (SWD(2012) 128 final, 4.1.1): whole periods are counted backwards from the payment; the days left over lie at the start
// and are divided by the length of the year that ends with the last of them.
import { Temporal } from 'temporal-polyfill';
import type { Day } from '../dates.ts';
import type { Years } from './apr.ts';

/** The unit that the frequency of the payments decides: monthly installments are counted in months. */
export type Period = 'year' | 'month' | 'week';

const periodsAYear: Readonly<Record<Period, number>> = { year: 1, month: 12, week: 52 };

/** The interval in years between two days; a payment before the drawdown is a fault of ours. */
export function yearsBetween(firstDrawdown: Day, payment: Day, period: Period): Years {
  const start = Temporal.PlainDate.from(firstDrawdown);
  const end = Temporal.PlainDate.from(payment);
  if (Temporal.PlainDate.compare(start, end) > 0) throw new Error('a payment before the first drawdown');
  let periods = 0;
  while (Temporal.PlainDate.compare(back(end, periods + 1, period, start.day), start) >= 0) periods += 1;
  const rest = back(end, periods, period, start.day);
  const days = start.until(rest).days;
  const yearDays = rest.subtract({ years: 1 }).until(rest).days;
  const perYear = periodsAYear[period];
  if (days === 0) return { numerator: periods, denominator: perYear };
  return { numerator: periods * yearDays + days * perYear, denominator: perYear * yearDays };
}

/**
 * A day so many periods earlier. A day that February lacks is its last; and a month's last day of February or of a shorter
 * month reaches the drawdown on a later day of an earlier month, as 28 February does 31 January.
 */
function back(day: Temporal.PlainDate, periods: number, period: Period, drawdownDay: number): Temporal.PlainDate {
  if (period === 'week') return day.subtract({ weeks: periods });
  const earlier = day.subtract(period === 'month' ? { months: periods } : { years: periods });
  const isLast = day.day === day.daysInMonth;
  return isLast && drawdownDay > earlier.day && drawdownDay <= earlier.daysInMonth ? earlier.with({ day: drawdownDay }) : earlier;
}
