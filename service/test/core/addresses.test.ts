// The judgement of postal codes and places: no real address is ever changed, and nothing is corrected into a wrong place.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AddressFit, judge } from '../../src/core/address/address.ts';
import { builtInPlaces } from '../../src/core/address/built-in-places.ts';
import type { CountryPlaces } from '../../src/core/address/gazetteer.ts';
import { isSamePlace, readPlaceName } from '../../src/core/address/place-names.ts';
import { isSlipOf, readPostalCode, registerCode, slipsOf, writePostalCode } from '../../src/core/address/postal-codes.ts';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';
import { gazetteers, knownPlaces } from '../support/places.ts';
import { manyRuns } from '../support/runs.ts';
import { vectors } from '../support/vectors.ts';

const reference = gazetteers();
type PlacesOf = (country: CountryCode) => CountryPlaces | undefined;
const imported: PlacesOf = (country) => reference.get(country);
const ask = (country: CountryCode, postalCode: string, postalPlace: string, places: PlacesOf = imported) =>
  judge({ street: 'Weg 1', postalCode, postalPlace, countryCode: country }, country, places);

describe('the published vectors of postal codes', () => {
  interface Format {
    readonly country: CountryCode;
    readonly code: string;
  }
  const formats = vectors<Format, { valid: boolean | string }>('postal').filter(
    ({ kind }) => kind === 'postal-format' || kind === 'postal-cross',
  );

  it.each(formats)('$input.country "$input.code" is valid: $expected.valid', ({ input: { country, code }, expected }) => {
    // A prefix is everyday use: it is taken, and taken off.
    expect(readPostalCode(code, country) !== undefined).toBe(expected.valid !== false);
  });

  it('are all known, and read again as they are written', () => {
    for (const { country, code } of knownPlaces) {
      const read = readPostalCode(code, country) ?? '';
      expect(read, code).not.toBe('');
      expect(readPostalCode(writePostalCode(read, country), country)).toBe(read);
    }
    expect(new Set(vectors('postal').map(({ kind }) => kind))).toEqual(
      new Set(['postal-place', 'postal-format', 'postal-format-rule', 'postal-cross']),
    );
  });
});

describe('an address that is in the reference', () => {
  it.each(knownPlaces)('$country $code $name is never changed', ({ country, code, name }) => {
    for (const places of [imported, builtInPlaces]) {
      for (const written of [name, name.toUpperCase(), name.toLowerCase(), ` ${name} `, name.normalize('NFD')]) {
        const { fit, address, meant } = ask(country, code, written, places);
        expect(address.postalPlace).toBe(written);
        expect(meant).toBeUndefined();
        if (places === imported) expect(fit).toBe('known');
      }
    }
  });
});

describe('a place with several names', () => {
  it.each([
    ['BE', '1000', 'Brussl', 'Brussel'],
    ['BE', '1000', 'Bruxeles', 'Bruxelles'],
    ['BE', '9000', 'Gentt', 'Gent'],
    ['FI', '00100', 'Helsingfor', 'Helsingfors'],
    ['FI', '00100', 'Helsngfors', 'Helsingfors'],
    ['FI', '00100', 'Helsinkii', 'Helsinki'],
    ['FI', '20100', 'Turkuu', 'Turku'],
  ] as const)('is corrected in the language it was typed in: %s %s %s is %s', (country, code, typed, meant) => {
    for (const places of [imported, builtInPlaces]) {
      const { fit, address } = ask(country, code, typed, places);
      expect([fit, address.postalPlace]).toEqual(fit === 'unknown' ? [fit, typed] : ['corrected', meant]);
    }
    const fits = [imported, builtInPlaces].map((places) => ask(country, code, typed, places).fit);
    expect(fits).toContain('corrected');
  });
});

