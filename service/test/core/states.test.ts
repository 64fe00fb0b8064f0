// The order's life is one table; whatever it says must be walkable, and nothing it forbids may happen.
import { describe, expect, it } from 'vitest';
import { eventTypes } from '../../src/core/events.ts';
import { type Order, type OrderState, orderStates } from '../../src/core/order/rows.ts';
import {
  afterStep,
  leftMinor,
  type OrderStep,
  orderSteps,
  publicStatus,
  wasDeclined,
  whyNot,
} from '../../src/core/order/states.ts';
import { catalogue } from '../../src/core/refusals.ts';

const now = Date.parse('2026-11-20T09:30:00Z');
const orderIn = (state: OrderState, amounts: Partial<Order> = {}): Order => ({
  id: 'id',
  number: 'N',
  numberKey: 'n',
  customerKey: 'k',
  checkoutId: 'c',
  paymentType: 'Invoice',
  terms: null,
  currency: 'EUR',
  state,
  authorizedMinor: 100n,
  netMinor: 100n,
  approvedMinor: 100n,
  capturedMinor: 0n,
  voidedMinor: 0n,
  refundedMinor: 0n,
  expiresOn: '2026-12-20',
  expiresAt: now + 1000,
  shippingCount: 0,
  version: 0,
  decideBy: null,
  contractVersion: null,
  daysUntilDue: null,
  warnedDays: null,
  insertedAt: now,
  updatedAt: now,
  ...amounts,
});

describe('the table', () => {
  it('leads only to states that exist, by events that exist', () => {
    for (const step of Object.values(orderSteps)) {
      expect(eventTypes).toContain(step.event);
      for (const [before, after] of Object.entries(step.from)) {
        expect(orderStates).toContain(before);
        for (const state of after) expect(orderStates).toContain(state);
      }
    }
  });

  it('leaves no state that cannot be reached', () => {
    const reached = new Set<string>(['Pending', 'Authorized']);
    for (const step of Object.values(orderSteps))
      for (const after of Object.values(step.from)) for (const state of after) reached.add(state);
    expect([...orderStates].filter((state) => !reached.has(state))).toEqual([]);
  });
});

/** before, step, amounts after it → state, or the code of the refusal. */
const steps: readonly [OrderState, OrderStep, Partial<Order>, string][] = [
  ['Authorized', 'capture', { capturedMinor: 40n }, 'PartlyCaptured'],
  ['Authorized', 'capture', { capturedMinor: 100n }, 'Captured'],
  ['Authorized', 'void', { voidedMinor: 40n }, 'Authorized'],
  ['Authorized', 'void', { voidedMinor: 100n }, 'Voided'],
  ['Authorized', 'expire', { voidedMinor: 100n }, 'Expired'],
  ['Authorized', 'update', {}, 'Authorized'],
  ['Authorized', 'refund', {}, '400.216'],
  ['PartlyCaptured', 'capture', { capturedMinor: 60n, voidedMinor: 40n }, 'Captured'],
  ['PartlyCaptured', 'void', { capturedMinor: 60n, voidedMinor: 40n }, 'Captured'],
  ['PartlyCaptured', 'void', { capturedMinor: 60n, voidedMinor: 10n }, 'PartlyCaptured'],
  ['PartlyCaptured', 'expire', { capturedMinor: 60n, voidedMinor: 40n }, 'Captured'],
  ['PartlyCaptured', 'refund', { capturedMinor: 60n, refundedMinor: 60n }, 'PartlyCaptured'],
  ['PartlyCaptured', 'update', {}, '400.217'],
  ['Captured', 'refund', { capturedMinor: 100n, refundedMinor: 1n }, 'Captured'],
  ['Captured', 'capture', {}, '400.212'],
  ['Captured', 'void', {}, '400.212'],
  ['Voided', 'capture', {}, '400.212'],
  ['Voided', 'void', {}, '400.212'],
  ['Voided', 'refund', {}, '400.216'],
  ['Expired', 'capture', {}, '400.211'],
  ['Expired', 'void', {}, '400.211'],
  ['Expired', 'refund', {}, '400.216'],
  ['Expired', 'expire', {}, '400.212'],
  ['Rejected', 'capture', {}, '400.212'],
  ['Pending', 'approve', {}, 'Authorized'],
  ['Pending', 'decline', {}, 'Rejected'],
  ['Authorized', 'approve', {}, '400.227'],
  ['Voided', 'decline', {}, '400.227'],
  ['Pending', 'capture', {}, '400.210'],
  ['Pending', 'void', {}, '400.210'],
  ['Pending', 'refund', {}, '400.210'],
  ['Pending', 'update', {}, '400.210'],
];

