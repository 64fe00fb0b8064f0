// When and under which agreement decisions are made: made in one place, so that no decision can be made below the law.
import type { Chance } from './chance.ts';
import { dayAt, type Instant } from './dates.ts';
import { withinLaw } from './law/policy.ts';
import type { Merchant } from './merchant.ts';

/** When and under which agreement a decision is made. */
export interface Setting {
  readonly now: Instant;
  readonly merchant: Merchant;
  readonly chance: Chance;
  /** The process that counts: no other one writes this writer's rows of a counter at the same time (core/risk/velocity.ts). */
  readonly writer: string;
}

/** The setting with the merchant's credit policy raised to what the law of its country asks on the day (C43). */
export function lawful<Found extends Setting>(setting: Found): Found {
  const { now, merchant } = setting;
  const { policy } = merchant.contract;
  const raised = withinLaw(policy, merchant.country, dayAt(now, merchant.timeZone));
  return raised === policy
    ? setting
    : { ...setting, merchant: { ...merchant, contract: { ...merchant.contract, policy: raised } } };
}
