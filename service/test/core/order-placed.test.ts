// What an order is placed on, and what it is decided by: an agreement and a checkout serve one order, a bank account gives its mandate
// once, what is known of another person, currency or mark does not count, and the days to pay stay as the buyer read them.
import { describe, expect, it } from 'vitest';
import type { Checkout, PaymentContract } from '../../src/core/checkout/rows.ts';
import { type Choice, termsOf } from '../../src/core/checkout/terms.ts';
import { dayMs } from '../../src/core/dates.ts';
import type { Contract } from '../../src/core/merchant.ts';
import { type Authorized, customerChanges } from '../../src/core/order/authorize.ts';
import type { BureauAnswer } from '../../src/core/risk/facts.ts';
import { openPolicy } from '../../src/core/risk/policy.ts';
import { hourOf } from '../../src/core/risk/velocity.ts';
import type { CustomerProfile, ListEntry } from '../../src/core/rows.ts';
import { idOf } from '../support/account-life.ts';
import { exposureOf, introduced, kim } from '../support/applicant.ts';
import { Buyer, plainly, start } from '../support/buyer.ts';
import { agreedContract, chosen, shop } from '../support/checkout.ts';
import { creditTerms } from '../support/credit.ts';
import { merchantIn } from '../support/merchant.ts';

const iban = 'DE89 3704 0044 0532 0130 00';
const inSix = chosen('Installment', { profileNo: 1 });
const paid = (choice: Choice, over: Partial<typeof plainly> = {}) => ({ payment: { ...plainly, choice, ...over } });
const ordered = (answer: unknown) => answer as Authorized;
const limits = { EUR: { orderMinor: 100_000n, customerMinor: 100_000n } };
const policyOf = (over: Partial<Contract['policy']>) => ({
  policy: { ...openPolicy, version: 'v', minimumAge: 18, limits, ...over },
});

const plan = { months: 6, rate: 900, startup: 500, monthly: 100 };
const agreed = agreedContract(creditTerms(plan), start, start + dayMs);
const checkout: Checkout = {
  id: 'c',
  customerNumber: '77',
  currency: 'EUR',
  amountMinor: 60_000n,
  orderDetails: null,
  customer: null,
  deliveryCustomer: null,
  nationalId: null,
  deliveryNationalId: null,
  remarks: null,
  orderId: null,
  expiresAt: start + dayMs,
};
const onContract = (over: Partial<PaymentContract> = {}) =>
  paid(inSix, { contractNamed: true, contract: { ...agreed, ...over } });

describe('an order whose buyer names a bank account', () => {
  const mandateOf = (answer: unknown) => termsOf(ordered(answer).order).mandateNumber;

  it('gives a mandate with it, each order its own', () => {
    const buyer = new Buyer();
    const mandates = ['N-1', 'N-2'].map((number) => {
      const answer = buyer.authorize(1_000n, {
        number,
        ...paid(chosen('Invoice', { directDebit: true }), { bankAccount: iban }),
      });
      expect(termsOf(ordered(answer).order)).toMatchObject({ directDebit: true, mandateNumber: expect.stringMatching(/^\d+$/) });
      return mandateOf(answer);
    });
    expect(new Set(mandates).size).toBe(2);
    expect(buyer.list('orderContents')).toMatchObject([{ bankAccount: iban }, { bankAccount: iban }]);
  });

  it('is collected by the mandate of its contract, where that has one', () => {
    const order = (contract: PaymentContract, bankAccount: string | null) => {
      const named = paid(inSix, { contractNamed: true, contract, bankAccount });
      return new Buyer({}, shop()).with('contracts', contract).authorize(60_000n, named);
    };
    const collected = { ...agreed, bankAccount: iban, mandateNumber: 'M-1' };
    for (const account of [null, iban]) {
      const { terms } = ordered(order(collected, account)).order;
      expect(termsOf({ terms })).toMatchObject({ directDebit: true, mandateNumber: 'M-1' });
    }
    expect(mandateOf(order(agreed, iban))).toMatch(/^\d+$/);
  });

  it('gives none where it is put on an account, nor where no account is named', () => {
    const onAccount = paid(chosen('Account', { profileNo: 9 }), { bankAccount: iban });
    for (const over of [onAccount, paid(inSix)]) {
      const answer = new Buyer({}, shop()).authorize(60_000n, over);
      expect(answer).toMatchObject({ outcome: 'Accepted' });
      expect(mandateOf(answer)).toBeUndefined();
    }
  });
});

