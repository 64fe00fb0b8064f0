// One place, several names: the other official language of Belgium, Finland, Switzerland, Frisia and South Tyrol's neighbours,
// the everyday name beside the official one, and what foreigners and English web forms say. Own list of well-known facts.
import type { CountryCode } from '../countries/countries.ts';
import { foldKey } from '../phonetics.ts';

const groups: Readonly<Partial<Record<CountryCode, readonly string[]>>> = {
  NO: ['Oslo|Christiania', 'Karasjok|Kárášjohka', 'Kautokeino|Guovdageaidnu', 'Tana|Deatnu', 'Lakselv|Leavdnja', 'Snåsa|Snåase', 'Kåfjord|Gáivuotna'],
  SE: ['Göteborg|Gothenburg|Gotenburg', 'Malmö|Malmoe', 'Stockholm|Tukholma', 'Haparanda|Haaparanta', 'Kiruna|Giron'],
  FI: [
    'Helsinki|Helsingfors', 'Espoo|Esbo', 'Vantaa|Vanda', 'Kauniainen|Grankulla', 'Turku|Åbo', 'Tampere|Tammerfors', 'Vaasa|Vasa', 'Pori|Björneborg',
    'Porvoo|Borgå', 'Oulu|Uleåborg', 'Lahti|Lahtis', 'Hämeenlinna|Tavastehus', 'Lappeenranta|Villmanstrand', 'Rauma|Raumo', 'Savonlinna|Nyslott',
    'Kokkola|Karleby|Gamlakarleby', 'Pietarsaari|Jakobstad', 'Loviisa|Lovisa', 'Tammisaari|Ekenäs', 'Hanko|Hangö', 'Raasepori|Raseborg', 'Karjaa|Karis',
    'Lohja|Lojo', 'Kirkkonummi|Kyrkslätt', 'Sipoo|Sibbo', 'Siuntio|Sjundeå', 'Inkoo|Ingå', 'Järvenpää|Träskända', 'Kerava|Kervo', 'Tuusula|Tusby',
    'Nurmijärvi|Nurmijärvi', 'Hyvinkää|Hyvinge', 'Kotka|Kotka', 'Hamina|Fredrikshamn', 'Naantali|Nådendal', 'Raisio|Reso', 'Kaarina|S:t Karins', 'Parainen|Pargas',
    'Kemiö|Kimito', 'Maarianhamina|Mariehamn', 'Uusikaupunki|Nystad', 'Uusikaarlepyy|Nykarleby', 'Kristiinankaupunki|Kristinestad', 'Kaskinen|Kaskö',
    'Närpiö|Närpes', 'Mustasaari|Korsholm', 'Vöyri|Vörå', 'Maalahti|Malax', 'Korsnäs|Korsnäs', 'Pedersöre|Pedersören kunta', 'Kruunupyy|Kronoby', 'Luoto|Larsmo',
    'Mikkeli|S:t Michel', 'Iisalmi|Idensalmi', 'Kajaani|Kajana', 'Raahe|Brahestad', 'Tornio|Torneå', 'Heinola|Heinola', 'Vihti|Vichtis', 'Karkkila|Högfors',
    'Lapinjärvi|Lappträsk', 'Myrskylä|Mörskom', 'Pukkila|Pukkila', 'Pyhtää|Pyttis', 'Inari|Aanaar|Anár', 'Utsjoki|Ohcejohka', 'Isokyrö|Storkyro', 'Laihia|Laihela',
  ],
  DK: ['København|Kbh|Copenhagen|Kopenhagen|Kobenhavn', 'Aarhus|Århus', 'Aalborg|Ålborg', 'Helsingør|Elsinore', 'Tønder|Tondern', 'Aabenraa|Åbenrå|Apenrade', 'Haderslev|Hadersleben', 'Sønderborg|Sonderburg'],
  DE: [
    'München|Munich|Monaco di Baviera', 'Köln|Cologne|Keulen', 'Nürnberg|Nuremberg', 'Hannover|Hanover', 'Braunschweig|Brunswick', 'Aachen|Aix-la-Chapelle|Aken',
    'Bautzen|Budyšin', 'Cottbus|Chóśebuz', 'Flensburg|Flensborg', 'Frankfurt am Main|Frankfurt|FFM', 'Koblenz|Coblenz', 'Chemnitz|Karl-Marx-Stadt', 'Lutherstadt Wittenberg|Wittenberg',
    'Halle (Saale)|Halle', 'Mülheim an der Ruhr|Mülheim', 'Konstanz|Constance', 'Mainz|Mayence', 'Trier|Treves',
  ],
  AT: ['Wien|Vienna|Vienne|Bécs', 'Klagenfurt am Wörthersee|Klagenfurt|Celovec', 'Villach|Beljak', 'Sankt Pölten|St. Pölten', 'Wiener Neustadt|Wr. Neustadt', 'Eisenstadt|Željezno'],
  CH: [
    'Genève|Genf|Geneva|Ginevra', 'Zürich|Zurich|Zurigo', 'Bern|Berne|Berna', 'Basel|Bâle|Basle|Basilea', 'Luzern|Lucerne|Lucerna', 'Biel|Bienne|Biel/Bienne', 'Fribourg|Freiburg|Freiburg im Üechtland',
    'Neuchâtel|Neuenburg', 'Sion|Sitten', 'Sierre|Siders', 'Murten|Morat', 'Solothurn|Soleure', 'Lausanne|Losanna', 'Delémont|Delsberg', 'Chur|Coire|Cuira|Coira', 'Schaffhausen|Schaffhouse',
    'St. Gallen|Saint-Gall|San Gallo', 'Bellinzona|Bellenz', 'Lugano|Lauis', 'Locarno|Luggarus', 'Moutier|Münster', 'Yverdon-les-Bains|Yverdon|Iferten', 'Leuk|Loèche', 'Brig|Brigue', 'Visp|Viège',
    'Disentis|Mustér', 'Ilanz|Glion', 'Brigels|Breil', 'Scuol|Schuls', 'Samedan|Samaden', 'Pontresina|Puntraschigna', 'Domat|Ems|Domat/Ems', 'Sils|Segl', 'Bergün|Bravuogn', 'Vella|Villa', 'Zug|Zoug',
    'Glarus|Glaris', 'Winterthur|Winterthour', 'Thun|Thoune', 'Aarau|Aarau',
  ],
  NL: [
    "'s-Gravenhage|Den Haag|The Hague|La Haye|Gravenhage|s Gravenhage", "'s-Hertogenbosch|Den Bosch|Hertogenbosch|Bois-le-Duc", 'Leeuwarden|Ljouwert', 'Sneek|Snits', 'Drachten|Drachten', 'Heerenveen|It Hearrenfean',
    'Franeker|Frjentsjer', 'Harlingen|Harns', 'Dokkum|Dokkum', 'Bolsward|Boalsert', 'Vlissingen|Flushing', 'Nijmegen|Nimwegen|Nimègue', 'Maastricht|Maestricht', 'Groningen|Grunn', 'Capelle aan den IJssel|Capelle',
    'Alphen aan den Rijn|Alphen', 'Krimpen aan den IJssel|Krimpen', 'Hoek van Holland|Hook of Holland', 'Hollum|Hollum', "'s-Hertogenbosch|s Hertogenbosch",
  ],
  BE: [
    'Bruxelles|Brussel|Brussels|Brüssel', 'Antwerpen|Anvers|Antwerp', 'Gent|Gand|Ghent', 'Brugge|Bruges|Brügge', 'Leuven|Louvain|Löwen', 'Mechelen|Malines', 'Kortrijk|Courtrai', 'Oostende|Ostende|Ostend', 'Ieper|Ypres',
    'Aalst|Alost', 'Dendermonde|Termonde', 'Lier|Lierre', 'Roeselare|Roulers', 'Sint-Niklaas|Saint-Nicolas', 'Sint-Truiden|Saint-Trond', 'Tongeren|Tongres', 'Tienen|Tirlemont', 'Halle|Hal', 'Vilvoorde|Vilvorde', 'Veurne|Furnes',
    'Diksmuide|Dixmude', 'Ronse|Renaix', 'Oudenaarde|Audenarde', 'Geraardsbergen|Grammont', 'Hasselt|Hasselt', 'Liège|Luik|Lüttich', 'Namur|Namen', 'Mons|Bergen', 'Tournai|Doornik', 'Mouscron|Moeskroen', 'Nivelles|Nijvel',
    'Wavre|Waver', 'Jodoigne|Geldenaken', 'Enghien|Edingen', 'Lessines|Lessen', 'Ath|Aat', 'Soignies|Zinnik', 'Braine-le-Comte|\'s-Gravenbrakel', 'Braine-l\'Alleud|Eigenbrakel', 'Tubize|Tubeke', 'La Hulpe|Terhulpen', 'Rixensart|Rixensart',
    'Waterloo|Waterlo', 'Huy|Hoei', 'Waremme|Borgworm', 'Visé|Wezet', 'Bastogne|Bastenaken', 'Arlon|Aarlen|Arel', 'Eupen|Néau', 'Malmedy|Malmünd', 'Sankt Vith|Saint-Vith|Sint-Vith', 'Kelmis|La Calamine', 'Comines|Komen', 'Warneton|Waasten',
    'Ixelles|Elsene', 'Etterbeek|Etterbeek', 'Uccle|Ukkel', 'Saint-Gilles|Sint-Gillis|Obbrussel', 'Schaerbeek|Schaarbeek', 'Forest|Vorst', 'Anderlecht|Anderlecht', 'Molenbeek-Saint-Jean|Sint-Jans-Molenbeek|Molenbeek', 'Jette|Jette',
    'Woluwe-Saint-Lambert|Sint-Lambrechts-Woluwe', 'Woluwe-Saint-Pierre|Sint-Pieters-Woluwe', 'Watermael-Boitsfort|Watermaal-Bosvoorde', 'Auderghem|Oudergem', 'Saint-Josse-ten-Noode|Sint-Joost-ten-Node', 'Berchem-Sainte-Agathe|Sint-Agatha-Berchem',
    'Haren|Haeren', 'Neder-Over-Heembeek|Neder-Heembeek', 'Laeken|Laken', 'Rhode-Saint-Genèse|Sint-Genesius-Rode', 'Linkebeek|Linkebeek', 'Crainhem|Kraainem', 'Wezembeek-Oppem|Wezembeek', 'De Panne|La Panne', 'De Haan|Le Coq', 'Lanaken|Lanaeken',
    'Voeren|Fourons', 'Zoutleeuw|Léau', 'Landen|Landen', 'Baarle-Hertog|Baerle-Duc', 'Menen|Menin', 'Wervik|Wervicq', 'Poperinge|Poperinghe', 'Nieuwpoort|Nieuport', 'Zottegem|Sottegem', 'Ninove|Ninove', 'Flobecq|Vloesberg', 'Ellezelles|Elzele',
    'Genappe|Genepiën', 'Ottignies-Louvain-la-Neuve|Louvain-la-Neuve|Ottignies', 'Silly|Opzullik', 'Rebecq|Roosbeek', 'Herstal|Herstal', 'Genk|Genck', 'Bilzen|Bilsen', 'Borgloon|Looz', 'Maaseik|Maeseyck', 'Maasmechelen|Mechelen-aan-de-Maas',
  ],
}; // biome-ignore format: a list of names

const saints = new Set(['st', 'ste', 'sankt', 'saint', 'sainte', 'sint', 'skt', 'sct']);

/** The folded words of a name, every saint as "st". */
export const placeWords = (text: string, country: CountryCode): string[] =>
  foldKey(text, country)
    .split(' ')
    .filter(Boolean)
    .map((word) => (saints.has(word) ? 'st' : word));

function indexOf(country: CountryCode): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, readonly string[]>();
  for (const group of groups[country] ?? []) {
    const keys = group.split('|').map((name) => placeWords(name, country).join(''));
    for (const key of keys) index.set(key, [...new Set([...(index.get(key) ?? []), ...keys])]);
  }
  return index;
}

const indexes = new Map<CountryCode, ReadonlyMap<string, readonly string[]>>();

/** The keys of a place's other names, its own among them; nothing for a place with one name. */
export function otherNames(country: CountryCode, key: string): readonly string[] {
  const index = indexes.get(country) ?? indexOf(country);
  indexes.set(country, index);
  return index.get(key) ?? [];
}
