// Methods 00 to 49.
import {
  always,
  at,
  cross,
  digit,
  either,
  eleven,
  modulus,
  oneOf,
  type Rule,
  shifted,
  strictEleven,
  sum,
  ten,
  toEleven,
  toTen,
  upTo,
  within,
} from './arithmetic.ts';

/** Method 29: each digit is replaced by a row of a table, rows taking turns from the right. */
const rows = ['0159374826', '0176983254', '0184629573', '0123456789'];
export const iterated: Rule = (account) => {
  let total = 0;
  for (let position = 9; position >= 1; position -= 1) total += Number(rows[(9 - position) % 4]?.[digit(account, position)]);
  return toTen(total) === digit(account, 10);
};

const method16: Rule = (account) => {
  const total = sum(account, upTo(7));
  return total % 11 === 1 ? digit(account, 9) === digit(account, 10) : toEleven(total) === digit(account, 10);
};

const method17: Rule = (account) => {
  let total = -1;
  for (let position = 2; position <= 7; position += 1) {
    const product = digit(account, position) * (position % 2 === 0 ? 1 : 2);
    total += product > 9 ? product - 9 : product;
  }
  const rest = total % 11;
  return (rest === 0 ? 0 : 10 - rest) === digit(account, 8);
};

const method21: Rule = (account) => {
  let total = sum(account, [2, 1], 1, 9, true);
  while (total > 9) total = Math.floor(total / 10) + (total % 10);
  return 10 - total === digit(account, 10) || (total === 0 && digit(account, 10) === 0);
};

const method22: Rule = (account) => {
  let total = 0;
  for (let position = 9; position >= 1; position -= 1) total += (digit(account, position) * (position % 2 === 1 ? 3 : 1)) % 10;
  return toTen(total) === digit(account, 10);
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

const method11: Rule = (account) => {
  const total = sum(account, upTo(10));
  return (total % 11 === 1 ? 9 : toEleven(total)) === digit(account, 10);
};

const method30: Rule = (account) => toTen(sum(account, [2, 1, 2, 1, 0, 0, 0, 0, 2])) === digit(account, 10);

export const doubling = [2, 4, 8, 5, 10, 9, 7, 3, 6];
const doubled = (count: number, from: number, to = 9, check = 10): Rule => eleven(doubling.slice(0, count), from, to, check);

export const first: Readonly<Record<string, Rule>> = {
  '00': cross(),
  '01': ten([3, 7, 1]),
  '02': strictEleven(upTo(9)),
  '03': ten([2, 1]),
  '04': strictEleven(upTo(7)),
  '05': ten([7, 3, 1]),
  '06': eleven(upTo(7)),
  '07': strictEleven(upTo(10)),
  '08': either(within([60_000, 9_999_999_999]), cross(), always),
  '09': always,
  '10': eleven(upTo(10)),
  '11': method11,
  '12': always,
  '13': oneOf(cross(2, 7, 8), shifted(2, cross(2, 7, 8))),
  '14': strictEleven(upTo(7), 4),
  '15': eleven(upTo(5), 6),
  '16': method16,
  '17': method17,
  '18': ten([3, 9, 7, 1]),
  '19': eleven([...upTo(9), 1]),
  '20': eleven([...upTo(9), 3]),
  '21': method21,
  '22': method22,
  '23': method23,
  '24': method24,
  '25': method25,
  '26': (account, bank) => (account.startsWith('00') ? shifted(2, method26) : method26)(account, bank),
  '27': either(within([0, 999_999_999]), cross(), iterated),
  '28': eleven(upTo(8), 1, 7, 8),
  '29': iterated,
  '30': method30,
  '31': method31,
  '32': eleven(upTo(7), 4),
  '33': eleven(upTo(6), 5),
  '34': doubled(7, 1, 7, 8),
  '35': method35,
  '36': doubled(4, 6),
  '37': doubled(5, 5),
  '38': doubled(6, 4),
  '39': doubled(7, 3),
  '40': doubled(9, 1),
  '41': either(at(4, '9'), cross(4), cross()),
  '42': eleven(upTo(9), 2),
  '43': ten([1, 2, 3, 4, 5, 6, 7, 8, 9]),
  '44': doubled(5, 5),
  '45': either((account) => account[0] === '0' || account[4] === '1', always, cross()),
  '46': eleven(upTo(6), 3, 7, 8),
  '47': eleven(upTo(6), 4, 8, 9),
  '48': eleven(upTo(7), 3, 8, 9),
  '49': oneOf(cross(), ten([3, 7, 1])),
};

export const seven = (from = 5): Rule => modulus(7, upTo(from === 4 ? 7 : 6), from);
