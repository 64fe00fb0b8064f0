// Weights that were not measured: what registers and reference data say of a person and an address does not occur in the
// synthetic orders, so these are an expert's guess, moderate on purpose, in the same thousandths as the trained ones. Silence
// weighs nothing: where no source is asked, no buyer is worse.
import type { Scorecard } from './scorecard.ts';

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

/** The trained scorecard with the experts' weights beside it; its name names both. */
export const withExperts = (trained: Scorecard): Scorecard => ({
  ...trained,
  name: `${trained.name}+experts-${expertsVersion}`,
  weights: { ...trained.weights, ...expertWeights },
});
