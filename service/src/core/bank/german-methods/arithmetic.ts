// What the Bundesbank's check methods are built of. An account is ten digits, zero-filled; positions count from 1 at the
// left, weights apply from the right and begin again when they run out.

/** Is the account right by the method? Some methods also look at the bank code. */
export type Rule = (account: string, bankCode: string) => boolean;

export const digit = (account: string, at: number): number => account.charCodeAt(at - 1) - 48;

/** Sum over positions `from` to `to`; `across` adds the digits of each product instead of the product. */
export function sum(account: string, weights: readonly number[], from = 1, to = 9, across = false): number {
  let total = 0;
  for (let at = to, next = 0; at >= from; at -= 1, next += 1) {
    const product = digit(account, at) * (weights[next % weights.length] ?? 0);
    total += across && product > 9 ? product - 9 : product;
  }
  return total;
}

/** What is missing to the next ten, with the digits of products added. Methods of this kind follow 00. */
export const cross =
  (from = 1, to = 9, at = 10, weights: readonly number[] = [2, 1]): Rule =>
  (account) =>
    toTen(sum(account, weights, from, to, true)) === digit(account, at);

/** What is missing to the next ten, with whole products. */
export const ten =
  (weights: readonly number[], from = 1, to = 9, at = 10): Rule =>
  (account) =>
    toTen(sum(account, weights, from, to)) === digit(account, at);

export const toTen = (total: number): number => (10 - (total % 10)) % 10;

/** 11 less the remainder; where that has two digits, 0 is written. Methods of this kind follow 06. */
export const eleven =
  (weights: readonly number[], from = 1, to = 9, at = 10): Rule =>
  (account) =>
    toEleven(sum(account, weights, from, to)) === digit(account, at);

export function toEleven(total: number): number {
  const rest = total % 11;
  return rest <= 1 ? 0 : 11 - rest;
}

/** 11 less the remainder, where a remainder of 1 has no check digit. Methods of this kind follow 02. */
export const strictEleven =
  (weights: readonly number[], from = 1, to = 9, at = 10): Rule =>
  (account) => {
    const total = sum(account, weights, from, to);
    return total % 11 !== 1 && toEleven(total) === digit(account, at);
  };

/** What is missing to the next multiple of another modulus, 7 or 9. */
export const modulus =
  (of: number, weights: readonly number[], from = 5, to = 9, at = 10, across = false): Rule =>
  (account) =>
    (of - (sum(account, weights, from, to, across) % of)) % of === digit(account, at);

/** Right by one of several methods, tried in turn. */
export const oneOf =
  (...rules: readonly Rule[]): Rule =>
  (account, bankCode) =>
    rules.some((rule) => rule(account, bankCode));

/** Which method counts depends on the account. */
export const either =
  (condition: (account: string) => boolean, then: Rule, otherwise: Rule): Rule =>
  (account, bankCode) =>
    (condition(account) ? then : otherwise)(account, bankCode);

export const always: Rule = () => true;
export const never: Rule = () => false;

/** The account without its sub-account: so many zeros at the left are taken for ones left out at the right. */
export const shifted =
  (places: number, rule: Rule): Rule =>
  (account, bankCode) =>
    account.startsWith('0'.repeat(places)) && rule(account.slice(places) + '0'.repeat(places), bankCode);

/** Is the account, as a number, in one of the ranges? */
export const within =
  (...ranges: readonly (readonly [number, number])[]) =>
  (account: string): boolean => {
    const number = Number(account);
    return ranges.some(([from, to]) => from <= number && number <= to);
  };

export const at =
  (position: number, digits: string) =>
  (account: string): boolean =>
    digits.includes(account[position - 1] ?? '');

export const starts =
  (text: string, position = 1) =>
  (account: string): boolean =>
    account.startsWith(text, position - 1);

export const upTo = (last: number): number[] => Array.from({ length: last - 1 }, (_each, index) => index + 2);
