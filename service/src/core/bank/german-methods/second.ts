// Methods 50 to 99.
import {
  always,
  at,
  cross,
  digit,
  either,
  eleven,
  modulus,
  never,
  oneOf,
  type Rule,
  shifted,
  starts,
  strictEleven,
  sum,
  ten,
  toEleven,
  toTen,
  upTo,
  within,
} from './arithmetic.ts';
import { doubling, first, iterated, seven } from './first.ts';

const known = (method: string): Rule => first[method] ?? never;
const method06 = known('06');
const method32 = known('32');
const method33 = known('33');

/** Accounts of the ledger have a 9 in the third place and a way of their own in many methods. */
const ledger = at(3, '9');
const ledgerCheck = oneOf(eleven(upTo(8), 3), eleven(upTo(10)));
const unlessLedger = (rule: Rule): Rule => either(ledger, ledgerCheck, rule);
const ninetyNine = starts('99', 3);

const method51 = unlessLedger(oneOf(method32, method33, cross(4), either(at(10, '789'), never, seven())));

/** 52 and 53 put digits of the bank code before the account, as the savings banks' old machines did. */
export function eser(account: string, bankCode: string, method: '52' | '53'): boolean {
  if (method === '52' && account[0] === '9') return known('20')(account, bankCode);
  const eight = account.replace(/^0+/, '');
  if (method === '52' ? !account.startsWith('00') || eight.length !== 8 : account[0] !== '0' || eight.length !== 9) {
    return method === '53' && account[0] === '9' ? known('20')(account, bankCode) : false;
  }
  const check = eight[method === '52' ? 1 : 2] ?? '';
  const tail = eight.slice(method === '52' ? 2 : 3).replace(/^0+/, '');
  const head =
    method === '52' ? `${bankCode.slice(4, 8)}${eight[0]}` : `${bankCode.slice(4, 6)}${eight[1]}${bankCode[7]}${eight[0]}`;
  const number = `${head}0${tail}`;
  const weights = [2, 4, 8, 5, 10, 9, 7, 3, 6, 1, 2, 4];
  let total = 0;
  for (let index = number.length - 1, next = 0; index >= 0; index -= 1, next += 1) {
    total += Number(number[index]) * (weights[next] ?? 0);
  }
  const weight = weights[tail.length] ?? 0;
  const rest = total % 11;
  for (let value = 0; value <= 9; value += 1) {
    if ((rest + value * weight) % 11 === 10) return String(value) === check;
  }
  return false;
}

const method54: Rule = (account) => {
  const rest = sum(account, [2, 3, 4, 5, 6, 7, 2], 3, 9) % 11;
  return account.startsWith('49') && rest > 1 && 11 - rest === digit(account, 10);
};

const method56: Rule = (account) => {
  const check = 11 - (sum(account, upTo(7)) % 11);
  if (check < 10) return check === digit(account, 10);
  return account[0] === '9' && check - 3 === digit(account, 10);
};

const method57: Rule = (account) => {
  const two = Number(account.slice(0, 2));
  if (account.startsWith('777777') || account.startsWith('888888') || account === '0185125434') return true;
  if (two === 0) return false;
  const digits = (list: string): boolean => list.split(' ').some((each) => inRange(two, each));
  if (digits('51 55 61 64-66 70 73-82 88 94-95')) return weighted57(account, 9, 10);
  if (digits('32-39 41-49 52-54 56-60 62-63 67-69 71-72 83-87 89-90 92-93 96-98')) {
    return weighted57(account.slice(0, 2) + account.slice(3), 9, -1, digit(account, 3));
  }
  if (digits('40 50 91 99')) return true;
  const month = Number(account.slice(2, 4));
  return month >= 1 && month <= 12 && Number(account.slice(6, 9)) < 500;
};

function inRange(value: number, range: string): boolean {
  const [from = 0, to = from] = range.split('-').map(Number);
  return from <= value && value <= to;
}

function weighted57(account: string, last: number, check: number, value = digit(account, check)): boolean {
  let total = 0;
  for (let position = 1; position <= last; position += 1) {
    const product = digit(account, position) * (position % 2 === 1 ? 1 : 2);
    total += product > 9 ? product - 9 : product;
  }
  return toTen(total) === value;
}

