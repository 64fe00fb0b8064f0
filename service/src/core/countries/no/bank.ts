// Bank accounts by the country's own rules.
import { type Account, wrong } from '../../bank/account.ts';
import { elevenDigit } from '../check-digits.ts';
import type { BankRules } from '../country.ts';

const kontonummerWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
export const isKontonummer = (digits: string): boolean =>
  /^\d{11}$/.test(digits) && !/^0+$/.test(digits) && elevenDigit(digits, kontonummerWeights) === Number(digits[10]);

function read(account: string, bankCode: string): Account {
  const digits = account.length === 7 ? bankCode + account : account;
  return isKontonummer(digits) ? { verdict: 'right', bban: digits } : wrong;
}

export const bank: BankRules = {
  codeDigits: null,
  codeMayBeShort: false,
  accountMayBeginWithLetters: false,
  codeIsInBic: false,
  keepsSigns: false,
  read,
  bbanHolds: isKontonummer,
  isForBillsAlone: null,
  bankOf: null,
  directory: null,
};
