import type { LeftWords } from '../en/left-to-pay.ts';

export const leftToPay: LeftWords = {
  copy: 'Copie',
  asOf: 'Reste à payer au {day}',
  captured: 'Montant de la facture',
  credited: 'Crédité',
  paid: 'Payé',
  paidBack: 'À vous rembourser',
  fees: 'Frais de rappel',
  lateInterest: 'Intérêts de retard',
  left: 'Reste à payer',
  nothingLeft: 'Il ne reste rien à payer pour cette facture. Ne virez rien.',
  letterSettled: 'De ce que cette lettre demandait, il ne reste rien à payer. Ne virez rien.',
  replaces:
    'Les montants et codes des courriers précédents sur cette facture ne sont plus valables : ne payez que ce qui reste dû.',
  dueNow: 'Les indications suivantes valent pour tout ce qui est en retard, avec la même référence.',
  underway:
    'Ce qui était dû le {days} est en cours de prélèvement sur votre compte {account}. Merci de ne pas le virer vous-même.',
  takenOff: 'Ce montant est déduit de ce que vous devez pour la facture.',
  back: 'Vous en aviez déjà payé {amount} : cette somme vous est remboursée.',
  costsTakenOff:
    'Les intérêts et frais de {amount} que vous aviez payés ne sont plus dus : ils paient une partie de ce qui reste.',
  costsBack: 'Les intérêts et frais de {amount} que vous aviez payés ne sont plus dus : ils vous sont remboursés.',
  lateKept: 'Ce que vous aviez payé pour les rappels et le retard, {amount}, n’est pas remboursé.',
};
