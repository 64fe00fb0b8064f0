import type { Phrases } from './en.ts';

export const no: Phrases = {
  addressCorrected: 'Adressen din er rettet. Kontroller den, er du snill.',
  checkEntry: 'Kontroller opplysningen og prøv igjen.',
  giveNationalId: 'Oppgi fødselsnummeret ditt.',
  identify: 'Bekreft identiteten din for å fullføre kjøpet.',
  limitReached: 'Dette beløpet kan ikke betales senere akkurat nå. Velg en annen betalingsmåte.',
  notPossible: 'Dette er ikke mulig for ordren akkurat nå. Ta kontakt med butikken.',
  otherMethod: 'Denne betalingsmåten er ikke tilgjengelig. Velg en annen.',
  required: 'Fyll ut dette feltet.',
  technical: 'Noe gikk galt. Ta kontakt med butikken.',
  tryAgain: 'Prøv igjen om et øyeblikk.',
  underReview: 'Kjøpet ditt blir kontrollert. Butikken gir beskjed så snart det er avgjort.',
  codeLabel: 'Kode',
  confirmAddress: 'Kontroller og bekreft adressen din: postnummer og poststed hører ikke sammen.',
  confirm: 'Bekreft',
  confirmed: 'Takk, kjøpet ditt er bekreftet. Du kan gå tilbake til butikken.',
  declined: 'Kjøpet ble ikke bekreftet. Gå tilbake til butikken og velg en annen betalingsmåte.',
  codeSent: 'Vi har sendt deg en kode. Skriv den inn her.',
  sandboxCode: 'Dette er en testbutikk. Koden er',
  wrongCode: 'Koden stemmer ikke. Prøv igjen.',
};
