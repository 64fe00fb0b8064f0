// The towns everybody knows, so that a service without reference data can still tell Oslo from Bergen. Own list, by ranges
// of codes; it lists neither every code nor every place, so nothing is concluded from what it lacks (C45).
import { type CountryCode, countryCodes } from '../countries/countries.ts';
import { type CodeEntry, type CountryPlaces, distanceKm, type NameEntry, neighbourKmOfPoints, type Place } from './gazetteer.ts';
import { type PlaceName, readPlaceName } from './place-names.ts';
import { isOfMicrostate } from './postal-codes.ts';

/** Name, codes or ranges of codes, latitude, longitude (to a tenth of a degree). */
const towns: Readonly<Record<CountryCode, string>> = {
  NO: `Oslo 0010-1295 59.9 10.8|Bergen 5003-5099 60.4 5.3|Trondheim 7010-7049 63.4 10.4|Stavanger 4005-4036 59 5.7|Drammen 3004-3048 59.7 10.2|
    Fredrikstad 1601-1619 59.2 10.9|Kristiansand 4604-4639 58.2 8|Sandnes 4306-4328 58.9 5.7|Tromsø 9006-9024 69.7 19|Ålesund 6002-6018 62.5 6.2|
    Bodø 8003-8049 67.3 14.4|Lillehammer 2602-2624 61.1 10.5|Hamar 2316-2326 60.8 11.1|Haugesund 5501-5538 59.4 5.3|Arendal 4836-4849 58.5 8.8|
    Tønsberg 3110-3129 59.3 10.4|Skien 3710-3747 59.2 9.6|Sandefjord 3208-3249 59.1 10.2|Larvik 3251-3274 59.1 10|Moss 1511-1539 59.4 10.7|Molde 6405-6419 62.7 7.2|
    Gjøvik 2803-2825 60.8 10.7|Kristiansund 6509-6518 63.1 7.7|Alta 9506-9518 70 23.3|Harstad 9402-9408 68.8 16.5|Narvik 8514-8518 68.4 17.4|Lillestrøm 2000-2004 60 11`,
  SE: `Stockholm 10005-11899 59.3 18.1|Göteborg 40010-41899 57.7 12|Malmö 20010-21899 55.6 13|Uppsala 75002-75699 59.9 17.6|Västerås 72100-72599 59.6 16.5|
    Örebro 70001-70399 59.3 15.2|Linköping 58000-58399 58.4 15.6|Helsingborg 25001-25499 56 12.7|Jönköping 55002-55499 57.8 14.2|Norrköping 60002-60399 58.6 16.2|
    Lund 22000-22499 55.7 13.2|Umeå 90002-90399 63.8 20.3|Gävle 80002-80399 60.7 17.1|Borås 50002-50499 57.7 12.9|Eskilstuna 63002-63399 59.4 16.5|
    Halmstad 30002-30299 56.7 12.9|Växjö 35002-35299 56.9 14.8|Karlstad 65002-65399 59.4 13.5|Sundsvall 85002-85399 62.4 17.3|Östersund 83100-83199 63.2 14.6|
    Luleå 97002-97399 65.6 22.1|Kalmar 39000-39299 56.7 16.4|Kristianstad 29100-29199 56 14.2|Kiruna 98100-98199 67.9 20.2|Visby 62100-62199 57.6 18.3|Falun 79100-79199 60.6 15.6|
    Karlskrona 37100-37199 56.2 15.6|Skövde 54100-54199 58.4 13.8`,
  FI: `Helsinki 00100-00990 60.2 24.9|Espoo 02100-02980 60.2 24.7|Vantaa 01200-01770 60.3 25|Tampere 33100-33900 61.5 23.8|Turku 20100-20960 60.5 22.3|
    Oulu 90100-90670 65 25.5|Lahti 15100-15950 61 25.7|Kuopio 70100-70900 62.9 27.7|Jyväskylä 40100-40800 62.2 25.7|Pori 28100-28900 61.5 21.8|
    Lappeenranta 53100-53950 61.1 28.2|Vaasa 65100-65370 63.1 21.6|Joensuu 80100-80260 62.6 29.8|Rovaniemi 96100-96500 66.5 25.7|Hämeenlinna 13100-13900 61 24.5|
    Seinäjoki 60100-60550 62.8 22.8|Mikkeli 50100-50970 61.7 27.3|Kotka 48100-48720 60.5 26.9|Porvoo 06100-06500 60.4 25.7|Kokkola 67100-67900 63.8 23.1|Kajaani 87100-87500 64.2 27.7|
    Maarianhamina 22100 60.1 19.9|Savonlinna 57100-57230 61.9 28.9|Rauma 26100-26660 61.1 21.5`,
  DK: `København K 1050-1473 55.7 12.6|København V 1500-1799 55.7 12.6|Frederiksberg C 1800-1999 55.7 12.5|Frederiksberg 2000 55.7 12.5|København Ø 2100 55.7 12.6|
    København N 2200 55.7 12.6|København S 2300 55.7 12.6|København NV 2400 55.7 12.5|København SV 2450 55.7 12.5|Valby 2500 55.7 12.5|Aarhus C 8000 56.2 10.2|
    Aarhus N 8200 56.2 10.2|Aarhus V 8210 56.2 10.2|Odense C 5000 55.4 10.4|Odense M 5230 55.4 10.4|Aalborg 9000 57 9.9|Esbjerg 6700 55.5 8.5|Randers C 8900 56.5 10|
    Kolding 6000 55.5 9.5|Horsens 8700 55.9 9.9|Vejle 7100 55.7 9.5|Roskilde 4000 55.6 12.1|Herning 7400 56.1 9|Silkeborg 8600 56.2 9.6|Næstved 4700 55.2 11.8|
    Fredericia 7000 55.6 9.8|Viborg 8800 56.5 9.4|Køge 4600 55.5 12.2|Holstebro 7500 56.4 8.6|Slagelse 4200 55.4 11.4|Hillerød 3400 55.9 12.3|Helsingør 3000 56 12.6|
    Sønderborg 6400 54.9 9.8|Svendborg 5700 55.1 10.6|Hjørring 9800 57.5 10|Frederikshavn 9900 57.4 10.5|Aabenraa 6200 55 9.4|Rønne 3700 55.1 14.7`,
  DE: `Berlin 10115-14199 52.5 13.4|Hamburg 20095-21149,22041-22769 53.6 10|München 80331-81929 48.1 11.6|Köln 50667-51149 50.9 7|Frankfurt am Main 60306-60599 50.1 8.7|
    Stuttgart 70173-70629 48.8 9.2|Düsseldorf 40210-40629 51.2 6.8|Dortmund 44135-44388 51.5 7.5|Essen 45127-45359 51.5 7|Leipzig 04103-04357 51.3 12.4|
    Bremen 28195-28779 53.1 8.8|Dresden 01067-01328 51.1 13.7|Hannover 30159-30659 52.4 9.7|Nürnberg 90402-90491 49.5 11.1|Duisburg 47051-47279 51.4 6.8|
    Bochum 44787-44894 51.5 7.2|Wuppertal 42103-42399 51.3 7.2|Bielefeld 33602-33739 52 8.5|Bonn 53111-53229 50.7 7.1|Münster 48143-48167 52 7.6|
    Karlsruhe 76131-76229 49 8.4|Mannheim 68159-68309 49.5 8.5|Augsburg 86150-86199 48.4 10.9|Wiesbaden 65183-65207 50.1 8.2|Mönchengladbach 41061-41239 51.2 6.4|
    Braunschweig 38100-38126 52.3 10.5|Kiel 24103-24159 54.3 10.1|Chemnitz 09111-09131 50.8 12.9|Aachen 52062-52080 50.8 6.1|Halle (Saale) 06108-06132 51.5 12|
    Magdeburg 39104-39130 52.1 11.6|Freiburg im Breisgau 79098-79117 48 7.8|Mainz 55116-55131 50 8.3|Lübeck 23552-23570 53.9 10.7|Erfurt 99084-99099 51 11|
    Rostock 18055-18147 54.1 12.1|Kassel 34117-34134 51.3 9.5|Saarbrücken 66111-66133 49.2 7|Potsdam 14467-14482 52.4 13.1|Oldenburg 26121-26135 53.1 8.2|
    Heidelberg 69115-69126 49.4 8.7|Regensburg 93047-93059 49 12.1|Würzburg 97070-97084 49.8 9.9|Ulm 89073-89081 48.4 10|Göttingen 37073-37085 51.5 9.9`,
  AT: `Wien 1010-1239 48.2 16.4|St. Pölten 3100-3109 48.2 15.6|Linz 4020-4040 48.3 14.3|Graz 8010-8055 47.1 15.4|Salzburg 5020-5026 47.8 13|
    Innsbruck 6010-6020 47.3 11.4|Klagenfurt am Wörthersee 9020-9029 46.6 14.3|Villach 9500-9504 46.6 13.9|Wels 4600 48.2 14|Dornbirn 6850 47.4 9.7|
    Wiener Neustadt 2700 47.8 16.2|Steyr 4400 48 14.4|Feldkirch 6800 47.2 9.6|Bregenz 6900 47.5 9.7|Klosterneuburg 3400 48.3 16.3|Wolfsberg 9400 46.8 14.8|
    Leoben 8700 47.4 15.1|Krems an der Donau 3500 48.4 15.6|Amstetten 3300 48.1 14.9|Kapfenberg 8605 47.4 15.3|Hallein 5400 47.7 13.1|Kufstein 6330 47.6 12.2|
    Braunau am Inn 5280 48.3 13|Eisenstadt 7000 47.8 16.5|Spittal an der Drau 9800 46.8 13.5|Kitzbühel 6370 47.4 12.4|Lienz 9900 46.8 12.8|Bad Ischl 4820 47.7 13.6`,
  CH: `Zürich 8000-8064 47.4 8.5|Genève 1200-1209 46.2 6.1|Basel 4000-4059 47.6 7.6|Lausanne 1000-1018 46.5 6.6|Bern 3000-3027 46.9 7.4|Winterthur 8400-8411 47.5 8.7|
    Luzern 6000-6009 47.1 8.3|St. Gallen 9000-9016 47.4 9.4|Lugano 6900-6907 46 9|Biel/Bienne 2500-2505 47.1 7.2|Thun 3600-3608 46.8 7.6|La Chaux-de-Fonds 2300 47.1 6.8|
    Fribourg 1700 46.8 7.2|Schaffhausen 8200-8208 47.7 8.6|Chur 7000 46.9 9.5|Neuchâtel 2000 47 6.9|Sion 1950 46.2 7.4|Zug 6300 47.2 8.5|Yverdon-les-Bains 1400 46.8 6.6|
    Frauenfeld 8500 47.6 8.9|Aarau 5000 47.4 8|Bellinzona 6500 46.2 9|Olten 4600 47.4 7.9|Solothurn 4500 47.2 7.5|Montreux 1820 46.4 6.9|St. Moritz 7500 46.5 9.8|Interlaken 3800 46.7 7.9|
    Nendeln 9485 47.2 9.5|Schaanwald 9486 47.2 9.6|Gamprin 9487 47.2 9.5|Schellenberg 9488 47.2 9.5|Vaduz 9490 47.1 9.5|Ruggell 9491 47.2 9.5|Eschen 9492 47.2 9.5|Mauren 9493 47.2 9.5|
    Schaan 9494 47.2 9.5|Triesen 9495 47.1 9.5|Balzers 9496 47.1 9.5|Triesenberg 9497 47.1 9.5|Planken 9498 47.2 9.5`,
  NL: `Amsterdam 1011-1098 52.4 4.9|Rotterdam 3011-3089 51.9 4.5|'s-Gravenhage 2491-2597 52.1 4.3|Utrecht 3511-3585 52.1 5.1|Eindhoven 5611-5658 51.4 5.5|
    Groningen 9711-9747 53.2 6.6|Tilburg 5011-5049 51.6 5.1|Almere 1311-1363 52.4 5.2|Breda 4811-4839 51.6 4.8|Nijmegen 6511-6546 51.8 5.9|Apeldoorn 7311-7339 52.2 6|
    Haarlem 2011-2037 52.4 4.6|Arnhem 6811-6846 52 5.9|Amersfoort 3811-3829 52.2 5.4|'s-Hertogenbosch 5211-5237 51.7 5.3|Maastricht 6211-6229 50.9 5.7|Leiden 2311-2334 52.2 4.5|
    Dordrecht 3311-3329 51.8 4.7|Zwolle 8011-8045 52.5 6.1|Deventer 7411-7429 52.3 6.2|Delft 2611-2629 52 4.4|Alkmaar 1811-1827 52.6 4.8|Venlo 5911-5928 51.4 6.2|
    Leeuwarden 8911-8941 53.2 5.8|Hilversum 1211-1223 52.2 5.2|Enschede 7511-7547 52.2 6.9|Lelystad 8211-8245 52.5 5.5|Assen 9401-9408 53 6.6|Middelburg 4331-4339 51.5 3.6|Gouda 2801-2809 52 4.7`,
  BE: `Bruxelles 1000 50.8 4.4|Laeken 1020 50.9 4.4|Schaerbeek 1030 50.9 4.4|Etterbeek 1040 50.8 4.4|Ixelles 1050 50.8 4.4|Saint-Gilles 1060 50.8 4.3|Anderlecht 1070 50.8 4.3|
    Molenbeek-Saint-Jean 1080 50.9 4.3|Jette 1090 50.9 4.3|Uccle 1180 50.8 4.3|Antwerpen 2000-2060 51.2 4.4|Gent 9000 51.1 3.7|Charleroi 6000 50.4 4.4|Liège 4000-4020 50.6 5.6|
    Brugge 8000 51.2 3.2|Namur 5000 50.5 4.9|Leuven 3000 50.9 4.7|Mons 7000 50.5 3.9|Aalst 9300 50.9 4|Mechelen 2800 51 4.5|La Louvière 7100 50.5 4.2|Kortrijk 8500 50.8 3.3|
    Hasselt 3500 50.9 5.3|Sint-Niklaas 9100 51.2 4.1|Oostende 8400 51.2 2.9|Tournai 7500 50.6 3.4|Genk 3600 51 5.5|Roeselare 8800 50.9 3.1|Verviers 4800 50.6 5.9|Mouscron 7700 50.7 3.2|
    Turnhout 2300 51.3 4.9|Wavre 1300 50.7 4.6|Ieper 8900 50.9 2.9|Arlon 6700 49.7 5.8|Eupen 4700 50.6 6|Bastogne 6600 50 5.7|Knokke-Heist 8300 51.3 3.3`,
}; // biome-ignore format: a list

