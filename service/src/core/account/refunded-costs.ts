// What is refunded of an order was never lent (Directive (EU) 2023/2225 art. 27, 2011/83/EU art. 15; § 358(4) BGB), as of orders in
// installments (core/plan/after-refund.ts): the account bears no interest of it for any day, also of months that were posted and paid. Fees
// are the account's as a whole and the same for a smaller balance: they fall once nothing is kept of all that was ever bought on it.
import type { Change } from '../changes.ts';
import { type Day, earlier } from '../dates.ts';
import { least, sumOf } from '../money.ts';
import type { Capture } from '../order/rows.ts';
import type { AccountEntry } from './account.ts';
import type { AccountInHand } from './in-hand.ts';
import { creditedInterest } from './interest.ts';
import { corrections } from './keep.ts';
import { added, type Posting } from './post.ts';

interface Refunded {
  readonly captureNumber: string;
  readonly amountMinor: bigint;
  /** From which the capture was charged. */
  readonly valueOn: Day;
  readonly today: Day;
}

export interface Refunding {
  readonly postings: readonly Posting[];
  readonly changes: readonly Change[];
}

/** The day from which a capture was charged to the account, first where that was done in parts; nothing where that is not in hand. */
export function chargedFrom({ entries }: AccountInHand, { number }: Pick<Capture, 'number'>): Day | undefined {
  const days = entries
    .filter(({ kind, reference }) => kind === 'OrderCharged' && reference === number)
    .map(({ valueOn }) => valueOn);
  return days.toSorted()[0];
}

/** A refund of a capture that was charged to the account, with the costs that fall by it; needs the whole account. */
export function refunding(inHand: AccountInHand, { captureNumber, amountMinor, valueOn, today }: Refunded): Refunding {
  const { account, entries } = inHand;
  const refund: Posting = {
    kind: 'OrderRefunded',
    reference: captureNumber,
    valueOn,
    bookedOn: today,
    principalMinor: -amountMinor,
    occurrences: [],
  };
  const lowered = { ...added(account, refund), correctFrom: earlier(account.correctFrom, valueOn) };
  const days = [...inHand.days, { accountNumber: account.number, day: valueOn, principalMinor: -amountMinor }];
  const corrected = corrections({ ...inHand, account: lowered, days }, today);
  const credited = creditedInterest(corrected.postings.reduce(added, lowered), { valueOn: today, bookedOn: today });
  const isNothingKept = account.usedMinor + sumOf(entries.filter(isOfOrder), (each) => each.principalMinor) <= amountMinor;
  return {
    postings: [refund, ...corrected.postings, ...credited, ...(isNothingKept ? feesReturned(inHand, today) : [])],
    changes: corrected.changes,
  };
}

const isOfOrder = ({ kind }: AccountEntry): boolean => kind === 'OrderCharged' || kind === 'OrderRefunded';

/** All but commissions: those are of money that was taken, of which no order knows. */
function feesReturned({ account, entries }: AccountInHand, today: Day): Posting[] {
  const amountMinor = chargedFees(entries.filter(({ kind }) => kind !== 'WithdrawalCommission'));
  const openMinor = least(amountMinor, account.feesMinor);
  const paidMinor = amountMinor - openMinor;
  const returned = {
    type: 'account.fees_returned',
    subject: account.number,
    amountMinor,
    shares: { credit: paidMinor },
  } as const;
  const posting: Posting = {
    kind: 'FeesReturned',
    valueOn: today,
    bookedOn: today,
    feesMinor: -openMinor,
    principalMinor: -paidMinor,
    occurrences: [returned],
  };
  // Below zero where a commission fell by a withdrawal from the credit.
  return amountMinor <= 0n ? [] : [posting];
}

/** A payment that is taken back charges nothing: what it had paid is open again. */
const paymentKinds: ReadonlySet<string> = new Set(['Payment', 'PaymentReturned']);
/** By which fees fall, and what was paid of them pays the principal. */
const fallingKinds: ReadonlySet<string> = new Set(['ReminderCancelled', 'FeesReturned', 'CreditWithdrawn']);

/** Of entries, the fees that they charged, as far as they did not fall; in minor units. */
export const chargedFees = (entries: readonly AccountEntry[]): bigint =>
  sumOf(
    entries.filter(({ kind }) => !paymentKinds.has(kind)),
    ({ kind, feesMinor, principalMinor }) => feesMinor + (fallingKinds.has(kind) ? principalMinor : 0n),
  );
