// The way in: what a request carries through the pipeline, its address as the router reads it, its id, its key and how often
// that key may ask. All of it before a body is looked at.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MerchantOnClock } from '../core/merchant.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import type { Language } from '../core/texts/texts.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { type Caller, type Found, isAllowedAt } from './caller.ts';
import type { Deps } from './deps.ts';
import { createRateLimit } from './rate-limit.ts';
import { isGone } from './watch.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Whose merchant the request is about, once it may be asked. */
    merchant: MerchantOnClock | null;
    /** The body as JSON, once it could be read: its faults are reported in its language too. */
    json: unknown;
    /** Does the body hold an obsolete value (C64)? */
    obsolete: boolean;
    /** The members of the body that were ignored, as a header names them. */
    ignored: string;
  }
  interface FastifyInstance {
    /** Where consumers and clients reach the service, for links in answers. */
    publicUrl: string;
    basePath: string;
  }
  interface FastifyContextConfig {
    endpoint?: string;
    /** An operation that a merchant's own key may ask too, about that merchant alone. */
    merchantsToo?: boolean;
  }
}

/** Waits only where the caller's key has to be looked up. */
export type Entrance = (request: FastifyRequest, reply: FastifyReply) => Refusal | undefined | Promise<Refusal | undefined>;

/** Operations that answer with who a person is, by a number of theirs. */
const lookups: ReadonlySet<string> = new Set(['lookupCustomer', 'findAccount']);

/** Before anything of a body is looked at: who asks (C01), and how often. */
export function entrance(deps: Deps): Entrance {
  const quotaOf = createRateLimit('minute', deps.rateLimitPerMinute, deps.peers);
  // Look-ups return personal data: a key gets fewer of them, counted apart, so that a register cannot be read out.
  const lookupQuotaOf = createRateLimit('lookups', deps.lookupLimitPerMinute, deps.peers);
  const later = (reply: FastifyReply, { retryAfter }: { readonly retryAfter: number }): Refusal => {
    reply.header('retry-after', String(retryAfter));
    return refuse('service.busy');
  };
  const { shedding } = deps;
  const letIn = (request: FastifyRequest, reply: FastifyReply, merchantId: string | undefined): Refusal | undefined => {
    if (isGone(request)) return refuse('service.busy');
    const shed = merchantId === undefined ? shedding.enterOperator() : (shedding.full() ?? shedding.enter(merchantId));
    if (shed) return later(reply, shed);
    request.leave = merchantId === undefined ? () => shedding.leaveOperator() : () => shedding.leave(merchantId);
    return undefined;
  };
  const admit = (
    request: FastifyRequest,
    reply: FastifyReply,
    { url, config }: FastifyRequest['routeOptions'],
    key: string,
    caller: Found,
  ) => {
    if (caller === 'limited') {
      deps.metrics.count('dps_requests_rate_limited_total', { limit: 'keys' });
      reply.header('retry-after', '5');
      return refuse('limit.requests');
    }
    const isAdmin = under(pathOf(request, url), '/admin/v1');
    const isRight = caller?.merchant ? !isAdmin || config?.merchantsToo === true : isAdmin;
    if (!caller || !isAllowedAt(caller, request.ip) || !isRight)
      return refuse('key.missing', undefined, key === '' ? keyNotSent : keyUnknown);
    request.caller = caller;
    const lookupQuota =
      config?.endpoint !== undefined && lookups.has(config.endpoint) ? lookupQuotaOf(caller.keyId, deps.clock()) : undefined;
    const quota = lookupQuota ?? quotaOf(caller.keyId, deps.clock());
    if (quota) reply.headers(quota.headers);
    if (quota?.allowed === false) {
      deps.metrics.count('dps_requests_rate_limited_total', { limit: lookupQuota ? 'lookups' : 'requests' });
      return refuse('limit.requests');
    }
    return letIn(request, reply, caller.merchant?.id);
  };
  return (request, reply) => {
    if (isGone(request)) return refuse('service.busy');
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
    // HTTP/1.1 has to name its host (RFC 9112, 3.2). Node would say so by itself, without a word or a line of the log.
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) return refuse('request.malformed');
    const route = request.routeOptions;
    const path = pathOf(request, route.url);
    const isAdmin = under(path, '/admin/v1');
    if (!isAdmin && !under(path, '/api/v3') && !(under(path, '/documents') && !under(path, '/documents/shared')))
      return undefined;
    reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    const full = isAdmin ? undefined : shedding.full();
    if (full) return later(reply, full);
    const key = keyOf(request);
    const caller = deps.auth.callerOf(key, request.ip);
    const admitted = (found: Found): Refusal | undefined => admit(request, reply, route, key, found);
    return caller instanceof Promise ? caller.then(admitted) : admitted(caller);
  };
}

