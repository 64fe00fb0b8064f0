// Postal codes, streets and places. Towns: name, codes or ranges of codes, latitude and longitude to a tenth of a degree.
import type { AddressRules } from '../country.ts';
import { german, germanWords } from '../street-kinds.ts';

const towns = `Berlin 10115-14199 52.5 13.4|Hamburg 20095-21149,22041-22769 53.6 10|München 80331-81929 48.1 11.6|Köln 50667-51149 50.9 7|Frankfurt am Main 60306-60599 50.1 8.7|
    Stuttgart 70173-70629 48.8 9.2|Düsseldorf 40210-40629 51.2 6.8|Dortmund 44135-44388 51.5 7.5|Essen 45127-45359 51.5 7|Leipzig 04103-04357 51.3 12.4|
    Bremen 28195-28779 53.1 8.8|Dresden 01067-01328 51.1 13.7|Hannover 30159-30659 52.4 9.7|Nürnberg 90402-90491 49.5 11.1|Duisburg 47051-47279 51.4 6.8|
    Bochum 44787-44894 51.5 7.2|Wuppertal 42103-42399 51.3 7.2|Bielefeld 33602-33739 52 8.5|Bonn 53111-53229 50.7 7.1|Münster 48143-48167 52 7.6|
    Karlsruhe 76131-76229 49 8.4|Mannheim 68159-68309 49.5 8.5|Augsburg 86150-86199 48.4 10.9|Wiesbaden 65183-65207 50.1 8.2|Mönchengladbach 41061-41239 51.2 6.4|
    Braunschweig 38100-38126 52.3 10.5|Kiel 24103-24159 54.3 10.1|Chemnitz 09111-09131 50.8 12.9|Aachen 52062-52080 50.8 6.1|Halle (Saale) 06108-06132 51.5 12|
    Magdeburg 39104-39130 52.1 11.6|Freiburg im Breisgau 79098-79117 48 7.8|Mainz 55116-55131 50 8.3|Lübeck 23552-23570 53.9 10.7|Erfurt 99084-99099 51 11|
    Rostock 18055-18147 54.1 12.1|Kassel 34117-34134 51.3 9.5|Saarbrücken 66111-66133 49.2 7|Potsdam 14467-14482 52.4 13.1|Oldenburg 26121-26135 53.1 8.2|
    Heidelberg 69115-69126 49.4 8.7|Regensburg 93047-93059 49 12.1|Würzburg 97070-97084 49.8 9.9|Ulm 89073-89081 48.4 10|Göttingen 37073-37085 51.5 9.9`;

/** One place a group, with the names it has in other languages and in everyday use. */
const otherNames = `München|Munich|Monaco di Baviera; Köln|Cologne|Keulen; Nürnberg|Nuremberg; Hannover|Hanover; Braunschweig|Brunswick; Aachen|Aix-la-Chapelle|Aken;
    Bautzen|Budyšin; Cottbus|Chóśebuz; Flensburg|Flensborg; Frankfurt am Main|Frankfurt|FFM; Koblenz|Coblenz; Chemnitz|Karl-Marx-Stadt;
    Lutherstadt Wittenberg|Wittenberg; Halle (Saale)|Halle; Mülheim an der Ruhr|Mülheim; Konstanz|Constance; Mainz|Mayence; Trier|Treves`;

export const address: AddressRules = {
  postalCode: /^(?!00000)\d{5}$/,
  postalPrefixes: 'DE?',
  registerDigits: 5,
  writePostalCode: null,
  readRegisterCode: null,
  microstate: null,
  streetEndings: german,
  streetAbbreviations: 'g=gs w=weg',
  streetWords: germanWords,
  numberMayLead: false,
  hasRomanFloors: false,
  districts: null,
  parcelStations: [
    'packstation',
    'pack station',
    'dhl station',
    'poststation',
    'paketstation',
    'postfiliale',
    'post filiale',
    'paketbox',
    'paketshop',
    'paket shop',
    'paketautomat',
    'abholstation',
    'abholbox',
    'empfangsbox',
    'postfach',
    'postfachnummer',
    'postlagernd',
  ],
  bordersUnseen: null,
  towns,
  otherNames,
};
