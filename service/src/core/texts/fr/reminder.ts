import type { ReminderWords } from '../en/reminder.ts';

export const reminder: ReminderWords = {
  first: 'Rappel de paiement',
  second: 'Deuxième rappel de paiement',
  madeOn: 'Date',
  payBy: 'À payer au plus tard le',
  opening:
    'Nous n’avons pas reçu votre paiement pour la facture ci-dessous. Il s’agit peut-être d’un oubli : veuillez payer le montant dû au plus tard le {day}.',
  openingAgain:
    'Nous vous avons déjà adressé un rappel et n’avons toujours pas reçu votre paiement. Veuillez payer le montant dû au plus tard le {day} ; à défaut, la créance pourra être remise au recouvrement.',
  ordered: 'Commande {number} du {day}',
  fallenDue: 'Échu le {day}',
  reminderFees: 'Frais de rappel',
  lateInterest: 'Intérêts de retard jusqu’au {day}',
  lateRate:
    'Les intérêts de retard sont aujourd’hui de {rate} par an. Le taux de chaque jour s’applique ; la loi peut le modifier.',
  announced:
    'À défaut de paiement dans les 14 jours suivant la réception de cette lettre, nous facturons {fee} pour le recouvrement.',
  announcedInterest:
    'Si vous ne payez pas dans les 14 jours suivant la réception de cette lettre, des intérêts de retard courent ensuite, au taux, aujourd’hui, de {rate} par an.',
  announcedInterestByLaw:
    'Si vous ne payez pas dans les 14 jours suivant la réception de cette lettre, des intérêts de retard courent ensuite, au taux que la loi fixe pour chaque jour.',
  announcedTogether:
    'À défaut de paiement de cette facture et de celles pour lesquelles nous vous avons déjà adressé un rappel dans les 14 jours suivant la réception de nos lettres, nous facturons {fee} pour le recouvrement, une seule fois pour l’ensemble.',
  forbearance:
    'Si vous ne pouvez pas payer tout de suite, écrivez-nous: avant tout recouvrement, nous cherchons une solution adaptée à votre situation, par exemple un report, un paiement échelonné ou une durée plus longue.',
  crossed:
    'Si vous avez payé entre-temps, ne tenez pas compte de cette lettre. Si vous ne pouvez pas payer ou n’êtes pas d’accord, veuillez nous contacter.',
};
