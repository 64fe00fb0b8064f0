// Which payment methods a buyer is offered (C40, C48): what the merchant agreed, what the law allows and what a pre-check of
// the customer comes to. Nothing is held by it; authorize decides again.
import { type Change, type Decided, insert } from '../changes.ts';
import type { Day } from '../dates.ts';
import type { Currency } from '../money.ts';
import { applicationOf, customerChanges, factsOf } from '../order/authorize.ts';
import type { PersonInHand, Setting } from '../order/in-hand.ts';
import { type Totals, totalsFaults } from '../order/totals.ts';
import type { Party } from '../party.ts';
import { Refusal, refuse } from '../refusals.ts';
import { type Application, type BureauAnswer, type Facts, type Outcome, type Reason, type Score, score } from '../risk.ts';
import type { Checkout, CheckoutDecision } from '../rows.ts';
import { asJson } from '../stored.ts';
import { checkoutMs } from './checkout.ts';
import { type Judged, type Product, productsFor } from './products.ts';

export interface MethodsRequest {
  readonly currency: Currency;
  readonly totals: Totals;
  /** What is known of the buyer so far. */
  readonly party: Party;
  readonly said: Pick<
    Checkout,
    'orderDetails' | 'customer' | 'deliveryCustomer' | 'nationalId' | 'deliveryNationalId' | 'remarks'
  >;
}

export interface Offered {
  readonly outcome: Outcome;
  readonly reasons: readonly Reason[];
  readonly checkout: Checkout;
  readonly basketDay: Day;
  readonly products: readonly Product[];
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
  const application: Application = { ...applicationOf(request, setting), needsNationalId: false };
  const facts = factsOf(request, person ?? nobody, bureau, setting);
  const result = precheck(score(application, facts, setting.merchant.contract.policy));
  const judged = result.outcome === 'Accepted' ? judge(request, facts.today, setting) : [];
  const customerNumber = person ? (request.party.customerNumber ?? person.customer.number ?? setting.chance.number()) : null;
  const checkout = checkoutOf(request, customerNumber, setting);
  const known: Change[] = person && customerNumber !== null ? customerChanges(person, customerNumber, facts.identified) : [];
  return {
    answer: { ...result, checkout, basketDay: facts.today, products: offeredOf(judged) },
    changes: [
      ...known,
      insert('checkouts', checkout),
      insert('checkoutDecisions', decisionOf(checkout, application, facts, result, judged, setting)),
    ],
    events: [],
  };
}

const nobody: PersonInHand = { customer: { key: '', number: null, identified: false }, exposures: [], numberSettled: true };

/** What has to be done first is done at authorize; here it stands in nobody's way. */
const precheck = (result: Score): Score => (result.outcome === 'Pending' ? { outcome: 'Accepted', reasons: [] } : result);

function faultsOf(request: MethodsRequest, { merchant }: Setting): Refusal | undefined {
  const [first, ...others] = totalsFaults(request.totals, 'order');
  if (first) return new Refusal([first, ...others]);
  if (!merchant.contract.policy.limits[request.currency]) return refuse('order.currency_not_offered', 'order.currency');
  return undefined;
}

function judge({ currency, totals }: MethodsRequest, on: Day, { merchant }: Setting): Judged[] {
  return productsFor({ amountMinor: totals.grossMinor, currency, on }, merchant);
}

const offeredOf = (judged: readonly Judged[]): Product[] =>
  judged.filter(({ missing }) => missing === null).map(({ product }) => product);

/** What is kept of a product: which it is, and why it was not offered. */
function remembered({ product, missing }: Judged): object {
  const profileNo = 'profile' in product ? product.profile.profileNo : undefined;
  const directDebit = product.kind === 'Invoice' && product.directDebit ? true : undefined;
  return { type: product.kind, profileNo, directDebit, missing };
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
  result: Score,
  judged: readonly Judged[],
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
    methods: asJson(judged.map(remembered)),
    decidedAt: now,
  };
}
