// A person decides about an application under review, and the operator stops an account or lets it go on.
import { type Change, type Decided, insert, update } from '../changes.ts';
import { dayAt } from '../dates.ts';
import type { Judgement } from '../order/review.ts';
import { Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import type { Account, AccountEvent } from './account.ts';
import { type EventKind, postingOf, rejectedBecause } from './event.ts';
import { type AccountInHand, exposureOf, isHeld } from './in-hand.ts';
import { keepToToday } from './keep.ts';
import { added, eventOf, type Posting, post } from './post.ts';

/**
 * Approve or decline an application that is under review; needs its owner and the events it holds. Approved, the events are
 * booked in the order in which they came, as far as the limit goes; declined, the promise is given back and the account is
 * as if there had been none. Refused: decided already, or approved too late.
 */
export function decideApplication(
  inHand: AccountInHand,
  step: 'approve' | 'decline',
  setting: Setting,
  judgement?: Judgement,
): Decided<Account> | Refusal {
  const { account } = inHand;
  if (account.state !== 'UnderReview') return refuse('account.not_under_review', 'accountNumber', { state: account.state });
  const approve = step === 'approve';
  // Late is refused at once, not only when the job has run.
  if (approve && isOverdue(account, setting)) return refuse('review.over', 'accountNumber');
  const decided: AccountInHand = { ...inHand, account: { ...account, state: approve ? 'Open' : 'Declined' } };
  // Months that ended under review have statements of their own; what was held is booked today.
  const kept = keepToToday(decided, setting);
  const opened = kept.answer.account;
  const settled = settle(opened, heldOf(inHand), approve, setting);
  const posted = post(
    kept.answer,
    settled.map(({ posting }) => posting),
    setting,
    () => ({ state: opened.state, heldCount: -settled.length }),
  );
  const type = approve ? 'account.approved' : 'account.declined';
  return {
    answer: posted.account,
    changes: [
      ...kept.changes,
      ...posted.changes,
      ...settled.map(({ event, booked }) => update('accountEvents', event, { set: { state: booked ? 'Booked' : 'Declined' } })),
      ...(approve ? [] : [giveBack(inHand)]),
      ...(judgement
        ? [insert('accountReviews', { accountNumber: account.number, decision: step, ...judgement, decidedAt: setting.now })]
        : []),
    ],
    events: [eventOf(opened, { type, subject: opened.number, amountMinor: opened.limitMinor }), ...kept.events, ...posted.events],
  };
}

const isOverdue = ({ decideBy }: Account, { now }: Setting): boolean => decideBy !== null && now >= decideBy;

/** Decline an application that was not decided in time; nothing happens to any other. */
export function declineOverdueApplication(inHand: AccountInHand, setting: Setting): Decided<Account> | undefined {
  if (!isOverdue(inHand.account, setting)) return undefined;
  const decided = decideApplication(inHand, 'decline', setting);
  return decided instanceof Refusal ? undefined : decided;
}

const heldOf = ({ events }: AccountInHand): AccountEvent[] => events.filter(({ state }) => state === 'Held');

interface Settled {
  readonly event: AccountEvent;
  readonly booked: boolean;
  readonly posting: Posting;
}

/** Each held event on the account as the ones before it left it. */
function settle(opened: Account, held: readonly AccountEvent[], approve: boolean, setting: Setting): Settled[] {
  let account = opened;
  return held.map((event): Settled => {
    const booked =
      approve &&
      rejectedBecause(account, { eventType: event.eventType as EventKind, amountMinor: event.amountMinor }) === undefined;
    const posting = booked ? postingOf(event, account, setting) : declinedPosting(event, setting);
    account = added(account, posting);
    return { event, booked, posting };
  });
}

const declinedPosting = ({ id, valueOn }: AccountEvent, { now, merchant }: Setting): Posting => ({
  kind: 'HeldDeclined',
  eventId: id,
  valueOn,
  bookedOn: dayAt(now, merchant.timeZone),
  occurrences: [{ type: 'account.event_declined', subject: id, amountMinor: 0n }],
});

const giveBack = (inHand: AccountInHand): Change =>
  update('exposures', exposureOf(inHand), { add: { heldMinor: -inHand.account.limitMinor } });

/** Stop an account for new purchases and withdrawals, or let it go on; twice changes nothing. Not after a withdrawal from the credit. */
export function stopAccount(inHand: AccountInHand | undefined, stopped: boolean, { now }: Setting): Decided<Account> | Refusal {
  if (!isHeld(inHand)) return refuse('account.not_found', 'accountNumber');
  const { account } = inHand;
  if (!stopped && inHand.withdrawal) return refuse('account.withdrawn_from', 'stopped');
  if (account.stopped === stopped) return { answer: account, changes: [], events: [] };
  const type = stopped ? 'account.stopped' : 'account.resumed';
  return {
    answer: { ...account, stopped, updatedAt: now },
    changes: [update('accounts', account, { set: { stopped, updatedAt: now } })],
    events: [eventOf(account, { type, subject: account.number, amountMinor: 0n })],
  };
}
