// What is remembered of credit decisions: one interface a table (core/rows.ts).
import type { Instant } from '../dates.ts';
import type { Json } from '../json.ts';
import type { Currency } from '../money.ts';

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
  /** Who was rejected, as far as that is known: the letter about it is found when the person is erased. Null of what was accepted. */
  readonly customerKey: string | null;
  readonly amountMinor: bigint;
  readonly methods: Json;
}

/** Orders tried under one mark within one hour, as one writer counted them (core/risk/velocity.ts). */
export interface Velocity {
  /** A customer's key, or a keyed hash of an e-mail, phone, IP or address. */
  readonly subject: string;
  readonly hourAt: Instant;
  /**
   * A lane of a process, a dot, and the batch that made the row: no other lane writes it, so none waits for it, and the rows of a
   * batch are side by side in the index of their key.
   */
  readonly writer: string;
  readonly count: number;
}

/** A person contests an automated rejection: one row for each decision. */
export interface Objection {
  readonly decisionId: string;
  /** Of the letter with the answer. */
  readonly documentId: string;
  readonly kind: RejectionKind;
  /** The number that a shop or an operator knows it by. */
  readonly subject: string;
  readonly orderId: string | null;
  readonly customerKey: string | null;
  readonly checkoutId: string | null;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly language: string;
  /** How the person sees it. */
  readonly statement: string | null;
  readonly askedAt: Instant;
  readonly answerBy: Instant;
  readonly outcome: 'stands' | 'changed' | null;
  readonly answer: string | null;
  /** For the audit; the person reads the answer. */
  readonly reason: string | null;
  readonly decidedBy: string | null;
  readonly answeredAt: Instant | null;
}

/** What was rejected: an order, an application for an account, or what a checkout asked for. */
export type RejectionKind = 'order' | 'account' | 'checkout';
