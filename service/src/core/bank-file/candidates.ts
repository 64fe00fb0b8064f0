// Which payment references the words on a bank statement may hold, in every form in which ours are kept: banks leave out or
// add leading zeros, payers add blanks and words, and Finnish banks turn a national reference into its RF form.
import { isRfReference } from '../payment-reference/rf.ts';

/** Lengths of the references that are kept with their leading zeros: OGM, KID, OCR, FIK, betalingskenmerk, QRR. */
const paddedLengths = [12, 14, 15, 16, 27];
/** ISO 11649 as we draw it: RF, two digits and thirteen of ours. */
const rfDigits = 13;
/** In free text a shorter number is rather a date or an invoice's number. */
const shortestInText = 8;
const longest = 27;
/** A text that holds more is no remittance information. */
const longestText = 2000;
const mostInText = 200;

/** The text of a field for references: all of it is the reference, or nothing is. */
export function fromField(text: string): string[] {
  const clean = text.normalize('NFKC').toUpperCase();
  // A sign that is neither separates nor belongs to a reference makes it another one: it is not left out in silence.
  if (!/^[0-9A-Z\s+*/.:-]{1,140}$/.test(clean)) return [];
  return formsOf(clean.replace(/[^0-9A-Z]/g, ''));
}

/** What free text may hold: RF references among words, and numbers in groups. */
export function fromText(text: string): string[] {
  const clean = text.normalize('NFKC').toUpperCase().slice(0, longestText);
  const found = new Set([...rfWithin(clean), ...numbersWithin(clean)].flatMap(formsOf));
  return [...found].slice(0, mostInText * 8);
}

/** The forms in which a reference may be kept here. */
function formsOf(reference: string): string[] {
  if (/^RF\d{2}[0-9A-Z]{1,21}$/.test(reference)) {
    const own = reference.slice(4);
    const bare = own.replace(/^0+/, '');
    const padded = `${reference.slice(0, 4)}${bare.padStart(rfDigits, '0')}`;
    return distinct([reference, `${reference.slice(0, 4)}${bare}`, padded, ...(/^\d+$/.test(own) ? numberForms(bare) : [])]);
  }
  if (/^\d{2,35}$/.test(reference)) return numberForms(reference.replace(/^0+/, ''));
  return /^[0-9A-Z-]{4,35}$/.test(reference) ? [reference] : [];
}

function numberForms(bare: string): string[] {
  if (bare === '') return [];
  return distinct([bare, ...paddedLengths.map((length) => bare.padStart(length, '0'))]);
}

/** Where one ends among words is not marked: every length that its check digits allow is tried. */
function rfWithin(text: string): string[] {
  return [...text.matchAll(/RF\s?\d\s?\d/g)].slice(0, mostInText).flatMap(({ index }) => {
    const signs =
      text
        .slice(index, index + 80)
        .match(/^[0-9A-Z\s]+/)?.[0]
        .replace(/\s/g, '')
        .slice(0, 25) ?? '';
    const lengths = Array.from({ length: Math.max(0, signs.length - 4) }, (_each, at) => signs.slice(0, at + 5));
    return lengths.filter(isRfReference);
  });
}

/** Numbers, alone and joined with their neighbours: a reference is written in groups, beside dates and other numbers. */
function numbersWithin(text: string): string[] {
  return (text.match(/\d+(?:[\s+*/.-]{1,3}\d+)*/g) ?? []).slice(0, mostInText).flatMap((run) => {
    const groups = run.split(/\D+/).slice(0, 40);
    return groups.flatMap((_group, from) => {
      const joined: string[] = [];
      let digits = '';
      for (const group of groups.slice(from)) {
        digits += group;
        if (digits.length > longest) break;
        if (digits.length >= shortestInText) joined.push(digits);
      }
      return joined;
    });
  });
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
