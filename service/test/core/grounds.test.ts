// What a rejected person is given of a decision: the check that decided, the score only where it did, and a register only where the
// decision would be another without it.
import { describe, expect, it } from 'vitest';
import { rejectedAgain } from '../../src/core/checkout/rejected-again.ts';
import type { RefusalId } from '../../src/core/refusals.ts';
import { builtInScorecard as scorecard } from '../../src/core/risk/built-in-scorecard.ts';
import { score } from '../../src/core/risk/decide-credit.ts';
import type { Application, BureauAnswer, Facts } from '../../src/core/risk/facts.ts';
import { groundsByReason, groundsOf, type Rejected } from '../../src/core/risk/grounds.ts';
import { noCutOff, type Policy } from '../../src/core/risk/policy.ts';
import { application, facts, hit, policy as plain } from '../support/application.ts';

interface Case {
  readonly kind?: Rejected['kind'];
  readonly asks?: Partial<Application>;
  readonly finds?: Partial<Facts>;
  readonly under?: Partial<Policy>;
}
const decided = ({ kind = 'order', asks, finds, under }: Case): Rejected => {
  const all = [
    { ...application, ...asks },
    { ...facts, ...finds },
    { ...plain, ...under },
  ] as const;
  return { kind, application: all[0], facts: all[1], policy: all[2], result: score(...all, scorecard) };
};
const given = (over: Case) => {
  const rejected = decided(over);
  expect(rejected.result.outcome).not.toBe('Accepted');
  const { basis, isScored, isOfRegister } = groundsOf(rejected);
  return [basis, ...(isScored ? ['scored'] : []), ...(isOfRegister ? ['register'] : [])].join(' ');
};

const bureau = (verdict: Exclude<BureauAnswer['verdict'], 'limited'>): Partial<Facts> => ({ bureau: { verdict } });
const limited = (limitMinor: bigint): Partial<Facts> => ({ bureau: { verdict: 'limited', limitMinor } });
const asking = (minor: bigint): Partial<Application> => ({ orderMinor: minor, addsMinor: minor });
const high = { asks: asking(40_000n) };
const cutAt = (rejectDefaultPpm: number): Partial<Policy> => ({ cutOffs: { any: { ...noCutOff, rejectDefaultPpm } } });
const slow: Partial<Policy> = { velocity: { ...plain.velocity, ip: { hour: 1, day: null, week: null } } };
const step = (aboveDefaultPpm: number): Partial<Policy> => ({ limitSteps: [{ aboveDefaultPpm, sharePercent: 40 }] });
const defaultOf = (finds: Partial<Facts>): number => decided({ ...high, finds }).result.defaultPpm;
/** Above what 400.00 come to where the register is clear, and below what they come to where it grants a limit. */
const between = Math.floor((defaultOf({}) + defaultOf(limited(1n))) / 2);

describe('a rejection goes back', () => {
  it.each<[string, Case, string]>([
    [
      'a register that is decisive in the score',
      { ...high, finds: limited(500_000n), under: cutAt(between) },
      'Credit scored register',
    ],
    ['a score that rejects without it', { ...high, finds: limited(500_000n), under: cutAt(1_000) }, 'Credit scored'],
    ['a score where it is silent', { ...high, finds: bureau('silent'), under: cutAt(1_000) }, 'Credit scored'],
    ['a register that warns', { finds: bureau('negative') }, 'Credit register'],
    ['a register that knows a chargeback', { finds: bureau('chargeback') }, 'Credit register'],
    ['no register that is silent', { finds: bureau('silent'), under: { whenSilent: 'Reject' } }, 'Silent'],
    ['the age that a register knows', { finds: bureau('underage') }, 'Age register'],
    ['the age alone', { asks: { ageYears: 17 }, finds: limited(1n) }, 'Age'],
    ['an age that is not known', { asks: { ageYears: null }, under: { unknownAge: 'Reject' } }, 'UnknownAge'],
    ['the limit of an order', { asks: asking(50_001n), finds: limited(500_000n) }, 'Limit'],
    ['a list', { finds: { ...limited(1n), listHits: [hit('negative', 100)] } }, 'Fraud'],
    ['a burst', { finds: { ...limited(1n), paces: { ip: { hour: 9, day: 9, week: 9 } } }, under: slow }, 'Fraud'],
    ['what is owed, where nothing lowered the limit', { finds: { exposureMinor: 95_000n } }, 'Owed'],
    ['what is owed, where that is too much for the whole limit', { finds: { ...limited(1n), exposureMinor: 95_000n } }, 'Owed'],
    ['a limit that the register set', { finds: limited(9_999n) }, 'Credit register'],
    ['a limit that the score lowered', { ...high, finds: { exposureMinor: 1n }, under: step(1_000) }, 'Credit scored'],
    [
      'a limit that the score lowered by the register',
      { ...high, finds: { ...limited(90_000n), exposureMinor: 1n }, under: step(between) },
      'Credit scored register',
    ],
    [
      'a limit that both lowered, each enough',
      { ...high, finds: { ...limited(9_999n), exposureMinor: 1n }, under: step(1_000) },
      'Credit scored',
    ],
    ['a register after which an update would wait', { finds: bureau('review') }, 'Credit register'],
    [
      'an account of which the register leaves nothing',
      { kind: 'account', asks: asking(60_000n), finds: limited(0n) },
      'Credit register',
    ],
    [
      'an account of which the debts leave nothing',
      { kind: 'account', asks: asking(60_000n), finds: { exposureMinor: 100_000n } },
      'Owed',
    ],
  ])('to %s', (_name, over, expected) => expect(given(over)).toBe(expected));

  it('to a register without which another payment type were offered', () => {
    const under: Partial<Policy> = {
      cutOffs: { any: { ...noCutOff, rejectDefaultPpm: 1_000 }, Account: { ...noCutOff, rejectDefaultPpm: between } },
    };
    const rejected = decided({ ...high, finds: limited(500_000n), under });
    expect(groundsOf(rejected, ['Invoice', 'Installment']).isOfRegister).toBe(false);
    expect(groundsOf(rejected, ['Invoice', 'Account']).isOfRegister).toBe(true);
  });

  it('of an earlier version to what its weights and its rule say', () => {
    const older = (over: Case): Rejected => {
      const rejected = decided(over);
      return { ...rejected, result: { ...rejected.result, scorecard: 'of long ago' } };
    };
    expect(groundsOf(older({ ...high, finds: limited(500_000n), under: cutAt(between) })).isOfRegister).toBe(true);
    expect(groundsOf(older({ ...high, under: cutAt(1_000) })).isOfRegister).toBe(false);
    expect(groundsOf(older({ finds: limited(9_999n) }))).toEqual({ basis: 'Credit', isScored: false, isOfRegister: true });
    expect(groundsOf(older({ finds: { exposureMinor: 95_000n } })).basis).toBe('Owed');
  });
});

