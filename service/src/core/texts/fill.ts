import { remembering } from '../remembering.ts';

/** A text in pieces: what is said in turn with the names of the values between. There are some hundred texts and few addresses. */
const piecesOf = remembering(1000, (text) => text.split(/\{(\w+)\}/));

/** A text with the values it names as `{name}`; one without its value is a fault of ours, thrown before it is shown. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  const pieces = piecesOf(text);
  let filled = pieces[0] ?? '';
  for (let at = 1; at < pieces.length; at += 2) {
    const name = pieces[at] ?? '';
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`a text without its ${name}: ${text}`);
    filled += `${value}${pieces[at + 1] ?? ''}`;
  }
  return filled;
}
