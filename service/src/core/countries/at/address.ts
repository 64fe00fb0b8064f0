// Postal codes, streets and places. Towns: name, codes or ranges of codes, latitude and longitude to a tenth of a degree.
import type { AddressRules } from '../country.ts';
import { german, germanWords } from '../street-kinds.ts';

const towns = `Wien 1010-1239 48.2 16.4|St. Pölten 3100-3109 48.2 15.6|Linz 4020-4040 48.3 14.3|Graz 8010-8055 47.1 15.4|Salzburg 5020-5026 47.8 13|
    Innsbruck 6010-6020 47.3 11.4|Klagenfurt am Wörthersee 9020-9029 46.6 14.3|Villach 9500-9504 46.6 13.9|Wels 4600 48.2 14|Dornbirn 6850 47.4 9.7|
    Wiener Neustadt 2700 47.8 16.2|Steyr 4400 48 14.4|Feldkirch 6800 47.2 9.6|Bregenz 6900 47.5 9.7|Klosterneuburg 3400 48.3 16.3|Wolfsberg 9400 46.8 14.8|
    Leoben 8700 47.4 15.1|Krems an der Donau 3500 48.4 15.6|Amstetten 3300 48.1 14.9|Kapfenberg 8605 47.4 15.3|Hallein 5400 47.7 13.1|Kufstein 6330 47.6 12.2|
    Braunau am Inn 5280 48.3 13|Eisenstadt 7000 47.8 16.5|Spittal an der Drau 9800 46.8 13.5|Kitzbühel 6370 47.4 12.4|Lienz 9900 46.8 12.8|Bad Ischl 4820 47.7 13.6`;

/** One place a group, with the names it has in other languages and in everyday use. */
const otherNames = `Wien|Vienna|Vienne|Bécs; Klagenfurt am Wörthersee|Klagenfurt|Celovec; Villach|Beljak; Sankt Pölten|St. Pölten; Wiener Neustadt|Wr. Neustadt;
    Eisenstadt|Željezno`;

export const address: AddressRules = {
  postalCode: /^[1-9]\d{3}$/,
  postalPrefixes: 'AT?',
  registerDigits: 4,
  writePostalCode: null,
  readRegisterCode: null,
  microstate: null,
  streetEndings: german,
  streetAbbreviations: 'g=gs w=weg',
  streetWords: germanWords,
  numberMayLead: false,
  hasRomanFloors: false,
  districts: null,
  parcelStations: ['post partner', 'postpartner'],
  bordersUnseen: null,
  towns,
  otherNames,
};
