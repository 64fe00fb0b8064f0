// What is authorized and not captured is given back at the end of its last day: the shop hears of it in time, once for each threshold,
// and may have the day put off as far as a new order would stand, within a year.
import { describe, expect, it } from 'vitest';
import { type Day, dayMs } from '../../src/core/dates.ts';
import type { Contract } from '../../src/core/merchant.ts';
import { extendOrder } from '../../src/core/order/extend.ts';
import type { Order } from '../../src/core/order/rows.ts';
import { warningDays, warnOfExpiry } from '../../src/core/order/warn.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { idOf } from '../support/account-life.ts';
import { shop } from '../support/checkout.ts';
import { HeldOrder } from '../support/held.ts';

const start = Date.parse('2026-03-11T09:30:00Z');
/** In Berlin, where clocks are put forward on 29 March. */
const end = Date.parse('2026-04-10T22:00:00Z');

/** Authorized on 11 March for thirty days. */
class Standing extends HeldOrder {
  constructor(order: Partial<Order> = {}, contract: Partial<Contract> = {}) {
    const days = { insertedAt: start, updatedAt: start, expiresOn: '2026-04-10', expiresAt: end, warnedDays: null };
    super(shop(contract), start, { authorizedMinor: 10_000n, ...days, ...order });
  }
  get order(): Order {
    return this.inHand.order;
  }
  at(moment: number | string): this {
    this.now = typeof moment === 'string' ? Date.parse(moment) : moment;
    return this;
  }
  extend(expiresOn: Day) {
    return this.take(extendOrder(this.inHand, expiresOn, this.setting));
  }
  /** Of how many days before the end it is warned now. */
  warned(): unknown {
    const decided = warnOfExpiry(this.inHand, this.setting);
    return decided && (this.take(decided) as Order).warnedDays;
  }
}

describe('a warning before the end', () => {
  it('comes the moment three days and one day are left, each once', () => {
    const order = new Standing();
    const looked = [end - 3 * dayMs - 1, end - 3 * dayMs, end - 2 * dayMs, end - dayMs - 1, end - dayMs, end - 1, end];
    const days = looked.map((moment) => order.at(moment).warned());
    expect(days).toEqual([undefined, 3, undefined, undefined, 1, undefined, undefined]);
    expect(order.order).toMatchObject({ warnedDays: 1, expiresAt: end, updatedAt: start });
    const warning = { type: 'order.expiring', orderId: 'o', subject: 'o', currency: 'EUR', amountMinor: 0n };
    expect(order.events).toEqual(
      [3, 1].map((daysLeft) => ({ ...warning, details: { expiresOn: '2026-04-10', daysLeft, openAmount: 10_000n } })),
    );
  });

  it('counts days of the calendar, also across the change of the clocks', () => {
    const early = new Standing({ expiresOn: '2026-03-30', expiresAt: Date.parse('2026-03-30T22:00:00Z') });
    const due = Date.parse('2026-03-27T23:00:00Z');
    expect([due - 1, due].map((moment) => early.at(moment).warned())).toEqual([undefined, 3]);
  });

  it('is the nearest alone where several came, and none once the time is over', () => {
    const order = new Standing().at(end - 1);
    expect([order.warned(), order.warned()]).toEqual([1, undefined]);
    expect(new Standing().at(end).warned()).toBeUndefined();
  });

  it.each<[Order['state'], Partial<Order>, bigint | undefined]>([
    ['Authorized', { voidedMinor: 1_000n }, 9_000n],
    ['PartlyCaptured', { capturedMinor: 4_000n, voidedMinor: 1_000n }, 5_000n],
    ['Pending', {}, undefined],
    ['Captured', { capturedMinor: 10_000n }, undefined],
    ['Voided', { voidedMinor: 10_000n }, undefined],
    ['Rejected', {}, undefined],
  ])('of an order that is %s %o is of what is open: %s', (state, amounts, openAmount) => {
    const order = new Standing({ state, ...amounts }).at(end - dayMs);
    order.warned();
    expect(order.events.map(({ details }) => details?.['openAmount'])).toEqual(openAmount === undefined ? [] : [openAmount]);
  });

  it('comes as many days before as the contract says, most first, never where it says none', () => {
    expect(warningDays({ expiryWarningDays: [1, 7, 7, 0, -1, 14] })).toEqual([14, 7, 1]);
    for (const unsaid of [{}, { expiryWarningDays: null }]) expect(warningDays(unsaid)).toEqual([3, 1]);
    expect(new Standing({}, { expiryWarningDays: [] }).at(end - 1).warned()).toBeUndefined();
    expect(new Standing({}, { expiryWarningDays: [1, 7] }).at(end - 7 * dayMs).warned()).toBe(7);
  });

  it('does not come of an order that begins within the days before its end', () => {
    const reached = end - 3 * dayMs;
    expect(new Standing({ insertedAt: reached }).at(end - 2 * dayMs).warned()).toBeUndefined();
    expect(new Standing({ insertedAt: reached - 1 }).at(end - 2 * dayMs).warned()).toBe(3);
    expect(new Standing({ insertedAt: reached }).at(end - dayMs).warned()).toBe(1);
  });
});

