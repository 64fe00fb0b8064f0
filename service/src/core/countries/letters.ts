// How letters are written where the keyboard lacks them; each country names the habit it has.

export type LetterForms = Readonly<Record<string, string>>;

export const germanLetters: LetterForms = { ä: 'ae', ö: 'oe', ü: 'ue', æ: 'ae', ø: 'oe', å: 'aa' };
export const nordicLetters: LetterForms = { ä: 'ae', ö: 'oe', ü: 'y', æ: 'ae', ø: 'oe', å: 'aa' };

/** ß is ss everywhere. */
export const germanPairs: readonly string[] = ['ae', 'oe', 'ue'];
