// Faults: what is no request, what the server refuses by itself, and what went wrong with us.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../core/refusals.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { ConnectionLost, isUnable, WriteInDoubt } from '../store/db.ts';
import { messageOf } from '../wire/messages.ts';
import { sendRefusal } from './answers.ts';
import type { Deps } from './deps.ts';
import { languageFor } from './entrance.ts';
import type { Watch } from './watch.ts';

/** A body may have 1 MiB (C08). */
export const bodyLimit = 1024 * 1024;

const refusals: Readonly<Record<string, (request: FastifyRequest) => Refusal>> = {
  // A few operations take files, which may be larger.
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) =>
    refuse('body.too_large', undefined, { limit: String(routeOptions.bodyLimit ?? bodyLimit) }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refuse('body.media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => refuse('body.unreadable', 'request'),
  FST_ERR_BAD_URL: () => refuse('route.malformed'),
  FST_ERR_MAX_PARAM_LENGTH: () => refuse('route.unknown'),
};

const brokenBy: Readonly<Record<string, 'request.headers_too_large' | 'request.too_slow'>> = {
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.too_slow',
};

/**
 * What is not HTTP, or has headers beyond all bounds, has no request to answer to: the bytes of the answer are written as they
 * are. Where it is the body of a request that breaks off being HTTP, that request has ended with it.
 */
export function answerBrokenRequest(
  error: Pick<NodeJS.ErrnoException, 'code'>,
  socket: Duplex,
  { clock, log, metrics }: Pick<Deps, 'clock' | 'log' | 'metrics'>,
  watch: Pick<Watch, 'isUnderWay' | 'broke'>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  // The client left in the middle of a body: the request is logged as one whose client is gone.
  if (error.code === 'HPE_INVALID_EOF_STATE' && watch.isUnderWay(socket)) return void socket.destroy();
  const refusal = refuse(brokenBy[error.code ?? ''] ?? 'request.malformed');
  const broken = watch.broke(socket, refusal);
  const requestId = broken ?? uuidv7(clock());
  if (broken === undefined) {
    metrics.count('dps_http_malformed_total', {});
    // The reason is one of the parser's codes; what was sent is not logged.
    log.info({ requestId, route: 'unknown', status: refusal.status, reason: error.code });
  }
  const body = JSON.stringify(messageOf(refusal.notices[0], 'EN'));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * What is answered 503 may always be asked again, so it is not what was perhaps done (ADR 3). Outside of administration all but the book
 * stores what may be stored twice.
 */
function refusalOf(error: Error, { routeOptions }: FastifyRequest): Refusal | undefined {
  if (error instanceof WriteInDoubt && routeOptions.url?.startsWith('/admin/')) return refuse('service.in_doubt');
  return error instanceof ConnectionLost || isUnable(error) ? refuse('service.busy') : undefined;
}

/** The only catch of the program beside the book's: a fault of the request's form, or of ours (500). */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, deps: Deps): FastifyReply {
  const refusal =
    refusalOf(error, request) ??
    refusals[error.code]?.(request) ??
    (error.statusCode && error.statusCode < 500 ? refuse('route.malformed') : undefined);
  if (!refusal || refusal.status >= 500)
    deps.log.error(
      { requestId: request.id, traceId: request.traceId, endpoint: request.routeOptions?.config?.endpoint, err: error },
      'fault',
    );
  return sendRefusal(request, reply, refusal ?? refuse('service.fault'), languageFor(request));
}
