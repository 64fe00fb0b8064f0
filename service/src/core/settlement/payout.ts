// The result of a payout, and what the operator credits or charges a merchant by hand.

import { sepaText } from '../bank-file/sepa-text.ts';
import { type Decided, insert, update } from '../changes.ts';
import { type Day, dayAt } from '../dates.ts';
import type { Payee } from '../merchant.ts';
import type { Currency } from '../money.ts';
import { type Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import type { Payout, SettlementAdjustment } from './rows.ts';
import type { PayoutAccount } from './terms.ts';

export interface PayoutEnd {
  readonly state: 'Paid' | 'Failed';
  /** Of a paid one: the day on which the money left; today where nothing is said. */
  readonly paidOn?: Day | undefined;
  readonly reason: string | null;
  /** Under which the bank reports on the transfer; null where nothing is said. */
  readonly endToEndId: string | null;
}

/**
 * The bank carried a payout out, or did not, or it came back after it had left. One that failed waits for the next file again.
 * A repeated report is answered as before, also one of an attempt that was followed by another: what the bank carries out now cannot fail
 * by it, or it would be paid twice; and what came back is not paid by the report that it had left, or it would never be sent again. Days are
 * the merchant's. Refuses payout.not_found, payout.state, payout.attempt, payout.day and value.required.
 */
export function endPayout(
  payout: Payout | undefined,
  end: PayoutEnd,
  { now }: Setting,
  timeZone: string,
): Decided<Payout> | Refusal {
  if (!payout) return refuse('payout.not_found', 'number');
  const { state, settlementNumber, version, endToEndId } = payout;
  const unchanged = { answer: payout, changes: [], events: [] };
  const isOfLatest = end.endToEndId === null || end.endToEndId === endToEndId;
  // An attempt before failed, or none would have followed.
  if (end.state === 'Failed' && !isOfLatest && earlierIds(payout).includes(end.endToEndId)) return unchanged;
  if (state === end.state && isOfLatest) return unchanged;
  // The transfer of this name came back: the report that it left is an old one.
  if (end.state === 'Paid' && state === 'Failed' && end.endToEndId !== null && isOfLatest) return unchanged;
  // What was never sent cannot have failed, and the bank cannot have named it.
  if ((end.state === 'Failed' && state === 'Open') || (endToEndId === null && !isOfLatest))
    return refuse('payout.state', 'state', { state });
  const isUnclear = end.state === 'Failed' && end.endToEndId === null && payout.attempts > 1;
  if (endToEndId !== null && (isUnclear || !isOfLatest)) return refuse('payout.attempt', 'endToEndId', { endToEndId });
  // Without a name and a day it may be the report of the transfer that came back.
  if (end.state === 'Paid' && state === 'Failed' && endToEndId !== null && !end.paidOn) return refuse('value.required', 'paidOn');
  const [from, today] = [leftFrom(payout, end, timeZone), dayAt(now, timeZone)];
  const paidOn = end.state === 'Paid' ? (end.paidOn ?? today) : null;
  // Money cannot have left on a day that is still ahead.
  if (paidOn !== null && (paidOn < from || paidOn > today)) return refuse('payout.day', 'paidOn', { from, to: today });
  const set = {
    state: end.state,
    updatedAt: now,
    // Why an attempt failed says nothing of one that is paid, nor the day of one that came back.
    reason: end.reason,
    paidOn,
  };
  const type = end.state === 'Paid' ? 'paid_out' : state === 'Paid' ? 'payout_returned' : 'payout_failed';
  return {
    answer: { ...payout, ...set },
    changes: [update('payouts', payout, { add: { version: 1 }, set })],
    events: [
      {
        type: `settlement.${type}`,
        orderId: null,
        resource: { type: 'settlement', number: settlementNumber, version: version + 1 },
        subject: settlementNumber,
        currency: payout.currency,
        amountMinor: payout.amountMinor,
        ...(paidOn !== null && { details: { paidOn } }),
      },
    ],
  };
}

/**
 * The first day on which the money can have left. Its amount is known since its statement was closed; where an attempt failed, a report
 * that names none is of that one unless it is of a day on which it had failed, or the next one was sent.
 */
function leftFrom({ state, attempts, insertedAt, updatedAt }: Payout, { endToEndId }: PayoutEnd, timeZone: string): Day {
  const hasFailed = state === 'Failed' || attempts > 1;
  return dayAt(hasFailed && endToEndId === null ? Math.max(insertedAt, updatedAt) : insertedAt, timeZone);
}

/** Unique for ever: the statement, the merchant, and how often it was tried. */
export const endToEndIdOf = (settlementNumber: string, merchantId: string, attempt: number): string =>
  `${settlementNumber}-${merchantId.slice(-12)}-${attempt}`;

/** What the attempts before the latest were sent under. */
function earlierIds({ endToEndId, attempts }: Payout): string[] {
  const stem = endToEndId?.slice(0, -String(attempts).length) ?? '';
  return Array.from({ length: Math.max(attempts - 1, 0) }, (_, index) => `${stem}${index + 1}`);
}

/**
 * The postal address that a file says of a receiver: the payee's, where the account is the payee's own by its name, as the file writes it.
 * Null where the account is in another name: its holder's address is not known, and a bank that compares refuses one that is not theirs.
 */
export function receiversAddress(account: Pick<PayoutAccount, 'name'>, payee: Pick<Payee, 'name' | 'address'>): Payee['address'] {
  const [holder, own] = [account.name, payee.name].map((name) => sepaText(name, 70).toLowerCase());
  return holder === own ? payee.address : null;
}

export interface Adjusting {
  /** The operator's own number of it: booked once, however often it is sent. */
  readonly number: string;
  readonly currency: Currency;
  /** Signed: above zero in the merchant's favour. */
  readonly amountMinor: bigint;
  readonly reason: string;
}

/** Credit or charge a merchant on the next statement. Refuses adjustment.number_used. */
export function adjust(
  standing: SettlementAdjustment | undefined,
  wanted: Adjusting,
  { now }: Setting,
): Decided<SettlementAdjustment> | Refusal {
  if (standing) {
    const same = standing.currency === wanted.currency && standing.amountMinor === wanted.amountMinor;
    return same ? { answer: standing, changes: [], events: [] } : refuse('adjustment.number_used', 'number');
  }
  const row: SettlementAdjustment = { ...wanted, insertedAt: now };
  return {
    answer: row,
    changes: [insert('settlementAdjustments', row)],
    events: [
      {
        type: 'settlement.adjusted',
        orderId: null,
        resource: { type: 'adjustment', number: wanted.number, version: 1 },
        subject: wanted.number,
        currency: wanted.currency,
        amountMinor: wanted.amountMinor,
      },
    ],
  };
}
