import type { AccountReminderWords } from '../en/account-reminder.ts';

export const accountReminder: AccountReminderWords = {
  notice: 'Varsel om opsigelse',
  opening:
    'Vi har ikke modtaget alt det, som dine kontoudtog bad om. Måske har du overset det: betal venligst det forfaldne beløb senest {day}.',
  openingAgain:
    'Vi har rykket dig én gang og har stadig ikke modtaget hele det forfaldne beløb. Betal det venligst senest {day}; ellers kan vi kræve hele gælden på kontoen betalt på én gang.',
  openingNotice:
    'Det, som dine kontoudtog bad om, er stadig forfaldent, selv om vi har rykket dig. Betal det venligst senest {day}. Gør du ikke det, forfalder hele gælden på kontoen på én gang, i dag {owed}, og den kan blive overgivet til inkasso.',
  overdue: 'Forfaldent',
  owed: 'Hele gælden på kontoen',
};
