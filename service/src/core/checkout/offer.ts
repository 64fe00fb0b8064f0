// Which payment methods a buyer is offered (C40, C48): what the merchant agreed, what the law allows and what a pre-check of
// the customer comes to. Nothing is held by it; authorize decides again.
import { type Change, type Decided, insert } from '../changes.ts';
import type { Introduction } from '../customer.ts';
import type { Currency } from '../money.ts';
import { applicationOf, carried, customerChanges, factsOf, type Marks } from '../order/authorize.ts';
import type { PersonInHand, Setting } from '../order/in-hand.ts';
import { type Totals, totalsFaults } from '../order/totals.ts';
import type { Party } from '../party.ts';
import { Refusal, type RefusalId, refuse } from '../refusals.ts';
import { asJson } from '../risk/decision.ts';
import type { Policy } from '../risk/policy.ts';
import type { Traits } from '../risk/traits.ts';
import { type Application, type BureauAnswer, type Facts, type Outcome, type Reason, type Score, score } from '../risk.ts';
import type { Checkout, CheckoutDecision } from '../rows.ts';
import { checkoutMs } from './checkout.ts';

export interface MethodsRequest {
  readonly currency: Currency;
  readonly totals: Totals;
  /** What is known of the buyer so far. */
  readonly party: Party;
  readonly traits: Traits;
  /** Keyed hashes of what the order can have in common with others; a question is not counted as an order. */
  readonly marks: Marks;
  readonly introduction: Introduction | null;
  readonly said: Pick<
    Checkout,
    'orderDetails' | 'customer' | 'deliveryCustomer' | 'nationalId' | 'deliveryNationalId' | 'remarks'
  >;
}

/** A method of the merchant's contract, and why it is not offered where it is not. */
export interface Method {
  readonly type: string;
  readonly missing: RefusalId | null;
}

export interface Offered {
  readonly outcome: Outcome;
  readonly reasons: readonly Reason[];
  readonly checkout: Checkout;
  readonly methods: readonly Method[];
}

/**
 * What can be offered for an order value, alone or with a customer. A rejected pre-check is an answer without methods; wrong
 * totals and a currency outside the contract are refused. Without enough to tell who it is there is no person.
 */
export function offerMethods(
  request: MethodsRequest,
  person: PersonInHand | undefined,
  bureau: BureauAnswer,
  setting: Setting,
): Decided<Offered> | Refusal {
  const refusal = faultsOf(request, setting);
  if (refusal) return refusal;
  // What the buyer has not said yet is asked for by authorize, and no reason to offer nothing.
  const application: Application = { ...applicationOf({ ...request, paymentType: 'any' }, setting), needsNationalId: false };
  const facts = factsOf({ ...request, paymentType: 'any' }, person ?? nobody, bureau, setting);
  const checked = checkedMethods(application, facts, person !== undefined, setting);
  const result = checked.find(({ scored }) => scored.outcome === 'Accepted')?.scored ?? checked[0]?.scored ?? nothingAgreed;
  const methods = result.outcome === 'Accepted' ? checked.map(({ type, scored }) => methodOf(type, scored)) : [];
  const customerNumber = person ? (request.party.customerNumber ?? person.customer.number ?? setting.chance.number()) : null;
  const checkout = checkoutOf(request, customerNumber, setting);
  const known: Change[] = person && customerNumber !== null ? customerChanges(person, customerNumber, facts.identified) : [];
  return {
    answer: { ...result, checkout, methods },
    changes: [
      ...known,
      insert('checkouts', checkout),
      insert('checkoutDecisions', decisionOf(checkout, application, facts, result, methods, setting)),
    ],
    events: [],
  };
}

const nobody: PersonInHand = {
  customer: { key: '', number: null, identified: false, mergedInto: null },
  exposures: [],
  velocities: [],
  numberSettled: true,
  alike: [],
  listed: [],
};

/** Each method with what the engine says to it: the cut-offs are the payment type's own. */
function checkedMethods(application: Application, facts: Facts, isKnown: boolean, { merchant }: Setting) {
  const { contract } = merchant;
  const policy: Policy = { ...contract.policy, unknownAge: 'Accept', ...(!isKnown && { whenSilent: 'Accept' }) };
  const types = contract.paymentTypes.filter((type) => carried.has(type));
  return types.map((type) => ({ type, scored: precheck(score({ ...application, paymentType: type }, facts, policy)) }));
}

const methodOf = (type: string, { outcome, reasons }: Pick<Score, 'outcome' | 'reasons'>): Method => ({
  type,
  missing: outcome === 'Accepted' ? null : (reasons[0]?.id ?? 'risk.score'),
});

/** A contract without a payment type offers nothing, which is nobody's fault. */
const nothingAgreed = { outcome: 'Accepted', reasons: [] } as const;

/** What has to be done first is done at authorize; here it stands in nobody's way. */
const precheck = (result: Score): Score =>
  result.outcome === 'Pending' ? { ...result, outcome: 'Accepted', reasons: [] } : result;

function faultsOf(request: MethodsRequest, { merchant }: Setting): Refusal | undefined {
  const [first, ...others] = totalsFaults(request.totals, 'order');
  if (first) return new Refusal([first, ...others]);
  if (!merchant.contract.policy.limits[request.currency]) return refuse('order.currency_not_offered', 'order.currency');
  return undefined;
}

function checkoutOf(request: MethodsRequest, customerNumber: string | null, { now, chance }: Setting): Checkout {
  return {
    id: chance.id(),
    customerNumber,
    currency: request.currency,
    amountMinor: request.totals.grossMinor,
    ...request.said,
    orderId: null,
    expiresAt: now + checkoutMs,
  };
}

function decisionOf(
  checkout: Checkout,
  application: Application,
  facts: Facts,
  result: Pick<Score, 'outcome' | 'reasons'>,
  methods: readonly Method[],
  { chance, merchant, now }: Setting,
): CheckoutDecision {
  return {
    id: chance.id(),
    checkoutId: checkout.id,
    outcome: result.outcome,
    amountMinor: checkout.amountMinor,
    application: asJson(application),
    facts: asJson(facts),
    policy: asJson(merchant.contract.policy),
    reasons: asJson(result.reasons),
    methods: asJson(methods),
    decidedAt: now,
  };
}
