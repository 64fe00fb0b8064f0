// The credit engine: what it decides has to be explained years later, so the same facts must come to the same figures, and
// what is likely must come out as likely.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aucOf, type Judged } from '../../../scripts/risk-training/measure.ts';
import { createOrders } from '../../../scripts/risk-training/orders.ts';
import { lawRows } from '../../src/core/law/law.ts';
import { builtInScorecard, builtInScorecards } from '../../src/core/risk/built-in-scorecard.ts';
import { characteristics } from '../../src/core/risk/characteristics.ts';
import { score, scoresOf } from '../../src/core/risk/decide-credit.ts';
import { asJson, decideAgain, policyOf, storedApplication, storedFacts } from '../../src/core/risk/decision.ts';
import type { Facts } from '../../src/core/risk/facts.ts';
import { historyOf, noHistory } from '../../src/core/risk/history.ts';
import type { CreditDecision } from '../../src/core/risk/rows.ts';
import { kindsOf, probabilityPpm, weigh } from '../../src/core/risk/scorecard.ts';
import { scorecardFor } from '../../src/core/risk/scorecards.ts';
import { standardPolicy } from '../../src/core/risk/standard-policy.ts';
import { emailKindOf, isEmailUnlikeName, percentOf, plainTraits } from '../../src/core/risk/traits.ts';
import { countedOnce, paceOf } from '../../src/core/risk/velocity.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';
import * as plain from '../support/application.ts';

/** Orders that no weight was fitted on: another seed. */
const orders = createOrders(7, 4000);

const decisionOf = (index: number): CreditDecision => {
  const order = orders[index];
  if (!order) throw new Error('no such order');
  const result = score(order.application, order.facts, standardPolicy, builtInScorecard);
  return {
    id: '',
    orderId: '',
    outcome: result.outcome,
    amountMinor: order.application.addsMinor,
    application: asJson(order.application),
    facts: asJson(order.facts),
    policy: asJson(standardPolicy),
    reasons: asJson(result.reasons),
    result: asJson(result),
    decidedAt: 0,
  };
};

