// One street and house in all the ways it is written is one; two houses never are. Lists, likeness and velocity hang on it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isParcelStation, leadsToParcelStation } from '../../src/core/address/parcel-networks.ts';
import { readStreet, type StreetParts, streetKey } from '../../src/core/address/street.ts';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';

/** "street | number | additional" */
const partsOf = (text: string): StreetParts => {
  const [street = '', streetNumber, streetNumberAdditional] = text.split('|').map((part) => part.trim());
  return { street, streetNumber, streetNumberAdditional };
};

type Same = [country: CountryCode, house: string, ...ways: string[]];
const same: Same[] = [
  ['DE', '12', 'Hauptstraße 12', 'Hauptstrasse 12', 'HAUPTSTRASSE 12', 'Hauptstr. 12', 'hauptstr 12', 'Hauptstr.12', 'Hauptstraße12', 'Haupt-Str. 12', 'Haupt Straße 12', 'Hauptstraße | 12', 'Hauptstraße 12 | 12', 'Hauptstraße 12, Hauptstraße 12', 'Hauptstraße | Hauptstraße 12', 'Hauptstraße Nr. 12', 'Hauptstr. | 012', 'Hauptstraße Hauptstraße | 12'],
  ['DE', '12-b', 'Lindenweg 12 b', 'Lindenweg 12b', 'Lindenweg 12B', 'Lindenweg | 12 | b', 'Lindenweg 12 | b', 'Lindenweg 12b | 12b', 'Lindenweg 12 | 12 b', 'LINDENWEG | 12B', 'Lindenweg 12-b', 'Lindenweg 12 b | 12 | b'],
  ['DE', '12-14', 'Am Markt 12-14', 'Am Markt 12 - 14', 'am markt | 12–14', 'Am Markt 12/14'],
  ['DE', '5-3', 'Waldweg 5 Haus 3', 'Waldweg | 5 | Haus 3', 'Waldweg 5/3', 'Waldweg | 5 Haus 3'],
  ['DE', '3', 'Siedlung Haus 3', 'Siedlung | Haus 3', 'Siedlung 3'],
  ['DE', '135', 'Straße des 17. Juni 135', 'Str. des 17. Juni | 135', 'Straße des 17 Juni 135'],
  ['DE', '7-24', 'Q 7, 24', 'Q7, 24', 'Q7 | 24', 'q 7 24'],
  ['DE', '4', 'Sankt-Georgs-Platz 4', 'St. Georgs Pl. 4', 'St.-Georgs-Platz | 4', 'Sankt Georgsplatz 4'],
  ['DE', '8-hh', 'Müllerstr. 8 Hinterhaus', 'Muellerstraße 8 HH', 'Mullerstraße | 8 | Hinterhaus'],
  ['AT', '12-3-4', 'Mariahilfer Straße 12/3/4', 'Mariahilfer Str. 12 Stiege 3 Tür 4', 'Mariahilfer Strasse | 12 | Stg. 3 Top 4', 'MARIAHILFERSTRASSE 12/3/4'],
  ['AT', '5-1', 'Neubaugasse 5 Top 1', 'Neubaug. 5/1', 'Neubaugasse | 5/1'],
  ['CH', '20-a', 'Bahnhofstrasse 20a', 'Bahnhofstr. 20 a', 'Bahnhofstraße | 20A'],
  ['CH', '12', 'Rue du Rhône 12', '12, rue du Rhône', 'rue du Rhone | 12', 'R. du Rhône 12'.replace('R.', 'Rue')],
  ['CH', '3', 'Chemin des Fleurs 3', 'Ch. des Fleurs 3', 'ch. des fleurs | 3'],
  ['CH', '9', 'Avenue de la Gare 9', 'Av. de la Gare 9', '9 av. de la gare'],
  ['NL', '12-hs', 'Prinsengracht 12-hs', 'Prinsengracht 12 HS', 'Prinsengracht 12hs', 'Prinsengracht | 12 | huis', 'Prinsengracht | 12 | hs', 'Prinsengracht | 12-hs'],
  ['NL', '12-2', 'Damstraat 12-II', 'Damstr. 12-2', 'Damstraat | 12 | II', 'damstraat | 12 | 2'],
  ['NL', '5-a', '1e Jacob van Campenstraat 5a', 'Eerste Jacob van Campenstraat | 5 | A', '1e Jacob v. Campenstr. 5 a'.replace('v.', 'van')],
  ['NL', '70', 'Burg. de Vlugtlaan 70', 'Burgemeester de Vlugtlaan | 70', 'Burgemeester De Vlugtln 70'],
  ['BE', '12-3', 'Kerkstraat 12 bus 3', 'Kerkstr. 12 bus 3', 'Kerkstraat | 12 | bus 3', 'Kerkstraat 12/3', 'Kerkstraat | 12 | 3', 'Kerkstraat 12 b3'],
  ['BE', '12-3', 'Rue Neuve 12 bte 3', '12 rue Neuve boîte 3', 'rue Neuve, 12 bte 3', 'Rue Neuve | 12 | Boîte 3'],
  ['BE', '40', 'Boulevard Anspach 40', 'Bd Anspach 40', 'Bld. Anspach | 40', 'Boul. Anspach 40'],
  ['BE', '7', 'Chaussée de Gand 7', 'Ch. de Gand 7', 'CHAUSSEE DE GAND | 7'],
  ['FI', '5-a-12', 'Mannerheimintie 5 A 12', 'Mannerheimintie 5 a 12', 'Mannerheimintie 5A12', 'Mannerheimintie 5 A as. 12', 'Mannerheimintie | 5 A 12', 'Mannerheimintie 5 | A 12', 'Mannerheimint. 5 A 12'],
  ['FI', '7-b', 'Hämeenkatu 7 B', 'Hämeenk. 7 B', 'HAMEENKATU 7b', 'Hämeenkatu | 7 | B'],
  ['SE', '5-1102', 'Storgatan 5 lgh 1102', 'Storg. 5 lgh 1102', 'STORGATAN 5, LGH 1102', 'Storgatan | 5 | lgh 1102', 'Stor gatan 5 lägenhet 1102'],
  ['SE', '5-3', 'Kungsgatan 5, 3 tr', 'Kungsg. 5 3tr', 'Kungsgatan 5, 3 trappor'],
  ['SE', '8-a', 'Björkvägen 8 A', 'Björkv. 8A', 'BJORKVAGEN 8a'],
  ['NO', '5-b', 'Storgata 5 B', 'Storgaten 5B', 'Storgt. 5 b', 'Storg. 5 B', 'STORGATA | 5 | B'],
  ['NO', '10', 'Trondheimsveien 10', 'Trondheimsvegen 10', 'Trondheimsvn. 10', 'Trondheimsv. 10'],
  ['NO', '3', '1. mai gate 3', '1 mai gate 3', '1. Mai gt. | 3'],
  ['NO', '4-h-203', 'Parkveien 4 H0203', 'Parkvn. 4 h 0203', 'Parkveien 4, leil. H0203'],
  ['DK', '5-2-th', 'Vestergade 5, 2. th', 'Vestergade 5 2.th.', 'Vesterg. 5, 2. sal th.', 'Vestergade | 5 | 2 th', 'VESTERGADE 5,2.TH'],
  ['DK', '5-st-tv', 'Nørregade 5, st. tv.', 'Nørregade 5 stuen tv', 'Nørregade | 5 | st tv'],
  ['DK', '9', 'Gammel Kongevej 9', 'Gl. Kongevej 9', 'GL KONGEVEJ | 9', 'Gammel Kongev. 9'],
  ['DK', '3', 'Sønder Boulevard 3', 'Sdr. Boulevard 3', 'Sdr. Blvd. 3'],
]; // biome-ignore format: a list

