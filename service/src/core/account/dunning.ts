// The steps for a debt that is not paid: the steps of accountStatus, when each is taken and what a reminder costs.
import type { CountryCode } from '../countries/countries.ts';
import { lastDayInTime } from '../countries/holidays.ts';
import { addDays, type Day, later } from '../dates.ts';
import type { Event } from '../events.ts';
import { arrivalOf } from '../law/reminder-fee.ts';
import { terminationLaw } from '../law/termination.ts';
import { least, most } from '../money.ts';
import { type Account, type AccountMonth, type AccountStatus, totalMinor } from './account.ts';
import { eventOf } from './post.ts';

/** From a statement to the day until when its minimum is to be paid. */
export const paymentDays = 14;
/** From the last day in time, and from each reminder, to the next step: what the laws ask for at least, and in Norway for the fee. */
export const dunningGapDays = 14;
/** From the last day in time to the notice that everything will fall due, at least: two reminders come before it. */
export const noticeAfterDays = 3 * dunningGapDays;
/** That a notice gives to pay from its day on, its day aside, where the law names none. */
export const usualNoticeDays = dunningGapDays - 1;

const next: Readonly<Partial<Record<AccountStatus, AccountStatus>>> = {
  Ok: 'FirstReminder',
  FirstReminder: 'SecondReminder',
  SecondReminder: 'UnderCancelation',
  UnderCancelation: 'SentToDebtCollection',
};

/** Reminders that may be charged for come first and second; what follows is a notice. */
const charged: Readonly<Partial<Record<AccountStatus, number>>> = { FirstReminder: 1, SecondReminder: 2 };

export interface DunningStep {
  /** The same as before where the step is put off. */
  readonly status: AccountStatus;
  /** 1 and 2 of what may be charged for; null for a notice. */
  readonly reminder: number | null;
  readonly dunningOn: Day;
  /** All that is owed falls due. */
  readonly allDue: boolean;
}

/**
 * The next step of an account on which something is overdue; none once it went to debt collection. It is put off, the status staying,
 * while the law asks for more to be overdue before all of it is demanded, and while a statement may still be paid in time.
 */
export function dunningStep(
  account: Account,
  months: readonly AccountMonth[],
  on: Day,
  country: CountryCode,
): DunningStep | undefined {
  const { status, dueMinor, dueOn } = account;
  const after = next[status];
  if (!after) return undefined;
  const step = { reminder: charged[after] ?? null, dunningOn: addDays(on, dunningGapDays), allDue: false };
  if (after === 'UnderCancelation') {
    if (!mayTerminate(account, months, on, country)) return { ...step, status, reminder: null };
    return { ...step, status: after, dunningOn: addDays(noticeEnds(on, country), 1) };
  }
  if (after !== 'SentToDebtCollection') return { ...step, status: after };
  const lastInTime = lastDayInTime(country, dueOn);
  if (dueMinor > 0n && lastInTime >= on) return { ...step, status, dunningOn: addDays(lastInTime, 1) };
  return { ...step, status: after, allDue: true };
}

/**
 * Is so much overdue that the law lets everything fall due, and something for as long as the agreement says? The share is one of payments
 * and of the credit: fees are neither. Some laws say more than it. Where everything was demanded already, nothing falls due before its day.
 */
function mayTerminate(account: Account, months: readonly AccountMonth[], on: Day, country: CountryCode): boolean {
  const { shareBps, lateDays, payments } = terminationLaw(country, on);
  const late = (days: number): bigint => lateMinor(account, months, { on, days, country });
  if (late(noticeAfterDays) <= 0n || statementsOverdue(account, months, on) < payments) return false;
  if (account.overdueMinor + account.dueMinor >= totalMinor(account)) return true;
  return late(lateDays) * 10_000n >= creditMinor(account) * BigInt(shareBps);
}

/** What was drawn, which the limit bounds, or what is owed where that is more; fees aside. */
function creditMinor(account: Account): bigint {
  const { usedMinor, limitMinor, feesMinor } = account;
  return most(least(usedMinor, limitMinor), totalMinor(account) - feesMinor);
}

