// A decision as it is kept, and as it comes back: amounts are digit strings, since JSON has no bigint.

import type { Json } from '../json.ts';
import { engineVersion, rejectedByLimit, type Score, score } from './decide-credit.ts';
import { type Application, type BureauAnswer, type Facts, silentRegisters } from './facts.ts';
import { noHistory } from './history.ts';
import { openPolicy, type Policy } from './policy.ts';
import type { CreditDecision } from './rows.ts';
import type { Scorecard } from './scorecard.ts';
import { scorecardNamed } from './scorecards.ts';
import { plainTraits } from './traits.ts';

/** Any data of the core as JSON, amounts as digit strings. Data is never changed, so parts that are JSON already are not copied. */
export function asJson(value: unknown): Json {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value as Json;
  if (Array.isArray(value)) return value.map(partAsJson);
  const members: Record<string, Json> = {};
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    if (member !== undefined) members[name] = partAsJson(member);
  }
  return members;
}

const partAsJson = (value: unknown): Json => (isJson(value) ? value : asJson(value));

/** Has JSON a form for all of it? */
function isJson(value: unknown): value is Json {
  if (typeof value !== 'object' || value === null) return value !== undefined && typeof value !== 'bigint';
  for (const name in value) if (!isJson((value as Record<string, unknown>)[name])) return false;
  return true;
}

const policies = new WeakMap<Policy, Json>();

/** A policy as every decision keeps it: written once a version, not once a decision. */
export function policyAsJson(policy: Policy): Json {
  const json = policies.get(policy) ?? asJson(policy);
  policies.set(policy, json);
  return json;
}

/** A JSON form of a type: amounts are texts. */
type Stored<Value> = Value extends bigint
  ? string
  : Value extends object
    ? { readonly [Name in keyof Value]: Stored<Value[Name]> }
    : Value;

const big = (text: string | number): bigint => BigInt(text);
const bigOrNull = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** What was asked for; members that an older engine did not know are filled in as if nothing remarkable was known. */
export function storedApplication(stored: Json): Application {
  const application = stored as unknown as Stored<Application> &
    Partial<Pick<Application, 'traits' | 'localHour' | 'paymentType'>>;
  return {
    ...application,
    paymentType: application.paymentType ?? 'Invoice',
    localHour: application.localHour ?? 12,
    traits: (application.traits as Application['traits'] | undefined) ?? plainTraits,
    orderMinor: big(application.orderMinor),
    addsMinor: big(application.addsMinor),
  };
}

export function storedFacts(stored: Json): Facts {
  const facts = stored as unknown as Stored<Facts> & Partial<Pick<Facts, 'history' | 'paces' | 'listHits' | 'alike'>>;
  const history = facts.history as Stored<Facts['history']> | undefined;
  return {
    today: facts.today,
    identified: facts.identified,
    exposureMinor: big(facts.exposureMinor),
    bureau: bureauOf(facts.bureau as Stored<BureauAnswer>),
    registers: (facts.registers as Facts['registers'] | undefined) ?? silentRegisters,
    history: history
      ? { ...history, usualMinor: bigOrNull(history.usualMinor), largestMinor: bigOrNull(history.largestMinor) }
      : noHistory,
    paces: (facts.paces as Facts['paces'] | undefined) ?? {},
    listHits: (facts.listHits as Facts['listHits'] | undefined) ?? [],
    alike: facts.alike ?? { count: 0 },
    ...(facts.cleared && { cleared: true as const }),
  };
}

function bureauOf(stored: Stored<BureauAnswer>): BureauAnswer {
  if (stored.verdict === 'limited') return { ...stored, limitMinor: big(stored.limitMinor) };
  if (stored.verdict !== 'historyAlone') return stored;
  const { limitMinor, ...said } = stored;
  return limitMinor === undefined ? said : { ...said, limitMinor: big(limitMinor) };
}

/** A policy as it is kept with a merchant or a decision; one from before the scorecard forbids nothing it did not know. */
export function policyOf(stored: unknown): Policy {
  const policy = stored as Stored<Policy> & Partial<typeof openPolicy>;
  const limits = Object.entries(policy.limits).map(([currency, limit]) => [
    currency,
    { orderMinor: big(limit?.orderMinor ?? 0), customerMinor: big(limit?.customerMinor ?? 0) },
  ]);
  return { ...openPolicy, ...(policy as unknown as Policy), limits: Object.fromEntries(limits) };
}

export function resultOf(stored: Json): Score {
  const result = stored as unknown as Stored<Score>;
  return { ...(result as unknown as Score), limitMinor: big(result.limitMinor) };
}

/** The result of running a decision again. */
export type Again =
  /** The engine or scorecard it was made with is not in this version. */
  { readonly kind: 'older' } | { readonly kind: 'same' | 'different'; readonly score: Score };

/** Decide once more on what was kept. Anything but the same result means that something was changed behind our back. */
export function decideAgain(decision: CreditDecision): Again {
  if (decision.result === null) return { kind: 'older' };
  const before = resultOf(decision.result);
  const scorecard = scorecardNamed(before.scorecard);
  if (!scorecard || before.engine !== engineVersion) return { kind: 'older' };
  const [application, facts, policy] = [
    storedApplication(decision.application),
    storedFacts(decision.facts),
    policyOf(decision.policy),
  ];
  const again = isByLimitAlone(decision, before)
    ? byLimitAlone(application, facts, policy, scorecard)
    : score(application, facts, policy, scorecard);
  const same = canonical(asJson(asKept(again, before, application))) === canonical(decision.result);
  return { kind: same && decision.outcome === again.outcome ? 'same' : 'different', score: again };
}

/** Does it add less than the order amounts to: was an order updated? */
export const isUpdate = ({ addsMinor, orderMinor }: Application): boolean => addsMinor < orderMinor;

/** What the limits alone say of an application, as of an update within what was approved (C26). */
export function byLimitAlone(application: Application, facts: Facts, policy: Policy, scorecard: Scorecard): Score {
  const scored = score(application, facts, policy, scorecard);
  const kept = { ...scored, outcome: 'Accepted', reasons: [], rule: { name: 'none' }, limitOnly: true } as const;
  return rejectedByLimit(scored, application, facts, policy) ?? kept;
}

const limitRules: readonly string[] = ['currency', 'limit of an order', 'limit of the person'];

/**
 * Was it decided by the limits alone? Updates from before that was marked are known by a limit that decided although a rule before it
 * speaks against the order, too.
 */
export function isByLimitAlone(decision: CreditDecision, before: Score): boolean {
  if (before.limitOnly) return true;
  const application = storedApplication(decision.application);
  const scorecard = scorecardNamed(before.scorecard);
  if (!scorecard || !isUpdate(application) || !limitRules.includes(before.rule?.name)) return false;
  return score(application, storedFacts(decision.facts), policyOf(decision.policy), scorecard).rule.name !== before.rule.name;
}

/** As it was kept: once without the mark, and of an update that would have been reviewed with the reason in the answer to the shop. */
function asKept(again: Score, before: Score, application: Application): Score {
  const { limitOnly, ...unmarked } = again;
  const kept = before.limitOnly || !limitOnly ? again : unmarked;
  const isAnswered = isUpdate(application) && again.outcome === 'Pending' && before.reasons?.[0]?.id === 'risk.score';
  return isAnswered ? { ...kept, reasons: [{ id: 'risk.score' }] } : kept;
}

/** Members in one order, however a database gave them back. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
