// Bank accounts by the country's own rules.
import { type Account, wrong } from '../../bank/account.ts';
import { luhn } from '../check-digits.ts';
import type { BankRules } from '../country.ts';

/** Fourteen digits; the short form with a dash is filled with zeros after the sixth digit, after the seventh for 4 and 5. */
export function finnishMachineForm(text: string): string | undefined {
  const [, left, right] = /^(\d{6})-(\d{2,8})$/.exec(text) ?? [];
  if (left === undefined || right === undefined) return /^\d{14}$/.test(text) ? text : undefined;
  const kept = /^[45]/.test(left) ? 1 : 0;
  return left + right.slice(0, kept) + right.slice(kept).padStart(8 - kept, '0');
}

function read(account: string): Account {
  const machine = finnishMachineForm(account);
  return machine !== undefined && luhn(machine) && !/^0+$/.test(machine) ? { verdict: 'right', bban: machine } : wrong;
}

export const bank: BankRules = {
  codeDigits: null,
  codeMayBeShort: false,
  accountMayBeginWithLetters: false,
  codeIsInBic: false,
  keepsSigns: true,
  read,
  bbanHolds: luhn,
  isForBillsAlone: null,
  bankOf: null,
  directory: null,
};
