// Who may buy and for how much: each rule at its bound, which of several speaks first, and for whom a rule does not hold.
import { describe, expect, it } from 'vitest';
import type { ListHit } from '../../src/core/lists.ts';
import { builtInScorecard } from '../../src/core/risk/built-in-scorecard.ts';
import { checkBy, rejectedByLimit, type Score, score } from '../../src/core/risk/decide-credit.ts';
import { asJson, decideAgain, storedApplication, storedFacts } from '../../src/core/risk/decision.ts';
import type { Application, BureauAnswer, Facts } from '../../src/core/risk/facts.ts';
import { noCutOff, noPaceLimit, openPolicy, type Policy } from '../../src/core/risk/policy.ts';
import type { CreditDecision } from '../../src/core/risk/rows.ts';
import { plainTraits } from '../../src/core/risk/traits.ts';
import { application, facts, flat, hit, policy } from '../support/application.ts';

interface Over {
  readonly application?: Partial<Application>;
  readonly facts?: Partial<Facts>;
  readonly policy?: Partial<Policy>;
  readonly forDefault?: number;
  readonly forFraud?: number;
}

const decided = (over: Over = {}): Score =>
  score(
    { ...application, ...over.application },
    { ...facts, ...over.facts },
    { ...policy, ...over.policy },
    flat(over.forDefault, over.forFraud),
  );
/** Outcome, reason, rule, and what was found and allowed. */
const told = (over: Over): unknown[] => {
  const { outcome, reasons, rule } = decided(over);
  return [outcome, ...reasons.map(({ id }) => id), ...Object.values(rule)];
};
const saying = (verdict: Exclude<BureauAnswer['verdict'], 'limited'>): Partial<Facts> => ({ bureau: { verdict } });
const listed = (...hits: ListHit[]): Partial<Facts> => ({ listHits: hits });

describe('of several rules', () => {
  /** By importance, each as it is told. */
  const rules: [string, Over][] = [
    ['Rejected age', { application: { ageYears: 17 } }],
    ['Rejected national number', { application: { needsNationalId: true } }],
    [
      'Rejected population register',
      { facts: { registers: { population: 'deceased', address: 'silent' } }, policy: { whenSilent: 'Reject' } },
    ],
    ['Rejected negative list', { facts: listed(hit('negative', 80)) }],
    ['Rejected bureau', { facts: saying('negative') }],
    [
      'Rejected velocity.email.day',
      {
        facts: { paces: { email: { hour: 0, day: 3, week: 3 } } },
        policy: { velocity: { ...policy.velocity, email: { ...noPaceLimit, day: 3 } } },
      },
    ],
    ['Rejected cut-off.fraud', { forFraud: -3_000, policy: { cutOffs: { any: { ...noCutOff, rejectFraudPpm: 1 } } } }],
    [
      'Rejected cut-off.default',
      { forDefault: -3_000, policy: { cutOffs: { any: { ...noCutOff, rejectFraudPpm: 47_426, rejectDefaultPpm: 47_425 } } } },
    ],
    ['Rejected limit of an order', { application: { orderMinor: 50_001n } }],
    ['Rejected limit of the person', { facts: { exposureMinor: 90_001n } }],
    ['Rejected address', { application: { traits: { ...plainTraits, address: 'contradiction' } } }],
    ['Pending unknown age', { application: { ageYears: null }, policy: { unknownAge: 'Review' } }],
  ];
  const together = (overs: readonly Over[]): Over => {
    const all = <Name extends 'application' | 'facts' | 'policy'>(name: Name) =>
      Object.assign({}, ...overs.toReversed().map((over) => over[name])) as Over[Name];
    const { forDefault, forFraud } = Object.assign({}, ...overs) as Over;
    const sums = { ...(forDefault !== undefined && { forDefault }), ...(forFraud !== undefined && { forFraud }) };
    return { application: all('application') ?? {}, facts: all('facts') ?? {}, policy: all('policy') ?? {}, ...sums };
  };

  it.each(rules.map(([name], index) => [name, index] as const))('%s speaks before those after it', (name, index) => {
    const { outcome, rule } = decided(together(rules.slice(index).map(([, over]) => over)));
    expect(`${outcome} ${rule.name}`).toBe(name);
  });

  it('none speaks against an application of which nothing is remarkable', () => {
    expect(decided()).toMatchObject({ outcome: 'Accepted', reasons: [], rule: { name: 'none' }, limitMinor: 100_000n });
  });
});

