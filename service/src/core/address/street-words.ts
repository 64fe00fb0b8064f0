// Words of streets and houses in the nine countries: kinds of street with their abbreviations, and what is before the
// number of a door, stair or box. They are compared folded as `foldKey` does (ae and aa → a, ue → u, ø → o).
import { type CountryCode, countries, countryCodes } from '../countries/countries.ts';

const folded = (word: string): string => word.replace(/ae|oe|ue|aa/g, (pair) => pair.charAt(0));
const set = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(folded));
const map = (pairs: string): ReadonlyMap<string, string> =>
  new Map(
    pairs.split(' ').map((pair) => {
      const [word = '', form = ''] = pair.split('=');
      return [folded(word), form];
    }),
  );

/** What only says what the number numbers: "Haus 3", "bus 3", "lgh 1102", "as. 12", "2. sal", "Top 5". */
export const markers = set(
  'n nr no num nummer numero hausnr hausnummer husnr huisnr huisnummer haus house hus talo stiege stg tur tor top whg wohnung apt app ' +
    'appartement appartment apartment bus bte boite box b postbox lgh lagenhet leil leilighet lejl lejlighed as asunto bst bostad ' +
    'etage et etg etasje og obergeschoss stock stockwerk sal tr trappor trappa van vaning krs kerros rappu porras opgang oppgang ' +
    'uppgang trapp ingang eingang aufgang ovi dor deur',
);

/** Floors and sides, and the one form of each. */
export const floors = map(
  'th=th tv=tv mf=mf mv=mf st=st stuen=st kl=kl kld=kl kaelder=kl hs=hs huis=hs bis=bis ter=ter quater=quater rd=rd rood=rd zw=zw zwart=zw ' +
    'eg=eg erdgeschoss=eg parterre=eg ug=ug dg=dg dachgeschoss=dg vh=vh vorderhaus=vh hh=hh hinterhaus=hh hth=hh li=li links=li re=re ' +
    'rechts=re bv=bv boven=bv sous=sous h=h u=u k=k l=l',
);

/** Floors of Dutch houses: 12-II. One letter is a letter everywhere else. */
export const romans = map('i=1 ii=2 iii=3 iv=4 v=5');

/** Endings of a number that make it an ordinal: 1e, 2de, 1ste, 2nd. */
export const asOrdinal = set('e de ste er ere eme nd st rd th');

/** A number before them is a day: Straße des 17. Juni, 1. mai gate, 6. november. */
export const months = set(
  'januar februar marz mars maj mai mei juni juli august september oktober november dezember desember december januari februari maart ' +
    'april augustus augusti janvier fevrier avril juin juillet aout septembre octobre novembre decembre',
);

const unknown = { words: map(''), stopped: map(''), endings: [] };
const compiled = new Map(
  countryCodes.map((country) => {
    const { streetWords, streetAbbreviations, streetEndings } = countries[country].address;
    return [country, { words: map(streetWords), stopped: map(streetAbbreviations), endings: streetEndings }];
  }),
);

/** One form for a word of a street's name, however it is abbreviated; `dot` when a full stop follows it. */
export function canonicalWord(word: string, dot: boolean, country: CountryCode): string {
  const { words, stopped, endings } = compiled.get(country) ?? unknown;
  const known = words.get(word);
  if (known !== undefined) return known;
  const short = dot ? stopped.get(word.slice(-1)) : undefined;
  // A single letter may be anything with a full stop: V. is Vester in Denmark, an initial anywhere.
  if (short !== undefined && word.length > 2) return word.slice(0, -1) + short;
  for (const [ending, brief] of endings) if (ending.test(word)) return word.replace(ending, brief);
  return word;
}
