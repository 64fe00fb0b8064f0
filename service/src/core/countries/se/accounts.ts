// Swedish accounts: a clearing number says the bank, and how its account numbers are checked (Bankgirot's table).
import { parse } from 'kontonummer';
import { luhn, luhnDigit, weighted } from '../check-digits.ts';

/** `0` checks clearing without its first digit and account, `1` all of clearing and account, `2` ten, `3` nine, `4` any length. */
const ranges = {
  seven: `1100-1199 1200-1399 1400-2099 2400-2499 3000-3299 3301-3399 3400-3409 3410-3781 3783-3999 5000-5999 7000-7999
    9060-9069 9070-9079 9120-9124 9130-9149 9170-9179 9230-9239 9250-9259 9270-9279 9280-9289 9400-9449 9460-9469 9580-9589
    9630-9639 9680-9689`,
  whole: `2300-2399 4000-4999 9020-9029 9040-9049 9100-9109 9150-9169 9190-9199 9260-9269 9390-9399 9470-9479 9550-9569
    9590-9599 9640-9649 9650-9659 9660-9669 9670-9679 9700-9709 9710-9719 9750-9759 9780-9789 9880-9889`,
  ten: '3300-3300 3782-3782 9180-9189 9300-9349 9570-9579 9890-9899',
  nine: '6000-6999',
  any: '8000-8999 9500-9549 9960-9969',
} as const;
type Way = keyof typeof ranges;

const table = (Object.entries(ranges) as [Way, string][]).flatMap(([way, text]) =>
  text.split(/\s+/).map((range) => ({ way, from: Number(range.slice(0, 4)), to: Number(range.slice(5)) })),
);

const wayOf = (clearing: string): Way | undefined =>
  table.find(({ from, to }) => from <= Number(clearing.slice(0, 4)) && Number(clearing.slice(0, 4)) <= to)?.way;

const elevenWeights = [1, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
const passesEleven = (digits: string): boolean => weighted(digits, elevenWeights.slice(-digits.length)) % 11 === 0;

export type SwedishVerdict = 'right' | 'wrong' | 'undecided';

/** Clearing of four digits (five in the range 8000 to 8999) and account, digits only. */
export function swedishAccountHolds(clearing: string, account: string): SwedishVerdict {
  const way = wayOf(clearing);
  const five = clearing.length === 5;
  if (!way || !/^\d{4,5}$/.test(clearing) || !/^\d{2,10}$/.test(account)) return 'wrong';
  if (five && (clearing[0] !== '8' || !luhn(clearing))) return 'wrong';
  switch (way) {
    case 'seven':
      return account.length === 7 && passesEleven(clearing.slice(1) + account) ? 'right' : 'wrong';
    case 'whole':
      return account.length === 7 && passesEleven(clearing + account) ? 'right' : 'wrong';
    case 'ten':
      return luhn(account.padStart(10, '0')) && account.length <= 10 ? 'right' : 'wrong';
    case 'nine':
      return account.length <= 9 && passesEleven(account.padStart(9, '0')) ? 'right' : 'wrong';
    case 'any':
      // Some savings banks have numbers that nothing checks.
      return luhn(account) ? 'right' : clearing.startsWith('8') ? 'undecided' : 'wrong';
  }
}

/** Banks of Bankgirot's table that the package does not have: the one is closed, the other has left. */
const formerBanks = [
  { from: 9400, to: 9449, name: 'Forex Bank' },
  { from: 9650, to: 9659, name: 'MedMera Bank' },
] as const;

/** A bank for every clearing number that has a way to be checked, and for no other. */
export function swedishBankName(clearing: string): string | undefined {
  if (!wayOf(clearing)) return undefined;
  const four = Number(clearing.slice(0, 4));
  const former = formerBanks.find(({ from, to }) => from <= four && four <= to);
  if (former) return former.name;
  try {
    return parse(clearing.slice(0, 4), '0000000', { mode: 'lax' }).bankName;
  } catch {
    return undefined;
  }
}

/** The first three digits of IBANs, and how the account is written in them: with the clearing number, or alone. */
const inIban: readonly (readonly [string, string, string, 'both' | 'account'])[] = [
  ['Nordea', '300', 'NDEASESS', 'both'],
  ['SEB', '500', 'ESSESESS', 'both'],
  ['Länsförsäkringar', '902', 'ELLFSESS', 'both'],
  ['Skandia', '915', 'SKIASESS', 'both'],
  ['SBAB', '925', 'SBAVSESS', 'both'],
  ['ICA', '927', 'IBCASES1', 'both'],
  ['Avanza', '955', 'AVANSES1', 'both'],
  ['Klarna', '978', 'KLRNSESS', 'both'],
  ['Danske', '120', 'DABASESX', 'both'],
  ['Handelsbanken', '600', 'HANDSESS', 'account'],
  ['Swedbank', '800', 'SWEDSESS', 'both'],
];

/** Bank code and account as they are in an IBAN, and the BIC; nothing where the bank's way is not known to us. */
export function swedishBban(clearing: string, account: string): { bban: string; bic: string } | undefined {
  const name = swedishBankName(clearing) ?? '';
  const way = wayOf(clearing);
  const bank = inIban.find(([starts]) => name.startsWith(starts));
  if (!bank || !way || (way === 'any' && !clearing.startsWith('8'))) return undefined;
  const [, code, bic, form] = bank;
  // Numbers of ten digits are alone; those of savings banks behind the clearing number, filled to ten.
  const alone = form === 'account' || way === 'ten';
  // The fifth digit of a savings bank's clearing number is a check digit that people leave out.
  const five = clearing.startsWith('8') && clearing.length === 4 ? clearing + luhnDigit(clearing) : clearing;
  const number = alone ? account : five.startsWith('8') ? five + account.padStart(10, '0') : five + account;
  return number.length > 17 ? undefined : { bban: code + number.padStart(17, '0'), bic };
}

/**
 * Does the account inside an IBAN hold in one of the ways in which its bank puts it there? Nothing where it holds in none:
 * banks have exceptions. What is known of no rule is taken as it is.
 */
export function swedishBbanHolds(bban: string): true | undefined {
  const bank = inIban.find(([, code]) => bban.startsWith(code));
  if (!bank) return true;
  const account = bban.slice(3).replace(/^0+/, '');
  const isOwn = (clearing: string): boolean => swedishBankName(clearing)?.startsWith(bank[0]) === true;
  const behind = [4, 5].some((digits) => {
    const clearing = account.slice(0, digits);
    const rest = account.slice(digits);
    return isOwn(clearing) && swedishAccountHolds(clearing, rest.length > 10 ? '' : rest) !== 'wrong';
  });
  if (behind) return true;
  // Accounts of nine and ten digits are alone; those of ten may begin with zeros.
  const ten = account.length <= 10 && luhn(account.padStart(10, '0'));
  const nine = bank[3] === 'account' && account.length <= 9 && passesEleven(account.padStart(9, '0'));
  return nine || (bank[3] === 'both' && ten) ? true : undefined;
}

/** Bankgiro: seven or eight digits, Luhn. */
export const isBankgiro = (text: string): boolean => /^\d{3,4}-?\d{4}$/.test(text) && luhn(text.replace('-', ''));

/** Plusgiro: two to eight digits, Luhn, written in groups with a dash before the last. */
export const isPlusgiro = (text: string): boolean => /^(\d{1,3} ?){1,4}-\d$|^\d{2,8}$/.test(text) && plusgiroDigits(text);
function plusgiroDigits(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  return digits.length >= 2 && digits.length <= 8 && luhn(digits);
}