describe('age and identity', () => {
  it('are judged to the year, and of persons alone', () => {
    expect(told({ application: { ageYears: 17 } })).toEqual(['Rejected', 'risk.underage', 'age', '17', '18']);
    expect(told({ application: { ageYears: 18 } })).toEqual(['Accepted', 'none']);
    expect(told({ application: { ageYears: 0, category: 'Company' } })).toEqual(['Accepted', 'none']);
    expect(told({ facts: saying('underage') })).toEqual(['Rejected', 'risk.underage', 'age', 'under age, says the bureau']);
  });

  it.each(['Reject', 'Review'] as const)('that are not known are a matter of the policy (%s), of persons alone', (unknownAge) => {
    const found = unknownAge === 'Reject' ? ['Rejected', 'risk.score'] : ['Pending', 'risk.review'];
    expect(told({ application: { ageYears: null }, policy: { unknownAge } })).toEqual([...found, 'unknown age']);
    expect(told({ policy: { unknownAge } })).toEqual(['Accepted', 'none']);
    expect(told({ application: { ageYears: null, category: 'Company' }, policy: { unknownAge } })).toEqual(['Accepted', 'none']);
    expect(told({ application: { ageYears: null } })).toEqual(['Accepted', 'none']);
  });

  it('a national number is asked for where the country needs it, and a rule without figures names none', () => {
    const { rule, reasons } = decided({ application: { needsNationalId: true } });
    expect([Object.entries(rule), reasons]).toEqual([[['name', 'national number']], [{ id: 'risk.identity_required' }]]);
    expect(told({ application: { needsNationalId: true }, facts: { identified: true } })).toEqual(['Accepted', 'none']);
  });
});

describe('what is known of a person', () => {
  it('on a negative list rejects from the strength of the policy on, the strongest hit alone', () => {
    const found = (...hits: ListHit[]) => told({ facts: listed(...hits) });
    const rejectedAt = (strength: string) => ['Rejected', 'risk.score', 'negative list', strength, '80'];
    expect(found(hit('negative', 79))).toEqual(['Accepted', 'none']);
    expect(found(hit('negative', 80))).toEqual(rejectedAt('80'));
    expect(found(hit('negative', 95), hit('negative', 60))).toEqual(rejectedAt('95'));
    expect(found(hit('negative', 60), hit('negative', 95))).toEqual(rejectedAt('95'));
    expect(found(hit('positive', 100), hit('negative', 79))).toEqual(['Accepted', 'none']);
    expect(told({ facts: listed(hit('negative', 100)), policy: { rejectListHitsFrom: null } })).toEqual(['Accepted', 'none']);
  });

  it('on a negative list is looked at from another strength on', () => {
    const reviewed = (strength: number) => told({ facts: listed(hit('negative', strength)), policy: { reviewListHitsFrom: 60 } });
    expect(reviewed(60)).toEqual(['Pending', 'risk.review', 'negative list', '60', '60']);
    expect(reviewed(59)).toEqual(['Accepted', 'none']);
  });

  it.each([
    ['negative', ['Rejected', 'risk.score', 'bureau', 'negative']],
    ['chargeback', ['Rejected', 'risk.chargeback', 'bureau', 'open chargeback']],
    ['authenticate', ['Pending', 'risk.authentication', 'bureau', 'authenticate']],
    ['review', ['Pending', 'risk.review', 'bureau', 'review']],
    ['historyAlone', ['Pending', 'risk.review', 'bureau', 'negative, by the payment history alone']],
    ['silent', ['Accepted', 'none']],
  ] as const)('the bureau’s %s has its own answer', (verdict, answer) =>
    expect(told({ facts: saying(verdict) })).toEqual(answer),
  );

  it('as a limit by the payment history alone is told with the limit', () =>
    expect(told({ facts: { bureau: { verdict: 'historyAlone', limitMinor: 50_000n } } })).toEqual([
      'Pending',
      'risk.review',
      'bureau',
      'no more than 500.00, by the payment history alone',
    ]));

  it.each([
    ['Reject', ['Rejected', 'risk.score', 'bureau', 'silent']],
    ['Review', ['Pending', 'risk.review', 'bureau', 'silent']],
  ] as const)('silence of the bureau is a matter of the policy (%s), an answer is not', (whenSilent, answer) => {
    expect(told({ facts: saying('silent'), policy: { whenSilent } })).toEqual(answer);
    expect(told({ policy: { whenSilent } })).toEqual(['Accepted', 'none']);
  });

  it('on the positive list spares the review of who is surely meant, and no question of the bureau', () => {
    const welcome = (...hits: ListHit[]) => told({ facts: { ...listed(...hits), ...saying('review') } })[0];
    expect(welcome(hit('positive', 80))).toBe('Accepted');
    expect(welcome(hit('positive', 79))).toBe('Pending');
    expect(welcome(hit('negative', 79), hit('positive', 90))).toBe('Accepted');
    expect(
      told({ facts: { ...listed(hit('negative', 100)), ...saying('review') }, policy: { rejectListHitsFrom: null } })[0],
    ).toBe('Pending');
    expect(told({ facts: { ...listed(hit('positive', 100)), ...saying('authenticate') } })[0]).toBe('Pending');
  });

  it('whom a person found rejected wrongly gets the whole limit, and is asked for nothing that a score or a bureau said', () => {
    const risky: Over = {
      forDefault: 0,
      facts: { cleared: true, bureau: { verdict: 'limited', limitMinor: 1n }, ...listed(hit('negative', 100)) },
      policy: { limitSteps: [{ aboveDefaultPpm: 0, sharePercent: 10 }], cutOffs: { any: { ...noCutOff, rejectDefaultPpm: 0 } } },
    };
    expect(decided(risky)).toMatchObject({ outcome: 'Accepted', limitMinor: 100_000n });
    expect(told({ ...risky, facts: { ...risky.facts, exposureMinor: 90_001n } })).toContain('limit of the person');
    expect(decided({ facts: { cleared: true, ...saying('review') } }).outcome).toBe('Accepted');
  });
});

