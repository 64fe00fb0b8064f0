import type { Phrases } from './en.ts';

export const sv: Phrases = {
  addressCorrected: 'Din adress har rättats. Kontrollera den.',
  checkEntry: 'Kontrollera uppgiften och försök igen.',
  giveNationalId: 'Ange ditt personnummer.',
  identify: 'Bekräfta din identitet för att slutföra köpet.',
  limitReached: 'Beloppet kan inte betalas senare just nu. Välj ett annat betalsätt.',
  notPossible: 'Det går inte att göra för beställningen just nu. Kontakta butiken.',
  otherMethod: 'Betalsättet är inte tillgängligt. Välj ett annat.',
  required: 'Fyll i det här fältet.',
  technical: 'Något gick fel. Kontakta butiken.',
  tryAgain: 'Försök igen om en liten stund.',
  underReview: 'Ditt köp granskas. Butiken meddelar dig så snart det är avgjort.',
  codeLabel: 'Kod',
  confirmAddress: 'Kontrollera och bekräfta din adress: postnummer och ort hör inte ihop.',
  confirm: 'Bekräfta',
  confirmed: 'Tack, ditt köp är bekräftat. Du kan gå tillbaka till butiken.',
  declined: 'Köpet bekräftades inte. Gå tillbaka till butiken och välj ett annat betalsätt.',
  codeSent: 'Vi har skickat en kod till dig. Ange den här.',
  sandboxCode: 'Det här är en testbutik. Koden är',
  wrongCode: 'Koden stämmer inte. Försök igen.',
};
