// Postal codes, streets and places. Towns: name, codes or ranges of codes, latitude and longitude to a tenth of a degree.
import type { AddressRules } from '../country.ts';
import { french, german, germanWords } from '../street-kinds.ts';

const towns = `Zürich 8000-8064 47.4 8.5|Genève 1200-1209 46.2 6.1|Basel 4000-4059 47.6 7.6|Lausanne 1000-1018 46.5 6.6|Bern 3000-3027 46.9 7.4|Winterthur 8400-8411 47.5 8.7|
    Luzern 6000-6009 47.1 8.3|St. Gallen 9000-9016 47.4 9.4|Lugano 6900-6907 46 9|Biel/Bienne 2500-2505 47.1 7.2|Thun 3600-3608 46.8 7.6|La Chaux-de-Fonds 2300 47.1 6.8|
    Fribourg 1700 46.8 7.2|Schaffhausen 8200-8208 47.7 8.6|Chur 7000 46.9 9.5|Neuchâtel 2000 47 6.9|Sion 1950 46.2 7.4|Zug 6300 47.2 8.5|Yverdon-les-Bains 1400 46.8 6.6|
    Frauenfeld 8500 47.6 8.9|Aarau 5000 47.4 8|Bellinzona 6500 46.2 9|Olten 4600 47.4 7.9|Solothurn 4500 47.2 7.5|Montreux 1820 46.4 6.9|St. Moritz 7500 46.5 9.8|Interlaken 3800 46.7 7.9|
    Nendeln 9485 47.2 9.5|Schaanwald 9486 47.2 9.6|Gamprin 9487 47.2 9.5|Schellenberg 9488 47.2 9.5|Vaduz 9490 47.1 9.5|Ruggell 9491 47.2 9.5|Eschen 9492 47.2 9.5|Mauren 9493 47.2 9.5|
    Schaan 9494 47.2 9.5|Triesen 9495 47.1 9.5|Balzers 9496 47.1 9.5|Triesenberg 9497 47.1 9.5|Planken 9498 47.2 9.5`;

/** One place a group, with the names it has in other languages and in everyday use. */
const otherNames = `Genève|Genf|Geneva|Ginevra; Zürich|Zurich|Zurigo; Bern|Berne|Berna; Basel|Bâle|Basle|Basilea; Luzern|Lucerne|Lucerna; Biel|Bienne|Biel/Bienne;
    Fribourg|Freiburg|Freiburg im Üechtland; Neuchâtel|Neuenburg; Sion|Sitten; Sierre|Siders; Murten|Morat; Solothurn|Soleure; Lausanne|Losanna;
    Delémont|Delsberg; Chur|Coire|Cuira|Coira; Schaffhausen|Schaffhouse; St. Gallen|Saint-Gall|San Gallo; Bellinzona|Bellenz; Lugano|Lauis;
    Locarno|Luggarus; Moutier|Münster; Yverdon-les-Bains|Yverdon|Iferten; Leuk|Loèche; Brig|Brigue; Visp|Viège; Disentis|Mustér; Ilanz|Glion;
    Brigels|Breil; Scuol|Schuls; Samedan|Samaden; Pontresina|Puntraschigna; Domat|Ems|Domat/Ems; Sils|Segl; Bergün|Bravuogn; Vella|Villa; Zug|Zoug;
    Glarus|Glaris; Winterthur|Winterthour; Thun|Thoune; Aarau|Aarau`;

export const address: AddressRules = {
  // 9485 to 9498 are Liechtenstein's, which has no country of its own in this interface.
  postalCode: /^[1-9]\d{3}$/,
  postalPrefixes: 'CH|LI|FL',
  registerDigits: 4,
  writePostalCode: null,
  readRegisterCode: null,
  microstate: { country: 'LI', codes: /^94[89]/, isLeftOut: true },
  streetEndings: german,
  streetAbbreviations: 'g=gs w=weg',
  streetWords: `${germanWords} ${french} piazza=pza viale=vle`,
  numberMayLead: true,
  hasRomanFloors: false,
  districts: 'ag ai ar be bl bs fr ge gl gr ju lu ne nw ow sg sh so sz tg ti ur vd vs zg zh',
  parcelStations: ['pickpost', 'my post ?24', 'poste restante', 'case postale', 'casella postale'],
  bordersUnseen: [
    ['Kanton Zug', 'Kanton Zürich'],
    ['Neuchâtel', 'Canton de Vaud'],
  ],
  towns,
  otherNames,
};
