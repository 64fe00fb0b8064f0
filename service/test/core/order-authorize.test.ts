// An order that is accepted or waits holds its total of what its customer may owe, a rejected one holds nothing; what waits is decided
// once, in its time, and gives the hold back where it is declined.
import { describe, expect, it } from 'vitest';
import { declineOverdue, mostAttempts, whyDeclined } from '../../src/core/order/review.ts';
import { idOf } from '../support/account-life.ts';
import { Buyer, start } from '../support/buyer.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe('an order that is authorized', () => {
  it('holds its total of what its customer may owe, to the last cent of the limit, and counts in the history', () => {
    const buyer = new Buyer();
    expect(buyer.authorize(30_000n)).toMatchObject({
      outcome: 'Accepted',
      order: { state: 'Authorized', approvedMinor: 30_000n },
    });
    expect(buyer.exposure).toMatchObject({ heldMinor: 30_000n, debtMinor: 0n, orderedMinor: 30_000n, largestMinor: 30_000n });
    expect(buyer.exposure).toMatchObject({ ordersCount: 1, firstOrderedAt: start, lastOrderedAt: start });
    buyer.now += hourMs;
    expect(buyer.authorize(70_001n)).toMatchObject({ outcome: 'Rejected', reasons: [{ id: 'risk.limit' }] });
    expect(buyer.authorize(70_000n)).toMatchObject({ outcome: 'Accepted' });
    expect(buyer.exposure).toMatchObject({ heldMinor: 100_000n, orderedMinor: 100_000n, largestMinor: 70_000n, ordersCount: 2 });
    expect(buyer.exposure).toMatchObject({ firstOrderedAt: start, lastOrderedAt: start + hourMs });
    expect(buyer.authorize(1n)).toMatchObject({ outcome: 'Rejected' });
    expect([buyer.balance('commitments'), buyer.balance('holds')].map(String).toSorted()).toEqual(['-100000', '100000']);
    expect(buyer.list('creditDecisions').map(({ outcome, amountMinor }) => [outcome, amountMinor])).toEqual([
      ['Accepted', 30_000n],
      ['Rejected', 70_001n],
      ['Accepted', 70_000n],
      ['Rejected', 1n],
    ]);
  });

  it('holds nothing where it is rejected, and is refused where it cannot be placed', () => {
    const buyer = new Buyer();
    expect(buyer.authorize(30_000n, {}, { verdict: 'negative' })).toMatchObject({
      outcome: 'Rejected',
      order: { state: 'Rejected', approvedMinor: 0n, decideBy: null },
    });
    expect([buyer.list('exposures'), buyer.events.map(({ type }) => type)]).toEqual([[], ['order.rejected']]);
    expect(idOf(buyer.authorize(1n, {}, { verdict: 'clear' }, true))).toBe('order.number_used');
    expect(idOf(buyer.authorize(1n, { currency: 'SEK' }))).toBe('order.currency_not_payable');
    const wrong = { grossMinor: 1_000n, netMinor: 0n, lines: [{ grossUnitE4: 1n, netUnitE4: null, quantityE6: 1n }] };
    expect(idOf(buyer.authorize(1n, { totals: wrong }))).toBe('order.gross_total');
    expect(buyer.list('orders')).toHaveLength(1);
  });

  it('does not hold score and bureau against whom a person found rejected wrongly, until that is over', () => {
    const cleared = new Buyer({ clearedUntil: start + 1 });
    expect(cleared.authorize(1_000n, {}, { verdict: 'negative' })).toMatchObject({ outcome: 'Accepted' });
    cleared.now += 1;
    expect(cleared.authorize(1_000n, {}, { verdict: 'negative' })).toMatchObject({ outcome: 'Rejected' });
  });

  it('gives a customer a number once, and keeps the one that the shop names', () => {
    const buyer = new Buyer();
    const { customerNumber } = buyer.authorize(1_000n) as { customerNumber: string };
    expect(buyer.list('customers')).toMatchObject([{ number: customerNumber, identified: false }]);
    expect(buyer.authorize(1_000n)).toMatchObject({ customerNumber });
    expect(buyer.list('customerNumbers')).toEqual([{ number: customerNumber, customerKey: 'k' }]);
    expect(buyer.list('orderContents')).toMatchObject([{ customer: { firstName: 'Ida', customerNumber } }, {}]);
  });

  it('counts as an order tried, also where it is rejected', () => {
    const buyer = new Buyer();
    buyer.authorize(30_000n, {}, { verdict: 'negative' });
    expect(buyer.list('velocities').map(({ subject, count }) => [subject, count])).toEqual([
      ['k', 1],
      ['e', 1],
    ]);
  });
});

