// Update order: the item list is replaced while nothing is captured yet; only what goes beyond the highest total approved
// so far is scored again, and a rejection leaves the order as it was (C26). An order in installments keeps its
// agreement until the buyer has agreed to the higher total in a new contract, where one is needed.
import { type Change, type Decided, insert, update } from '../changes.ts';
import { type Named, useContract } from '../checkout/agreement.ts';
import { checkoutOfOrder, useCheckout } from '../checkout/checkout.ts';
import { type AgreedAnew, type NewTotal, needsNewContract, newAgreement, newTotalFault } from '../checkout/keep-agreed.ts';
import type { Checkout } from '../checkout/rows.ts';
import { storedTerms } from '../checkout/terms.ts';
import { dayAt, hourAt, type Instant } from '../dates.ts';
import type { Json, JsonObject } from '../json.ts';
import { minorToWire } from '../money.ts';
import { type Notice, Refusal, refuse } from '../refusals.ts';
import {
  type Application,
  type BureauAnswer,
  type Facts,
  type Outcome,
  type Reason,
  rejectedByLimit,
  type Score,
  score,
} from '../risk/decide-credit.ts';
import { storedApplication as applicationFrom, asJson, storedFacts as factsFrom } from '../risk/decision.ts';
import type { Heard } from '../risk/facts.ts';
import { historyOf, withoutOrder } from '../risk/history.ts';
import { settledPolicy } from '../risk/policy.ts';
import type { CreditDecision } from '../risk/rows.ts';
import { scorecardFor } from '../risk/scorecards.ts';
import type { BasketTraits } from '../risk/traits.ts';
import { type Pace, paceOf, type Window, windowMs } from '../risk/velocity.ts';
import type { Exposure } from '../rows.ts';
import type { Setting } from '../setting.ts';
import type { Language } from '../texts/texts.ts';
import { decisionOf, eventOf, isCleared, lawfully } from './authorize.ts';
import { type OrderInHand, otherCurrency } from './in-hand.ts';
import { noNotice, noticeOfChange } from './notice-of-change.ts';
import type { Order, OrderContents } from './rows.ts';
import { afterStep, whyNot } from './states.ts';
import { type Totals, totalsFaults } from './totals.ts';

export interface UpdateRequest {
  /** The member of the body that holds the order: 'updateOrderSummary' or 'order'. */
  readonly path: string;
  readonly totals: Totals & { readonly netMinor: bigint };
  readonly currency: string | null;
  readonly items: Json;
  readonly basket: BasketTraits;
  /** The contract that the buyer agreed to for this total, and the checkout it was made in. */
  readonly named: Named;
  /** Did the shop name a contract? */
  readonly contractNamed: boolean;
  readonly contractCheckout: Checkout | null;
  /** What the consumer is written to in. */
  readonly language: Language;
  /** What the shop says besides; added to what it said before. */
  readonly remarks: JsonObject;
}

type Updatable = OrderInHand & { readonly contents: OrderContents };

/** What the order was decided on, with what the sources say by now where they were asked anew. */
export interface EarlierFacts {
  readonly application: Application;
  readonly facts: Facts;
}

export interface Updated {
  readonly outcome: Outcome;
  readonly reasons: readonly Notice[];
  readonly order: Order;
  /** Where a new contract is needed, the one to make it in; else that of the order. */
  readonly checkoutId: string;
  /** Of an automated rejection. */
  readonly decisionId?: string;
}

/** What the customer would owe with the update, in minor units. */
export const owesWith = ({ order, exposure }: OrderInHand, { totals }: UpdateRequest): bigint =>
  exposure.heldMinor + exposure.debtMinor + totals.grossMinor - order.authorizedMinor;

/** What had to be done first has been done: only an approved order can be updated. */
const settled = new Set<BureauAnswer['verdict']>(['authenticate', 'review', 'historyAlone']);

/**
 * What an order was first decided on, from the decision as it was kept. More than was approved is a new test, by what the sources
 * say now (Directive (EU) 2023/2225 art. 18(10)); silent or by the payment history alone, a bureau takes nothing back.
 * `owesMinor` is what the customer would owe with the update, in minor units.
 */
export function earlierFactsOf(decision: CreditDecision, heard: Heard | null, setting: Setting, owesMinor: bigint): EarlierFacts {
  const facts = factsFrom(decision.facts);
  const before = lawfully(facts.bureau, owesMinor, setting);
  const said = heard ? lawfully(heard.bureau, owesMinor, setting) : before;
  const latest = said.verdict === 'silent' || said.verdict === 'historyAlone' ? before : said;
  const isSettled = settled.has(latest.verdict) && latest.verdict === before.verdict;
  const bureau: BureauAnswer = isSettled ? { verdict: 'clear' } : latest;
  const registers = { ...facts.registers, ...spoken(heard) };
  return { application: applicationFrom(decision.application), facts: { ...facts, bureau, registers } };
}

