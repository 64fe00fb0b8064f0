// Is this a bank account that could exist? Pure: no bank is asked. What the rules
// cannot decide is valid, with a notice: no sale is lost because a bank's habits are not known.
import bicData from 'iban-to-bic';
import { type CountryCode, countries, countryCodes, countryOf } from '../countries/countries.ts';
import type { RefusalId } from '../refusals.ts';
import type { Bank } from './account.ts';
import { compactAccount, ibanOf, looksLikeIban, readBic, readIban, sameInstitution, withPlainBlanks } from './iban.ts';
import { bbanHolds, readAccount } from './national.ts';
import { servable } from './sepa.ts';

/** Fewer digits and letters are no account anywhere (400.006). */
export const shortestAccount = 7;

export interface AccountSent {
  readonly account: string;
  /** The national code of the bank, in digits; or letters of it. */
  readonly bankNumber?: string;
  readonly bic?: string;
}

/** Why, in words for programs; the first is the most important. */
export type AccountReason =
  | 'format'
  | 'country'
  | 'checkDigits'
  | 'nationalCheckDigits'
  | 'bic'
  | 'bicOtherCountry'
  | 'bicOtherBank'
  | 'bankCode'
  | 'undecided';

export interface AccountVerdict {
  readonly isValid: boolean;
  readonly reasons: readonly AccountReason[];
  /** The message to send: none when all is well. */
  readonly message?: Extract<RefusalId, 'bank_account.format' | 'bank_account.country' | 'bank_account.undecided'>;
  readonly country?: string;
  readonly iban?: string;
  readonly bic?: string;
  readonly bankName?: string;
}

const invalid = (...reasons: AccountReason[]): AccountVerdict => ({ isValid: false, reasons, message: 'bank_account.format' });
const foreign: AccountVerdict = { isValid: false, reasons: ['country'], message: 'bank_account.country' };

/**
 * Judge an account of a merchant who serves some countries, by the letters of their IBANs (core/bank/served.ts); a number without a
 * country is the merchant's own. Of a country whose rules are not here an IBAN is judged as such alone.
 */
export function judgeAccount(sent: AccountSent, merchantCountry: CountryCode, served: readonly string[]): AccountVerdict {
  // A tab or another sign that no keyboard means for a number: the country cannot be known (seen of the live API).
  const compact = compactAccount(sent.account);
  if (/\p{Cc}/u.test(sent.account) && /^[A-Z]{2}/.test(compact)) {
    return served.includes(compact.slice(0, 2)) ? invalid('format') : foreign;
  }
  if (/\p{Cc}|[^\x20-\x7e]/u.test(withPlainBlanks(sent.account))) return invalid('format');
  const bic = sent.bic === undefined ? undefined : readBic(sent.bic);
  if (sent.bic !== undefined && bic === undefined) return invalid('bic');
  if (looksLikeIban(compact)) return judgeIban(compact, bic, served, sent.bankNumber);
  if (/^[A-Z]{2}/.test(compact) && !countries[merchantCountry].bank.accountMayBeginWithLetters) return invalid('format');
  return served.includes(merchantCountry) ? judgeNational(sent, merchantCountry, bic) : foreign;
}

function judgeIban(text: string, bic: string | undefined, served: readonly string[], bankNumber?: string): AccountVerdict {
  if (!served.includes(text.slice(0, 2))) return foreign;
  const read = readIban(text);
  if (typeof read === 'string') return invalid(read === 'checksum' ? 'checkDigits' : 'format');
  if (bankNumber !== undefined && isOtherBank(read.country, read.bban, bankNumber)) return invalid('bankCode');
  const holds = bbanHolds(read.country, read.bban);
  if (holds === false) return invalid('nationalCheckDigits');
  return withBank(read.iban, bic, holds === undefined ? ['undecided'] : []);
}

/** Does a national code name another bank than the IBAN does? One of another length is not compared. */
function isOtherBank(country: string, bban: string, bankNumber: string): boolean {
  const { codeDigits: length = null, codeMayBeShort = false } = countryOf(country)?.bank ?? {};
  const digits = bankNumber.replace(/[ .-]/g, '');
  if (length === null || !/^\d+$/.test(digits) || digits.length > length) return false;
  return (codeMayBeShort || digits.length === length) && digits.padStart(length, '0') !== bban.slice(0, length);
}

