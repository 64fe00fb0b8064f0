// Methods that go by the remainder of eleven.
import {
  always,
  at,
  digit,
  either,
  eleven,
  never,
  oneOf,
  type Rule,
  shifted,
  strictEleven,
  sum,
  toEleven,
  upTo,
  within,
} from './arithmetic.ts';

const doubling = [2, 4, 8, 5, 10, 9, 7, 3, 6];

const doubled = (count: number, from: number, to = 9, check = 10): Rule => eleven(doubling.slice(0, count), from, to, check);

const method06 = eleven(upTo(7));

const method10 = eleven(upTo(10));

/** The sum from the left, with the digits of products added, begins one below nothing; what is missing is to the next ten. */
const lessOne =
  (from: number, to: number, at: number): Rule =>
  (account) => {
    let total = -1;
    for (let position = from; position <= to; position += 1) {
      const product = digit(account, position) * ((position - from) % 2 === 0 ? 1 : 2);
      total += product > 9 ? product - 9 : product;
    }
    const rest = total % 11;
    return (rest === 0 ? 0 : 10 - rest) === digit(account, at);
  };

const method17 = lessOne(2, 7, 8);

const method20 = eleven([...upTo(9), 3]);

const method32 = eleven(upTo(7), 4);

const method11: Rule = (account) => {
  const total = sum(account, upTo(10));
  return (total % 11 === 1 ? 9 : toEleven(total)) === digit(account, 10);
};

const method16: Rule = (account) => {
  const total = sum(account, upTo(7));
  return total % 11 === 1 ? digit(account, 9) === digit(account, 10) : toEleven(total) === digit(account, 10);
};

const method23: Rule = (account) => {
  const total = sum(account, upTo(7), 1, 6);
  return total % 11 === 1 ? digit(account, 6) === digit(account, 7) : toEleven(total) === digit(account, 7);
};

const method24: Rule = (account) => {
  const first = digit(account, 1);
  const blank = first >= 3 && first <= 6 ? 1 : first === 9 ? 3 : 0;
  const digits = account.slice(blank, 9).replace(/^0+/, '');
  let total = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const weight = (index % 3) + 1;
    total += (Number(digits[index]) * weight + weight) % 11;
  }
  return total % 10 === digit(account, 10);
};

const method25: Rule = (account) => {
  const total = sum(account, upTo(9), 2, 9);
  if (total % 11 === 1) return digit(account, 10) === 0 && digit(account, 2) >= 8;
  return toEleven(total) === digit(account, 10);
};

const method26 = eleven([2, 3, 4, 5, 6, 7, 2], 1, 7, 8);

