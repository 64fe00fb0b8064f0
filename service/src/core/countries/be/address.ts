// Postal codes, streets and places. Towns: name, codes or ranges of codes, latitude and longitude to a tenth of a degree.
import type { AddressRules } from '../country.ts';
import { dutch, french } from '../street-kinds.ts';

const towns = `Bruxelles 1000 50.8 4.4|Laeken 1020 50.9 4.4|Schaerbeek 1030 50.9 4.4|Etterbeek 1040 50.8 4.4|Ixelles 1050 50.8 4.4|Saint-Gilles 1060 50.8 4.3|Anderlecht 1070 50.8 4.3|
    Molenbeek-Saint-Jean 1080 50.9 4.3|Jette 1090 50.9 4.3|Uccle 1180 50.8 4.3|Antwerpen 2000-2060 51.2 4.4|Gent 9000 51.1 3.7|Charleroi 6000 50.4 4.4|Liège 4000-4020 50.6 5.6|
    Brugge 8000 51.2 3.2|Namur 5000 50.5 4.9|Leuven 3000 50.9 4.7|Mons 7000 50.5 3.9|Aalst 9300 50.9 4|Mechelen 2800 51 4.5|La Louvière 7100 50.5 4.2|Kortrijk 8500 50.8 3.3|
    Hasselt 3500 50.9 5.3|Sint-Niklaas 9100 51.2 4.1|Oostende 8400 51.2 2.9|Tournai 7500 50.6 3.4|Genk 3600 51 5.5|Roeselare 8800 50.9 3.1|Verviers 4800 50.6 5.9|Mouscron 7700 50.7 3.2|
    Turnhout 2300 51.3 4.9|Wavre 1300 50.7 4.6|Ieper 8900 50.9 2.9|Arlon 6700 49.7 5.8|Eupen 4700 50.6 6|Bastogne 6600 50 5.7|Knokke-Heist 8300 51.3 3.3`;

/** One place a group, with the names it has in other languages and in everyday use. */
const otherNames = `Bruxelles|Brussel|Brussels|Brüssel; Antwerpen|Anvers|Antwerp; Gent|Gand|Ghent; Brugge|Bruges|Brügge; Leuven|Louvain|Löwen; Mechelen|Malines;
    Kortrijk|Courtrai; Oostende|Ostende|Ostend; Ieper|Ypres; Aalst|Alost; Dendermonde|Termonde; Lier|Lierre; Roeselare|Roulers;
    Sint-Niklaas|Saint-Nicolas; Sint-Truiden|Saint-Trond; Tongeren|Tongres; Tienen|Tirlemont; Halle|Hal; Vilvoorde|Vilvorde; Veurne|Furnes;
    Diksmuide|Dixmude; Ronse|Renaix; Oudenaarde|Audenarde; Geraardsbergen|Grammont; Hasselt|Hasselt; Liège|Luik|Lüttich; Namur|Namen; Mons|Bergen;
    Tournai|Doornik; Mouscron|Moeskroen; Nivelles|Nijvel; Wavre|Waver; Jodoigne|Geldenaken; Enghien|Edingen; Lessines|Lessen; Ath|Aat; Soignies|Zinnik;
    Braine-le-Comte|'s-Gravenbrakel; Braine-l'Alleud|Eigenbrakel; Tubize|Tubeke; La Hulpe|Terhulpen; Rixensart|Rixensart; Waterloo|Waterlo; Huy|Hoei;
    Waremme|Borgworm; Visé|Wezet; Bastogne|Bastenaken; Arlon|Aarlen|Arel; Eupen|Néau; Malmedy|Malmünd; Sankt Vith|Saint-Vith|Sint-Vith;
    Kelmis|La Calamine; Comines|Komen; Warneton|Waasten; Ixelles|Elsene; Etterbeek|Etterbeek; Uccle|Ukkel; Saint-Gilles|Sint-Gillis|Obbrussel;
    Schaerbeek|Schaarbeek; Forest|Vorst; Anderlecht|Anderlecht; Molenbeek-Saint-Jean|Sint-Jans-Molenbeek|Molenbeek; Jette|Jette;
    Woluwe-Saint-Lambert|Sint-Lambrechts-Woluwe; Woluwe-Saint-Pierre|Sint-Pieters-Woluwe; Watermael-Boitsfort|Watermaal-Bosvoorde; Auderghem|Oudergem;
    Saint-Josse-ten-Noode|Sint-Joost-ten-Node; Berchem-Sainte-Agathe|Sint-Agatha-Berchem; Haren|Haeren; Neder-Over-Heembeek|Neder-Heembeek; Laeken|Laken;
    Rhode-Saint-Genèse|Sint-Genesius-Rode; Linkebeek|Linkebeek; Crainhem|Kraainem; Wezembeek-Oppem|Wezembeek; De Panne|La Panne; De Haan|Le Coq;
    Lanaken|Lanaeken; Voeren|Fourons; Zoutleeuw|Léau; Landen|Landen; Baarle-Hertog|Baerle-Duc; Menen|Menin; Wervik|Wervicq; Poperinge|Poperinghe;
    Nieuwpoort|Nieuport; Zottegem|Sottegem; Ninove|Ninove; Flobecq|Vloesberg; Ellezelles|Elzele; Genappe|Genepiën;
    Ottignies-Louvain-la-Neuve|Louvain-la-Neuve|Ottignies; Silly|Opzullik; Rebecq|Roosbeek; Herstal|Herstal; Genk|Genck; Bilzen|Bilsen; Borgloon|Looz;
    Maaseik|Maeseyck; Maasmechelen|Mechelen-aan-de-Maas`;

export const address: AddressRules = {
  postalCode: /^[1-9]\d{3}$/,
  postalPrefixes: 'BE?',
  registerDigits: 4,
  writePostalCode: null,
  readRegisterCode: null,
  microstate: null,
  streetEndings: dutch,
  streetAbbreviations: 'w=w',
  streetWords: `${french} van=v de=d der=d den=d burgemeester=burg dokter=dr docteur=dr professeur=prof`,
  numberMayLead: true,
  hasRomanFloors: false,
  districts: null,
  parcelStations: [
    'bpack',
    'bpost (punt|point|automaat)',
    'kiala',
    'kiala punt',
    'postpunt',
    'point poste',
    'point relais',
    'mondial relay',
    'boite postale',
    'cubee',
  ],
  bordersUnseen: [['Bruxelles-Capitale', 'Vlaanderen']],
  towns,
  otherNames,
};
