import type { Writing } from '../language.ts';

export const writing: Writing = {
  tag: 'fi',
  locale: 'fi-FI',
  thousands: '\u00a0',
  decimal: ',',
  isCurrencyFirst: false,
  percent: '\u00a0%',
  day: (year, month, date) => `${date}.${month}.${year}`,
};
