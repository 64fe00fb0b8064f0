// Answers under their idempotency keys, so that the same request again gets the same bytes (C07).
import type { Statement, Table } from './table.ts';

export interface StoredAnswer {
  /** Keyed hash of method, path and key. */
  readonly claim: string;
  /** Keyed hash of the body. */
  readonly bodyHash: string;
  readonly answer: string;
  readonly requestId: string;
}

export const storedAnswers: Table<StoredAnswer> = {
  name: 'storedAnswers',
  columns: { claim: 'text', bodyHash: 'text', answer: 'text', requestId: 'text' },
  key: ['claim'],
  personal: ['answer'],
};

export const findStoredAnswers: Statement = {
  name: 'find_stored_answers',
  text: `select claim, body_hash as "bodyHash", answer, request_id as "requestId"
from stored_answers where merchant_id = $1 and claim = any($2::text[])`,
};

/** Kept 30 days (C07): by the database's clock, because the test clock may be far ahead. */
export const deleteOldAnswers: Statement = {
  name: 'delete_old_answers',
  text: `with old as (
  delete from stored_answers where (merchant_id, claim) in (
    select merchant_id, claim from stored_answers where inserted_at < now() - interval '30 days' order by inserted_at limit $1::int
  ) returning 1
) select count(*) from old`,
};
