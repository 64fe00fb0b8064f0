// When and under which agreement decisions are made: made in one place, so that no decision can be made below the law.
import type { Chance } from './chance.ts';
import { dayAt, type Instant } from './dates.ts';
import { type Law, lawOn, withinLaw } from './law/law-on.ts';
import type { Merchant } from './merchant.ts';

/** When and under which agreement a decision is made. */
export interface Setting {
  readonly now: Instant;
  readonly merchant: Merchant;
  readonly chance: Chance;
  /**
   * A lane of a process and its present batch, with a dot between: no other lane writes this one's rows of a counter
   * (core/risk/velocity.ts).
   */
  readonly writer: string;
  /** The law of the merchant's country on the merchant's day. */
  readonly law: Law;
}

/** The setting with the law of the merchant's day, and the merchant's credit policy raised to what it asks (C43). */
export function lawful({ now, merchant, chance, writer }: Omit<Setting, 'law'>): Setting {
  const { policy } = merchant.contract;
  const law = lawOn(merchant.country, dayAt(now, merchant.timeZone));
  const raised = withinLaw(policy, law);
  const within = raised === policy ? merchant : { ...merchant, contract: { ...merchant.contract, policy: raised } };
  return { now, merchant: within, chance, writer, law };
}
