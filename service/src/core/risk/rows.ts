// What is remembered of credit decisions: one interface a table (core/rows.ts).
import type { Instant } from '../dates.ts';
import type { Json } from '../json.ts';

/** A decision of the engine, with all it was decided on. */
export interface DecisionRecord {
  readonly id: string;
  readonly outcome: string;
  readonly application: Json;
  readonly facts: Json;
  readonly policy: Json;
  readonly reasons: Json;
  readonly decidedAt: Instant;
}

/** A credit decision with what it was decided on, so that it can be run again to the same outcome. */
export interface CreditDecision extends DecisionRecord {
  readonly orderId: string;
  readonly amountMinor: bigint;
  /** Probabilities, limit, weights and the rule that decided; null from an engine before this one. */
  readonly result: Json;
}

/** Which payment methods were offered, which not and why, with what that was decided on. */
export interface CheckoutDecision extends DecisionRecord {
  readonly checkoutId: string;
  readonly amountMinor: bigint;
  readonly methods: Json;
}

/** Orders tried under one mark within one hour, as one writer counted them (core/risk/velocity.ts). */
export interface Velocity {
  /** A customer's key, or a keyed hash of an e-mail, phone, IP or address. */
  readonly subject: string;
  readonly hourAt: Instant;
  /** A lane of a process: no other process writes this row, so none waits for it. */
  readonly writer: string;
  readonly count: number;
}