describe('a step', () => {
  it.each(steps)('%s %s %o → %s', (before, step, amounts, expected) => {
    const order = orderIn(before);
    const refusal = whyNot(order, step, now);
    if (expected === '400.227') expect(refusal?.notices[0].values).toEqual({ state: before });
    if (refusal) expect(catalogue[refusal.notices[0].id].code).toBe(expected);
    else expect(afterStep(order, step, amounts, now).state).toBe(expected);
  });

  const expired = { id: 'order.expired', values: { day: '2026-12-20' } };
  it('that takes money is refused the moment the time is over, whether or not a job has run', () => {
    const order = orderIn('Authorized');
    for (const step of ['capture', 'void', 'update'] as const) {
      expect(whyNot(order, step, order.expiresAt - 1)).toBeUndefined();
      expect(whyNot(order, step, order.expiresAt)?.notices[0]).toMatchObject(expired);
      expect(whyNot(orderIn('Expired'), step, now)?.notices[0]).toMatchObject(expired);
    }
    // Of what was captured whole no time is over.
    const whole = orderIn('Captured', { capturedMinor: 100n });
    expect(whyNot(whole, 'capture', order.expiresAt)?.notices[0].id).toBe('order.nothing_open');
  });

  it('that gives back or ends what is open is taken also when the time is over', () => {
    for (const [state, step] of [
      ['Pending', 'decline'],
      ['Authorized', 'expire'],
      ['PartlyCaptured', 'expire'],
      ['PartlyCaptured', 'refund'],
    ] as const)
      expect(whyNot(orderIn(state, { capturedMinor: 1n }), step, now + 1000)).toBeUndefined();
  });

  it('is refused by what the order was: declined after it had waited, or rejected at once', () => {
    expect(whyNot(orderIn('Rejected', { decideBy: now }), 'capture', now)?.notices[0].id).toBe('order.declined');
    expect([now, null].map((decideBy) => wasDeclined({ state: 'Rejected', decideBy }))).toEqual([true, false]);
    expect(wasDeclined({ state: 'Authorized', decideBy: now })).toBe(false);
  });

  it('that the table does not have is a fault, not a refusal', () => {
    expect(() => afterStep(orderIn('Voided'), 'capture', { capturedMinor: 1n }, now)).toThrow('no step');
  });
});

describe('the public status', () => {
  it.each<[OrderState, Partial<Order>, number, string]>([
    ['Authorized', {}, now, 'Accepted'],
    ['Authorized', {}, now + 1000, 'Expired'],
    ['PartlyCaptured', { capturedMinor: 1n }, now + 1000, 'Accepted'],
    ['Captured', { capturedMinor: 100n }, now, 'Accepted'],
    ['Pending', {}, now, 'Pending'],
    ['Voided', {}, now, 'Cancelled'],
    ['Expired', {}, now, 'Expired'],
    ['Pending', {}, now + 999, 'Pending'],
    ['Pending', {}, now + 1000, 'Expired'],
    ['Rejected', {}, now, 'Cancelled'],
    ['Rejected', {}, now + 1000, 'Cancelled'],
  ])('of %s %o at %i is %s', (state, amounts, at, expected) => {
    expect(publicStatus(orderIn(state, amounts), at)).toBe(expected);
  });
});

it('what is left to capture is what is neither captured nor voided, and nothing of what was rejected', () => {
  expect(leftMinor(orderIn('PartlyCaptured', { capturedMinor: 40n, voidedMinor: 7n }))).toBe(53n);
  expect(leftMinor(orderIn('Rejected'))).toBe(0n);
});
