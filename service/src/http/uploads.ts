// Files are large and held in memory whole: one at a time of a key, and so many at once in this process. A file that is refused is
// not read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../core/refusals.ts';
import { isGone } from './watch.ts';

/** Seconds after which another file may be sent. */
const retryAfter = '5';

export interface Uploads {
  /** Let a file in, until its request ends; or refuse it before it is read. */
  begin(request: FastifyRequest, reply: FastifyReply): Refusal | undefined;
  /** The file was read: it counts until it was worked through, even if its client leaves. Call the result then. */
  reading(request: FastifyRequest): () => void;
}

export function createUploads(atOnce: number): Uploads {
  const keys = new Set<string>();
  return {
    begin(request, reply) {
      if (isGone(request)) return refuse('service.busy');
      const keyId = request.caller?.keyId ?? '';
      if (!keys.has(keyId) && keys.size < atOnce) {
        keys.add(keyId);
        const { leave } = request;
        const leaveWithKey = (): void => {
          keys.delete(keyId);
          leave?.();
        };
        request.leave = leaveWithKey;
        return undefined;
      }
      reply.header('retry-after', retryAfter);
      return refuse(keys.has(keyId) ? 'limit.uploads' : 'service.busy');
    },
    reading(request) {
      const { leave } = request;
      request.leave = undefined;
      return () => leave?.();
    },
  };
}

/** A smaller body is read and dropped, so that the connection can be used again. */
const worthReading = 64 * 1024;

/** A large body that was refused is not read to its end: the connection is closed after the answer. */
export function leaveUnread({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > worthReading)
    reply.header('connection', 'close');
}
