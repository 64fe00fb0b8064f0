// By when a letter asks to be paid, and when the next may follow.
import { countries } from '../countries/countries.ts';
import { afterWeekend } from '../countries/holidays.ts';
import { addDays, type Day, later } from '../dates.ts';
import { lawOn } from '../law/law-on.ts';
import { arrivalOf } from '../law/reminder-fee.ts';
import type { Merchant } from '../merchant.ts';
import { reminderDays } from './reminder-terms.ts';

/** By when a letter asks to be paid: a first that has to give days free of charge from its arrival on asks for nothing sooner. */
export function payByOf(level: number, madeOn: Day, { country, contract }: Merchant): Day {
  const payBy = addDays(madeOn, reminderDays(contract.reminders).payWithinDays);
  if (level > 1 || countries[country].reminders.freeFrom !== 'arrival') return payBy;
  return later(payBy, addDays(arrivalOf(country, madeOn), lawOn(country, madeOn).rows.freeReminderDays?.value ?? 0));
}

/** The day of the second letter: so many days after the first, and never before the first's own day to pay has passed. */
export function secondOn(first: { readonly madeOn: Day; readonly payBy: Day }, { contract }: Pick<Merchant, 'contract'>): Day {
  // A holiday is left out: the search for what is due (orders/reminders.sql.ts) knows weekends alone, and would look too early.
  const passed = addDays(afterWeekend(first.payBy), 1);
  return later(addDays(first.madeOn, reminderDays(contract.reminders).secondDays), passed);
}
