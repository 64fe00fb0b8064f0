// Applying for an account (C65): a credit decision, and the account it opens or hands to review.
import { type Change, type Decided, insert, update } from '../changes.ts';
import { currencyFault } from '../checkout/currency.ts';
import type { AccountProfile } from '../credit-profiles.ts';
import { customerNumberOf, type Introduction, remember } from '../customer.ts';
import { type Day, dayAt, type Instant } from '../dates.ts';
import type { Event } from '../events.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Merchant } from '../merchant.ts';
import type { Currency } from '../money.ts';
import { applicationOf, customerChanges, factsOf, type Marks } from '../order/authorize.ts';
import type { PersonInHand } from '../order/in-hand.ts';
import { decideBy } from '../order/review.ts';
import type { Party } from '../party.ts';
import { lawfulAccount, profileWithLimit } from '../plan/offers.ts';
import { type Refusal, refuse } from '../refusals.ts';
import { type Facts, type Outcome, type Reason, type Score, score } from '../risk/decide-credit.ts';
import { asJson, policyAsJson } from '../risk/decision.ts';
import type { Heard } from '../risk/facts.ts';
import { scorecardFor } from '../risk/scorecards.ts';
import type { Traits } from '../risk/traits.ts';
import { countedOnce } from '../risk/velocity.ts';
import type { Exposure } from '../rows.ts';
import type { Setting } from '../setting.ts';
import type { Language } from '../texts/texts.ts';
import type { Account, AccountApplication } from './account.ts';
import { agreementRow } from './agreement.ts';
import { accountFirst, newAccount, termsFrom } from './opening.ts';
import { isSpent } from './order-limit.ts';
import { eventOf } from './post.ts';

export interface AccountRequest {
  readonly askedMinor: bigint;
  readonly currency: Currency;
  readonly party: Party;
  readonly introduction: Introduction;
  readonly traits: Traits;
  readonly marks: Marks;
  /** As it was sent, without the national number. */
  readonly customer: JsonObject;
  readonly nationalId: string | null;
  readonly firstNoticeAt: Instant | null;
  readonly language: Language;
  /** The page on which an account is withdrawn from. */
  readonly withdrawalUrl: (accountId: string) => string;
}

export interface Applied {
  readonly outcome: Outcome;
  readonly reasons: readonly Reason[];
  readonly customerNumber: string;
  /** None where nothing was decided anew. */
  readonly decisionId: string | null;
  /** None where the application was rejected. */
  readonly account: Account | null;
  /** The document with form and agreement; none where no account was opened, or one for a company. */
  readonly agreementId: string | null;
}

/**
 * Decide an application. A person who has an account in the currency is answered with it, also for another request. The limit
 * granted is what was asked for or what may be granted at most, the lesser of the two. Refused: a currency outside the
 * contract, a contract without accounts.
 */
export function applyForAccount(
  request: AccountRequest,
  person: PersonInHand,
  accounts: readonly Account[],
  heard: Heard,
  setting: Setting,
): Decided<Applied> | Refusal {
  const { merchant, now } = setting;
  const today = dayAt(now, merchant.timeZone);
  const limits = merchant.contract.policy.limits[request.currency];
  const fault = currencyFault(merchant, request.currency, 'customer.currency');
  if (fault || !limits) return fault ?? refuse('order.currency_not_offered', 'customer.currency');
  // A rate above a cap of the law (C43) is never agreed, even if the contract has it.
  const profiles = merchant.contract.accountProfiles.filter((each) => 'annualRate' in lawfulAccount(each, merchant, today));
  const known = accountFirst(accounts.filter((account) => account.currency === request.currency && !isSpent(account)));
  if (known) return again(known);
  if (profiles.length === 0) return refuse('method.not_available');

  const customerNumber = customerNumberOf(request.party, person, setting);
  const asked = { ...request, paymentType: 'Account', totals: totalsOf(request.askedMinor), leastMinor: 1n };
  const facts = factsOf(asked, person, heard, setting);
  const scorecard = scorecardFor(setting.law);
  const { limitMinor } = score(applicationOf(asked, person, setting), facts, merchant.contract.policy, scorecard);
  const granted = grantable(request.askedMinor, facts, [limitMinor, limits.orderMinor + facts.exposureMinor]);
  const application = applicationOf({ ...asked, totals: totalsOf(granted) }, person, setting);
  const scored = score(application, facts, merchant.contract.policy, scorecard);
  const result = reviewed(scored);
  const stands = result.outcome === 'Accepted' || result.outcome === 'Pending';
  const profile = profileFor({ currency: request.currency, limitMinor: granted, on: today }, profiles, merchant);
  if (stands && !profile) return refuse('method.not_available');
  const account =
    stands && profile ? accountOf(request, person, { granted, customerNumber, profile, today }, result, setting) : null;
  const paper = account && request.party.category === 'Person' ? agreementRow(account, request, setting) : null;
  const kept = {
    asked: request.askedMinor,
    granted: account ? granted : 0n,
    application: asJson(application),
    facts: asJson(facts),
    result: asJson(scored),
  };
  const applied = applicationRow(person, account, kept, result, setting);
  return {
    answer: { ...result, customerNumber, account, decisionId: applied.id, agreementId: paper?.id ?? null },
    changes: [
      ...customerChanges(person, customerNumber, facts.identified),
      ...countedOnce([person.customer.key, ...Object.values(request.marks)], person.velocities, setting.now, setting.writer),
      ...(account ? opening(account, request, person, setting) : []),
      ...(paper ? [insert('documents', paper)] : []),
      insert('accountApplications', applied),
    ],
    events: [account ? openedEvent(account, result.outcome) : rejectedEvent(applied, request)],
  };
}

