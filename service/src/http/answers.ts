// How refusals look on the wire (C04): message objects in an array after an endpoint was reached, one object before that,
// or RFC 9457 for a client that prefers it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catalogue, type Notice, type Refusal } from '../core/refusals.ts';
import type { Language } from '../core/texts/texts.ts';
import { messageOf } from '../wire/messages.ts';
import { keyOf, pathOf, under } from './entrance.ts';
import { html } from './pages/html.ts';
import { prefersPage, sendNotice } from './pages/page.ts';
import { consumerPage, refusedPage } from './pages/refused.ts';

/** Refusals from before an endpoint is reached, or from the service itself. */
const aloneStatuses = new Set([401, 405, 413, 415, 429, 500, 503]);

const waitSeconds: Readonly<Record<number, string>> = { 503: '1' };

/** `oneMessage`: the endpoint always refuses with one object instead of an array. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  language: Language,
  oneMessage = false,
): FastifyReply {
  const [first] = refusal.notices;
  const status = catalogue[first.id].status;
  const messages = refusal.notices.map((notice) => messageOf(notice, language));
  reply.code(status);
  request.refusal = { code: catalogue[first.id].code, action: catalogue[first.id].action };
  if (first.id === 'idempotency.in_progress') reply.header('retry-after', '1');
  if (waitSeconds[status] && !reply.hasHeader('retry-after')) reply.header('retry-after', waitSeconds[status]);
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="deferred-payment-service"');
  if (isForPerson(request)) return sendAsPage(request, reply, refusal);
  if (/application\/problem\+json/i.test(request.headers.accept ?? '')) {
    const problem = { ...problemOf(messages, status, request.server.publicUrl), ...ofLoad(first, reply), requestId: request.id };
    return reply.type('application/problem+json').send(JSON.stringify(problem));
  }
  // A fault of ours names the id that leads to its line in the log, also where headers are lost on the way.
  const only = status >= 500 ? { ...messages[0], requestId: request.id } : messages[0];
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(oneMessage || isAlone(first) ? only : messages));
}

/** In the sandbox an integrator sees which members of a body were not understood (C06). */
export function sendIgnoredMembers(reply: FastifyReply, mode: 'sandbox' | 'live'): void {
  if (mode === 'sandbox' && reply.request.ignored !== '') reply.header('ignored-members', reply.request.ignored);
}

/** A browser outside the interface. A request with a key comes from a program, even if it accepts HTML. */
function isForPerson(request: FastifyRequest): boolean {
  const path = pathOf(request);
  if (under(path, '/api/v3') || under(path, '/admin/v1')) return false;
  return prefersPage(request.headers.accept) && keyOf(request) === '';
}

const forTheShop = html`For the shop: this address needs your key, in <code>X-Auth-Key</code>. Consumers are given the link that stands in <code>consumerInvoiceUrl</code>.`;

function sendAsPage(request: FastifyRequest, reply: FastifyReply, { notices: [first] }: Refusal): FastifyReply {
  const { basePath, publicUrl } = request.server;
  const { status, code, phrase } = catalogue[first.id];
  const path = pathOf(request);
  reply.header('vary', 'Accept, Accept-Language');
  if (['/documents', '/secure-login', '/decisions', '/withdrawal', '/legal'].some((each) => under(path, each))) {
    const text = status < 500 ? 'linkUnknown' : phrase;
    const note = status === 401 ? forTheShop : undefined;
    return sendNotice(reply, consumerPage(basePath, request.headers['accept-language'], status, text, note));
  }
  const { message } = messageOf(first, 'EN');
  const shown = { status, code, message, ...(status >= 500 && { requestId: request.id }) };
  return sendNotice(reply, refusedPage(basePath, publicUrl, shown));
}

/** Is a refusal that begins with this notice answered as one object instead of an array? */
export const isAlone = ({ id }: Notice): boolean => aloneStatuses.has(catalogue[id].status) || /^(route|request)\./.test(id);

/** Too much asked of us has types that clients of any service know (draft-ietf-httpapi-ratelimit-headers, revision 11). */
function ofLoad({ id }: Notice, reply: FastifyReply): object {
  const types = 'https://iana.org/assignments/http-problem-types';
  if (id === 'service.busy') return { type: `${types}#temporary-reduced-capacity` };
  if (id !== 'limit.requests') return {};
  const [policy = ''] = /(?<=^")[^"]+/.exec(String(reply.getHeader('ratelimit-policy'))) ?? [];
  return { type: `${types}#quota-exceeded`, 'violated-policies': [policy] };
}

/** The same facts as RFC 9457 has them. */
export function problemOf(messages: ReturnType<typeof messageOf>[], status: number, publicUrl: string): object {
  const facts = messages.map(({ type, ...message }) => ({ ...message, messageType: type }));
  const [first] = facts;
  return {
    type: `${publicUrl}/errors#${first?.code ?? ''}`,
    title: first?.message,
    status,
    detail: first?.message,
    ...first,
    errors: facts.map((each) => ({ ...each, detail: each.message })),
  };
}
