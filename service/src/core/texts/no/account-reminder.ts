import type { AccountReminderWords } from '../en/account-reminder.ts';

export const accountReminder: AccountReminderWords = {
  notice: 'Varsel om heving',
  opening:
    'Vi har ikke mottatt alt som kontoutskriftene dine ba om. Kanskje har du oversett det: vennligst betal det forfalte beløpet innen {day}.',
  openingAgain:
    'Vi har minnet deg om betalingen én gang og har fortsatt ikke mottatt hele det forfalte beløpet. Vennligst betal det innen {day}; ellers kan vi kreve hele gjelden på kontoen på én gang.',
  openingNotice:
    'Det kontoutskriftene dine ba om, er fortsatt forfalt selv om vi har minnet deg om det. Vennligst betal det innen {day}. Gjør du ikke det, forfaller hele gjelden på kontoen på én gang, i dag {owed}, og kan bli overført til inkasso.',
  overdue: 'Forfalt',
  owed: 'Hele gjelden på kontoen',
};
