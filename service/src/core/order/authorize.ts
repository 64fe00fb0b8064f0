// Authorize: the credit decision, and the order it makes (C20, C29, C30, C46).
import { type Change, type Decided, insert, update } from '../changes.ts';
import { type Agreement, type PaymentRequest, paymentAgreementOf, useContract } from '../checkout/agreement.ts';
import { checkoutFault, useCheckout } from '../checkout/checkout.ts';
import { currencyFault } from '../checkout/currency.ts';
import type { Checkout } from '../checkout/rows.ts';
import { storedTerms } from '../checkout/terms.ts';
import { type CountryCode, countries } from '../countries/countries.ts';
import { comparableOfProfile, countryOfProfile, customerNumberOf, type Introduction, remember } from '../customer.ts';
import { addDays, type Day, dayAt, endOfDay, hourAt } from '../dates.ts';
import type { Event, EventType } from '../events.ts';
import type { JsonObject } from '../json.ts';
import { alikeOf } from '../likeness.ts';
import { hitsOf } from '../lists.ts';
import type { Contract } from '../merchant.ts';
import type { Currency } from '../money.ts';
import { ageOf, type Party } from '../party.ts';
import { Refusal, refuse } from '../refusals.ts';
import {
  type Application,
  type BureauAnswer,
  type Facts,
  type Outcome,
  type Reason,
  type Score,
  score,
} from '../risk/decide-credit.ts';
import { asJson, policyAsJson } from '../risk/decision.ts';
import { type Heard, isHistoryAlone } from '../risk/facts.ts';
import { historyOf } from '../risk/history.ts';
import type { CreditDecision, Velocity } from '../risk/rows.ts';
import { scorecardFor } from '../risk/scorecards.ts';
import type { Traits } from '../risk/traits.ts';
import { countedOnce, type Mark, marks, type Pace, type Paces, paceOf } from '../risk/velocity.ts';
import type { Customer, CustomerProfile } from '../rows.ts';
import { wordsOf } from '../search-words.ts';
import type { Setting } from '../setting.ts';
import type { PersonInHand } from './in-hand.ts';
import { decideBy } from './review.ts';
import type { Order, OrderContents, OrderState } from './rows.ts';
import { type Totals, totalsFaults } from './totals.ts';

export interface AuthorizeRequest {
  readonly number: string;
  /** The checkout it refers to, under lock; null in one step. */
  readonly checkout: Checkout | null;
  /** The one that the contract was made in, under lock; null without a contract. */
  readonly contractCheckout: Checkout | null;
  readonly paymentType: string;
  readonly payment: Omit<PaymentRequest, 'checkoutId' | 'party'>;
  readonly currency: Currency;
  readonly totals: Totals & { readonly netMinor: bigint };
  readonly party: Party;
  readonly traits: Traits;
  /** Keyed hashes of what the order can have in common with others. */
  readonly marks: Marks;
  /** Null while too little is known of the person. */
  readonly introduction: Introduction | null;
  readonly contents: Omit<OrderContents, 'orderId' | 'bankAccount' | 'words'>;
}

/** Under which keyed hash orders are counted, beside the person's own key. */
export type Marks = { readonly [Each in Exclude<Mark, 'person'>]?: string };

export interface Authorized {
  readonly outcome: Outcome;
  readonly reasons: readonly Reason[];
  readonly order: Order;
  readonly customerNumber: string;
  readonly customerId: string;
  readonly decisionId: string;
}

const states: Readonly<Record<Outcome, OrderState>> = {
  Accepted: 'Authorized',
  Pending: 'Pending',
  Rejected: 'Rejected',
  NotEvaluated: 'Rejected',
};
const events: Readonly<Record<Outcome, EventType>> = {
  Accepted: 'order.authorized',
  Pending: 'order.placed_under_review',
  Rejected: 'order.rejected',
  NotEvaluated: 'order.rejected',
};

/**
 * Decide an order. A rejection is an answer, not a refusal, and leaves the number free (C20); a number in use, wrong
 * totals or a payment type outside the contract are refused.
 */
