import { Refusal, refuse } from '../core/refusals.ts';
import type { Archive } from '../documents/archive.ts';
import { busy } from '../documents/printer.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { SentFile } from '../http/sent-file.ts';
import { AsText, find } from './find-settlement.ts';

export const getSettlementPdf = operation({
  id: 'getSettlementPdf',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/settlements/:number/statement.pdf',
  summary: 'A statement as PDF, in the merchant’s language',
  about:
    'Drawn when it is first asked for, then kept with its hash. A statement of many lines shows them added up by day and kind; all of them are in the CSV.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'settlement.not_found', 'service.busy'],
  media: 'application/pdf',
  answer: AsText,
  async run(asked, deps: Deps & { readonly archive: Archive }) {
    const found = await find(asked, deps);
    if (found instanceof Refusal) return found;
    const { merchant, settlement } = found;
    const drawn = await deps.archive.fetch(merchant, settlement.documentId, asked.isGone).catch(busy);
    if (drawn === 'busy') return refuse('service.busy');
    if (!drawn) return refuse('settlement.not_found', 'number');
    return new SentFile('application/pdf', `settlement-${settlement.number}.pdf`, drawn.bytes);
  },
});
