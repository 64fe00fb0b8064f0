import type { WithdrawalWords } from '../en/withdrawal.ts';

export const withdrawal: WithdrawalWords = {
  title: 'Het krediet herroepen',
  order: 'Bestelling {number}, {amount} later te betalen.',
  until: 'U kunt de kredietovereenkomst tot en met {day} zonder opgave van redenen herroepen.',
  open: 'U kunt de kredietovereenkomst zonder opgave van redenen herroepen.',
  effect:
    'De aankoop blijft bestaan. U betaalt dan binnen 30 dagen het kapitaal van {capital} terug en de rente tot vandaag, {interest} ({perDay} voor elke dag sinds u het krediet kreeg). Kosten van het krediet bent u niet verschuldigd. Wilt u goederen terugsturen, neem dan contact op met de winkel.',
  account: 'Rekening {number}, kredietlimiet {amount}.',
  accountEffect:
    'Uw aankopen blijven bestaan en met de rekening wordt niets meer gekocht. Binnen 30 dagen betaalt u dan het kapitaal van {capital} en de rente tot vandaag, {interest} ({perDay} voor elke dag), terug. Kosten zijn niet verschuldigd.',
  ask: 'Nu herroepen',
  done: 'U hebt het krediet op {day} herroepen.',
  received: 'Wij hebben uw kennisgeving op {day} om {time} uur ontvangen.',
  toPay: 'Betaal {total} uiterlijk op {payBy}: {capital} kapitaal en {interest} rente.',
  nothingLeft: 'Er hoeft niets meer betaald te worden.',
  over: 'De herroepingstermijn eindigde op {day}. U kunt op elk moment vervroegd terugbetalen.',
  none: 'Hier geldt geen herroepingsrecht. Neem contact op met de winkel.',
};
