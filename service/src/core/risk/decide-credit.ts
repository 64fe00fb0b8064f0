// The credit decision: a pure function of the application, the facts known about the person and the merchant's policy.
// Everything it looked at is stored with its result, so that it can be run again to the same outcome
// (docs/adr/0006-the-credit-engine.md).
import { strongHit } from '../lists.ts';
import { minorToWire } from '../money.ts';
import type { RefusalId } from '../refusals.ts';
import type { Application, Facts } from './facts.ts';
import { cutOffOf, type Policy, type WayOut } from './policy.ts';
import { type Probabilities, type Scorecard, type Weight, weigh } from './scorecard.ts';
import { marks, type Window } from './velocity.ts';

export type { Application, BureauAnswer, Facts } from './facts.ts';

export const outcomes = ['Accepted', 'Pending', 'Rejected', 'NotEvaluated'] as const;
export type Outcome = (typeof outcomes)[number];

/** Why a decision went as it did, as the shop and the consumer see it; the catalogue gives its public code and texts. */
export interface Reason {
  readonly id: RefusalId;
}

/** What decided, for those who run the service: never shown to a shop or a consumer. */
export interface Rule {
  /** Such as 'age', 'limit', 'velocity.person.hour', 'cut-off.fraud'; 'none' when nothing spoke against it. */
  readonly name: string;
  /** What was found and what the policy allows, as texts, where the rule has such. */
  readonly found?: string;
  readonly allowed?: string;
}

export interface Score {
  readonly outcome: Outcome;
  /** Most important first; empty when accepted. */
  readonly reasons: readonly Reason[];
  readonly rule: Rule;
  /** Probability that the order is not paid, and that it is not meant to be paid, in millionths. */
  readonly defaultPpm: number;
  readonly fraudPpm: number;
  /** What the person may owe in all in the order's currency, in minor units. */
  readonly limitMinor: bigint;
  /** The facts that moved the probabilities, strongest first. */
  readonly weights: readonly Weight[];
  /** The scorecard that the weights are from, and the version of the rules. */
  readonly scorecard: string;
  readonly engine: number;
  /** Nothing but the limits was asked (rejectedByLimit): such a decision is run again by them alone. */
  readonly limitOnly?: true;
}

/** Counts on with every change after which the same facts may have another result: an older decision is then not run again. */
export const engineVersion = 3;

/** A rule that was hit. */
interface Hit {
  readonly outcome: 'Rejected' | 'Pending';
  readonly reason: RefusalId;
  readonly rule: Rule;
}

const rejected = (reason: RefusalId, rule: RuleName, found?: string, allowed?: string): Hit =>
  hit('Rejected', reason, rule, found, allowed);
const pending = (reason: RefusalId, rule: RuleName, found?: string, allowed?: string): Hit =>
  hit('Pending', reason, rule, found, allowed);

function hit(outcome: Hit['outcome'], reason: RefusalId, name: RuleName, found?: string, allowed?: string): Hit {
  return { outcome, reason, rule: { name, ...(found !== undefined && { found }), ...(allowed !== undefined && { allowed }) } };
}

/** What a rule is about: a person's ability to pay is one matter, the danger of fraud another. */
export const checks = ['age', 'identity', 'credit', 'fraud', 'delivery', 'limit', 'none'] as const;
export type Check = (typeof checks)[number];

const checkOf = {
  age: 'age',
  'unknown age': 'age',
  'national number': 'identity',
  'population register': 'fraud',
  'negative list': 'fraud',
  bureau: 'credit',
  'cut-off.fraud': 'fraud',
  'cut-off.default': 'credit',
  currency: 'limit',
  'limit of an order': 'limit',
  // It falls with the probability of default.
  'limit of the person': 'credit',
  address: 'delivery',
} as const satisfies Readonly<Record<string, Check>>;

type RuleName = keyof typeof checkOf | `velocity.${string}`;

/** Which check a rule belongs to, also one of a decision that was kept. */
export function checkBy({ name }: Rule): Check {
  if (Object.hasOwn(checkOf, name)) return checkOf[name as keyof typeof checkOf];
  return name.startsWith('velocity.') ? 'fraud' : 'none';
}

/**
 * Decide an application. Rules first: the order of the checks is the order of importance, and the first that fails is the
 * reason given. What passes them is measured against the cut-offs of the payment type.
 */
export function score(application: Application, facts: Facts, policy: Policy, scorecard: Scorecard): Score {
  return scoreBy(weigh(scorecard, application, facts, policy), application, facts, policy, scorecard);
}

