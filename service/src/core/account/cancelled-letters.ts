// Money is often known some days after it came. What letters of those days charged and announced is then not owed, as of orders
// (core/order/uncharged.ts).
import { type Change, update } from '../changes.ts';
import type { CountryCode } from '../countries/countries.ts';
import { lastDayInTime } from '../countries/holidays.ts';
import { addDays, type Day, later } from '../dates.ts';
import { least, most, sumOf } from '../money.ts';
import type { Account, AccountLetter } from './account.ts';
import { type Demands, dunningGapDays } from './dunning.ts';
import { type AccountInHand, exposureOf } from './in-hand.ts';
import type { Posting } from './post.ts';

interface Money {
  readonly amountMinor: bigint;
  readonly valueOn: Day;
  readonly today: Day;
  readonly country: CountryCode;
}

export interface CancelledLetters {
  /** The account as it was before the first of the letters, for what counts as paid in time. */
  readonly before: Account;
  /** What is overdue without them, and when it is reminded of; nothing where no letter falls. */
  readonly demands?: Demands & Pick<Account, 'dunningOn'>;
  readonly postings: readonly Posting[];
  readonly changes: readonly Change[];
}

/** Letters that follow upon one another. */
type Dunning = readonly [AccountLetter, ...AccountLetter[]];

/**
 * Cancel the letters that were made after the day of the money, where it pays all that the first of them asked for beside its own fee:
 * none falls where that is paid in part. What was paid of their fees pays the principal, as it would have without them. What they followed
 * upon is then over, what everything had fallen due by falls away, and what became overdue since is reminded of from the beginning; where
 * that is over already, their fees alone fall. The letters of a later dunning fall where the money, with the fees that fall of the ones
 * before, pays what that one asked for, too. Money that had come in time for the notice averts that everything falls due, also where it is
 * known after that day.
 */
export function cancelledBy(inHand: AccountInHand, money: Money): CancelledLetters {
  const { account } = inHand;
  const unchanged = { before: account, postings: [], changes: [] };
  const dunnings = dunningsOf(inHand.letters.filter((letter) => isOwed(letter) && money.valueOn < letter.madeOn));
  if (dunnings.length === 0) return averted(inHand, money) ?? unchanged;
  const fallen = fallenOf(dunnings, money);
  const [first, ...others] = fallen.flat();
  if (!first) return unchanged;
  const letters: Dunning = [first, ...others];
  const isOver = account.status === 'Ok' || account.status === 'ClosedFromDebtCollection';
  const running = isOver || fallen.length < dunnings.length ? undefined : fallen.at(-1);
  const firsts = letters.filter(({ status }) => status === 'FirstReminder').length;
  return {
    before: running?.[0].status === 'FirstReminder' ? { ...account, status: 'Ok', dunningOn: running[0].madeOn } : account,
    ...(running && { demands: demandsWithout(account, running, money) }),
    postings: [feesFallen(account, letters, money)],
    changes: [
      ...letters.map((letter) => update('accountLetters', letter, { set: { cancelledOn: money.today } })),
      ...(firsts > 0 ? [update('exposures', exposureOf(inHand), { add: { dunnedCount: -firsts } })] : []),
    ],
  };
}

/** Each begins with a first reminder: the one before was over by then. */
function dunningsOf(letters: readonly AccountLetter[]): Dunning[] {
  const dunnings: [AccountLetter, ...AccountLetter[]][] = [];
  for (const letter of letters) {
    const last = dunnings.at(-1);
    if (last && letter.status !== 'FirstReminder') last.push(letter);
    else dunnings.push([letter]);
  }
  return dunnings;
}

/** One that was over had been paid by other money: all of this, and those fees, would have paid what was due next. */
function fallenOf(dunnings: readonly Dunning[], { amountMinor }: Money): readonly Dunning[] {
  const stays = dunnings.findIndex(
    ([first], index) => amountMinor + sumOf(dunnings.slice(0, index).flat(), feeOf) < askedBeside(first),
  );
  return stays < 0 ? dunnings : dunnings.slice(0, stays);
}

/** Their fees, as far as they are open; what was paid of them counts as paid of the principal, from the day of the money on. */
function feesFallen(account: Account, letters: Dunning, { valueOn, today }: Money): Posting {
  const [first] = letters;
  const amountMinor = sumOf(letters, feeOf);
  const openMinor = least(amountMinor, account.feesMinor);
  const paidMinor = amountMinor - openMinor;
  const cancelled = { type: 'account.reminder_cancelled', subject: first.status, amountMinor } as const;
  return {
    kind: 'ReminderCancelled',
    // The entry of the first of them.
    reference: String(first.number),
    valueOn,
    bookedOn: today,
    feesMinor: -openMinor,
    ...(paidMinor > 0n && { principalMinor: -paidMinor }),
    occurrences: [{ ...cancelled, ...(paidMinor > 0n && { shares: { credit: paidMinor } }) }],
  };
}

/** Money that had come before everything fell due, and pays what the notice asked for: nothing but what it asked for was due. */
function averted({ account, letters }: AccountInHand, money: Money): CancelledLetters | undefined {
  const notice = letters.findLast(isOwed);
  if (account.status !== 'SentToDebtCollection' || !notice) return undefined;
  const collectedOn = addDays(account.dunningOn, -dunningGapDays);
  if (money.valueOn >= collectedOn || money.amountMinor < notice.overdueMinor) return undefined;
  return { before: account, demands: demandsWithout(account, [], money, notice), postings: [], changes: [] };
}

/** Where everything had fallen due, what the last letter asked for is overdue again. */
function demandsWithout(
  account: Account,
  letters: readonly AccountLetter[],
  { amountMinor, today, country }: Money,
  last = letters.at(-1),
): NonNullable<CancelledLetters['demands']> {
  const collected = account.status === 'SentToDebtCollection' ? last : undefined;
  const overdueMinor = collected?.overdueMinor ?? account.overdueMinor;
  // What the first of them asked for is paid: what the money does not pay of it, fees do that fall of a dunning before.
  const [first] = letters;
  const paidBesideMinor = first ? most(askedBeside(first) - amountMinor, 0n) : 0n;
  // What stays overdue is of the last statement, whose day to pay has passed; what is paid was of the ones before.
  const dunningOn = later(addDays(lastDayInTime(country, account.dueOn), dunningGapDays), addDays(today, 1));
  return {
    overdueMinor: most(overdueMinor - sumOf(letters, feeOf) - paidBesideMinor, 0n),
    overdueCount: Math.max(1, account.overdueCount - 1),
    dueMinor: account.dueMinor,
    status: 'Ok',
    dunningOn,
  };
}

const isOwed = ({ cancelledOn }: AccountLetter): boolean => cancelledOn === null;
const feeOf = ({ feeMinor }: AccountLetter): bigint => feeMinor;
const askedBeside = ({ overdueMinor, feeMinor }: AccountLetter): bigint => overdueMinor - feeMinor;