describe('a checkout and the contract made in it', () => {
  const placed = (over: object = {}, bureau?: BureauAnswer) => {
    const buyer = new Buyer({}, shop()).with('contracts', agreed).with('checkouts', checkout);
    return { buyer, answer: buyer.authorize(60_000n, { ...onContract(), checkout, ...over }, bureau) };
  };

  it.each<BureauAnswer['verdict']>(['clear', 'review'])('are used up by an order, where the bureau says %s', (verdict) => {
    const { buyer, answer } = placed({}, { verdict } as BureauAnswer);
    const { order } = ordered(answer);
    expect(order).toMatchObject({ checkoutId: 'c', paymentType: 'Installment', terms: creditTerms(plan) });
    expect(buyer.list('contracts')).toMatchObject([{ orderId: order.id, usedAt: start }]);
    expect(buyer.list('checkouts')).toMatchObject([{ orderId: order.id }]);
    const [contract, used] = [buyer.list('contracts')[0] ?? null, buyer.list('checkouts')[0] ?? null];
    expect(idOf(buyer.authorize(1_000n, { checkout: used }))).toBe('checkout.used');
    expect(idOf(buyer.authorize(60_000n, paid(inSix, { contractNamed: true, contract })))).toBe('method.contract_needed');
  });

  it('are as they were where it is rejected', () => {
    const { buyer, answer } = placed({}, { verdict: 'negative' });
    expect(answer).toMatchObject({ outcome: 'Rejected', order: { checkoutId: 'c' } });
    expect([buyer.list('contracts'), buyer.list('checkouts')]).toEqual([[agreed], [checkout]]);
  });

  it('belong together: the contract of another checkout, total or buyer does not count', () => {
    for (const other of [onContract({ checkoutId: 'other' }), onContract({ amountMinor: 60_001n })])
      expect(idOf(placed(other).answer)).toBe('method.contract_needed');
    const another = { ...onContract().payment, contractParty: { ...kim, birthDate: '1950-01-01' } };
    expect(idOf(placed({ payment: another, party: kim }).answer)).toBe('method.contract_needed');
    // Placed in one step, an order may rest on a contract of any checkout.
    expect(placed({ ...onContract({ checkoutId: 'other' }), checkout: null }).answer).toMatchObject({ outcome: 'Accepted' });
  });

  it('are for the customer whose number the shop sent before', () => {
    const named = { checkout: { ...checkout, customer: { customerNumber: '77' } } };
    expect(idOf(placed({ ...named, party: { ...kim, customerNumber: '78' } }).answer)).toBe('checkout.customer_number');
    expect(placed({ ...named, party: { ...kim, customerNumber: '77' } }).answer).toMatchObject({ customerNumber: '77' });
  });
});

