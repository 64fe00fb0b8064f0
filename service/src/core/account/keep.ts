// Keeping an account: what falls due on a day without a request. Interest and fees are posted and a statement is made
// at the end of each month, what was demanded becomes overdue, reminders follow. One decision does one day, the account's
// `nextStepOn`; days that were missed are done one after the other, in their order.
import { type Change, type Decided, insert, update } from '../changes.ts';
import { type CountryCode, countries } from '../countries/countries.ts';
import { lastDayInTime } from '../countries/holidays.ts';
import { addDays, type Day, dayAt, earlier } from '../dates.ts';
import type { Event } from '../events.ts';
import type { Json } from '../json.ts';
import { reminderFeeMinor } from '../law/reminder-fee.ts';
import type { Merchant } from '../merchant.ts';
import { least } from '../money.ts';
import { leastRemindedMinor } from '../order/reminder-terms.ts';
import type { Setting } from '../setting.ts';
import {
  type Account,
  type AccountLetter,
  type AccountMonth,
  type AccountTerms,
  type AccountWithdrawal,
  accountTermsOf,
  totalMinor,
} from './account.ts';
import { firstOfMonth, nextMonth } from './calendar.ts';
import { demandsOf, dunningGapDays, dunningStep, paymentDays } from './dunning.ts';
import { type AccountInHand, exposureOf } from './in-hand.ts';
import { creditedInterest, interestMinor } from './interest.ts';
import { letterStep } from './letter-fee.ts';
import { limitLowered } from './order-limit.ts';
import { added, eventOf, type Posting, post } from './post.ts';

/** The amounts of the day before it is posted. */
interface Draft {
  readonly account: Account;
  readonly postings: readonly Posting[];
  readonly changes: readonly Change[];
  readonly events: readonly Event[];
}

/** Has its next day come, and is it still to be kept? Not once its holder was erased: there is no one to write to. */
export const isBehind = ({ state, customerNumber, nextStepOn }: Account, { now, merchant }: Setting): boolean =>
  state === 'Open' && customerNumber !== '' && nextStepOn !== null && nextStepOn <= dayAt(now, merchant.timeZone);

/**
 * Do what falls due on the account's next day; nothing when that day has not come, so that it does not matter how often or
 * by how many it is tried. Needs the days and months that may still be corrected, and its owner.
 */
export function keepAccount(inHand: AccountInHand | undefined, setting: Setting): Decided<Account> | undefined {
  if (!inHand || !isBehind(inHand.account, setting)) return undefined;
  const { account } = inHand;
  const day = account.nextStepOn;
  if (day === null) return undefined;

  const started: Draft = { account, postings: [], changes: [], events: [] };
  // What was closed stays as it is. A reminder on the first is of the new month: the statement of the old one is made before.
  const steps = account.status === 'ClosedFromDebtCollection' ? [] : [overdue, postMonth, remind];
  const draft = steps.reduce((done, step) => step(done, inHand, day, setting), started);
  const { status, openMonth, lastNoticeOn, nextNoticeOn, dueMinor, dueOn, overdueMinor, overdueCount, dunningOn } = draft.account;
  const posted = post(inHand, draft.postings, setting, () => ({
    status,
    openMonth,
    correctFrom: draft.account.correctFrom,
    lastNoticeOn,
    nextNoticeOn,
    dueMinor,
    dueOn,
    overdueMinor,
    overdueCount,
    dunningOn,
    nextStepOn: nextStep(draft.account, setting.merchant.country),
  }));
  // Corrections of interest lower what is owed; and limits from before they were lowered with it are looked at here.
  const limit = limitLowered(posted.account, () => exposureOf(inHand));
  return {
    answer: posted.account,
    changes: [...posted.changes, ...draft.changes, ...limit.changes],
    events: [...posted.events, ...draft.events, ...limit.events],
  };
}

/** Every day until today, one after the other, in one decision; for an account on which nothing is booked yet. */
export function keepToToday(inHand: AccountInHand, setting: Setting): Omit<Decided<AccountInHand>, 'about'> {
  let done: Decided<AccountInHand> = { answer: inHand, changes: [], events: [] };
  for (;;) {
    const day = keepAccount(done.answer, setting);
    if (!day) return done;
    const made = day.changes.flatMap((each) => (each.table === 'accountMonths' && each.kind === 'insert' ? [each.row] : []));
    done = {
      answer: { ...done.answer, account: day.answer, months: [...done.answer.months, ...made] },
      changes: [...done.changes, ...day.changes],
      events: [...done.events, ...day.events],
    };
  }
}