interface Range {
  readonly from: string;
  readonly to: string;
  readonly entry: CodeEntry;
}

class BuiltInPlaces implements CountryPlaces {
  readonly complete = false;
  readonly names: readonly string[];
  readonly #country: CountryCode;
  readonly #ranges: readonly Range[];
  readonly #byKey = new Map<string, Set<string>>();

  constructor(country: CountryCode) {
    this.#country = country;
    const lines = towns[country].split('|').map((line) => /^(.*) ([\d,-]+) ([\d.]+) ([\d.]+)$/.exec(line.trim())?.slice(1) ?? []);
    this.names = lines.map(([name = '']) => name);
    this.#ranges = lines.flatMap(([name = '', codes = '', latitude, longitude]) => {
      const read = readPlaceName(name, country);
      return codes.split(',').map((range) => {
        const [from = '', to = from] = range.split('-');
        for (const key of read.keys) this.#byKey.set(key, (this.#byKey.get(key) ?? new Set<string>()).add(from));
        const spot = { latitude: Number(latitude), longitude: Number(longitude) };
        return { from, to, entry: { code: from, ...spot, names: [read], towns: [read] } };
      });
    });
  }

  find(code: string): CodeEntry | undefined {
    return this.#ranges.find(({ from, to }) => from <= code && code <= to)?.entry;
  }

  /** The towns of which none of these codes is one. */
  without(codes: readonly string[]): readonly string[] {
    const found = new Set<string>();
    for (const { from, to, entry } of this.#ranges)
      if (isOfMicrostate(from, this.#country) || codes.some((code) => from <= code && code <= to))
        found.add(entry.towns[0]?.shown ?? '');
    return this.names.filter((name) => !found.has(name));
  }

  areApart(one: CodeEntry, other: CodeEntry): boolean {
    return distanceKm(one, other) > neighbourKmOfPoints;
  }

  /** All of them are towns that everybody knows. */
  mayBeName(): boolean {
    return false;
  }

  /** The beginning of each range: enough to know where the town is, not to say which code was meant. */
  named(name: PlaceName): NameEntry | undefined {
    const key = name.keys.find((each) => this.#byKey.has(each));
    const codes = key === undefined ? undefined : this.#byKey.get(key);
    return codes && { codes, oneSpot: false, wellKnown: true, famous: true };
  }
}

const builtIn = new Map(countryCodes.map((country) => [country, new BuiltInPlaces(country)]));

export const builtInPlaces = (country: CountryCode): CountryPlaces => builtIn.get(country) ?? new BuiltInPlaces(country);

/** Where a code of a town that everybody knows is, roughly; NaN for any other code. */
export function spotOfTown(country: CountryCode, code: string): Pick<Place, 'latitude' | 'longitude'> {
  const { latitude = Number.NaN, longitude = Number.NaN } = builtIn.get(country)?.find(code) ?? {};
  return { latitude, longitude };
}

/** The names of the towns everybody knows. */
export const famousTowns = (country: CountryCode): readonly string[] => builtIn.get(country)?.names ?? [];

/** Towns that everybody knows and a list of a country's codes lacks: with one of them missing it is a part of the country. */
export const townsMissing = (country: CountryCode, codes: readonly string[]): readonly string[] =>
  builtIn
    .get(country)
    ?.without(codes)
    .filter((name) => name !== '') ?? [];

/** Liechtenstein's codes are Swiss ones, and registers of Switzerland leave them out. */
export function microstatePlaces(country: CountryCode): readonly Omit<Place, 'country'>[] {
  if (country !== 'CH') return [];
  const all = towns.CH.split('|').map((line) => /^(.*) (94[89]\d) ([\d.]+) ([\d.]+)$/.exec(line.trim()));
  return all.flatMap((found) =>
    found ? [{ name: found[1] ?? '', code: found[2] ?? '', latitude: Number(found[3]), longitude: Number(found[4]) }] : [],
  );
}
