// Methods that ask what is missing to the next ten.
import {
  always,
  at,
  cross,
  digit,
  either,
  never,
  oneOf,
  type Rule,
  shifted,
  starts,
  sum,
  ten,
  toTen,
  within,
} from './arithmetic.ts';

/** Method 29: each digit is replaced by a row of a table, rows taking turns from the right. */
const rows = ['0159374826', '0176983254', '0184629573', '0123456789'];

const iterated: Rule = (account) => {
  let total = 0;
  for (let position = 9; position >= 1; position -= 1) total += Number(rows[(9 - position) % 4]?.[digit(account, position)]);
  return toTen(total) === digit(account, 10);
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

const method30: Rule = (account) => toTen(sum(account, [2, 1, 2, 1, 0, 0, 0, 0, 2])) === digit(account, 10);

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

const method63Whole: Rule = (account, bankCode) => account[0] === '0' && cross(2, 7, 8)(account, bankCode);

const method63: Rule = (account, bankCode) =>
  account.startsWith('000') ? cross(4)(account, bankCode) : method63Whole(account, bankCode);

const method68: Rule = (account, bankCode) => {
  if (account[0] !== '0') return account[3] === '9' && cross(4)(account, bankCode);
  if (within([400_000_000, 499_999_999])(account)) return true;
  return cross(2)(account, bankCode) || cross(2)(`${account.slice(0, 2)}00${account.slice(4)}`, bankCode);
};

const method75: Rule = (account, bankCode) => {
  if (account.startsWith('000')) return cross(5, 9, 10)(account, bankCode);
  return account[1] === '9' ? cross(3, 7, 8)(account, bankCode) : cross(2, 6, 7)(account, bankCode);
};

const method79: Rule = (account, bankCode) => {
  if (account[0] === '0') return false;
  return (at(1, '129')(account) ? cross(1, 8, 9) : cross(1, 9, 10))(account, bankCode);
};

const methodA1: Rule = either((account) => /^(00)?[1-9]/.test(account) && !/^0[1-9]/.test(account), cross(3), never);

/** 00 over the account with constant digits before it. */
const prefixed =
  (prefix: (account: string) => string | undefined): Rule =>
  (account) => {
    const constant = prefix(account);
    if (constant === undefined) return false;
    // Sixteen digits in all: a long constant takes the place of the first one.
    const whole = constant + (constant.length === 7 ? account.slice(1) : account);
    let total = 0;
    for (let index = whole.length - 2, doubled = true; index >= 0; index -= 1, doubled = !doubled) {
      const product = Number(whole[index]) * (doubled ? 2 : 1);
      total += product > 9 ? product - 9 : product;
    }
    return toTen(total) === digit(account, 10);
  };

const byFirst = (constants: readonly (string | undefined)[]): Rule => prefixed((account) => constants[Number(account[0])]);

const methodC6 = byFirst([
  '4451970',
  '4451981',
  '4451992',
  '4451993',
  '4344992',
  '4344990',
  '4344991',
  '5499570',
  '4451994',
  '5499579',
]);

const methodD1 = either(
  at(1, '8'),
  never,
  prefixed(() => '436338'),
);

const methodD4 = either(
  at(1, '0'),
  never,
  prefixed(() => '428259'),
);

const methodD7: Rule = (account) => sum(account, [2, 1], 1, 9, true) % 10 === digit(account, 10);

const methodE0 = prefixed(() => '7');

const methodE2 = byFirst(['4383200', '4383201', '4383202', '4383203', '4383204', '4383205']);

/** Methods that take an account without its sub-account too, as they hold one that is whole. */
export const wholeByTen: Readonly<Record<string, Rule>> = { '13': cross(2, 7, 8), '63': method63Whole };

export const modulusTen: Readonly<Record<string, Rule>> = {
  '00': cross(),
  '01': ten([3, 7, 1]),
  '03': ten([2, 1]),
  '05': ten([7, 3, 1]),
  '08': either(within([60_000, 9_999_999_999]), cross(), always),
  '13': oneOf(cross(2, 7, 8), shifted(2, cross(2, 7, 8))),
  '18': ten([3, 9, 7, 1]),
  '21': method21,
  '22': method22,
  '27': either(within([0, 999_999_999]), cross(), iterated),
  '29': iterated,
  '30': method30,
  '41': either(at(4, '9'), cross(4), cross()),
  '43': ten([1, 2, 3, 4, 5, 6, 7, 8, 9]),
  '45': either((account) => account[0] === '0' || account[4] === '1', always, cross()),
  '49': oneOf(cross(), ten([3, 7, 1])),
  '57': method57,
  '59': either(starts('00'), always, cross()),
  '60': cross(3),
  '61': withTail('8'),
  '62': cross(3, 7, 8),
  '63': method63,
  '65': withTail('9'),
  '67': cross(1, 7, 8),
  '68': method68,
  '72': cross(4),
  '75': method75,
  '78': either(starts('00'), always, cross()),
  '79': method79,
  '92': ten([3, 7, 1], 4),
  '94': cross(1, 9, 10, [1, 2]),
  A1: methodA1,
  C6: methodC6,
  D1: methodD1,
  D4: methodD4,
  D7: methodD7,
  E0: methodE0,
  E2: methodE2,
};
