// Postal codes, streets and places. Towns: name, codes or ranges of codes, latitude and longitude to a tenth of a degree.
import type { AddressRules } from '../country.ts';
import { dutch } from '../street-kinds.ts';

const towns = `Amsterdam 1011-1098 52.4 4.9|Rotterdam 3011-3089 51.9 4.5|'s-Gravenhage 2491-2597 52.1 4.3|Utrecht 3511-3585 52.1 5.1|Eindhoven 5611-5658 51.4 5.5|
    Groningen 9711-9747 53.2 6.6|Tilburg 5011-5049 51.6 5.1|Almere 1311-1363 52.4 5.2|Breda 4811-4839 51.6 4.8|Nijmegen 6511-6546 51.8 5.9|Apeldoorn 7311-7339 52.2 6|
    Haarlem 2011-2037 52.4 4.6|Arnhem 6811-6846 52 5.9|Amersfoort 3811-3829 52.2 5.4|'s-Hertogenbosch 5211-5237 51.7 5.3|Maastricht 6211-6229 50.9 5.7|Leiden 2311-2334 52.2 4.5|
    Dordrecht 3311-3329 51.8 4.7|Zwolle 8011-8045 52.5 6.1|Deventer 7411-7429 52.3 6.2|Delft 2611-2629 52 4.4|Alkmaar 1811-1827 52.6 4.8|Venlo 5911-5928 51.4 6.2|
    Leeuwarden 8911-8941 53.2 5.8|Hilversum 1211-1223 52.2 5.2|Enschede 7511-7547 52.2 6.9|Lelystad 8211-8245 52.5 5.5|Assen 9401-9408 53 6.6|Middelburg 4331-4339 51.5 3.6|Gouda 2801-2809 52 4.7`;

/** One place a group, with the names it has in other languages and in everyday use. */
const otherNames = `'s-Gravenhage|Den Haag|The Hague|La Haye|Gravenhage|s Gravenhage; 's-Hertogenbosch|Den Bosch|Hertogenbosch|Bois-le-Duc; Leeuwarden|Ljouwert;
    Sneek|Snits; Drachten|Drachten; Heerenveen|It Hearrenfean; Franeker|Frjentsjer; Harlingen|Harns; Dokkum|Dokkum; Bolsward|Boalsert;
    Vlissingen|Flushing; Nijmegen|Nimwegen|Nimègue; Maastricht|Maestricht; Groningen|Grunn; Capelle aan den IJssel|Capelle; Alphen aan den Rijn|Alphen;
    Krimpen aan den IJssel|Krimpen; Hoek van Holland|Hook of Holland; Hollum|Hollum; 's-Hertogenbosch|s Hertogenbosch`;

export const address: AddressRules = {
  postalCode: /^[1-9]\d{3} ?(?!SA|SD|SS)[A-Z]{2}$/,
  postalPrefixes: 'NL',
  registerDigits: 4,
  writePostalCode: (code) => (code.length > 4 ? `${code.slice(0, 4)} ${code.slice(4)}` : code),
  readRegisterCode: (text) => (/^[1-9]\d{3}([A-Z]{2})?$/.test(text) ? text.slice(0, 4) : undefined),
  microstate: null,
  streetEndings: dutch,
  streetAbbreviations: 'w=w',
  streetWords:
    'van=v de=d der=d den=d vd=vd sint=st eerste=1 tweede=2 derde=3 vierde=4 burgemeester=burg professor=prof dokter=dr doctor=dr',
  numberMayLead: false,
  hasRomanFloors: true,
  districts: 'dr dn fl fr gld ge gn gr lb li l nb nh ov ut u zb ze zh z',
  parcelStations: [
    'postnl ?(pakket)?punt',
    'postnl ?(pakket)?automaat',
    'postnl locatie',
    'pakketpunt',
    'pakket punt',
    'pakketautomaat',
    'pakket en briefautomaat',
    'dhl servicepunt',
    'postbus',
    'antwoordnummer',
  ],
  bordersUnseen: null,
  towns,
  otherNames,
};
