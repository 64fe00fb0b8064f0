// Bank accounts by the country's own rules.
import { type Account, wrong } from '../../bank/account.ts';
import type { BankRules } from '../country.ts';

const swissTable = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
/** Modulus 10, recursive: the check digit of Swiss postal accounts. */
function swissDigit(digits: string): number {
  let carry = 0;
  for (const digit of digits) carry = swissTable[(carry + Number(digit)) % 10] ?? 0;
  return (10 - carry) % 10;
}

function read(account: string, bankCode: string): Account {
  const [, office, number = '', check] = /^(\d\d)-(\d{1,6})-(\d)$/.exec(account) ?? [];
  if (office !== undefined) {
    const digits = office + number.padStart(6, '0');
    return swissDigit(digits) === Number(check)
      ? { verdict: 'right', bban: `09000${`${digits}${check}`.padStart(12, '0')}` }
      : wrong;
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
  bankOf: null,
};
