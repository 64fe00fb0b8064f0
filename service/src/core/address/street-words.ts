// Words of streets and houses in the nine countries: kinds of street with their abbreviations, and what stands before the
// number of a door, stair or box. They are compared folded as `foldKey` does (ae and aa → a, ue → u, ø → o).
import type { CountryCode } from '../countries/countries.ts';

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

type Ending = readonly [ending: RegExp, short: string];
const german: readonly Ending[] = [
  [/(strasse|strase|str)$/, 'str'],
  [/(platz|pl)$/, 'pl'],
  [/(gasse|gass)$/, 'gs'],
  [/(allee|alle)$/, 'al'],
];
const dutch: readonly Ending[] = [
  [/(strat|str)$/, 'str'],
  [/(plein|pln|pl)$/, 'pl'],
  [/(lan|ln)$/, 'ln'],
  [/(steenweg|stwg|stw)$/, 'stw'],
  [/(weg|wg)$/, 'w'],
  [/(gracht|gr)$/, 'gr'],
];
const nordic: readonly Ending[] = [
  [/(gaten|gatan|gata|gate|gade|gt|gd)$/, 'gt'],
  [/(vegen|veien|vagen|veg|vei|vag|vn)$/, 'v'],
  [/(plass|plads|plats|pl)$/, 'pl'],
];
const endings: Readonly<Record<CountryCode, readonly Ending[]>> = {
  DE: german,
  AT: german,
  CH: german,
  NL: dutch,
  BE: dutch,
  NO: nordic,
  SE: nordic,
  // Skolevej and Skolevejen are two Danish streets.
  DK: [...nordic.slice(0, 1), [/(vej|vei)$/, 'v'], ...nordic.slice(2)],
  FI: [...nordic, [/(katu|kat)$/, 'k'], [/tie$/, 't'], [/(kuja|kj)$/, 'kj']],
};

/** A last letter with a full stop: Storg. 5, Trondheimsv. 3, Hämeenk. 7, Mariahilfer G. */
const stopped: Readonly<Partial<Record<CountryCode, ReadonlyMap<string, string>>>> = {
  NO: map('g=gt v=v'),
  SE: map('g=gt v=v'),
  DK: map('g=gt v=v'),
  FI: map('g=gt v=v k=k t=t'),
  DE: map('g=gs w=weg'),
  AT: map('g=gs w=weg'),
  CH: map('g=gs w=weg'),
  NL: map('w=w'),
  BE: map('w=w'),
};

const french =
  'rue=r avenue=av ave=av boulevard=bd bld=bd boul=bd blvd=bd place=pl chaussee=ch chee=ch chauss=ch chemin=ch che=ch ' +
  'square=sq route=rte saint=st sainte=st ste=st sint=st quai=q';
const germanWords = 'sankt=st doktor=dr professor=prof bgm=burgermeister bgmstr=burgermeister burgerm=burgermeister gen=general';
const words: Readonly<Record<CountryCode, ReadonlyMap<string, string>>> = {
  DE: map(germanWords),
  AT: map(germanWords),
  CH: map(`${germanWords} ${french} piazza=pza viale=vle`),
  NL: map(
    'van=v de=d der=d den=d vd=vd sint=st eerste=1 tweede=2 derde=3 vierde=4 burgemeester=burg professor=prof dokter=dr doctor=dr',
  ),
  BE: map(`${french} van=v de=d der=d den=d burgemeester=burg dokter=dr docteur=dr professeur=prof`),
  NO: map('gamle=gml gammel=gml sankt=st doktor=dr professor=prof alle=alle'),
  SE: map('gamla=gml norra=n sodra=s ostra=o vastra=v stora=st lilla=l sankt=st'),
  DK: map(
    'gammel=gl gamle=gl norre=nr sonder=sdr sondre=sdr vester=v vestre=v oster=o ostre=o store=st lille=ll sankt=skt sct=skt boulevard=blvd boul=blvd',
  ),
  FI: map('pohjoinen=pohj etelainen=etel itainen=it lantinen=lant vanha=vanh norra=n sodra=s ostra=o vastra=v'),
};

/** One form for a word of a street's name, however it is abbreviated; `dot` when a full stop follows it. */
export function canonicalWord(word: string, dot: boolean, country: CountryCode): string {
  const known = words[country].get(word);
  if (known !== undefined) return known;
  const short = dot ? stopped[country]?.get(word.slice(-1)) : undefined;
  // A single letter may be anything with a full stop: V. is Vester in Denmark, an initial anywhere.
  if (short !== undefined && word.length > 2) return word.slice(0, -1) + short;
  for (const [ending, brief] of endings[country]) if (ending.test(word)) return word.replace(ending, brief);
  return word;
}