describe('one address however it is written', () => {
  it('has examples of every country', () => expect(new Set(same.map(([country]) => country))).toEqual(new Set(countryCodes)));

  it.each(same.flatMap(([country, house, first = '', ...ways]) => [first, ...ways].map((way) => [country, way, first, house])))(
    '%s "%s" is "%s"',
    (country = '', way = '', first = '', house) => {
      expect(streetKey(partsOf(way), country as CountryCode)).toBe(streetKey(partsOf(first), country as CountryCode));
      expect(readStreet(partsOf(way), country as CountryCode).numbers.join('-')).toBe(house);
    },
  );
});

const other: [CountryCode, string, string][] = [
  ['DE', 'Hauptstraße 12', 'Hauptstraße 12 b'], ['DE', 'Hauptstraße 1 2', 'Hauptstraße 12'], ['DE', 'Hauptstraße 12', 'Hauptstraße 21'],
  ['DE', 'Hauptstraße 12', 'Hauptweg 12'], ['DE', 'Hauptstraße 12', 'Hauptplatz 12'], ['DE', 'Hauptstraße 12', 'Hauptstraße'],
  ['DE', 'Lindenallee 3', 'Lindenweg 3'], ['DE', 'Straße 264 5', 'Straße 264'], ['AT', 'Neubaugasse 5/1', 'Neubaugasse 5/2'],
  ['AT', 'Neubaugasse 5', 'Neubaustraße 5'], ['CH', 'Rue du Lac 2', 'Chemin du Lac 2'], ['CH', 'Via Lago 3', 'Viale Lago 3'],
  ['NL', 'Prinsengracht 12-hs', 'Prinsengracht 12-2'], ['NL', 'Damstraat 5', 'Damplein 5'], ['NL', '1e Dwarsstraat 5', '2e Dwarsstraat 5'],
  ['BE', 'Kerkstraat 12 bus 3', 'Kerkstraat 12 bus 4'], ['BE', 'Kerkstraat 12 bus 3', 'Kerkstraat 12'], ['BE', 'Rue Haute 3', 'Avenue Haute 3'],
  ['FI', 'Mannerheimintie 5 A 12', 'Mannerheimintie 5 A 13'], ['FI', 'Mannerheimintie 5 A 12', 'Mannerheimintie 5 B 12'],
  ['SE', 'Storgatan 5 lgh 1102', 'Storgatan 5 lgh 1103'], ['SE', 'Storgatan 5', 'Storvägen 5'], ['NO', 'Storgata 5 A', 'Storgata 5 B'],
  ['NO', 'Skogveien 1', 'Skoggata 1'], ['NO', '1. mai gate 3', '8. mai gate 3'], ['DK', 'Vestergade 5, 2. th', 'Vestergade 5, 2. tv'],
  ['DK', 'Skolevej 5', 'Skolevejen 5'], ['DK', 'Vestergade 5, 1. th', 'Vestergade 5, 2. th'], ['DK', 'Nørregade 1', 'Vestergade 1'],
]; // biome-ignore format: a list

