// Postings: the only way an account's balances move. Each is an entry of the stream with the balances after it, a delta on
// the account's counters, a delta on the day it counts from, and the events that the ledger books. So the stream, the
// counters, the days and the ledger cannot disagree.
import { type Change, insert, update } from '../changes.ts';
import type { Day } from '../dates.ts';
import type { Event, EventType } from '../events.ts';
import type { Setting } from '../setting.ts';
import type { Account, AccountEntry } from './account.ts';
import type { AccountInHand } from './in-hand.ts';

/** What moves: any part may be zero or negative; with nothing it is a line that only records an event. */
export interface Posting {
  readonly kind: string;
  readonly eventId?: string | null;
  readonly reference?: string;
  /** The day it counts from for interest. */
  readonly valueOn: Day;
  /** The day it was booked on. */
  readonly bookedOn: Day;
  readonly principalMinor?: bigint;
  readonly interestMinor?: bigint;
  readonly feesMinor?: bigint;
  /** How it changes what was taken and may be given back. */
  readonly usedMinor?: bigint;
  readonly occurrences: readonly Occurrence[];
}

/** What happened, in the ledger's and the outbox's words. */
export interface Occurrence {
  readonly type: EventType;
  readonly subject: string;
  readonly amountMinor: bigint;
  readonly shares?: Event['shares'];
}

export interface Posted {
  /** The account as it is afterwards. */
  readonly account: Account;
  readonly entries: readonly AccountEntry[];
  readonly changes: readonly Change[];
  readonly events: readonly Event[];
}

type Settable = Partial<
  Pick<
    Account,
    | 'state'
    | 'status'
    | 'stopped'
    | 'openMonth'
    | 'correctFrom'
    | 'lastNoticeOn'
    | 'nextNoticeOn'
    | 'dueMinor'
    | 'dueOn'
    | 'overdueMinor'
    | 'overdueCount'
    | 'dunningOn'
    | 'nextStepOn'
    | 'agreedAt'
  >
>;

/**
 * Post in order, and set what else changes on the account; `after` sees the account with the postings on it and the first
 * day that has to be looked at again.
 */
export function post(
  { account, days }: Pick<AccountInHand, 'account' | 'days'>,
  postings: readonly Posting[],
  setting: Setting,
  after: (account: Account) => Settable & { readonly heldCount?: number } = () => ({}),
): Posted {
  const entries: AccountEntry[] = [];
  let now = account;
  for (const posting of postings) {
    now = { ...added(now, posting), entryCount: now.entryCount + 1 };
    entries.push(entryOf(now, posting, setting));
  }
  const { heldCount = 0, ...set } = after(now);
  const late = earliest([now.correctFrom, ...postings.filter(countsForInterest).map((each) => each.valueOn)]);
  const settled = { correctFrom: late, ...set, updatedAt: setting.now };
  const { principalMinor, interestMinor, feesMinor, usedMinor, entryCount } = now;
  const add = {
    principalMinor: principalMinor - account.principalMinor,
    interestMinor: interestMinor - account.interestMinor,
    feesMinor: feesMinor - account.feesMinor,
    usedMinor: usedMinor - account.usedMinor,
    entryCount: entryCount - account.entryCount,
    heldCount,
  };
  return {
    account: { ...now, ...settled, heldCount: now.heldCount + heldCount },
    entries,
    changes: [
      update('accounts', account, { add, set: settled }),
      ...entries.map((entry) => insert('accountEntries', entry)),
      ...dayChanges(account, days, postings),
    ],
    events: postings.flatMap(({ occurrences: recorded }) => recorded.map((each) => eventOf(account, each))),
  };
}

/** An event of an account. */
export function eventOf(
  { number, currency }: Pick<Account, 'number' | 'currency'>,
  { type, subject, amountMinor, shares }: Occurrence,
): Event {
  return { type, orderId: null, accountNumber: number, subject, currency, amountMinor, ...(shares && { shares }) };
}

const earliest = (days: readonly Day[]): Day => days.reduce((first, day) => (day < first ? day : first));
const countsForInterest = ({ principalMinor = 0n }: Posting): boolean => principalMinor !== 0n;

/** The balances with a posting on them. */
export const added = <Balances extends Pick<Account, 'principalMinor' | 'interestMinor' | 'feesMinor' | 'usedMinor'>>(
  balances: Balances,
  { principalMinor = 0n, interestMinor = 0n, feesMinor = 0n, usedMinor = 0n }: Posting,
): Balances => ({
  ...balances,
  principalMinor: balances.principalMinor + principalMinor,
  interestMinor: balances.interestMinor + interestMinor,
  feesMinor: balances.feesMinor + feesMinor,
  usedMinor: balances.usedMinor + usedMinor,
});

function entryOf(after: Account, posting: Posting, { now }: Setting): AccountEntry {
  return {
    accountNumber: after.number,
    number: after.entryCount,
    kind: posting.kind,
    eventId: posting.eventId ?? null,
    reference: posting.reference ?? '',
    valueOn: posting.valueOn,
    bookedOn: posting.bookedOn,
    principalMinor: posting.principalMinor ?? 0n,
    interestMinor: posting.interestMinor ?? 0n,
    feesMinor: posting.feesMinor ?? 0n,
    principalAfterMinor: after.principalMinor,
    interestAfterMinor: after.interestMinor,
    feesAfterMinor: after.feesMinor,
    insertedAt: now,
  };
}

/** One change a day, however many postings fall on it. */
function dayChanges({ number }: Account, days: AccountInHand['days'], postings: readonly Posting[]): Change[] {
  const sums = new Map<Day, bigint>();
  for (const posting of postings.filter(countsForInterest)) {
    sums.set(posting.valueOn, (sums.get(posting.valueOn) ?? 0n) + (posting.principalMinor ?? 0n));
  }
  return [...sums].map(([day, principalMinor]) => {
    const known = days.find((each) => each.day === day);
    if (known) return update('accountDays', known, { add: { principalMinor } });
    return insert('accountDays', { accountNumber: number, day, principalMinor });
  });
}
