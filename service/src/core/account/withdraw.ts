// C97: withdrawal from the credit of a customer account (Directive (EU) 2023/2225 art. 26). What was bought stays bought, and nothing
// more is bought on the account. Fees fall, what was paid of them pays the capital; capital and the interest of the days until the
// notice are due thirty days after it, with a last statement that says so.
import { type Decided, insert } from '../changes.ts';
import { nextBusinessDay } from '../countries/holidays.ts';
import { addDays, type Day, dayAt, earlier, type Instant, later } from '../dates.ts';
import type { Event } from '../events.ts';
import { lawOn } from '../law/law-on.ts';
import type { Merchant } from '../merchant.ts';
import { least, most } from '../money.ts';
import { type Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import { type Account, type AccountWithdrawal, totalMinor } from './account.ts';
import { nextMonth } from './calendar.ts';
import { dunningEnded } from './dunning.ts';
import { type AccountInHand, exposureOf, isHeld } from './in-hand.ts';
import { interestPostings, monthRow, nextStep, payableOn } from './keep.ts';
import { limitLowered } from './order-limit.ts';
import { type Posting, post } from './post.ts';
import { chargedFees } from './refunded-costs.ts';

/** Calendar days from the notice in which capital and interest are paid back; to the next working day, as below. */
const payBackDays = 30;

export interface AccountWithdrawalRequest {
  /** The day on which the holder sent the notice: in time is enough. */
  readonly noticedOn: Day;
  readonly medium: AccountWithdrawal['medium'];
  /** When the account was granted: opened at once, or after a review. */
  readonly grantedAt: Instant;
  /** When orders with agreements of their own were charged to the account later, each for the first time. */
  readonly agreedAts?: readonly Instant[];
  /** When the holder got the terms, where that was later; null where nothing is said. */
  readonly termsReceivedOn: Day | null;
  readonly isCompany: boolean;
}

/**
 * The last day of the period: from the day the account was granted, or the last order was charged to it that was agreed on by itself, or
 * on which its terms came where that was later; the next working day after a Saturday, Sunday or holiday (core/order/withdraw.ts).
 */
export function lastDayToWithdrawFrom(
  { grantedAt, agreedAts = [], termsReceivedOn }: Pick<AccountWithdrawalRequest, 'grantedAt' | 'agreedAts' | 'termsReceivedOn'>,
  { country, timeZone }: Pick<Merchant, 'country' | 'timeZone'>,
): Day {
  const grantedOn = dayAt(Math.max(grantedAt, ...agreedAts), timeZone);
  const from = termsReceivedOn === null ? grantedOn : later(grantedOn, termsReceivedOn);
  return nextBusinessDay(country, addDays(from, lawOn(country, from).withdrawalDays));
}

/** Withdraw, once: later it is answered as before. Needs every day, posted month, fee and letter of the account. */
export function withdrawFromAccount(
  inHand: AccountInHand | undefined,
  request: AccountWithdrawalRequest,
  setting: Setting,
): Decided<AccountWithdrawal> | Refusal {
  if (!isHeld(inHand)) return refuse('account.not_found', 'accountNumber');
  const { account, withdrawal } = inHand;
  if (withdrawal) return { answer: withdrawal, changes: [], events: [] };
  if (account.state !== 'Open') return refuse('account.not_open', 'accountNumber');
  if (request.isCompany) return refuse('withdrawal.none');
  const { noticedOn } = request;
  const today = dayAt(setting.now, setting.merchant.timeZone);
  if (noticedOn > today || noticedOn < account.openedOn) return refuse('value.out_of_range', 'noticedOn');
  const lastDay = lastDayToWithdrawFrom(request, setting.merchant);
  if (noticedOn > lastDay) return refuse('withdrawal.over', 'noticedOn', { day: lastDay });
  return book(inHand, request, agreedAtOf(request, setting.merchant), today, setting);
}

/** Whose right it is: the earliest one's that still runs, the grant's (null) or a later agreement's; of it the most fees fall. */
function agreedAtOf({ noticedOn, ...request }: AccountWithdrawalRequest, merchant: Merchant): Instant | null {
  const runs = (grantedAt: Instant): boolean =>
    noticedOn <= lastDayToWithdrawFrom({ ...request, grantedAt, agreedAts: [] }, merchant);
  if (runs(request.grantedAt)) return null;
  return request.agreedAts?.toSorted((one, other) => one - other).find(runs) ?? null;
}

/** Fees of before that fell since, as letters were cancelled or an order refunded, are no fees of since that fall; nor are cancelled ones. */
function feesSince({ entries, letters }: AccountInHand, day: Day): bigint {
  const returned = entries.findLast(({ kind }) => kind === 'FeesReturned')?.number ?? 0;
  const cancelled = new Set(letters.filter(({ cancelledOn }) => cancelledOn !== null).map(({ number }) => number));
  const since = entries.filter(({ bookedOn, number }) => bookedOn >= day && number > returned && !cancelled.has(number));
  return chargedFees(since.filter(({ kind }) => kind !== 'ReminderCancelled'));
}

function book(
  inHand: AccountInHand,
  { noticedOn, medium }: AccountWithdrawalRequest,
  agreedAt: Instant | null,
  today: Day,
  setting: Setting,
): Decided<AccountWithdrawal> {
  const { account, entries } = inHand;
  const payBy = nextBusinessDay(setting.merchant.country, addDays(noticedOn, payBackDays));
  const { timeZone } = setting.merchant;
  // Where the right is that of a later agreement, fees of before stay as they are: they were paid first.
  const fallenMinor = agreedAt === null ? chargedFees(entries) : feesSince(inHand, dayAt(agreedAt, timeZone));
  const openFees = agreedAt === null ? account.feesMinor : least(account.feesMinor, fallenMinor);
  const paidFees = fallenMinor - openFees;
  const begun = {
    accountNumber: account.number,
    noticedOn,
    payBy,
    medium,
    returnedMinor: most(paidFees, 0n),
    insertedAt: setting.now,
  };
  // What was posted for days from the notice on is taken back.
  const counted = { ...account, correctFrom: earlier(account.correctFrom, noticedOn) };
  const ended = { ...inHand, account: counted, withdrawal: { ...begun, principalMinor: 0n, interestMinor: 0n } };
  const interest = interestPostings(ended, { valueOn: today, bookedOn: today });
  const fees: Posting = {
    kind: 'CreditWithdrawn',
    valueOn: today,
    bookedOn: today,
    feesMinor: -openFees,
    principalMinor: -paidFees,
    occurrences: [],
  };
  const postings = [...interest.postings, fees];
  const openMonth = nextMonth(account.openMonth);
  const posted = post(inHand, postings, setting, (after) => {
    const set = {
      // A debt collection ends, too, with its rest to be paid anew: closed, it would never be demanded. What was closed stays as it is.
      status: after.status === 'ClosedFromDebtCollection' ? after.status : 'Ok',
      overdueMinor: 0n,
      overdueCount: 0,
      stopped: true,
      dueMinor: most(totalMinor(after), 0n),
      dueOn: payableOn(today, { payBy }),
      openMonth,
      correctFrom: openMonth,
      lastNoticeOn: today,
      nextNoticeOn: nextMonth(openMonth),
    } as const;
    return { ...set, nextStepOn: nextStep({ ...after, ...set }, setting.merchant.country) };
  });
  const settled = posted.account;
  const withdrawal = { ...begun, principalMinor: settled.principalMinor, interestMinor: settled.interestMinor };
  // Fees that fell are owed no longer, and nothing is bought any more.
  const limit = limitLowered(settled, () => exposureOf(inHand));
  const closing = { ...settled, openMonth: account.openMonth };
  const month = monthRow(closing, ended, interest.postings, { day: today, lastEntry: settled.entryCount, setting });
  return {
    answer: withdrawal,
    changes: [
      ...posted.changes,
      ...interest.changes,
      insert('accountMonths', month),
      insert('accountWithdrawals', withdrawal),
      ...limit.changes,
    ],
    events: [
      withdrawn(account, withdrawal, { fees: openFees, credit: paidFees }),
      ...posted.events,
      ...limit.events,
      ...dunningEnded(account, settled),
    ],
  };
}

function withdrawn(
  { number, currency }: Account,
  { noticedOn, payBy, principalMinor, interestMinor }: AccountWithdrawal,
  besides: { readonly fees: bigint; readonly credit: bigint },
): Event {
  return {
    type: 'account.credit_withdrawn',
    orderId: null,
    accountNumber: number,
    subject: number,
    currency,
    amountMinor: 0n,
    besides,
    details: { noticedOn, payBy, principalAmount: principalMinor, interestAmount: interestMinor },
  };
}
