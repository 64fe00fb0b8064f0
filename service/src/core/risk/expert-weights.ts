// Weights that were not measured: what registers and reference data say of a person and an address does not occur in the
// synthetic orders, so these are an expert's guess, moderate on purpose, in the same thousandths as the trained ones. Silence
// weighs nothing: where no source is asked, no buyer is worse.
import type { LeftOut, Scorecard } from './scorecard.ts';

/** Counts on with every change of a weight below: other weights are another scorecard. */
const expertsVersion = 1;

// biome-ignore format: a table reads by its rows
const expertWeights: Scorecard['weights'] = {
  'population register': {
    // Did not report a move to the shop: careless more often than a fraud.
    'moved': [250, 400],
    // A person lives there, by another name or birth date.
    'different': [150, 1100],
    'unknown': [100, 700],
    // Rejected by a rule; the weight shows in what is explained.
    'deceased': [0, 2500],
  },
  'address register': {
    'unknown': [100, 600],
  },
  'address': {
    'doubtful': [100, 500],
    'contradiction': [100, 500],
  },
};

/** The trained scorecard with the experts' weights beside it, but for the facts that it leaves out; its name names both. */
export function withExperts(trained: Scorecard, leftOut: LeftOut = { default: [], fraud: [] }): Scorecard {
  const kept = Object.entries(expertWeights).map(([fact, classes]) => {
    const [noDefault, noFraud] = [leftOut.default.includes(fact), leftOut.fraud.includes(fact)];
    const weights = Object.entries(classes).map(
      ([each, [toDefault, toFraud]]) => [each, [noDefault ? 0 : toDefault, noFraud ? 0 : toFraud]] as const,
    );
    return [fact, Object.fromEntries(weights)] as const;
  });
  return {
    ...trained,
    name: `${trained.name}+experts-${expertsVersion}`,
    weights: { ...trained.weights, ...Object.fromEntries(kept) },
  };
}
