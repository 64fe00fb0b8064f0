// One attempt: a POST with a time limit over everything, to an address that was looked at, without redirects, proxies or a
// word of what is answered but the status.
import { isIP } from 'node:net';
import { Agent } from 'undici';
import { type Attempted, retryAfterOf } from '../core/webhooks/retry.ts';
import type { Addresses } from './addresses.ts';

export interface Sent extends Attempted {
  readonly milliseconds: number;
  /** For the operator, in a word or two: `http 500`, `timeout`, `connection refused`. Never anything of the answer's body. */
  readonly reason: string;
  /** Cut short because the service stops: it is not known whether it arrived. */
  readonly aborted: boolean;
}

export interface Sender {
  post(url: string, headers: Readonly<Record<string, string>>, body: string, signal?: AbortSignal): Promise<Sent>;
  close(): Promise<void>;
}

const limitMs = 15_000;
/** Read, and thrown away, so that the connection can be used again; a receiver that sends more loses it. */
const mostBodyBytes = 16_384;

export interface SenderOptions {
  readonly addresses: Addresses;
  /** Real time in milliseconds. */
  readonly clock: () => number;
  readonly limitMs?: number;
}

export function createSender({ addresses, clock, limitMs: limit = limitMs }: SenderOptions): Sender {
  const agent = new Agent({
    connect: { lookup: addresses.lookup, timeout: limit },
    headersTimeout: limit,
    bodyTimeout: limit,
    maxHeaderSize: 16_384,
    keepAliveTimeout: 10_000,
    pipelining: 1,
  });
  return {
    async post(url, headers, body, stop) {
      const since = performance.now();
      const { origin, pathname, search, hostname } = new URL(url);
      const host = hostname.replace(/^\[|\]$/g, '');
      const result = (sent: Omit<Sent, 'milliseconds' | 'aborted'>): Sent => ({
        ...sent,
        milliseconds: Math.round(performance.now() - since),
        aborted: stop?.aborted === true,
      });
      // A name is looked at by the look-up of the connection; a literal address has none.
      if (isIP(host) !== 0 && !addresses.allows(host)) return result({ status: null, reason: 'address refused' });
      const timer = AbortSignal.timeout(limit);
      const signal = stop ? AbortSignal.any([timer, stop]) : timer;
      try {
        const response = await agent.request({
          origin,
          path: pathname + search,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'deferred-payment-service' },
          body,
          signal,
        });
        const status = response.statusCode;
        const after = response.headers['retry-after'];
        // The status is the answer. What arrives after it changes nothing and is not waited for.
        void response.body.dump({ limit: mostBodyBytes, signal }).catch(() => undefined);
        return result({
          status,
          reason: status >= 300 && status < 400 ? `http ${status} not followed` : `http ${status}`,
          retryAfterSeconds: retryAfterOf(Array.isArray(after) ? after[0] : after, clock()),
        });
      } catch (error) {
        return result({ status: null, reason: timer.aborted ? 'timeout' : reasonOf(error) });
      }
    },
    close: () => agent.destroy(),
  };
}

const reasons: Readonly<Record<string, string>> = {
  EADDRESSREFUSED: 'address refused',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection reset',
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name not resolved',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'answer too large',
};

function reasonOf(error: unknown): string {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const { code = '' } = each as Error & { code?: string };
    const known = reasons[code];
    if (known) return known;
    if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'certificate not accepted';
    if (code.startsWith('HPE_')) return 'no HTTP';
  }
  return 'no answer';
}
