import type { Scorecard } from './scorecard.ts';

export const builtInScorecard: Scorecard = { name: 'none', base: { default: -3500, fraud: -4600 }, weights: {} };
