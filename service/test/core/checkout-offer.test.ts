// What a buyer is offered is what the shop’s contract and the law have for the basket and the engine takes the buyer for: nothing is held
// by an offer, nothing is offered to who is rejected, and why a product is missing is kept.
import { describe, expect, it } from 'vitest';
import type { Decided } from '../../src/core/changes.ts';
import { type MethodsRequest, type Offered, offerMethods } from '../../src/core/checkout/offer.ts';
import { dayMs } from '../../src/core/dates.ts';
import type { Merchant } from '../../src/core/merchant.ts';
import type { PersonInHand } from '../../src/core/order/in-hand.ts';
import { type Heard, nothingHeard } from '../../src/core/risk/facts.ts';
import type { CheckoutDecision } from '../../src/core/risk/rows.ts';
import { plainTraits } from '../../src/core/risk/traits.ts';
import { idOf } from '../support/account-life.ts';
import { asSent, exposureOf, introduced, kim, personWith, settingOf } from '../support/applicant.ts';
import { noDebit, revolving, shop, six } from '../support/checkout.ts';

const now = Date.parse('2026-06-10T09:30:00Z');
const said = {
  orderDetails: { number: 'o1' },
  customer: asSent,
  deliveryCustomer: null,
  nationalId: null,
  deliveryNationalId: null,
  remarks: { language: 'DE' },
};
const request: MethodsRequest = {
  currency: 'EUR',
  totals: { grossMinor: 60_000n, netMinor: 50_000n, lines: [] },
  party: kim,
  traits: plainTraits,
  marks: {},
  introduction: introduced,
  said,
};
interface Asked {
  readonly over?: Partial<MethodsRequest>;
  readonly person?: PersonInHand | undefined;
  readonly heard?: Partial<Heard>;
  readonly merchant?: Merchant;
}
const ask = (asked: Asked = {}) => {
  const { over, heard, merchant = shop() } = asked;
  const person = 'person' in asked ? asked.person : personWith();
  return offerMethods(
    { ...request, ...over },
    person,
    { ...nothingHeard, ...heard },
    settingOf(merchant, now),
  ) as Decided<Offered>;
};
const kinds = ({ answer }: Decided<Offered>) =>
  answer.products.map((each) => `${each.kind}${'directDebit' in each && each.directDebit ? ' debited' : ''}`);
const decisionOf = ({ changes }: Decided<unknown>) =>
  changes.flatMap((each) => (each.table === 'checkoutDecisions' ? [each.row as CheckoutDecision] : []))[0];
const methodsOf = (offered: Decided<unknown>) =>
  (decisionOf(offered)?.methods ?? []) as unknown as { readonly missing: object }[];
const all = ['Invoice', 'Invoice debited', 'Consolidatedinvoice', 'Installment debited', 'Account'];
const withPolicy = (over: object, merchant = shop()): Merchant => ({
  ...merchant,
  contract: { ...merchant.contract, policy: { ...merchant.contract.policy, ...over } },
});

