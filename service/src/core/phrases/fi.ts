import type { Phrases } from './en.ts';

export const fi: Phrases = {
  addressCorrected: 'Osoitteesi on korjattu. Tarkista se.',
  checkEntry: 'Tarkista tämä tieto ja yritä uudelleen.',
  giveNationalId: 'Anna henkilötunnuksesi.',
  identify: 'Vahvista henkilöllisyytesi, jotta osto voidaan viimeistellä.',
  limitReached: 'Tätä summaa ei voi juuri nyt maksaa myöhemmin. Valitse toinen maksutapa.',
  notPossible: 'Tämä ei ole tilaukselle juuri nyt mahdollista. Ota yhteyttä kauppaan.',
  otherMethod: 'Tämä maksutapa ei ole käytettävissä. Valitse toinen.',
  required: 'Täytä tämä kenttä.',
  technical: 'Jokin meni vikaan. Ota yhteyttä kauppaan.',
  tryAgain: 'Yritä hetken kuluttua uudelleen.',
  underReview: 'Ostoksesi on tarkistettavana. Kauppa ilmoittaa sinulle heti, kun se on ratkaistu.',
  codeLabel: 'Koodi',
  confirmAddress: 'Tarkista ja vahvista osoitteesi: postinumero ja postitoimipaikka eivät vastaa toisiaan.',
  confirm: 'Vahvista',
  confirmed: 'Kiitos, ostoksesi on vahvistettu. Voit palata kauppaan.',
  declined: 'Ostosta ei vahvistettu. Palaa kauppaan ja valitse toinen maksutapa.',
  codeSent: 'Lähetimme sinulle koodin. Anna se tähän.',
  sandboxCode: 'Tämä on testikauppa. Koodi on',
  wrongCode: 'Koodi ei ole oikein. Yritä uudelleen.',
};
