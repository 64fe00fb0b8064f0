import type { LeftWords } from '../en/left-to-pay.ts';

export const leftToPay: LeftWords = {
  copy: 'Kopi',
  asOf: 'Tilbage at betale den {day}',
  captured: 'Fakturabeløb',
  credited: 'Krediteret',
  paid: 'Betalt',
  paidBack: 'Tilbagebetales til dig',
  fees: 'Rykkergebyr',
  lateInterest: 'Morarente',
  left: 'Tilbage at betale',
  nothingLeft: 'Der er intet tilbage at betale på fakturaen. Du skal ikke overføre noget.',
  letterSettled: 'Der er intet tilbage at betale af det, brevet bad om. Du skal ikke overføre noget.',
  replaces: 'Beløb og koder på tidligere breve om fakturaen gælder ikke længere: betal kun det, der er tilbage.',
  dueNow: 'Oplysningerne nedenfor gælder alt, der er forfaldet, med samme betalings-id.',
  underway: 'Det, der forfaldt {days}, er ved at blive opkrævet fra din konto {account}. Du skal ikke selv overføre det.',
  takenOff: 'Beløbet trækkes fra det, du skylder på fakturaen.',
  back: 'Du havde allerede betalt {amount} af det: det får du tilbage.',
  costsTakenOff:
    'Renter og gebyrer på {amount}, som du havde betalt, skyldes ikke længere: de bruges til det, der er tilbage at betale.',
  costsBack: 'Renter og gebyrer på {amount}, som du havde betalt, skyldes ikke længere: dem får du tilbage.',
  lateKept: 'Det, du havde betalt for rykkere og forsinkelse, {amount}, betales ikke tilbage.',
};
