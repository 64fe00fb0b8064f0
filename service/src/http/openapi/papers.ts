// Documents in the OpenAPI document: they are files rather than answers of an endpoint, so they are described by hand.
import type { RefusalId } from '../../core/refusals.ts';
import { noticesOf } from './faults.ts';
import { headerParameter, pathParameter } from './parameters.ts';
import type { Refusals } from './responses.ts';
import type { JsonObject } from './schemas.ts';

export const documentsTag = {
  name: 'Documents',
  description: 'Contracts, invoices, credit notes and statements as PDF, at the addresses that their answers tell.',
};

/** Who may fetch a document with a key: keys that may make one, and keys that may read. */
export const documentScopes = ['orders', 'checkout', 'accounts', 'read'] as const;
const documentRefusals: readonly RefusalId[] = ['document.not_found'];

const page = (description: string): JsonObject => ({
  description,
  content: {
    'text/html': { schema: { type: 'string' }, examples: { page: { summary: 'A page for people', value: '<!doctype html>' } } },
  },
});
const file: JsonObject = {
  description: 'The document. It is the same file, byte for byte, each time.',
  headers: {
    'Repr-Digest': { description: 'SHA-256 of the file (RFC 9530).', schema: { type: 'string' } },
    'Content-Disposition': { description: '`inline`, with a name for the file.', schema: { type: 'string' } },
  },
  content: {
    'application/pdf': {
      schema: { type: 'string', contentMediaType: 'application/pdf' },
      examples: { file: { summary: 'How it begins', value: '%PDF-1.7' } },
    },
  },
};

export function documentPaths(refusals: Refusals): Record<string, Record<string, JsonObject>> {
  const asked = { writes: false, scope: documentScopes, refusals: documentRefusals };
  return {
    '/documents/{documentId}.pdf': {
      get: {
        operationId: 'getDocument',
        tags: [documentsTag.name],
        summary: 'A document, with the merchant’s key',
        description: `Drawn when it is first asked for, then kept. Scope of the key: ${documentScopes.map((each) => `\`${each}\``).join(' or ')}.`,
        parameters: [pathParameter('documentId'), headerParameter('RequestId')],
        responses: { '200': file, ...refusals.of(noticesOf(asked)) },
      },
    },
    '/documents/shared/{token}': {
      get: {
        operationId: 'getSharedDocument',
        tags: [documentsTag.name],
        summary: 'A document, by the consumer’s link',
        description:
          'Needs no key: the link is signed and ends after thirty days. It comes whole from `consumerInvoiceUrl`, `consumerCreditNoteUrl` or `contractUrl`.',
        security: [],
        parameters: [pathParameter('token')],
        responses: {
          '200': file,
          '404': page('Nobody signed this link, or its document is gone.'),
          '410': page('The link is over.'),
          '503': page('Too many documents wait to be drawn; `Retry-After` says when to ask again.'),
        },
      },
    },
  };
}
