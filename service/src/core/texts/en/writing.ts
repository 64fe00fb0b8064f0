import type { Writing } from '../language.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export const writing: Writing = {
  tag: 'en',
  locale: 'en-GB',
  thousands: ',',
  decimal: '.',
  isCurrencyFirst: true,
  percent: '%',
  day: (year, month, date) => `${Number(date)} ${months[Number(month) - 1] ?? ''} ${year}`,
};