const spoken = (heard: Heard | null): object =>
  Object.fromEntries(Object.entries(heard?.registers ?? {}).filter(([, said]) => said !== 'silent'));

/**
 * Replace the items of an order of which nothing was captured or voided. A contract that is named and does not hold is refused (400.109)
 * where the order would else be changed on its old terms, unless those are of that contract.
 */
export function updateOrder(
  inHand: Updatable,
  request: UpdateRequest,
  earlier: EarlierFacts,
  given: Setting,
): Decided<Updated> | Refusal {
  const { order, contents } = inHand;
  const setting = settledIn(given);
  const refusal = refusalOf(order, request, setting);
  if (refusal) return refusal;
  const totalMinor = request.totals.grossMinor;
  const wanted = { order, totalMinor, merchant: setting.merchant, now: setting.now };
  const agreement = newAgreement(request.named, contents, wanted);
  const fault = agreement ? undefined : newTotalFault(wanted, `${request.path}.totalGrossAmount`);
  if (fault) return fault;
  const difference = totalMinor - order.authorizedMinor;
  const unagreed = agreement ? undefined : contractFault(request, order);
  if (difference <= 0n) return unagreed ?? accepted(inHand, request, agreement, setting);
  const application = applicationForUpdate(inHand, request, earlier, difference, setting);
  const facts = factsForUpdate(inHand, earlier, setting);
  const result = score(application, facts, setting.merchant.contract.policy, scorecardFor(setting.law));
  if (totalMinor <= order.approvedMinor) {
    // What was approved before is not scored anew, but what the person owes must not pass the limit (C26).
    const limited = rejectedByLimit(result, application, facts, setting.merchant.contract.policy);
    if (limited) return rejected(order, limited, application, facts, setting);
    return unagreed ?? accepted(inHand, request, agreement, setting);
  }
  if (result.outcome !== 'Accepted') return rejected(order, result, application, facts, setting);
  const decision = insert('creditDecisions', decisionOf(order.id, application, facts, result, setting));
  const isMissing = isContractMissing(wanted, agreement, application);
  if (!isMissing && unagreed) return unagreed;
  const decided = isMissing ? contractNeeded(inHand, request, setting) : accepted(inHand, request, agreement, setting);
  return { ...decided, changes: [...decided.changes, decision] };
}

/** The buyer agreed to something else than what the order would rest on. Where a new contract is needed, the answer says so itself. */
const contractFault = ({ contractNamed, named: { contract } }: UpdateRequest, order: Order): Refusal | undefined =>
  contractNamed && contract?.orderId !== order.id ? refuse('method.contract_needed', 'payment.contractId') : undefined;

const isContractMissing = (wanted: NewTotal, agreement: AgreedAnew | undefined, { category }: Application): boolean =>
  agreement === undefined && needsNewContract(wanted, category === 'Person');

/** The buyer has to agree first: the order stays as it was, and there is a checkout for the contract. */
function contractNeeded({ order, contents }: Updatable, request: UpdateRequest, setting: Setting): Decided<Updated> {
  const checkout = checkoutOfOrder(order, contents, request, setting);
  const values = { checkoutId: checkout.id, amount: minorToWire(request.totals.grossMinor).toFixed(2) };
  const reason = { id: 'update.contract_needed', field: 'payment.contractId', values } as const;
  return {
    answer: { outcome: 'Rejected', reasons: [reason], order, checkoutId: checkout.id },
    changes: [insert('checkouts', checkout)],
    events: [eventOf('order.update_rejected', order, 0n)],
  };
}

/** An accepted order is decided by what is settled of the policy. */
function settledIn(setting: Setting): Setting {
  const { merchant } = setting;
  const policy = settledPolicy(merchant.contract.policy);
  return { ...setting, merchant: { ...merchant, contract: { ...merchant.contract, policy } } };
}

function refusalOf(order: Order, request: UpdateRequest, setting: Setting): Refusal | undefined {
  const state = whyNot(order, 'update', setting.now);
  if (state) return state;
  if (order.capturedMinor > 0n || order.voidedMinor > 0n) return refuse('order.not_updatable');
  const refusal = Refusal.of(totalsFaults(request.totals, request.path));
  if (refusal) return refusal;
  return otherCurrency(order, request.currency, `${request.path}.currency`);
}

/** The application as it is now: what goes beyond the order as it was is what it adds; the goods are those of the update. */
function applicationForUpdate(
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
    traits: { ...traits, ...request.basket },
  };
}

