// Bank accounts by the country's own rules.
import { type Account, wrong } from '../../bank/account.ts';
import type { BankRules } from '../country.ts';

function read(account: string, bankCode: string): Account {
  const [registration, number] = bankCode === '' ? [account.slice(0, 4), account.slice(4)] : [bankCode, account];
  if (!/^\d{4}$/.test(registration) || !/^\d{1,10}$/.test(number) || /^0+$/.test(number)) return wrong;
  return { verdict: 'undecided', bban: registration + number.padStart(10, '0') };
}

export const bank: BankRules = {
  codeDigits: 4,
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
