// Postal codes, streets and places. Towns: name, codes or ranges of codes, latitude and longitude to a tenth of a degree.
import type { AddressRules } from '../country.ts';
import { nordic } from '../street-kinds.ts';

const towns = `Stockholm 10005-11899 59.3 18.1|Göteborg 40010-41899 57.7 12|Malmö 20010-21899 55.6 13|Uppsala 75002-75699 59.9 17.6|Västerås 72100-72599 59.6 16.5|
    Örebro 70001-70399 59.3 15.2|Linköping 58000-58399 58.4 15.6|Helsingborg 25001-25499 56 12.7|Jönköping 55002-55499 57.8 14.2|Norrköping 60002-60399 58.6 16.2|
    Lund 22000-22499 55.7 13.2|Umeå 90002-90399 63.8 20.3|Gävle 80002-80399 60.7 17.1|Borås 50002-50499 57.7 12.9|Eskilstuna 63002-63399 59.4 16.5|
    Halmstad 30002-30299 56.7 12.9|Växjö 35002-35299 56.9 14.8|Karlstad 65002-65399 59.4 13.5|Sundsvall 85002-85399 62.4 17.3|Östersund 83100-83199 63.2 14.6|
    Luleå 97002-97399 65.6 22.1|Kalmar 39000-39299 56.7 16.4|Kristianstad 29100-29199 56 14.2|Kiruna 98100-98199 67.9 20.2|Visby 62100-62199 57.6 18.3|Falun 79100-79199 60.6 15.6|
    Karlskrona 37100-37199 56.2 15.6|Skövde 54100-54199 58.4 13.8`;

/** One place a group, with the names it has in other languages and in everyday use. */
const otherNames = `Göteborg|Gothenburg|Gotenburg; Malmö|Malmoe; Stockholm|Tukholma; Haparanda|Haaparanta; Kiruna|Giron`;

export const address: AddressRules = {
  postalCode: /^[1-9]\d{2} ?\d{2}$/,
  postalPrefixes: 'SE?',
  registerDigits: 5,
  writePostalCode: (code) => `${code.slice(0, 3)} ${code.slice(3)}`,
  readRegisterCode: null,
  microstate: null,
  streetEndings: nordic,
  streetAbbreviations: 'g=gt v=v',
  streetWords: 'gamla=gml norra=n sodra=s ostra=o vastra=v stora=st lilla=l sankt=st',
  numberMayLead: false,
  hasRomanFloors: false,
  districts: null,
  parcelStations: [
    'postombud',
    'postnord ombud',
    'paketombud',
    'instabox',
    'instabee',
    'budbee box',
    'dognboks',
    'dogn boks',
    'box nr',
  ],
  bordersUnseen: [['Södermanland', 'Stockholm']],
  towns,
  otherNames,
};
