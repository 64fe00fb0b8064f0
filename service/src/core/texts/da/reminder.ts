import type { ReminderWords } from '../en/reminder.ts';

export const reminder: ReminderWords = {
  first: 'Betalingspåmindelse',
  second: 'Anden betalingspåmindelse',
  madeOn: 'Dato',
  payBy: 'Betal senest',
  opening:
    'Vi har ikke modtaget din betaling for fakturaen nedenfor. Måske har du overset den: betal venligst det skyldige beløb senest {day}.',
  openingAgain:
    'Vi har rykket dig én gang og har stadig ikke modtaget din betaling. Betal venligst det skyldige beløb senest {day}; ellers kan kravet blive overgivet til inkasso.',
  ordered: 'Ordre {number} af {day}',
  fallenDue: 'Forfaldt {day}',
  reminderFees: 'Rykkergebyr',
  lateInterest: 'Morarente til {day}',
  lateRate: 'Morarenten er i dag {rate} pr. år. Satsen for hver dag gælder; loven kan ændre den.',
  announced: 'Betaler du ikke inden 14 dage efter modtagelsen af dette brev, opkræver vi {fee} for inddrivelsen.',
  announcedInterest:
    'Betaler du ikke inden 14 dage efter modtagelsen af dette brev, løber der derefter morarente, i dag {rate} om året.',
  announcedInterestByLaw:
    'Betaler du ikke inden 14 dage efter modtagelsen af dette brev, løber der derefter morarente med den sats, som loven fastsætter for hver dag.',
  announcedTogether:
    'Betaler du ikke denne og de fakturaer, vi allerede har rykket for, inden 14 dage efter modtagelsen af vores breve, opkræver vi {fee} for inddrivelsen, én gang for dem alle.',
  forbearance:
    'Kan du ikke betale med det samme, så skriv til os: før noget inddrives, finder vi en løsning, der passer til din situation, for eksempel en senere dag, betaling i dele eller en længere løbetid.',
  crossed: 'Har du betalt i mellemtiden, kan du se bort fra dette brev. Kan du ikke betale, eller er du uenig, så kontakt os.',
};
