// Account numbers as they are shown to keys that may not see them whole.
import { ibanLengthOf, readIban } from './iban.ts';

/** The first four and the last four characters; of a short number the last two. */
export const masked = (account: string): string =>
  account.length < 12 ? `…${account.slice(-2)}` : `${account.slice(0, 4)}…${account.slice(-4)}`;

/** A text with every IBAN in it masked, also one that is written in groups or follows other text at once. */
export function maskIbans(text: string): string {
  let shown = '';
  let from = 0;
  for (const { index } of text.matchAll(/[A-Z]{2}\d{2}/g)) {
    const end = index < from ? undefined : endOfIban(text, index);
    if (end === undefined) continue;
    shown += text.slice(from, index) + masked(text.slice(index, end).replaceAll(' ', ''));
    from = end;
  }
  return shown + text.slice(from);
}

function endOfIban(text: string, start: number): number | undefined {
  const length = ibanLengthOf(text.slice(start, start + 2)) ?? 0;
  let end = start;
  for (let count = 0; count < length; end += 1) {
    if (end >= text.length) return undefined;
    if (text[end] !== ' ') count += 1;
  }
  return typeof readIban(text.slice(start, end)) === 'string' ? undefined : end;
}

/** A value as it was sent back, with accounts that are only masked taken from the value that was shown. */
export function unmaskedFrom(value: unknown, whole: unknown): unknown {
  if (typeof value === 'string') return typeof whole === 'string' && value === masked(whole) ? whole : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const own = (whole ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unmaskedFrom(inner, own[name])]));
}
