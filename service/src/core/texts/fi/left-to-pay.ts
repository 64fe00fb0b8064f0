import type { LeftWords } from '../en/left-to-pay.ts';

export const leftToPay: LeftWords = {
  copy: 'Kopio',
  asOf: 'Maksettavaa jäljellä {day}',
  captured: 'Laskun summa',
  credited: 'Hyvitetty',
  paid: 'Maksettu',
  paidBack: 'Palautetaan sinulle',
  fees: 'Muistutusmaksu',
  lateInterest: 'Viivästyskorko',
  left: 'Maksettavaa jäljellä',
  nothingLeft: 'Laskusta ei ole enää maksettavaa. Älä maksa mitään.',
  letterSettled: 'Kirjeessä vaadituista ei ole enää mitään maksettavaa. Älä maksa mitään.',
  replaces: 'Laskun aiempien kirjeiden summat ja koodit eivät ole enää voimassa: maksa vain jäljellä oleva määrä.',
  dueNow: 'Alla olevat tiedot koskevat kaikkea erääntynyttä, samalla viitteellä.',
  underway: 'Veloitamme {days} erääntyneen osuuden parhaillaan tililtäsi {account}. Älä maksa sitä itse.',
  takenOff: 'Summa vähennetään laskun velastasi.',
  back: 'Olit jo maksanut siitä {amount}: saat sen takaisin.',
  costsTakenOff: 'Maksamasi korot ja maksut, {amount}, eivät ole enää velkaa: ne luetaan jäljellä olevan maksuksi.',
  costsBack: 'Maksamasi korot ja maksut, {amount}, eivät ole enää velkaa: saat ne takaisin.',
  lateKept: 'Muistutuksista ja viivästyksestä maksamaasi summaa, {amount}, ei palauteta.',
};
