// Which scorecard holds on a day: the law keeps some kinds of data out of a score (§ 37a BDSG), and a scorecard of which
// weights are only struck out would be wrong in the others, so there is one fitted without them (`npm run train-risk`).
import type { Law } from '../law/law-on.ts';
import type { DataKind, Scoring } from '../law/rows.ts';
import { builtInScorecards } from './built-in-scorecard.ts';
import { kindsOf, type Scorecard } from './scorecard.ts';

/** By what a row of the law says, of which there are few. */
const chosen = new WeakMap<Scoring, Scorecard>();

/** The scorecard that looks at nothing the law keeps out. Throws where none was fitted for a row of the law: a fault of ours. */
export function scorecardFor({ country, on, scoring }: Pick<Law, 'country' | 'on' | 'scoring'>): Scorecard {
  const found = chosen.get(scoring) ?? builtInScorecards.find((each) => isWithin(each, scoring));
  if (!found) throw new Error(`no scorecard was fitted for the law of ${country} on ${on}: npm run train-risk`);
  chosen.set(scoring, found);
  return found;
}

function isWithin(scorecard: Scorecard, { notInCredit, notInFraud }: Scoring): boolean {
  const keepsOut = (used: readonly DataKind[], kinds: readonly DataKind[]) => !used.some((kind) => kinds.includes(kind));
  return keepsOut(kindsOf(scorecard, 'default'), notInCredit) && keepsOut(kindsOf(scorecard, 'fraud'), notInFraud);
}

/** The scorecard that a decision names; nothing where this version does not have it. */
export const scorecardNamed = (name: string): Scorecard | undefined => builtInScorecards.find((each) => each.name === name);
