// The people of the bench: names, streets, birthdays, e-mails, phones and towns from lists, so that some of them are alike as some
// people are, and nobody is the same person twice.

const firstNames =
  'Anna Ben Clara David Emma Felix Greta Hans Ida Jonas Klara Lukas Mia Noah Olga Paul Rosa Simon Tina Uwe Lena Marie Sophie Leon Finn Elias Emil Anton Frieda Mathilda Karl Otto Jakob Johanna Charlotte Nele Moritz Oskar Ella Leni'.split(
    ' ',
  );
const lastNames =
  'Weber Schmidt Fischer Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Werner Krause Lehmann Köhler Maier König Walter Huber Kaiser Fuchs Peters Scholz Möller Weiß Jung Hahn Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher Krämer'.split(
    ' ',
  );
const streets =
  'Hauptstraße Bahnhofstraße Gartenweg Lindenallee Schulstraße Bergstraße Dorfstraße Waldweg Ringstraße Mühlenweg Kirchgasse Rosenweg Birkenweg Wiesenstraße Feldstraße Goethestraße Schillerstraße Ahornweg Eichenweg Buchenweg Talstraße Parkstraße Amselweg Poststraße'.split(
    ' ',
  );
const towns =
  '10827 Berlin,10119 Berlin,12043 Berlin,20095 Hamburg,22765 Hamburg,80331 München,81541 München,50667 Köln,60311 Frankfurt am Main,70173 Stuttgart,01067 Dresden,04109 Leipzig,28195 Bremen,30159 Hannover,90402 Nürnberg,44135 Dortmund,45127 Essen,40213 Düsseldorf,68159 Mannheim,76133 Karlsruhe'
    .split(',')
    .map((town) => [town.slice(0, 5), town.slice(6)] as const);

/** Numbers by chance that are the same for the same mark: two runs meet the same people. */
function drawing(mark: string): (below: number) => number {
  let state = 2_166_136_261;
  for (let place = 0; place < mark.length; place += 1) state = Math.imul(state ^ mark.charCodeAt(place), 16_777_619);
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

const two = (number: number): string => String(number).padStart(2, '0');

/** The person behind a mark, as a shop sends it. */
export function personOf(mark: string) {
  const draw = drawing(mark);
  const pick = <Each>(list: readonly Each[]): Each => list[draw(list.length)] as Each;
  const [firstName, lastName] = [pick(firstNames), pick(lastNames)];
  const [postalCode, postalPlace] = pick(towns);
  return {
    customerNumber: `K-${mark}`,
    customerCategory: 'Person',
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${mark}@example.com`
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z0-9.@-]/g, ''),
    birthDate: `${1945 + draw(55)}-${two(1 + draw(12))}-${two(1 + draw(28))}`,
    mobilePhone: `+491511${1_000_000 + draw(8_999_999)}`,
    address: { street: pick(streets), streetNumber: String(1 + draw(180)), postalCode, postalPlace, countryCode: 'DE' },
  };
}
