// Bank accounts by the country's own rules.
import { type Account, wrong } from '../../bank/account.ts';
import type { BankRules } from '../country.ts';
import { germanAccountHolds, germanBank, germanBanksUntil, lacksSubAccount } from './banks.ts';

function read(account: string, bankCode: string): Account {
  if (!/^\d{1,10}$/.test(account) || /^0+$/.test(account)) return wrong;
  if (bankCode === '') return { verdict: 'undecided' };
  if (!/^\d{8}$/.test(bankCode)) return wrong;
  const holds = germanAccountHolds(bankCode, account);
  if (holds === false) return wrong;
  if (holds && lacksSubAccount(bankCode, account)) return { verdict: 'undecided' };
  return { verdict: holds ? 'right' : 'undecided', bban: bankCode + account.padStart(10, '0') };
}

export const bank: BankRules = {
  codeDigits: 8,
  codeMayBeShort: false,
  accountMayBeginWithLetters: false,
  codeIsInBic: false,
  keepsSigns: false,
  read,
  bbanHolds: (bban) => (germanAccountHolds(bban.slice(0, 8), bban.slice(8)) === false ? undefined : true),
  isForBillsAlone: null,
  bankOf: (iban) => germanBank(iban.slice(4, 12)) ?? {},
  directory: { of: 'German banks', package: 'bankdata-germany', until: germanBanksUntil },
};
