// The characters that every bank of the SEPA takes: a to z, digits, blank and / - ? : ( ) . , ' + (EPC217-08, the basic
// Latin set of the customer-to-bank guidelines). Others become what the guidelines and custom make of them.

/** What has no base letter in Unicode, or is written otherwise than its base letter. */
const special: Readonly<Record<string, string>> = {
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ẞ: 'SS',
  Æ: 'Ae',
  æ: 'ae',
  Ø: 'Oe',
  ø: 'oe',
  Å: 'Aa',
  å: 'aa',
  Œ: 'Oe',
  œ: 'oe',
  Ð: 'D',
  ð: 'd',
  Đ: 'D',
  đ: 'd',
  Þ: 'Th',
  þ: 'th',
  Ł: 'L',
  ł: 'l',
  ı: 'i',
  '&': '+',
  '€': 'EUR',
  _: '-',
  '–': '-',
  '—': '-',
  '’': "'",
  '‘': "'",
  '`': "'",
  '´': "'",
  '"': "'",
  '“': "'",
  '”': "'",
  '„': "'",
  '«': "'",
  '»': "'",
  ';': ',',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '@': '(at)',
};

const allowed = /[A-Za-z0-9/\-?:().,'+ ]/;

/**
 * A text in the characters of SEPA, cut to a length. What has no counterpart becomes a dot; runs of blanks become one. It
 * neither begins nor ends with a blank or a slash nor holds two slashes together, which banks read as marks of their own.
 */
export function sepaText(text: string, maxLength: number): string {
  const letters = Array.from(text.normalize('NFC'), letterOf).join('');
  const tidy = letters
    .replace(/\s+/g, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/^[\s/]+/, '')
    .slice(0, maxLength);
  let end = tidy.length;
  while (end > 0 && ' /'.includes(tidy.charAt(end - 1))) end -= 1;
  return tidy.slice(0, end);
}

function letterOf(letter: string): string {
  const known = special[letter];
  if (known !== undefined) return known;
  if (/\s/.test(letter)) return ' ';
  if (allowed.test(letter)) return letter;
  const base = Array.from(letter.normalize('NFD').replace(/\p{M}/gu, ''), (each) => special[each] ?? each).join('');
  return Array.from(base).every((each) => allowed.test(each)) ? base : '.';
}
