// How a page is sent: strict headers, an ETag so that a browser asks again cheaply, compressed where that is understood.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

export interface Page {
  readonly type: string;
  readonly body: string | Buffer;
  /** Seconds a browser may keep it unasked; otherwise it asks each time and mostly hears "unchanged". */
  readonly keepSeconds?: number;
  /** What the page may load; nothing at all where it is left out. */
  readonly policy?: string;
}

interface Packed extends Page {
  readonly etag: string;
  readonly zipped: Promise<Buffer>;
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

function pack(page: Page): Packed {
  const etag = `W/"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`;
  return { ...page, etag, zipped: compress(page.body) };
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Packed): Promise<FastifyReply> {
  reply
    .header('content-security-policy', `${page.policy ?? never}; ${always}`)
    .header('cache-control', page.keepSeconds ? `public, max-age=${page.keepSeconds}` : 'public, no-cache')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('vary', 'Accept, Accept-Encoding')
    .header('etag', page.etag)
    .type(page.type);
  if (namesTag(request.headers['if-none-match'], page.etag)) return reply.code(304).send();
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(page.body);
  return reply.header('content-encoding', 'gzip').send(await page.zipped);
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
  sent !== undefined &&
  (sent.trim() === '*' || sent.split(',').some((each) => each.trim().replace(/^W\//, '') === etag.slice(2)));

/** Does a client ask for JSON rather than for a page to look at? */
export const prefersJson = (accept: string | undefined): boolean =>
  weightOf(accept, 'application/json') > weightOf(accept, 'text/html');

/** Does it name a page to look at, and rather than JSON? Browsers do; clients of an interface rarely name it. */
export const prefersPage = (accept: string | undefined): boolean =>
  weightOf(accept, 'text/html') > weightOf(accept, 'application/json');

function weightOf(accept: string | undefined, type: string): number {
  const weights = (accept ?? '').split(',').map((each) => {
    const [name = '', ...parameters] = each.trim().toLowerCase().split(';');
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find((found) => found !== undefined);
    return name.trim() === type ? Number(weight ?? 1) : 0;
  });
  return Math.max(0, ...weights);
}
