// A policy to begin with in earnest: cut-offs where the built-in scorecard separates well (docs/risk-model.md), bursts
// stopped under every mark. The demo shops have another, which accepts nearly every adult (C44).
import { openPolicy, type Policy } from './policy.ts';

const thousand = { orderMinor: 1_000_00n, customerMinor: 1_500_00n };
const tenThousand = { orderMinor: 10_000_00n, customerMinor: 15_000_00n };

export const standardPolicy: Policy = {
  ...openPolicy,
  version: 'standard',
  minimumAge: 18,
  limits: { EUR: thousand, CHF: thousand, SEK: tenThousand, NOK: tenThousand, DKK: tenThousand },
  limitSteps: [
    { aboveDefaultPpm: 30_000, sharePercent: 60 },
    { aboveDefaultPpm: 60_000, sharePercent: 35 },
  ],
  cutOffs: {
    any: { reviewDefaultPpm: null, rejectDefaultPpm: 120_000, reviewFraudPpm: 60_000, rejectFraudPpm: 200_000 },
    Installment: { reviewDefaultPpm: null, rejectDefaultPpm: 90_000, reviewFraudPpm: 50_000, rejectFraudPpm: 150_000 },
    Account: { reviewDefaultPpm: null, rejectDefaultPpm: 80_000, reviewFraudPpm: 50_000, rejectFraudPpm: 150_000 },
  },
  velocity: {
    person: { hour: 5, day: 10, week: 25 },
    email: { hour: 8, day: 15, week: 40 },
    phone: { hour: 8, day: 15, week: 40 },
    // A household, an office or a telephone network can share one.
    ip: { hour: 20, day: 60, week: null },
    address: { hour: 10, day: 25, week: null },
  },
  reviewListHitsFrom: 60,
};
