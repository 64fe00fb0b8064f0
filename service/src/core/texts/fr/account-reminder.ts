import type { AccountReminderWords } from '../en/account-reminder.ts';

export const accountReminder: AccountReminderWords = {
  notice: 'Mise en demeure',
  opening:
    'Nous n’avons pas reçu la totalité de ce que vos relevés de compte demandaient. Il s’agit peut-être d’un oubli : veuillez payer le montant en retard au plus tard le {day}.',
  openingAgain:
    'Nous vous avons déjà adressé un rappel et n’avons toujours pas reçu la totalité du montant en retard. Veuillez le payer au plus tard le {day} ; à défaut, nous pourrons exiger en une fois tout ce qui est dû sur le compte.',
  openingNotice:
    'Malgré nos rappels, ce que vos relevés demandaient reste en retard. Veuillez le payer au plus tard le {day}. À défaut, la totalité de la dette du compte devient exigible en une fois, soit {owed} aujourd’hui, et pourra être remise au recouvrement.',
  overdue: 'En retard',
  owed: 'Dette totale du compte',
};
