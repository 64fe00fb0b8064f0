// The invoice of a month ("Consolidatedinvoice", C40): everything that is sent in a month is due on one day after it.

import { addDays, type Day, monthEnd } from './dates.ts';

/** The fewest days that may lie between the end of a month and its due day: what is sent on the last one is to be paid in time, too. */
export const leastMonthlyDays = 14;

/**
 * Days from the end of the month to the due day, of what a contract or an order says. Contracts and orders of earlier versions may
 * say fewer than there have to be.
 */
export const monthlyDays = (agreed: number): number => Math.max(agreed, leastMonthlyDays);

/** The day on which everything is due that is sent in the month of a day (C40). */
export const monthlyDueDay = (sentOn: Day, agreed: number): Day => addDays(monthEnd(sentOn), monthlyDays(agreed));