export function authorize(
  request: AuthorizeRequest,
  person: PersonInHand,
  heard: Heard,
  numberTaken: boolean,
  setting: Setting,
): Decided<Authorized> | Refusal {
  const agreement = agreementFor(request, numberTaken, setting);
  if (agreement instanceof Refusal) return agreement;
  const application = applicationOf(request, person, setting);
  const facts = factsOf(request, person, heard, setting);
  const result = score(application, facts, setting.merchant.contract.policy, scorecardFor(setting.law));
  const order = orderOf(request, mandated(agreement, request, setting), person.customer, result, setting);
  const decision = decisionOf(order.id, application, facts, result, setting);
  const customerNumber = customerNumberOf(request.party, person, setting);
  return {
    answer: { order, customerNumber, customerId: person.customer.id, decisionId: decision.id, ...result },
    changes: [
      insert('orders', order),
      insert('orderContents', contentsOf(order, request, agreement, customerNumber)),
      insert('creditDecisions', decision),
      ...customerChanges(person, customerNumber, facts.identified),
      ...countedOnce([person.customer.key, ...Object.values(request.marks)], person.velocities, setting.now, setting.writer),
      ...(result.outcome === 'Accepted' || result.outcome === 'Pending' ? taken(request, person, order, setting) : []),
    ],
    events: [eventOf(events[result.outcome], order)],
  };
}

/**
 * A bank account sent with an order gives the mandate with it, unless a contract holds one already. What is put on an
 * account is asked for by its statements, and collected only where a contract says so.
 */
function mandated(agreement: Agreement, { paymentType }: AuthorizeRequest, { chance }: Setting): Agreement {
  const { terms, bankAccount } = agreement;
  if (bankAccount === null || terms.mandateNumber !== undefined || paymentType === 'Account') return agreement;
  return { ...agreement, terms: { ...terms, mandateNumber: chance.number() } };
}

/** What an accepted order takes: of the customer's limit, and the checkout it refers to, also by a contract alone. */
function taken(request: AuthorizeRequest, person: PersonInHand, order: Order, setting: Setting): Change[] {
  const { introduction, payment } = request;
  const checkout = request.checkout ?? request.contractCheckout;
  return [
    hold(person, order, setting),
    ...(introduction ? [remember(person, introduction.profile, order.insertedAt)] : []),
    ...(checkout ? [useCheckout(checkout, order)] : []),
    ...(payment.contract ? [useContract(payment.contract, order, setting.now)] : []),
  ];
}

/** What the order is placed on, or the most important reason why it cannot be. */
function agreementFor(request: AuthorizeRequest, numberTaken: boolean, setting: Setting): Agreement | Refusal {
  const { payment, currency, totals, checkout, contractCheckout } = request;
  const { merchant, now } = setting;
  const refusal = faultsOf(request, setting);
  if (refusal) return refusal;
  const basket = { amountMinor: totals.grossMinor, currency, on: dayAt(now, merchant.timeZone) };
  const asked = { checkoutId: checkout?.id ?? null, party: request.party, ...payment };
  const agreement = paymentAgreementOf(asked, basket, merchant, now, 'payment');
  if (agreement instanceof Refusal) return agreement;
  // Placed in one step: a checkout is good for one order, however many contracts were made in it.
  const isUsed = !checkout && contractCheckout !== null && contractCheckout.orderId !== null;
  if (isUsed) return refuse('method.contract_needed', 'payment.contractId');
  if (numberTaken) return refuse('order.number_used', 'order.number');
  const fault = checkout && checkoutFault(checkout, request.party.customerNumber, now);
  return fault ?? agreement;
}

function faultsOf(request: AuthorizeRequest, { merchant }: Setting): Refusal | undefined {
  const refusal = Refusal.of(totalsFaults(request.totals, 'order'));
  if (refusal) return refusal;
  return currencyFault(merchant, request.currency, 'order.currency');
}

/** What is asked for, of whom, for how much. */
type CreditRequest = Pick<AuthorizeRequest, 'party' | 'currency' | 'introduction' | 'paymentType' | 'traits' | 'marks'> & {
  readonly totals: Totals;
  /** The least that may be granted in place of the total, in minor units; an order is granted whole. */
  readonly leastMinor?: bigint;
};

