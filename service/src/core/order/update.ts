// Update order: the item list is replaced while nothing is captured yet; only what goes beyond the highest total approved
// so far is scored again, and a rejection leaves the order as it was (specification 1; C26).
import { type Decided, insert, update } from '../changes.ts';
import { newTotalFault } from '../checkout/keep-agreed.ts';
import { dayAt, hourAt } from '../dates.ts';
import type { Json, JsonObject } from '../json.ts';
import { Refusal, refuse } from '../refusals.ts';
import { applicationOf as applicationFrom, factsOf as factsFrom } from '../risk/decision.ts';
import { historyOf } from '../risk/history.ts';
import { settledPolicy } from '../risk/policy.ts';
import { type Pace, paceOf } from '../risk/velocity.ts';
import {
  type Application,
  type BureauAnswer,
  type Facts,
  type Outcome,
  type Reason,
  rejectedByLimit,
  type Score,
  score,
} from '../risk.ts';
import type { CreditDecision, Exposure, Order, OrderContents } from '../rows.ts';
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
  /** What the shop says besides; added to what it said before. */
  readonly remarks: JsonObject;
}

/** What the first decision was made on and has not changed since: sources are asked once for an application. */
export interface EarlierFacts {
  readonly application: Application;
  readonly facts: Facts;
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
  const facts = factsFrom(decision.facts);
  const bureau: BureauAnswer = settled.has(facts.bureau.verdict) ? { verdict: 'clear' } : facts.bureau;
  return { application: applicationFrom(decision.application), facts: { ...facts, bureau } };
}

/** Replace the items of an order of which nothing was captured or voided. */
export function updateOrder(
  inHand: OrderInHand & { readonly contents: OrderContents },
  request: UpdateRequest,
  earlier: EarlierFacts,
  given: Setting,
): Decided<Updated> | Refusal {
  const { order } = inHand;
  const setting = settledIn(given);
  const refusal = refusalOf(order, request, setting);
  if (refusal) return refusal;
  const difference = request.totals.grossMinor - order.authorizedMinor;
  const extra = request.totals.grossMinor - order.approvedMinor;
  if (difference <= 0n) return accepted(inHand, request, setting);
  const application = applicationOf(inHand, request, earlier, difference, setting);
  const facts = factsOf(inHand, earlier, setting);
  const result = score(application, facts, setting.merchant.contract.policy);
  if (extra <= 0n) {
    // What was approved before is not scored anew, but what the person owes must not pass the limit (C26).
    const limited = rejectedByLimit(result, application, facts, setting.merchant.contract.policy);
    return limited ? rejected(order, limited, application, facts, setting) : accepted(inHand, request, setting);
  }
  if (result.outcome !== 'Accepted') return rejected(order, outright(result), application, facts, setting);
  const decided = accepted(inHand, request, setting);
  return {
    ...decided,
    changes: [...decided.changes, insert('creditDecisions', decisionOf(order.id, application, facts, result, setting))],
  };
}

/** An order that stands is decided by what is settled of the policy. */
function settledIn(setting: Setting): Setting {
  const { merchant } = setting;
  const policy = settledPolicy(merchant.contract.policy);
  return { ...setting, merchant: { ...merchant, contract: { ...merchant.contract, policy } } };
}

/** Nobody reviews an update: the order as it was is at hand. */
const outright = (result: Score): Score =>
  result.outcome === 'Pending' ? { ...result, reasons: [{ id: 'risk.score' }] } : result;

function refusalOf(order: Order, request: UpdateRequest, setting: Setting): Refusal | undefined {
  const state = whyNot(order, 'update', setting.now);
  if (state) return state;
  if (order.capturedMinor > 0n || order.voidedMinor > 0n) return refuse('order.not_updatable');
  const [first, ...others] = totalsFaults(request.totals, request.path);
  if (first) return new Refusal([first, ...others]);
  return (
    otherCurrency(order, request.currency, `${request.path}.currency`) ??
    newTotalFault(order, request.totals.grossMinor, setting.merchant, `${request.path}.totalGrossAmount`)
  );
}

/** The application as it is now: what goes beyond the order as it was is what it adds. */
function applicationOf(
  { order }: OrderInHand,
  request: UpdateRequest,
  { application }: EarlierFacts,
  addsMinor: bigint,
  { now, merchant }: Setting,
): Application {
  const { traits, category, ageYears, needsNationalId } = application;
  return {
    category,
    ageYears,
    needsNationalId,
    paymentType: order.paymentType,
    currency: order.currency,
    orderMinor: request.totals.grossMinor,
    addsMinor,
    localHour: hourAt(now, merchant.timeZone),
    traits,
  };
}

/** Exposure, history and pace as they are now; what was asked outside stays as it was answered. */
function factsOf(inHand: OrderInHand, { facts }: EarlierFacts, { now, merchant }: Setting): Facts {
  const { exposure, exposures, velocities, order } = inHand;
  return {
    ...facts,
    today: dayAt(now, merchant.timeZone),
    exposureMinor: exposure.heldMinor + exposure.debtMinor,
    history: historyOf(
      exposures.map((each) => (each.currency === order.currency ? without(order, each) : each)),
      order.currency,
      now,
    ),
    // An update is no order of its own, and the order that is updated is not held against itself.
    paces: { person: lessOne(paceOf(velocities, now)) },
  };
}

function without(order: Order, exposure: Exposure): Exposure {
  const ordersCount = exposure.ordersCount > 0 ? exposure.ordersCount - 1 : 0;
  const others = ordersCount > 0;
  return {
    ...exposure,
    ordersCount,
    orderedMinor: exposure.orderedMinor - order.authorizedMinor,
    firstOrderedAt: others ? exposure.firstOrderedAt : null,
    lastOrderedAt: others ? exposure.lastOrderedAt : null,
  };
}

const lessOne = ({ hour, day, week }: Pace): Pace => ({
  hour: Math.max(0, hour - 1),
  day: Math.max(0, day - 1),
  week: Math.max(0, week - 1),
});

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
      update('orderContents', contents, { set: { items: request.items, remarks: remarksAfter(contents, request) } }),
      update('exposures', exposure, {
        add: { heldMinor: difference, orderedMinor: difference },
        set: { largestMinor: total > exposure.largestMinor ? total : exposure.largestMinor },
      }),
    ],
    events: [eventOf('order.updated', after, difference)],
  };
}

const remarksAfter = ({ remarks }: OrderContents, request: UpdateRequest): JsonObject => ({
  ...((remarks ?? {}) as JsonObject),
  ...request.remarks,
});

function rejected(order: Order, result: Score, application: Application, facts: Facts, setting: Setting): Decided<Updated> {
  return {
    answer: { outcome: 'Rejected', reasons: result.reasons, order },
    changes: [insert('creditDecisions', decisionOf(order.id, application, facts, result, setting))],
    events: [eventOf('order.update_rejected', order, 0n)],
  };
}
