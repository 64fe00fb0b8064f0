// Postal codes, streets and places. Towns: name, codes or ranges of codes, latitude and longitude to a tenth of a degree.
import type { AddressRules } from '../country.ts';
import { nordic } from '../street-kinds.ts';

const towns = `Oslo 0010-1295 59.9 10.8|Bergen 5003-5099 60.4 5.3|Trondheim 7010-7049 63.4 10.4|Stavanger 4005-4036 59 5.7|Drammen 3004-3048 59.7 10.2|
    Fredrikstad 1601-1619 59.2 10.9|Kristiansand 4604-4639 58.2 8|Sandnes 4306-4328 58.9 5.7|Tromsø 9006-9024 69.7 19|Ålesund 6002-6018 62.5 6.2|
    Bodø 8003-8049 67.3 14.4|Lillehammer 2602-2624 61.1 10.5|Hamar 2316-2326 60.8 11.1|Haugesund 5501-5538 59.4 5.3|Arendal 4836-4849 58.5 8.8|
    Tønsberg 3110-3129 59.3 10.4|Skien 3710-3747 59.2 9.6|Sandefjord 3208-3249 59.1 10.2|Larvik 3251-3274 59.1 10|Moss 1511-1539 59.4 10.7|Molde 6405-6419 62.7 7.2|
    Gjøvik 2803-2825 60.8 10.7|Kristiansund 6509-6518 63.1 7.7|Alta 9506-9518 70 23.3|Harstad 9402-9408 68.8 16.5|Narvik 8514-8518 68.4 17.4|Lillestrøm 2000-2004 60 11`;

/** One place a group, with the names it has in other languages and in everyday use. */
const otherNames = `Oslo|Christiania; Karasjok|Kárášjohka; Kautokeino|Guovdageaidnu; Tana|Deatnu; Lakselv|Leavdnja; Snåsa|Snåase; Kåfjord|Gáivuotna`;

export const address: AddressRules = {
  postalCode: /^\d{4}$/,
  postalPrefixes: 'NO?',
  registerDigits: 4,
  writePostalCode: null,
  readRegisterCode: null,
  microstate: null,
  streetEndings: nordic,
  streetAbbreviations: 'g=gt v=v',
  streetWords: 'gamle=gml gammel=gml sankt=st doktor=dr professor=prof alle=alle',
  numberMayLead: false,
  hasRomanFloors: false,
  districts: null,
  parcelStations: ['pakkeboks', 'pakkeautomat', 'post i butikk', 'postboks', 'narboks', 'naerboks'],
  bordersUnseen: [['Vestfold', 'Østfold']],
  towns,
  otherNames,
};
