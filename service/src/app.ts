// buildApp(deps): the application without a listening socket. Hooks first, then every endpoint, then the pages; what falls
// through is answered at the end.
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { mountLegal } from './checkout/legal.page.ts';
import { mountSecureLogin } from './checkout/secure-login.page.ts';
import { type Refusal, refuse } from './core/refusals.ts';
import type { ServiceDeps } from './deps.ts';
import { mountDocuments } from './documents/documents.page.ts';
import { endpoints } from './endpoints.ts';
import { sendRefusal } from './http/answers.ts';
import { servedEndpoint } from './http/endpoint.ts';
import {
  type Entrance,
  entrance,
  forgetIdleContentType,
  languageFor,
  requestIdOf,
  whenKnown,
  withoutBase,
  withoutBlanks,
  withoutDoubleSlash,
  withoutOrigin,
} from './http/entrance.ts';
import { answerBrokenRequest, answerError, bodyLimit } from './http/faults.ts';
import { servedOperation } from './http/operation.ts';
import { mountPages } from './http/pages.ts';
import { pipeline } from './http/pipeline.ts';
import { createPortions } from './http/portions.ts';
import { createRoutes } from './http/routes.ts';
import { leaveUnread } from './http/uploads.ts';
import { type Watch, watchRequests } from './http/watch.ts';
import { operations } from './operations.ts';
import { mountWithdrawals } from './orders/withdrawal.page.ts';
import { mountObjections } from './risk/objection.page.ts';

export function buildApp(deps: ServiceDeps): FastifyInstance {
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
    http: { maxHeaderSize: 16_384, requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256, caseSensitive: true },
    // What can be got has a head (RFC 9110, 9.1).
    exposeHeadRoutes: true,
    rewriteUrl: (raw) => withoutBlanks(withoutDoubleSlash(withoutBase(withoutOrigin(raw.url ?? '/'), deps.basePath))),
    frameworkErrors: (error, request, reply) => {
      // An address that cannot be read never gets to the hooks; it is let in, or not, like any other.
      watch.begin(request, reply);
      void Promise.resolve(enter(request, reply))
        .then((refused) =>
          refused ? sendRefusal(request, reply, refused, languageFor(request)) : answerError(error, request, reply, deps),
        )
        .catch((fault: FastifyError) => answerError(fault, request, reply, deps))
        .then(() => watch.end(request, reply));
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, deps, watch),
  });
  app.decorate('publicUrl', deps.publicUrl);
  app.decorate('basePath', deps.basePath);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('merchant', null);
  app.decorateRequest('json', undefined);
  app.decorateRequest('obsolete', false);
  app.decorateRequest('ignored', '');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const watch = watchRequests(app, deps);
  // An unknown expectation is no reason to refuse (RFC 9110, 10.1.1); a request for a tunnel is refused.
  for (const expected of ['checkContinue', 'checkExpectation'])
    app.server.on(expected, (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request, socket) => answerBrokenRequest({ code: 'CONNECT' }, socket, deps, watch));
  addEntrance(app, enter, watch);
  const inPortions = createPortions(() => performance.now());
  app.addHook('preHandler', (request, _reply, done) => (request.body === undefined ? done() : inPortions(done)));
  // After the body was read, because what reads it does not know whose it is, and when its turn has come.
  if (deps.traces.enabled) app.addHook('preHandler', (request, _reply, done) => deps.traces.within(request.span, done));
  app.addHook('onResponse', (request, reply, done) => {
    watch.end(request, reply);
    done();
  });
  const serve = pipeline(app, deps);
  for (const endpoint of endpoints) serve(servedEndpoint(endpoint, deps));
  for (const operation of operations) serve(servedOperation(operation, deps));
  mountPages(app, deps, endpoints, operations);
  mountLegal(app, deps);
  mountSecureLogin(app, deps);
  mountObjections(app, deps);
  mountWithdrawals(app, deps);
  mountDocuments(app, deps);
  const routes = createRoutes([...endpoints, ...operations]);
  app.setNotFoundHandler((request, reply) => {
    const allow = routes.methodsOf(request.url);
    if (allow.length === 0) {
      const meant = routes.meantBy(request.url);
      const values = meant === undefined ? undefined : { why: ` Did you mean ${deps.basePath}${meant}?` };
      return sendRefusal(request, reply, refuse('route.unknown', undefined, values), languageFor(request));
    }
    reply.header('allow', allow.join(', '));
    return sendRefusal(request, reply, refuse('route.method', undefined, { allow: allow.join(', ') }), languageFor(request));
  });
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, deps));
  return app;
}

function addEntrance(app: FastifyInstance, enter: Entrance, watch: Watch): void {
  app.addHook('onRequest', (request, reply, done) => {
    watch.begin(request, reply);
    forgetIdleContentType(request);
    const goOn = (refused: Refusal | undefined): void => {
      if (refused) {
        leaveUnread(request, reply);
        sendRefusal(request, reply, refused, languageFor(request));
      } else done();
    };
    whenKnown(enter(request, reply), goOn, done);
  });
  // Only a client that may send its body is asked for it.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (/^100-continue$/i.test(request.headers.expect ?? '')) reply.raw.writeContinue();
    done(null, payload);
  });
}
