// What many rows say alike (store/common-json.ts), kept once for a merchant.
import type { Statement } from '../store/table.ts';

/** $2 the mark, $3 the JSON. Nearly always it is there, and then nothing is written. */
export const insertCommonContent: Statement = {
  name: 'insert_common_content',
  text: 'insert into common_contents (merchant_id, mark, content) values ($1::uuid, $2::uuid, $3::json) on conflict do nothing',
};
