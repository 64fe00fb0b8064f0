// The words for what is left to pay of an invoice, in the eight languages of the specification; what they share with invoices is
// in invoice-words.ts.
import type { Language } from '../phrases/phrases.ts';

const en = {
  copy: 'Copy',
  asOf: 'Left to pay on {day}',
  captured: 'Invoice amount',
  credited: 'Credited',
  paid: 'Paid',
  paidBack: 'To be paid back to you',
  fees: 'Reminder fees',
  left: 'Left to pay',
  nothingLeft: 'Nothing is left to pay for this invoice. Please do not transfer anything.',
  letterSettled: 'Nothing is left to pay of what this letter asked for. Please do not transfer anything.',
  replaces: 'Amounts and codes on earlier papers of this invoice no longer hold: please pay only what is left.',
  dueNow: 'What follows is for everything that is overdue, under the same payment reference.',
  takenOff: 'This amount is taken off what you owe for the invoice.',
  back: 'You had already paid {amount} of it: you get that back.',
};
export type LeftWords = Readonly<Record<keyof typeof en, string>>;

const no: LeftWords = {
  copy: 'Kopi',
  asOf: 'Gjenstår å betale per {day}',
  captured: 'Fakturabeløp',
  credited: 'Kreditert',
  paid: 'Betalt',
  paidBack: 'Til gode for deg',
  fees: 'Purregebyr',
  left: 'Gjenstår å betale',
  nothingLeft: 'Det gjenstår ingenting å betale på denne fakturaen. Du skal ikke overføre noe.',
  letterSettled: 'Det gjenstår ingenting å betale av det dette brevet ba om. Du skal ikke overføre noe.',
  replaces: 'Beløp og koder på tidligere brev om denne fakturaen gjelder ikke lenger: betal bare det som gjenstår.',
  dueNow: 'Opplysningene nedenfor gjelder alt som har forfalt, med samme KID.',
  takenOff: 'Beløpet trekkes fra det du skylder på fakturaen.',
  back: 'Du hadde allerede betalt {amount} av det: det får du tilbake.',
};

const sv: LeftWords = {
  copy: 'Kopia',
  asOf: 'Kvar att betala den {day}',
  captured: 'Fakturabelopp',
  credited: 'Krediterat',
  paid: 'Betalt',
  paidBack: 'Att återbetala till dig',
  fees: 'Påminnelseavgift',
  left: 'Kvar att betala',
  nothingLeft: 'Det finns inget kvar att betala på fakturan. Du ska inte betala in något.',
  letterSettled: 'Det finns inget kvar att betala av det som brevet gällde. Du ska inte betala in något.',
  replaces: 'Belopp och koder i tidigare brev om fakturan gäller inte längre: betala bara det som är kvar.',
  dueNow: 'Uppgifterna nedan gäller allt som har förfallit, med samma OCR-nummer.',
  takenOff: 'Beloppet dras av från det du är skyldig på fakturan.',
  back: 'Du hade redan betalat {amount} av det: det får du tillbaka.',
};

const fi: LeftWords = {
  copy: 'Kopio',
  asOf: 'Maksettavaa jäljellä {day}',
  captured: 'Laskun summa',
  credited: 'Hyvitetty',
  paid: 'Maksettu',
  paidBack: 'Palautetaan sinulle',
  fees: 'Muistutusmaksu',
  left: 'Maksettavaa jäljellä',
  nothingLeft: 'Laskusta ei ole enää maksettavaa. Älä maksa mitään.',
  letterSettled: 'Kirjeessä vaadituista ei ole enää mitään maksettavaa. Älä maksa mitään.',
  replaces: 'Laskun aiempien kirjeiden summat ja koodit eivät ole enää voimassa: maksa vain jäljellä oleva määrä.',
  dueNow: 'Alla olevat tiedot koskevat kaikkea erääntynyttä, samalla viitteellä.',
  takenOff: 'Summa vähennetään laskun velastasi.',
  back: 'Olit jo maksanut siitä {amount}: saat sen takaisin.',
};