const openedEvent = (account: Account, outcome: Outcome): Event =>
  eventOf(account, {
    type: outcome === 'Accepted' ? 'account.opened' : 'account.placed_under_review',
    subject: account.number,
    amountMinor: account.limitMinor,
  });

/** There is no account to show. */
const rejectedEvent = ({ id }: AccountApplication, { currency, askedMinor }: AccountRequest): Event => ({
  type: 'account.rejected',
  orderId: null,
  resource: { type: 'account_application', number: id, version: 1 },
  subject: id,
  currency,
  amountMinor: askedMinor,
});

/** The first account, and nothing new. */
function again(account: Account): Decided<Applied> {
  const pending = account.state === 'UnderReview';
  const answer: Applied = {
    outcome: pending ? 'Pending' : 'Accepted',
    reasons: pending ? [{ id: 'account.under_review' }] : [],
    customerNumber: account.customerNumber,
    account,
    decisionId: null,
    agreementId: null,
  };
  return { answer, changes: [], events: [] };
}

const totalsOf = (grossMinor: bigint) => ({ grossMinor, netMinor: null, lines: [] });

/** What was asked for, or what is left of the least limit; where nothing is left, what was asked for, which is then rejected. */
function grantable(askedMinor: bigint, { exposureMinor }: Facts, limits: readonly bigint[]): bigint {
  const left = limits.map((limit) => limit - exposureMinor).reduce((least, each) => (each < least ? each : least));
  if (left <= 0n || askedMinor < left) return askedMinor;
  return left;
}

/** There is no page on which an applicant could confirm the identity: a person looks at it. */
function reviewed(result: Score): Score {
  if (result.outcome !== 'Pending') return result;
  return { ...result, reasons: [{ id: 'account.under_review' }] };
}

/** Caps are amounts in the merchant's currency: an account in another one has no fees, and is judged by its interest alone. */
function profileFor(
  { currency, limitMinor, on }: { readonly currency: Currency; readonly limitMinor: bigint; readonly on: Day },
  profiles: readonly AccountProfile[],
  merchant: Merchant,
): AccountProfile | undefined {
  if (currency !== merchant.currency) return profiles[0];
  return profiles.map((each) => profileWithLimit(limitMinor, each, merchant, on)).find((each) => each !== undefined);
}

interface Granted {
  readonly granted: bigint;
  readonly customerNumber: string;
  readonly profile: AccountProfile;
  readonly today: Day;
}

function accountOf(
  request: AccountRequest,
  { customer }: PersonInHand,
  { granted, customerNumber, profile, today }: Granted,
  result: Score,
  setting: Setting,
): Account {
  const { now, merchant } = setting;
  const waits = result.outcome === 'Pending';
  const { currency, firstNoticeAt } = request;
  const opened = {
    customerKey: customer.key,
    customerNumber,
    currency,
    profileNo: profile.profileNo,
    terms: { ...termsFrom(profile, currency, { on: today, amountMinor: granted }, merchant), payoutFees: true },
    state: waits ? 'UnderReview' : 'Open',
    limitMinor: granted,
    decideBy: waits ? decideBy(result, now, merchant.contract) : null,
    orderNumber: null,
    noticeOn: firstNoticeAt === null ? null : dayAt(firstNoticeAt, merchant.timeZone),
  } as const;
  return newAccount(opened, setting);
}

/** The rows of a new account. Its whole limit counts as held: it is a promise like an open authorization. */
function opening(account: Account, request: AccountRequest, person: PersonInHand, { now }: Setting): Change[] {
  const exposure = person.exposures.find((each) => each.currency === account.currency);
  const { limitMinor: heldMinor, currency } = account;
  return [
    insert('accounts', account),
    insert('accountOwners', { accountNumber: account.number, customer: request.customer, nationalId: request.nationalId }),
    remember(person, request.introduction.profile, now),
    exposure
      ? update('exposures', exposure, { add: { heldMinor } })
      : insert('exposures', { customerKey: person.customer.key, currency, heldMinor, debtMinor: 0n, ...noOrders }),
  ];
}

function applicationRow(
  { customer }: PersonInHand,
  account: Account | null,
  kept: { asked: bigint; granted: bigint; application: Json; facts: Json; result: Json },
  { outcome, reasons }: Score,
  { now, merchant, chance }: Setting,
): AccountApplication {
  return {
    id: chance.id(),
    customerKey: customer.key,
    accountNumber: account?.number ?? null,
    outcome,
    askedMinor: kept.asked,
    grantedMinor: kept.granted,
    application: kept.application,
    facts: kept.facts,
    policy: policyAsJson(merchant.contract.policy),
    reasons: asJson(reasons),
    result: kept.result,
    decidedAt: now,
  };
}

/** A person who has no orders yet. */
const noOrders: Omit<Exposure, 'customerKey' | 'currency' | 'heldMinor' | 'debtMinor'> = {
  ordersCount: 0,
  orderedMinor: 0n,
  largestMinor: 0n,
  firstOrderedAt: null,
  lastOrderedAt: null,
  paidOnTimeCount: 0,
  paidLateCount: 0,
  dunnedCount: 0,
};
