// An application of which nothing is remarkable, and a scorecard that says the same of everyone: what a test changes alone decides.
import type { ListHit } from '../../src/core/lists.ts';
import type { Application, Facts } from '../../src/core/risk/facts.ts';
import { silentRegisters } from '../../src/core/risk/facts.ts';
import { noHistory } from '../../src/core/risk/history.ts';
import { openPolicy, type Policy } from '../../src/core/risk/policy.ts';
import type { Scorecard } from '../../src/core/risk/scorecard.ts';
import { plainTraits } from '../../src/core/risk/traits.ts';

export const application: Application = {
  category: 'Person',
  paymentType: 'Invoice',
  currency: 'EUR',
  orderMinor: 10_000n,
  addsMinor: 10_000n,
  ageYears: 40,
  needsNationalId: false,
  localHour: 12,
  traits: plainTraits,
};

export const facts: Facts = {
  today: '2026-06-10',
  identified: false,
  exposureMinor: 0n,
  bureau: { verdict: 'clear' },
  registers: silentRegisters,
  history: noHistory,
  paces: {},
  listHits: [],
  alike: { count: 0 },
};

/** One order may be 500.00, and a customer owe 1 000.00. */
export const policy: Policy = {
  ...openPolicy,
  version: 'plain',
  minimumAge: 18,
  limits: { EUR: { orderMinor: 50_000n, customerMinor: 100_000n } },
};

/** Sums of -3 000 are 4.7426 %, and of 0 are 50 %. */
export const flat = (forDefault = -9_000, forFraud = -9_000): Scorecard => ({
  name: 'flat',
  base: { default: forDefault, fraud: forFraud },
  weights: {},
});

/** Somebody on a list of the merchant's who may be meant. */
export const hit = (list: ListHit['list'], strength: number): ListHit => {
  return { entryId: 'e', list, kind: 'person', strength, match: 'exact', signs: [] };
};