/** Country, code, place as sent, what it has to come to; and the place or code meant where something is. */
type Case = [country: CountryCode, code: string, place: string, fit: AddressFit, meant?: string];
const cases: Case[] = [
  // The same, however it is written.
  ['NO', '0159', 'OSLO', 'known'], ['NO', 'N-0159', 'Oslo', 'known'], ['SE', '11136', 'Stockholm', 'known'], ['SE', 'SE-111 36', 'STOCKHOLM', 'known'],
  ['FI', '00100', 'Helsingfors', 'known'], ['FI', 'FI-00100', 'HELSINKI', 'known'], ['FI', '20100', 'Åbo', 'known'], ['FI', '33100', 'Tammerfors', 'known'],
  ['FI', '02100', 'Esbo', 'known'], ['FI', '65100', 'Vasa', 'known'], ['FI', '90100', 'Uleåborg', 'known'], ['DK', 'DK-2100', 'København', 'known'],
  ['DK', '2100', 'Kobenhavn O', 'known'], ['DK', '8000', 'Århus C', 'known'], ['DK', '8000', 'Aarhus', 'known'], ['DK', '9000', 'Ålborg', 'known'],
  ['DK', '1620', 'Copenhagen', 'known'], ['DE', '60311', 'Frankfurt', 'known'], ['DE', '60311', 'Frankfurt/Main', 'known'], ['DE', '60311', 'Frankfurt a.M.', 'known'],
  ['DE', '60311', 'Frankfurt (Main)', 'known'], ['DE', '80331', 'Munich', 'known'], ['DE', '80331', 'MUENCHEN', 'known'], ['DE', '80331', 'Munchen', 'known'],
  ['DE', '10115', 'Berlin-Mitte', 'known'], ['DE', '10115', 'Berlin Mitte', 'known'], ['DE', '50667', 'Koeln', 'known'], ['DE', '50667', 'Cologne', 'known'],
  ['DE', '06108', 'Halle', 'known'], ['DE', '06108', 'Halle/Saale', 'known'], ['DE', '79098', 'Freiburg', 'known'], ['DE', '79098', 'Freiburg i. Br.', 'known'],
  ['AT', '1010', 'Vienna', 'known'], ['AT', '1010', 'Wien, Innere Stadt', 'known'], ['AT', '1100', 'Wien-Favoriten', 'known'], ['AT', 'A-1010', 'WIEN', 'known'],
  ['AT', '3100', 'St.Pölten', 'known'], ['AT', '3100', 'Sankt Poelten', 'known'], ['AT', '9020', 'Klagenfurt', 'known'], ['AT', '1100', 'Wien 10', 'known'],
  ['CH', '1201', 'Geneva', 'known'], ['CH', '1201', 'Genf', 'known'], ['CH', '2502', 'Biel', 'known'], ['CH', '2502', 'Bienne', 'known'], ['CH', '9000', 'Sankt Gallen', 'known'],
  ['CH', '9000', 'Saint-Gall', 'known'], ['CH', '4051', 'Bâle', 'known'], ['CH', '4051', 'Basel BS', 'known'], ['CH', '1700', 'Freiburg', 'known'], ['CH', 'CH-8001', 'Zuerich', 'known'],
  ['CH', '3011', 'Bern 7', 'known'], ['CH', '9490', 'Vaduz', 'known'], ['CH', 'FL-9490', 'Vaduz', 'known'], ['CH', '9494', 'Schaan', 'known'], ['NL', '2511 AB', 'Den Haag', 'known'],
  ['NL', '2511AB', 'The Hague', 'known'], ['NL', '5211 AB', 'Den Bosch', 'known'], ['NL', '5211 AB', 's Hertogenbosch', 'known'], ['NL', '1012ph', 'AMSTERDAM', 'known'], ['NL', '8911 AA', 'Ljouwert', 'known'],
  ['BE', '1000', 'Brussel', 'known'], ['BE', '1000', 'Brussels', 'known'], ['BE', '1050', 'Elsene', 'known'], ['BE', '2000', 'Anvers', 'known'], ['BE', '9000', 'Gand', 'known'],
  ['BE', '4000', 'Luik', 'known'], ['BE', '7000', 'Bergen', 'known'], ['BE', '3000', 'Louvain', 'known'], ['BE', '5000', 'Namen', 'known'], ['BE', '8500', 'Courtrai', 'known'],
  ['BE', '1080', 'Sint-Jans-Molenbeek', 'known'], ['BE', 'B-1000', 'BRUXELLES', 'known'], ['BE', '9100', 'Sint Niklaas', 'known'], ['BE', '9100', 'St-Niklaas', 'known'],
  // Slips of the hand and the ear that the code settles.
  ['NO', '0159', 'Olso', 'corrected', 'Oslo'], ['NO', '0159', 'Osloo', 'corrected', 'Oslo'], ['NO', '5003', 'Begren', 'corrected', 'Bergen'], ['NO', '5003', 'Brgen', 'corrected', 'Bergen'],
  ['NO', '9008', 'Trømso', 'known'], ['NO', '9008', 'Tromsöö', 'corrected', 'Tromsø'], ['NO', '7010', 'Trondheimm', 'corrected', 'Trondheim'], ['NO', '4006', 'Stavager', 'corrected', 'Stavanger'],
  ['SE', '111 36', 'Stokholm', 'corrected', 'Stockholm'], ['SE', '411 05', 'Götebrog', 'corrected', 'Göteborg'], ['SE', '211 20', 'Mamlö', 'corrected', 'Malmö'], ['SE', '751 05', 'Upsala', 'corrected', 'Uppsala'],
  ['FI', '00100', 'Helsinkki', 'corrected', 'Helsinki'], ['FI', '33100', 'Tamprere', 'corrected', 'Tampere'], ['FI', '40100', 'Jyväsklyä', 'corrected', 'Jyväskylä'], ['FI', '20100', 'Turkku', 'corrected', 'Turku'],
  ['DK', '9000', 'Aalbrog', 'corrected', 'Aalborg'], ['DK', '5000', 'Odesne C', 'corrected', 'Odense C'], ['DK', '6700', 'Esbejrg', 'corrected', 'Esbjerg'], ['DK', '4000', 'Roskide', 'corrected', 'Roskilde'],
  ['DE', '10115', 'Berlni', 'corrected', 'Berlin'], ['DE', '10115', 'Bärlin', 'corrected', 'Berlin'], ['DE', '80331', 'Münhcen', 'corrected', 'München'], ['DE', '20095', 'Hambrug', 'corrected', 'Hamburg'],
  ['DE', '40210', 'Düseldorf', 'corrected', 'Düsseldorf'], ['DE', '70173', 'Stutgart', 'corrected', 'Stuttgart'], ['DE', '60311', 'Frankfrut am Main', 'corrected', 'Frankfurt am Main'], ['DE', '44135', 'Dortmundt', 'corrected', 'Dortmund'],
  ['DE', '41061', 'Mönchengladbahc', 'corrected', 'Mönchengladbach'], ['DE', '90402', 'Nürmberg', 'corrected', 'Nürnberg'], ['AT', '8010', 'Gratz', 'corrected', 'Graz'], ['AT', '5020', 'Slazburg', 'corrected', 'Salzburg'],
  ['AT', '6020', 'Insbruck', 'corrected', 'Innsbruck'], ['AT', '9020', 'Klagenfrut', 'corrected', 'Klagenfurt am Wörthersee'], ['CH', '8001', 'Zürch', 'corrected', 'Zürich'], ['CH', '1003', 'Lausane', 'corrected', 'Lausanne'],
  ['CH', '6003', 'Luzrn', 'corrected', 'Luzern'], ['CH', '8400', 'Winterthurr', 'corrected', 'Winterthur'], ['NL', '1012 LM', 'Amstredam', 'corrected', 'Amsterdam'], ['NL', '3011 AA', 'Roterdam', 'corrected', 'Rotterdam'],
  ['NL', '3511 AA', 'Utrehct', 'corrected', 'Utrecht'], ['NL', '5611 AA', 'Eindhoove', 'unknown'], ['BE', '9000', 'Gnet', 'corrected', 'Gent'], ['BE', '2000', 'Antwerepn', 'corrected', 'Antwerpen'], ['BE', '8000', 'Bruge', 'corrected', 'Brugge'],
  ['BE', '6000', 'Charlerio', 'corrected', 'Charleroi'], ['BE', '5000', 'Nammur', 'corrected', 'Namur'],
  // Code and place of two towns everybody knows.
  ['NO', '0159', 'Bergen', 'contradiction', 'Oslo'], ['NO', '5003', 'Oslo', 'contradiction', 'Bergen'], ['NO', '7010', 'Tromsø', 'contradiction', 'Trondheim'], ['SE', '111 36', 'Göteborg', 'contradiction', 'Stockholm'],
  ['SE', '211 20', 'Stockholm', 'contradiction', 'Malmö'], ['FI', '33100', 'Helsinki', 'contradiction', 'Tampere'], ['FI', '00100', 'Oulu', 'contradiction', 'Helsinki'], ['FI', '00100', 'Uleåborg', 'contradiction', 'Helsinki'],
  ['DK', '9000', 'Odense', 'contradiction', 'Aalborg'], ['DK', '2100', 'Aarhus', 'contradiction', 'København Ø'], ['DE', '10115', 'München', 'contradiction', 'Berlin'], ['DE', '80331', 'Hamburg', 'contradiction', 'München'],
  ['DE', '50667', 'Munich', 'contradiction', 'Köln'], ['AT', '1010', 'Graz', 'contradiction', 'Wien'], ['AT', '5020', 'Innsbruck', 'contradiction', 'Salzburg'], ['CH', '8001', 'Genève', 'contradiction', 'Zürich'],
  ['CH', '1201', 'Zürich', 'contradiction', 'Genève'], ['NL', '1012 AB', 'Rotterdam', 'contradiction', 'Amsterdam'], ['NL', '9711 AA', 'Maastricht', 'contradiction', 'Groningen'], ['BE', '9000', 'Liège', 'contradiction', 'Gent'],
  ['BE', '1000', 'Antwerp', 'contradiction', 'Bruxelles'],
  // Neighbours, villages, districts, firms' codes, unknown codes: nobody can say.
  ['NO', '1366', 'Lysaker', 'unknown'], ['NO', '0159', 'Grünerløkka', 'unknown'], ['NO', '3577', 'Hovet', 'unknown'], ['NO', '9999', 'Nordpolen', 'unknown'], ['NO', '5003', 'Laksevåg', 'unknown'],
  ['SE', '111 36', 'Gamla stan', 'unknown'], ['SE', '169 79', 'Solna', 'unknown'], ['SE', '984 91', 'Pajala', 'unknown'], ['SE', '111 36', 'Östermalm', 'unknown'], ['FI', '00100', 'Kamppi', 'unknown'],
  ['FI', '99999', 'Korvatunturi', 'unknown'], ['FI', '02100', 'Tapiola', 'unknown'], ['DK', '2791', 'Dragør', 'unknown'], ['DK', '1620', 'Vesterbro', 'unknown'], ['DK', '1050', 'Aarhus', 'contradiction', 'København K'],
  ['DE', '10115', 'Mitte', 'unknown'], ['DE', '10115', 'Prenzlauer Berg', 'unknown'], ['DE', '14467', 'Berlin', 'unknown'], ['DE', '80331', 'Schwabing', 'unknown'], ['DE', '99999', 'Musterstadt', 'unknown'],
  ['DE', '12345', 'Musterhausen', 'unknown'], ['DE', '53111', 'Born', 'corrected', 'Bonn'], ['DE', '50667', 'Kölle am Rhing', 'unknown'], ['AT', '1010', 'Innere Stadt', 'unknown'], ['AT', '4231', 'Irgendwo', 'unknown'],
  ['AT', '6020', 'Hötting', 'unknown'], ['CH', '8001', 'Altstadt', 'unknown'], ['CH', '8004', 'Aussersihl', 'unknown'], ['CH', '9497', 'Malbun', 'unknown'], ['NL', '1012 AB', 'Centrum', 'unknown'],
  ['NL', '1012 AB', 'Haarlem', 'unknown'], ['NL', '1234 AB', 'Nergenshuizen', 'unknown'], ['BE', '1000', 'Ixelles', 'unknown'], ['BE', '9000', 'Gentbrugge', 'unknown'], ['BE', '1234', 'Nulle Part', 'unknown'],
  // Too short, too far, or another word: never a slip.
  ['NO', '0159', 'Os', 'unknown'], ['NO', '0159', 'Ask', 'unknown'], ['DE', '10115', 'Merlin', 'unknown'], ['DE', '89073', 'Alm', 'unknown'], ['DE', '10115', 'B', 'unknown'], ['DE', '10115', '-', 'unknown'],
  ['DE', '10115', '123', 'unknown'], ['AT', '1010', 'Wels', 'contradiction', 'Wien'], ['AT', '8010', 'Gras', 'corrected', 'Graz'], ['NL', '2611 AA', 'Elft', 'corrected', 'Delft'], ['BE', '9000', 'Lent', 'unknown'],
  ['CH', '3011', 'Kern', 'unknown'], ['CH', '6300', 'Zag', 'unknown'], ['DK', '5000', 'Odder', 'unknown'], ['SE', '222 22', 'Sund', 'unknown'], ['FI', '20100', 'Turenki', 'unknown'],
  ['NO', '5003', 'Bergen V', 'known'],
  ['NO', '7010', 'Trondheim', 'known'],
  ['SE', '751 05', 'UPPSALA', 'known'],
  ['SE', '411 05', 'Gothenburg', 'known'],
  ['SE', '211 20', 'Malmo', 'known'],
  ['DK', '7100', 'Vjele', 'corrected', 'Vejle'],
  ['DE', '04103', 'Leipzg', 'corrected', 'Leipzig'],
  ['DE', '01067', 'Dresdn', 'corrected', 'Dresden'],
  ['DE', '28195', 'Breemn', 'corrected', 'Bremen'],
  ['FI', '90100', 'Oluu', 'corrected', 'Oulu'],
  ['NL', '9711 AA', 'Gronigen', 'corrected', 'Groningen'],
  ['BE', '1000', 'Bruxelle', 'corrected', 'Bruxelles'],
  ['NO', '7010', 'Trondhjem', 'unknown'],
  ['CH', '4051', 'Basell', 'corrected', 'Basel'],
]; // biome-ignore format: a list

