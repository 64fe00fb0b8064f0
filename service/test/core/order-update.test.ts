// An order that is changed holds just its new total of the customer's limit: what was once approved is not asked for anew, what goes
// beyond it is decided, and a rejection leaves the order as it was (C26).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insert, update } from '../../src/core/changes.ts';
import type { Merchant } from '../../src/core/merchant.ts';
import type { Order, OrderContents } from '../../src/core/order/rows.ts';
import { type EarlierFacts, type UpdateRequest, updateOrder } from '../../src/core/order/update.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { noHistory } from '../../src/core/risk/history.ts';
import { plainTraits } from '../../src/core/risk/traits.ts';
import type { Exposure } from '../../src/core/rows.ts';
import { HeldOrder } from '../support/held.ts';
import { merchantIn } from '../support/merchant.ts';
import { manyRuns } from '../support/runs.ts';

const start = Date.parse('2026-03-11T09:30:00Z');
const shop = merchantIn('DE');
/** An order of at most 1 000.00, and no more than 1 500.00 a customer. */
const merchant: Merchant = {
  ...shop,
  contract: {
    ...shop.contract,
    policy: { ...shop.contract.policy, limits: { EUR: { orderMinor: 100_000n, customerMinor: 150_000n } } },
  },
};
const noticeOf = (answer: unknown) => (answer instanceof Refusal ? answer.notices[0] : undefined);

const earlier: EarlierFacts = {
  application: {
    category: 'Person',
    paymentType: 'Invoice',
    currency: 'EUR',
    orderMinor: 1n,
    addsMinor: 1n,
    ageYears: 40,
    needsNationalId: false,
    localHour: 12,
    traits: plainTraits,
  },
  facts: {
    today: '2026-03-11',
    identified: true,
    exposureMinor: 0n,
    registers: { population: 'found', address: 'known' },
    bureau: { verdict: 'clear' },
    history: noHistory,
    paces: { person: { hour: 1, day: 1, week: 1 } },
    listHits: [],
    alike: { count: 0, strongest: 0 },
  },
};
const contents: OrderContents = {
  orderId: 'o',
  items: null,
  customer: { customerCategory: 'Company' },
  deliveryCustomer: null,
  nationalId: null,
  deliveryNationalId: null,
  bankAccount: null,
  payment: { type: 'Invoice' },
  remarks: { before: 'b' },
  words: null,
};

class Updated extends HeldOrder {
  constructor(authorizedMinor: bigint, over: Partial<Order> = {}, owes: Partial<Exposure> = {}) {
    super(merchant, start, { authorizedMinor, approvedMinor: authorizedMinor, netMinor: 0n, insertedAt: start, ...over });
    const orders = { ordersCount: 1, orderedMinor: authorizedMinor, largestMinor: authorizedMinor };
    const set = { ...orders, firstOrderedAt: start, lastOrderedAt: start, ...owes };
    const changes = [update('exposures', this.exposure, { set }), insert('orderContents', contents)];
    this.take({ answer: undefined, changes, events: [] });
  }
  get order(): Order {
    return this.inHand.order;
  }
  update(grossMinor: bigint, over: Partial<UpdateRequest> = {}) {
    const request: UpdateRequest = {
      path: 'order',
      totals: { grossMinor, netMinor: grossMinor / 2n, lines: [] },
      currency: null,
      items: [{ total: String(grossMinor) }],
      named: { contract: null, checkout: null } as unknown as UpdateRequest['named'],
      contractCheckout: null,
      language: 'DE',
      remarks: { after: 'a' },
      ...over,
    };
    const [kept] = this.list('orderContents');
    return this.take(updateOrder({ ...this.inHand, contents: kept ?? contents }, request, earlier, this.setting));
  }
}