/** The same decision for each of these payment types. They differ in their cut-offs alone: a scorecard does not look at the type. */
export function scoresOf<Type extends string>(
  types: readonly Type[],
  application: Application,
  facts: Facts,
  policy: Policy,
  scorecard: Scorecard,
): (readonly [Type, Score])[] {
  const weighed = weigh(scorecard, application, facts, policy);
  return types.map((type) => [type, scoreBy(weighed, { ...application, paymentType: type }, facts, policy, scorecard)]);
}

function scoreBy(
  weighed: Probabilities,
  application: Application,
  facts: Facts,
  policy: Policy,
  { name: scorecard }: Scorecard,
): Score {
  const limitMinor = personLimit(application, facts, policy, weighed.defaultPpm);
  const found =
    identityHit(application, facts, policy) ??
    (facts.cleared ? undefined : reputationHit(facts, policy)) ??
    velocityHit(facts, policy) ??
    (facts.cleared ? undefined : cutOffHit(application, policy, weighed)) ??
    limitHit(application, facts, policy, limitMinor) ??
    addressHit(application) ??
    (facts.cleared ? undefined : pendingHit(application, facts, policy, weighed));
  return {
    outcome: found?.outcome ?? 'Accepted',
    reasons: found ? [{ id: found.reason }] : [],
    rule: found?.rule ?? { name: 'none' },
    limitMinor,
    scorecard,
    engine: engineVersion,
    ...weighed,
  };
}

/** Only the limits: where nothing new is scored, what is owed still must not pass them (C26). Nothing when it does not. */
export function rejectedByLimit(scored: Score, application: Application, facts: Facts, policy: Policy): Score | undefined {
  const found = limitHit(application, facts, policy, scored.limitMinor);
  return found && { ...scored, outcome: found.outcome, reasons: [{ id: found.reason }], rule: found.rule, limitOnly: true };
}

function identityHit(application: Application, facts: Facts, policy: Policy): Hit | undefined {
  const { category, ageYears } = application;
  if (facts.bureau.verdict === 'underage') return rejected('risk.underage', 'age', 'under age, says the bureau');
  if (category === 'Person' && ageYears !== null && ageYears < policy.minimumAge)
    return rejected('risk.underage', 'age', String(ageYears), String(policy.minimumAge));
  if (application.needsNationalId && !facts.identified) return rejected('risk.identity_required', 'national number');
  if (category === 'Person' && ageYears === null && policy.unknownAge === 'Reject') return rejected('risk.score', 'unknown age');
  return undefined;
}

function reputationHit({ bureau, registers, listHits }: Facts, policy: Policy): Hit | undefined {
  // The buyer who orders in the name of the dead is another person.
  if (registers.population === 'deceased') return rejected('risk.score', 'population register', 'deceased');
  const from = policy.rejectListHitsFrom;
  const listed = strongestHit(listHits);
  if (from !== null && listed >= from) return rejected('risk.score', 'negative list', String(listed), String(from));
  if (bureau.verdict === 'negative') return rejected('risk.score', 'bureau', 'negative');
  if (bureau.verdict === 'chargeback') return rejected('risk.chargeback', 'bureau', 'open chargeback');
  if (bureau.verdict === 'silent' && policy.whenSilent === 'Reject') return rejected('risk.score', 'bureau', 'silent');
  return undefined;
}

const strongestHit = (hits: Facts['listHits']): number =>
  hits.reduce((most, each) => (each.list === 'negative' && each.strength > most ? each.strength : most), 0);

const windows: readonly Window[] = ['hour', 'day', 'week'];

/** A burst is stopped: the order that would be one more than allowed within a window. */
function velocityHit({ paces }: Facts, policy: Policy): Hit | undefined {
  for (const mark of marks) {
    const pace = paces[mark];
    if (!pace) continue;
    for (const window of windows) {
      const most = policy.velocity[mark][window];
      if (most !== null && pace[window] >= most)
        return rejected('risk.score', `velocity.${mark}.${window}`, String(pace[window] + 1), String(most));
    }
  }
  return undefined;
}

/** Is the person surely on the merchant's positive list? Whom the merchant knows well need not be looked at by a person. */
const isWelcome = ({ listHits }: Facts): boolean =>
  listHits.some((each) => each.list === 'positive' && each.strength >= strongHit);

