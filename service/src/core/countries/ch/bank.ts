// Bank accounts by the country's own rules.
import { type Account, wrong } from '../../bank/account.ts';
import { recursiveDigit } from '../check-digits.ts';
import type { BankRules } from '../country.ts';
import { isQrIban } from './reference.ts';

function read(account: string, bankCode: string): Account {
  const [, office, number = '', check] = /^(\d\d)-(\d{1,6})-(\d)$/.exec(account) ?? [];
  if (office !== undefined) {
    const digits = office + number.padStart(6, '0');
    return recursiveDigit(digits) === check ? { verdict: 'right', bban: `09000${`${digits}${check}`.padStart(12, '0')}` } : wrong;
  }
  if (!/^[A-Z0-9]{1,12}$/.test(account) || /^0+$/.test(account)) return wrong;
  if (bankCode === '') return { verdict: 'undecided' };
  if (!/^\d{3,5}$/.test(bankCode)) return wrong;
  return { verdict: 'undecided', bban: bankCode.padStart(5, '0') + account.padStart(12, '0') };
}

export const bank: BankRules = {
  codeDigits: 5,
  codeMayBeShort: true,
  accountMayBeginWithLetters: true,
  codeIsInBic: false,
  keepsSigns: true,
  read,
  bbanHolds: null,
  isForBillsAlone: isQrIban,
  bankOf: null,
  directory: null,
};
