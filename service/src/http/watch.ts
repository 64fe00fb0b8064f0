// Every request is counted, timed, and logged in one line, however it ends. A request ends
// once: when its answer is written, or when its client is gone.
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { catalogue, type Refusal } from '../core/refusals.ts';
import type { Span } from '../observe/tracer.ts';
import { placeOf } from '../observe/traces.ts';
import type { Deps } from './deps.ts';
import { logRequest } from './log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the refusal it was answered with, and the outcome of the decision it led to. */
    refusal: { readonly code: string; readonly action: string } | undefined;
    outcome: string | undefined;
    replayed: boolean;
    /** To be called once, when the request that was let in has ended. */
    leave: (() => void) | undefined;
    span: Span | undefined;
    /** Of the caller's trace, or of the one that begins here. */
    traceId: string | undefined;
    watched: 'under way' | 'ended' | undefined;
  }
}

/** What nginx says of a client that left; nothing of the kind is ever sent. */
const clientLeft = 499;

interface UnderWay {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Did its client leave while something was looked up for it? Then nothing may count it as under way: who counts is called back at the
 * end of a request, which was before.
 */
export const isGone = ({ watched }: FastifyRequest): boolean => watched === 'ended';

export interface Watch {
  begin(request: FastifyRequest, reply: FastifyReply): void;
  end(request: FastifyRequest, reply: FastifyReply): void;
  /** Is there a request on the connection that has not ended? */
  isUnderWay(socket: Duplex): boolean;
  /** What followed on the connection was no HTTP: the request whose body it was has ended with the refusal; its id. */
  broke(socket: Duplex, refusal: Refusal): string | undefined;
}

export function watchRequests(app: FastifyInstance, deps: Pick<Deps, 'metrics' | 'log' | 'traces'>): Watch {
  const { metrics, traces } = deps;
  let inFlight = 0;
  const connections = new WeakMap<Duplex, UnderWay[]>();
  metrics.onScrape(() => metrics.set('dps_http_requests_in_flight', {}, inFlight));
  for (const name of ['refusal', 'outcome', 'watched', 'leave', 'span', 'traceId']) app.decorateRequest(name, undefined);
  app.decorateRequest('replayed', false);

  const ended = (request: FastifyRequest, reply: FastifyReply, left: boolean): void => {
    if (request.watched !== 'under way') return;
    request.watched = 'ended';
    inFlight -= 1;
    forget(connections.get(request.raw.socket), request);
    const { leave } = request;
    request.leave = undefined;
    leave?.();
    const status = left ? clientLeft : reply.statusCode;
    const route = request.routeOptions?.url ?? 'unknown';
    const { method } = request;
    const statusClass = left ? 'aborted' : `${Math.floor(status / 100)}xx`;
    metrics.count('dps_http_requests_total', { route, method, status: String(status) });
    metrics.observe('dps_http_request_duration_seconds', { route, method, status_class: statusClass }, reply.elapsedTime / 1000);
    if (request.refusal) metrics.count('dps_refusals_total', request.refusal);
    if (status === 500) metrics.count('dps_faults_total', { route });
    endSpan(request, route, status);
    logRequest(deps.log, request, reply, status);
  };

  /**
   * What is under way on a connection, the one whose body is being read last. The answer of a client that left is never finished, and
   * would leave no line. One listener a connection, not one on each answer: with that, garbage of one request kept that of the next.
   */
  const underWayOn = (socket: Duplex): UnderWay[] => {
    const known = connections.get(socket);
    if (known) return known;
    const underWay: UnderWay[] = [];
    connections.set(socket, underWay);
    socket.once('close', () => {
      for (const { request, reply } of underWay.slice()) ended(request, reply, !reply.raw.writableFinished);
    });
    return underWay;
  };

  return {
    begin(request, reply) {
      if (request.watched) return;
      request.watched = 'under way';
      inFlight += 1;
      underWayOn(request.raw.socket).push({ request, reply });
      const place = placeOf(request.headers['traceparent'], request.headers['tracestate']);
      request.traceId = place?.traceId;
      if (traces.enabled) {
        const name = `${request.method} ${request.routeOptions?.url ?? 'unknown'}`;
        request.span = traces.begin(name, { kind: 'server', ...(place && { parent: place }) });
        request.traceId = request.span?.place.traceId;
      }
      // A connection that was reset no longer says from where it came, which its key is looked up by.
      if (request.raw.socket.remoteAddress === undefined) ended(request, reply, true);
    },
    end: (request, reply) => ended(request, reply, false),
    isUnderWay: (socket) => (connections.get(socket)?.length ?? 0) > 0,
    broke(socket, refusal) {
      const last = connections.get(socket)?.at(-1);
      if (!last) return undefined;
      const { code, action, status } = catalogue[refusal.notices[0].id];
      last.request.refusal = { code, action };
      ended(last.request, last.reply.code(status), false);
      return last.request.id;
    },
  };
}

function forget(underWay: UnderWay[] | undefined, request: FastifyRequest): void {
  const place = underWay?.findIndex((each) => each.request === request) ?? -1;
  if (place >= 0) underWay?.splice(place, 1);
}

/** Ids, numbers and words of ours only: the address as it was sent may hold a personal number. */
function endSpan({ span, method, id, caller, refusal, outcome }: FastifyRequest, route: string, status: number): void {
  span?.set({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'dps.request_id': id,
    ...(caller?.merchant && { 'dps.merchant_id': caller.merchant.id }),
    ...(refusal && { 'dps.refusal': refusal.code }),
    ...(outcome !== undefined && { 'dps.outcome': outcome }),
  });
  if (status >= 500) span?.fail(refusal?.code ?? String(status));
  span?.end();
}
