// Months of an account: named by their first day.
import { addDays, type Day, monthEnd } from '../dates.ts';

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`;
/** The first day of the month after a day's. */
export const nextMonth = (day: Day): Day => addDays(monthEnd(day), 1);