describe('two addresses', () => {
  it.each(other)('%s "%s" is not "%s"', (country, one, two) => {
    expect(streetKey(partsOf(one), country)).not.toBe(streetKey(partsOf(two), country));
  });
});

describe('any text', () => {
  it('is read without a fault, alike whatever its case and outer blanks, and with the number apart as inside', () => {
    const words = fc.stringMatching(/^[A-Za-zäöüÄÖÜæøåÆØÅéèß .'-]{1,30}$/);
    const country = fc.constantFrom(...countryCodes);
    fc.assert(
      fc.property(country, fc.string(), fc.string(), fc.string(), (each, street, streetNumber, streetNumberAdditional) => {
        expect(typeof streetKey({ street, streetNumber, streetNumberAdditional }, each)).toBe('string');
      }),
    );
    fc.assert(
      fc.property(country, words, fc.integer({ min: 1, max: 9999 }), (each, word, number) => {
        const street = `Am ${word} Tor`;
        const inside = streetKey({ street: `${street} ${number}` }, each);
        expect(streetKey({ street: ` ${street.toUpperCase()}  ${number} ` }, each)).toBe(inside);
        expect(streetKey({ street, streetNumber: String(number) }, each)).toBe(inside);
        expect(streetKey({ street: `${street} ${number}`, streetNumber: String(number) }, each)).toBe(inside);
      }),
    );
  });
});

describe('a parcel station, a pick-up point or a post box', () => {
  it.each([
    'Packstation 123', 'DHL Packstation 7', 'PACKSTATION123', 'Postfiliale 512', 'Postfach 90 01', 'Paketbox 4', 'Hermes PaketShop 12', 'GLS ParcelShop', 'DHL Paketshop 3', 'Post Empfangsbox 3', 'PickPost 8001',
    'My Post 24', 'Case postale 12', 'PostNL-punt Albert Heijn', 'PostNL Pakketpunt', 'Pakketpunt Albert', 'Postbus 44', 'Antwoordnummer 12', 'bpack 24/7', 'bpost punt', 'bpost Kiala', 'Kiala punt Carrefour',
    'Mondial Relay', 'Boîte postale 3', 'B.P. 12', 'Post i Butikk Rema', 'Pakkeboks 0159', 'Postboks 12', 'Pb 12', 'Box 44', 'Instabox Coop', 'Budbee Box 12', 'PostNord ombud ICA', 'Døgnboks 3', 'Nærboks 12', 'Pakkeshop 5', 'PL 5',
    'Pakettiautomaatti 12', 'Postiautomaatti', 'Noutopiste K-Market', 'Matkahuollon pakettiautomaatti', 'Postilokero 3', 'UPS Access Point', 'Amazon Locker', 'P.O. Box 3', 'DHL ServicePoint',
  ])('%s is one', (line) => expect(isParcelStation(line)).toBe(true)); // biome-ignore format: a list

  it('is found wherever the shop puts it', () => {
    expect(leadsToParcelStation({ street: 'Packstation', streetNumber: '123' })).toBe(true);
    expect(leadsToParcelStation({ street: 'Am Markt', streetNumber: '1', careOf: 'Packstation 123' })).toBe(true);
    expect(leadsToParcelStation({ street: 'Am Markt', streetNumber: '1' })).toBe(false);
  });

  it.each([
    'Hauptstraße 12', 'Boxhagener Straße 3', 'Platz 5', 'Packhofstraße 2', 'Posthofweg 1', 'Poststraße 5', 'Postgasse 1', 'Postvej 3', 'Postvägen 5', 'Stationsweg 4', 'Stationsvej 1', 'Kialaweg 3', 'Pakketweg 2',
    'Boxmeerseweg 4', 'Plads 3', 'PLATZ 44', 'Instaweg 3', 'Budbeevej 1', 'Butikkgata 3',
  ])('%s is none', (line) => expect(isParcelStation(line)).toBe(false)); // biome-ignore format: a list
});
