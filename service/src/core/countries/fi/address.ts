// Postal codes, streets and places. Towns: name, codes or ranges of codes, latitude and longitude to a tenth of a degree.
import type { AddressRules } from '../country.ts';
import { nordic } from '../street-kinds.ts';

const towns = `Helsinki 00100-00990 60.2 24.9|Espoo 02100-02980 60.2 24.7|Vantaa 01200-01770 60.3 25|Tampere 33100-33900 61.5 23.8|Turku 20100-20960 60.5 22.3|
    Oulu 90100-90670 65 25.5|Lahti 15100-15950 61 25.7|Kuopio 70100-70900 62.9 27.7|Jyväskylä 40100-40800 62.2 25.7|Pori 28100-28900 61.5 21.8|
    Lappeenranta 53100-53950 61.1 28.2|Vaasa 65100-65370 63.1 21.6|Joensuu 80100-80260 62.6 29.8|Rovaniemi 96100-96500 66.5 25.7|Hämeenlinna 13100-13900 61 24.5|
    Seinäjoki 60100-60550 62.8 22.8|Mikkeli 50100-50970 61.7 27.3|Kotka 48100-48720 60.5 26.9|Porvoo 06100-06500 60.4 25.7|Kokkola 67100-67900 63.8 23.1|Kajaani 87100-87500 64.2 27.7|
    Maarianhamina 22100 60.1 19.9|Savonlinna 57100-57230 61.9 28.9|Rauma 26100-26660 61.1 21.5`;

/** One place a group, with the names it has in other languages and in everyday use. */
const otherNames = `Helsinki|Helsingfors; Espoo|Esbo; Vantaa|Vanda; Kauniainen|Grankulla; Turku|Åbo; Tampere|Tammerfors; Vaasa|Vasa; Pori|Björneborg; Porvoo|Borgå;
    Oulu|Uleåborg; Lahti|Lahtis; Hämeenlinna|Tavastehus; Lappeenranta|Villmanstrand; Rauma|Raumo; Savonlinna|Nyslott; Kokkola|Karleby|Gamlakarleby;
    Pietarsaari|Jakobstad; Loviisa|Lovisa; Tammisaari|Ekenäs; Hanko|Hangö; Raasepori|Raseborg; Karjaa|Karis; Lohja|Lojo; Kirkkonummi|Kyrkslätt;
    Sipoo|Sibbo; Siuntio|Sjundeå; Inkoo|Ingå; Järvenpää|Träskända; Kerava|Kervo; Tuusula|Tusby; Nurmijärvi|Nurmijärvi; Hyvinkää|Hyvinge; Kotka|Kotka;
    Hamina|Fredrikshamn; Naantali|Nådendal; Raisio|Reso; Kaarina|S:t Karins; Parainen|Pargas; Kemiö|Kimito; Maarianhamina|Mariehamn; Uusikaupunki|Nystad;
    Uusikaarlepyy|Nykarleby; Kristiinankaupunki|Kristinestad; Kaskinen|Kaskö; Närpiö|Närpes; Mustasaari|Korsholm; Vöyri|Vörå; Maalahti|Malax;
    Korsnäs|Korsnäs; Pedersöre|Pedersören kunta; Kruunupyy|Kronoby; Luoto|Larsmo; Mikkeli|S:t Michel; Iisalmi|Idensalmi; Kajaani|Kajana; Raahe|Brahestad;
    Tornio|Torneå; Heinola|Heinola; Vihti|Vichtis; Karkkila|Högfors; Lapinjärvi|Lappträsk; Myrskylä|Mörskom; Pukkila|Pukkila; Pyhtää|Pyttis;
    Inari|Aanaar|Anár; Utsjoki|Ohcejohka; Isokyrö|Storkyro; Laihia|Laihela`;

export const address: AddressRules = {
  postalCode: /^\d{5}$/,
  postalPrefixes: 'FIN?|AX',
  registerDigits: 5,
  writePostalCode: null,
  readRegisterCode: null,
  microstate: { country: 'AX', codes: /^22/, isLeftOut: false },
  streetEndings: [...nordic, [/(katu|kat)$/, 'k'], [/tie$/, 't'], [/(kuja|kj)$/, 'kj']],
  streetAbbreviations: 'g=gt v=v k=k t=t',
  streetWords: 'pohjoinen=pohj etelainen=etel itainen=it lantinen=lant vanha=vanh norra=n sodra=s ostra=o vastra=v',
  numberMayLead: false,
  hasRomanFloors: false,
  districts: 'as kk tl st',
  parcelStations: [
    'pakettiautomaatti',
    'pakettiautomat',
    'postiautomaatti',
    'pakettipiste',
    'noutopiste',
    'postilokero',
    'smartpost',
    'matkahuollon (pakettipiste|automaatti)',
  ],
  bordersUnseen: null,
  towns,
  otherNames,
};