describe('a decision', () => {
  it('for several payment types at once is that for each alone', () => {
    const types = ['Invoice', 'Installment', 'Account'] as const;
    const { any } = standardPolicy.cutOffs;
    const cutOffs = { any, Installment: { ...any, rejectFraudPpm: 20_000 }, Account: { ...any, reviewDefaultPpm: 20_000 } };
    const policy = { ...standardPolicy, cutOffs };
    const outcomes = orders.slice(0, 500).map(({ application, facts }) => {
      const together = scoresOf(types, application, facts, policy, builtInScorecard);
      const alone = types.map((paymentType) => score({ ...application, paymentType }, facts, policy, builtInScorecard));
      expect(together.map(([type]) => type)).toEqual(types);
      expect(together.map(([, scored]) => scored)).toEqual(alone);
      return alone.map(({ outcome }) => outcome).join();
    });
    // Some are decided otherwise for one type than for another.
    expect(outcomes).toEqual(expect.arrayContaining(['Accepted,Rejected,Accepted', 'Accepted,Accepted,Pending']));
  });

  it('weighs what the registers and the reference data say, and silence as nothing', () => {
    const [order] = orders;
    if (!order) throw new Error('no orders');
    const { application, facts } = order;
    const fraudOf = (registers: Partial<typeof facts.registers>, address?: 'known' | 'unknown' | 'doubtful'): number =>
      score(
        { ...application, traits: { ...application.traits, ...(address && { address }) } },
        { ...facts, registers: { population: 'silent', address: 'silent', ...registers } },
        standardPolicy,
        builtInScorecard,
      ).fraudPpm;
    const silent = fraudOf({});
    expect(fraudOf({ population: 'found', address: 'known' }, 'known')).toBe(silent);
    expect(fraudOf({}, 'unknown')).toBe(silent);
    const worse = [fraudOf({ population: 'moved' }), fraudOf({ population: 'unknown' }), fraudOf({ population: 'different' })];
    for (const [index, each] of worse.entries()) expect(each).toBeGreaterThan(worse[index - 1] ?? silent);
    expect(fraudOf({ address: 'unknown' })).toBeGreaterThan(silent);
    expect(fraudOf({}, 'doubtful')).toBeGreaterThan(silent);
  });

  it('that was kept comes to the same a thousand times', () => {
    const kept = JSON.stringify({ ...decisionOf(3), amountMinor: 0 });
    for (let time = 0; time < 1000; time += 1) expect(decideAgain(JSON.parse(kept))).toMatchObject({ kind: 'same' });
  });

  it('comes to the same from what was kept as from what it was first made on', () => {
    for (let index = 0; index < 2000; index += 1) expect(decideAgain(decisionOf(index)).kind).toBe('same');
  });

  it('whose facts, outcome or figures were changed is found', () => {
    const decision = decisionOf(3);
    const facts = { ...(decision.facts as object), exposureMinor: '99999999' };
    expect(decideAgain({ ...decision, facts }).kind).toBe('different');
    expect(decideAgain({ ...decision, outcome: 'Pending' }).kind).toBe('different');
    const result = { ...(decision.result as object), fraudPpm: 1 };
    expect(decideAgain({ ...decision, result }).kind).toBe('different');
    expect(decideAgain({ ...decision, result: null }).kind).toBe('older');
    expect(decideAgain({ ...decision, result: { ...(decision.result as object), scorecard: 'earlier' } }).kind).toBe('older');
    expect(decideAgain({ ...decision, result: { ...(decision.result as object), engine: 0 } }).kind).toBe('older');
  });

  it('changes nothing that it was given', () => {
    const frozen = (value: unknown): unknown => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
      return value;
    };
    const [order] = orders;
    if (!order) throw new Error('no order');
    frozen(order);
    frozen(standardPolicy);
    expect(score(order.application, order.facts, standardPolicy, builtInScorecard)).toEqual(
      score(order.application, order.facts, standardPolicy, builtInScorecard),
    );
  });

  it('of the demo shops accepts any complete adult whatever the score, at any hour', () => {
    const { policy } = demoContract('DE');
    const adults = orders.filter(({ application, facts }) => application.orderMinor + facts.exposureMinor <= 100_000n);
    const spoken = adults.filter(
      ({ facts }) => facts.listHits.every((hit) => hit.list !== 'negative') && facts.bureau.verdict !== 'limited',
    );
    expect(spoken.length).toBeGreaterThan(5000);
    for (const { application, facts } of spoken)
      expect(score({ ...application, localHour: 3 }, facts, policy, builtInScorecard).outcome).toBe('Accepted');
  });

  it('follows the policy where something is not known', () => {
    const [order] = orders;
    if (!order) throw new Error('no order');
    const facts = { ...order.facts, bureau: { verdict: 'silent' as const } };
    const application = { ...order.application, category: 'Person' as const, ageYears: null, orderMinor: 100n, addsMinor: 100n };
    const under = (more: object) => score(application, facts, { ...demoContract('DE').policy, ...more }, builtInScorecard);
    expect(under({}).outcome).toBe('Accepted');
    expect(under({ whenSilent: 'Review' })).toMatchObject({ outcome: 'Pending', reasons: [{ id: 'risk.review' }] });
    expect(under({ whenSilent: 'Reject' })).toMatchObject({ outcome: 'Rejected', reasons: [{ id: 'risk.score' }] });
    expect(under({ unknownAge: 'Review' })).toMatchObject({ outcome: 'Pending', rule: { name: 'unknown age' } });
    expect(under({ unknownAge: 'Reject' })).toMatchObject({ outcome: 'Rejected', rule: { name: 'unknown age' } });
  });

  it('grants less of the limit to whom default is likelier', () => {
    const limits = orders.map(({ application, facts }) => score(application, facts, standardPolicy, builtInScorecard));
    for (const { defaultPpm, limitMinor } of limits) {
      const most = defaultPpm > 60_000 ? 525_00n : defaultPpm > 30_000 ? 900_00n : 1_500_00n;
      expect(limitMinor <= most).toBe(true);
    }
  });
});

it('what is rejected by a cut-off is not told as a limit that a smaller order would keep', () => {
  const risky = orders.find(({ application, facts }) => {
    const { outcome, rule } = score(application, facts, standardPolicy, builtInScorecard);
    return outcome === 'Rejected' && rule.name === 'cut-off.fraud';
  });
  if (!risky) throw new Error('no risky order');
  const dear = { ...risky.application, orderMinor: 90_000_00n, addsMinor: 90_000_00n };
  const { reasons, rule } = score(dear, risky.facts, standardPolicy, builtInScorecard);
  expect([reasons, rule.name]).toEqual([[{ id: 'risk.score' }], 'cut-off.fraud']);
  expect([rule.found, rule.allowed]).toEqual([expect.stringMatching(/^\d+\.\d{4} %$/), '20.0000 %']);
});

