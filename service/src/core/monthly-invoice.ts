// The monthly invoice ("Consolidatedinvoice", C40): due at the end of a month, or so many days after it as the contract says.

import { addDays, type Day, monthEnd } from './dates.ts';

/** The fewest days from sending goods to the day on which they are to be paid: what is sent on a month's last day is no exception. */
export const leastMonthlyDays = 14;

/**
 * Days from the end of the month to the due day, of what a contract or an order says: none, or at least fourteen. Contracts and orders
 * of earlier versions may say fewer.
 */
export const monthlyDays = (agreed: number): number => (agreed > 0 && agreed < leastMonthlyDays ? leastMonthlyDays : agreed);

/**
 * The day on which what is sent on a day is due (C40): so many days after the end of its month, or, with none, the first end of a month
 * that leaves fourteen. At most 45 days later, of which Directive (EU) 2023/2225 art. 2(2)(h) allows 50.
 */
export function monthlyDueDay(sentOn: Day, agreed: number): Day {
  const days = monthlyDays(agreed);
  return days === 0 ? monthEnd(addDays(sentOn, leastMonthlyDays)) : addDays(monthEnd(sentOn), days);
}