/** Exposure, history, pace, and what a person found of an earlier rejection, as they are now. */
function factsForUpdate(inHand: OrderInHand, { facts }: EarlierFacts, setting: Setting): Facts {
  const { exposure, exposures, velocities, order } = inHand;
  const { now, merchant } = setting;
  const { cleared: _then, ...others } = facts;
  return {
    ...others,
    ...(isCleared(inHand, setting) && { cleared: true as const }),
    today: dayAt(now, merchant.timeZone),
    exposureMinor: exposure.heldMinor + exposure.debtMinor,
    history: historyOf(
      exposures.map((each) => (each.currency === order.currency ? without(order, each) : each)),
      order.currency,
      now,
    ),
    // An update is no order of its own, and the order that is updated is not held against itself.
    paces: { person: withoutOwn(paceOf(velocities, now), order, now) },
  };
}

function without(order: Order, exposure: Exposure): Exposure {
  const { add, set } = withoutOrder(exposure, order.authorizedMinor);
  const ordersCount = exposure.ordersCount + add.ordersCount;
  return { ...exposure, ...set, ordersCount, orderedMinor: exposure.orderedMinor + add.orderedMinor };
}

/** An order that was placed before a window began is not among the orders counted in it. */
function withoutOwn(pace: Pace, { insertedAt }: Order, now: Instant): Pace {
  const rest = (window: Window): number => (now - insertedAt < windowMs[window] ? Math.max(0, pace[window] - 1) : pace[window]);
  return { hour: rest('hour'), day: rest('day'), week: rest('week') };
}

function accepted(
  inHand: Updatable,
  request: UpdateRequest,
  agreement: AgreedAnew | undefined,
  setting: Setting,
): Decided<Updated> {
  const { order, exposure, contents } = inHand;
  const total = request.totals.grossMinor;
  const difference = total - order.authorizedMinor;
  const approvedMinor = total > order.approvedMinor ? total : order.approvedMinor;
  const terms = agreement ? storedTerms(agreement.terms) : order.terms;
  const moved = { authorizedMinor: total, netMinor: request.totals.netMinor, approvedMinor, terms };
  const after = afterStep(order, 'update', moved, setting.now);
  const notice = agreement ? noNotice : noticeOfChange(order, after, contents, request.language, setting);
  const payment = agreement ? paymentAnew(contents, agreement) : contents.payment;
  return {
    answer: { outcome: 'Accepted', reasons: [], order: after, checkoutId: order.checkoutId },
    changes: [
      update('orders', order, {
        add: { authorizedMinor: difference },
        set: { netMinor: after.netMinor, approvedMinor: after.approvedMinor, terms, updatedAt: setting.now },
      }),
      update('orderContents', contents, { set: { items: request.items, payment, remarks: remarksAfter(contents, request) } }),
      update('exposures', exposure, {
        add: { heldMinor: difference, orderedMinor: difference },
        set: { largestMinor: total > exposure.largestMinor ? total : exposure.largestMinor },
      }),
      ...(agreement ? usedUp(agreement, request, order, setting.now) : []),
      ...notice.changes,
    ],
    events: [eventOf('order.updated', after, difference), ...notice.events],
  };
}

function usedUp({ contract }: AgreedAnew, { contractCheckout }: UpdateRequest, order: Order, now: Instant): Change[] {
  return [
    useContract(contract, order, now),
    ...(contractCheckout?.orderId === null ? [useCheckout(contractCheckout, order)] : []),
  ];
}

/** How the order is paid, as it is read back: by the contract that holds now. */
function paymentAnew({ payment }: OrderContents, { contract, terms: { installment } }: AgreedAnew): Json {
  const said = (payment ?? {}) as JsonObject;
  const before = (said['installment'] ?? {}) as { profileNo?: number };
  const isOther = installment !== null && installment.profileNo !== before.profileNo;
  return {
    ...said,
    contractId: contract.id,
    ...(isOther && {
      installment: { profileNo: installment.profileNo, numberOfInstallments: installment.numberOfInstallments },
    }),
  };
}

const remarksAfter = ({ remarks }: OrderContents, request: UpdateRequest): JsonObject => ({
  ...((remarks ?? {}) as JsonObject),
  ...request.remarks,
});

/** An update is not reviewed, since the order as it was is at hand; what the engine said of it is kept as it is. */
function rejected(order: Order, result: Score, application: Application, facts: Facts, setting: Setting): Decided<Updated> {
  const reasons: readonly Reason[] = result.outcome === 'Pending' ? [{ id: 'risk.score' }] : result.reasons;
  const decision = { ...decisionOf(order.id, application, facts, result, setting), reasons: asJson(reasons) };
  return {
    answer: { outcome: 'Rejected', reasons, order, checkoutId: order.checkoutId, decisionId: decision.id },
    changes: [insert('creditDecisions', decision)],
    events: [eventOf('order.update_rejected', order, 0n)],
  };
}
