// German accounts: the Bundesbank gives every bank code a check method. The directory changes every quarter.
import { bankDataByBLZ } from 'bankdata-germany';
import type { Bank } from '../../bank/account.ts';
import { germanMethods, wholeMethods } from '../../bank/german-methods/methods.ts';
import type { Day } from '../../dates.ts';
import { methodGroups } from './bank-codes.ts';

/**
 * The last day on which the directory of banks (package bankdata-germany, version in package.json) is current. The next
 * quarter's package moves it on; a warning at the start, in /readyz and in the doctor watches the day, a test that it is the
 * package's.
 */
export const germanBanksUntil: Day = '2026-12-06';

const methods = new Map<string, string>();
for (const [method, codes] of Object.entries(methodGroups)) {
  let code = 0;
  for (const difference of codes.split(' ')) {
    code += Number.parseInt(difference, 36);
    methods.set(String(code), method);
  }
}

/** Does the account hold by a method? Undefined for an unknown method. */
export function holdsBy(method: string, account: string, bankCode: string): boolean | undefined {
  const padded = account.padStart(10, '0');
  if (!/^\d{10}$/.test(padded) || /^0+$/.test(padded)) return false;
  return germanMethods[method]?.(padded, bankCode);
}

/** Does the account hold at the bank? Nothing when the bank's method is not known or checks nothing. */
export function germanAccountHolds(bankCode: string, account: string): boolean | undefined {
  const method = methods.get(bankCode);
  return method === undefined ? undefined : holdsBy(method, account, bankCode);
}

/** Is it an account that holds only where its sub-account was left out? An IBAN names it, and it was not said which it is. */
export function lacksSubAccount(bankCode: string, account: string): boolean {
  const whole = wholeMethods[methods.get(bankCode) ?? ''];
  return whole !== undefined && !whole(account.padStart(10, '0'), bankCode);
}

export function germanBank(bankCode: string): Bank | undefined {
  const bank = bankDataByBLZ(bankCode);
  if (!bank) return undefined;
  return { bankName: bank.bankName, ...(bank.bic !== null && bank.bic !== '' && { bic: bank.bic }) };
}