describe('an order', () => {
  it('is refused for what the shop does not offer, before it is looked whether its number is in use', () => {
    const buyer = new Buyer({}, shop({ paymentTypes: ['Invoice'] }));
    expect(idOf(buyer.authorize(60_000n, paid(inSix), { verdict: 'clear' }, true))).toBe('method.not_available');
    expect(idOf(buyer.authorize(1_000n, paid(chosen('Invoice', { campaignNumber: 61 }))))).toBe('method.campaign');
    expect(buyer.list('orders')).toEqual([]);
  });

  it('is found by its number in any case, and stands until the end of its last day', () => {
    const { order } = ordered(new Buyer().authorize(1_000n, { number: 'Nº-Äb' }));
    expect(order).toMatchObject({ number: 'Nº-Äb', numberKey: 'nº-äb', insertedAt: start, updatedAt: start });
    expect(order).toMatchObject({ expiresOn: '2026-04-10', expiresAt: Date.parse('2026-04-10T22:00:00Z') });
  });

  it.each([
    ['Invoice', chosen('Invoice'), 21],
    ['Consolidatedinvoice', chosen('Consolidatedinvoice'), 5],
    ['Installment', inSix, null],
  ] as const)('by %s keeps the days that its buyer has to pay', (_name, choice, daysUntilDue) => {
    const buyer = new Buyer({}, shop({ invoiceDays: 21, consolidatedInvoiceDays: 5 }));
    expect(buyer.authorize(60_000n, paid(choice))).toMatchObject({ order: { daysUntilDue } });
  });

  it('says under which version of the contract it was made, where there are versions', () => {
    expect(new Buyer({}, { ...shop(), contractVersion: 3 }).authorize(1_000n)).toMatchObject({ order: { contractVersion: 3 } });
    expect(new Buyer().authorize(1_000n)).toMatchObject({ order: { contractVersion: null } });
  });

  it('has a checkout of its own where it refers to none', () => {
    const buyer = new Buyer();
    const ids = ['N-1', 'N-2'].map((number) => ordered(buyer.authorize(1_000n, { number })).order.checkoutId);
    expect(ids.every(Boolean) && ids[0] !== ids[1]).toBe(true);
  });
});