describe('addresses of the nine countries, with the towns everybody knows', () => {
  it(`are ${cases.length}, in every country`, () => {
    expect(cases.length).toBeGreaterThanOrEqual(200);
    expect(new Set(cases.map(([country]) => country))).toEqual(new Set(countryCodes));
  });

  it.each([...cases])('%s %s %s: %s %s', (country, code, place, fit, meant) => {
    const judged = ask(country, code, place, builtInPlaces);
    expect(judged.fit).toBe(fit);
    expect(judged.address.postalCode).toBe(code);
    expect(judged.address.postalPlace).toBe(fit === 'corrected' ? meant : place);
    expect(judged.meant?.postalPlace).toBe(fit === 'contradiction' ? meant : undefined);
  });

  it.each([...cases])(
    '%s %s %s is never put elsewhere by imported data that knows other places',
    (country, code, place, fit, meant) => {
      const { address, meant: suggested } = ask(country, code, place);
      for (const name of [address.postalPlace, suggested?.postalPlace ?? place])
        expect([place, meant ?? place, fit === 'known' ? place : name]).toContain(name);
    },
  );

  it('are left alone without any reference data', () => {
    for (const [country, code, place] of cases)
      expect(ask(country, code, place, () => undefined)).toMatchObject({ fit: 'unknown', address: { postalPlace: place } });
  });
});