/** The last two digits count first, where the ninth is 8 (61) or 9 (65). */
const withTail = (ninth: string): Rule =>
  either(
    at(9, ninth),
    (account) => cross(1, 9, 10)(`${account.slice(0, 7)}${account.slice(8)}${account[7]}`, ''),
    cross(1, 7, 8),
  );

const method63: Rule = (account, bankCode) => {
  return account[0] === '0' && (account.startsWith('000') ? cross(4) : cross(2, 7, 8))(account, bankCode);
};

const method66: Rule = (account) => {
  if (account.startsWith('09')) return true;
  const rest = sum(account, [2, 3, 4, 5, 6, 0, 0, 7], 2, 9) % 11;
  return (rest === 0 ? 1 : rest === 1 ? 0 : 11 - rest) === digit(account, 10);
};

const method68: Rule = (account, bankCode) => {
  if (account[0] !== '0') return account[3] === '9' && cross(4)(account, bankCode);
  if (within([400_000_000, 499_999_999])(account)) return true;
  return cross(2)(account, bankCode) || cross(2)(`${account.slice(0, 2)}00${account.slice(4)}`, bankCode);
};

const method71: Rule = (account) => {
  const rest = sum(account, [1, 2, 3, 4, 5, 6], 2, 7) % 11;
  return (rest <= 1 ? rest : 11 - rest) === digit(account, 10);
};

const method74: Rule = (account) => {
  const total = sum(account, [2, 1], 1, 9, true);
  if (toTen(total) === digit(account, 10)) return true;
  // Accounts of six digits may lead to the next half ten.
  return (/^0000[1-9]/.test(account) && (15 - (total % 10)) % 10 === digit(account, 10)) || known('04')(account, '');
};

const method75: Rule = (account, bankCode) => {
  if (account.startsWith('000')) return cross(5, 9, 10)(account, bankCode);
  return account[1] === '9' ? cross(3, 7, 8)(account, bankCode) : cross(2, 6, 7)(account, bankCode);
};

const method76Once: Rule = (account) => at(1, '046789')(account) && sum(account, upTo(7), 2, 7) % 11 === digit(account, 8);

const method77: Rule = (account) =>
  sum(account, [1, 2, 3, 4, 5], 6, 10) % 11 === 0 || sum(account, [5, 4, 3, 4, 5], 6, 10) % 11 === 0;

const method79: Rule = (account, bankCode) => {
  if (account[0] === '0') return false;
  return (at(1, '129')(account) ? cross(1, 8, 9) : cross(1, 9, 10))(account, bankCode);
};

const seven789: Rule = either(at(10, '789'), never, seven());

/** 87 walks through the digits from the first that counts, adding and subtracting by two marks that turn as it goes. */
const method87: Rule = (account) => {
  const leading = account.slice(3).search(/[1-9]/);
  const start = leading < 0 ? 10 : 4 + leading;
  let [even, odd] = [start % 2 === 0, false];
  let total = 0;
  for (let position = start; position < 10; position += 1) {
    const value = [5, 6, 2, 3, 4, 10, 1, 7, 8, 9][digit(account, position)] ?? 0;
    const same = !even === odd;
    const large = value > 5;
    if (large) {
      total += same ? (even ? 12 - value : value) : even ? value - 12 : -value;
      odd = same ? even : !even;
    } else {
      total += same ? value : -value;
    }
    even = !even;
  }
  const check = (odd ? '71598' : '04326')[((total % 5) + 5) % 5];
  const last = digit(account, 10);
  return Number(check) === last || (account[3] === '0' && (Number(check) + 5) % 10 === last);
};

const method89: Rule = (account) => {
  if (account[0] !== '0' || account.startsWith('0000')) return true;
  if (!account.startsWith('000')) return known('10')(account, '');
  let total = 0;
  for (let position = 9, weight = 2; position >= 4; position -= 1, weight += 1) {
    const product = digit(account, position) * weight;
    total += Math.floor(product / 10) + (product % 10);
  }
  return toEleven(total) === digit(account, 10);
};