describe('a question of the bureau', () => {
  const asks = saying('authenticate');
  const review = ['Pending', 'risk.review'];

  it('spares no review: a code that goes to a number of the buyer’s own choice shows a person nothing', () => {
    const cutOffs = (cutOff: Partial<Policy['cutOffs']['any']>) => ({ cutOffs: { any: { ...noCutOff, ...cutOff } } });
    const withIt = (over: Over) => told({ ...over, facts: { ...over.facts, ...asks } }).slice(0, 3);
    expect(withIt({ forFraud: -3_000, policy: cutOffs({ reviewFraudPpm: 1 }) })).toEqual([...review, 'cut-off.fraud']);
    expect(withIt({ forDefault: -3_000, policy: cutOffs({ reviewDefaultPpm: 1 }) })).toEqual([...review, 'cut-off.default']);
    expect(withIt({ facts: listed(hit('negative', 70)), policy: { reviewListHitsFrom: 60 } })).toEqual([
      ...review,
      'negative list',
    ]);
    expect(withIt({ application: { ageYears: null }, policy: { unknownAge: 'Review' } })).toEqual([...review, 'unknown age']);
  });

  it('is put where no review is needed, also to whom the merchant knows well', () => {
    const question = ['Pending', 'risk.authentication', 'bureau', 'authenticate'];
    expect(told({ facts: { ...listed(hit('negative', 59)), ...asks }, policy: { reviewListHitsFrom: 60 } })).toEqual(question);
    const known = { ...listed(hit('positive', 80), hit('negative', 70)), ...asks };
    expect(told({ facts: known, policy: { reviewListHitsFrom: 60 } })).toEqual(question);
  });
});

describe('a pace', () => {
  it.each(['person', 'email', 'phone', 'ip', 'address'] as const)('of %s stops the order that would be one too many', (mark) => {
    const at = (window: 'hour' | 'day' | 'week', count: number) =>
      told({
        facts: { paces: { [mark]: { hour: 0, day: 0, week: 0, [window]: count } } },
        policy: { velocity: { ...openPolicy.velocity, [mark]: { ...noPaceLimit, [window]: 5 } } },
      });
    for (const window of ['hour', 'day', 'week'] as const) {
      expect(at(window, 5)).toEqual(['Rejected', 'risk.score', `velocity.${mark}.${window}`, '6', '5']);
      expect(at(window, 4)).toEqual(['Accepted', 'none']);
    }
  });
});