describe('an extended order', () => {
  const latestOf = (answer: unknown) => (answer instanceof Refusal ? answer.notices[0].values?.['day'] : undefined);

  it('stands until the end of its new day, and is warned of anew', () => {
    const order = new Standing().at(end - dayMs);
    expect(order.warned()).toBe(1);
    expect(order.extend('2026-04-20')).toMatchObject({ expiresOn: '2026-04-20', expiresAt: end + 10 * dayMs });
    expect(order.order).toMatchObject({ expiresOn: '2026-04-20', expiresAt: end + 10 * dayMs, updatedAt: end - dayMs });
    expect(order.order).toMatchObject({ authorizedMinor: 10_000n, state: 'Authorized' });
    const extended = { type: 'order.extended', orderId: 'o', subject: 'o', currency: 'EUR', amountMinor: 0n };
    expect(order.events.at(-1)).toEqual({ ...extended, details: { expiresOn: '2026-04-20' } });
    expect([end - 1, end + 7 * dayMs, end + 9 * dayMs].map((moment) => order.at(moment).warned())).toEqual([undefined, 3, 1]);
    const early = new Standing().at(start + dayMs);
    expect(early.extend('2026-04-11')).toEqual(early.order);
    expect(early.order.warnedDays).toBeNull();
  });

  it('stands longer than before, and no longer than a new one of the same day', () => {
    const order = new Standing().at('2026-03-20T09:30:00Z');
    for (const day of ['2026-04-09', '2026-04-10', '2026-04-20']) {
      const refused = order.extend(day);
      expect([idOf(refused), latestOf(refused)]).toEqual(['order.not_extendable', '2026-04-19']);
    }
    expect(order.order).toMatchObject({ expiresOn: '2026-04-10', expiresAt: end });
    expect(order.extend('2026-04-11')).toMatchObject({ expiresOn: '2026-04-11' });
    expect(order.extend('2026-04-19')).toMatchObject({ expiresOn: '2026-04-19' });
    // In Berlin it is the 21st.
    expect(order.at('2026-03-20T23:00:00Z').extend('2026-04-20')).toMatchObject({ expiresOn: '2026-04-20' });
  });

  it('is never older than a year', () => {
    const order = new Standing({ expiresOn: '2027-03-05', expiresAt: Date.parse('2027-03-05T23:00:00Z') });
    expect(latestOf(order.at('2027-03-01T09:30:00Z').extend('2027-03-12'))).toBe('2027-03-11');
    expect(order.extend('2027-03-11')).toMatchObject({ expiresOn: '2027-03-11' });
  });

  it.each<[string, Partial<Order>, number, string]>([
    ['its time is over', {}, end, 'order.expired'],
    ['nothing of it is open', { state: 'Captured', capturedMinor: 10_000n }, start, 'order.nothing_open'],
    ['it is not decided', { state: 'Pending', decideBy: end }, start, 'order.pending'],
  ])('is none where %s', (_name, order, moment, id) => {
    expect(idOf(new Standing(order).at(moment).extend('2026-04-11'))).toBe(id);
  });
});
