// The credit decision: a pure function of the application, the facts known about the person and the merchant's policy.
// Everything it looked at is stored with its result, so that it can be run again to the same outcome (design 5).
import type { Day } from './dates.ts';
import type { Alike } from './likeness.ts';
import { type ListHit, strongHit } from './lists.ts';
import type { Policy } from './merchant.ts';
import type { Currency } from './money.ts';
import type { RefusalId } from './refusals.ts';

export const outcomes = ['Accepted', 'Pending', 'Rejected', 'NotEvaluated'] as const;
export type Outcome = (typeof outcomes)[number];

/** What is asked for. */
export interface Application {
  readonly category: 'Person' | 'Company';
  readonly currency: Currency;
  /** What the order comes to in all, in minor units. */
  readonly orderMinor: bigint;
  /** What it adds to the customer's exposure. */
  readonly addsMinor: bigint;
  /** Whole years on the day of the decision; null when the birth date is not known. The date itself is not kept here. */
  readonly ageYears: number | null;
  /** Are buyers of this country told apart by their national number (C47)? */
  readonly needsNationalId: boolean;
}

/** What a credit bureau said. Silence is a fact, not an error. */
export type BureauAnswer =
  | { readonly verdict: 'silent' | 'clear' | 'negative' | 'underage' | 'chargeback' | 'authenticate' | 'review' }
  | { readonly verdict: 'limited'; readonly limitMinor: bigint };

/** What is known about the person at the moment of the decision, read under the customer's lock. */
export interface Facts {
  /** The merchant's business day. */
  readonly today: Day;
  /** National or organisation number sent, now or earlier for this customer. */
  readonly identified: boolean;
  /** Open authorizations and unpaid captures in the order's currency, in minor units. */
  readonly exposureMinor: bigint;
  readonly bureau: BureauAnswer;
  /** Who of the merchant's lists it may be, strongest first. */
  readonly listHits: readonly ListHit[];
  /** Other customers who are like this person. */
  readonly alike: Alike;
}

/** Why a decision went as it did; the catalogue gives its public code and texts. */
export interface Reason {
  readonly id: RefusalId;
}

export interface Score {
  readonly outcome: Outcome;
  /** Most important first; empty when accepted. */
  readonly reasons: readonly Reason[];
}

const decided = (outcome: Outcome, ...ids: RefusalId[]): Score => ({ outcome, reasons: ids.map((id) => ({ id })) });

/** Decide an application. The order of the checks is the order of importance: the first that fails is the reason given. */
export function score(application: Application, facts: Facts, policy: Policy): Score {
  if (isUnderAge(application, facts, policy)) return decided('Rejected', 'risk.underage');
  if (application.needsNationalId && !facts.identified) return decided('Rejected', 'risk.identity_required');
  if (isListed(facts, 'negative')) return decided('Rejected', 'risk.score');
  if (facts.bureau.verdict === 'negative') return decided('Rejected', 'risk.score');
  if (facts.bureau.verdict === 'chargeback') return decided('Rejected', 'risk.chargeback');
  const limit = limitReason(application, facts, policy);
  if (limit) return { outcome: 'Rejected', reasons: [limit] };
  if (facts.bureau.verdict === 'authenticate') return decided('Pending', 'risk.authentication');
  // Whom the merchant knows well need not be looked at by a person.
  if (facts.bureau.verdict === 'review' && !isListed(facts, 'positive')) return decided('Pending', 'risk.review');
  return decided('Accepted');
}

/** Is the person surely on one of the merchant's lists? */
const isListed = ({ listHits }: Facts, list: ListHit['list']): boolean =>
  listHits.some((hit) => hit.list === list && hit.strength >= strongHit);

/** Would the order pass a limit: of one order, of the merchant for one customer, or the person's own? */
export function limitReason(application: Application, facts: Facts, policy: Policy): Reason | undefined {
  const limit = policy.limits[application.currency];
  if (!limit) return { id: 'risk.limit' };
  const exposure = facts.exposureMinor + application.addsMinor;
  const own = facts.bureau.verdict === 'limited' && exposure > facts.bureau.limitMinor;
  const passed = application.orderMinor > limit.orderMinor || exposure > limit.customerMinor || own;
  return passed ? { id: 'risk.limit' } : undefined;
}

function isUnderAge(application: Application, facts: Facts, policy: Policy): boolean {
  if (facts.bureau.verdict === 'underage') return true;
  if (application.category === 'Company' || application.ageYears === null) return false;
  return application.ageYears < policy.minimumAge;
}
