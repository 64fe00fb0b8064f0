// What would another policy have decided? Each decision is run again on the facts as they were; that other decisions would
// have left other facts behind (exposure, history, pace) is not followed up.
import type { Currency } from '../money.ts';
import { type Outcome, type Score, score } from './decide-credit.ts';
import { byLimitAlone, isByLimitAlone, isUpdate, resultOf, storedApplication, storedFacts } from './decision.ts';
import type { Application } from './facts.ts';
import { type Policy, settledPolicy } from './policy.ts';
import type { CreditDecision } from './rows.ts';
import type { Scorecard } from './scorecard.ts';
import { scorecardNamed } from './scorecards.ts';

/** So many decisions that went from one outcome to another, and what they came to. */
export interface Move {
  readonly currency: Currency;
  readonly from: Outcome;
  readonly to: Outcome;
  readonly count: number;
  readonly amountMinor: bigint;
}

/** Why: the rule that now rejects, or the one that no longer does. */
export interface MoveReason {
  readonly from: Outcome;
  readonly to: Outcome;
  readonly rule: string;
  readonly count: number;
}

export interface Replay {
  /** Decisions looked at, and those of an older engine, which are not run again. */
  readonly count: number;
  readonly olderCount: number;
  readonly changedCount: number;
  /** Every pair of outcomes per currency, equal ones too: together they are all decisions that were run again. */
  readonly moves: readonly Move[];
  readonly reasons: readonly MoveReason[];
}

/** Run decisions again under another policy, by the scorecard each was made with or, where that is no more, by today's. */
export function replay(decisions: readonly CreditDecision[], policy: Policy, today: Scorecard): Replay {
  const moves = new Map<string, Move>();
  const reasons = new Map<string, MoveReason>();
  let olderCount = 0;
  let changedCount = 0;
  for (const decision of decisions) {
    if (decision.result === null) {
      olderCount += 1;
      continue;
    }
    const application = storedApplication(decision.application);
    const before = resultOf(decision.result);
    const scorecard = scorecardNamed(before.scorecard) ?? today;
    const [from, to, again] = movedBy(decision, before, application, policy, scorecard);
    const { currency, addsMinor } = application;
    const key = `${currency} ${from} ${to}`;
    const move = moves.get(key) ?? { currency, from, to, count: 0, amountMinor: 0n };
    moves.set(key, { ...move, count: move.count + 1, amountMinor: move.amountMinor + addsMinor });
    if (from === to) continue;
    changedCount += 1;
    const rule = to === 'Accepted' ? before.rule.name : again.rule.name;
    const because = reasons.get(`${from} ${to} ${rule}`) ?? { from, to, rule, count: 0 };
    reasons.set(`${from} ${to} ${rule}`, { ...because, count: because.count + 1 });
  }
  const sorted = [...reasons.values()].sort((a, b) => b.count - a.count || (a.rule < b.rule ? -1 : 1));
  return { count: decisions.length, olderCount, changedCount, moves: [...moves.values()], reasons: sorted };
}

/** Its outcome then and now. What was settled when an order was approved is not asked again of an update, which never waits (C26). */
function movedBy(
  decision: CreditDecision,
  before: Score,
  application: Application,
  policy: Policy,
  scorecard: Scorecard,
): readonly [from: Outcome, to: Outcome, again: Score] {
  const facts = storedFacts(decision.facts);
  const from = decision.outcome as Outcome;
  if (!isUpdate(application)) {
    const again = score(application, facts, policy, scorecard);
    return [from, again.outcome, again];
  }
  const run = isByLimitAlone(decision, before) ? byLimitAlone : score;
  const again = run(application, facts, settledPolicy(policy), scorecard);
  return [answered(from), answered(again.outcome), again];
}

const answered = (outcome: Outcome): Outcome => (outcome === 'Pending' ? 'Rejected' : outcome);
