// The merchant's own customers, asked for by what a look-up knows of them.
import { findOwnProfiles } from '../customers/own-profiles.sql.ts';
import { type Call, call } from '../store/db.ts';
import { arrayText } from '../store/table.ts';

export { type OwnProfile, ownProfileOf } from '../customers/own-profiles.sql.ts';

/** Keyed hashes, and the customer number as it is. */
export interface OwnKeys {
  readonly numberKeys: readonly string[];
  readonly emailKeys: readonly string[];
  readonly phoneKeys: readonly string[];
  readonly customerNumber: string | null;
}

export const findOwn = (merchantId: string, { numberKeys, emailKeys, phoneKeys, customerNumber }: OwnKeys): Call =>
  call(findOwnProfiles, merchantId, ...[numberKeys, emailKeys, phoneKeys].map((keys) => arrayText('text', keys)), customerNumber);
