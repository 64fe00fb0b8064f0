// Account numbers as they are shown to keys that may not see them whole.
import { ibanLengthOf, readIban } from './iban.ts';

const isMasked = (account: string): boolean => /^.{4}….{4}$/.test(account);

/** The first four and the last four characters; of a short number the last two. What is masked by them already stays. */
export function masked(account: string): string {
  if (account.length >= 12) return `${account.slice(0, 4)}…${account.slice(-4)}`;
  return isMasked(account) ? account : `…${account.slice(-2)}`;
}

/** What people put between the groups of an account number. */
const between = /[\s.\-‐‑–]/;
/** Ids and hashes have no blank, and what in them looks like an account in small letters is chance. */
const isWritten = (text: string): boolean => /\s/.test(text) || /^[A-Za-z]{2}\d{2}/.test(text);

/** A text with every IBAN in it masked, also one in small letters, in groups of any kind, or after other text at once. */
export function maskIbans(text: string): string {
  let shown = '';
  let from = 0;
  for (const { index } of text.matchAll(isWritten(text) ? /[A-Za-z]{2}\d{2}/g : /[A-Z]{2}\d{2}/g)) {
    const found = index < from ? undefined : ibanAt(text, index);
    if (found === undefined) continue;
    shown += text.slice(from, index) + masked(found.iban);
    from = found.end;
  }
  return shown + text.slice(from);
}

function ibanAt(text: string, start: number): { iban: string; end: number } | undefined {
  const length = ibanLengthOf(text.slice(start, start + 2).toUpperCase()) ?? 0;
  let iban = '';
  let end = start;
  for (; iban.length < length; end += 1) {
    const character = text[end];
    if (character === undefined) return undefined;
    if (!between.test(character)) iban += character;
  }
  return typeof readIban(iban) === 'string' ? undefined : { iban: iban.toUpperCase(), end };
}

/** A value as it was sent back, with accounts that are only masked taken from the value that was shown. */
export function unmaskedFrom(value: unknown, whole: unknown): unknown {
  if (typeof value === 'string') return typeof whole === 'string' && value === masked(whole) ? whole : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const own = (whole ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unmaskedFrom(inner, own[name])]));
}
