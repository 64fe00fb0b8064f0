// Add event: what an event does to an account (C62, C63).
import { type Decided, insert } from '../changes.ts';
import { type Day, dayAt, dayMs } from '../dates.ts';
import type { EventType as Happening } from '../events.ts';
import type { Currency } from '../money.ts';
import { type Refusal, type RefusalId, refuse } from '../refusals.ts';
import type { Outcome } from '../risk/decide-credit.ts';
import type { Setting } from '../setting.ts';
import { type Account, type AccountEvent, accountTermsOf, blockedBy, remainingMinor, type SentEvent } from './account.ts';
import { demandsOf, dunningEnded } from './dunning.ts';
import { type AccountInHand, isHeld } from './in-hand.ts';
import { eventOf, type Posting, post } from './post.ts';

/** The event types of the specification. */
export const eventKinds = [
  'Info',
  'Purchase',
  'Withdrawal',
  'WithdrawalCorrection',
  'WithdrawalCommission',
  'InterestCorrection',
] as const;
export type EventKind = (typeof eventKinds)[number];

export interface EventRequest extends Omit<SentEvent, 'contentHash'> {
  /** Of what was sent, by every encryption key; the newest is kept. */
  readonly contentHashes: readonly string[];
  readonly eventType: EventKind;
  readonly currency: Currency;
}

export interface EventAnswer {
  readonly eventAdded: boolean;
  readonly transactionId: string;
  readonly outcome: Outcome;
  readonly reasons: readonly { readonly id: RefusalId }[];
}

interface Effect {
  readonly happening: Happening;
  /** Does it use credit, so that limit and blocks count? */
  readonly uses: boolean;
  readonly parts: (amountMinor: bigint) => Partial<Posting>;
}

/** C62. A commission is a fee; a correction gives back what was taken; an interest correction is signed. */
const effects: Readonly<Record<EventKind, Effect>> = {
  Info: { happening: 'account.noted', uses: false, parts: () => ({}) },
  Purchase: { happening: 'account.purchased', uses: true, parts: (amount) => ({ principalMinor: amount, usedMinor: amount }) },
  Withdrawal: { happening: 'account.withdrawn', uses: true, parts: (amount) => ({ principalMinor: amount, usedMinor: amount }) },
  WithdrawalCommission: { happening: 'account.commission_charged', uses: true, parts: (amount) => ({ feesMinor: amount }) },
  WithdrawalCorrection: {
    happening: 'account.withdrawal_corrected',
    uses: false,
    parts: (amount) => ({ principalMinor: -amount, usedMinor: -amount }),
  },
  InterestCorrection: { happening: 'account.interest_corrected', uses: false, parts: (amount) => ({ interestMinor: amount }) },
};

/**
 * Add an event. Above what is left of the limit, or on an account that takes nothing at the moment, it is not added and
 * the outcome is Rejected, which is an answer; an account under review holds it (Pending). Refused: an account that is not
 * there, another currency, a time more than a day ahead, a transaction id that was used for something else.
 */
export function addEvent(
  inHand: AccountInHand | undefined,
  request: EventRequest,
  setting: Setting,
): Decided<EventAnswer> | Refusal {
  if (!isHeld(inHand)) return refuse('account.not_found', 'accountNumber');
  const { account, events } = inHand;
  if (request.currency !== account.currency) return refuse('account.currency', 'currency', { currency: account.currency });
  // C63: the id is used up by the event that was added under it; the same event again gets the first answer.
  const earlier =
    request.accountTransactionId === null
      ? undefined
      : events.find((each) => each.accountTransactionId === request.accountTransactionId);
  if (earlier && !request.contentHashes.includes(earlier.contentHash))
    return refuse('account.transaction_used', 'accountTransactionId');
  if (earlier) return { answer: answerOf(earlier), changes: [], events: [] };
  if (request.happenedAt > setting.now + dayMs) return refuse('value.out_of_range', 'time');

  const reason = rejectedBecause(account, request);
  if (reason) return rejected(account, request, reason, setting);
  const held = account.state === 'UnderReview' && request.eventType !== 'Info';
  const event = eventRow(account, request, held, setting);
  const posted = post(inHand, [held ? heldPosting(event, setting) : postingOf(event, account, setting)], setting, (after) =>
    held ? { heldCount: 1 } : demandsOf(after, 0n),
  );
  return {
    answer: answerOf(event),
    changes: [insert('accountEvents', event), ...posted.changes],
    events: [...posted.events, ...dunningEnded(account, posted.account)],
  };
}