describe('an offer of payment methods', () => {
  it('is every product for the basket, kept for a day with what was said and decided, and holds nothing', () => {
    const offered = ask();
    const { answer, changes, events } = offered;
    expect([kinds(offered), answer.outcome, answer.reasons, answer.basketDay]).toEqual([all, 'Accepted', [], '2026-06-10']);
    expect(answer.customerId).toBe('i');
    const { checkout } = answer;
    const kept = { currency: 'EUR', amountMinor: 60_000n, orderId: null, expiresAt: now + dayMs, ...said };
    expect(checkout).toMatchObject(kept);
    const decision = decisionOf(offered);
    expect(decision).toEqual({
      id: answer.decisionId,
      checkoutId: checkout.id,
      customerKey: null,
      outcome: 'Accepted',
      amountMinor: 60_000n,
      application: expect.objectContaining({ paymentType: 'any', orderMinor: '60000', needsNationalId: false }),
      facts: expect.objectContaining({ today: '2026-06-10', exposureMinor: '0' }),
      policy: expect.objectContaining({ version: 'demo-1', unknownAge: 'Accept' }),
      reasons: [],
      methods: [
        { type: 'Invoice', missing: null },
        { type: 'Invoice', directDebit: true, missing: null },
        { type: 'Consolidatedinvoice', missing: null },
        { type: 'Installment', profileNo: six.profileNo, directDebit: true, missing: null },
        { type: 'Account', profileNo: revolving.profileNo, missing: null },
      ],
      decidedAt: now,
    });
    expect(changes).toMatchObject([
      { table: 'customers', set: { number: checkout.customerNumber } },
      { table: 'checkouts', row: checkout },
      { table: 'checkoutDecisions', row: { id: decision?.id } },
    ]);
    expect(events).toEqual([]);
  });

  it('leaves out what is not for the basket, and says why', () => {
    const large = ask({
      merchant: withPolicy({ limits: { EUR: { orderMinor: 10n ** 9n, customerMinor: 10n ** 9n } } }),
      over: { totals: { ...request.totals, grossMinor: 100_001n } },
    });
    expect(kinds(large)).toEqual(all.slice(0, 3));
    expect(decisionOf(large)?.methods).toMatchObject([
      {},
      {},
      {},
      { missing: { reason: 'outOfRange' } },
      { missing: { reason: 'outOfRange' } },
    ]);
    expect(kinds(ask({ merchant: shop({ paymentTypes: [] }) }))).toEqual([]);
    expect(ask({ merchant: shop({ paymentTypes: [] }) }).answer.outcome).toBe('Accepted');
    expect(kinds(ask({ merchant: shop(noDebit) }))).toEqual(['Invoice', 'Consolidatedinvoice', 'Installment', 'Account']);
  });

  it('is of a buyer of whom nothing is known yet, and names no customer', () => {
    const offered = ask({
      person: undefined,
      merchant: withPolicy({ whenSilent: 'Reject', unknownAge: 'Reject' }),
      over: { party: { ...kim, birthDate: null } },
    });
    expect([kinds(offered), offered.answer.customerId, offered.answer.checkout.customerNumber]).toEqual([all, null, null]);
    expect(offered.changes.map(({ table }) => table)).toEqual(['checkouts', 'checkoutDecisions']);
    // Of a buyer who is known, silence counts as the shop agreed.
    expect(kinds(ask({ merchant: withPolicy({ whenSilent: 'Reject' }) }))).toEqual([]);
    expect(kinds(ask({ merchant: withPolicy({ unknownAge: 'Reject' }), over: { party: { ...kim, birthDate: null } } }))).toEqual(
      all,
    );
  });

  it('is nothing to who is rejected, with the reason; what a person would look at prevents nothing', () => {
    const rejected = ask({ heard: { bureau: { verdict: 'negative', categories: ['insolvency'] } } });
    expect([rejected.answer.outcome, kinds(rejected), decisionOf(rejected)?.methods]).toEqual(['Rejected', [], []]);
    expect(rejected.answer.reasons.length).toBe(1);
    expect(decisionOf(rejected)).toMatchObject({
      outcome: 'Rejected',
      customerKey: personWith().customer.key,
      reasons: rejected.answer.reasons,
    });
    const pending = ask({ heard: { bureau: { verdict: 'review' } } });
    expect([pending.answer.outcome, pending.answer.reasons, kinds(pending)]).toEqual(['Accepted', [], all]);
    const owing = ask({ person: personWith([exposureOf({ debtMinor: 100_000n })]) });
    expect([owing.answer.outcome, owing.answer.reasons]).toMatchObject(['Rejected', [{ id: 'risk.limit' }]]);
    // A number that only authorize asks for is no reason.
    expect(ask({ merchant: shop({}, 'FI') }).answer.outcome).toBe('Accepted');
  });

  it('is of those types alone that the engine accepts, as each has its own cut-off', () => {
    const none = { reviewDefaultPpm: null, rejectDefaultPpm: null, reviewFraudPpm: null, rejectFraudPpm: null };
    const cutOffs = { any: none, Installment: { ...none, rejectDefaultPpm: 0 }, Account: { ...none, rejectFraudPpm: 0 } };
    const offered = ask({ merchant: withPolicy({ cutOffs }) });
    expect([offered.answer.outcome, kinds(offered)]).toEqual(['Accepted', all.slice(0, 3)]);
    const [, , , plan, account] = methodsOf(offered);
    expect([plan?.missing, account?.missing]).toMatchObject([{ reason: 'risk' }, { reason: 'risk' }]);
    // What is not for the basket is missing for that reason first.
    const large = withPolicy({ cutOffs, limits: { EUR: { orderMinor: 10n ** 9n, customerMinor: 10n ** 9n } } });
    const both = ask({ merchant: large, over: { totals: { ...request.totals, grossMinor: 100_001n } } });
    expect(methodsOf(both)[3]).toMatchObject({ missing: { reason: 'outOfRange' } });
    const first = withPolicy({ cutOffs: { any: none, Invoice: { ...none, rejectDefaultPpm: 0 } } });
    expect([ask({ merchant: first }).answer.outcome, kinds(ask({ merchant: first }))]).toEqual(['Accepted', all.slice(2)]);
  });

  it('knows the customer by the number that was sent, else by the one there is', () => {
    const known = personWith([], { customer: { ...personWith().customer, number: '77' } });
    expect(ask({ person: known, over: { party: { ...kim, customerNumber: '55' } } }).answer.checkout.customerNumber).toBe('55');
    expect(ask({ person: known }).answer.checkout.customerNumber).toBe('77');
    expect(ask().answer.checkout.customerNumber).toMatch(/^9/);
  });

  it('is refused for totals that are none, and in a currency that is not sold in', () => {
    const lines = [{ grossUnitE4: 10_000n, netUnitE4: null, quantityE6: 1_000_000n }];
    expect(idOf(ask({ over: { totals: { ...request.totals, lines } } }))).toBe('order.gross_total');
    expect(idOf(ask({ over: { currency: 'NOK' }, merchant: withPolicy({ limits: {} }) }))).toBe('order.currency_not_offered');
  });
});
