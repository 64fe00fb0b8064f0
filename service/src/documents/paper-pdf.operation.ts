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
  summary: 'A paper of a consumer as PDF, as they get it',
  about:
    'Contracts, invoices, credit notes, reminders, letters and statements of accounts, by the id in their `url` or `statementUrl`. It does not count as opened by the consumer. It may hold account numbers in clear, so a key that only reads gets none.',
  scope: 'admin:privacy',
  discloses: 'accounts',
  refusals: ['merchant.not_found', 'document.not_found', 'service.busy'],
  media: 'application/pdf',
  answer: Type.Unsafe<string>({ type: 'string' }),
  async run({ merchant, params, isGone }, deps: Deps & { readonly archive: Archive }) {
    const id = params['documentId'] ?? '';
    // As it is written in its address, so that the audit names each document in one way.
    const isId = uuid.test(id) && id === id.toLowerCase();
    const drawn = isId ? await deps.archive.fetch(merchant, id, isGone).catch(busy) : undefined;
    if (drawn === 'busy') return refuse('service.busy');
    if (!drawn || drawn.kind === 'Settlement') return refuse('document.not_found', 'documentId');
    return new SentFile('application/pdf', nameOf(drawn), drawn.bytes);
  },
});
