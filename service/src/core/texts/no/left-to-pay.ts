import type { LeftWords } from '../en/left-to-pay.ts';

export const leftToPay: LeftWords = {
  copy: 'Kopi',
  asOf: 'Gjenstår å betale per {day}',
  captured: 'Fakturabeløp',
  credited: 'Kreditert',
  paid: 'Betalt',
  paidBack: 'Til gode for deg',
  fees: 'Purregebyr',
  lateInterest: 'Forsinkelsesrente',
  left: 'Gjenstår å betale',
  nothingLeft: 'Det gjenstår ingenting å betale på denne fakturaen. Du skal ikke overføre noe.',
  letterSettled: 'Det gjenstår ingenting å betale av det dette brevet ba om. Du skal ikke overføre noe.',
  replaces: 'Beløp og koder på tidligere brev om denne fakturaen gjelder ikke lenger: betal bare det som gjenstår.',
  dueNow: 'Opplysningene nedenfor gjelder alt som har forfalt, med samme KID.',
  underway: 'Det som forfalt {days}, blir nå trukket fra kontoen din {account}. Du skal ikke overføre det selv.',
  takenOff: 'Beløpet trekkes fra det du skylder på fakturaen.',
  back: 'Du hadde allerede betalt {amount} av det: det får du tilbake.',
  costsTakenOff:
    'Renter og gebyrer på {amount} som du hadde betalt, skyldes ikke lenger: de brukes til det som gjenstår å betale.',
  costsBack: 'Renter og gebyrer på {amount} som du hadde betalt, skyldes ikke lenger: dem får du tilbake.',
  lateKept: 'Det du hadde betalt for purringer og forsinkelse, {amount}, betales ikke tilbake.',
};
