// Update order: the item list is replaced while nothing is captured yet; only what goes beyond the highest total approved
// so far is scored again, and a rejection leaves the order as it was (specification 1; C26).
import { type Decided, insert, update } from '../changes.ts';
import { dayAt } from '../dates.ts';
import { Refusal, refuse } from '../refusals.ts';
import {
  type Application,
  type BureauAnswer,
  type Facts,
  limitReason,
  type Outcome,
  type Reason,
  type Score,
  score,
} from '../risk.ts';
import type { CreditDecision, Json, Order, OrderContents } from '../rows.ts';
import { decisionOf, eventOf } from './authorize.ts';
import { type OrderInHand, otherCurrency, type Setting } from './in-hand.ts';
import { afterStep, whyNot } from './states.ts';
import { type Totals, totalsFaults } from './totals.ts';

export interface UpdateRequest {
  /** The member of the body that holds the order: 'updateOrderSummary' or 'order'. */
  readonly path: string;
  readonly totals: Totals & { readonly netMinor: bigint };
  readonly currency: string | null;
  readonly items: Json;
}

/** What the first decision was made on and has not changed since: sources are asked once for an application. */
export interface EarlierFacts {
  readonly category: 'Person' | 'Company';
  readonly ageYears: number | null;
  readonly identified: boolean;
  readonly needsNationalId: boolean;
  readonly bureau: BureauAnswer;
  readonly listHits: Facts['listHits'];
  readonly alike: Facts['alike'];
}

export interface Updated {
  readonly outcome: Outcome;
  readonly reasons: readonly Reason[];
  readonly order: Order;
}

/** What had to be done first has been done: only an approved order can be updated. */
const settled = new Set<BureauAnswer['verdict']>(['authenticate', 'review']);

/** What an order was first decided on, from the decision as it was kept. */
export function earlierFactsOf(decision: CreditDecision): EarlierFacts {
  const application = decision.application as unknown as Application;
  const facts = decision.facts as unknown as Facts & { readonly bureau: { readonly limitMinor?: string } };
  const { verdict, limitMinor } = facts.bureau;
  return {
    category: application.category,
    ageYears: application.ageYears,
    needsNationalId: application.needsNationalId,
    identified: facts.identified,
    listHits: facts.listHits ?? [],
    alike: facts.alike ?? { count: 0, strongest: 0 },
    bureau:
      verdict === 'limited'
        ? { verdict, limitMinor: BigInt(limitMinor ?? 0) }
        : { verdict: settled.has(verdict) ? 'clear' : verdict },
  };
}

/** Replace the items of an order of which nothing was captured or voided. */
export function updateOrder(
  inHand: OrderInHand & { readonly contents: OrderContents },
  request: UpdateRequest,
  earlier: EarlierFacts,
  setting: Setting,
): Decided<Updated> | Refusal {
  const { order } = inHand;
  const refusal = refusalOf(order, request, setting);
  if (refusal) return refusal;
  const difference = request.totals.grossMinor - order.authorizedMinor;
  const extra = request.totals.grossMinor - order.approvedMinor;
  if (difference <= 0n) return accepted(inHand, request, setting);
  const application = applicationOf(order, request, earlier, difference);
  const facts = factsOf(inHand, earlier, setting);
  if (extra <= 0n) {
    const limit = limitReason(application, facts, setting.merchant.contract.policy);
    return limit
      ? rejected(order, { outcome: 'Rejected', reasons: [limit] }, application, facts, setting)
      : accepted(inHand, request, setting);
  }
  const result = score(application, facts, setting.merchant.contract.policy);
  if (result.outcome !== 'Accepted') return rejected(order, result, application, facts, setting);
  const decided = accepted(inHand, request, setting);
  return {
    ...decided,
    changes: [...decided.changes, insert('creditDecisions', decisionOf(order.id, application, facts, result, setting))],
  };
}

function refusalOf(order: Order, request: UpdateRequest, setting: Setting): Refusal | undefined {
  const state = whyNot(order, 'update', setting.now);
  if (state) return state;
  if (order.capturedMinor > 0n || order.voidedMinor > 0n) return refuse('order.not_updatable');
  const [first, ...others] = totalsFaults(request.totals, request.path);
  if (first) return new Refusal([first, ...others]);
  return otherCurrency(order, request.currency, `${request.path}.currency`);
}

function applicationOf(order: Order, request: UpdateRequest, earlier: EarlierFacts, addsMinor: bigint): Application {
  const { category, ageYears, needsNationalId } = earlier;
  return { category, ageYears, needsNationalId, currency: order.currency, orderMinor: request.totals.grossMinor, addsMinor };
}

function factsOf({ exposure }: OrderInHand, earlier: EarlierFacts, { now, merchant }: Setting): Facts {
  return {
    today: dayAt(now, merchant.timeZone),
    identified: earlier.identified,
    exposureMinor: exposure.heldMinor + exposure.debtMinor,
    bureau: earlier.bureau,
    listHits: earlier.listHits,
    alike: earlier.alike,
  };
}

function accepted(
  inHand: OrderInHand & { readonly contents: OrderContents },
  request: UpdateRequest,
  setting: Setting,
): Decided<Updated> {
  const { order, exposure, contents } = inHand;
  const total = request.totals.grossMinor;
  const difference = total - order.authorizedMinor;
  const approvedMinor = total > order.approvedMinor ? total : order.approvedMinor;
  const moved = { authorizedMinor: total, netMinor: request.totals.netMinor, approvedMinor };
  const after = afterStep(order, 'update', moved, setting.now);
  return {
    answer: { outcome: 'Accepted', reasons: [], order: after },
    changes: [
      update('orders', order, {
        add: { authorizedMinor: difference },
        set: { netMinor: after.netMinor, approvedMinor: after.approvedMinor, updatedAt: setting.now },
      }),
      update('orderContents', contents, { set: { items: request.items } }),
      update('exposures', exposure, { add: { heldMinor: difference } }),
    ],
    events: [eventOf('order.updated', after, difference)],
  };
}

function rejected(order: Order, result: Score, application: Application, facts: Facts, setting: Setting): Decided<Updated> {
  return {
    answer: { outcome: 'Rejected', reasons: result.reasons, order },
    changes: [insert('creditDecisions', decisionOf(order.id, application, facts, result, setting))],
    events: [eventOf('order.update_rejected', order, 0n)],
  };
}