describe('a village that the register lacks', () => {
  const villages = gazetteers([
    { country: 'AT', code: '4680', name: 'Leiten' }, { country: 'AT', code: '4020', name: 'Letting' }, { country: 'AT', code: '4021', name: 'Bretten' }, { country: 'AT', code: '6874', name: 'Bizau' },
    { country: 'AT', code: '6900', name: 'Gezau' }, { country: 'AT', code: '3643', name: 'Litzendorf' }, { country: 'AT', code: '3644', name: 'Loitz' }, { country: 'AT', code: '3645', name: 'Roitzendorf' },
    { country: 'DE', code: '99334', name: 'Elleben' }, { country: 'DE', code: '26736', name: 'Krummhörn Woquard' }, { country: 'DE', code: '97737', name: 'Gemünden-Langenprozelten' },
  ]); // biome-ignore format: a list

  it.each([
    ['AT', '4680', 'Letten'], ['AT', '6874', 'Bezau'], ['AT', '3643', 'Loitzendorf'], ['DE', '99334', 'Elxleben'], ['DE', '26736', 'Krummhörn Loquard'],
  ] as const)('%s %s %s is not taken for its neighbour', (country, code, place) => {
    expect(ask(country, code, place, (each) => villages.get(each))).toMatchObject({ address: { postalPlace: place } });
  }); // biome-ignore format: a list

  it('a word that no place of the country looks like is a slip all the same', () => {
    const judged = ask('AT', '3643', 'Litzendofr', (each) => villages.get(each));
    expect(judged).toMatchObject({ fit: 'corrected', address: { postalPlace: 'Litzendorf' } });
  });

  it('an address of Åland or Liechtenstein is not doubted by a register without them', () => {
    expect(ask('FI', '22410', 'Godby').fit).toBe('unknown');
    expect(ask('FI', '22100', 'Mariehamn').fit).not.toBe('contradiction');
  });
});