describe('an order that is updated', () => {
  it('holds its new total and nothing else, up and down, within what may be owed', () => {
    const steps = fc.array(fc.bigInt({ min: 1n, max: 120_000n }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 100_000n }), fc.bigInt({ min: 0n, max: 100_000n }), steps, (total, debt, totals) => {
        const life = new Updated(total, {}, { debtMinor: debt });
        for (const wanted of totals) {
          const { order, exposure } = life;
          const most = order.approvedMinor;
          // Less is always possible; more only up to what a customer may owe, and what is new up to what one order may be.
          const isMore = wanted > order.authorizedMinor;
          const isOver = wanted + debt > 150_000n || (wanted > most && wanted > 100_000n);
          const answer = life.update(wanted);
          if (isMore && isOver) {
            expect(answer).toMatchObject({ outcome: 'Rejected', reasons: [{ id: 'risk.limit' }] });
            expect([life.order, life.exposure]).toEqual([order, exposure]);
          } else {
            expect(answer).toMatchObject({ outcome: 'Accepted', reasons: [] });
            expect(life.order).toMatchObject({
              authorizedMinor: wanted,
              netMinor: wanted / 2n,
              approvedMinor: wanted > most ? wanted : most,
              state: 'Authorized',
            });
          }
          const { authorizedMinor, approvedMinor } = life.order;
          expect(life.exposure).toMatchObject({
            heldMinor: authorizedMinor,
            debtMinor: debt,
            orderedMinor: authorizedMinor,
            largestMinor: approvedMinor,
            ordersCount: 1,
          });
          expect(life.balance('commitments') + life.balance('holds')).toBe(0n);
          expect(life.balance('commitments')).toBe(authorizedMinor - total);
        }
      }),
      manyRuns(200),
    );
  });

  it('is decided once for what goes beyond the highest total so far, and by that alone', () => {
    const life = new Updated(50_000n);
    life.update(30_000n);
    expect(life.update(50_000n)).toMatchObject({ outcome: 'Accepted' });
    expect(life.list('creditDecisions')).toEqual([]);
    life.update(50_001n);
    expect(life.list('creditDecisions')).toMatchObject([{ outcome: 'Accepted', amountMinor: 1n }]);
    life.update(80_000n);
    life.update(80_000n);
    expect(life.list('creditDecisions').map(({ amountMinor }) => amountMinor)).toEqual([1n, 29_999n]);
    expect(life.events.map(({ type, amountMinor }) => [type, amountMinor])).toEqual([
      ['order.updated', -20_000n],
      ['order.updated', 20_000n],
      ['order.updated', 1n],
      ['order.updated', 29_999n],
      ['order.updated', 0n],
    ]);
  });

  it('may be raised to the last cent of a limit, and a rejection says why and moves nothing', () => {
    const life = new Updated(50_000n, {}, { debtMinor: 60_000n });
    const rejected = life.update(90_001n);
    expect(rejected).toMatchObject({ outcome: 'Rejected', order: { authorizedMinor: 50_000n }, decisionId: expect.any(String) });
    expect(life.list('creditDecisions')).toMatchObject([{ outcome: 'Rejected', amountMinor: 40_001n }]);
    expect(life.events).toMatchObject([{ type: 'order.update_rejected', amountMinor: 0n }]);
    expect(life.ledger).toEqual([]);
    expect(life.update(90_000n)).toMatchObject({ outcome: 'Accepted' });
    expect(new Updated(50_000n).update(100_000n)).toMatchObject({ outcome: 'Accepted' });
    expect(new Updated(50_000n).update(100_001n)).toMatchObject({ outcome: 'Rejected' });
  });

  it('has the items and remarks of the last update, beside what was said before', () => {
    const life = new Updated(50_000n);
    life.update(40_000n);
    life.update(30_000n, { remarks: { later: 'l' } });
    expect(life.list('orderContents')).toMatchObject([
      { items: [{ total: '30000' }], remarks: { before: 'b', after: 'a', later: 'l' }, payment: { type: 'Invoice' } },
    ]);
  });

  it.each<[string, Partial<Order>, Partial<UpdateRequest>, string]>([
    ['something was captured of it', { capturedMinor: 1n }, {}, 'order.not_updatable'],
    ['something was voided of it', { voidedMinor: 1n }, {}, 'order.not_updatable'],
    ['it was captured', { state: 'Captured' }, {}, 'order.not_updatable'],
    ['it has expired', { expiresAt: start }, {}, 'order.expired'],
    ['another currency is named', {}, { currency: 'SEK' }, 'order.currency'],
    [
      'its total contradicts its items',
      {},
      { totals: { grossMinor: 1_000n, netMinor: 0n, lines: [{ grossUnitE4: 1n, netUnitE4: null, quantityE6: 1n }] } },
      'order.gross_total',
    ],
  ])('is not where %s', (_name, order, request, id) => {
    const life = new Updated(50_000n, order);
    expect(noticeOf(life.update(40_000n, request))?.id).toBe(id);
    expect(life.order.authorizedMinor).toBe(50_000n);
  });
});
