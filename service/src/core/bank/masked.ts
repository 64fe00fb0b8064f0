// Account numbers as they are shown to keys that may not see them whole.
import { ibanLengthOf, readIban } from './iban.ts';

const isMasked = (account: string): boolean => /^.{4}….{4}$/.test(account);

/** The first four and the last four characters; of a short number the last two. What is masked by them already stays. */
export function masked(account: string): string {
  if (account.length >= 12) return `${account.slice(0, 4)}…${account.slice(-4)}`;
  return isMasked(account) ? account : `…${account.slice(-2)}`;
}

/** What people put between the groups of an account number, and what has no width there. */
const between = /[\s./\-‐‑–\u200b-\u200d\u2060]/;
/** Full-width letters and digits count as those of ASCII; a text stays as long as it was. */
const withPlainLetters = (text: string): string =>
  text.replace(/[０-９Ａ-Ｚａ-ｚ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
/** How an account begins, with such between its characters too. */
const beginning =
  /[a-z][\s./\-‐‑–\u200b-\u200d\u2060]{0,3}[a-z][\s./\-‐‑–\u200b-\u200d\u2060]{0,3}\d[\s./\-‐‑–\u200b-\u200d\u2060]{0,3}\d/gi;
/** Ids and hashes have no blank, and what in them looks like an account in small letters is chance. */
const isWritten = (text: string): boolean => /\s/.test(text) || /^[A-Za-z]{2}\d{2}/.test(text);

/** A text with every IBAN in it masked, also one in small or full-width letters, in groups of any kind, or after other text at once. */
export function maskIbans(text: string): string {
  const plain = withPlainLetters(text);
  const anyCase = isWritten(plain);
  let shown = '';
  let from = 0;
  for (const { index } of plain.matchAll(beginning)) {
    const found = index < from ? undefined : ibanAt(plain, index);
    if (found === undefined || !(anyCase || /^[A-Z]{2}/.test(found.iban))) continue;
    shown += text.slice(from, index) + masked(found.iban.toUpperCase());
    from = found.end;
  }
  return shown + text.slice(from);
}

/** The IBAN that begins there, as it is written but for what is between its characters. */
function ibanAt(text: string, start: number): { iban: string; end: number } | undefined {
  let iban = '';
  let end = start;
  let length = 2;
  for (; iban.length < length; end += 1) {
    const character = text[end];
    if (character === undefined) return undefined;
    if (!between.test(character)) iban += character;
    if (iban.length === 2 && length === 2) length = ibanLengthOf(iban.toUpperCase()) ?? 0;
  }
  return typeof readIban(iban) === 'string' ? undefined : { iban, end };
}

/** A value as it was sent back, with accounts that are only masked taken from the value that was shown. */
export function unmaskedFrom(value: unknown, whole: unknown): unknown {
  if (typeof value === 'string') return typeof whole === 'string' && value === masked(whole) ? whole : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const own = (whole ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unmaskedFrom(inner, own[name])]));
}