const da: LeftWords = {
  copy: 'Kopi',
  asOf: 'Tilbage at betale den {day}',
  captured: 'Fakturabeløb',
  credited: 'Krediteret',
  paid: 'Betalt',
  paidBack: 'Tilbagebetales til dig',
  fees: 'Rykkergebyr',
  left: 'Tilbage at betale',
  nothingLeft: 'Der er intet tilbage at betale på fakturaen. Du skal ikke overføre noget.',
  letterSettled: 'Der er intet tilbage at betale af det, brevet bad om. Du skal ikke overføre noget.',
  replaces: 'Beløb og koder på tidligere breve om fakturaen gælder ikke længere: betal kun det, der er tilbage.',
  dueNow: 'Oplysningerne nedenfor gælder alt, der er forfaldet, med samme betalings-id.',
  takenOff: 'Beløbet trækkes fra det, du skylder på fakturaen.',
  back: 'Du havde allerede betalt {amount} af det: det får du tilbage.',
};

const de: LeftWords = {
  copy: 'Kopie',
  asOf: 'Noch zu zahlen am {day}',
  captured: 'Rechnungsbetrag',
  credited: 'Gutgeschrieben',
  paid: 'Bezahlt',
  paidBack: 'Rückzahlung an Sie',
  fees: 'Mahngebühren',
  left: 'Noch zu zahlen',
  nothingLeft: 'Zu dieser Rechnung ist nichts mehr zu zahlen. Bitte überweisen Sie nichts.',
  letterSettled: 'Von dem, was dieses Schreiben forderte, ist nichts mehr zu zahlen. Bitte überweisen Sie nichts.',
  replaces: 'Beträge und Codes auf früheren Schreiben zu dieser Rechnung gelten nicht mehr: Bitte zahlen Sie nur den Rest.',
  dueNow: 'Die folgenden Angaben gelten für alles, was überfällig ist, mit derselben Referenz.',
  takenOff: 'Der Betrag wird von dem abgezogen, was Sie zur Rechnung schulden.',
  back: 'Davon hatten Sie {amount} schon bezahlt: Sie erhalten sie zurück.',
};

const nl: LeftWords = {
  copy: 'Kopie',
  asOf: 'Nog te betalen op {day}',
  captured: 'Factuurbedrag',
  credited: 'Gecrediteerd',
  paid: 'Betaald',
  paidBack: 'Terug te betalen aan u',
  fees: 'Herinneringskosten',
  left: 'Nog te betalen',
  nothingLeft: 'Voor deze factuur hoeft u niets meer te betalen. Maak niets over.',
  letterSettled: 'Van wat deze brief vroeg, hoeft u niets meer te betalen. Maak niets over.',
  replaces: 'Bedragen en codes op eerdere brieven over deze factuur gelden niet meer: betaal alleen wat er nog openstaat.',
  dueNow: 'De gegevens hieronder gelden voor alles wat achterstallig is, met hetzelfde kenmerk.',
  takenOff: 'Het bedrag wordt afgetrokken van wat u voor de factuur verschuldigd bent.',
  back: 'U had hiervan al {amount} betaald: dat krijgt u terug.',
};

const fr: LeftWords = {
  copy: 'Copie',
  asOf: 'Reste à payer au {day}',
  captured: 'Montant de la facture',
  credited: 'Crédité',
  paid: 'Payé',
  paidBack: 'À vous rembourser',
  fees: 'Frais de rappel',
  left: 'Reste à payer',
  nothingLeft: 'Il ne reste rien à payer pour cette facture. Ne virez rien.',
  letterSettled: 'De ce que cette lettre demandait, il ne reste rien à payer. Ne virez rien.',
  replaces:
    'Les montants et codes des courriers précédents sur cette facture ne sont plus valables : ne payez que ce qui reste dû.',
  dueNow: 'Les indications suivantes valent pour tout ce qui est en retard, avec la même référence.',
  takenOff: 'Ce montant est déduit de ce que vous devez pour la facture.',
  back: 'Vous en aviez déjà payé {amount} : cette somme vous est remboursée.',
};

export const leftWords: Readonly<Record<Language, LeftWords>> = {
  NO: no,
  SV: sv,
  FI: fi,
  DA: da,
  EN: en,
  DE: de,
  NL: nl,
  FR: fr,
};
