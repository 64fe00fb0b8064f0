// Who calls, and how a key is looked up (C01). keys/auth.ts does the looking up.
import type { MerchantOnClock } from '../core/merchant.ts';
import { isWithin } from '../runtime/networks.ts';

export interface Caller {
  readonly keyId: string;
  readonly scopes: readonly string[];
  /** Undefined for a key of the operator. */
  readonly merchant?: MerchantOnClock;
  /** The organisation that a key of the operator is limited to. */
  readonly organisationId?: string;
  /** Networks it may be used from; none where it may be from anywhere. */
  readonly allowedAddresses?: readonly string[];
  /** Undefined if it never expires. */
  readonly expiresAt: number | null;
  /** As the database has it, to the hour. */
  readonly lastUsedAt: number | null;
}

/** From an address outside its networks a key is treated as missing. */
export const isAllowedAt = ({ allowedAddresses }: Caller, address: string): boolean =>
  allowedAddresses === undefined || isWithin(address, allowedAddresses);

export type Found = Caller | 'limited' | undefined;

export interface Auth {
  /**
   * The caller behind a key, or nothing: missing, wrong, revoked and expired keys are all the same. `limited` where so many unknown
   * keys came from the address that a key which is not known here is looked up no more for the rest of the minute. Of a key that
   * was looked up a moment ago the caller is known at once.
   */
  callerOf(key: string, address: string): Found | Promise<Found>;
  /** Forget what is cached: after a change made in this process. */
  forget(): void;
}
