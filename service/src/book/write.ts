// A request that wants to change something, as the book takes and answers it.
import type { Decided } from '../core/changes.ts';
import type { Refusal } from '../core/refusals.ts';
import type { Setting } from '../core/setting.ts';
import type { InHand, Needs } from './needs.ts';

/** A request that wants to change something. */
export interface Write {
  readonly merchantId: string;
  /** Who asks, by which operation, in which request: for the audit. */
  readonly actor: string;
  readonly operation: string;
  readonly requestId: string;
  /** Who caused the events: what acts in the shop and here must not process its own action twice. Without it the service itself. */
  readonly source?: 'shop' | 'operator' | 'consumer';
  /** The caller's reason, for the audit, which cuts it to 500 characters. */
  readonly reason?: string | null;
  /** The idempotency key's hash with the body's, where a key was sent. */
  readonly claim?: Claim | undefined;
  readonly needs: Needs;
  /** Pure; the answer is text, exactly as it will be sent and stored. */
  readonly decide: (inHand: InHand, setting: Setting) => Decided<string> | Refusal;
  /** A client that is gone before its batch is dropped; afterwards it is finished. */
  readonly abandoned?: (() => boolean) | undefined;
}

export interface Claim {
  readonly claim: string;
  readonly bodyHash: string;
  /** The same by older encryption keys. */
  readonly older?: readonly Claim[];
}

/** Under what the answer may be stored, the present one first. */
export const claimsOf = (claim: Claim | undefined): readonly Claim[] => (claim ? [claim, ...(claim.older ?? [])] : []);

/** Nothing was decided: another write may come first, and then this one again, perhaps with other needs. */
export interface Postponed {
  readonly first?: Write;
  readonly next: Write;
}

export interface Answered {
  readonly text: string;
  /** Given before, under the same idempotency key. */
  readonly replayed: boolean;
}
