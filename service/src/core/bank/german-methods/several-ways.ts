// Methods that try several ways in turn, or choose one by the account.
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
  starts,
  strictEleven,
  sum,
  ten,
  toTen,
  upTo,
  within,
} from './arithmetic.ts';
import { modulusTen } from './modulus-10.ts';
import { eser, modulusEleven } from './modulus-11.ts';

const simple: Readonly<Record<string, Rule>> = { ...modulusTen, ...modulusEleven };

/** A method of another family, by its two characters. */
function of(method: string): Rule {
  const rule = simple[method];
  if (!rule) throw new Error(`There is no check method ${method} to build on.`);
  return rule;
}
const anyOf = (...methods: readonly string[]): Rule => oneOf(...methods.map(of));

/** Accounts of the ledger have a 9 in the third place and a way of their own in many methods. */
const ledger = at(3, '9');

const ledgerCheck = oneOf(eleven(upTo(8), 3), eleven(upTo(10)));

const unlessLedger = (rule: Rule): Rule => either(ledger, ledgerCheck, rule);

const ninetyNine = starts('99', 3);

const seven = modulus(7, upTo(6), 5);
const seven789: Rule = either(at(10, '789'), never, seven);

const method51 = unlessLedger(oneOf(of('32'), of('33'), cross(4), seven789));

const method74: Rule = (account) => {
  const total = sum(account, [2, 1], 1, 9, true);
  if (toTen(total) === digit(account, 10)) return true;
  // Accounts of six digits may lead to the next half ten.
  return (/^0000[1-9]/.test(account) && (15 - (total % 10)) % 10 === digit(account, 10)) || of('04')(account, '');
};

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

const method90: Rule = either(
  ledger,
  eleven(upTo(8), 3),
  oneOf(
    of('32'),
    of('33'),
    seven789,
    either(at(10, '9'), never, modulus(9, upTo(6), 5)),
    ten([2, 1], 5),
    either(at(10, '789'), never, modulus(7, [2, 1], 4)),
  ),
);

const method93: Rule = (account) => {
  const five = account.startsWith('0000') ? account.slice(4) : account.slice(0, 6);
  const padded = five.padStart(10, '0');
  return eleven(upTo(6), 5)(padded, '') || seven(padded, '');
};

const sevenOf4: Rule = (account) => {
  const rest = sum(account, upTo(7), 4, 9) % 7;
  return (rest === 0 ? 0 : 7 - rest) === digit(account, 10);
};

const methodA4: Rule = (account, bankCode) => {
  if (account.startsWith('99', 2)) return eleven(upTo(6), 5)(account, bankCode) || method93(account, bankCode);
  return of('32')(account, bankCode) || sevenOf4(account, bankCode) || method93(account, bankCode);
};

const methodB0: Rule = (account, bankCode) => {
  if (at(1, '08')(account)) return false;
  return at(8, '1236')(account) || of('06')(account, bankCode);
};

const methodB6: Rule = (account, bankCode) =>
  account[0] !== '0' || (Number(account.slice(0, 5)) >= 2691 && Number(account.slice(0, 5)) <= 2699)
    ? of('20')(account, bankCode)
    : eser(account, bankCode, '53');

const methodC5: Rule = (account, bankCode) => {
  if (within([100_000, 899_999])(account)) return of('75')(account, bankCode);
  if (/^0[1-8]/.test(account)) return of('75')(account, bankCode);
  if (at(1, '1456')(account) || account[0] === '9') return of('29')(account, bankCode);
  if (account[0] === '3') return of('00')(account, bankCode);
  return within([30_000_000, 59_999_999])(account) || starts('70')(account) || starts('85')(account);
};

const methodD5: Rule = either(
  starts('99', 3),
  eleven(upTo(8), 3),
  oneOf(of('32'), sevenOf4, (account) => toTen(sum(account, upTo(7), 4, 9)) === digit(account, 10)),
);

export const severalWays: Readonly<Record<string, Rule>> = {
  '51': method51,
  '69': either(within([9_300_000_000, 9_399_999_999]), always, oneOf(eleven(upTo(8), 1, 7, 8), of('29'))),
  '73': unlessLedger(oneOf(cross(4), cross(5), modulus(7, [2, 1], 5, 9, 10, true))),
  '74': method74,
  '80': unlessLedger(oneOf(cross(5), modulus(7, [2, 1], 5, 9, 10, true))),
  '81': unlessLedger(of('32')),
  '82': either(ninetyNine, of('10'), of('33')),
  '83': either(ninetyNine, eleven(upTo(8), 3), oneOf(of('32'), of('33'), seven789)),
  '84': unlessLedger(oneOf(of('33'), seven, ten([2, 1], 5))),
  '85': either(ninetyNine, strictEleven(upTo(8), 3), oneOf(of('32'), of('33'), seven789)),
  '86': unlessLedger(oneOf(cross(4), of('32'))),
  '87': unlessLedger(oneOf(method87, of('33'), seven, of('32'))),
  '88': either(ledger, eleven(upTo(8), 3), of('32')),
  '90': method90,
  '93': method93,
  '96': oneOf(of('19'), cross(), within([1_300_000, 99_399_999])),
  '98': oneOf(ten([3, 1, 7], 3), of('32')),
  A2: anyOf('00', '04'),
  A3: anyOf('00', '10'),
  A4: methodA4,
  A5: oneOf(of('00'), either(at(1, '9'), never, of('10'))),
  A6: either(at(2, '8'), of('00'), of('01')),
  A7: anyOf('00', '03'),
  A8: either(at(3, '9'), unlessLedger(of('32')), oneOf(of('32'), cross(4))),
  A9: anyOf('01', '06'),
  B0: methodB0,
  B1: anyOf('05', '01', '00'),
  B2: either(at(1, '89'), of('00'), of('02')),
  B3: either(at(1, '9'), of('06'), of('32')),
  B4: either(at(1, '9'), of('00'), of('07')),
  B5: oneOf(of('05'), either(at(1, '89'), never, of('00'))),
  B6: methodB6,
  B7: either(within([1_000_000, 5_999_999], [700_000_000, 899_999_999]), of('01'), always),
  B8: oneOf(of('20'), of('29'), within([5_100_000_000, 5_999_999_999], [9_010_000_000, 9_109_999_999])),
  C0: oneOf((account, bank) => /^00[1-9]/.test(account) && eser(account, bank, '52'), of('20')),
  C2: anyOf('22', '00', '04'),
  C3: either(at(1, '9'), of('58'), of('00')),
  C4: either(at(1, '9'), of('58'), of('15')),
  C5: methodC5,
  C7: anyOf('63', '06'),
  C8: anyOf('00', '04', '07'),
  C9: anyOf('00', '07'),
  D0: either(starts('57'), always, of('20')),
  D2: anyOf('95', '00', '68'),
  D3: anyOf('00', '27'),
  D5: methodD5,
  D6: anyOf('07', '03', '00'),
  D8: either(within([10_000_000, 99_999_999]), always, either(at(1, '0'), never, of('00'))),
  D9: anyOf('00', '10', '18'),
  E3: anyOf('00', '21'),
  E4: anyOf('02', '00'),
};
