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
  'Hauptstraße Bahnhofstraße Gartenweg Lindenallee Schulstraße Bergstraße Dorfstraße Waldweg Ringstraße Mühlenweg Kirchgasse Rosenweg Birkenweg Wiesenstraße Feldstraße Goethestraße Schillerstraße Ahornweg Eichenweg Buchenweg Talstraße Parkstraße Amselweg Poststraße Kirchstraße Mühlstraße Friedhofstraße Schloßstraße Marktstraße Burgstraße Wilhelmstraße Friedrichstraße Bismarckstraße Kaiserstraße Mozartstraße Beethovenstraße Lessingstraße Uhlandstraße Jahnstraße Rathausstraße Industriestraße Sonnenstraße Blumenstraße Lerchenweg Drosselweg Finkenweg Meisenweg Tannenweg Fichtenweg Kastanienweg Erlenweg Ulmenweg Fliederweg Tulpenweg Nelkenweg Asternweg Heideweg Sandweg Steinweg Grabenstraße Brunnenstraße Teichstraße Seestraße Uferstraße Hafenstraße Brückenstraße Turmstraße Neustraße Nordstraße Südstraße Oststraße Weststraße Mittelstraße Querstraße Langestraße Breitestraße Gutenbergstraße Kantstraße Humboldtstraße Siemensstraße'.split(
    ' ',
  );
/** With the streets and numbers above nearly two million addresses: of the people of a large book few share one, as few do. */
const towns =
  '10827 Berlin,10119 Berlin,12043 Berlin,10115 Berlin,10179 Berlin,10245 Berlin,10435 Berlin,10551 Berlin,10623 Berlin,10715 Berlin,10961 Berlin,12099 Berlin,12163 Berlin,12435 Berlin,13187 Berlin,13353 Berlin,13595 Berlin,14059 Berlin,20095 Hamburg,22765 Hamburg,20099 Hamburg,20144 Hamburg,20253 Hamburg,20357 Hamburg,21073 Hamburg,22083 Hamburg,22301 Hamburg,80331 München,81541 München,80469 München,80637 München,80799 München,81369 München,81667 München,50667 Köln,50672 Köln,50823 Köln,51065 Köln,60311 Frankfurt am Main,60313 Frankfurt am Main,70173 Stuttgart,70176 Stuttgart,70372 Stuttgart,01067 Dresden,01097 Dresden,01309 Dresden,04109 Leipzig,04103 Leipzig,04229 Leipzig,28195 Bremen,28203 Bremen,30159 Hannover,30161 Hannover,30449 Hannover,90402 Nürnberg,90403 Nürnberg,44135 Dortmund,45127 Essen,40213 Düsseldorf,40210 Düsseldorf,40476 Düsseldorf,68159 Mannheim,68161 Mannheim,76133 Karlsruhe,76131 Karlsruhe,07743 Jena,08056 Zwickau,09111 Chemnitz,14467 Potsdam,17489 Greifswald,18055 Rostock,19053 Schwerin,23552 Lübeck,24103 Kiel,24937 Flensburg,27568 Bremerhaven,31134 Hildesheim,33602 Bielefeld,33098 Paderborn,34117 Kassel,35037 Marburg,35390 Gießen,36037 Fulda,37073 Göttingen,38100 Braunschweig,38440 Wolfsburg,39104 Magdeburg,41061 Mönchengladbach,42103 Wuppertal,44787 Bochum,45879 Gelsenkirchen,46045 Oberhausen,47051 Duisburg,47798 Krefeld,48143 Münster,49074 Osnabrück,52062 Aachen,53111 Bonn,54290 Trier,55116 Mainz,56068 Koblenz,57072 Siegen,58095 Hagen,64283 Darmstadt,65183 Wiesbaden,66111 Saarbrücken,67655 Kaiserslautern,69115 Heidelberg,72070 Tübingen,74072 Heilbronn,75172 Pforzheim,78462 Konstanz,79098 Freiburg im Breisgau,83022 Rosenheim,84028 Landshut,85049 Ingolstadt,86150 Augsburg,88212 Ravensburg,89073 Ulm,90762 Fürth,91052 Erlangen,93047 Regensburg,94032 Passau,95444 Bayreuth,96047 Bamberg,97070 Würzburg,99084 Erfurt,99423 Weimar'
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
