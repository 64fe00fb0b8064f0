// Who is behind an entry of a bank statement: an account as the bank writes it, and a name as a person typed it into a form.
import { foldPlain } from '../phonetics.ts';

/** An IBAN, or a national number, in one form however it is written. */
export const accountText = (account: string): string => account.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

/**
 * May the name on an entry be this person's? Every word of the shorter one is in the other, or there as its initial, and
 * one of them is whole: "Weber, I." and "Herr Ida Maria Weber" may be Ida Weber, "Jan Weber" is not. An account is often two
 * people's.
 */
export function mayBeCalled(onEntry: string, name: string): boolean {
  const [shorter = [], longer = []] = [wordsOf(onEntry), wordsOf(name)].sort((a, b) => a.length - b.length);
  if (!shorter.some((word) => word.length > 1 && longer.includes(word))) return false;
  return shorter.every((word) => longer.some((other) => word === other || isInitial(word, other) || isInitial(other, word)));
}

const wordsOf = (name: string): string[] => foldPlain(name).split(' ');
const isInitial = (one: string, other: string): boolean => one.length === 1 && other.startsWith(one);
