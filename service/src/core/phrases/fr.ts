import type { Phrases } from './en.ts';

export const fr: Phrases = {
  addressCorrected: 'Votre adresse a été corrigée. Veuillez la vérifier.',
  checkEntry: 'Veuillez vérifier cette information et réessayer.',
  giveNationalId: 'Veuillez indiquer votre numéro d’identification national.',
  identify: 'Veuillez confirmer votre identité pour terminer l’achat.',
  limitReached: 'Ce montant ne peut pas être payé plus tard pour le moment. Veuillez choisir un autre moyen de paiement.',
  notPossible: 'Cela n’est pas possible pour cette commande pour le moment. Veuillez contacter la boutique.',
  otherMethod: 'Ce moyen de paiement n’est pas disponible. Veuillez en choisir un autre.',
  required: 'Veuillez remplir ce champ.',
  technical: 'Une erreur s’est produite. Veuillez contacter la boutique.',
  tryAgain: 'Veuillez réessayer dans un instant.',
  underReview: 'Votre achat est en cours d’examen. La boutique vous informera dès qu’une décision sera prise.',
  codeLabel: 'Code de confirmation',
  confirmAddress: 'Veuillez vérifier et confirmer votre adresse : le code postal et la localité ne correspondent pas.',
  confirm: 'Confirmer',
  confirmed: 'Merci, votre achat est confirmé. Vous pouvez retourner à la boutique.',
  declined: 'L’achat n’a pas été confirmé. Veuillez retourner à la boutique et choisir un autre moyen de paiement.',
  codeSent: 'Nous vous avons envoyé un code. Veuillez le saisir ici.',
  sandboxCode: 'Ceci est une boutique de test. Le code est',
  wrongCode: 'Ce code n’est pas correct. Veuillez réessayer.',
};
