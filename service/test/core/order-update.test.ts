// An order that is changed holds just its new total of the customer's limit: what was once approved is not asked for anew, what goes
// beyond it is decided, and a rejection leaves the order as it was (C26).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Checkout, PaymentContract } from '../../src/core/checkout/rows.ts';
import { dayMs } from '../../src/core/dates.ts';
import { contentOf } from '../../src/core/documents/content.ts';
import type { ModificationData } from '../../src/core/documents/modification.ts';
import type { Merchant } from '../../src/core/merchant.ts';
import type { Order, OrderContents } from '../../src/core/order/rows.ts';
import { type EarlierFacts, earlierFactsOf, type UpdateRequest, updateOrder } from '../../src/core/order/update.ts';
import { installmentMinor, type PlanTerms, planOf } from '../../src/core/plan/plan.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { asJson, decideAgain } from '../../src/core/risk/decision.ts';
import { type BureauAnswer, nothingHeard } from '../../src/core/risk/facts.ts';
import { type History, noHistory } from '../../src/core/risk/history.ts';
import type { CreditDecision, Velocity } from '../../src/core/risk/rows.ts';
import type { Exposure } from '../../src/core/rows.ts';
import { lawful } from '../../src/core/setting.ts';
import { application } from '../support/application.ts';
import { countingChance } from '../support/counting-chance.ts';
import { creditTerms } from '../support/credit.ts';
import { HeldOrder } from '../support/held.ts';
import { merchantIn } from '../support/merchant.ts';
import { manyRuns } from '../support/runs.ts';

const start = Date.parse('2026-03-11T09:30:00Z');
const hourMs = 3_600_000;
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
  application: { ...application, orderMinor: 1n, addsMinor: 1n },
  facts: {
    today: '2026-03-11',
    identified: true,
    exposureMinor: 0n,
    registers: { population: 'found', address: 'known' },
    bureau: { verdict: 'clear' },
    history: noHistory,
    paces: { person: { hour: 1, day: 1, week: 1 } },
    listHits: [],
    alike: { count: 0 },
  },
};
const company: { readonly customerCategory: 'Company' | 'Person' } = { customerCategory: 'Company' };
const contents: OrderContents = {
  orderId: 'o',
  items: null,
  customer: company,
  deliveryCustomer: null,
  nationalId: null,
  deliveryNationalId: null,
  bankAccount: null,
  payment: { type: 'Invoice' },
  remarks: { before: 'b' },
  words: null,
};

/** What else counts where an order is scored anew. */
interface Besides {
  readonly others?: readonly Exposure[];
  readonly velocities?: readonly Velocity[];
  readonly bureau?: BureauAnswer;
  readonly contents?: Partial<OrderContents>;
  readonly at?: number;
  /** Was the order accepted because of that, and until when does it hold by now? */
  readonly cleared?: true;
  readonly clearedUntil?: number | null;
}

class Updated extends HeldOrder {
  readonly besides: Besides;
  constructor(authorizedMinor: bigint, over: Partial<Order> = {}, owes: Partial<Exposure> = {}, besides: Besides = {}) {
    const { at = start } = besides;
    super(merchant, at, { authorizedMinor, approvedMinor: authorizedMinor, netMinor: 0n, insertedAt: at, ...over });
    this.besides = besides;
    const orders = { ordersCount: 1, orderedMinor: authorizedMinor, largestMinor: authorizedMinor };
    const set = { ...orders, firstOrderedAt: start, lastOrderedAt: start, ...owes };
    this.put('exposures', { ...this.exposure, ...set });
    this.put('orderContents', { ...contents, ...besides.contents });
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
      basket: { digitalPercent: 0, giftCardPercent: 0 },
      named: { contract: null, checkout: null } as unknown as UpdateRequest['named'],
      contractNamed: false,
      contractCheckout: null,
      language: 'DE',
      remarks: { after: 'a' },
      ...over,
    };
    const { others = [], velocities = [], bureau = earlier.facts.bureau, cleared, clearedUntil = null } = this.besides;
    const [kept] = this.list('orderContents');
    const exposures = [...others, this.exposure];
    const customer = { ...this.inHand.customer, clearedUntil };
    const inHand = { ...this.inHand, customer, exposures, velocities, contents: kept ?? contents };
    const { customerCategory: category = 'Person' } = (inHand.contents.customer ?? {}) as Partial<typeof company>;
    const known = {
      application: { ...earlier.application, category },
      facts: { ...earlier.facts, bureau, ...(cleared && { cleared }) },
    };
    return this.take(updateOrder(inHand, request, known, this.setting));
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