/** The next day on which something falls due; null where nothing ever will. */
export function nextStep(
  { status, openMonth, dueMinor, dueOn, overdueMinor, dunningOn }: Account,
  country: CountryCode,
): Day | null {
  if (status === 'ClosedFromDebtCollection') return null;
  const days = [nextMonth(openMonth)];
  if (dueMinor > 0n) days.push(addDays(lastDayInTime(country, dueOn), 1));
  if (overdueMinor > 0n && status !== 'SentToDebtCollection') days.push(dunningOn);
  return days.reduce(earlier);
}

/** What was payable in time until yesterday and was not paid is overdue; the first reminder follows when it stays so. */
function overdue(draft: Draft, _inHand: AccountInHand, day: Day, { merchant }: Setting): Draft {
  const account = { ...draft.account, ...demandsOf(draft.account, 0n) };
  const inTimeOn = lastDayInTime(merchant.country, account.dueOn);
  if (account.dueMinor === 0n || inTimeOn >= day) return { ...draft, account };
  const dunningOn = account.overdueMinor > 0n ? account.dunningOn : addDays(inTimeOn, dunningGapDays);
  const overdueMinor = account.overdueMinor + account.dueMinor;
  const overdueCount = account.overdueCount + 1;
  return { ...draft, account: { ...account, dueMinor: 0n, overdueMinor, overdueCount, dunningOn } };
}

function remind(draft: Draft, inHand: AccountInHand, day: Day, setting: Setting): Draft {
  const { merchant } = setting;
  const { account } = draft;
  if (account.overdueMinor === 0n || account.dunningOn > day) return draft;
  const step = dunningStep(account, inHand.months, day, merchant.country);
  if (!step) return draft;
  if (step.status === account.status || account.overdueMinor < leastRemindedMinor(account.currency))
    return { ...draft, account: { ...account, dunningOn: step.dunningOn } };
  // No letter costs more than is owed without it.
  const feeMinor = step.reminder === null ? 0n : least(reminderFeeOf(account, step.reminder, day, merchant), totalMinor(account));
  const reminded: Account = { ...account, status: step.status, dunningOn: step.dunningOn, lastNoticeOn: day };
  const overdueMinor = (step.allDue ? totalMinor(account) : account.overdueMinor) + feeMinor;
  const fee = feeMinor > 0n ? [{ type: 'account.fee_charged', subject: step.status, amountMinor: feeMinor } as const] : [];
  const posting: Posting = {
    kind: 'Reminder',
    reference: step.status,
    valueOn: day,
    bookedOn: day,
    feesMinor: feeMinor,
    occurrences: fee,
  };
  const after = added({ ...reminded, overdueMinor, ...(step.allDue && { dueMinor: 0n }) }, posting);
  const number = inHand.account.entryCount + draft.postings.length + 1;
  const letter = letterOf(after, { number, feeMinor, day }, setting);
  return {
    account: { ...after, feesMinor: account.feesMinor },
    postings: [...draft.postings, posting],
    changes: [
      ...draft.changes,
      ...(account.status === 'Ok' ? dunned(inHand) : []),
      ...(letter ? [insert('accountLetters', letter)] : []),
    ],
    events: [
      ...draft.events,
      {
        ...eventOf(account, { type: 'account.reminded', subject: step.status, amountMinor: 0n }),
        details: { overdueAmount: overdueMinor, feeAmount: feeMinor, ...(letter && { payBy: letter.payBy }) },
      },
    ],
  };
}

/** The letter of a step; none where everything fell due, as the notice before it said. */
function letterOf(
  after: Account,
  { number, feeMinor, day }: { readonly number: number; readonly feeMinor: bigint; readonly day: Day },
  { merchant, chance, now }: Setting,
): AccountLetter | undefined {
  const { status } = after;
  if (status !== 'FirstReminder' && status !== 'SecondReminder' && status !== 'UnderCancelation') return undefined;
  return {
    accountNumber: after.number,
    number,
    status,
    madeOn: day,
    payBy: addDays(after.dunningOn, -1),
    feeMinor,
    overdueMinor: after.overdueMinor,
    owedMinor: totalMinor(after),
    documentId: chance.id(),
    letterTerms: { shopName: merchant.name, payee: merchant.contract.payee as unknown as Json },
    cancelledOn: null,
    insertedAt: now,
  };
}

