// One line a request: the route's template, never the address as sent, because that may hold a personal number (law 7).
import type { FastifyReply, FastifyRequest } from 'fastify';
import pino, { type Logger } from 'pino';

export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: safeError },
  });
}

/** Of an error only what cannot hold a value of a request: a server's detail names the row that was in the way. */
function safeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: 'unknown' };
  const { code, table, constraint } = error as Error & { code?: string; table?: string; constraint?: string };
  const message = code && /^[0-9A-Z]{5}$/.test(code) ? undefined : error.message;
  const cause = error.cause === undefined ? {} : { cause: safeError(error.cause) };
  return { name: error.name, message, code, table, constraint, stack: stackOf(error), ...cause };
}

const stackOf = (error: Error): string | undefined => error.stack?.split('\n').slice(1, 8).join('\n');

export function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  log.info({
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    endpoint: request.routeOptions.config.endpoint,
    status: reply.statusCode,
    milliseconds: Number(reply.elapsedTime.toFixed(2)),
    key: request.caller?.keyId,
  });
}
