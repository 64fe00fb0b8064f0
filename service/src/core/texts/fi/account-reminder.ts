import type { AccountReminderWords } from '../en/account-reminder.ts';

export const accountReminder: AccountReminderWords = {
  notice: 'Eräännyttämisilmoitus',
  opening:
    'Emme ole saaneet kaikkea, mitä tiliotteesi pyysivät. Ehkä se on jäänyt huomaamatta: pyydämme maksamaan erääntyneen määrän viimeistään {day}.',
  openingAgain:
    'Olemme muistuttaneet kerran, emmekä ole vieläkään saaneet koko erääntynyttä määrää. Pyydämme maksamaan sen viimeistään {day}; muuten voimme vaatia koko tilin velan kerralla.',
  openingNotice:
    'Tiliotteidesi pyytämä määrä on muistutuksistamme huolimatta yhä maksamatta. Pyydämme maksamaan sen viimeistään {day}. Jos et maksa, koko tilin velka erääntyy kerralla, tänään {owed}, ja se voidaan siirtää perintään.',
  overdue: 'Erääntynyt',
  owed: 'Tilin koko velka',
};