  it('may always stay as it is or become smaller, whatever else is owed by now', () => {
    const life = new Updated(50_000n, {}, { debtMinor: 140_000n });
    expect(life.update(50_000n)).toMatchObject({ outcome: 'Accepted' });
    expect(life.update(49_999n)).toMatchObject({ outcome: 'Accepted' });
    expect(life.update(50_000n)).toMatchObject({ outcome: 'Rejected', reasons: [{ id: 'risk.limit' }] });
    expect(life.order.authorizedMinor).toBe(49_999n);
  });

  it('waits for no person: what would be reviewed is rejected, and the order is as it was', () => {
    const life = new Updated(50_000n, {}, {}, { bureau: { verdict: 'review' } });
    expect(life.update(50_001n)).toMatchObject({ outcome: 'Rejected', reasons: [{ id: 'risk.score' }] });
    expect(life.list('creditDecisions')).toMatchObject([{ outcome: 'Pending', reasons: [{ id: 'risk.score' }] }]);
    expect(life.order.authorizedMinor).toBe(50_000n);
    // Kept is what the engine said, which it says again.
    const [decision] = life.list('creditDecisions');
    expect(decision?.result).toMatchObject({ outcome: 'Pending', reasons: [{ id: 'risk.review' }] });
    expect(decision && decideAgain(decision)).toMatchObject({ kind: 'same' });
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

describe('what an update is decided on', () => {
  const factsOf = (life: Updated): unknown => {
    expect(life.update(50_001n)).toMatchObject({ outcome: 'Accepted' });
    return life.list('creditDecisions')[0]?.facts;
  };
  const monthAgo = start - 30 * dayMs;
  const owedInKrona = {
    customerKey: 'k',
    currency: 'SEK',
    heldMinor: 0n,
    debtMinor: 0n,
    orderedMinor: 7n,
    largestMinor: 5n,
  } as const;
  const counts = { ordersCount: 2, paidOnTimeCount: 2, paidLateCount: 0, dunnedCount: 0 };
  const krona = { ...owedInKrona, ...counts, firstOrderedAt: monthAgo, lastOrderedAt: monthAgo } as const;

  it.each<[string, Partial<Exposure>, readonly Exposure[], Partial<History>]>([
    ['its only order', {}, [], { ordersCount: 0, daysKnown: null, daysSinceLast: null, usualMinor: null, largestMinor: null }],
    [
      'one of two orders',
      { ordersCount: 2, orderedMinor: 70_000n, firstOrderedAt: monthAgo },
      [],
      { ordersCount: 1, daysKnown: 30, daysSinceLast: 0, usualMinor: 20_000n, largestMinor: 50_000n },
    ],
    ['the only one in its currency', {}, [krona], { ordersCount: 2, daysKnown: 30, daysSinceLast: 30, usualMinor: null }],
    ['one that was counted before there were counts', { ordersCount: 0, orderedMinor: 0n }, [], { ordersCount: 0 }],
  ])('is the history of the customer without %s', (_name, owes, others, history) => {
    const known = asJson(history) as object;
    expect(factsOf(new Updated(50_000n, {}, owes, { others }))).toMatchObject({ history: known });
  });

  it('is the pace of the customer without the order itself', () => {
    const velocities: Velocity[] = [{ subject: 'k', hourAt: start - (start % 3_600_000), writer: 'w', count: 3 }];
    const pace = (count: number) => ({ paces: { person: { hour: count, day: count, week: count } } });
    expect(factsOf(new Updated(50_000n, {}, {}, { velocities }))).toMatchObject(pace(2));
    expect(factsOf(new Updated(50_000n))).toMatchObject(pace(0));
  });

  it.each([
    ['within the hour', 0, { hour: 2, day: 2, week: 2 }],
    ['at the end of the hour', hourMs - 1, { hour: 2, day: 2, week: 2 }],
    ['an hour later', hourMs, { hour: 3, day: 2, week: 2 }],
    ['a day later', dayMs, { hour: 3, day: 3, week: 2 }],
    ['a week later', 7 * dayMs, { hour: 3, day: 3, week: 3 }],
  ])('is, %s, the pace without the order in the windows that it is in, and with all others in the rest', (_name, age, person) => {
    const velocities: Velocity[] = [{ subject: 'k', hourAt: start - (start % hourMs), writer: 'w', count: 3 }];
    const insertedAt = start - age;
    expect(factsOf(new Updated(50_000n, { insertedAt }, {}, { velocities }))).toMatchObject({ paces: { person } });
  });

  it('is whether a person found a rejection of the customer wrong lately, whatever it was when the order was placed', () => {
    const facts = (clearedUntil: number | null) => factsOf(new Updated(50_000n, {}, {}, { cleared: true, clearedUntil }));
    expect(facts(start + 1)).toMatchObject({ cleared: true });
    for (const until of [start, null]) expect(facts(until)).not.toHaveProperty('cleared');
  });

  const authorizedOn = (bureau: BureauAnswer) =>
    ({ application: asJson(earlier.application), facts: asJson({ ...earlier.facts, bureau }) }) as CreditDecision;
  const settingOn = (now: number) => lawful({ now, merchant, chance: countingChance(), writer: 'test' });
  const said = (verdict: 'clear' | 'review' | 'authenticate' | 'negative' | 'silent'): BureauAnswer => ({ verdict });
  const [clear, review, authenticate, negative] = [said('clear'), said('review'), said('authenticate'), said('negative')];
  const limited: BureauAnswer = { verdict: 'limited', limitMinor: 60_000n };
  const byHistory: BureauAnswer = { verdict: 'negative', categories: ['paymentHistory'] };
  const historyAlone: BureauAnswer = { ...byHistory, verdict: 'historyAlone' };

  it.each<[string, BureauAnswer, BureauAnswer | null, BureauAnswer]>([
    ['what it said, where it is not asked again', limited, null, limited],
    ['what it said, where it is silent now', limited, said('silent'), limited],
    ['what it says now', clear, negative, negative],
    ['what it says now, where that is better', negative, clear, clear],
    ['the limit that it names now', limited, { ...limited, limitMinor: 1n }, { ...limited, limitMinor: 1n }],
    ['its rejection, also where it was known before', negative, null, negative],
    ['nothing, where a person had looked at what it asks for', review, null, clear],
    ['nothing, where it asks again what a person had looked at', review, review, clear],
    ['nothing, where the buyer had confirmed the identity', authenticate, authenticate, clear],
    ['what it asks for now, where that is something else', review, authenticate, authenticate],
    ['what it asks for now, where it had asked for nothing', clear, review, review],
    ['nothing, where a person had looked at its rejection by the payment history alone', historyAlone, null, clear],
    ['its rejection by the payment history alone, while the law lets that decide', clear, byHistory, byHistory],
  ])('is of the bureau %s', (_name, before, now, counts) => {
    const heard = now && { ...nothingHeard, bureau: now };
    const anew = earlierFactsOf(authorizedOn(before), heard, settingOn(start), 60_000n);
    expect(anew).toEqual({ ...earlier, facts: { ...earlier.facts, bureau: counts } });
  });

  it('takes nothing back by the payment history alone, from the day on which the law forbids it', () => {
    const heard = { ...nothingHeard, bureau: byHistory };
    const bureauOn = (day: string) =>
      earlierFactsOf(authorizedOn(limited), heard, settingOn(Date.parse(day)), 60_000n).facts.bureau;
    expect(bureauOn('2026-11-19T12:00:00Z')).toEqual(byHistory);
    expect(bureauOn('2026-11-20T12:00:00Z')).toEqual(limited);
  });

  it('is no limit below the new total that is reckoned from the payment history alone, whether said now or before', () => {
    const day = Date.parse('2026-11-20T12:00:00Z');
    const byHistoryTo = (limitMinor: bigint): BureauAnswer => ({ ...limited, limitMinor, categories: ['paymentHistory'] });
    const counts = (before: BureauAnswer, now: BureauAnswer | null, owesMinor: bigint) => {
      const heard = now && { ...nothingHeard, bureau: now };
      return earlierFactsOf(authorizedOn(before), heard, settingOn(day), owesMinor).facts.bureau;
    };
    const [low, high] = [byHistoryTo(60_000n), byHistoryTo(90_000n)];
    expect(counts(limited, low, 60_001n)).toEqual(limited);
    expect(counts(limited, low, 60_000n)).toEqual(low);
    expect(counts(high, low, 60_001n)).toEqual(high);
    for (const now of [low, said('silent'), null]) expect(counts(low, now, 60_001n)).toEqual(clear);
    expect(counts(low, negative, 60_001n)).toEqual(clear);
  });

  it('is of each register what it says now, and what it said before where it is silent', () => {
    const registers = { population: 'moved', address: 'silent' } as const;
    const anew = earlierFactsOf(authorizedOn(clear), { ...nothingHeard, registers }, settingOn(start), 60_000n);
    expect(anew.facts.registers).toEqual({ population: 'moved', address: 'known' });
  });
});

const person = { contents: { customer: { customerCategory: 'Person', firstName: 'Ida', lastName: 'Weber' } } };
const three = { months: 3, rate: 0, startup: 0, monthly: 95 };
const inThree = { terms: creditTerms(three), paymentType: 'Installment' };
const threeOf = ({ terms }: Pick<Order, 'terms'>): PlanTerms | undefined =>
  (terms as unknown as { installment: PlanTerms } | null)?.installment;
const isOver = { contract: null, contractParty: null } as unknown as UpdateRequest['named'];

describe('a higher total of a credit', () => {
  const agreed = (amountMinor: bigint, over: Partial<PaymentContract> = {}) => {
    const contract = { id: 'contract', paymentType: 'Installment', amountMinor, currency: 'EUR', terms: creditTerms(three) };
    const unused = { bankAccount: null, mandateNumber: null, orderId: null, usedAt: null, expiresAt: start + dayMs };
    return { ...contract, ...unused, ...over } as PaymentContract;
  };
  const offered = (orderId: string | null) => ({ id: 'checkout', orderId }) as Checkout;
  /** The buyer agreed to it in a checkout. */
  const updateWith = (life: Updated, totalMinor: bigint, contract: PaymentContract, contractCheckout: Checkout | null) => {
    life.put('contracts', contract);
    if (contractCheckout) life.put('checkouts', contractCheckout);
    return life.update(totalMinor, { named: { ...isOver, contract }, contractCheckout });
  };

  it('waits for the consumer’s agreement: there is a checkout for it, and the order is as it was', () => {
    const life = new Updated(50_000n, inThree, {}, person);
    const { order, exposure } = life;
    const reason = { id: 'update.contract_needed', field: 'payment.contractId', values: { amount: '600.00' } };
    expect(life.update(60_000n)).toMatchObject({ outcome: 'Rejected', reasons: [reason], order });
    const [checkout] = life.list('checkouts');
    expect(checkout).toMatchObject({ amountMinor: 60_000n, orderId: null, customer: person.contents.customer });
    expect(life.update(60_000n)).not.toMatchObject({ checkoutId: checkout?.id });
    expect(life.update(60_000n)).toMatchObject({ reasons: [{ values: { checkoutId: life.list('checkouts')[2]?.id } }] });
    expect([life.order, life.exposure]).toEqual([order, exposure]);
    expect(life.list('creditDecisions')).toMatchObject([{ outcome: 'Accepted' }, {}, {}]);
    expect(life.events.map(({ type, amountMinor }) => [type, amountMinor])).toEqual(
      Array.from({ length: 3 }, () => ['order.update_rejected', 0n]),
    );
  });

  it('holds at once for a company, and once the consumer has agreed; the agreement and its checkout are used up', () => {
    expect(new Updated(50_000n, inThree).update(60_000n)).toMatchObject({ outcome: 'Accepted' });
    const life = new Updated(50_000n, inThree, {}, person);
    expect(updateWith(life, 60_000n, agreed(60_000n), offered(null))).toMatchObject({ outcome: 'Accepted' });
    expect(life.order).toMatchObject({ authorizedMinor: 60_000n, approvedMinor: 60_000n, state: 'Authorized' });
    expect(life.list('contracts')).toMatchObject([{ orderId: 'o', usedAt: start }]);
    expect(life.list('checkouts')).toMatchObject([{ orderId: 'o' }]);
    // The form before the new agreement said it all.
    expect(life.list('documents')).toEqual([]);
    // It binds one order, once.
    const [used] = life.list('contracts');
    expect(life.update(70_000n, { named: { ...isOver, contract: used ?? null } })).toMatchObject({ outcome: 'Rejected' });
  });

  it('leaves a checkout alone that another order was placed with, or that is gone', () => {
    for (const [checkout, kept] of [
      [offered('p'), [{ orderId: 'p' }]],
      [null, []],
    ] as const) {
      const life = new Updated(50_000n, inThree, {}, person);
      expect(updateWith(life, 60_000n, agreed(60_000n), checkout)).toMatchObject({ outcome: 'Accepted' });
      expect(life.list('checkouts')).toMatchObject(kept);
    }
  });

  it('is paid by the plan of the new agreement from now on, and reads so', () => {
    const payment = { type: 'Installment', installment: { profileNo: 1, customerInterestRate: 0 } };
    const contents = { ...person.contents, payment };
    const paidBy = (terms: object) => {
      const life = new Updated(50_000n, inThree, {}, { contents });
      updateWith(life, 60_000n, agreed(60_000n, { terms } as Partial<PaymentContract>), null);
      return [threeOf(life.order)?.numberOfInstallments, life.list('orderContents')[0]?.payment];
    };
    expect(paidBy(creditTerms(three))).toEqual([3, { ...payment, contractId: 'contract' }]);
    const six = creditTerms({ ...three, months: 6 });
    const other = { ...six, installment: { ...six.installment, profileNo: 2 } };
    const installment = { profileNo: 2, numberOfInstallments: 6 };
    expect(paidBy(other)).toEqual([6, { ...payment, contractId: 'contract', installment }]);
  });

  it('of an order on an account is paid by its account still', () => {
    const { profileNo } = merchant.contract.accountProfiles[0] ?? { profileNo: 0 };
    const terms = { ...creditTerms(null), account: { profileNo } };
    const life = new Updated(50_000n, { terms, paymentType: 'Account' }, {}, { contents: { payment: { type: 'Account' } } });
    const contract = agreed(60_000n, { terms, paymentType: 'Account' });
    expect(updateWith(life, 60_000n, contract, null)).toMatchObject({ outcome: 'Accepted', order: { terms } });
    expect(life.list('orderContents')[0]?.payment).toEqual({ type: 'Account', contractId: 'contract' });
  });

  it('is refused where the profile is for no such total, below what was agreed, too', () => {
    const life = new Updated(50_000n, inThree, {}, person);
    expect(noticeOf(life.update(4_499n))).toMatchObject({ id: 'installment.no_plans', field: 'order.totalGrossAmount' });
    expect(life.update(4_500n)).toMatchObject({ outcome: 'Accepted' });
  });
});

describe('the notice of a change of an agreement', () => {
  const at = Date.parse('2026-11-23T09:30:00Z');
  const lettersOf = (life: Updated) =>
    life.list('documents').map(({ content }) => contentOf(String(content)) as ModificationData);

  it('says what a consumer owed and owes now, each payment of it, in the moment in which it changes', () => {
    const life = new Updated(60_000n, inThree, {}, { ...person, at });
    expect(life.update(50_000n, { language: 'SV' })).toMatchObject({ outcome: 'Accepted' });
    const terms = threeOf(life.order);
    if (!terms) throw new Error('no installments');
    const creditOf = (amountMinor: bigint) => {
      const plan = planOf(amountMinor, { ...terms, startupFeeMinor: 0n, monthlyFeeMinor: 95n });
      const { totalMinor, effectiveAnnualPercentageRate: annualRate, installments } = plan ?? { installments: [] };
      return { amountMinor, totalMinor, annualRate, paymentsMinor: installments.map(installmentMinor) };
    };
    expect(lettersOf(life)).toMatchObject([
      { kind: 'Modification', language: 'SV', orderNumber: 'o', inForceOn: '2026-11-23', buyer: { name: 'Ida Weber' } },
    ]);
    expect(lettersOf(life)).toMatchObject([{ before: creditOf(60_000n), after: creditOf(50_000n) }]);
    expect(life.list('documents')).toMatchObject([{ orderId: 'o' }]);
    const reported = { type: 'order.change_notified', amountMinor: 0n, details: { inForceOn: '2026-11-23' } };
    expect(life.events).toMatchObject([{ type: 'order.updated' }, reported]);
  });

  it('of an invoice is of its total alone', () => {
    const life = new Updated(60_000n, {}, {}, { ...person, at });
    life.update(50_000n);
    const credit = { paymentsMinor: [], annualRate: null };
    expect(lettersOf(life)).toMatchObject([
      { before: { amountMinor: 60_000n, totalMinor: 60_000n, ...credit }, after: { totalMinor: 50_000n, ...credit } },
    ]);
  });

  it.each<[string, bigint, Partial<Order>, Besides]>([
    ['the total stays', 60_000n, {}, { ...person, at }],
    ['the buyer is a company', 50_000n, {}, { at }],
    ['the person was erased', 50_000n, {}, { contents: { customer: null }, at }],
    ['the law of the order’s day has no such duty', 50_000n, { insertedAt: at - 4 * dayMs }, { ...person, at }],
  ])('is not given where %s', (_name, total, order, besides) => {
    const life = new Updated(60_000n, order, {}, besides);
    expect(life.update(total)).toMatchObject({ outcome: 'Accepted' });
    expect([life.list('documents'), life.events.map(({ type }) => type)]).toEqual([[], ['order.updated']]);
  });
});
