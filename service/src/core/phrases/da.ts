import type { Phrases } from './en.ts';

export const da: Phrases = {
  addressCorrected: 'Din adresse er blevet rettet. Kontrollér den venligst.',
  checkEntry: 'Kontrollér oplysningen, og prøv igen.',
  giveNationalId: 'Angiv dit CPR-nummer.',
  identify: 'Bekræft din identitet for at gennemføre købet.',
  limitReached: 'Beløbet kan ikke betales senere lige nu. Vælg en anden betalingsmåde.',
  notPossible: 'Det er ikke muligt for ordren lige nu. Kontakt butikken.',
  otherMethod: 'Betalingsmåden er ikke tilgængelig. Vælg en anden.',
  required: 'Udfyld dette felt.',
  technical: 'Noget gik galt. Kontakt butikken.',
  tryAgain: 'Prøv igen om et øjeblik.',
  underReview: 'Dit køb bliver gennemgået. Butikken giver besked, så snart det er afgjort.',
  codeLabel: 'Kode (tal)',
  confirmAddress: 'Kontrollér og bekræft din adresse: postnummer og by hører ikke sammen.',
  confirm: 'Bekræft',
  confirmed: 'Tak, dit køb er bekræftet. Du kan gå tilbage til butikken.',
  declined: 'Købet blev ikke bekræftet. Gå tilbage til butikken, og vælg en anden betalingsmåde.',
  codeSent: 'Vi har sendt dig en kode. Indtast den her.',
  sandboxCode: 'Dette er en testbutik. Koden er',
  wrongCode: 'Koden er ikke rigtig. Prøv igen.',
};
