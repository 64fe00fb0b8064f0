// Bank accounts by the country's own rules.
import { type Account, type Bank, wrong } from '../../bank/account.ts';
import { luhn } from '../check-digits.ts';
import type { BankRules } from '../country.ts';
import { isBankgiro, isPlusgiro, swedishAccountHolds, swedishBankName, swedishBban, swedishBbanHolds } from './accounts.ts';

/** Clearing number and account in one, as people write them: the dash, or the blank, or the length says where it ends. */
function splitSwedish(account: string): readonly [string, string] {
  const digits = account.replace(/[-, .]/g, '');
  if (!/^\d{9,15}$/.test(digits)) return ['', ''];
  const isFive = digits[0] === '8' && luhn(digits.slice(0, 5));
  // Without the dash before its fifth digit the rest says whether there is one: no account has more than ten digits.
  const five = isFive && (/^8\d{3}-\d[, .-]?\d/.test(account) || luhn(digits.slice(5)) || digits.length > 14);
  return five ? [digits.slice(0, 5), digits.slice(5)] : [digits.slice(0, 4), digits.slice(4)];
}

function read(account: string, bankCode: string): Account {
  const [clearing, number] = bankCode === '' ? splitSwedish(account) : [bankCode, account];
  const verdict = clearing === '' ? 'wrong' : swedishAccountHolds(clearing, number);
  if (verdict === 'wrong') return bankCode === '' && (isBankgiro(account) || isPlusgiro(account)) ? { verdict: 'right' } : wrong;
  const made = swedishBban(clearing, number);
  return { verdict, ...(made && { bban: made.bban }) };
}

function bankOf(iban: string, written: string | undefined): Bank {
  // A Swedish IBAN begins with the bank's three digits; the clearing number says more where it is known.
  const code = written?.replace(/\D/g, '').slice(0, 4) ?? `${iban.slice(4, 7)}0`;
  const bankName = swedishBankName(code);
  const bic = swedishBban(code, '1')?.bic;
  return { ...(bankName !== undefined && { bankName }), ...(bic !== undefined && { bic }) };
}

export const bank: BankRules = {
  codeDigits: null,
  codeMayBeShort: false,
  accountMayBeginWithLetters: false,
  codeIsInBic: false,
  keepsSigns: true,
  read,
  bbanHolds: swedishBbanHolds,
  isForBillsAlone: null,
  bankOf: bankOf,
  directory: null,
};
