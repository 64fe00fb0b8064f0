// The courts of Germany that keep a commercial register. Names as they are written; compared without case, accents and signs.
const names = `
Aachen|Altenburg|Amberg|Ansbach|Apolda|Arnsberg|Arnstadt|Aschaffenburg|Augsburg|Aurich|Bad Hersfeld|Bad Homburg v.d.H.
Bad Kreuznach|Bad Oeynhausen|Bad Salzungen|Bamberg|Bayreuth|Berlin (Charlottenburg)|Bielefeld|Bochum|Bonn|Braunschweig|Bremen
Chemnitz|Coburg|Coesfeld|Cottbus|Darmstadt|Deggendorf|Dortmund|Dresden|Duisburg|Düren|Düsseldorf|Eisenach|Erfurt|Eschwege
Essen|Flensburg|Frankfurt am Main|Frankfurt (Oder)|Freiburg|Friedberg|Fritzlar|Fulda|Fürth|Gelsenkirchen|Gera|Gießen|Gotha
Göttingen|Greiz|Gütersloh|Hagen|Hamburg|Hamm|Hanau|Hannover|Heilbad Heiligenstadt|Hildburghausen|Hildesheim|Hof
Homburg|Ingolstadt|Iserlohn|Jena|Kaiserslautern|Kassel|Kempten (Allgäu)|Kiel|Kleve|Koblenz|Köln|Königstein|Korbach|Krefeld
Landau|Landshut|Langenfeld|Lebach|Leipzig|Lemgo|Limburg|Lübeck|Ludwigshafen a.Rhein (Ludwigshafen)|Lüneburg|Mainz|Mannheim
Marburg|Meiningen|Memmingen|Merzig|Mönchengladbach|Montabaur|Mühlhausen|München|Münster|Neubrandenburg|Neunkirchen|Neuruppin
Neuss|Nordhausen|Nürnberg|Offenbach am Main|Oldenburg (Oldenburg)|Osnabrück|Ottweiler|Paderborn|Passau|Pinneberg|Pößneck
Pößneck Zweigstelle Bad Lobenstein|Potsdam|Recklinghausen|Regensburg|Rostock|Rudolstadt|Rudolstadt Zweigstelle Saalfeld
Saarbrücken|Saarlouis|Schweinfurt|Schwerin|Siegburg|Siegen|Sömmerda|Sondershausen|Sonneberg|St. Ingbert (St Ingbert)
St. Wendel (St Wendel)|Stadthagen|Stadtroda|Steinfurt|Stendal|Stralsund|Straubing|Stuttgart|Suhl|Tostedt|Traunstein|Ulm
Völklingen|Walsrode|Weiden i. d. OPf.|Weimar|Wetzlar|Wiesbaden|Wittlich|Wuppertal|Würzburg|Zweibrücken`
  .trim()
  .split(/[|\n]/);

/** The letters only; ä, ö, ü and ß also as ae, oe, ue and ss. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z]/g, '');

const spellings = new Map<string, string>();
for (const name of names) {
  // In brackets is what the court is also called, or where it lies; each part does for the whole.
  const [outside = '', inside] = name.split(/[()]/);
  for (const spelling of [name, outside, ...(inside === undefined || inside === 'Oder' ? [] : [inside])]) {
    const key = folded(spelling);
    if (!spellings.has(key) && key !== 'frankfurt') spellings.set(key, name);
  }
}
spellings
  .set('frankfurtmain', 'Frankfurt am Main')
  .set('badhomburg', 'Bad Homburg v.d.H.')
  .set('badhomburgvorderhoehe', 'Bad Homburg v.d.H.');
spellings.set('frankfurt', 'Frankfurt am Main').set('offenbach', 'Offenbach am Main').set('ludwigshafen', 'Ludwigshafen a.Rhein');

/** What imprints put before the place. No court's name begins so. */
const office = /^(amtsgericht|registergericht|ag)/;

/** The court as it is written in full, if there is one of that name. */
export const isRegistryCourt = (text: string): string | undefined =>
  spellings.get(folded(text)) ?? spellings.get(folded(text).replace(office, ''));
