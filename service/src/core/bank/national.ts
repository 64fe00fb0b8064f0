// Accounts of the nine countries by their own rules, without and with an IBAN around them.

import { elevenDigit, luhn, mod97, weighted } from '../countries/check-digits.ts';
import type { CountryCode } from '../countries/countries.ts';
import { germanAccountHolds } from './german.ts';
import { isBankgiro, isPlusgiro, swedishAccountHolds, swedishBban, swedishBbanHolds } from './swedish.ts';

/** An account by the country's rules: `undecided` where the rules cannot tell. Without a BBAN no IBAN can be made of it. */
export interface Account {
  readonly verdict: 'right' | 'wrong' | 'undecided';
  /** The part of an IBAN after its check digits. */
  readonly bban?: string;
}
/** What is wrong with the form itself. */
const wrong: Account = { verdict: 'wrong' };

const kontonummerWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
export const isKontonummer = (digits: string): boolean =>
  /^\d{11}$/.test(digits) && !/^0+$/.test(digits) && elevenDigit(digits, kontonummerWeights) === Number(digits[10]);

/** Nine or ten digits; up to seven were accounts of the old Postbank, which nothing checks. */
export const holdsElevenTest = (digits: string): boolean =>
  digits.length <= 10 && weighted(digits.padStart(10, '0'), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;

export const isBelgian = (digits: string): boolean =>
  /^\d{12}$/.test(digits) && (mod97(digits.slice(0, 10)) || 97) === Number(digits.slice(10));

/** Fourteen digits; the short form with a dash is filled with zeros after the sixth digit, after the seventh for 4 and 5. */
export function finnishMachineForm(text: string): string | undefined {
  const [, left, right] = /^(\d{6})-(\d{2,8})$/.exec(text) ?? [];
  if (left === undefined || right === undefined) return /^\d{14}$/.test(text) ? text : undefined;
  const kept = /^[45]/.test(left) ? 1 : 0;
  return left + right.slice(0, kept) + right.slice(kept).padStart(8 - kept, '0');
}

const swissTable = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
/** Modulus 10, recursive: the check digit of Swiss postal accounts. */
function swissDigit(digits: string): number {
  let carry = 0;
  for (const digit of digits) carry = swissTable[(carry + Number(digit)) % 10] ?? 0;
  return (10 - carry) % 10;
}

const readers: Readonly<Record<CountryCode, (account: string, bankCode: string) => Account>> = {
  NO(account, bankCode) {
    const digits = account.length === 7 ? bankCode + account : account;
    return isKontonummer(digits) ? { verdict: 'right', bban: digits } : wrong;
  },
  SE(account, bankCode) {
    const [clearing, number] = bankCode === '' ? splitSwedish(account) : [bankCode, account];
    const verdict = clearing === '' ? 'wrong' : swedishAccountHolds(clearing, number);
    if (verdict === 'wrong')
      return bankCode === '' && (isBankgiro(account) || isPlusgiro(account)) ? { verdict: 'right' } : wrong;
    const made = swedishBban(clearing, number);
    return { verdict, ...(made && { bban: made.bban }) };
  },
  FI(account) {
    const machine = finnishMachineForm(account);
    return machine !== undefined && luhn(machine) && !/^0+$/.test(machine) ? { verdict: 'right', bban: machine } : wrong;
  },
  DK(account, bankCode) {
    const [registration, number] = bankCode === '' ? [account.slice(0, 4), account.slice(4)] : [bankCode, account];
    if (!/^\d{4}$/.test(registration) || !/^\d{1,10}$/.test(number) || /^0+$/.test(number)) return wrong;
    return { verdict: 'undecided', bban: registration + number.padStart(10, '0') };
  },
  DE(account, bankCode) {
    if (!/^\d{1,10}$/.test(account) || /^0+$/.test(account)) return wrong;
    if (bankCode === '') return { verdict: 'undecided' };
    if (!/^\d{8}$/.test(bankCode)) return wrong;
    const holds = germanAccountHolds(bankCode, account);
    if (holds === false) return wrong;
    return { verdict: holds ? 'right' : 'undecided', bban: bankCode + account.padStart(10, '0') };
  },
  AT(account, bankCode) {
    if (!/^\d{1,11}$/.test(account) || /^0+$/.test(account)) return wrong;
    if (bankCode === '') return { verdict: 'undecided' };
    return /^\d{5}$/.test(bankCode) ? { verdict: 'undecided', bban: bankCode + account.padStart(11, '0') } : wrong;
  },
  CH(account, bankCode) {
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
  },
  NL(account, bankCode) {
    if (!/^\d{1,10}$/.test(account) || /^0+$/.test(account)) return wrong;
    const digits = account.replace(/^0+/, '');
    const old = digits.length <= 7;
    if (!old && (digits.length < 9 || !holdsElevenTest(digits))) return wrong;
    const bban = /^[A-Z]{4}$/.test(bankCode) ? { bban: bankCode + digits.padStart(10, '0') } : {};
    return { verdict: old ? 'undecided' : 'right', ...bban };
  },
  BE(account) {
    return isBelgian(account) ? { verdict: 'right', bban: account } : wrong;
  },
};

/** Clearing number and account in one, as people write them: the dash, or the blank, or the length says where it ends. */
function splitSwedish(account: string): readonly [string, string] {
  const digits = account.replace(/[-, .]/g, '');
  if (!/^\d{9,15}$/.test(digits)) return ['', ''];
  const five = digits[0] === '8' && luhn(digits.slice(0, 5)) && /^8\d{3}-\d[, .-]?\d/.test(account);
  return five ? [digits.slice(0, 5), digits.slice(5)] : [digits.slice(0, 4), digits.slice(4)];
}

/** How an account is written for the eye; only where the signs say something are they kept. */
const keepsSigns: ReadonlySet<CountryCode> = new Set(['SE', 'FI', 'CH']);

/** Read a national account number, with the bank's code where the country has one. Never throws. */
export function readAccount(text: string, country: CountryCode, bankCode = ''): Account {
  if (text.length > 40 || bankCode.length > 12) return wrong;
  const account = text.trim().toUpperCase();
  const bare = account.replace(/[ .\-/]/g, '');
  // Post account and machine form are told by their dashes; blanks are only for the eye.
  const signed = keepsSigns.has(country) ? account.replace(/ /g, '') : bare;
  const code = bankCode.replace(/[ .-]/g, '').toUpperCase();
  const read = readers[country](signed, code);
  return read.verdict === 'wrong' && signed !== bare ? readers[country](bare, code) : read;
}

/** Do the national check digits inside an IBAN hold? Nothing where the country has none, or its banks have exceptions. */
export function bbanHolds(country: string, bban: string): boolean | undefined {
  switch (country) {
    case 'NO':
      return isKontonummer(bban);
    case 'FI':
      return luhn(bban);
    case 'BE':
      return isBelgian(bban);
    case 'NL':
      return /^[A-Z]{4}000\d{7}$/.test(bban) || holdsElevenTest(bban.slice(4)) ? true : undefined;
    case 'SE':
      return swedishBbanHolds(bban);
    case 'DE':
      return germanAccountHolds(bban.slice(0, 8), bban.slice(8)) === false ? undefined : true;
    default:
      return true;
  }
}