describe('limits', () => {
  it('hold to the last cent, and only in currencies that the policy names', () => {
    expect(told({ application: { orderMinor: 50_000n } })).toEqual(['Accepted', 'none']);
    const over = ['Rejected', 'risk.limit', 'limit of an order', '500.01', '500.00'];
    expect(told({ application: { orderMinor: 50_001n } })).toEqual(over);
    expect(told({ facts: { exposureMinor: 90_000n } })).toEqual(['Accepted', 'none']);
    const owed = ['Rejected', 'risk.limit', 'limit of the person', '1000.01', '1000.00'];
    expect(told({ facts: { exposureMinor: 90_001n } })).toEqual(owed);
    expect(told({ application: { currency: 'SEK' } })).toEqual(['Rejected', 'risk.limit', 'currency', 'SEK']);
  });

  it('fall above each step of the probability of default, and never pass what the bureau grants', () => {
    const limitSteps = [
      { aboveDefaultPpm: 47_425, sharePercent: 60 },
      { aboveDefaultPpm: 47_426, sharePercent: 35 },
      { aboveDefaultPpm: 500_000, sharePercent: 10 },
    ];
    const limitAt = (forDefault: number) => decided({ forDefault, policy: { limitSteps } }).limitMinor;
    expect([-3_001, -3_000, -2_990, 0, 100].map(limitAt)).toEqual([100_000n, 60_000n, 35_000n, 35_000n, 10_000n]);
    const granted = (limitMinor: bigint) => decided({ facts: { bureau: { verdict: 'limited', limitMinor } } }).limitMinor;
    expect([granted(99_999n), granted(100_000n), granted(100_001n)]).toEqual([99_999n, 100_000n, 100_000n]);
    expect(decided({ forDefault: -3_000, policy: { limitSteps: limitSteps.slice(0, 1) } }).limitMinor).toBe(60_000n);
  });
});

describe('a cut-off', () => {
  const at = (cutOff: Partial<Policy['cutOffs']['any']>, over: Over = {}) =>
    told({ forDefault: -3_000, forFraud: -3_100, ...over, policy: { cutOffs: { any: { ...noCutOff, ...cutOff } } } });

  it('rejects and asks for a review above its bound, not at it', () => {
    expect(at({ rejectDefaultPpm: 47_426, rejectFraudPpm: 43_107 })).toEqual(['Accepted', 'none']);
    expect(at({ rejectDefaultPpm: 47_425 })).toEqual(['Rejected', 'risk.score', 'cut-off.default', '4.7426 %', '4.7425 %']);
    expect(at({ rejectFraudPpm: 43_106 })).toEqual(['Rejected', 'risk.score', 'cut-off.fraud', '4.3107 %', '4.3106 %']);
    expect(at({ reviewDefaultPpm: 47_426, reviewFraudPpm: 43_107 })).toEqual(['Accepted', 'none']);
    expect(at({ reviewDefaultPpm: 47_425 })).toEqual(['Pending', 'risk.review', 'cut-off.default', '4.7426 %', '4.7425 %']);
    expect(at({ reviewFraudPpm: 43_106 })).toEqual(['Pending', 'risk.review', 'cut-off.fraud', '4.3107 %', '4.3106 %']);
  });

  it('of a payment type holds for it alone, and a type has none by a name that every object has', () => {
    const cutOffs = { any: noCutOff, Account: { ...noCutOff, rejectDefaultPpm: 0 } };
    const of = (paymentType: string) => decided({ application: { paymentType }, policy: { cutOffs } }).outcome;
    expect([of('Account'), of('Invoice'), of('toString')]).toEqual(['Rejected', 'Accepted', 'Accepted']);
  });
});

it('an address that contradicts itself is rejected, one in doubt is not', () => {
  const of = (address: 'contradiction' | 'doubtful') => told({ application: { traits: { ...plainTraits, address } } });
  expect(of('contradiction')).toEqual(['Rejected', 'risk.address_contradiction', 'address', 'contradiction']);
  expect(of('doubtful')).toEqual(['Accepted', 'none']);
});

it.each([
  ['age', 'age'],
  ['negative list', 'fraud'],
  ['velocity.ip.week', 'fraud'],
  ['not velocity.', 'none'],
  ['bureau', 'credit'],
  ['limit of an order', 'limit'],
  ['limit of the person', 'credit'],
  ['none', 'none'],
])('the rule %s belongs to the check of %s', (name, check) => expect(checkBy({ name })).toBe(check));