/** The application that an order makes. What of the age is not said now may be known of the customer. */
export function applicationOf(
  request: CreditRequest,
  { profile }: Pick<PersonInHand, 'profile'>,
  { merchant, now }: Setting,
): Application {
  const on = dayAt(now, merchant.timeZone);
  const ageOfParty = ageOf(request.party, merchant.country, on);
  return {
    category: request.party.category,
    paymentType: request.paymentType,
    currency: request.currency,
    orderMinor: request.totals.grossMinor,
    addsMinor: request.totals.grossMinor,
    ageYears: ageOfParty ?? (profile ? ageOfProfile(profile, merchant.country, on) : null),
    needsNationalId: countries[merchant.country].identifiesByNumber,
    localHour: hourAt(now, merchant.timeZone),
    traits: request.traits,
  };
}

const ageOfProfile = (profile: CustomerProfile, country: CountryCode, on: Day): number | null =>
  ageOf({ birthDate: profile.birthDate, nationalId: profile.nationalId, countryCode: countryOfProfile(profile) }, country, on);

/** What is known of the person at the moment of the decision. */
export function factsOf(request: CreditRequest, person: PersonInHand, heard: Heard, setting: Setting): Facts {
  const exposure = person.exposures.find((each) => each.currency === request.currency);
  const { introduction, leastMinor = request.totals.grossMinor } = request;
  const exposureMinor = exposure ? exposure.heldMinor + exposure.debtMinor : 0n;
  return {
    today: dayAt(setting.now, setting.merchant.timeZone),
    identified: request.party.nationalId !== null || person.customer.identified,
    exposureMinor,
    registers: heard.registers,
    bureau: lawfully(heard.bureau, exposureMinor + leastMinor, setting),
    history: historyOf(person.exposures, request.currency, setting.now),
    paces: pacesOf({ person: person.customer.key, ...request.marks }, person.velocities, setting.now),
    ...(isCleared(person, setting) && { cleared: true as const }),
    ...(introduction ? likenessFacts(introduction, person, setting) : { listHits: [], alike: { count: 0 } }),
  };
}

/** Did a person find a rejection of this customer wrong lately (core/risk/objection.ts)? */
export const isCleared = ({ customer: { clearedUntil } }: Pick<PersonInHand, 'customer'>, { now }: Setting): boolean =>
  clearedUntil !== null && now < clearedUntil;

/**
 * Where the law does not let the payment history decide alone, a person looks at what a bureau rejects by nothing else. `owesMinor`
 * is what would be owed with what is asked for.
 */
export const lawfully = (bureau: BureauAnswer, owesMinor: bigint, { law }: Setting): BureauAnswer =>
  !law.scoring.historyAlone && isHistoryAlone(bureau, owesMinor) ? { ...bureau, verdict: 'historyAlone' } : bureau;

/** Whom of the lists it may be, and who else is like the person. */
function likenessFacts(
  { applicant, profile }: Introduction,
  { listed, alike }: PersonInHand,
  { now, merchant: { country } }: Setting,
): Pick<Facts, 'listHits' | 'alike'> {
  const applicantNow = { ...applicant, idMark: profile.nationalIdKey };
  return {
    listHits: hitsOf(applicant, listed, country, now),
    alike: alikeOf(applicantNow, alike.map(comparableOfProfile), country),
  };
}

/** How fast orders came under each mark. */
function pacesOf(subjects: { readonly [Each in Mark]?: string }, velocities: readonly Velocity[], now: number): Paces {
  const paces: { [Each in Mark]?: Pace } = {};
  for (const mark of marks) {
    const subject = subjects[mark];
    if (subject === undefined) continue;
    paces[mark] = paceOf(
      velocities.filter((each) => each.subject === subject),
      now,
    );
  }
  return paces;
}

/** What is read back names the customer by the number that was given. */
function contentsOf(
  order: Order,
  { contents }: AuthorizeRequest,
  { bankAccount }: Agreement,
  customerNumber: string,
): OrderContents {
  const customer = { ...(contents.customer as JsonObject), customerNumber };
  return { orderId: order.id, ...contents, bankAccount, customer, words: wordsOf(customer) };
}