const method31: Rule = (account) => sum(account, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === digit(account, 10);

const method35: Rule = (account) => {
  const rest = sum(account, upTo(10)) % 11;
  return rest === 10 ? digit(account, 9) === digit(account, 10) : rest === digit(account, 10);
};

/** 52 and 53 put digits of the bank code before the account, as the savings banks' old machines did. */
export function eser(account: string, bankCode: string, method: '52' | '53'): boolean {
  if (method === '52' && account[0] === '9') return method20(account, bankCode);
  const eight = account.replace(/^0+/, '');
  if (method === '52' ? !account.startsWith('00') || eight.length !== 8 : account[0] !== '0' || eight.length !== 9) {
    return method === '53' && account[0] === '9' ? method20(account, bankCode) : false;
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

const method66: Rule = (account) => {
  if (account.startsWith('09')) return true;
  const rest = sum(account, [2, 3, 4, 5, 6, 0, 0, 7], 2, 9) % 11;
  return (rest === 0 ? 1 : rest === 1 ? 0 : 11 - rest) === digit(account, 10);
};

const method71: Rule = (account) => {
  const rest = sum(account, [1, 2, 3, 4, 5, 6], 2, 7) % 11;
  return (rest <= 1 ? rest : 11 - rest) === digit(account, 10);
};

const method76Once: Rule = (account) => at(1, '046789')(account) && sum(account, upTo(7), 2, 7) % 11 === digit(account, 8);

const method77: Rule = (account) =>
  sum(account, [1, 2, 3, 4, 5], 6, 10) % 11 === 0 || sum(account, [5, 4, 3, 4, 5], 6, 10) % 11 === 0;

const method89: Rule = (account) => {
  if (account[0] !== '0' || account.startsWith('0000')) return true;
  if (!account.startsWith('000')) return method10(account, '');
  let total = 0;
  for (let position = 9, weight = 2; position >= 4; position -= 1, weight += 1) {
    const product = digit(account, position) * weight;
    total += Math.floor(product / 10) + (product % 10);
  }
  return toEleven(total) === digit(account, 10);
};

const method91 = oneOf(
  eleven(upTo(7), 1, 6, 7),
  eleven([7, 6, 5, 4, 3, 2], 1, 6, 7),
  eleven([2, 3, 4, 0, 5, 6, 7, 8, 9, 10], 1, 10, 7),
  eleven(doubling.slice(0, 6), 1, 6, 7),
);

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

const methodA0: Rule = either(within([0, 999]), always, eleven([2, 4, 8, 5, 10, 0, 0, 0, 0]));

/** B9: two ways for accounts of seven and of eight digits. */
const methodB9: Rule = (account) => {
  if (/^00[1-9]/.test(account)) {
    const weights = [1, 3, 2, 1, 3, 2, 1];
    let total = 0;
    for (let position = 9, next = 0; position >= 3; position -= 1, next += 1) {
      const weight = weights[next] ?? 0;
      total += (digit(account, position) * weight + weight) % 11;
    }
    return near(total % 10, digit(account, 10));
  }
  if (!/^000[1-9]/.test(account)) return false;
  let total = 0;
  for (let position = 4; position <= 9; position += 1) total += digit(account, position) * (10 - position);
  return near(total % 11, digit(account, 10));
};

const near = (rest: number, check: number): boolean => rest === check || (rest + 5) % 10 === check;

const methodC1 = either(at(1, '5'), lessOne(1, 9, 10), method17);

/** E1: the digits count by their place in ASCII. */
const methodE1: Rule = (account) => {
  let total = 0;
  const weights = [1, 2, 3, 4, 5, 6, 11, 10, 9];
  for (let position = 9, next = 0; position >= 1; position -= 1, next += 1) {
    total += account.charCodeAt(position - 1) * (weights[next] ?? 0);
  }
  return total % 11 === digit(account, 10);
};

/** As in modulus-10.ts. */
export const wholeByEleven: Readonly<Record<string, Rule>> = { '76': method76Once };

export const modulusEleven: Readonly<Record<string, Rule>> = {
  '02': strictEleven(upTo(9)),
  '04': strictEleven(upTo(7)),
  '06': method06,
  '07': strictEleven(upTo(10)),
  '10': method10,
  '11': method11,
  '14': strictEleven(upTo(7), 4),
  '15': eleven(upTo(5), 6),
  '16': method16,
  '17': method17,
  '19': eleven([...upTo(9), 1]),
  '20': method20,
  '23': method23,
  '24': method24,
  '25': method25,
  '26': (account, bank) => (account.startsWith('00') ? shifted(2, method26) : method26)(account, bank),
  '28': eleven(upTo(8), 1, 7, 8),
  '31': method31,
  '32': method32,
  '33': eleven(upTo(6), 5),
  '34': doubled(7, 1, 7, 8),
  '35': method35,
  '36': doubled(4, 6),
  '37': doubled(5, 5),
  '38': doubled(6, 4),
  '39': doubled(7, 3),
  '40': doubled(9, 1),
  '42': eleven(upTo(9), 2),
  '44': doubled(5, 5),
  '46': eleven(upTo(6), 3, 7, 8),
  '47': eleven(upTo(6), 4, 8, 9),
  '48': eleven(upTo(7), 3, 8, 9),
  '50': oneOf(eleven(upTo(7), 1, 6, 7), (account, bank) => eleven(upTo(7), 1, 6, 7)(`${account.slice(3)}000`, bank)),
  '52': (account, bankCode) => eser(account, bankCode, '52'),
  '53': (account, bankCode) => eser(account, bankCode, '53'),
  '54': method54,
  '55': eleven([2, 3, 4, 5, 6, 7, 8, 7, 8]),
  '56': method56,
  '58': either(within([0, 99_999]), never, strictEleven(upTo(6), 5)),
  '64': eleven([2, 4, 8, 5, 10, 9], 1, 6, 7),
  '66': method66,
  '70': either((account) => account[3] === '5' || account.startsWith('69', 3), method32, method06),
  '71': method71,
  '76': oneOf(method76Once, shifted(2, method76Once)),
  '77': method77,
  '89': method89,
  '91': method91,
  '95': method95,
  '97': method97,
  '99': either(within([396_000_000, 499_999_999]), always, method06),
  A0: methodA0,
  B9: methodB9,
  C1: methodC1,
  E1: methodE1,
};
