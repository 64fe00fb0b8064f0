import type { Writing } from '../language.ts';

export const writing: Writing = {
  tag: 'da',
  locale: 'da-DK',
  thousands: '.',
  decimal: ',',
  isCurrencyFirst: false,
  percent: '\u00a0%',
  day: (year, month, date) => `${date}.${month}.${year}`,
};
