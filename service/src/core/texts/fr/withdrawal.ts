import type { WithdrawalWords } from '../en/withdrawal.ts';

export const withdrawal: WithdrawalWords = {
  title: 'Se rétracter du crédit',
  order: 'Commande {number}, {amount} à payer plus tard.',
  until: 'Vous pouvez vous rétracter du contrat de crédit jusqu’au {day}, sans donner de motif.',
  open: 'Vous pouvez vous rétracter du contrat de crédit sans donner de motif.',
  effect:
    'L’achat est maintenu. Vous remboursez alors dans les 30 jours le capital de {capital} et les intérêts jusqu’à aujourd’hui, {interest} ({perDay} pour chaque jour depuis l’octroi du crédit). Les frais du crédit ne sont pas dus. Pour renvoyer des biens, adressez-vous au commerçant.',
  account: 'Compte {number}, plafond de crédit {amount}.',
  accountEffect:
    'Vos achats restent valables, et plus rien n’est acheté avec le compte. Dans les 30 jours, vous remboursez alors le capital de {capital} et les intérêts jusqu’à aujourd’hui, {interest} ({perDay} par jour). Les frais ne sont pas dus.',
  ask: 'Se rétracter maintenant',
  done: 'Vous vous êtes rétracté du crédit le {day}.',
  received: 'Nous avons reçu votre notification le {day} à {time}.',
  toPay: 'Veuillez payer {total} au plus tard le {payBy}: {capital} de capital et {interest} d’intérêts.',
  nothingLeft: 'Il ne reste rien à payer.',
  over: 'Le délai de rétractation a pris fin le {day}. Vous pouvez rembourser par anticipation à tout moment.',
  none: 'Il n’y a pas de droit de rétractation ici. Veuillez vous adresser au commerçant.',
};