describe('the scorecard', () => {
  it.each(builtInScorecards.map((each) => [each.name, each] as const))(
    'takes an order minutes after another one that is still owed for no safer than the first: %s',
    (_, scorecard) => {
      for (const email of ['ordinary', 'free', 'disposable'] as const)
        for (const amount of [50_00n, 200_00n, 600_00n]) {
          const application = { ...plain.application, orderMinor: amount, addsMinor: amount, traits: { ...plainTraits, email } };
          const once = { hour: 1, day: 1, week: 1 };
          const owing: Facts = {
            ...plain.facts,
            exposureMinor: 10_00n,
            history: { ...noHistory, ordersCount: 1, daysKnown: 0, daysSinceLast: 0, usualMinor: 10_00n, largestMinor: 10_00n },
            paces: { person: once, email: once, address: once },
          };
          const [first, second] = [plain.facts, owing].map(
            (each) => weigh(scorecard, application, each, standardPolicy).fraudPpm,
          );
          expect(second, `${email} ${amount}`).toBeGreaterThanOrEqual(Number(first));
        }
    },
  );

  it('foresees default and fraud far better than chance on orders it never saw', () => {
    const judged = orders.map((order) => ({
      ...order,
      ...weigh(builtInScorecard, order.application, order.facts, standardPolicy),
    }));
    const honest = judged.filter((each) => !each.fraudulent);
    const forDefault = honest.map((each): Judged => ({ ppm: each.defaultPpm, happened: each.defaulted }));
    const forFraud = judged.map((each): Judged => ({ ppm: each.fraudPpm, happened: each.fraudulent }));
    expect(aucOf(forDefault)).toBeGreaterThan(0.62);
    expect(aucOf(forFraud)).toBeGreaterThan(0.9);
    const foreseen = honest.reduce((sum, each) => sum + each.defaultPpm, 0) / 1e6;
    const happened = honest.filter((each) => each.defaulted).length;
    expect(Math.abs(foreseen - happened) / happened).toBeLessThan(0.2);
  });

  it('has a weight for no class that does not exist, and none for the class that says least', () => {
    for (const [name, classes] of Object.entries(builtInScorecard.weights)) {
      const known = characteristics.find((each) => each.name === name);
      expect(
        Object.keys(classes).filter((each) => !known?.classes.slice(1).includes(each)),
        name,
      ).toEqual([]);
    }
  });

  it('was fitted for every row of the law, and for none looks at what the law keeps out', () => {
    const rows = lawRows.flatMap((each) => (each.parameter === 'scoring' ? [each] : []));
    expect(rows.length).toBeGreaterThan(1);
    for (const { place, from, value } of rows) {
      const scorecard = scorecardFor({ country: place === 'DE' ? 'DE' : 'AT', on: from, scoring: value });
      for (const kind of value.notInCredit) expect(kindsOf(scorecard, 'default'), `${place} ${from}`).not.toContain(kind);
      for (const kind of value.notInFraud) expect(kindsOf(scorecard, 'fraud'), `${place} ${from}`).not.toContain(kind);
    }
  });

  it('turns sums into probabilities in whole numbers, as the logistic function does', () => {
    let before = 0;
    for (let sum = -13_000; sum <= 13_000; sum += 7) {
      const ppm = probabilityPpm(sum);
      expect(Number.isInteger(ppm) && ppm > 0 && ppm < 1_000_000 && ppm >= before).toBe(true);
      const exact = 1e6 / (1 + Math.exp(-Math.max(-12_000, Math.min(12_000, sum)) / 1000));
      expect(Math.abs(ppm - exact)).toBeLessThan(130);
      before = ppm;
    }
  });
});

describe('pace', () => {
  const hour = 3_600_000;
  const noon = 1_000_000 * hour;

  it('counts an hour, a day and a week of hours, and nothing older', () => {
    const rows = [0, 1, 23, 24, 167, 168, 200].map((ago) => ({ hourAt: noon - ago * hour, count: 10 }));
    expect(paceOf(rows, noon)).toEqual({ hour: 20, day: 40, week: 60 });
    expect(paceOf(rows, noon + hour / 2)).toEqual({ hour: 15, day: 35, week: 55 });
    expect(paceOf([], noon)).toEqual({ hour: 0, day: 0, week: 0 });
  });

  it('adds up over writers, and is never less than what really happened in the last hour of steady orders', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2 * hour }), { maxLength: 60 }),
        fc.integer({ min: 0, max: hour - 1 }),
        (agos, into) => {
          const now = noon + into;
          const rows = agos.map((ago) => ({ hourAt: now - ago - ((now - ago) % hour), count: 1 }));
          const pace = paceOf(rows, now);
          expect(pace.hour).toBeLessThanOrEqual(pace.day);
          expect(pace.day).toBe(agos.length);
          // The present hour is exact.
          expect(pace.hour).toBeGreaterThanOrEqual(agos.filter((ago) => ago <= into).length);
        },
      ),
    );
  });

  it('is counted in a row of the writer’s own, one for each mark', () => {
    const first = countedOnce(['a', 'b', 'a'], [], noon + 5, 'w');
    expect(first.map(({ kind, row }) => [kind, row])).toEqual([
      ['insert', { subject: 'a', hourAt: noon, writer: 'w', count: 1 }],
      ['insert', { subject: 'b', hourAt: noon, writer: 'w', count: 1 }],
    ]);
    const known = [{ subject: 'a', hourAt: noon, writer: 'other', count: 3 }];
    expect(countedOnce(['a'], known, noon, 'w')[0]?.kind).toBe('insert');
    expect(countedOnce(['a'], known, noon, 'other')[0]?.kind).toBe('update');
    const earlier = [{ subject: 'a', hourAt: noon, writer: 'lane0.000001', count: 3 }];
    expect(countedOnce(['a'], earlier, noon, 'lane0.00000z')[0]?.kind).toBe('update');
    expect(countedOnce(['a'], earlier, noon, 'lane1.000001')[0]?.kind).toBe('insert');
  });
});