/** Of what is overdue, fees aside, what has been so for some days: what was paid of it paid the oldest. Months before those in hand have. */
function lateMinor(
  { overdueMinor, feesMinor }: Account,
  months: readonly AccountMonth[],
  { on, days, country }: { readonly on: Day; readonly days: number; readonly country: CountryCode },
): bigint {
  const young = months.filter(({ dueOn }) => {
    const inTimeOn = lastDayInTime(country, dueOn);
    return inTimeOn < on && addDays(inTimeOn, days) > on;
  });
  return young.reduce((left, { minimumMinor }) => left - minimumMinor, overdueMinor - feesMinor);
}

/** Of how many statements something is overdue, the fees of letters aside: what was paid of it paid the oldest. */
function statementsOverdue(account: Account, months: readonly AccountMonth[], on: Day): number {
  let left = account.overdueMinor - account.feesMinor;
  let count = 0;
  for (const { minimumMinor } of months
    .filter(({ dueOn }) => dueOn < on)
    .toSorted((one, other) => (one.month < other.month ? 1 : -1))) {
    if (left <= 0n) break;
    left -= minimumMinor;
    count += 1;
  }
  // Months from before those in hand.
  return Math.min(account.overdueCount, left > 0n ? account.overdueCount : count);
}

/** The last day that a notice made on a day gives to pay: where the law names days, from its arrival on. */
function noticeEnds(on: Day, country: CountryCode): Day {
  const { noticeDays } = terminationLaw(country, on);
  const usual = addDays(on, usualNoticeDays);
  return noticeDays === null ? usual : later(usual, addDays(arrivalOf(country, on), noticeDays));
}

/** What is demanded of an account, and its step of the dunning. */
export type Demands = Pick<Account, 'overdueMinor' | 'overdueCount' | 'dueMinor' | 'status'>;

/**
 * The demands once so much was paid: first what is overdue, then what is due, and never more than is owed at all. With
 * nothing overdue the dunning is over: back to Ok, or closed where it had gone to debt collection.
 */
export function demandsOf(account: Account, paidMinor: bigint): Demands {
  const total = totalMinor(account);
  const owed = total > 0n ? total : 0n;
  const overduePaid = least(account.overdueMinor, paidMinor);
  const overdueMinor = least(account.overdueMinor - overduePaid, owed);
  const duePaid = least(account.dueMinor, paidMinor - overduePaid);
  const dueMinor = least(account.dueMinor - duePaid, owed - overdueMinor);
  if (overdueMinor > 0n) return { overdueMinor, overdueCount: account.overdueCount, dueMinor, status: account.status };
  return { overdueMinor, overdueCount: 0, dueMinor, status: ended[account.status] ?? account.status };
}

const ended: Readonly<Partial<Record<AccountStatus, AccountStatus>>> = {
  FirstReminder: 'Ok',
  SecondReminder: 'Ok',
  UnderCancelation: 'Ok',
  SentToDebtCollection: 'ClosedFromDebtCollection',
};

/**
 * The statements that a payment with this value date settled, in time or late, as invoices count. What was reminded was late;
 * before that no more than one statement is overdue, and one whose payment was only reported late was paid in time.
 */
export function statementsPaid(
  before: Account,
  after: Account,
  valueOn: Day,
  country: CountryCode,
): { inTime: number; late: number } {
  const due = before.dueMinor > 0n && after.dueMinor === 0n ? 1 : 0;
  // An older version beside this one does not count what becomes overdue.
  const overdue = before.overdueMinor > 0n && after.overdueMinor === 0n ? Math.max(1, before.overdueCount) : 0;
  const inTime =
    (valueOn <= lastDayInTime(country, before.dueOn) ? due : 0) +
    (before.status === 'Ok' && valueOn <= overdueSince(before) ? overdue : 0);
  return { inTime, late: due + overdue - inTime };
}

/** The last day in time of what is overdue and was not reminded yet. */
const overdueSince = ({ dunningOn }: Account): Day => addDays(dunningOn, -dunningGapDays);

/** Reported when a payment or a correction ended the dunning. */
export function dunningEnded(before: Account, after: Account): Event[] {
  if (before.status === after.status) return [];
  return [eventOf(before, { type: 'account.dunning_ended', subject: after.status, amountMinor: 0n })];
}
