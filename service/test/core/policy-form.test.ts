// A policy as people write it, and what it would have decided: a slip that is not seen lets every buyer pass, or none.
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/core/refusals.ts';
import { builtInScorecard } from '../../src/core/risk/built-in-scorecard.ts';
import { type Outcome, rejectedByLimit, score } from '../../src/core/risk/decide-credit.ts';
import { asJson } from '../../src/core/risk/decision.ts';
import type { Application, Facts } from '../../src/core/risk/facts.ts';
import { noCutOff, noPaceLimit, openPolicy, type Policy } from '../../src/core/risk/policy.ts';
import { policyFromForm, policyToForm } from '../../src/core/risk/policy-form.ts';
import { replay } from '../../src/core/risk/replay.ts';
import type { CreditDecision } from '../../src/core/risk/rows.ts';
import { standardPolicy } from '../../src/core/risk/standard-policy.ts';
import { application, facts, flat, hit, policy } from '../support/application.ts';
import { faultsOf } from '../support/faults-of.ts';

describe('a policy', () => {
  it('is read back as it was written, whichever parts it has', () => {
    const open: Policy = { ...policy, ...openPolicy, version: '3' };
    const some: Policy = {
      ...open,
      unknownAge: 'Review',
      whenSilent: 'Reject',
      limits: { EUR: { orderMinor: 0n, customerMinor: 1n }, SEK: { orderMinor: 1_05n, customerMinor: 2_000_00n } },
      cutOffs: {
        any: { reviewDefaultPpm: 1, rejectDefaultPpm: 1, reviewFraudPpm: null, rejectFraudPpm: 1_000_000 },
        Account: { ...noCutOff, reviewFraudPpm: 20_000 },
      },
      velocity: { ...openPolicy.velocity, ip: { ...noPaceLimit, week: 1_000_000 }, phone: { hour: 1, day: 2, week: 3 } },
      rejectListHitsFrom: null,
      reviewListHitsFrom: 1,
    };
    for (const each of [standardPolicy, open, some])
      expect(policyFromForm(JSON.parse(JSON.stringify(policyToForm(each))), each.version)).toEqual(each);
  });

  it('is written in amounts and per cent', () => {
    expect(policyToForm(standardPolicy)).toMatchObject({
      version: 'standard',
      minimumAge: 18,
      limits: { EUR: { order: 1_000, customer: 1_500 } },
      limitSteps: [
        { aboveDefaultPercent: 3, sharePercent: 60 },
        { aboveDefaultPercent: 6, sharePercent: 35 },
      ],
      cutOffs: {
        Account: { reviewDefaultPercent: null, rejectDefaultPercent: 8, reviewFraudPercent: 5, rejectFraudPercent: 15 },
      },
      velocity: { person: { hour: 5, day: 10, week: 25 } },
    });
  });

  it('that leaves a part out forbids nothing there', () => {
    const read = policyFromForm({ minimumAge: 18, limits: { EUR: { order: 1, customer: 2 } } }, '1');
    const limits = { EUR: { orderMinor: 1_00n, customerMinor: 2_00n } };
    expect(read).toEqual({ ...openPolicy, version: '1', minimumAge: 18, limits, rejectListHitsFrom: null });
    const typed = { minimumAge: 18, limits: { EUR: { order: 1, customer: 2 } }, cutOffs: { Account: {} }, velocity: { ip: {} } };
    expect(policyFromForm(typed, '1')).toMatchObject({
      cutOffs: { any: noCutOff, Account: noCutOff },
      velocity: { ip: noPaceLimit },
    });
  });

  const faults = (over: object): string[] =>
    faultsOf(policyFromForm({ minimumAge: 18, limits: { EUR: { order: 1, customer: 2 } }, ...over }, '1'));
  const steps = (...all: [number, number][]) => ({
    limitSteps: all.map(([aboveDefaultPercent, sharePercent]) => ({ aboveDefaultPercent, sharePercent })),
  });
  const cut = (name: 'Default' | 'Fraud', review: number | null, reject: number | null) => ({
    cutOffs: { any: { [`review${name}Percent`]: review, [`reject${name}Percent`]: reject } },
  });

  it.each([
    [{}, []],
    [{ limits: undefined }, ['policy.limits value.required']],
    [{ limits: {} }, ['policy.limits value.required']],
    [{ limits: { USD: { order: 1, customer: 1 } } }, ['policy.limits value.required', 'policy.limits.USD policy.unknown_member']],
    [{ limits: { EUR: { order: 1, customer: 0 } } }, ['policy.limits.EUR.customer value.out_of_range']],
    [{ limits: { EUR: { order: 0, customer: 0.01 } } }, []],
    [{ minimumAge: 17 }, ['policy.minimumAge value.out_of_range']],
    [{ minimumAge: 120 }, []],
    [{ minimumAge: 121 }, ['policy.minimumAge value.out_of_range']],
    [steps([1, 50], [1, 40]), ['policy.limitSteps[1].aboveDefaultPercent value.out_of_range']],
    [steps([1, 50], [2, 50]), []],
    [steps([1, 50], [2, 51]), ['policy.limitSteps[1].sharePercent value.out_of_range']],
    [
      steps([2, 50], [3, 60], [1, 70]),
      ['policy.limitSteps[1].sharePercent', 'policy.limitSteps[2].aboveDefaultPercent', 'policy.limitSteps[2].sharePercent'].map(
        (each) => `${each} value.out_of_range`,
      ),
    ],
    [{ limitSteps: [{ aboveDefaultPercent: 1, sharePercent: 101 }] }, ['policy.limitSteps[0].sharePercent value.out_of_range']],
    [
      { limitSteps: [{ aboveDefaultPercent: 1, sharePercent: 1, share: 1 }] },
      ['policy.limitSteps[0].share policy.unknown_member'],
    ],
    [cut('Default', 2, 1), ['policy.cutOffs.any.reviewDefaultPercent value.out_of_range']],
    [cut('Default', 1, 1), []],
    [cut('Default', null, 1), []],
    [cut('Default', 1, null), []],
    [cut('Fraud', 2, 1), ['policy.cutOffs.any.reviewFraudPercent value.out_of_range']],
    [{ cutOffs: { any: { review: 1 } } }, ['policy.cutOffs.any.review policy.unknown_member']],
    [{ cutOffs: { Cash: {} } }, ['policy.cutOffs.Cash policy.unknown_member']],
    [{ cutOffs: { Invoice: {}, Installment: {}, any: {} } }, []],
    [{ velocity: { ip: { hour: 0 } } }, ['policy.velocity.ip.hour value.out_of_range']],
    [{ velocity: { ip: { week: 1_000_001 } } }, ['policy.velocity.ip.week value.out_of_range']],
    [{ velocity: { ip: { month: 1 } } }, ['policy.velocity.ip.month policy.unknown_member']],
    [{ rejectListHitsFrom: 0 }, ['policy.rejectListHitsFrom value.out_of_range']],
    [{ reviewListHitsFrom: 101 }, ['policy.reviewListHitsFrom value.out_of_range']],
    [{ whenSilent: 'Perhaps' }, ['policy.whenSilent value.format']],
  ])('%j has these faults: %j', (over, expected) => expect(faults(over)).toEqual(expected));
});

