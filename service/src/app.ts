// buildApp(deps): the application without a listening socket. Hooks first, then every endpoint, then the pages; what falls
// through is answered at the end.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { mountOperation } from './admin/operation.ts';
import { operations } from './admin/operations.ts';
import { uuidv7 } from './chance.ts';
import { type Refusal, refuse } from './core/refusals.ts';
import { endpoints } from './endpoints.ts';
import { sendRefusal } from './http/answers.ts';
import type { Caller } from './http/auth.ts';
import type { Deps } from './http/deps.ts';
import { logRequest } from './http/log.ts';
import { mount } from './http/mount.ts';
import { mountPages } from './http/pages.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { createRoutes } from './http/routes.ts';
import { messageOf } from './wire/messages.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** The body as JSON, once it could be read: also what is wrong with it is told in its language. */
    json: unknown;
    /** Does the body hold an obsolete value (C64)? */
    obsolete: boolean;
  }
  interface FastifyInstance {
    /** Where consumers and clients reach the service, for links in answers. */
    publicUrl: string;
  }
  interface FastifyContextConfig {
    endpoint?: string;
  }
}

/** A body may have 1 MiB (C08). */
const bodyLimit = 1024 * 1024;

export function buildApp(deps: Deps): FastifyInstance {
  const enter = entrance(deps);
  const app = fastify({
    bodyLimit,
    logger: false,
    genReqId: (raw) => requestIdOf(raw.headers['x-request-id'], deps.clock()),
    forceCloseConnections: 'idle',
    // What still arrives on an open connection while we stop is answered like any other request.
    return503OnClosing: false,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    http: { maxHeaderSize: 16_384 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256, caseSensitive: true },
    exposeHeadRoutes: false,
    rewriteUrl: (raw) => withoutBase(withoutOrigin(raw.url ?? '/'), deps.basePath),
    frameworkErrors: (error, request, reply) => {
      // An address that cannot be read never gets to the hooks; it is let in, or not, like any other.
      void enter(request, reply)
        .then((refused) =>
          refused ? sendRefusal(request, reply, refused, languageFor(request)) : answerError(error, request, reply, deps),
        )
        .catch((fault: FastifyError) => answerError(fault, request, reply, deps))
        .then(() => logRequest(deps.log, request, reply));
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, deps.clock()),
  });
  app.decorate('publicUrl', deps.publicUrl);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('json', undefined);
  app.decorateRequest('obsolete', false);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    forgetIdleContentType(request);
    const refused = await enter(request, reply);
    if (refused) return sendRefusal(request, reply, refused, languageFor(request));
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(deps.log, request, reply);
    done();
  });
  for (const endpoint of endpoints) mount(app, endpoint, deps);
  for (const operation of operations) mountOperation(app, operation, deps);
  mountPages(app, deps);
  const routes = createRoutes([...endpoints, ...operations]);
  app.setNotFoundHandler((request, reply) => {
    const allow = routes.methodsOf(request.url);
    if (allow.length === 0) return sendRefusal(request, reply, refuse('route.unknown'), languageFor(request));
    reply.header('allow', allow.join(', '));
    return sendRefusal(request, reply, refuse('route.method', undefined, { allow: allow.join(', ') }), languageFor(request));
  });
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, deps));
  return app;
}

/** Before anything of a body is looked at: who asks (C01), and how often. */
function entrance(deps: Deps): (request: FastifyRequest, reply: FastifyReply) => Promise<Refusal | undefined> {
  const quotaOf = createRateLimit(deps.rateLimitPerMinute);
  return async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
    // The route that matched counts, not how the address was spelt; where none matched the spelling is all there is.
    const path = request.routeOptions?.url ?? pathOf(request.url);
    const isAdmin = under(path, '/admin/v1');
    if (!isAdmin && !under(path, '/api/v3')) return undefined;
    reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    const caller = await deps.auth.callerOf(keyOf(request));
    if (!caller || (caller.merchant === undefined) !== isAdmin) return refuse('key.missing');
    request.caller = caller;
    const quota = quotaOf(caller.keyId, deps.clock());
    if (quota) reply.headers(quota.headers);
    return quota?.allowed === false ? refuse('limit.requests') : undefined;
  };
}

/** The content type matters only with a body (C06); an empty or impossible one without a body is no reason to refuse. */
function forgetIdleContentType({ headers }: FastifyRequest): void {
  const noBody = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (noBody || headers['content-type']?.trim() === '') delete headers['content-type'];
}

/** The path as the router reads it: letters may be written as %61, and the key is asked for all the same. */
function pathOf(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

const under = (url: string, prefix: string): boolean => url.startsWith(prefix) && /^([/?]|$)/.test(url.slice(prefix.length));

function keyOf(request: FastifyRequest): string {
  const own = request.headers['x-auth-key'];
  if (typeof own === 'string' && own.trim() !== '') return own.trim();
  return /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

const languageFor = (request: FastifyRequest) => request.caller?.merchant?.language ?? 'EN';

function requestIdOf(sent: string | string[] | undefined, now: number): string {
  return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : uuidv7(now);
}

/** A request may name the whole address (RFC 9112, 3.2.2); the router and the key check must see the same path. */
const withoutOrigin = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';

/** The service may live below a path (C09); a proxy in front may have cut it off already. */
function withoutBase(url: string, basePath: string): string {
  if (basePath === '' || !under(url, basePath)) return url;
  const rest = url.slice(basePath.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

const refusals: Readonly<Record<string, () => Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => refuse('body.too_large', undefined, { limit: String(bodyLimit) }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refuse('body.media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => refuse('body.unreadable', 'request'),
  FST_ERR_BAD_URL: () => refuse('route.malformed'),
  FST_ERR_MAX_PARAM_LENGTH: () => refuse('route.unknown'),
};

/** What is not HTTP, or has headers beyond all bounds, has no request to answer to: the bytes of the answer are written as they are. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, now: number): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const refusal = refuse(error.code === 'HPE_HEADER_OVERFLOW' ? 'request.headers_too_large' : 'request.malformed');
  const body = JSON.stringify(messageOf(refusal.notices[0], 'EN'));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${uuidv7(now)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** The only catch of the program beside the book's: a fault of the request's form, or of ours (500). */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, deps: Deps): FastifyReply {
  const refusal =
    refusals[error.code]?.() ?? (error.statusCode && error.statusCode < 500 ? refuse('route.malformed') : undefined);
  if (!refusal) deps.log.error({ requestId: request.id, endpoint: request.routeOptions?.config?.endpoint, err: error }, 'fault');
  return sendRefusal(request, reply, refusal ?? refuse('service.fault'), languageFor(request));
}
