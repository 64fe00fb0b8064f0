import { refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { uuid } from '../http/paging.ts';
import { SentFile } from '../http/sent-file.ts';
import { placeOf } from '../store/table.ts';
import { Type } from '../wire/schema.ts';
import { findPayoutFile, payoutFiles } from './payout-files.sql.ts';

export const getPayoutFile = operation({
  id: 'getPayoutFile',
  method: 'GET',
  path: '/admin/v1/payout-files/:fileId/pain.001.xml',
  summary: 'A file of payouts, the same bytes each time',
  about: 'With the accounts that are paid in clear, so a key that only reads gets none.',
  scope: 'admin:money',
  discloses: 'accounts',
  refusals: ['payout_file.not_found'],
  media: 'application/xml',
  answer: Type.Unsafe<string>({ type: 'string' }),
  async run({ params }, deps) {
    const id = params['fileId'] ?? '';
    const [row] = uuid.test(id) ? await deps.db.read(findPayoutFile, id) : [];
    if (!row) return refuse('payout_file.not_found', 'fileId');
    const content = deps.secrets.open(String(row['content']), placeOf(payoutFiles, 'content', '', row));
    return new SentFile('application/xml', `${String(row['messageId'])}.xml`, content);
  },
});
