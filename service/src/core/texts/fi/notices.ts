import type { NoticeWords } from '../en/notices.ts';

export const notices: NoticeWords = {
  withdrawalTitle: 'Muistutus peruuttamisoikeudestasi',
  concludedOn: 'Sopimus tehty',
  informedLate:
    'Sait vakiotiedot tästä luotosta {day}, alle vuorokausi ennen kuin sopimus sitoi sinua. Siksi muistutamme, että voit peruuttaa luottosopimuksen.',
  notInformed:
    'Et saanut vakiotietoja tästä luotosta ennen kuin sopimus sitoi sinua. Siksi muistutamme, että voit peruuttaa luottosopimuksen.',
  howToWithdraw: 'Näin peruutat',
  afterwards: 'Mitä sen jälkeen tapahtuu',
  changeTitle: 'Luottosopimuksesi muutos',
  changeIntro: 'Tilaustasi kaupassa muutettiin. Siksi myös sopimus sen maksamisesta myöhemmin muuttuu.',
  changeFrom: 'Voimassa alkaen',
  changeWhat: 'Mikä muuttuu',
  changeBefore: 'Tähän asti',
  changeAfter: 'Jatkossa',
  changeRest: 'Kaikki muu pysyy sovittuna, myös luoton korko ja maksut.',
  changeConsent: 'Muutos johtuu tilauksesi muutoksesta; muuta suostumusta sinulta ei tarvita.',
  changeObject:
    'Jos et hyväksy muutosta tai et halunnut muuttaa tilausta, kirjoita osoitteeseen {name}. Voit valittaa milloin tahansa; määräaikaa ei ole.',
};
