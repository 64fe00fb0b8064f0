import type { Phrases } from './en.ts';

export const nl: Phrases = {
  accountMissing: 'Deze rekening bestaat niet. Controleer het nummer.',
  accountNoted: 'Uw rekening is bijgewerkt.',
  accountBlocked:
    'Uw rekening kan op dit moment niet worden gebruikt. Betaal het achterstallige bedrag of neem contact met ons op.',
  accountUsable: 'Uw rekening kan worden gebruikt.',
  accountUnderReview: 'Uw rekening wordt beoordeeld. Wij laten het u weten zodra er een besluit is.',
  checkEntry: 'Controleer dit gegeven en probeer het opnieuw.',
  giveNationalId: 'Vul uw persoonlijke identificatienummer in.',
  identify: 'Bevestig uw identiteit om de aankoop af te ronden.',
  limitReached: 'Dit bedrag kan op dit moment niet achteraf worden betaald. Kies een andere betaalmethode.',
  notPossible: 'Dit is op dit moment niet mogelijk voor de bestelling. Neem contact op met de winkel.',
  otherMethod: 'Deze betaalmethode is niet beschikbaar. Kies een andere.',
  required: 'Vul dit veld in.',
  technical: 'Er ging iets mis. Neem contact op met de winkel.',
  tryAgain: 'Probeer het zo meteen opnieuw.',
  underReview: 'Uw aankoop wordt beoordeeld. De winkel laat het u weten zodra er een besluit is.',
  codeLabel: 'Bevestigingscode',
  confirm: 'Bevestigen',
  confirmed: 'Dank u, uw aankoop is bevestigd. U kunt terug naar de winkel.',
  declined: 'De aankoop is niet bevestigd. Ga terug naar de winkel en kies een andere betaalmethode.',
  codeSent: 'We hebben u een code gestuurd. Vul deze hier in.',
  sandboxCode: 'Dit is een testwinkel. De code is',
  wrongCode: 'Deze code klopt niet. Probeer het opnieuw.',
  linkUnknown: 'Deze link werkt niet. Vraag de winkel om een nieuwe.',
  linkExpired: 'Deze link is verlopen. Vraag de winkel om een nieuwe.',
};