function judgeNational(sent: AccountSent, country: CountryCode, bic: string | undefined): AccountVerdict {
  const bankCode = sent.bankNumber ?? (countries[country].bank.codeIsInBic && bic !== undefined ? bic.slice(0, 4) : '');
  const read = readAccount(sent.account, country, bankCode);
  if (read.verdict === 'wrong') return invalid('nationalCheckDigits');
  const reasons: AccountReason[] = read.verdict === 'undecided' ? ['undecided'] : [];
  if (isForeign(bic, country)) return { ...invalid('bicOtherCountry'), country };
  if (read.bban === undefined) {
    return { isValid: true, reasons, country, ...(bic !== undefined && { bic }), ...noticeOf(reasons) };
  }
  // A code that does not fit the country's form would make an IBAN that does not exist.
  const iban = ibanOf(country, read.bban);
  if (typeof readIban(iban) === 'string') return invalid('format');
  return withBank(iban, bic, reasons, sent.bankNumber ?? sent.account);
}

/** Everything that follows from a whole IBAN: the bank, its BIC, and whether the BIC that was sent is that bank's. */
function withBank(iban: string, sent: string | undefined, reasons: readonly AccountReason[], written?: string): AccountVerdict {
  const country = iban.slice(0, 2);
  // No person has it, and money is neither collected from it nor sent back to it.
  if (isForBillsAlone(iban)) return invalid('format');
  if (isForeign(sent, country)) return { ...invalid('bicOtherCountry'), country };
  const bank = bankOf(iban, written);
  // Banks merge and keep the codes of both: another bank of the country is odd, and not always wrong.
  const odd = sent !== undefined && bank.bic !== undefined && !sameInstitution(sent, bank.bic);
  const all: AccountReason[] = odd ? [...reasons, 'bicOtherBank'] : [...reasons];
  const bic = sent ?? bank.bic;
  return {
    isValid: true,
    reasons: all,
    country,
    iban,
    ...(bic !== undefined && { bic }),
    ...(bank.bankName !== undefined && { bankName: bank.bankName }),
    ...noticeOf(all),
  };
}

/** Does no transfer but the payment of a bill reach the account of an IBAN, nor any direct debit? */
export const isForBillsAlone = (iban: string): boolean =>
  countryCodes.some((code) => countries[code].bank.isForBillsAlone?.(iban));

/** Territories of France whose banks have BICs with letters of their own, and IBANs with those of France (EPC409-09). */
const french: readonly string[] = 'BL GF GP MF MQ PM RE YT'.split(' ');

/** A bank has accounts in the country of its BIC. */
function isForeign(bic: string | undefined, country: string): boolean {
  const ofBic = bic?.slice(4, 6) ?? country;
  return (french.includes(ofBic) ? 'FR' : ofBic) !== country;
}

const noticeOf = (reasons: readonly AccountReason[]): { message?: 'bank_account.undecided' } =>
  reasons.includes('bicOtherBank') || reasons.includes('undecided') ? { message: 'bank_account.undecided' } : {};

function bankOf(iban: string, written: string | undefined): Bank {
  const own = countryOf(iban.slice(0, 2))?.bank.bankOf;
  if (own) return own(iban, written);
  const bic = bicData.ibanToBic(iban);
  return bic === undefined ? {} : { bic };
}

/** The code of the bank that makes a national number an IBAN, of the country's example; nothing where the number says its bank itself. */
export function bankCodeExample(country: CountryCode): string | undefined {
  const { bank, examples } = countries[country];
  const iban = compactAccount(examples.iban);
  if (bank.codeDigits !== null) return iban.slice(4, 4 + bank.codeDigits);
  return bank.codeIsInBic ? bankOf(iban, undefined).bic : undefined;
}

/** A bank code of digits is the national one, else a BIC. */
export function accountSent(account: string, bankCode: string | null): AccountSent {
  if (bankCode === null) return { account };
  return /^[\d .-]+$/.test(bankCode) ? { account, bankNumber: bankCode } : { account, bic: bankCode };
}

/** A national number as the IBAN, where it has one: it is another account at each bank. An IBAN stays as it was written. */
export function ibanOrNumber(account: string, bankCode: string | null, country: CountryCode): string {
  if (looksLikeIban(compactAccount(account))) return account;
  return judgeAccount(accountSent(account, bankCode), country, servable).iban ?? account;
}
