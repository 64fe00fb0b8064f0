// The rules a credit decision follows, as a merchant agreed them: data with a version, changeable at run time. Amounts are
// minor units, probabilities whole millionths (ppm); `null` means "no such rule".
import { strongHit } from '../lists.ts';
import type { Currency } from '../money.ts';
import type { Mark, Window } from './velocity.ts';

/** What one customer may owe and one order may be, in minor units. */
export interface Limit {
  readonly orderMinor: bigint;
  readonly customerMinor: bigint;
}

/** What follows from something that is not known. */
export const waysOut = ['Accept', 'Review', 'Reject'] as const;
export type WayOut = (typeof waysOut)[number];

/** Above these probabilities an order is reviewed or rejected. */
export interface CutOff {
  readonly reviewDefaultPpm: number | null;
  readonly rejectDefaultPpm: number | null;
  readonly reviewFraudPpm: number | null;
  readonly rejectFraudPpm: number | null;
}

/** So many orders tried within a window are too many. */
export type PaceLimit = { readonly [Each in Window]: number | null };

export interface Policy {
  /** Which version of the merchant's policy this is; each decision names it. */
  readonly version: string;
  readonly minimumAge: number;
  readonly unknownAge: WayOut;
  /** When no bureau answers, or none is asked. */
  readonly whenSilent: WayOut;
  readonly limits: { readonly [currency in Currency]?: Limit };
  /** Above each probability of default only this share of the customer's limit is granted; rising, the last that fits counts. */
  readonly limitSteps: readonly { readonly aboveDefaultPpm: number; readonly sharePercent: number }[];
  /** By payment type; 'any' holds for those that are not named. */
  readonly cutOffs: { readonly any: CutOff; readonly [paymentType: string]: CutOff };
  readonly velocity: { readonly [Each in Mark]: PaceLimit };
  /** Hits on a negative list of at least this strength are rejected, or reviewed; 1 to 100. */
  readonly rejectListHitsFrom: number | null;
  readonly reviewListHitsFrom: number | null;
}

export const noCutOff: CutOff = { reviewDefaultPpm: null, rejectDefaultPpm: null, reviewFraudPpm: null, rejectFraudPpm: null };
export const noPaceLimit: PaceLimit = { hour: null, day: null, week: null };

/** The parts that a policy from before there was a scorecard does not have: everything that is not forbidden is accepted. */
export const openPolicy: Omit<Policy, 'version' | 'minimumAge' | 'limits'> = {
  unknownAge: 'Accept',
  whenSilent: 'Accept',
  limitSteps: [],
  cutOffs: { any: noCutOff },
  velocity: { person: noPaceLimit, email: noPaceLimit, phone: noPaceLimit, ip: noPaceLimit, address: noPaceLimit },
  rejectListHitsFrom: strongHit,
  reviewListHitsFrom: null,
};

/** What an order pays with decides which cut-off holds. */
export const cutOffOf = (policy: Policy, paymentType: string): CutOff =>
  (Object.hasOwn(policy.cutOffs, paymentType) ? policy.cutOffs[paymentType] : undefined) ?? policy.cutOffs.any;

/** For an approved order: it was approved as it is, so what was not known then is not asked again (C26). */
export const settledPolicy = (policy: Policy): Policy => ({
  ...policy,
  unknownAge: 'Accept',
  whenSilent: 'Accept',
  reviewListHitsFrom: null,
});
