import type { Merchant } from './merchant.ts';

// What a key of the operator may be allowed to do. `admin:write` is all of what changes or discloses; the scopes after it
// are parts of it, for keys that need no more.
export const operatorScopes = [
  'admin:read',
  'admin:write',
  /** Organisations, merchants and their contracts. */
  'admin:merchants',
  /** Keys of merchants, and keys of the operator that may do no more than the one that makes them. */
  'admin:keys',
  /** Captures, refunds, voids and payments on behalf of a merchant or a consumer. */
  'admin:money',
  /** Exports and erasures of a person's data. */
  'admin:privacy',
  /** Account numbers in clear; given by name, as reading is. */
  'admin:personal',
  /**
   * What touches the operator's money: what a merchant pays, how it is paid and whom its consumers pay, payments that came or
   * went, and credit where the operator carries the risk. Keys without a limit need it not; one that is limited to an
   * organisation has to be given it by name.
   */
  'admin:settlement',
] as const;
export type AdminScope = (typeof operatorScopes)[number];

/** What says how far a key of the operator goes. */
export interface Holder {
  readonly scopes: readonly string[];
  /** The organisation that the key is limited to. */
  readonly organisationId?: string | null | undefined;
}

const isLimited = ({ organisationId }: Holder): boolean => typeof organisationId === 'string';

/** Scopes that no other one contains. */
const byName: readonly AdminScope[] = ['admin:read', 'admin:personal'];

/** May a key do what needs this scope? `admin:write` contains no reading, and for a limited key no settling. */
export const mayDo = (key: Holder, needed: AdminScope): boolean =>
  key.scopes.includes(needed) ||
  (key.scopes.includes('admin:write') && !byName.includes(needed) && !(needed === 'admin:settlement' && isLimited(key)));

/** Who is paid by the operator does not set the price, nor where consumers pay to, nor say that a payout failed. */
export const maySettle = (key: Holder): boolean => !isLimited(key) || mayDo(key, 'admin:settlement');

/**
 * How an operation touches the operator's money: it moves it (says that it came or went, has it fetched or paid out), or it risks it
 * (decides who is given credit) where the operator carries the merchant's credit risk.
 */
export type OperatorsMoney = 'moves' | 'risks';

export const mayTouch = (
  money: OperatorsMoney | undefined,
  key: Holder,
  merchant: Pick<Merchant, 'contract'> | undefined,
): boolean => money === undefined || maySettle(key) || (money === 'risks' && merchant?.contract.creditRisk === 'merchant');
