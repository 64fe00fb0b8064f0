import type { Writing } from '../language.ts';

export const writing: Writing = {
  tag: 'nl',
  locale: 'nl-NL',
  thousands: '.',
  decimal: ',',
  isCurrencyFirst: true,
  percent: '%',
  day: (year, month, date) => `${date}-${month}-${year}`,
};