describe('an order that waits for a person', () => {
  const waiting = (verdict: 'review' | 'authenticate' = 'review'): Buyer => {
    const buyer = new Buyer();
    expect(buyer.authorize(30_000n, {}, { verdict })).toMatchObject({ outcome: 'Pending', order: { approvedMinor: 0n } });
    return buyer;
  };

  it('holds its total until it is decided, in three days, or in an hour where its consumer confirms the identity', () => {
    const buyer = waiting();
    expect(buyer.exposure).toMatchObject({ heldMinor: 30_000n, ordersCount: 1 });
    expect(buyer.inHand.order).toMatchObject({ state: 'Pending', decideBy: start + 72 * hourMs });
    expect(waiting('authenticate').inHand.order.decideBy).toBe(start + hourMs);
  });

  it('is approved once: what was asked for is approved, and stays held', () => {
    const buyer = waiting();
    expect(buyer.decide('approve')).toMatchObject({ state: 'Authorized', approvedMinor: 30_000n });
    expect(buyer.exposure.heldMinor).toBe(30_000n);
    expect(buyer.list('orderReviews')).toMatchObject([{ decision: 'approve', reason: 'r', decidedBy: 'd', decidedAt: start }]);
    expect([idOf(buyer.decide('approve')), idOf(buyer.decide('decline'))]).toEqual(['order.not_pending', 'order.not_pending']);
    expect(buyer.events.map(({ type, amountMinor }) => [type, amountMinor])).toEqual([
      ['order.placed_under_review', 30_000n],
      ['order.approved', 30_000n],
    ]);
  });

  it('gives its hold back where it is declined, and nothing of it is approved', () => {
    const buyer = waiting();
    expect(buyer.decide('decline')).toMatchObject({ state: 'Rejected', approvedMinor: 0n });
    expect(buyer.exposure.heldMinor).toBe(0n);
    expect([buyer.balance('holds'), buyer.balance('commitments')]).toEqual([0n, 0n]);
    expect(idOf(buyer.decide('approve'))).toBe('order.declined');
  });

  it('is declined once its time is over, not a moment before, and not approved any more', () => {
    const buyer = waiting();
    buyer.now = start + 72 * hourMs - 1;
    expect(declineOverdue(buyer.inHand, buyer.setting)).toBeUndefined();
    buyer.now += 1;
    expect(idOf(buyer.decide('approve'))).toBe('review.over');
    const decided = declineOverdue(buyer.inHand, buyer.setting);
    if (decided) buyer.take(decided);
    expect([buyer.inHand.order.state, buyer.exposure.heldMinor, buyer.list('orderReviews')]).toEqual(['Rejected', 0n, []]);
    expect(declineOverdue(buyer.inHand, buyer.setting)).toBeUndefined();
  });

  it('is approved by the right code, and declined by the last wrong one or a late one', () => {
    const right = waiting('authenticate');
    for (let wrong = 1; wrong < mostAttempts; wrong += 1) {
      expect(right.attempt(false)).toMatchObject({ right: false, order: { state: 'Pending' } });
      expect(right.list('identityChecks')).toMatchObject([{ attemptCount: wrong, confirmedAt: null }]);
    }
    expect(right.attempt(true)).toMatchObject({ right: true, order: { state: 'Authorized', approvedMinor: 30_000n } });
    expect(right.list('identityChecks')).toMatchObject([{ attemptCount: mostAttempts, confirmedAt: start }]);
    expect(idOf(right.attempt(true))).toBe('order.not_pending');
    const wrong = waiting('authenticate');
    for (let each = 0; each < mostAttempts; each += 1) wrong.attempt(false);
    expect([wrong.inHand.order.state, wrong.exposure.heldMinor]).toEqual(['Rejected', 0n]);
    for (const code of [true, false]) {
      const late = waiting('authenticate');
      late.now += hourMs;
      expect(late.attempt(code)).toMatchObject({ right: code, order: { state: 'Rejected' } });
    }
  });

  const uncounted = { ordersCount: 0, orderedMinor: 0n, largestMinor: 0n, firstOrderedAt: null, lastOrderedAt: null };
  const declines: [string, (buyer: Buyer) => void][] = [
    ['a person', (buyer) => buyer.decide('decline')],
    [
      'time',
      (buyer) => {
        buyer.now += 72 * hourMs;
        const decided = declineOverdue(buyer.inHand, buyer.setting);
        if (decided) buyer.take(decided);
      },
    ],
    [
      'wrong codes',
      (buyer) => {
        for (let each = 0; each < mostAttempts; each += 1) buyer.attempt(false);
      },
    ],
  ];

  it.each(declines)('and is declined, by %s, does not make its customer known: the next one is the first', (_name, decline) => {
    const buyer = waiting();
    decline(buyer);
    expect(buyer.exposure).toMatchObject({ heldMinor: 0n, ...uncounted });
    buyer.authorize(10_000n);
    const [, next] = buyer.list('creditDecisions');
    expect(next?.facts).toMatchObject({ history: { ordersCount: 0, daysKnown: null, usualMinor: null, largestMinor: null } });
    expect(buyer.exposure).toMatchObject({ ordersCount: 1, orderedMinor: 10_000n, largestMinor: 10_000n });
  });

  it('and is declined leaves the other orders of its customer counted; one from before there were counts takes nothing', () => {
    const buyer = waiting();
    buyer.now += hourMs;
    buyer.authorize(10_000n, { number: 'N-2' });
    buyer.decide('decline');
    expect(buyer.exposure).toMatchObject({
      heldMinor: 10_000n,
      ordersCount: 1,
      orderedMinor: 10_000n,
      lastOrderedAt: start + hourMs,
    });
    const old = waiting();
    old.put('exposures', { ...old.exposure, ...uncounted });
    old.decide('decline');
    expect(old.exposure).toMatchObject({ heldMinor: 0n, ...uncounted });
  });

  it('says of what was declined whether a person did it, the code was not entered, or its time was over', () => {
    const [code, review] = [{ id: 'risk.authentication' }, { id: 'risk.review' }];
    expect(whyDeclined({ isReviewed: true, waitedFor: [code] })).toBe('declined.reviewed');
    expect(whyDeclined({ isReviewed: false, waitedFor: [review, code] })).toBe('declined.unconfirmed');
    expect(whyDeclined({ isReviewed: false, waitedFor: [review] })).toBe('declined.overdue');
    expect(whyDeclined({ isReviewed: false, waitedFor: null })).toBe('declined.overdue');
  });

  it('is sent its code three times, a minute apart, and no more once it is decided', () => {
    const buyer = waiting('authenticate');
    const sentAfter = (ms: number): boolean => {
      buyer.now += ms;
      return buyer.send();
    };
    expect([0, minuteMs - 1, 1, minuteMs, minuteMs].map(sentAfter)).toEqual([true, false, true, true, false]);
    expect(buyer.list('identityChecks')).toMatchObject([{ sendCount: 3, sentAt: start + 2 * minuteMs, attemptCount: 0 }]);
    const decided = waiting('authenticate');
    decided.attempt(true);
    decided.now += minuteMs;
    expect(decided.send()).toBe(false);
  });
});
