// The words of reminders, in the eight languages of the specification; what they share with invoices is in invoice-words.ts.
import type { Language } from '../phrases/phrases.ts';

const en = {
  first: 'Payment reminder',
  second: 'Second payment reminder',
  madeOn: 'Date',
  payBy: 'Please pay by',
  opening:
    'We have not received your payment for the invoice below. Perhaps you have overlooked it: please pay the open amount by {day}.',
  openingAgain:
    'We have reminded you once and have still not received your payment. Please pay the open amount by {day}; otherwise the claim may be handed over for collection.',
  fallenDue: 'Fell due on {day}',
  reminderFees: 'Reminder fees',
  crossed:
    'If you have paid in the meantime, please disregard this letter. If you cannot pay or do not agree, please contact us.',
};
export type ReminderWords = Readonly<Record<keyof typeof en, string>>;

const no: ReminderWords = {
  first: 'Betalingspåminnelse',
  second: 'Andre betalingspåminnelse',
  madeOn: 'Dato',
  payBy: 'Betal senest',
  opening:
    'Vi har ikke mottatt betalingen for fakturaen nedenfor. Kanskje har du oversett den: vennligst betal det utestående beløpet innen {day}.',
  openingAgain:
    'Vi har påminnet deg én gang og har fortsatt ikke mottatt betalingen. Vennligst betal det utestående beløpet innen {day}; ellers kan kravet bli overført til inkasso.',
  fallenDue: 'Forfalt {day}',
  reminderFees: 'Purregebyr',
  crossed:
    'Har du betalt i mellomtiden, kan du se bort fra dette brevet. Kan du ikke betale, eller er du uenig, ta kontakt med oss.',
};

const sv: ReminderWords = {
  first: 'Betalningspåminnelse',
  second: 'Andra betalningspåminnelsen',
  madeOn: 'Datum',
  payBy: 'Betala senast',
  opening:
    'Vi har inte fått din betalning för fakturan nedan. Kanske har du förbisett den: vänligen betala det obetalda beloppet senast {day}.',
  openingAgain:
    'Vi har påmint dig en gång och har fortfarande inte fått din betalning. Vänligen betala det obetalda beloppet senast {day}; annars kan fordran lämnas till inkasso.',
  fallenDue: 'Förföll {day}',
  reminderFees: 'Påminnelseavgift',
  crossed: 'Om du redan har betalat kan du bortse från detta brev. Kan du inte betala, eller håller du inte med, kontakta oss.',
};

const da: ReminderWords = {
  first: 'Betalingspåmindelse',
  second: 'Anden betalingspåmindelse',
  madeOn: 'Dato',
  payBy: 'Betal senest',
  opening:
    'Vi har ikke modtaget din betaling for fakturaen nedenfor. Måske har du overset den: betal venligst det skyldige beløb senest {day}.',
  openingAgain:
    'Vi har rykket dig én gang og har stadig ikke modtaget din betaling. Betal venligst det skyldige beløb senest {day}; ellers kan kravet blive overgivet til inkasso.',
  fallenDue: 'Forfaldt {day}',
  reminderFees: 'Rykkergebyr',
  crossed: 'Har du betalt i mellemtiden, kan du se bort fra dette brev. Kan du ikke betale, eller er du uenig, så kontakt os.',
};

const fi: ReminderWords = {
  first: 'Maksumuistutus',
  second: 'Toinen maksumuistutus',
  madeOn: 'Päiväys',
  payBy: 'Maksettava viimeistään',
  opening:
    'Emme ole saaneet maksuanne alla olevasta laskusta. Ehkä se on jäänyt huomaamatta: pyydämme maksamaan avoimen määrän viimeistään {day}.',
  openingAgain:
    'Olemme muistuttaneet kerran, emmekä ole vieläkään saaneet maksuanne. Pyydämme maksamaan avoimen määrän viimeistään {day}; muuten saatava voidaan siirtää perintään.',
  fallenDue: 'Erääntynyt {day}',
  reminderFees: 'Muistutusmaksu',
  crossed: 'Jos olette jo maksaneet, tämä kirje on aiheeton. Jos ette voi maksaa tai olette eri mieltä, ottakaa meihin yhteyttä.',
};

const de: ReminderWords = {
  first: 'Zahlungserinnerung',
  second: 'Zweite Zahlungserinnerung',
  madeOn: 'Datum',
  payBy: 'Zahlbar bis',
  opening:
    'Ihre Zahlung zur unten genannten Rechnung ist bei uns nicht eingegangen. Vielleicht haben Sie sie übersehen: Bitte zahlen Sie den offenen Betrag bis zum {day}.',
  openingAgain:
    'Wir haben Sie bereits einmal erinnert und Ihre Zahlung noch nicht erhalten. Bitte zahlen Sie den offenen Betrag bis zum {day}; sonst kann die Forderung zum Einzug abgegeben werden.',
  fallenDue: 'Fällig gewesen am {day}',
  reminderFees: 'Mahngebühren',
  crossed:
    'Haben Sie inzwischen gezahlt, betrachten Sie dieses Schreiben als gegenstandslos. Können Sie nicht zahlen oder sind Sie nicht einverstanden, wenden Sie sich bitte an uns.',
};

const nl: ReminderWords = {
  first: 'Betalingsherinnering',
  second: 'Tweede betalingsherinnering',
  madeOn: 'Datum',
  payBy: 'Betalen uiterlijk',
  opening:
    'Wij hebben uw betaling voor de onderstaande factuur niet ontvangen. Misschien hebt u deze over het hoofd gezien: betaal het openstaande bedrag uiterlijk {day}.',
  openingAgain:
    'Wij hebben u één keer herinnerd en uw betaling nog steeds niet ontvangen. Betaal het openstaande bedrag uiterlijk {day}; anders kan de vordering ter incasso worden overgedragen.',
  fallenDue: 'Vervallen op {day}',
  reminderFees: 'Herinneringskosten',
  crossed:
    'Hebt u intussen betaald, dan kunt u deze brief als niet verzonden beschouwen. Kunt u niet betalen of bent u het er niet mee eens, neem dan contact met ons op.',
};

const fr: ReminderWords = {
  first: 'Rappel de paiement',
  second: 'Deuxième rappel de paiement',
  madeOn: 'Date',
  payBy: 'À payer au plus tard le',
  opening:
    'Nous n’avons pas reçu votre paiement pour la facture ci-dessous. Il s’agit peut-être d’un oubli : veuillez payer le montant dû au plus tard le {day}.',
  openingAgain:
    'Nous vous avons déjà adressé un rappel et n’avons toujours pas reçu votre paiement. Veuillez payer le montant dû au plus tard le {day} ; à défaut, la créance pourra être remise au recouvrement.',
  fallenDue: 'Échu le {day}',
  reminderFees: 'Frais de rappel',
  crossed:
    'Si vous avez payé entre-temps, ne tenez pas compte de cette lettre. Si vous ne pouvez pas payer ou n’êtes pas d’accord, veuillez nous contacter.',
};

export const reminderWords: Readonly<Record<Language, ReminderWords>> = {
  NO: no,
  SV: sv,
  DA: da,
  FI: fi,
  DE: de,
  NL: nl,
  FR: fr,
  EN: en,
};
