// When a monthly invoice is due, in words.
import { leastMonthlyDays } from '../monthly-invoice.ts';
import { fill } from './fill.ts';
import { type Language, texts } from './texts.ts';

/** `days`: from the end of the month, as the contract says (core/monthly-invoice.ts). */
export function monthlyDueText(language: Language, days: number): string {
  const { dueAtMonthEnd, dueAfterMonth } = texts[language].checkout;
  return days === 0 ? fill(dueAtMonthEnd, { days: leastMonthlyDays }) : fill(dueAfterMonth, { days });
}
