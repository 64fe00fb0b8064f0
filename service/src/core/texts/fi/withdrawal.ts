import type { WithdrawalWords } from '../en/withdrawal.ts';

export const withdrawal: WithdrawalWords = {
  title: 'Peruuta luotto',
  order: 'Tilaus {number}, {amount} maksetaan myöhemmin.',
  until: 'Voit peruuttaa luottosopimuksen {day} asti ilmoittamatta syytä.',
  open: 'Voit peruuttaa luottosopimuksen ilmoittamatta syytä.',
  effect:
    'Kauppa pysyy voimassa. Maksat silloin 30 päivän kuluessa takaisin pääoman {capital} ja koron tähän päivään asti, {interest} ({perDay} jokaiselta päivältä luoton saamisesta). Luoton kuluja et ole velkaa. Jos haluat palauttaa tavaroita, ota yhteyttä kauppaan.',
  account: 'Tili {number}, luottoraja {amount}.',
  accountEffect:
    'Ostoksesi pysyvät voimassa, eikä tilillä enää osteta. Maksat silloin 30 päivän kuluessa takaisin pääoman {capital} ja koron tähän päivään asti, {interest} ({perDay} jokaiselta päivältä). Maksuja ei peritä.',
  ask: 'Peruuta nyt',
  done: 'Peruutit luoton {day}.',
  received: 'Saimme ilmoituksesi {day} klo {time}.',
  toPay: 'Maksa {total} viimeistään {payBy}: pääomaa {capital} ja korkoa {interest}.',
  nothingLeft: 'Maksettavaa ei ole jäljellä.',
  over: 'Peruuttamisaika päättyi {day}. Voit maksaa luoton takaisin ennenaikaisesti milloin tahansa.',
  none: 'Tässä ei ole peruuttamisoikeutta. Ota yhteyttä kauppaan.',
};
