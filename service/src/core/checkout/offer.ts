// Which payment methods a buyer is offered (C40, C48): what the merchant agreed, what the law allows and what a pre-check of
// the customer is given. Nothing is held by it; authorize decides again.
import { type Change, type Decided, insert } from '../changes.ts';
import { customerNumberOf, type Introduction } from '../customer.ts';
import type { Day } from '../dates.ts';
import type { Json } from '../json.ts';
import type { Currency } from '../money.ts';
import { applicationOf, customerChanges, factsOf, type Marks } from '../order/authorize.ts';
import type { PersonInHand } from '../order/in-hand.ts';
import { type Totals, totalsFaults } from '../order/totals.ts';
import type { Party } from '../party.ts';
import { Refusal, type RefusalId } from '../refusals.ts';
import { keptIn } from '../remembering.ts';
import { type Application, type Facts, type Outcome, type Reason, type Score, scoresOf } from '../risk/decide-credit.ts';
import { asJson, policyAsJson } from '../risk/decision.ts';
import type { Heard } from '../risk/facts.ts';
import type { Policy } from '../risk/policy.ts';
import type { CheckoutDecision } from '../risk/rows.ts';
import { scorecardFor } from '../risk/scorecards.ts';
import type { Traits } from '../risk/traits.ts';
import type { Setting } from '../setting.ts';
import { checkoutMs } from './checkout.ts';
import { currencyFault } from './currency.ts';
import { type Missing, type Product, productsFor } from './products.ts';
import type { Checkout } from './rows.ts';

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

/** A product of the merchant's contract, and why it is not offered where it is not: its own reason, or the engine's. */
interface Method {
  readonly product: Product;
  readonly missing: Missing | { readonly reason: 'risk'; readonly id: RefusalId } | null;
}

export interface Offered {
  readonly outcome: Outcome;
  readonly reasons: readonly Reason[];
  readonly checkout: Checkout;
  readonly basketDay: Day;
  readonly products: readonly Product[];
  /** Of the customer, once it is known who it is. */
  readonly customerId: string | null;
  readonly decisionId: string;
}

/**
 * What can be offered for an order value, alone or with a customer. A rejected pre-check is an answer without methods; wrong
 * totals and a currency outside the contract are refused. Without enough to identify the buyer there is no person.
 */
export function offerMethods(
  request: MethodsRequest,
  person: PersonInHand | undefined,
  heard: Heard,
  setting: Setting,
): Decided<Offered> | Refusal {
  const refusal = faultsOf(request, setting);
  if (refusal) return refusal;
  // What the buyer has not said yet is asked for by authorize, and no reason to offer nothing.
  const asked = { paymentType: 'any', ...request };
  const application: Application = { ...applicationOf(asked, person ?? unknownPerson, setting), needsNationalId: false };
  const facts = factsOf(asked, person ?? unknownPerson, heard, setting);
  const checked = checkedTypes(application, facts, person !== undefined, setting);
  const result = checked.find(({ scored }) => scored.outcome === 'Accepted')?.scored ?? checked[0]?.scored ?? nothingAgreed;
  const methods = result.outcome === 'Accepted' ? methodsOf(request, facts.today, checked, setting) : noMethods;
  const customerNumber = person ? customerNumberOf(request.party, person, setting) : null;
  const checkout = checkoutOf(request, customerNumber, setting);
  const known: Change[] = person && customerNumber !== null ? customerChanges(person, customerNumber, facts.identified) : [];
  const decision = decisionOf({ checkout, person }, application, facts, result, methods, setting);
  return {
    answer: {
      decisionId: decision.id,
      checkout,
      basketDay: facts.today,
      products: offeredOf(methods),
      customerId: person?.customer.id ?? null,
      ...result,
    },
    changes: [...known, insert('checkouts', checkout), insert('checkoutDecisions', decision)],
    events: [],
  };
}

const unknownPerson: PersonInHand = {
  customer: { key: '', id: '', number: null, identified: false, mergedInto: null, clearedUntil: null },
  exposures: [],
  velocities: [],
  numberSettled: true,
  alike: [],
  listed: [],
};

interface Checked {
  readonly type: string;
  readonly scored: Score;
}

