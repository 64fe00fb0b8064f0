// Bank accounts by the country's own rules.
import { type Account, wrong } from '../../bank/account.ts';
import type { BankRules } from '../country.ts';

function read(account: string, bankCode: string): Account {
  if (!/^\d{1,11}$/.test(account) || /^0+$/.test(account)) return wrong;
  if (bankCode === '') return { verdict: 'undecided' };
  return /^\d{5}$/.test(bankCode) ? { verdict: 'undecided', bban: bankCode + account.padStart(11, '0') } : wrong;
}

export const bank: BankRules = {
  codeDigits: 5,
  codeMayBeShort: false,
  accountMayBeginWithLetters: false,
  codeIsInBic: false,
  keepsSigns: false,
  read,
  bbanHolds: null,
  isForBillsAlone: null,
  bankOf: null,
  directory: null,
};