/** Is the order above a limit, of one order or of the person? Where the policy has none for its currency nothing is granted. */
function limitHit(application: Application, facts: Facts, policy: Policy, limitMinor: bigint): Hit | undefined {
  const { orderMinor, addsMinor, currency } = application;
  const limit = policy.limits[currency];
  if (!limit) return rejected('risk.limit', 'currency', currency);
  const hits = (rule: RuleName, found: bigint, allowed: bigint): Hit | undefined =>
    found > allowed ? rejected('risk.limit', rule, amountText(found), amountText(allowed)) : undefined;
  return (
    hits('limit of an order', orderMinor, limit.orderMinor) ??
    hits('limit of the person', facts.exposureMinor + addsMinor, limitMinor)
  );
}

const amountText = (minor: bigint): string => minorToWire(minor).toFixed(2);
/** Millionths as per cent, in whole numbers: 81234 is "8.1234 %". */
const ppmText = (ppm: number): string => `${Math.floor(ppm / 10_000)}.${String(ppm % 10_000).padStart(4, '0')} %`;

/** The customer's limit of the policy, less where default is likelier, and never above what the bureau would grant. */
function personLimit({ currency }: Application, { bureau, cleared }: Facts, policy: Policy, defaultPpm: number): bigint {
  const agreed = policy.limits[currency]?.customerMinor ?? 0n;
  if (cleared) return agreed;
  let share = 100;
  for (const step of policy.limitSteps) if (defaultPpm > step.aboveDefaultPpm) share = step.sharePercent;
  const granted = (agreed * BigInt(share)) / 100n;
  return bureau.verdict === 'limited' && bureau.limitMinor < granted ? bureau.limitMinor : granted;
}

const isAbove = (ppm: number, bound: number | null): bound is number => bound !== null && ppm > bound;

function cutOffHit({ paymentType }: Application, policy: Policy, { defaultPpm, fraudPpm }: Probabilities): Hit | undefined {
  const { rejectDefaultPpm, rejectFraudPpm } = cutOffOf(policy, paymentType);
  if (isAbove(fraudPpm, rejectFraudPpm))
    return rejected('risk.score', 'cut-off.fraud', ppmText(fraudPpm), ppmText(rejectFraudPpm));
  if (isAbove(defaultPpm, rejectDefaultPpm))
    return rejected('risk.score', 'cut-off.default', ppmText(defaultPpm), ppmText(rejectDefaultPpm));
  return undefined;
}

/** Last of the rejections: an address is worth asking about only when the order would be accepted otherwise (C45). */
const addressHit = ({ traits }: Application): Hit | undefined =>
  traits.address === 'contradiction' ? rejected('risk.address_contradiction', 'address', traits.address) : undefined;

/**
 * A review before a confirmation: the code goes to a number that the buyer gave, and its right answer approves the order without
 * a person. The reviewer sees in the facts that the bureau asked for it.
 */
const pendingHit = (application: Application, facts: Facts, policy: Policy, weighed: Probabilities): Hit | undefined =>
  (isWelcome(facts) ? undefined : reviewHit(application, facts, policy, weighed)) ??
  (facts.bureau.verdict === 'authenticate' ? pending('risk.authentication', 'bureau', 'authenticate') : undefined);

const saidOf = ({ limitMinor }: { readonly limitMinor?: bigint }): string =>
  limitMinor === undefined ? 'negative' : `no more than ${amountText(limitMinor)}`;

function reviewHit(application: Application, facts: Facts, policy: Policy, weighed: Probabilities): Hit | undefined {
  const { bureau, listHits } = facts;
  const asks = (way: WayOut): boolean => way === 'Review';
  if (bureau.verdict === 'review') return pending('risk.review', 'bureau', 'review');
  if (bureau.verdict === 'historyAlone')
    return pending('risk.review', 'bureau', `${saidOf(bureau)}, by the payment history alone`);
  if (bureau.verdict === 'silent' && asks(policy.whenSilent)) return pending('risk.review', 'bureau', 'silent');
  if (application.category === 'Person' && application.ageYears === null && asks(policy.unknownAge))
    return pending('risk.review', 'unknown age');
  const from = policy.reviewListHitsFrom;
  const listed = strongestHit(listHits);
  if (from !== null && listed >= from) return pending('risk.review', 'negative list', String(listed), String(from));
  const { reviewDefaultPpm, reviewFraudPpm } = cutOffOf(policy, application.paymentType);
  if (isAbove(weighed.fraudPpm, reviewFraudPpm))
    return pending('risk.review', 'cut-off.fraud', ppmText(weighed.fraudPpm), ppmText(reviewFraudPpm));
  if (isAbove(weighed.defaultPpm, reviewDefaultPpm))
    return pending('risk.review', 'cut-off.default', ppmText(weighed.defaultPpm), ppmText(reviewDefaultPpm));
  return undefined;
}
