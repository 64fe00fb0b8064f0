// buildApp(deps): the application without a listening socket. Hooks first, then every endpoint, then the pages; what falls
// through is answered at the end.
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

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** The body as JSON, once it could be read: also what is wrong with it is told in its language. */
    json: unknown;
  }
  interface FastifyContextConfig {
    endpoint?: string;
  }
}

/** A body may have 1 MiB (C08). */
const bodyLimit = 1024 * 1024;

export function buildApp(deps: Deps): FastifyInstance {
  const app = fastify({
    bodyLimit,
    logger: false,
    genReqId: (raw) => requestIdOf(raw.headers['x-request-id'], deps.clock()),
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    http: { maxHeaderSize: 16_384 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256, caseSensitive: true },
    exposeHeadRoutes: false,
    rewriteUrl: (raw) => withoutBase(raw.url ?? '/', deps.basePath),
    frameworkErrors: (error, request, reply) => {
      void answerError(error, request, reply, deps);
    },
  });
  app.decorateRequest('caller', undefined);
  app.decorateRequest('json', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  addHooks(app, deps);
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
function addHooks(app: FastifyInstance, deps: Deps): void {
  const quotaOf = createRateLimit(deps.rateLimitPerMinute);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
    // The route that matched counts, not how the address was spelt; where none matched the spelling is all there is.
    const path = request.routeOptions.url ?? request.url;
    const isAdmin = under(path, '/admin/v1');
    if (!isAdmin && !under(path, '/api/v3')) return;
    reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    const caller = await deps.auth.callerOf(keyOf(request));
    if (!caller || (caller.merchant === undefined) !== isAdmin) return sendRefusal(request, reply, refuse('key.missing'), 'EN');
    request.caller = caller;
    const quota = quotaOf(caller.keyId, deps.clock());
    if (quota) reply.headers(quota.headers);
    if (quota?.allowed === false) return sendRefusal(request, reply, refuse('limit.requests'), languageFor(request));
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(deps.log, request, reply);
    done();
  });
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

/** The only catch of the program beside the book's: a fault of the request's form, or of ours (500). */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, deps: Deps): FastifyReply {
  const refusal =
    refusals[error.code]?.() ?? (error.statusCode && error.statusCode < 500 ? refuse('route.malformed') : undefined);
  if (!refusal) deps.log.error({ requestId: request.id, endpoint: request.routeOptions?.config?.endpoint, err: error }, 'fault');
  return sendRefusal(request, reply, refusal ?? refuse('service.fault'), languageFor(request));
}