describe('imported reference data', () => {
  const vardø = gazetteers([
    { country: 'NO', code: '9950', name: 'Vardø' }, { country: 'NO', code: '9980', name: 'Berlevåg' }, { country: 'SE', code: '624 67', name: 'Fårösund' },
    { country: 'AT', code: '4612', name: 'Roitham' }, { country: 'AT', code: '4612', name: 'Roithen' }, { country: 'FI', code: '95100', name: 'Ylä-Vuokki' },
    { country: 'DE', code: '10896', name: 'UniCredit Bank AG' }, { country: 'NL', code: '9999 AB', name: 'Stitswerd' },
  ]); // biome-ignore format: a list
  const of: PlacesOf = (country) => vardø.get(country);

  it('settles a slip in the code by the place, and asks', () => {
    expect(ask('NO', '9590', 'Vardø', of)).toMatchObject({
      fit: 'contradiction',
      meant: { postalCode: '9950', postalPlace: 'Vardø' },
    });
    expect(ask('NO', '9951', 'VARDØ', of)).toMatchObject({
      fit: 'contradiction',
      meant: { postalCode: '9950', postalPlace: 'VARDØ' },
    });
    expect(ask('SE', '624 76', 'Fårösund', of)).toMatchObject({ fit: 'contradiction', meant: { postalCode: '624 67' } });
    // The letters of a Dutch code are kept: they name the street.
    expect(ask('NL', '9899 XY', 'Stitswerd', of)).toMatchObject({ meant: { postalCode: '9999 XY' } });
  });

  it('settles both slips at once where there is one such place', () =>
    expect(ask('NO', '9590', 'Vardöö', of)).toMatchObject({
      fit: 'contradiction',
      meant: { postalCode: '9950', postalPlace: 'Vardø' },
    }));

  it('does not guess: two places it could be, opposites, firms, codes far away', () => {
    expect(ask('AT', '4612', 'Roitha', of).fit).toBe('unknown');
    expect(ask('FI', '95100', 'Ala-Vuokki', of).fit).toBe('unknown');
    expect(ask('DE', '10896', 'UniCredit Bank', of)).toMatchObject({ fit: 'known' });
    expect(ask('DE', '10896', 'Unicredit Bnak AG', of).meant).toBeUndefined();
    expect(ask('NO', '1234', 'Vardø', of).fit).toBe('unknown');
  });
});