/** The decision as it is kept. */
export function decisionOf(
  orderId: string,
  application: Application,
  facts: Facts,
  result: Score,
  setting: Setting,
): CreditDecision {
  return {
    id: setting.chance.id(),
    orderId,
    outcome: result.outcome,
    amountMinor: application.addsMinor,
    application: asJson(application),
    facts: asJson(facts),
    policy: policyAsJson(setting.merchant.contract.policy),
    reasons: asJson(result.reasons),
    result: asJson(result),
    decidedAt: setting.now,
  };
}

function orderOf(
  request: AuthorizeRequest,
  agreement: Agreement,
  customer: Customer,
  result: Score,
  { now, merchant, chance }: Setting,
): Order {
  const { outcome } = result;
  const expiresOn = addDays(dayAt(now, merchant.timeZone), merchant.contract.expiryDays);
  return {
    id: chance.id(),
    number: request.number,
    numberKey: request.number.toLowerCase(),
    customerKey: customer.key,
    checkoutId: request.checkout?.id ?? chance.id(),
    paymentType: request.payment.choice.type,
    terms: storedTerms(agreement.terms),
    currency: request.currency,
    state: states[outcome],
    authorizedMinor: request.totals.grossMinor,
    netMinor: request.totals.netMinor,
    approvedMinor: outcome === 'Accepted' ? request.totals.grossMinor : 0n,
    capturedMinor: 0n,
    voidedMinor: 0n,
    refundedMinor: 0n,
    expiresOn,
    expiresAt: endOfDay(expiresOn, merchant.timeZone),
    shippingCount: 0,
    version: 0,
    decideBy: outcome === 'Pending' ? decideBy(result, now, merchant.contract) : null,
    contractVersion: merchant.contractVersion ?? null,
    daysUntilDue: daysUntilDue(request.payment.choice.type, merchant.contract),
    warnedDays: null,
    insertedAt: now,
    updatedAt: now,
  };
}

/** What the buyer reads of an invoice, which a later contract does not change. */
function daysUntilDue(paymentType: string, { invoiceDays, consolidatedInvoiceDays }: Contract): number | null {
  if (paymentType === 'Invoice') return invoiceDays;
  return paymentType === 'Consolidatedinvoice' ? consolidatedInvoiceDays : null;
}

/** A customer's number is remembered the first time it is given. */
export function customerChanges(
  { customer, numberSettled }: PersonInHand,
  customerNumber: string,
  identified: boolean,
): Change[] {
  const changes: Change[] = [];
  const news = customer.number === null || (identified && !customer.identified);
  if (news) changes.push(update('customers', customer, { set: { number: customer.number ?? customerNumber, identified } }));
  const given = customerNumber === customer.number;
  if (!numberSettled && !given) changes.push(insert('customerNumbers', { number: customerNumber, customerKey: customer.key }));
  return changes;
}

/** The hold, and the order in the customer's history. */
function hold({ customer, exposures }: PersonInHand, order: Order, { now }: Setting): Change {
  const exposure = exposures.find((each) => each.currency === order.currency);
  const heldMinor = order.authorizedMinor;
  if (exposure) {
    return update('exposures', exposure, {
      add: { heldMinor, ordersCount: 1, orderedMinor: heldMinor },
      set: {
        largestMinor: heldMinor > exposure.largestMinor ? heldMinor : exposure.largestMinor,
        firstOrderedAt: exposure.firstOrderedAt ?? now,
        lastOrderedAt: now,
      },
    });
  }
  return insert('exposures', {
    customerKey: customer.key,
    currency: order.currency,
    heldMinor,
    debtMinor: 0n,
    ordersCount: 1,
    orderedMinor: heldMinor,
    largestMinor: heldMinor,
    firstOrderedAt: now,
    lastOrderedAt: now,
    paidOnTimeCount: 0,
    paidLateCount: 0,
    dunnedCount: 0,
  });
}

/** An event about the whole order. */
export function eventOf(type: EventType, order: Order, amountMinor = order.authorizedMinor): Event {
  return { type, orderId: order.id, subject: order.number, currency: order.currency, amountMinor };
}