/** Each payment type with what the engine says to it: the cut-offs are the type's own. */
function checkedTypes(application: Application, facts: Facts, isKnown: boolean, { merchant, law }: Setting): Checked[] {
  const { contract } = merchant;
  const policy = policyFor(contract.policy, isKnown);
  const scores = scoresOf(contract.paymentTypes, application, facts, policy, scorecardFor(law));
  return scores.map(([type, scored]) => ({ type, scored: precheck(scored) }));
}

interface AskingPolicies {
  readonly known: Policy;
  readonly unknown: Policy;
}
const askingPolicies = new WeakMap<Policy, AskingPolicies>();

function askingOf(policy: Policy): AskingPolicies {
  const known: Policy = { ...policy, unknownAge: 'Accept' };
  return { known, unknown: { ...known, whenSilent: 'Accept' } };
}

/** The policy for a question: what the buyer has not said yet is no reason to refuse. */
export function policyFor(policy: Policy, isKnown: boolean): Policy {
  const made = keptIn(askingPolicies, policy, () => askingOf(policy));
  return isKnown ? made.known : made.unknown;
}

/** A contract without a payment type offers nothing, which is no fault. */
const nothingAgreed = { outcome: 'Accepted', reasons: [] } as const;

/** What has to be done first is done at authorize; here it prevents nothing. */
const precheck = (result: Score): Score =>
  result.outcome === 'Pending' ? { ...result, outcome: 'Accepted', reasons: [] } : result;

function faultsOf(request: MethodsRequest, { merchant }: Setting): Refusal | undefined {
  const refusal = Refusal.of(totalsFaults(request.totals, 'order'));
  if (refusal) return refusal;
  return currencyFault(merchant, request.currency, 'order.currency');
}

const offeredProducts = new WeakMap<readonly Method[], readonly Product[]>();

/** One list for all whom the engine refuses none of these methods, so that what is shown of it is written once. */
const offeredOf = (methods: readonly Method[]): readonly Product[] =>
  keptIn(offeredProducts, methods, () => methods.filter(({ missing }) => missing === null).map(({ product }) => product));

/** Every product of the contract with its result: the basket's, the day's and the law's word first, then the engine's. */
function methodsOf(request: MethodsRequest, on: Day, checked: readonly Checked[], { merchant }: Setting): readonly Method[] {
  const { currency, totals } = request;
  const judged = productsFor({ amountMinor: totals.grossMinor, currency, on }, merchant);
  if (checked.every(({ scored }) => scored.outcome !== 'Rejected')) return judged;
  return judged.map(({ product, missing }) => {
    const scored = checked.find(({ type }) => type === product.kind)?.scored;
    const refused =
      scored?.outcome === 'Rejected' ? ({ reason: 'risk', id: scored.reasons[0]?.id ?? 'risk.score' } as const) : null;
    return { product, missing: missing ?? refused };
  });
}

/** What is kept of a method: which it is, and why it was not offered. */
function remembered({ product, missing }: Method): object {
  const profileNo = 'profile' in product ? product.profile.profileNo : undefined;
  const directDebit = 'directDebit' in product && product.directDebit ? true : undefined;
  return { type: product.kind, profileNo, directDebit, missing };
}

const noMethods: readonly Method[] = [];

const rememberedMethods = new WeakMap<readonly Method[], Json>();

/** As every decision on the same basket keeps them: written once for all whom the engine refuses none of them. */
const methodsAsJson = (methods: readonly Method[]): Json =>
  keptIn(rememberedMethods, methods, () => asJson(methods.map(remembered)));

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
  { checkout, person }: { readonly checkout: Checkout; readonly person: PersonInHand | undefined },
  application: Application,
  facts: Facts,
  result: Pick<Score, 'outcome' | 'reasons'>,
  methods: readonly Method[],
  { chance, merchant, now }: Setting,
): CheckoutDecision {
  return {
    id: chance.id(),
    checkoutId: checkout.id,
    customerKey: result.outcome === 'Rejected' ? (person?.customer.key ?? null) : null,
    outcome: result.outcome,
    amountMinor: checkout.amountMinor,
    application: asJson(application),
    facts: asJson(facts),
    policy: policyAsJson(merchant.contract.policy),
    reasons: asJson(result.reasons),
    methods: methodsAsJson(methods),
    decidedAt: now,
  };
}