const answerOf = (event: AccountEvent): EventAnswer => ({
  eventAdded: true,
  transactionId: event.id,
  outcome: event.outcome as Outcome,
  reasons: event.reasons as unknown as EventAnswer['reasons'],
});

/** Why an event cannot be booked on an account that is open. A fee that its agreement does not name is owed by no holder. */
export function rejectedBecause(
  account: Account,
  { eventType, amountMinor }: Pick<EventRequest, 'eventType' | 'amountMinor'>,
): RefusalId | undefined {
  if (eventType === 'WithdrawalCorrection' && account.state === 'Open' && amountMinor > account.usedMinor)
    return 'account.nothing_to_correct';
  if (eventType === 'WithdrawalCommission' && amountMinor > 0n && !accountTermsOf(account).payoutFees)
    return 'account.fee_not_agreed';
  if (!effects[eventType].uses) return undefined;
  const block = blockedBy(account);
  if (block && block !== 'account.under_review') return block;
  return account.state === 'Open' && amountMinor > remainingMinor(account) ? 'risk.limit' : undefined;
}

/** What was not added leaves no row; the attempt is reported. */
function rejected(account: Account, request: EventRequest, reason: RefusalId, { chance }: Setting): Decided<EventAnswer> {
  const transactionId = chance.id();
  return {
    answer: { eventAdded: false, transactionId, outcome: 'Rejected', reasons: [{ id: reason }] },
    changes: [],
    events: [eventOf(account, { type: 'account.event_rejected', subject: transactionId, amountMinor: request.amountMinor })],
  };
}

function eventRow(account: Account, request: EventRequest, held: boolean, { now, merchant, chance }: Setting): AccountEvent {
  const {
    currency: _currency,
    contentHashes: [contentHash = ''],
    ...kept
  } = request;
  const noted = request.eventType === 'Info';
  const outcome: Outcome = held ? 'Pending' : noted ? 'NotEvaluated' : 'Accepted';
  const reasons = held ? [{ id: 'account.event_held' }] : noted ? [{ id: 'account.event_noted' }] : [];
  return {
    id: chance.id(),
    accountNumber: account.number,
    ...kept,
    contentHash,
    valueOn: valueDay(account, dayAt(request.happenedAt, merchant.timeZone)),
    state: held ? 'Held' : 'Booked',
    outcome,
    reasons,
    insertedAt: now,
  };
}

/** Nothing counts from before the account was there. */
const valueDay = (account: Account, day: Day): Day => (day < account.openedOn ? account.openedOn : day);

const heldPosting = ({ id, valueOn }: AccountEvent, { now, merchant }: Setting): Posting => ({
  kind: 'Held',
  eventId: id,
  valueOn,
  bookedOn: dayAt(now, merchant.timeZone),
  occurrences: [{ type: 'account.event_held', subject: id, amountMinor: 0n }],
});

/** The posting of an event that is booked. */
export function postingOf(event: AccountEvent, account: Account, { now, merchant }: Setting): Posting {
  const { happening, parts } = effects[event.eventType as EventKind];
  return {
    kind: event.eventType,
    eventId: event.id,
    reference: event.accountTransactionId ?? '',
    valueOn: valueDay(account, event.valueOn),
    bookedOn: dayAt(now, merchant.timeZone),
    ...parts(event.amountMinor),
    occurrences: [{ type: happening, subject: event.id, amountMinor: event.eventType === 'Info' ? 0n : event.amountMinor }],
  };
}
