// Kinds of streets and words in their names that neighbours share, compared folded (core/address/street-words.ts).

/** How a kind of street ends, and the one short form of it. */
export type Ending = readonly [ending: RegExp, short: string];
export const german: readonly Ending[] = [
  [/(strasse|strase|str)$/, 'str'],
  [/(platz|pl)$/, 'pl'],
  [/(gasse|gass)$/, 'gs'],
  [/(allee|alle)$/, 'al'],
];
export const dutch: readonly Ending[] = [
  [/(strat|str)$/, 'str'],
  [/(plein|pln|pl)$/, 'pl'],
  [/(lan|ln)$/, 'ln'],
  [/(steenweg|stwg|stw)$/, 'stw'],
  [/(weg|wg)$/, 'w'],
  [/(gracht|gr)$/, 'gr'],
];
export const nordic: readonly Ending[] = [
  [/(gaten|gatan|gata|gate|gade|gt|gd)$/, 'gt'],
  [/(vegen|veien|vagen|veg|vei|vag|vn)$/, 'v'],
  [/(plass|plads|plats|pl)$/, 'pl'],
];

export const french =
  'rue=r avenue=av ave=av boulevard=bd bld=bd boul=bd blvd=bd place=pl chaussee=ch chee=ch chauss=ch chemin=ch che=ch ' +
  'square=sq route=rte saint=st sainte=st ste=st sint=st quai=q';
export const germanWords =
  'sankt=st doktor=dr professor=prof bgm=burgermeister bgmstr=burgermeister burgerm=burgermeister gen=general';
