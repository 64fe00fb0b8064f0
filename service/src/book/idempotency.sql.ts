// Answers under their idempotency keys, so that the same request again gets the same bytes (C07).
import type { AnyRow, OpenRow, Statement, Table } from '../store/table.ts';

export interface StoredAnswer {
  /** Keyed hash of method, path and key. */
  readonly claim: string;
  /** Keyed hash of the body. */
  readonly bodyHash: string;
  readonly answer: string;
  readonly requestId: string;
  /** Whose it is, so that it can be erased with the person. */
  readonly customerKey: string | null;
  readonly checkoutId: string | null;
}

/** What an erasure leaves of an answer: no answer of ours is empty. */
export const erasedAnswer = '';

/** In place of a customer's key for look-ups that changed nothing: it is not recorded whom such an answer is about. */
export const lookedUp = 'looked up';

/** The answer as it was given; one from before answers were sealed is in clear until it is deleted. */
export const openedAnswer = (row: AnyRow, open: OpenRow): StoredAnswer =>
  (/^[12]\.[0-9a-f]{8}\./.test(String(row['answer'])) ? open(storedAnswers, row) : row) as unknown as StoredAnswer;

/** Every erasure deletes all of them; repeated requests then make the look-up again. */
export const deleteLookedUp: Statement = {
  name: 'delete_looked_up_answers',
  text: `delete from stored_answers where merchant_id = $1 and customer_key = '${lookedUp}'`,
};

export const storedAnswers: Table<StoredAnswer> = {
  name: 'storedAnswers',
  columns: { claim: 'text', bodyHash: 'text', answer: 'sealed', requestId: 'text', customerKey: 'text', checkoutId: 'uuid' },
  key: ['claim'],
  personal: ['answer', 'customerKey'],
};

/**
 * Locked, so that they are acknowledged again only when a commit went through: a lock is logged, and what a leader that was killed had
 * alone when it came back, its standby then has too.
 */
export const findStoredAnswers: Statement = {
  name: 'find_stored_answers',
  text: `select claim, body_hash as "bodyHash", answer, request_id as "requestId", customer_key as "customerKey", checkout_id as "checkoutId"
from stored_answers where merchant_id = $1 and claim = any($2::text[]) for share`,
};

/** Kept 30 days (C07): by the database's clock, because the test clock may be far ahead. */
export const deleteOldAnswers: Statement = {
  name: 'delete_old_answers',
  plannedAnew: true,
  text: `with old as (
  delete from stored_answers where (merchant_id, claim) in (
    select merchant_id, claim from stored_answers where inserted_at < now() - interval '30 days' order by inserted_at limit $1::int
  ) returning 1
) select count(*) from old`,
};
