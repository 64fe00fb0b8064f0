import type { ReminderWords } from '../en/reminder.ts';

export const reminder: ReminderWords = {
  first: 'Betalingspåminnelse',
  second: 'Andre betalingspåminnelse',
  madeOn: 'Dato',
  payBy: 'Betal senest',
  opening:
    'Vi har ikke mottatt betalingen for fakturaen nedenfor. Kanskje har du oversett den: vennligst betal det utestående beløpet innen {day}.',
  openingAgain:
    'Vi har minnet deg om betalingen én gang og har fortsatt ikke mottatt den. Vennligst betal det utestående beløpet innen {day}; ellers kan kravet bli overført til inkasso.',
  ordered: 'Ordre {number} av {day}',
  fallenDue: 'Forfalt {day}',
  reminderFees: 'Purregebyr',
  lateInterest: 'Forsinkelsesrente til {day}',
  lateRate: 'Forsinkelsesrenten er i dag {rate} per år. Satsen for hver dag gjelder; loven kan endre den.',
  announced: 'Betaler du ikke innen 14 dager etter at du har mottatt dette brevet, krever vi {fee} for inndrivingen.',
  announcedInterest:
    'Betaler du ikke innen 14 dager etter at du mottok dette brevet, løper det deretter forsinkelsesrente, i dag {rate} per år.',
  announcedInterestByLaw:
    'Betaler du ikke innen 14 dager etter at du mottok dette brevet, løper det deretter forsinkelsesrente etter den satsen loven fastsetter for hver dag.',
  announcedTogether:
    'Betaler du ikke denne og de fakturaene vi allerede har purret på innen 14 dager etter at du har mottatt brevene våre, krever vi {fee} for inndrivingen, én gang for alle sammen.',
  forbearance:
    'Hvis du ikke kan betale med en gang, skriv til oss: før noe drives inn, finner vi en løsning som passer for deg, for eksempel en senere dag, betaling i deler eller lengre løpetid.',
  crossed:
    'Har du betalt i mellomtiden, kan du se bort fra dette brevet. Kan du ikke betale, eller er du uenig, ta kontakt med oss.',
};
