// From facts to probabilities, in whole numbers only: weights are thousandths of a logarithm of the odds, added up, and a
// table turns the sum into millionths. So the same facts give the same figures on every machine, permanently.
import type { DataKind } from '../law/rows.ts';
import { type Application, characteristics } from './characteristics.ts';
import type { Facts } from './facts.ts';
import { logisticPpm, tableEnd, tableStep } from './logistic-table.ts';
import type { Policy } from './policy.ts';

/** How much a class adds to the logarithm of the odds, in thousandths. */
export interface ClassWeight {
  readonly default: number;
  readonly fraud: number;
}

export interface Scorecard {
  /** Named in every decision, so that a decision is never run again with other weights. */
  readonly name: string;
  readonly base: ClassWeight;
  /** By characteristic and class; a class that is not there weighs nothing. */
  readonly weights: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>;
}

/** Names of facts that a scorecard does not look at, for each of its two probabilities. */
export interface LeftOut {
  readonly default: readonly string[];
  readonly fraud: readonly string[];
}
export type Likelihood = keyof LeftOut;

/** The kinds of data that one of a scorecard's probabilities looks at. */
export function kindsOf(scorecard: Scorecard, likelihood: Likelihood): DataKind[] {
  const place = likelihood === 'default' ? 0 : 1;
  const used = characteristics.filter(({ name }) =>
    Object.values(scorecard.weights[name] ?? {}).some((weight) => weight[place] !== 0),
  );
  return [...new Set(used.flatMap(({ kinds }) => kinds))].sort();
}

/** A fact with what it changed. */
export interface Weight {
  readonly fact: string;
  readonly value: string;
  readonly default: number;
  readonly fraud: number;
}

export interface Probabilities {
  readonly defaultPpm: number;
  readonly fraudPpm: number;
  /** The strongest first; facts that change nothing are left out. */
  readonly weights: readonly Weight[];
}

type Compiled = readonly (readonly (readonly [number, number])[])[];
const compiled = new WeakMap<Scorecard, Compiled>();
const nothing = [0, 0] as const;

function compile(scorecard: Scorecard): Compiled {
  const known = compiled.get(scorecard);
  if (known) return known;
  const made = characteristics.map(({ name, classes }) => classes.map((each) => scorecard.weights[name]?.[each] ?? nothing));
  compiled.set(scorecard, made);
  return made;
}

/** Millionths for a sum of thousandths, straight between the entries of the table; never 0 and never certain. */
export function probabilityPpm(sum: number): number {
  const inside = Math.max(-tableEnd, Math.min(tableEnd, sum)) + tableEnd;
  const place = Math.floor(inside / tableStep);
  const below = logisticPpm[place] ?? 1;
  const above = logisticPpm[place + 1] ?? below;
  return below + Math.floor(((above - below) * (inside - place * tableStep)) / tableStep);
}

/** Which class each characteristic falls into, in their order. */
export function classesOf(application: Application, facts: Facts, policy: Policy): number[] {
  return characteristics.map(({ classOf }) => classOf(application, facts, policy));
}

/** Probability of default and of fraud, with every fact that moved them. */
export function weigh(scorecard: Scorecard, application: Application, facts: Facts, policy: Policy): Probabilities {
  const table = compile(scorecard);
  let forDefault = scorecard.base.default;
  let forFraud = scorecard.base.fraud;
  const weights: Weight[] = [];
  let index = 0;
  for (const { name, classes, classOf } of characteristics) {
    const place = classOf(application, facts, policy);
    const [toDefault, toFraud] = table[index]?.[place] ?? nothing;
    index += 1;
    if (toDefault === 0 && toFraud === 0) continue;
    forDefault += toDefault;
    forFraud += toFraud;
    weights.push({ fact: name, value: classes[place] ?? '', default: toDefault, fraud: toFraud });
  }
  weights.sort((a, b) => strength(b) - strength(a) || (a.fact < b.fact ? -1 : 1));
  return { defaultPpm: probabilityPpm(forDefault), fraudPpm: probabilityPpm(forFraud), weights };
}

const strength = (weight: Weight): number => Math.max(Math.abs(weight.default), Math.abs(weight.fraud));