describe('another policy', () => {
  const today = flat(-9_000, -9_000);
  const kept = (asked: Partial<Application>, found: Partial<Facts>, over: Partial<CreditDecision> = {}): CreditDecision => {
    const all = [
      { ...application, ...asked },
      { ...facts, ...found },
    ] as const;
    const result = score(...all, policy, today);
    const stored = { application: asJson(all[0]), facts: asJson(all[1]), policy: asJson(policy), result: asJson(result) };
    return { id: '', orderId: '', amountMinor: 0n, decidedAt: 0, reasons: [], outcome: result.outcome, ...stored, ...over };
  };
  const accepted = (minor: bigint) => kept({ orderMinor: minor, addsMinor: minor }, {});
  const move = (from: Outcome, to: Outcome, count: number, amountMinor: bigint) => ({
    currency: 'EUR',
    from,
    to,
    count,
    amountMinor,
  });
  const stricter: Policy = { ...policy, limits: { EUR: { orderMinor: 10_000n, customerMinor: 100_000n } } };

  it('is told with what it would have moved, how much of it, and by which rules, the most frequent first', () => {
    const decisions = [
      ...[9_000n, 10_000n, 10_001n, 20_000n].map(accepted),
      kept({}, { bureau: { verdict: 'negative' } }),
      kept({}, { bureau: { verdict: 'silent' } }),
      kept({}, { exposureMinor: 95_000n }),
      kept({}, {}, { result: null }),
    ];
    expect(replay(decisions, { ...stricter, whenSilent: 'Reject', minimumAge: 20 }, today)).toEqual({
      count: 8,
      olderCount: 1,
      changedCount: 3,
      moves: [
        move('Accepted', 'Accepted', 2, 19_000n),
        move('Accepted', 'Rejected', 3, 40_001n),
        move('Rejected', 'Rejected', 2, 20_000n),
      ],
      reasons: [
        { from: 'Accepted', to: 'Rejected', rule: 'limit of an order', count: 2 },
        { from: 'Accepted', to: 'Rejected', rule: 'bureau', count: 1 },
      ],
    });
  });

  it('that accepts more names the rule that rejected, and rules of one number by name', () => {
    const decisions = [
      kept({ orderMinor: 60_000n }, {}),
      kept({ ageYears: 17 }, {}, { outcome: 'Rejected' }),
      kept({}, { listHits: [hit('negative', 85)] }),
    ];
    const open: Policy = {
      ...policy,
      minimumAge: 16,
      limits: { EUR: { orderMinor: 99_999n, customerMinor: 99_999n } },
      rejectListHitsFrom: null,
    };
    const { reasons, changedCount } = replay(decisions, open, today);
    expect(reasons.map(({ from, to, rule }) => [from, to, rule])).toEqual(
      ['age', 'limit of an order', 'negative list'].map((rule) => ['Rejected', 'Accepted', rule]),
    );
    expect(changedCount).toBe(3);
  });

  it('asks an update only for what an approved order is asked for, and rejects what would wait', () => {
    const update = (over: Partial<Facts>) => kept({ orderMinor: 10_000n, addsMinor: 9_999n }, over);
    const asking: Policy = { ...policy, whenSilent: 'Reject' };
    expect(replay([update({ bureau: { verdict: 'silent' } })], asking, today).moves).toEqual([
      move('Accepted', 'Accepted', 1, 9_999n),
    ]);
    expect(replay([kept({}, { bureau: { verdict: 'silent' } })], asking, today).changedCount).toBe(1);
    const waits = update({ bureau: { verdict: 'review' } });
    expect(replay([waits], policy, today)).toMatchObject({ changedCount: 0, moves: [move('Rejected', 'Rejected', 1, 9_999n)] });
    expect(replay([kept({}, { bureau: { verdict: 'review' } })], policy, today).changedCount).toBe(0);
  });

  it('asks an update within what was approved for the limits alone, also one from before that was marked', () => {
    const asked = { ...application, orderMinor: 10_000n, addsMinor: 9_999n };
    const found: Facts = { ...facts, exposureMinor: 95_000n, paces: { ip: { hour: 9, day: 9, week: 9 } } };
    const slow: Policy = { ...policy, velocity: { ...policy.velocity, ip: { hour: 1, day: null, week: null } } };
    const scored = score(asked, found, slow, builtInScorecard);
    const { limitOnly, ...unmarked } = rejectedByLimit(scored, asked, found, slow) ?? scored;
    const keptAs = (result: object) => kept(asked, found, { policy: asJson(slow), result: asJson(result), outcome: 'Rejected' });
    const more: Policy = { ...slow, limits: { EUR: { orderMinor: 50_000n, customerMinor: 200_000n } } };
    const movesOf = (result: object) => replay([keptAs(result)], more, today).moves.map(({ from, to }) => [from, to]);
    expect(movesOf({ ...unmarked, limitOnly })).toEqual([['Rejected', 'Accepted']]);
    expect(movesOf(unmarked)).toEqual([['Rejected', 'Accepted']]);
    expect(movesOf(scored)).toEqual([['Rejected', 'Rejected']]);
    expect(replay([keptAs(unmarked)], slow, today).changedCount).toBe(0);
  });

  it('is tried with the scorecard of each decision, or today’s where that is no more', () => {
    const cutting: Policy = { ...policy, cutOffs: { any: { ...noCutOff, rejectDefaultPpm: 400_000 } } };
    const named = (scorecard: string): CreditDecision => {
      const decision = kept({}, {});
      return { ...decision, result: { ...(decision.result as object), scorecard } as CreditDecision['result'] };
    };
    const changed = (scorecard: string) => replay([named(scorecard)], cutting, flat(0, 0)).changedCount;
    expect([changed('of long ago'), changed('synthetic-6f0ce478+experts-1')]).toEqual([1, 0]);
  });

  it('of no decision moves nothing', () => {
    expect(replay([], policy, today)).toEqual({ count: 0, olderCount: 0, changedCount: 0, moves: [], reasons: [] });
    expect(policyFromForm(undefined, '1')).toBeInstanceOf(Refusal);
  });
});