describe('whatever is typed into a form', () => {
  it('is judged without a throw, and never changed beyond recognition', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...knownPlaces.map(({ name }) => name)));
    const code = fc.oneof(fc.string({ maxLength: 10 }), fc.constantFrom(...knownPlaces.map((each) => each.code)));
    fc.assert(
      fc.property(fc.constantFrom(...countryCodes), code, text, (country, postalCode, place) => {
        const { fit, address } = ask(country, postalCode, place);
        expect(address.postalCode).toBe(postalCode);
        if (fit === 'corrected') expect(Math.abs((address.postalPlace ?? '').length - place.length)).toBeLessThanOrEqual(30);
        else expect(address.postalPlace).toBe(place);
      }),
      manyRuns(20_000),
    );
  });

  it('one slip in a known place is corrected into that place, or left alone', () => {
    const known = fc.constantFrom(...knownPlaces);
    fc.assert(
      fc.property(known, fc.nat(), fc.constantFrom('a', 'e', 'n', 's', ''), ({ country, code, name }, at, letter) => {
        const place = at % name.length;
        const typed = name.slice(0, place) + letter + name.slice(place + 1);
        const { fit, address, meant } = ask(country, code, typed);
        const result = fit === 'corrected' ? address.postalPlace : meant?.postalPlace;
        if (result === undefined) return;
        const spellings = knownPlaces.filter((each) => each.country === country && each.code === code);
        expect(spellings.some((each) => isSamePlace(readPlaceName(each.name, country), readPlaceName(result, country)))).toBe(
          true,
        );
      }),
      manyRuns(20_000),
    );
  });

  it('slips of a code are one digit another or two swapped, and mutual', () => {
    fc.assert(
      fc.property(fc.constantFrom(...knownPlaces), ({ country, code }) => {
        const register = registerCode(readPostalCode(code, country) ?? '', country);
        for (const slip of slipsOf(register)) expect(isSlipOf(slip, register) && isSlipOf(register, slip)).toBe(true);
        expect(isSlipOf(register, register)).toBe(false);
      }),
    );
  });
});