describe('what an order is decided on', () => {
  const factsOf = (buyer: Buyer) => buyer.list('creditDecisions')[0]?.facts;

  it('is what the person owes and holds in its currency, and no other', () => {
    const krona = exposureOf({ currency: 'SEK', heldMinor: 99_000n, largestMinor: 99_000n, ordersCount: 1 });
    const euro = exposureOf({ heldMinor: 20_000n, debtMinor: 40_000n, largestMinor: 50_000n, orderedMinor: 60_000n });
    const buyer = new Buyer().with('exposures', krona).with('exposures', euro);
    expect(buyer.authorize(40_001n)).toMatchObject({ outcome: 'Rejected', reasons: [{ id: 'risk.limit' }] });
    expect(factsOf(buyer)).toMatchObject({ exposureMinor: '60000' });
    expect(buyer.authorize(40_000n)).toMatchObject({ outcome: 'Accepted' });
    const counted = { ...euro, heldMinor: 60_000n, ordersCount: 1, orderedMinor: 100_000n };
    expect(buyer.list('exposures')).toEqual([krona, { ...counted, firstOrderedAt: start, lastOrderedAt: start }]);
  });

  it('is the national number where the country knows people by it: once given it need not be given again', () => {
    const buyer = new Buyer({ number: '7' }, merchantIn('SE'));
    const party = { ...kim, customerNumber: '7' };
    expect(buyer.authorize(1_000n, { party })).toMatchObject({ reasons: [{ id: 'risk.identity_required' }] });
    expect(buyer.list('customers')).toMatchObject([{ identified: false }]);
    const named = buyer.authorize(1_000n, { party: { ...party, nationalId: '198412085789' } });
    expect(named).toMatchObject({ outcome: 'Accepted' });
    expect(buyer.list('customers')).toMatchObject([{ number: '7', identified: true }]);
    expect(buyer.authorize(1_000n, { party })).toMatchObject({ outcome: 'Accepted' });
    expect(buyer.list('customers')).toMatchObject([{ number: '7', identified: true }]);
  });

  it('is how often it was tried under each mark by itself', () => {
    const hourly = (most: number) => ({ hour: most, day: null, week: null });
    const velocity = { ...openPolicy.velocity, person: hourly(3), email: hourly(2) };
    const tried = (subject: string, count: number) => {
      const buyer = new Buyer({}, shop(policyOf({ velocity })));
      const row = { subject, hourAt: hourOf(start), writer: 'w', count };
      return buyer.with('velocities', { ...row, subject: 'other', count: 9 }).with('velocities', row);
    };
    const reject = { outcome: 'Rejected', reasons: [{ id: 'risk.score' }] };
    for (const [mark, subject, most] of [
      ['person', 'k', 3],
      ['email', 'e', 2],
    ] as const) {
      const within = tried(subject, most - 1);
      expect(within.authorize(1_000n)).toMatchObject({ outcome: 'Accepted' });
      const pace = { hour: most - 1, day: most - 1, week: most - 1 };
      const none = { hour: 0, day: 0, week: 0 };
      expect(factsOf(within)).toMatchObject({ paces: { person: none, email: none, [mark]: pace } });
      expect(tried(subject, most).authorize(1_000n)).toMatchObject(reject);
    }
  });

  const profile = { ...introduced.profile, customerKey: 'other', seenAt: start } as CustomerProfile;
  const listed: ListEntry = {
    id: 'entry',
    list: 'negative',
    kind: 'email',
    content: JSON.stringify({ email: kim.email }),
    contentKey: '',
    keys: '',
    reason: 'r',
    enteredBy: 'o',
    insertedAt: 0,
    expiresAt: start + 1,
    removedAt: null,
    removedBy: null,
    removedReason: null,
  };

  it('is whom of the lists it may be, while the entry stands', () => {
    const buyer = new Buyer();
    buyer.known = { listed: [listed] };
    expect(buyer.authorize(1_000n, { introduction: introduced })).toMatchObject({ outcome: 'Rejected' });
    expect(factsOf(buyer)).toMatchObject({ listHits: [{ entryId: 'entry', strength: 100 }] });
    expect(buyer.list('customerProfiles')).toEqual([]);
    buyer.now += 1;
    expect(buyer.authorize(1_000n, { introduction: introduced })).toMatchObject({ outcome: 'Accepted' });
  });

  it('is who else is like the person: two national numbers are two people, one is one', () => {
    const alike = (nationalIdKey: string | null) => {
      const buyer = new Buyer();
      buyer.known = { alike: [{ ...profile, nationalIdKey: 'one' }] };
      buyer.authorize(1_000n, { introduction: { ...introduced, profile: { ...introduced.profile, nationalIdKey } } });
      return factsOf(buyer);
    };
    expect(alike('one')).toMatchObject({ listHits: [], alike: { count: 1 } });
    expect(alike('two')).toMatchObject({ alike: { count: 0 } });
  });

  it('is none of both where too little is known of the person, who is remembered once introduced', () => {
    const buyer = new Buyer();
    buyer.known = { listed: [listed], alike: [profile] };
    buyer.authorize(1_000n);
    expect(factsOf(buyer)).toMatchObject({ listHits: [], alike: { count: 0 } });
    expect(buyer.list('customerProfiles')).toEqual([]);
    buyer.known = {};
    buyer.authorize(1_000n, { introduction: introduced });
    expect(buyer.list('customerProfiles')).toMatchObject([{ customerKey: 'k', lastName: 'Test', nameKey: 'n', seenAt: start }]);
  });

  it.each<[string, string, BureauAnswer, string]>([
    [
      'by the payment history alone, before that law',
      '2026-11-19',
      { verdict: 'negative', categories: ['paymentHistory'] },
      'Rejected',
    ],
    ['by the payment history alone', '2026-11-20', { verdict: 'negative', categories: ['paymentHistory'] }, 'Pending'],
    ['by nothing that it names', '2026-11-20', { verdict: 'negative' }, 'Pending'],
    ['by more', '2026-11-20', { verdict: 'negative', categories: ['paymentHistory', 'insolvency'] as never }, 'Rejected'],
  ])('is the rejection of a bureau %s, from %s on', (_name, day, bureau, outcome) => {
    const buyer = new Buyer({}, merchantIn('DE'), Date.parse(`${day}T12:00:00Z`));
    expect(buyer.authorize(1_000n, {}, bureau)).toMatchObject({ outcome });
    const verdict = outcome === 'Pending' ? 'historyAlone' : 'negative';
    expect(factsOf(buyer)).toMatchObject({ bureau: { ...bureau, verdict } });
  });
});

