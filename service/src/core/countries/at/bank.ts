// Bank accounts by the country's own rules.
import { type Account, wrong } from '../../bank/account.ts';
import type { BankRules } from '../country.ts';

function read(account: string, bankCode: string): Account {
  // As long as both together: it cannot be read in another way.
  if (bankCode === '' && /^\d{16}$/.test(account)) return read(account.slice(5), account.slice(0, 5));
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
