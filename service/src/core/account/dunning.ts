// The steps for a debt that is not paid: the steps of accountStatus, when each is taken and what a reminder costs.
import type { CountryCode } from '../countries/countries.ts';
import { lastDayInTime } from '../countries/holidays.ts';
import { addDays, type Day } from '../dates.ts';
import type { Event } from '../events.ts';
import { least } from '../money.ts';
import { type Account, type AccountStatus, totalMinor } from './account.ts';
import { eventOf } from './post.ts';

/** From a statement to the day until when its minimum is to be paid. */
export const paymentDays = 14;
/** From the last day in time, and from each reminder, to the next step: what the laws ask for at least, and in Norway for the fee. */
export const dunningGapDays = 14;

const next: Readonly<Partial<Record<AccountStatus, AccountStatus>>> = {
  Ok: 'FirstReminder',
  FirstReminder: 'SecondReminder',
  SecondReminder: 'UnderCancelation',
  UnderCancelation: 'SentToDebtCollection',
};

/** Reminders that may be charged for come first and second; what follows is a notice. */
const charged: Readonly<Partial<Record<AccountStatus, number>>> = { FirstReminder: 1, SecondReminder: 2 };

export interface DunningStep {
  readonly status: AccountStatus;
  /** 1 and 2 of what may be charged for; null for a notice. */
  readonly reminder: number | null;
  readonly dunningOn: Day;
  /** All that is owed falls due. */
  readonly allDue: boolean;
}

/** The next step of an account on which something is overdue; none once it went to debt collection. */
export function dunningStep(status: AccountStatus, on: Day): DunningStep | undefined {
  const after = next[status];
  if (!after) return undefined;
  return {
    status: after,
    reminder: charged[after] ?? null,
    dunningOn: addDays(on, dunningGapDays),
    allDue: after === 'SentToDebtCollection',
  };
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
