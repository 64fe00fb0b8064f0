// Postal codes, streets and places. Towns: name, codes or ranges of codes, latitude and longitude to a tenth of a degree.
import type { AddressRules } from '../country.ts';
import { nordic } from '../street-kinds.ts';

const towns = `København K 1050-1473 55.7 12.6|København V 1500-1799 55.7 12.6|Frederiksberg C 1800-1999 55.7 12.5|Frederiksberg 2000 55.7 12.5|København Ø 2100 55.7 12.6|
    København N 2200 55.7 12.6|København S 2300 55.7 12.6|København NV 2400 55.7 12.5|København SV 2450 55.7 12.5|Valby 2500 55.7 12.5|Aarhus C 8000 56.2 10.2|
    Aarhus N 8200 56.2 10.2|Aarhus V 8210 56.2 10.2|Odense C 5000 55.4 10.4|Odense M 5230 55.4 10.4|Aalborg 9000 57 9.9|Esbjerg 6700 55.5 8.5|Randers C 8900 56.5 10|
    Kolding 6000 55.5 9.5|Horsens 8700 55.9 9.9|Vejle 7100 55.7 9.5|Roskilde 4000 55.6 12.1|Herning 7400 56.1 9|Silkeborg 8600 56.2 9.6|Næstved 4700 55.2 11.8|
    Fredericia 7000 55.6 9.8|Viborg 8800 56.5 9.4|Køge 4600 55.5 12.2|Holstebro 7500 56.4 8.6|Slagelse 4200 55.4 11.4|Hillerød 3400 55.9 12.3|Helsingør 3000 56 12.6|
    Sønderborg 6400 54.9 9.8|Svendborg 5700 55.1 10.6|Hjørring 9800 57.5 10|Frederikshavn 9900 57.4 10.5|Aabenraa 6200 55 9.4|Rønne 3700 55.1 14.7`;

/** One place a group, with the names it has in other languages and in everyday use. */
const otherNames = `København|Kbh|Copenhagen|Kopenhagen|Kobenhavn; Aarhus|Århus; Aalborg|Ålborg; Helsingør|Elsinore; Tønder|Tondern; Aabenraa|Åbenrå|Apenrade;
    Haderslev|Hadersleben; Sønderborg|Sonderburg`;

export const address: AddressRules = {
  postalCode: /^\d{4}$/,
  postalPrefixes: 'DK',
  registerDigits: 4,
  writePostalCode: null,
  readRegisterCode: null,
  microstate: null,
  // Skolevej and Skolevejen are two Danish streets.
  streetEndings: [...nordic.slice(0, 1), [/(vej|vei)$/, 'v'], ...nordic.slice(2)],
  streetAbbreviations: 'g=gt v=v',
  streetWords:
    'gammel=gl gamle=gl norre=nr sonder=sdr sondre=sdr vester=v vestre=v oster=o ostre=o store=st lille=ll sankt=skt sct=skt boulevard=blvd boul=blvd',
  numberMayLead: false,
  hasRomanFloors: false,
  districts: 'k v c n nv no s sv so o m j l f sj sjaelland fyn jylland',
  parcelStations: ['paketbutik', 'pakkeshop', 'pakke shop', 'swipbox', 'postbox'],
  bordersUnseen: null,
  towns,
  otherNames,
};
