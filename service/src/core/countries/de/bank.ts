// Bank accounts by the country's own rules.
import { type Account, wrong } from '../../bank/account.ts';
import type { BankRules } from '../country.ts';
import { germanAccountHolds, germanBank, germanBanksUntil, lacksSubAccount } from './banks.ts';

/** No bank code of Germany begins with 0 or 9. */
const isBankCode = (digits: string): boolean => /^[1-8]\d{7}$/.test(digits);

/** Bank code and account in one, as long as both together; not where the account may as well be the first of the two. */
function readJoined(digits: string): Account {
  const [code, number] = [digits.slice(0, 8), digits.slice(8)];
  const turned = isBankCode(digits.slice(10)) && germanBank(digits.slice(10)) !== undefined && germanBank(code) === undefined;
  return isBankCode(code) && !turned ? read(number, code) : wrong;
}

function read(account: string, bankCode: string): Account {
  if (bankCode === '' && /^\d{18}$/.test(account)) return readJoined(account);
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
