// When installments are due: every month on the day of the invoice, counted from that day each time, so that a plan begun on
// 31 January is due at the end of February and on 31 March again. A day without banks gives the next one that has them.
import type { CountryCode } from '../countries/countries.ts';
import { nextBusinessDay } from '../countries/holidays.ts';
import { addMonths, type Day } from '../dates.ts';

/** The due days of so many installments, the first a month after the day of the invoice. */
export function dueDays(invoicedOn: Day, count: number, country: CountryCode): Day[] {
  return Array.from({ length: count }, (_each, index) => nextBusinessDay(country, addMonths(invoicedOn, index + 1)));
}