describe('a limit of a bureau below what the customer would owe', () => {
  const history = { categories: ['paymentHistory'] } as const;
  const limited = (limitMinor: bigint, more: object = history): BureauAnswer => ({ verdict: 'limited', limitMinor, ...more });
  const decided = (bureau: BureauAnswer, day = '2026-11-20', owedMinor = 0n) => {
    const buyer = new Buyer({}, merchantIn('DE'), Date.parse(`${day}T12:00:00Z`));
    if (owedMinor > 0n) buyer.with('exposures', exposureOf({ debtMinor: owedMinor }));
    const { outcome } = ordered(buyer.authorize(1_000n, {}, bureau));
    const facts = buyer.list('creditDecisions')[0]?.facts as { readonly bureau: BureauAnswer } | undefined;
    return [outcome, facts?.bureau.verdict];
  };

  it('does not reject by the payment history alone, from the day of that law on', () => {
    expect(decided(limited(999n), '2026-11-19')).toEqual(['Rejected', 'limited']);
    expect(decided(limited(999n))).toEqual(['Pending', 'historyAlone']);
    expect(decided(limited(0n))).toEqual(['Pending', 'historyAlone']);
    expect(decided(limited(1_499n), '2026-11-20', 500n)).toEqual(['Pending', 'historyAlone']);
  });

  it('counts as it says where it is reckoned from more, or high enough', () => {
    expect(decided(limited(999n, { categories: ['paymentHistory', 'income'] }))).toEqual(['Rejected', 'limited']);
    expect(decided(limited(999n, {}))).toEqual(['Rejected', 'limited']);
    expect(decided(limited(1_000n))).toEqual(['Accepted', 'limited']);
    expect(decided(limited(1_500n), '2026-11-20', 500n)).toEqual(['Accepted', 'limited']);
  });

  it('of nothing is a rejection, and so is history alone where it names no category', () => {
    expect(decided(limited(0n, {}))).toEqual(['Pending', 'historyAlone']);
    expect(decided(limited(0n, { categories: ['income'] }))).toEqual(['Rejected', 'limited']);
  });
});

describe('the number of a customer', () => {
  const numbers = (buyer: Buyer) => buyer.list('customerNumbers').map(({ number, customerKey }) => [number, customerKey]);

  it('is remembered with the first order, and every other that the shop names, too', () => {
    const buyer = new Buyer();
    const { customerNumber } = ordered(buyer.authorize(1_000n));
    expect(numbers(buyer)).toEqual([[customerNumber, 'k']]);
    buyer.authorize(1_000n);
    expect(numbers(buyer)).toEqual([[customerNumber, 'k']]);
    expect(buyer.authorize(1_000n, { party: { ...kim, customerNumber: '8' } })).toMatchObject({ customerNumber: '8' });
    expect(numbers(buyer)).toEqual([customerNumber, '8'].map((number) => [number, 'k']));
    expect(buyer.list('customers')).toMatchObject([{ number: customerNumber }]);
  });

  it('is not remembered twice where it means a customer already', () => {
    const buyer = new Buyer();
    buyer.known = { numberSettled: true };
    buyer.authorize(1_000n, { party: { ...kim, customerNumber: '8' } });
    expect(numbers(buyer)).toEqual([]);
    expect(buyer.list('customers')).toMatchObject([{ number: '8' }]);
  });

  it('and what else is known of the customer are not written again by an order that says nothing new', () => {
    const written = (customer: object, identified: boolean) => {
      const { person } = new Buyer({ number: '8', ...customer });
      return customerChanges(person, '8', identified).map(({ table }) => table);
    };
    expect([written({}, false), written({ identified: true }, true)]).toEqual([[], []]);
    expect(written({}, true)).toEqual(['customers']);
  });
});
