// A rejected question for methods, scored once more: with it no result is kept, and who was rejected has a right to know the ground.
import type { RefusalId } from '../refusals.ts';
import { type Application, type Facts, type Score, scoresOf } from '../risk/decide-credit.ts';
import type { Policy } from '../risk/policy.ts';
import type { Scorecard } from '../risk/scorecard.ts';
import { policyFor } from './offer.ts';

/** What was kept of a rejected question. */
export interface RejectedQuestion {
  readonly application: Application;
  readonly facts: Facts;
  readonly policy: Policy;
  readonly reasons: readonly { readonly id: RefusalId }[];
  /** Was enough known of the buyer to be a customer? */
  readonly isKnown: boolean;
}

export interface RejectedAgain {
  readonly result: Score;
  /** What it was scored for: the application with the first payment type, the policy as a question is judged by, and all the types. */
  readonly application: Application;
  readonly policy: Policy;
  readonly types: readonly string[];
}

/**
 * The result of a question that was rejected, by the payment types of the contract or, where that is another by now, by the cut-offs
 * for any. Nothing where it does not come out as it was answered: it was decided by another version of the service.
 */
export function rejectedAgain(
  { application, facts, policy: kept, reasons, isKnown }: RejectedQuestion,
  contracted: readonly string[],
  scorecard: Scorecard,
): RejectedAgain | undefined {
  const policy = policyFor(kept, isKnown);
  for (const types of [contracted, ['any']]) {
    const scores = scoresOf(types, application, facts, policy, scorecard);
    const [first] = scores;
    if (!first || scores.some(([, { outcome }]) => outcome !== 'Rejected')) continue;
    const [paymentType, result] = first;
    if (result.reasons[0]?.id !== reasons[0]?.id) continue;
    return { result, application: { ...application, paymentType }, policy, types };
  }
  return undefined;
}
