// The body of a request as JSON. Content type matters only when there is a body (C06).
import type { FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../core/refusals.ts';
import { parseJson } from '../wire/json.ts';

export interface Body {
  /** An object; `{}` for a body that was left out. */
  readonly json: object;
}

export function bodyOf(request: FastifyRequest, optional: boolean): Body | Refusal {
  const bytes = request.body as Buffer | undefined;
  const empty = bytes === undefined || (bytes[0] !== openingBrace && bytes.toString('latin1').trim() === '');
  if (empty) return optional ? { json: {} } : unreadable('there is none');
  if (!isJsonType(request.headers['content-type']) || isEncoded(request.headers['content-encoding']))
    return refuse('body.media_type');
  const parsed = parseJson(bytes);
  if ('fault' in parsed) return unreadable(parsed.fault);
  if (parsed.value === null && optional) return { json: {} };
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    return unreadable('it has to be an object, in braces');
  return { json: parsed.value };
}

const openingBrace = 0x7b;

const unreadable = (why: string): Refusal => refuse('body.unreadable', 'request', { why: ` (${why})` });

/** A compressed body is not unpacked: a small one could become a very large one. */
export const isEncoded = (encoding = ''): boolean => !['', 'identity'].includes(encoding.trim().toLowerCase());

/** Missing, application/json, text/json and anything +json; in UTF-8. */
function isJsonType(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType.trim() === '') return true;
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  const utf8 = charset === undefined || charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii';
  return utf8 && (/^(application|text)\/json$/.test(type) || /^[\w.-]+\/[\w.-]+\+json$/.test(type));
}
