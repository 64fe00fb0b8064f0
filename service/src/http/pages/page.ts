// How a page is sent: strict headers, an ETag so that a browser asks again cheaply, compressed where that is understood. All forms
// of a page are kept in memory from its first request on.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const zipped = promisify(gzip);
const brotlied = promisify(brotliCompress);
/** The best of eleven would take seconds of a processor for some kilobytes less. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } };

/** In the order of preference where a client has none. */
const codings = ['br', 'gzip', 'identity'] as const;
type Coding = (typeof codings)[number];

export interface Page {
  readonly type: string;
  readonly body: string | Buffer;
  /** Seconds a browser may keep it unasked; otherwise it asks each time and mostly hears "unchanged". */
  readonly keepSeconds?: number;
  /** What the page may load; nothing at all where it is left out. */
  readonly policy?: string;
}

interface Packed extends Page {
  readonly hash: string;
  readonly bodies: Readonly<Record<Coding, string | Buffer>>;
}

const never = "default-src 'none'";
const always = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Give a page its address. It is made once, when it is first asked for, by the variant that `choose` names. */
export function mountPage(
  app: FastifyInstance,
  url: string,
  make: (variant: string) => Page | Promise<Page>,
  choose: (request: FastifyRequest) => string = () => '',
): void {
  const made = new Map<string, Promise<Packed>>();
  const pageOf = (variant: string): Promise<Packed> => {
    const known = made.get(variant) ?? Promise.resolve(make(variant)).then(pack);
    made.set(variant, known);
    known.catch(() => made.delete(variant));
    return known;
  };
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => sendPage(request, reply, await pageOf(choose(request))),
  });
}

async function pack(page: Page): Promise<Packed> {
  const hash = createHash('sha256').update(page.body).digest('base64url').slice(0, 22);
  const [br, gzip] = await Promise.all([brotlied(page.body, quality), zipped(page.body)]);
  return { ...page, hash, bodies: { br, gzip, identity: page.body } };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Packed): FastifyReply {
  const coding = codingFor(request.headers['accept-encoding']);
  // The same bytes or another tag (RFC 9110, 8.8.1): each form has its own.
  const etag = coding === 'identity' ? `"${page.hash}"` : `"${page.hash}-${coding}"`;
  reply
    .header('content-security-policy', `${page.policy ?? never}; ${always}`)
    .header('cache-control', page.keepSeconds ? `public, max-age=${page.keepSeconds}` : 'public, no-cache')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('vary', 'Accept, Accept-Encoding')
    .header('etag', etag)
    .type(page.type);
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.send(page.bodies[coding]);
}

/** The coding that a client likes most of those it names; none where it names none. */
function codingFor(accepted: string | undefined): Coding {
  const weights = weightsOf(accepted);
  const weightOf = (coding: Coding): number => weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? 0.001 : 0);
  return codings.reduce((best, each) => (weightOf(each) > weightOf(best) ? each : best));
}

/** A page for this one answer, which no cache keeps. */
export function sendNotice(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .header('content-security-policy', `${page.policy ?? never}; ${always}`)
    .header('cache-control', 'private, no-store')
    .type(page.type)
    .send(page.body);
}

const namesTag = (sent: string | undefined, etag: string): boolean =>
  sent !== undefined && (sent.trim() === '*' || sent.split(',').some((each) => each.trim().replace(/^W\//, '') === etag));

/** Does a client ask for JSON rather than for a page to look at? */
export const prefersJson = (accept: string | undefined): boolean =>
  weightOf(accept, 'application/json') > weightOf(accept, 'text/html');

/** Does it name a page to look at, and rather than JSON? Browsers do; clients of an interface rarely name it. */
export const prefersPage = (accept: string | undefined): boolean =>
  weightOf(accept, 'text/html') > weightOf(accept, 'application/json');

const weightOf = (accept: string | undefined, type: string): number => weightsOf(accept).get(type) ?? 0;

/** What a client accepts (RFC 9110, 12.4.2): each name with its weight. */
export function weightsOf(accepted = ''): Map<string, number> {
  const weights = accepted.split(',').map((each): [string, number] => {
    const [name = '', ...parameters] = each.trim().toLowerCase().split(';');
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find((found) => found !== undefined);
    return [name.trim(), Number(weight ?? 1)];
  });
  return new Map(weights);
}
