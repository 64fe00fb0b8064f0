// The rights of a person whom the engine rejected: another person looks at the decision, and answers in writing (Directive (EU)
// 2023/2225 art. 18(8), Regulation (EU) 2016/679 art. 22(3)). An order that was rejected is not brought back, since the shop
// went on; what a person finds wrong is not held against the customer's next orders.
import { type Decided, insert, update } from '../changes.ts';
import { dayMs } from '../dates.ts';
import type { Event } from '../events.ts';
import type { PersonInHand } from '../order/in-hand.ts';
import type { Judgement } from '../order/review.ts';
import { type Refusal, type RefusalId, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import type { BureauAnswer } from './facts.ts';
import type { Objection } from './rows.ts';

/** What the engine alone decided on a person: other rejections ask for something instead. */
const automated: ReadonlySet<RefusalId> = new Set(['risk.underage', 'risk.score', 'risk.limit', 'risk.chargeback']);

/** Has the person a right to be heard on this: was a person, not a company, rejected by the engine alone? */
export const isContestable = (category: string, reasons: readonly { readonly id: RefusalId }[]): boolean =>
  category === 'Person' && reasons.some(({ id }) => automated.has(id));

/** A month to answer (Regulation (EU) 2016/679 art. 12(3)). */
export const answerMs = 30 * dayMs;
/** So long after it was changed a decision is not held against the customer. */
export const clearedMs = 30 * dayMs;

/** What is contested: all of an objection but what is said in it. */
export type Contested = Pick<
  Objection,
  'decisionId' | 'kind' | 'subject' | 'orderId' | 'customerKey' | 'checkoutId' | 'currency' | 'amountMinor' | 'language'
>;

/** Ask a person to look at a decision; asking twice changes nothing. */
export function contest(
  contested: Contested,
  statement: string | null,
  standing: Objection | undefined,
  { now, chance }: Setting,
): Decided<string> {
  if (standing) return { answer: '', changes: [], events: [] };
  const objection: Objection = {
    ...contested,
    documentId: chance.id(),
    statement,
    askedAt: now,
    answerBy: now + answerMs,
    outcome: null,
    answer: null,
    reason: null,
    decidedBy: null,
    answeredAt: null,
  };
  return { answer: '', changes: [insert('objections', objection)], events: [eventOf(objection, 'decision.contested', 1)] };
}

/** Answer an objection, late as well. Changed, the decision is not held against the customer's orders for a while. Refused: one that is not there, or was answered. */
export function answerObjection(
  objection: Objection | undefined,
  person: PersonInHand | undefined,
  said: { readonly decision: 'approve' | 'decline'; readonly answer: string } & Judgement,
  { now }: Setting,
): Decided<Objection> | Refusal {
  if (!objection || objection.answeredAt !== null) return refuse('review.not_found', 'number');
  const { answer, reason, decidedBy } = said;
  const outcome = said.decision === 'approve' ? ('changed' as const) : ('stands' as const);
  const set = { outcome, answer, reason, decidedBy, answeredAt: now };
  const cleared = outcome === 'changed' && person ? person.customer : undefined;
  return {
    answer: { ...objection, ...set },
    changes: [
      update('objections', objection, { set }),
      ...(cleared ? [update('customers', cleared, { set: { clearedUntil: now + clearedMs } })] : []),
    ],
    events: [{ ...eventOf(objection, 'decision.reviewed', 2), details: { result: outcome } }],
  };
}

const eventOf = ({ decisionId, currency, amountMinor }: Objection, type: Event['type'], version: number): Event => ({
  type,
  orderId: null,
  resource: { type: 'decision', number: decisionId, version },
  subject: decisionId,
  currency: currency as Event['currency'],
  amountMinor,
});

const ofRegister: ReadonlySet<BureauAnswer['verdict']> = new Set(['negative', 'chargeback', 'underage', 'limited']);

/**
 * Did a register lead to it, by the rule that decided or, where that is not known, by what the register said? Its weight in a score is
 * looked at by groundsOf. Silence is not an answer.
 */
export function isLedByRegister({ verdict }: BureauAnswer, rule: string | undefined): boolean {
  if (verdict === 'silent') return false;
  if (rule === 'limit of the person') return verdict === 'limited';
  if (rule === 'age') return verdict === 'underage';
  return rule === undefined ? ofRegister.has(verdict) : rule === 'bureau';
}
