// What a rejected person is given of a decision: which check it was, whether the score decided, and whether it goes back to what a
// register answered (Directive (EU) 2023/2225 art. 18(8)(a), 19(6)). It is worked out from what was kept with the decision.
import type { RefusalId } from '../refusals.ts';
import { type Check, checkBy, engineVersion, type Score, score } from './decide-credit.ts';
import type { Application, BureauAnswer, Facts } from './facts.ts';
import { isLedByRegister } from './objection.ts';
import type { Policy } from './policy.ts';
import type { RejectionKind } from './rows.ts';
import type { Scorecard } from './scorecard.ts';
import { scorecardNamed } from './scorecards.ts';

/** What decided, as a person reads it: 'Limit' is the highest amount of one order, 'Owed' of all that a customer owes. */
export type Basis = 'Credit' | 'Fraud' | 'Age' | 'UnknownAge' | 'Limit' | 'Owed' | 'Silent';

export interface Grounds {
  readonly basis: Basis;
  /** Did the probability of default decide? Then a person is given the kinds of data that it looked at. */
  readonly isScored: boolean;
  readonly isOfRegister: boolean;
}

/** A rejection as it was kept, with the engine's result. */
export interface Rejected {
  readonly kind: RejectionKind;
  readonly application: Application;
  readonly facts: Facts;
  readonly policy: Policy;
  readonly result: Score;
}

const bases: Readonly<Partial<Record<Check, Basis>>> = { age: 'Age', fraud: 'Fraud', limit: 'Limit', credit: 'Credit' };

/** The grounds of a rejection. `types`: the payment types that it is about, where they are several. */
export function groundsOf(rejected: Rejected, types: readonly string[] = [rejected.application.paymentType]): Grounds {
  const { facts, result } = rejected;
  const { rule } = result;
  if (isOfLimit(rejected)) return groundsOfLimit(rejected);
  const isSilent = rule.name === 'bureau' && facts.bureau.verdict === 'silent';
  const basis = isSilent ? 'Silent' : rule.name === 'unknown age' ? 'UnknownAge' : (bases[checkBy(rule)] ?? 'Credit');
  return { basis, isScored: rule.name === 'cut-off.default', isOfRegister: isOfRegister(rejected, types) };
}

/** Where no result was kept: as far as the reason in the answer to the shop goes. */
export function groundsByReason([first]: readonly { readonly id: RefusalId }[], bureau: BureauAnswer): Grounds {
  const basis = first?.id === 'risk.underage' ? 'Age' : first?.id === 'risk.limit' ? 'Limit' : 'Credit';
  return { basis, isScored: false, isOfRegister: isLedByRegister(bureau, undefined) };
}

/** Did what the customer owes decide? An account is granted what is left of that, so its amount alone is never too high. */
const isOfLimit = ({ kind, facts, result: { rule, limitMinor } }: Rejected): boolean =>
  rule.name === 'limit of the person' ||
  (kind === 'account' && rule.name === 'limit of an order' && limitMinor <= facts.exposureMinor);

/** The policy's own limit, unless the amount would be within that: then what lowered it decided, a step of the score or a bureau. */
function groundsOfLimit({ kind, application, facts, policy, result }: Rejected): Grounds {
  const owedMinor = facts.exposureMinor + (kind === 'account' ? 1n : application.addsMinor);
  const agreedMinor = policy.limits[application.currency]?.customerMinor ?? 0n;
  if (owedMinor > agreedMinor) return { basis: 'Owed', isScored: false, isOfRegister: false };
  if (facts.bureau.verdict !== 'limited') return { basis: 'Credit', isScored: true, isOfRegister: false };
  const scorecard = scorecardOf(result);
  if (!scorecard) return { basis: 'Credit', isScored: false, isOfRegister: true };
  const allows = (bureau: BureauAnswer): boolean =>
    owedMinor <= score(application, { ...facts, bureau }, policy, scorecard).limitMinor;
  const isScored = !allows({ verdict: 'limited', limitMinor: agreedMinor });
  return { basis: 'Credit', isScored, isOfRegister: allows({ verdict: 'clear' }) };
}

/** Would the result be another one without what the register said? Silence is not an answer. */
function isOfRegister({ application, facts, policy, result }: Rejected, types: readonly string[]): boolean {
  const { bureau } = facts;
  const { rule, weights } = result;
  if (bureau.verdict === 'silent' || checkBy(rule) === 'limit') return false;
  if (isLedByRegister(bureau, rule.name)) return true;
  const scorecard = scorecardOf(result);
  if (!scorecard) return rule.name.startsWith('cut-off.') && weights.some(({ fact }) => fact === 'bureau');
  const by = (paymentType: string, said: BureauAnswer): string => {
    const again = score({ ...application, paymentType }, { ...facts, bureau: said }, policy, scorecard);
    return `${again.outcome} ${again.rule.name}`;
  };
  return types.some((type) => by(type, bureau) !== by(type, { verdict: 'clear' }));
}

/** Nothing where another version of the service decided: then it is not decided again. */
const scorecardOf = ({ scorecard, engine }: Score): Scorecard | undefined =>
  engine === engineVersion ? scorecardNamed(scorecard) : undefined;
