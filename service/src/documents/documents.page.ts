// C32: documents as PDF, for the merchant with the key, and for the consumer by an expiring link. A link that is wrong or too old
// gets a plain page; neither page says whether the document exists.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../core/refusals.ts';
import type { PhraseId } from '../core/texts/en/refusals.ts';
import { sendRefusal } from '../http/answers.ts';
import type { Deps } from '../http/deps.ts';
import { documentScopes } from '../http/openapi/papers.ts';
import { sendNotice } from '../http/pages/page.ts';
import { consumerPage } from '../http/pages/refused.ts';
import { isGone } from '../http/watch.ts';
import { findMerchantOnClock, merchantOf } from '../merchants/merchants.sql.ts';
import { type Archive, type Drawn, nameOf } from './archive.ts';
import { linkOf } from './link.ts';
import { busy } from './printer.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function mountDocuments(app: FastifyInstance, deps: Deps & { readonly archive: Archive }): void {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/documents/:file',
    handler: async (request, reply) => {
      const { caller } = request;
      const allowed = documentScopes.some((scope) => caller?.scopes.includes(scope));
      if (!caller?.merchant || !allowed)
        return sendRefusal(request, reply, refuse('key.scope', undefined, { scope: documentScopes.join(' or ') }), 'EN');
      const [, id = ''] = /^(.*)\.pdf$/.exec(request.params.file.toLowerCase()) ?? [];
      const { language } = caller.merchant;
      if (!uuid.test(id)) return sendRefusal(request, reply, refuse('document.not_found'), language);
      const drawn = await deps.archive.fetch(caller.merchant, id, () => isGone(request)).catch(busy);
      if (drawn === 'busy') return sendRefusal(request, reply, refuse('service.busy'), language);
      return drawn ? sendDocument(reply, drawn) : sendRefusal(request, reply, refuse('document.not_found'), language);
    },
  });

  app.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD'],
    url: '/documents/shared/:token',
    handler: async (request, reply) => {
      const link = linkOf(request.params.token, deps.secrets.signers);
      if (!link) return sendPlainPage(request, reply, deps, 404, 'linkUnknown');
      if (link.until * 1000 <= deps.clock()) return sendPlainPage(request, reply, deps, 410, 'linkExpired');
      const [row] = await deps.db.read(findMerchantOnClock, link.merchantId);
      const merchant = row && merchantOf(row);
      const drawn = merchant && (await deps.archive.fetch(merchant, link.documentId, () => isGone(request)).catch(busy));
      if (drawn === 'busy') return sendPlainPage(request, reply.header('retry-after', '1'), deps, 503, 'tryAgain');
      if (merchant && drawn?.openedAt === null && request.method === 'GET') await deps.archive.opened(merchant, link.documentId);
      return drawn ? sendDocument(reply, drawn) : sendPlainPage(request, reply, deps, 404, 'linkUnknown');
    },
  });
}

/** A browser's viewer may style its own page; nothing else is loaded, and it may not be framed or kept. */
const policy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function sendDocument(reply: FastifyReply, drawn: Drawn): FastifyReply {
  return (
    reply
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', policy)
      .header('content-disposition', `inline; filename="${nameOf(drawn)}"`)
      // RFC 9530.
      .header('repr-digest', `sha-256=:${Buffer.from(drawn.sha256, 'hex').toString('base64')}:`)
      .header('cross-origin-resource-policy', 'same-origin')
      .type('application/pdf')
      .send(drawn.bytes)
  );
}

/** A link that does not lead to a document, always a page: consumers have nothing but browsers. */
function sendPlainPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { basePath }: Deps,
  status: number,
  text: PhraseId,
): FastifyReply {
  return sendNotice(reply.code(status), consumerPage(basePath, request.headers['accept-language'], status, text));
}