it.each<[RefusalId, Partial<Facts>, string, boolean]>([
  ['risk.underage', bureau('underage'), 'Age', true],
  ['risk.limit', bureau('clear'), 'Limit', false],
  ['risk.score', bureau('negative'), 'Credit', true],
  ['risk.score', bureau('silent'), 'Credit', false],
])('where no result was kept, %s with %j is of %s', (id, finds, basis, isOfRegister) => {
  expect(groundsByReason([{ id }], { ...facts, ...finds }.bureau)).toEqual({ basis, isScored: false, isOfRegister });
});

describe('a question for methods that was rejected', () => {
  const again = (over: Case, id: RefusalId, types: readonly string[] = ['Invoice'], isKnown = true) => {
    const { application: asked, facts: found, policy } = decided(over);
    const question = { application: { ...asked, paymentType: 'any' }, facts: found, policy, reasons: [{ id }], isKnown };
    return rejectedAgain(question, types, scorecard);
  };
  const deceased: Partial<Facts> = { registers: { population: 'deceased', address: 'silent' } };

  it('has the rule that rejected it', () => {
    expect(again({ finds: deceased }, 'risk.score')?.result.rule.name).toBe('population register');
    expect(again({ asks: asking(50_001n) }, 'risk.limit')?.result.rule.name).toBe('limit of an order');
    const asksAge: Partial<Policy> = { unknownAge: 'Reject', whenSilent: 'Reject' };
    const silent = { asks: { ageYears: null }, finds: bureau('silent'), under: asksAge };
    expect(again(silent, 'risk.score')?.result.rule).toEqual({ name: 'bureau', found: 'silent' });
    // Of a buyer who has not said who it is, no bureau could be asked.
    expect(again(silent, 'risk.score', ['Invoice'], false)).toBeUndefined();
  });

  it('is scored by the cut-offs of the first type of the contract, or those for any', () => {
    const under: Partial<Policy> = { cutOffs: { any: noCutOff, Invoice: { ...noCutOff, rejectDefaultPpm: 1_000 } } };
    expect(again({ ...high, under }, 'risk.score')).toMatchObject({
      result: { rule: { name: 'cut-off.default' } },
      application: { paymentType: 'Invoice' },
      types: ['Invoice'],
    });
    const any: Partial<Policy> = { cutOffs: { any: { ...noCutOff, rejectDefaultPpm: 1_000 }, Account: noCutOff } };
    expect(again({ ...high, under: any }, 'risk.score', ['Account'])?.types).toEqual(['any']);
  });

  it('has no rule where it would be answered otherwise', () => {
    expect(again({}, 'risk.score')).toBeUndefined();
    expect(again({ asks: asking(50_001n) }, 'risk.score')).toBeUndefined();
    expect(again({ finds: deceased }, 'risk.score', [])?.types).toEqual(['any']);
  });
});
