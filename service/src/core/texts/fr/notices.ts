import type { NoticeWords } from '../en/notices.ts';

export const notices: NoticeWords = {
  withdrawalTitle: 'Rappel de votre droit de rétractation',
  concludedOn: 'Contrat conclu le',
  informedLate:
    'Vous avez reçu les informations standard sur ce crédit le {day}, moins d’un jour avant d’être lié. Nous vous rappelons donc que vous pouvez vous rétracter du contrat de crédit.',
  notInformed:
    'Vous n’avez pas reçu les informations standard sur ce crédit avant d’être lié. Nous vous rappelons donc que vous pouvez vous rétracter du contrat de crédit.',
  howToWithdraw: 'Comment vous rétracter',
  afterwards: 'Ce qui se passe ensuite',
  changeTitle: 'Modification de votre contrat de crédit',
  changeIntro: 'Votre commande auprès du magasin a été modifiée. Le contrat sur son paiement différé change donc aussi.',
  changeFrom: 'En vigueur à partir du',
  changeWhat: 'Ce qui change',
  changeBefore: 'Avant',
  changeAfter: 'Après',
  changeRest: 'Tout le reste demeure comme convenu, y compris le taux débiteur et les frais.',
  changeConsent: 'La modification découle de celle de votre commande ; aucun autre consentement de votre part n’est nécessaire.',
  changeObject:
    'Si vous n’êtes pas d’accord ou ne vouliez pas modifier la commande, écrivez à {name}. Vous pouvez vous plaindre à tout moment, sans délai.',
};