describe('what is seen in an order', () => {
  it.each([
    ['anna@mailinator.com', 'disposable'],
    ['anna@x.y.yopmail.com', 'disposable'],
    ['anna@GMX.de', 'free'],
    ['anna@notmailinator.com', 'ordinary'],
    ['anna@example.com', 'ordinary'],
  ])('the e-mail %s is %s', (email, kind) => expect(emailKindOf(email)).toBe(kind));

  it.each([
    ['johanna.weber@x.de', ['Johanna', 'Weber'], false],
    ['jw@x.de', ['Johanna', 'Weber'], false],
    ['j.mueller84@x.de', ['Jörg', 'Müller'], false],
    ['aase.oest@x.no', ['Åse', 'Øst'], false],
    ['qx7712@x.de', ['Johanna', 'Weber'], true],
    ['99@x.de', ['Johanna', 'Weber'], true],
  ] as const)('%s of %s: unlike the name is %s', (email, names, unlike) => expect(isEmailUnlikeName(email, names)).toBe(unlike));

  it('shares are whole per cents between 0 and 100', () => {
    expect([percentOf(1n, 3n), percentOf(0n, 0n), percentOf(-5n, 10n), percentOf(20n, 10n)]).toEqual([33, 0, 0, 100]);
  });

  it('a history adds up over currencies and compares amounts in one', () => {
    const row = { customerKey: 'k', heldMinor: 0n, debtMinor: 0n, paidOnTimeCount: 2, paidLateCount: 1, dunnedCount: 0 };
    const day = 86_400_000;
    const rows = [
      {
        ...row,
        currency: 'EUR' as const,
        ordersCount: 3,
        orderedMinor: 100_00n,
        largestMinor: 70_00n,
        firstOrderedAt: 0,
        lastOrderedAt: 9 * day,
      },
      {
        ...row,
        currency: 'SEK' as const,
        ordersCount: 1,
        orderedMinor: 999_00n,
        largestMinor: 999_00n,
        firstOrderedAt: 5 * day,
        lastOrderedAt: 5 * day,
      },
    ];
    expect(historyOf(rows, 'EUR', 10 * day)).toEqual({
      ordersCount: 4,
      daysKnown: 10,
      daysSinceLast: 1,
      usualMinor: 33_33n,
      largestMinor: 70_00n,
      paidOnTimeCount: 4,
      paidLateCount: 2,
      dunnedCount: 0,
    });
    expect(historyOf(rows, 'CHF', 10 * day)).toMatchObject({ ordersCount: 4, usualMinor: null, largestMinor: null });
  });

  it('what was kept before there was a scorecard is still understood', () => {
    const facts = storedFacts({
      today: '2026-01-01',
      identified: true,
      exposureMinor: '5',
      bureau: { verdict: 'limited', limitMinor: '7' },
    });
    expect(facts).toMatchObject({ exposureMinor: 5n, bureau: { limitMinor: 7n }, paces: {}, listHits: [] });
    const policy = policyOf({ version: 'a', minimumAge: 18, limits: { EUR: { orderMinor: '1', customerMinor: '2' } } });
    expect(policy).toMatchObject({ whenSilent: 'Accept', limits: { EUR: { customerMinor: 2n } } });
    const old = { category: 'Person', currency: 'EUR', orderMinor: '1', addsMinor: '1', ageYears: 30, needsNationalId: false };
    expect(storedApplication(old)).toMatchObject({ orderMinor: 1n, paymentType: 'Invoice' });
  });
});