/** Caps are amounts in the country's currency; in another one there is no fee. Letters come as far apart as they give to pay. */
function reminderFeeOf(account: Account, level: number, on: Day, { country, contract }: Merchant): bigint {
  if (account.currency !== countries[country].currency) return 0n;
  const { reminderFeeMinor: agreed } = accountTermsOf(account);
  const feeMinor = reminderFeeMinor(country, contract.reminders?.feeMinor, {
    ...letterStep(level, on),
    overdueMinor: account.overdueMinor,
    isStated: agreed !== undefined,
  });
  return agreed === undefined || feeMinor < BigInt(agreed) ? feeMinor : BigInt(agreed);
}

/** The holder's history shows it to later decisions. */
const dunned = (inHand: AccountInHand): Change[] => [update('exposures', exposureOf(inHand), { add: { dunnedCount: 1 } })];

/** Post the month that ended: corrections of earlier months, its interest, its fee, its statement. */
function postMonth(draft: Draft, inHand: AccountInHand, day: Day, setting: Setting): Draft {
  const { openMonth } = draft.account;
  if (nextMonth(openMonth) > day) return draft;
  const interest = interestPostings(inHand, { valueOn: addDays(day, -1), bookedOn: day });
  const charged = interest.postings.reduce(added, draft.account);
  const postings = [...interest.postings, ...monthlyFee(charged, inHand, day)];
  const account = postings.reduce(added, draft.account);
  const lastEntry = inHand.account.entryCount + postings.length;
  const month = monthRow(account, inHand, postings, { day, lastEntry, setting });
  return {
    account: {
      ...account,
      openMonth: day,
      correctFrom: day,
      // Until the day that the shop named, statements inform and demand nothing.
      ...(day >= account.firstNoticeOn && { lastNoticeOn: day, nextNoticeOn: nextMonth(day) }),
      dueMinor: month.minimumMinor,
      dueOn: month.dueOn,
      overdueMinor: month.overdueMinor,
    },
    postings: [...draft.postings, ...postings],
    changes: [...draft.changes, ...interest.changes, insert('accountMonths', month)],
    events: [...draft.events, eventOf(account, { type: 'account.statement_made', subject: month.month, amountMinor: 0n })],
  };
}

/** What came late, with a value date in a month that was posted already: the difference to what its interest should be. */
export function corrections(
  { account, days, months, withdrawal }: AccountInHand,
  day: Day,
): { postings: Posting[]; changes: Change[] } {
  const postings: Posting[] = [];
  const changes: Change[] = [];
  const first = firstOfMonth(account.correctFrom);
  for (const posted of months.filter(({ month }) => first <= month)) {
    const difference = interestOf(account, days, posted.month, withdrawal) - posted.interestMinor;
    if (difference === 0n) continue;
    const valueOn = addDays(nextMonth(posted.month), -1);
    postings.push(interestPosting('InterestAdjustment', posted.month, difference, valueOn, day));
    changes.push(update('accountMonths', posted, { add: { interestMinor: difference } }));
  }
  return { postings, changes };
}

/**
 * Interest of the months until a day, on which the open one ends: corrections of those that were posted, and its own; what is given back
 * by it pays the principal.
 */
export function interestPostings(
  inHand: AccountInHand,
  { valueOn, bookedOn }: Pick<Posting, 'valueOn' | 'bookedOn'>,
): { postings: Posting[]; changes: Change[] } {
  const { account, days, withdrawal } = inHand;
  const corrected = corrections(inHand, bookedOn);
  const interest = interestOf(account, days, account.openMonth, withdrawal);
  const own = interest === 0n ? [] : [interestPosting('Interest', account.openMonth, interest, valueOn, bookedOn)];
  const postings = [...corrected.postings, ...own];
  // From the day of booking on, so that no month that was posted is another one for it.
  const credited = creditedInterest(postings.reduce(added, account), { valueOn: bookedOn, bookedOn });
  return { postings: [...postings, ...credited], changes: corrected.changes };
}

function monthlyFee(account: Account, { withdrawal }: AccountInHand, day: Day): Posting[] {
  const fee = BigInt(accountTermsOf(account).monthlyFeeMinor);
  const owes = account.principalMinor > 0n && account.status !== 'SentToDebtCollection' && withdrawal === undefined;
  return fee === 0n || !owes ? [] : [feePosting(account.openMonth, fee, addDays(day, -1), day)];
}

