import type { Writing } from '../language.ts';

export const writing: Writing = {
  tag: 'sv',
  locale: 'sv-SE',
  thousands: '\u00a0',
  decimal: ',',
  isCurrencyFirst: false,
  percent: '\u00a0%',
  day: (year, month, date) => `${year}-${month}-${date}`,
};
