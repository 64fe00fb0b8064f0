// A paper about a person for the operator who has to read it. The consumer's link is not for that: what is fetched by it counts as read by
// the consumer.
import { refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { uuid } from '../http/paging.ts';
import { SentFile } from '../http/sent-file.ts';
import { Type } from '../wire/schema.ts';
import { type Archive, nameOf } from './archive.ts';
import { busy } from './printer.ts';

export const getPaper = operation({
  id: 'getPaper',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/documents/:documentId/paper.pdf',
  summary: 'A document of the merchant as PDF, as its consumer gets it',
  about:
    'Contracts, invoices, credit notes, reminders, letters and statements, by the id in their `url`. It does not count as opened by the consumer. It may hold account numbers in clear, so a key that only reads gets none.',
  scope: 'admin:privacy',
  discloses: 'accounts',
  refusals: ['merchant.not_found', 'document.not_found', 'service.busy'],
  media: 'application/pdf',
  answer: Type.Unsafe<string>({ type: 'string' }),
  async run({ merchant, params, isGone }, deps: Deps & { readonly archive: Archive }) {
    const id = (params['documentId'] ?? '').toLowerCase();
    const drawn = uuid.test(id) ? await deps.archive.fetch(merchant, id, isGone).catch(busy) : undefined;
    if (drawn === 'busy') return refuse('service.busy');
    return drawn ? new SentFile('application/pdf', nameOf(drawn), drawn.bytes) : refuse('document.not_found', 'documentId');
  },
});
