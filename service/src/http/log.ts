// One line a request: the route's template, never the address as sent, because that may hold a personal number (C92).
import type { FastifyReply, FastifyRequest } from 'fastify';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/** To the standard output, where nothing else is named; with the number of the worker, where several share a port. */
export function createLog(level: string, destination?: DestinationStream, worker = 0): Logger {
  const options: LoggerOptions = {
    level,
    base: worker === 0 ? null : { worker },
    timestamp: timeMember,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: safeError },
  };
  return pino(options, destination ?? standardOutput());
}

let lastMoment = 0;
let lastTime = '';

/** The same text for all lines of a millisecond. */
function timeMember(): string {
  const now = Date.now();
  if (now !== lastMoment) {
    lastMoment = now;
    lastTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTime;
}

/** Written at once when so much is there; a pipe takes twice as much. */
const writeBytes = 32 * 1024;

/**
 * Lines are written many at once, a tenth of a second late at most: a write of its own for each request took 7 % of the process.
 * What is left is written as the process exits; only a process that is killed loses its last tenth of a second. They are gathered as
 * bytes: lines of text would be joined anew, and measured, for each line that follows.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: writeBytes,
    maxWrite: 2 * writeBytes,
    periodicFlush: 100,
    contentMode: 'buffer',
  });
  const write = output.write.bind(output) as unknown as (bytes: Buffer) => boolean;
  return Object.assign(output, { write: (line: string) => write(Buffer.from(line)) });
}

/** Of an error only what cannot hold a value of a request: a server's detail names the row that was in the way. */
function safeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: 'unknown' };
  const { code, table, constraint, statement } = error as Error & Readonly<Partial<Record<string, string>>>;
  const message = code && /^[0-9A-Z]{5}$/.test(code) ? undefined : error.message;
  const cause = error.cause === undefined ? {} : { cause: safeError(error.cause) };
  return { name: error.name, message, code, table, constraint, statement, stack: stackOf(error), ...cause };
}

const stackOf = (error: Error): string | undefined => error.stack?.split('\n').slice(1, 8).join('\n');

/** `status` is 499 if the client left before its answer. */
export function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply, status: number): void {
  const { caller, refusal, outcome, replayed, headers, routeOptions } = request;
  log.info({
    requestId: request.id,
    traceId: request.traceId,
    method: request.method,
    route: routeOptions?.url ?? 'unknown',
    endpoint: routeOptions?.config?.endpoint,
    status,
    milliseconds: Number(reply.elapsedTime.toFixed(2)),
    bytesIn: bytes(headers['content-length']),
    bytesOut: bytes(reply.getHeader('content-length')),
    merchant: caller?.merchant?.id,
    key: caller?.keyId,
    code: refusal?.code,
    outcome,
    ...(replayed && { replayed }),
  });
}

/** A length from a header; undefined if it is missing or not a number. */
function bytes(length: unknown): number | undefined {
  const count = Number(length ?? Number.NaN);
  return Number.isSafeInteger(count) ? count : undefined;
}
