import type { ReminderWords } from '../en/reminder.ts';

export const reminder: ReminderWords = {
  first: 'Maksumuistutus',
  second: 'Toinen maksumuistutus',
  madeOn: 'Päiväys',
  payBy: 'Maksettava viimeistään',
  opening:
    'Emme ole saaneet maksuasi alla olevasta laskusta. Ehkä se on jäänyt huomaamatta: pyydämme maksamaan avoimen määrän viimeistään {day}.',
  openingAgain:
    'Olemme muistuttaneet kerran, emmekä ole vieläkään saaneet maksuasi. Pyydämme maksamaan avoimen määrän viimeistään {day}; muuten saatava voidaan siirtää perintään.',
  ordered: 'Tilaus {number}, {day}',
  fallenDue: 'Erääntynyt {day}',
  reminderFees: 'Muistutusmaksu',
  lateInterest: 'Viivästyskorko {day} asti',
  lateRate: 'Viivästyskorko on tänään {rate} vuodessa. Kunakin päivänä sovelletaan sen päivän korkoa; laki voi muuttaa sitä.',
  announced: 'Jos et maksa 14 päivän kuluessa tämän kirjeen saapumisesta, veloitamme perinnästä {fee}.',
  announcedInterest:
    'Jos et maksa 14 päivän kuluessa tämän kirjeen saamisesta, alkaa sen jälkeen juosta viivästyskorko, tänään {rate} vuodessa.',
  announcedInterestByLaw:
    'Jos et maksa 14 päivän kuluessa tämän kirjeen saamisesta, alkaa sen jälkeen juosta viivästyskorko kunkin päivän lakisääteisen koron mukaan.',
  announcedTogether:
    'Jos et maksa tätä laskua ja niitä laskuja, joista olemme jo muistuttaneet, 14 päivän kuluessa kirjeidemme saapumisesta, veloitamme perinnästä {fee}, yhden kerran kaikista yhteensä.',
  forbearance:
    'Jos et voi maksaa heti, kirjoita meille: ennen perintää etsimme tilanteeseesi sopivan ratkaisun, kuten myöhemmän päivän, maksun osissa tai pidemmän maksuajan.',
  crossed: 'Jos olet jo maksanut, tämä kirje on aiheeton. Jos et voi maksaa tai olet eri mieltä, ota meihin yhteyttä.',
};
