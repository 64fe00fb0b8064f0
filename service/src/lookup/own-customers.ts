// The merchant's own customers, asked for by what a look-up knows of them.
import { findOwnProfiles } from '../customers/own-profiles.sql.ts';
import { type Call, call } from '../store/db.ts';

export { type OwnProfile, ownProfileOf } from '../customers/own-profiles.sql.ts';

/** Keyed hashes, and the customer number as it is. */
export interface OwnKeys {
  readonly numberKey: string | null;
  readonly emailKey: string | null;
  readonly phoneKey: string | null;
  readonly customerNumber: string | null;
}

export const findOwn = (merchantId: string, { numberKey, emailKey, phoneKey, customerNumber }: OwnKeys): Call =>
  call(findOwnProfiles, merchantId, numberKey, emailKey, phoneKey, customerNumber);
