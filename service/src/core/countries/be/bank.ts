// Bank accounts by the country's own rules.
import { type Account, wrong } from '../../bank/account.ts';
import { mod97 } from '../check-digits.ts';
import type { BankRules } from '../country.ts';

const isBelgian = (digits: string): boolean =>
  /^\d{12}$/.test(digits) && (mod97(digits.slice(0, 10)) || 97) === Number(digits.slice(10));

function read(account: string): Account {
  return isBelgian(account) ? { verdict: 'right', bban: account } : wrong;
}

export const bank: BankRules = {
  codeDigits: null,
  codeMayBeShort: false,
  accountMayBeginWithLetters: false,
  codeIsInBic: false,
  keepsSigns: false,
  read,
  bbanHolds: isBelgian,
  isForBillsAlone: null,
  bankOf: null,
  directory: null,
};