describe('a decision that was kept', () => {
  const kept = (over: Partial<Facts> = {}): CreditDecision => {
    const all = { ...facts, ...over };
    const result = score({ ...application, ageYears: 20 }, all, policy, builtInScorecard);
    const stored = { application: asJson({ ...application, ageYears: 20 }), facts: asJson(all), policy: asJson(policy) };
    const more = { id: '', orderId: '', amountMinor: 0n, decidedAt: 0, reasons: [] };
    return { ...stored, ...more, outcome: result.outcome, result: asJson(result) };
  };
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([member, inner]) => [member, turned(inner)]),
    );
  };

  it('comes to the same in whatever order a database gives its members back, and not with its weights in another', () => {
    const decision = kept();
    const result = decision.result as { readonly weights: readonly object[] };
    expect(result.weights.length).toBeGreaterThan(1);
    expect(decideAgain({ ...decision, result: turned(result) as object as CreditDecision['result'] }).kind).toBe('same');
    const weights = result.weights.toReversed();
    expect(decideAgain({ ...decision, result: { ...result, weights } as CreditDecision['result'] }).kind).toBe('different');
    expect(decideAgain({ ...decision, result: { ...result, rule: null } as CreditDecision['result'] }).kind).toBe('different');
  });

  it('of whom a person had cleared comes to the same, and others stay as they were', () => {
    expect(decideAgain(kept({ cleared: true, bureau: { verdict: 'negative' } }))).toMatchObject({
      kind: 'same',
      score: { outcome: 'Accepted' },
    });
    expect(decideAgain(kept({ bureau: { verdict: 'negative' } }))).toMatchObject({
      kind: 'same',
      score: { outcome: 'Rejected' },
    });
    const { alike: _alike, ...older } = asJson(facts) as { [name: string]: never };
    expect(storedFacts(older)).toStrictEqual(facts);
  });

  describe('of an update', () => {
    const updating = { ...application, orderMinor: 40_000n };
    const slow: Policy = { ...policy, velocity: { ...policy.velocity, person: { hour: 1, day: null, week: null } } };
    const hurried: Facts = { ...facts, exposureMinor: 95_000n, paces: { person: { hour: 1, day: 1, week: 1 } } };
    const keptAs = (result: object, found: Facts, under = policy): CreditDecision => {
      const stored = { application: asJson(updating), facts: asJson(found), policy: asJson(under) };
      const { outcome } = result as Score;
      return { id: '', orderId: '', amountMinor: 0n, decidedAt: 0, reasons: [], outcome, ...stored, result: asJson(result) };
    };
    const scored = score(updating, hurried, slow, builtInScorecard);
    const limited = rejectedByLimit(scored, updating, hurried, slow) ?? scored;

    it('by the limit alone is run again by the limit alone, also one from before that was marked', () => {
      expect([scored.rule.name, limited.rule.name]).toEqual(['velocity.person.hour', 'limit of the person']);
      const { limitOnly, ...unmarked } = limited;
      expect(limitOnly).toBe(true);
      for (const result of [limited, unmarked, scored]) expect(decideAgain(keptAs(result, hurried, slow)).kind).toBe('same');
      for (const result of [limited, unmarked])
        expect(decideAgain(keptAs({ ...result, fraudPpm: 1 }, hurried, slow)).kind).toBe('different');
      // Nothing passes the limit any more.
      const less = keptAs(limited, { ...hurried, exposureMinor: 0n }, slow);
      expect(decideAgain(less)).toMatchObject({ kind: 'different', score: { outcome: 'Accepted', limitOnly: true } });
      // An order is never decided by the limit alone.
      const order = { ...keptAs(unmarked, hurried, slow), application: asJson({ ...updating, addsMinor: 40_000n }) };
      expect(decideAgain(order).kind).toBe('different');
    });

    it('that would be reviewed is the same in both forms that it was kept in', () => {
      const asking: Facts = { ...facts, bureau: { verdict: 'review' } };
      const waits = score(updating, asking, policy, builtInScorecard);
      expect(decideAgain(keptAs(waits, asking)).kind).toBe('same');
      const earlier = { ...waits, reasons: [{ id: 'risk.score' }] };
      expect(decideAgain(keptAs(earlier, asking)).kind).toBe('same');
      expect(decideAgain(keptAs({ ...waits, reasons: [{ id: 'risk.limit' }] }, asking)).kind).toBe('different');
      const order = { ...keptAs(earlier, asking), application: asJson(application) };
      expect(decideAgain(order).kind).toBe('different');
    });
  });

  it('is read as it was written', () => {
    const known = { ...facts.history, usualMinor: 5n, largestMinor: null };
    const all: Facts = {
      ...facts,
      history: known,
      paces: { ip: { hour: 1, day: 2, week: 3 } },
      alike: { count: 2 },
    };
    expect(storedFacts(asJson(all))).toStrictEqual(all);
    for (const bureau of [{ verdict: 'historyAlone' }, { verdict: 'historyAlone', limitMinor: 5n }] as const)
      expect(storedFacts(asJson({ ...facts, bureau }))).toStrictEqual({ ...facts, bureau });
    const asked: Application = {
      ...application,
      localHour: 3,
      traits: { ...plainTraits, express: true },
      paymentType: 'Account',
    };
    expect(storedApplication(asJson(asked))).toStrictEqual(asked);
    const { localHour: _hour, ...older } = asJson(asked) as { [name: string]: never };
    expect(storedApplication(older).localHour).toBe(12);
  });

  it('holds no member that says nothing', () => {
    expect(Object.keys(asJson({ found: undefined, name: 'age' }) as object)).toEqual(['name']);
  });
});
