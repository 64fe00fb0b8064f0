// Methods A0 to E4.
import {
  always,
  at,
  cross,
  digit,
  either,
  eleven,
  never,
  oneOf,
  type Rule,
  starts,
  sum,
  toTen,
  upTo,
  within,
} from './arithmetic.ts';
import { first, iterated } from './first.ts';
import { eser, method93, second } from './second.ts';

const known = (method: string): Rule => first[method] ?? second[method] ?? never;
const [m00, m01, m02, m05, m06, m10, m20, m32, m58] = ['00', '01', '02', '05', '06', '10', '20', '32', '58'].map(known) as [
  Rule,
  Rule,
  Rule,
  Rule,
  Rule,
  Rule,
  Rule,
  Rule,
  Rule,
];

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

const methodA0: Rule = either(within([0, 999]), always, eleven([2, 4, 8, 5, 10, 0, 0, 0, 0]));
const methodA1: Rule = either((account) => /^(00)?[1-9]/.test(account) && !/^0[1-9]/.test(account), cross(3), never);

const sevenOf4: Rule = (account) => {
  const rest = sum(account, upTo(7), 4, 9) % 7;
  return (rest === 0 ? 0 : 7 - rest) === digit(account, 10);
};

const methodA4: Rule = (account, bankCode) => {
  if (account.startsWith('99', 2)) return eleven(upTo(6), 5)(account, bankCode) || method93(account, bankCode);
  return m32(account, bankCode) || sevenOf4(account, bankCode) || method93(account, bankCode);
};

const methodB0: Rule = (account, bankCode) => {
  if (at(1, '08')(account)) return false;
  return at(8, '1236')(account) || m06(account, bankCode);
};

const methodB6: Rule = (account, bankCode) =>
  account[0] !== '0' || (Number(account.slice(0, 5)) >= 2691 && Number(account.slice(0, 5)) <= 2699)
    ? m20(account, bankCode)
    : eser(account, bankCode, '53');

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

const methodC1: Rule = (account, bankCode) => {
  if (account[0] !== '5') return known('17')(account, bankCode);
  let total = -1;
  for (let position = 1; position <= 9; position += 1) {
    const product = digit(account, position) * (position % 2 === 1 ? 1 : 2);
    total += product > 9 ? product - 9 : product;
  }
  const rest = total % 11;
  return (rest === 0 ? 0 : 10 - rest) === digit(account, 10);
};

const methodC5: Rule = (account, bankCode) => {
  if (within([100_000, 899_999])(account)) return known('75')(account, bankCode);
  if (/^0[1-8]/.test(account)) return known('75')(account, bankCode);
  if (at(1, '1456')(account) || account[0] === '9') return iterated(account, bankCode);
  if (account[0] === '3') return m00(account, bankCode);
  return within([30_000_000, 59_999_999])(account) || starts('70')(account) || starts('85')(account);
};

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
const methodE0 = prefixed(() => '7');
const methodE2 = byFirst(['4383200', '4383201', '4383202', '4383203', '4383204', '4383205']);

const methodD5: Rule = either(
  starts('99', 3),
  eleven(upTo(8), 3),
  oneOf(m32, sevenOf4, (account) => toTen(sum(account, upTo(7), 4, 9)) === digit(account, 10)),
);

const methodD7: Rule = (account) => sum(account, [2, 1], 1, 9, true) % 10 === digit(account, 10);

/** E1: the digits count by their place in ASCII. */
const methodE1: Rule = (account) => {
  let total = 0;
  const weights = [1, 2, 3, 4, 5, 6, 11, 10, 9];
  for (let position = 9, next = 0; position >= 1; position -= 1, next += 1) {
    total += account.charCodeAt(position - 1) * (weights[next] ?? 0);
  }
  return total % 11 === digit(account, 10);
};

export const third: Readonly<Record<string, Rule>> = {
  A0: methodA0,
  A1: methodA1,
  A2: oneOf(m00, known('04')),
  A3: oneOf(m00, m10),
  A4: methodA4,
  A5: oneOf(m00, either(at(1, '9'), never, m10)),
  A6: either(at(2, '8'), m00, m01),
  A7: oneOf(m00, known('03')),
  A8: either(at(3, '9'), known('81'), oneOf(m32, cross(4))),
  A9: oneOf(m01, m06),
  B0: methodB0,
  B1: oneOf(m05, m01, m00),
  B2: either(at(1, '89'), m00, m02),
  B3: either(at(1, '9'), m06, m32),
  B4: either(at(1, '9'), m00, known('07')),
  B5: oneOf(m05, either(at(1, '89'), never, m00)),
  B6: methodB6,
  B7: either(within([1_000_000, 5_999_999], [700_000_000, 899_999_999]), m01, always),
  B8: oneOf(m20, iterated, within([5_100_000_000, 5_999_999_999], [9_010_000_000, 9_109_999_999])),
  B9: methodB9,
  C0: oneOf((account, bank) => /^00[1-9]/.test(account) && eser(account, bank, '52'), m20),
  C1: methodC1,
  C2: oneOf(known('22'), m00, known('04')),
  C3: either(at(1, '9'), m58, m00),
  C4: either(at(1, '9'), m58, known('15')),
  C5: methodC5,
  C6: methodC6,
  C7: oneOf(known('63'), m06),
  C8: oneOf(m00, known('04'), known('07')),
  C9: oneOf(m00, known('07')),
  D0: either(starts('57'), always, m20),
  D1: methodD1,
  D2: oneOf(known('95'), m00, known('68')),
  D3: oneOf(m00, known('27')),
  D4: methodD4,
  D5: methodD5,
  D6: oneOf(known('07'), known('03'), m00),
  D7: methodD7,
  D8: either(within([10_000_000, 99_999_999]), always, either(at(1, '0'), never, m00)),
  D9: oneOf(m00, m10, known('18')),
  E0: methodE0,
  E1: methodE1,
  E2: methodE2,
  E3: oneOf(m00, known('21')),
  E4: oneOf(m02, m00),
};