/** What is known is gone on with at once; what has to be looked up, as soon as it is known. */
export function whenKnown<Known>(
  known: Known | Promise<Known>,
  goOn: (known: Known) => void,
  fail: (fault: Error) => void,
): void {
  if (known instanceof Promise) known.then(goOn).catch(fail);
  else goOn(known);
}

/** Wrong, expired, revoked and foreign keys get one refusal; only whether a key was sent is said, which the caller knows. */
export const keyNotSent = { why: ' No key was sent: send it as X-Auth-Key, or as Authorization: Bearer.' };
const keyUnknown = { why: ' The key that was sent is not known here, or not valid.' };

/** The content type matters only with a body (C06); an empty or impossible one without a body is no reason to refuse. */
export function forgetIdleContentType({ headers }: FastifyRequest): void {
  const noBody = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (noBody || headers['content-type']?.trim() === '') delete headers['content-type'];
}

/**
 * The route that matched counts, not how the address was spelt; where none matched, the path as the router reads it: letters may
 * be written as %61, and the key is asked for all the same.
 */
export function pathOf(request: FastifyRequest, routeUrl = request.routeOptions?.url): string {
  if (routeUrl !== undefined) return routeUrl;
  try {
    return decodeURI(request.url);
  } catch {
    return request.url;
  }
}

export const under = (url: string, prefix: string): boolean =>
  url.startsWith(prefix) && ['', '/', '?'].includes(url.charAt(prefix.length));

export function keyOf(request: FastifyRequest): string {
  const own = request.headers['x-auth-key'];
  if (typeof own === 'string' && own.trim() !== '') return own.trim();
  return /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

/** The language of a refusal from before a body was read: the merchant's. */
export const languageFor = ({ caller }: FastifyRequest): Language => caller?.merchant?.language ?? 'EN';

/** The caller's id of the request if it is a decent one, else one of ours (C08). */
export function requestIdOf(sent: string | string[] | undefined, now: number): string {
  return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : uuidv7(now);
}

/** A request may name the whole address (RFC 9112, 3.2.2); the router and the key check must see the same path. */
export const withoutOrigin = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';

/**
 * A client that is widely installed ends an address with a stray blank; no address of ours ends so (C09). A blank alone
 * between slashes stays: it is in the place of a parameter, and is refused as one.
 */
export function withoutBlanks(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? endedWell(url) : endedWell(url.slice(0, query)) + endedWell(url.slice(query));
}

/** By hand, as a regular expression would look at each blank once for every blank before it. */
function endedWell(text: string): string {
  const slash = text.endsWith('/') ? '/' : '';
  let end = text.length - slash.length;
  while (end > 3 && ['%20', '%09'].includes(text.slice(end - 3, end)) && text[end - 4] !== '/') end -= 3;
  return text.slice(0, end) + slash;
}

/** Shops put a slash at the end of the address they are given, and another before what they ask: no parameter is there (C09). */
export const withoutDoubleSlash = (url: string): string => url.replace(/^\/+api\/v3\/+/, '/api/v3/');

/** The service may live below a path (C09); a proxy in front may have cut it off already. */
export function withoutBase(url: string, basePath: string): string {
  if (basePath === '' || !under(url, basePath)) return url;
  const rest = url.slice(basePath.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