const method90: Rule = either(
  ledger,
  eleven(upTo(8), 3),
  oneOf(
    method32,
    method33,
    either(at(10, '789'), never, seven()),
    either(at(10, '9'), never, modulus(9, upTo(6), 5)),
    ten([2, 1], 5),
    either(at(10, '789'), never, modulus(7, [2, 1], 4)),
  ),
);

const method91 = oneOf(
  eleven(upTo(7), 1, 6, 7),
  eleven([7, 6, 5, 4, 3, 2], 1, 6, 7),
  eleven([2, 3, 4, 0, 5, 6, 7, 8, 9, 10], 1, 10, 7),
  eleven(doubling.slice(0, 6), 1, 6, 7),
);

export const method93: Rule = (account) => {
  const five = account.startsWith('0000') ? account.slice(4) : account.slice(0, 6);
  const padded = five.padStart(10, '0');
  return eleven(upTo(6), 5)(padded, '') || seven()(padded, '');
};

const method95: Rule = either(
  within(
    [1, 1_999_999],
    [9_000_000, 25_999_999],
    [396_000_000, 499_999_999],
    [700_000_000, 799_999_999],
    [910_000_000, 989_999_999],
  ),
  always,
  method06,
);

const method97: Rule = (account) => (Number(account.slice(0, 9)) % 11) % 10 === digit(account, 10);

export const second: Readonly<Record<string, Rule>> = {
  '50': oneOf(eleven(upTo(7), 1, 6, 7), (account, bank) => eleven(upTo(7), 1, 6, 7)(`${account.slice(3)}000`, bank)),
  '51': method51,
  '52': (account, bankCode) => eser(account, bankCode, '52'),
  '53': (account, bankCode) => eser(account, bankCode, '53'),
  '54': method54,
  '55': eleven([2, 3, 4, 5, 6, 7, 8, 7, 8]),
  '56': method56,
  '57': method57,
  '58': either(within([0, 99_999]), never, strictEleven(upTo(6), 5)),
  '59': either(starts('00'), always, cross()),
  '60': cross(3),
  '61': withTail('8'),
  '62': cross(3, 7, 8),
  '63': method63,
  '64': eleven([2, 4, 8, 5, 10, 9], 1, 6, 7),
  '65': withTail('9'),
  '66': method66,
  '67': cross(1, 7, 8),
  '68': method68,
  '69': either(within([9_300_000_000, 9_399_999_999]), always, oneOf(eleven(upTo(8), 1, 7, 8), iterated)),
  '70': either((account) => account[3] === '5' || account.startsWith('69', 3), method32, method06),
  '71': method71,
  '72': cross(4),
  '73': unlessLedger(oneOf(cross(4), cross(5), modulus(7, [2, 1], 5, 9, 10, true))),
  '74': method74,
  '75': method75,
  '76': oneOf(method76Once, shifted(2, method76Once)),
  '77': method77,
  '78': either(starts('00'), always, cross()),
  '79': method79,
  '80': unlessLedger(oneOf(cross(5), modulus(7, [2, 1], 5, 9, 10, true))),
  '81': unlessLedger(method32),
  '82': either(ninetyNine, known('10'), method33),
  '83': either(ninetyNine, eleven(upTo(8), 3), oneOf(method32, method33, seven789)),
  '84': unlessLedger(oneOf(method33, seven(), ten([2, 1], 5))),
  '85': either(ninetyNine, strictEleven(upTo(8), 3), oneOf(method32, method33, seven789)),
  '86': unlessLedger(oneOf(cross(4), method32)),
  '87': unlessLedger(oneOf(method87, method33, seven(), method32)),
  '88': either(ledger, eleven(upTo(8), 3), method32),
  '89': method89,
  '90': method90,
  '91': method91,
  '92': ten([3, 7, 1], 4),
  '93': method93,
  '94': cross(1, 9, 10, [1, 2]),
  '95': method95,
  '96': oneOf(known('19'), cross(), within([1_300_000, 99_399_999])),
  '97': method97,
  '98': oneOf(ten([3, 1, 7], 3), method32),
  '99': either(within([396_000_000, 499_999_999]), always, method06),
};