const interestPosting = (kind: string, month: Day, amountMinor: bigint, valueOn: Day, bookedOn: Day): Posting => ({
  kind,
  reference: month.slice(0, 7),
  valueOn,
  bookedOn,
  interestMinor: amountMinor,
  occurrences: [{ type: 'account.interest_posted', subject: month.slice(0, 7), amountMinor }],
});

const feePosting = (month: Day, amountMinor: bigint, valueOn: Day, bookedOn: Day): Posting => ({
  kind: 'MonthlyFee',
  reference: month.slice(0, 7),
  valueOn,
  bookedOn,
  feesMinor: amountMinor,
  occurrences: [{ type: 'account.fee_charged', subject: month.slice(0, 7), amountMinor }],
});

/**
 * The interest of one month as its days are now; after a withdrawal only of those before the notice. What moved before the days in
 * hand is the rest of the principal.
 */
export function interestOf(
  account: Account,
  days: AccountInHand['days'],
  month: Day,
  withdrawal?: AccountInHand['withdrawal'],
): bigint {
  const moved = (from: Day): bigint => days.filter(({ day }) => day >= from).reduce((sum, each) => sum + each.principalMinor, 0n);
  const opening = account.principalMinor - moved(month);
  const last = addDays(nextMonth(month), -1);
  const to = withdrawal ? earlier(last, addDays(withdrawal.noticedOn, -1)) : last;
  return interestMinor(opening, days, { from: month, to }, accountTermsOf(account).interestRateBps);
}

export function monthRow(
  account: Account,
  { months, withdrawal }: AccountInHand,
  postings: readonly Posting[],
  { day, lastEntry, setting }: { day: Day; lastEntry: number; setting: Setting },
): AccountMonth {
  // The month before, unless the account was closed for months (payment-return.ts).
  const before = months.filter(({ month }) => month < account.openMonth);
  const earlierMonth = before.reduce<AccountMonth | undefined>(
    (latest, each) => (latest && latest.month > each.month ? latest : each),
    undefined,
  );
  const collected = account.status === 'SentToDebtCollection';
  // In debt collection everything is overdue, what was added too.
  const overdueMinor = collected ? positive(totalMinor(account)) : account.overdueMinor;
  return {
    accountNumber: account.number,
    month: account.openMonth,
    interestMinor: postings
      .filter(({ kind }) => kind === 'Interest')
      .reduce((sum, posting) => sum + (posting.interestMinor ?? 0n), 0n),
    firstEntry: (earlierMonth?.lastEntry ?? 0) + 1,
    lastEntry,
    openingMinor: earlierMonth ? earlierMonth.principalMinor + earlierMonth.accruedMinor + earlierMonth.feesMinor : 0n,
    principalMinor: account.principalMinor,
    accruedMinor: account.interestMinor,
    feesMinor: account.feesMinor,
    minimumMinor: collected ? 0n : demandedMinor(account, overdueMinor, day, withdrawal),
    overdueMinor,
    dueOn: payableOn(day, withdrawal),
    madeOn: day,
    documentId: setting.chance.id(),
    // An account or a name may be another one by the time the paper is requested.
    statementTerms: { shopName: setting.merchant.name, payee: setting.merchant.contract.payee as unknown as Json },
    insertedAt: setting.now,
  };
}

/**
 * Until when what a statement of this day demands is to be paid: after a withdrawal the day that follows from its notice, unless it had
 * passed when the statement was made.
 */
export const payableOn = (day: Day, withdrawal: Pick<AccountWithdrawal, 'payBy'> | undefined): Day =>
  withdrawal && day <= withdrawal.payBy ? withdrawal.payBy : addDays(day, paymentDays);

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** Of what was withdrawn from everything; before the day that the shop named nothing; else the least payment. */
function demandedMinor(account: Account, overdueMinor: bigint, day: Day, withdrawal: AccountInHand['withdrawal']): bigint {
  if (withdrawal) return positive(totalMinor(account) - overdueMinor);
  return day < account.firstNoticeOn ? 0n : minimumMinor(account, overdueMinor);
}

/**
 * What a statement demands beside what is overdue: a part of all else that is owed, rounded up to the cent, at least the
 * profile's smallest payment, at most everything.
 */
export function minimumMinor(account: Account, overdueMinor: bigint): bigint {
  const terms: AccountTerms = accountTermsOf(account);
  const owed = positive(totalMinor(account) - overdueMinor);
  const part = (owed * BigInt(terms.minimumPaymentBps) + 9_999n) / 10_000n;
  const least = BigInt(terms.minimumPaymentMinor);
  const demanded = part > least ? part : least;
  return demanded < owed ? demanded : owed;
}
