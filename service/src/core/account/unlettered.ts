// Money is often known some days after it came. What letters of those days charged and announced is then not owed, as of orders
// (core/order/uncharged.ts).
import { type Change, update } from '../changes.ts';
import { addDays, type Day } from '../dates.ts';
import { least, most, sumOf } from '../money.ts';
import type { Account, AccountLetter } from './account.ts';
import { type Demands, dunningGapDays } from './dunning.ts';
import { type AccountInHand, exposureOf } from './in-hand.ts';
import type { Posting } from './post.ts';

export interface Unlettered {
  /** The account as it was before the first of the letters, for what counts as paid in time. */
  readonly before: Account;
  /** What is overdue without them, and when it is reminded of; nothing where no letter falls. */
  readonly demands?: Demands & Pick<Account, 'dunningOn'>;
  readonly postings: readonly Posting[];
  readonly changes: readonly Change[];
}

/**
 * Cancel the letters that were made after the day of the money, where it pays all that the first of them asked for beside its own fee.
 * What they followed upon is then over, what everything had fallen due by falls away, and what became overdue since is reminded of from
 * the beginning. None falls where the debt is closed, or what was asked for is paid in part.
 */
export function unletteredBy(
  inHand: AccountInHand,
  money: { readonly amountMinor: bigint; readonly valueOn: Day; readonly today: Day },
): Unlettered {
  const { account } = inHand;
  const letters = inHand.letters.filter(({ madeOn }) => money.valueOn < madeOn);
  const [first] = letters;
  const isOver = account.status === 'Ok' || account.status === 'ClosedFromDebtCollection';
  if (!first || isOver || money.amountMinor < first.overdueMinor - first.feeMinor)
    return { before: account, postings: [], changes: [] };
  const feesMinor = least(sumOf(letters, feeOf), account.feesMinor);
  const isFirst = first.status === 'FirstReminder';
  return {
    before: isFirst ? { ...account, status: 'Ok', dunningOn: first.madeOn } : account,
    demands: demandsWithout(account, letters, money.today),
    postings: [
      {
        kind: 'ReminderCancelled',
        reference: first.status,
        valueOn: money.today,
        bookedOn: money.today,
        feesMinor: -feesMinor,
        occurrences: [{ type: 'account.reminder_cancelled', subject: first.status, amountMinor: feesMinor }],
      },
    ],
    changes: [
      ...letters.map((letter) => update('accountLetters', letter, { set: { cancelledOn: money.today } })),
      ...(isFirst ? [update('exposures', exposureOf(inHand), { add: { dunnedCount: -1 } })] : []),
    ],
  };
}

/** Where everything had fallen due, what the last letter asked for is overdue again. */
function demandsWithout(account: Account, letters: readonly AccountLetter[], today: Day): NonNullable<Unlettered['demands']> {
  const collected = account.status === 'SentToDebtCollection' ? letters.at(-1) : undefined;
  const overdueMinor = collected?.overdueMinor ?? account.overdueMinor;
  return {
    overdueMinor: most(overdueMinor - sumOf(letters, feeOf), 0n),
    overdueCount: account.overdueCount,
    dueMinor: account.dueMinor,
    status: 'Ok',
    dunningOn: addDays(today, dunningGapDays),
  };
}

const feeOf = ({ feeMinor }: AccountLetter): bigint => feeMinor;
