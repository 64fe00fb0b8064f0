// Bank accounts by the country's own rules.
import { type Account, wrong } from '../../bank/account.ts';
import { weighted } from '../check-digits.ts';
import type { BankRules } from '../country.ts';

/** Nine or ten digits; up to seven were accounts of the old Postbank, which nothing checks. */
export const holdsElevenTest = (digits: string): boolean =>
  digits.length <= 10 && weighted(digits.padStart(10, '0'), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;

function read(account: string, bankCode: string): Account {
  if (!/^\d{1,10}$/.test(account) || /^0+$/.test(account)) return wrong;
  const digits = account.replace(/^0+/, '');
  const old = digits.length <= 7;
  if (!old && (digits.length < 9 || !holdsElevenTest(digits))) return wrong;
  const bban = /^[A-Z]{4}$/.test(bankCode) ? { bban: bankCode + digits.padStart(10, '0') } : {};
  return { verdict: old ? 'undecided' : 'right', ...bban };
}

export const bank: BankRules = {
  codeDigits: null,
  codeMayBeShort: false,
  accountMayBeginWithLetters: false,
  codeIsInBic: true,
  keepsSigns: false,
  read,
  bbanHolds: (bban) => (/^[A-Z]{4}000\d{7}$/.test(bban) || holdsElevenTest(bban.slice(4)) ? true : undefined),
  isForBillsAlone: null,
  bankOf: null,
  directory: null,
};
