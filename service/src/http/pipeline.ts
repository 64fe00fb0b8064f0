// The pipeline, the same for every endpoint and operation: key → permission → merchant → body, read leniently → what it does →
// answer written exactly → one log line. What differs between them is data (`Served`). Who may not ask is refused before anything
// of the body is read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Params } from '../book/endpoint.ts';
import type { Claim } from '../book/write.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { type AdminScope, mayDo, mayTouch, type OperatorsMoney } from '../core/scopes.ts';
import { languageOf } from '../wire/messages.ts';
import type { TSchema } from '../wire/schema.ts';
import { type BodyForm, type Read as BodyRead, bodyForm } from '../wire/validate.ts';
import { sendIgnoredMembers, sendRefusal } from './answers.ts';
import { bodyOf, isEncoded } from './body.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { languageFor, whenKnown } from './entrance.ts';
import { claimOf, idempotencyKey } from './idempotency.ts';
import { SentFile, sendFile } from './sent-file.ts';
import { createUploads, leaveUnread } from './uploads.ts';

/** An endpoint or operation as it is served. */
export interface Served {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The operator's scope that is needed; none where only merchants ask. */
  readonly scope?: AdminScope;
  /** Merchants' scopes of which one is needed, of none any key will do; undefined where only the operator asks. */
  readonly merchantScopes?: readonly string[];
  /** It touches the operator's money: keys limited to an organisation need the scope `admin:settlement`, by name. */
  readonly operatorsMoney?: OperatorsMoney;
  /** It keeps to the organisation that a key is limited to by itself. */
  readonly keepsToOrganisation?: true;
  /** It looks for the merchant that the address names by itself. */
  readonly findsMerchant?: true;
  readonly body?: TSchema;
  readonly bodyOptional?: boolean;
  /** The body is a file of at most so many bytes, as it is. */
  readonly fileBytes?: number;
  /** What an idempotency key is kept for; without it keys are not looked at. */
  readonly claimed?: (params: Params, caller: Caller) => string;
  /** Refuses with the most important message alone instead of a list (C04). */
  readonly oneMessage?: boolean;
  readonly answer: (asked: Asked) => Answered | Promise<Answered>;
}

/** A request that may be asked, its body read. */
export interface Asked {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  /** Whose: the caller, or the merchant that the address names; null where it names none. */
  readonly merchant: MerchantOnClock | null;
  readonly params: Params;
  /** What follows the question mark; of a name given twice the last. */
  readonly query: Readonly<Record<string, string>>;
  readonly body: SentBody;
  /** Where one is taken; else empty. */
  readonly file: Buffer;
  readonly claim?: Claim;
}

export interface SentBody {
  /** As it was sent, with what counts as absent. */
  readonly sent: object;
  /** Read leniently, not checked yet. */
  readonly draft: unknown;
  /** Checked against the schema; completed before, where an earlier request said a part of it. */
  whole(completed?: unknown): object | Refusal;
}

type Answered = Answer | SentFile | Refusal;
/** The merchant that a request is about; null where it is about none. */
type Whose = MerchantOnClock | null | Refusal;

export interface Answer {
  readonly text: string;
  readonly replayed?: boolean;
  /** The cursor of the next page. */
  readonly next?: string;
}

/** Gives endpoints and operations their addresses. */
export function pipeline(app: FastifyInstance, deps: Deps): (served: Served) => void {
  const uploads = createUploads(deps.uploadsAtOnce);
  return (served) => {
    const { id, method, path, fileBytes, scope, merchantScopes } = served;
    const form = served.body && bodyForm(served.body);
    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const finished = fileBytes === undefined ? undefined : uploads.reading(request);
      try {
        const asked = read(served, form, request, deps);
        send(served, reply, asked instanceof Refusal ? asked : await served.answer(asked), deps);
      } catch (fault) {
        reply.send(fault);
      } finally {
        finished?.();
      }
    };
    app.route({
      method,
      url: path,
      config: { endpoint: id, merchantsToo: scope !== undefined && merchantScopes !== undefined },
      ...(fileBytes !== undefined && { bodyLimit: fileBytes }),
      onRequest: (request, reply, done) => {
        const goOn = (merchant: Whose): void => {
          const full = merchant instanceof Refusal || fileBytes === undefined ? undefined : uploads.begin(request, reply);
          const refusal = merchant instanceof Refusal ? merchant : full;
          if (refusal) {
            leaveUnread(request, reply);
            sendRefusal(request, reply, refusal, languageFor(request), served.oneMessage);
            return;
          }
          request.merchant = merchant as MerchantOnClock | null;
          done();
        };
        whenKnown(merchantOf(served, request, deps), goOn, done);
      },
      // No promise is handed to Fastify, which would wait for it although the answer was sent.
      handler: (request, reply) => void answer(request, reply),
    });
  };
}

/** May the key do this, and whose merchant is it about? */
function merchantOf(served: Served, request: FastifyRequest, deps: Deps): Whose | Promise<Whose> {
  const { caller } = request;
  const lacked = caller ? lackedScope(served, caller) : (served.scope ?? 'of a merchant');
  if (!caller || lacked !== undefined) return refuse('key.scope', undefined, { scope: lacked ?? '' });
  const params = request.params as Params;
  // PostgreSQL holds no text with a zero in it.
  if (Object.values(params).some(holdsZero) || Object.values(request.query as object).some(holdsZero))
    return refuse('route.malformed');
  return served.scope === undefined ? (caller.merchant ?? null) : namedMerchant(served, caller, params, deps);
}

const holdsZero = (value: unknown): boolean => String(value).includes('\0');

/** The one that the address of an operation names. */
async function namedMerchant(served: Served, caller: Caller, { merchantId }: Params, deps: Deps): Promise<Whose> {
  // The one place that keeps a key within its organisation: another organisation's merchant equals a missing one.
  const within = served.keepsToOrganisation ? undefined : caller.organisationId;
  const isNamed = merchantId !== undefined && !(served.findsMerchant && within === undefined);
  const merchant = isNamed ? await deps.findMerchant(merchantId, within ?? null) : null;
  if (!merchant && isNamed) return refuse('merchant.not_found', 'merchantId');
  return mayTouch(served.operatorsMoney, caller, merchant ?? undefined)
    ? (merchant ?? null)
    : refuse('key.scope', undefined, { scope: 'admin:settlement' });
}

/** What the key lacks. What concerns no single merchant is not for keys that are limited to an organisation. */
function lackedScope(served: Served, caller: Caller): string | undefined {
  const { scope, merchantScopes } = served;
  const { merchant, scopes, organisationId } = caller;
  if (merchant) {
    const may =
      merchantScopes !== undefined && (merchantScopes.length === 0 || merchantScopes.some((each) => scopes.includes(each)));
    return may ? undefined : (merchantScopes?.join(' or ') ?? scope);
  }
  if (scope === undefined) return 'of a merchant';
  if (!mayDo(caller, scope)) return scope;
  const isLimited = organisationId !== undefined && !served.keepsToOrganisation;
  return isLimited && !served.path.includes('/:merchantId') ? 'of the whole operator' : undefined;
}

function read(served: Served, form: BodyForm | undefined, request: FastifyRequest, { secrets }: Deps): Asked | Refusal {
  const caller = request.caller as Caller;
  // A compressed file is not unpacked: a small one could become a very large one.
  if (served.fileBytes !== undefined && isEncoded(request.headers['content-encoding'])) return refuse('body.media_type');
  const sent = form ? bodyOf(request, served.bodyOptional === true) : { json: {} };
  if (sent instanceof Refusal) return sent;
  if (form) request.json = sent.json;
  const key = served.claimed ? idempotencyKey(request.raw.rawHeaders) : undefined;
  if (key instanceof Refusal) return key;
  const params = request.params as Params;
  const draft = form?.read(sent.json);
  request.obsolete = (draft?.obsolete.length ?? 0) > 0;
  request.ignored = draft?.ignored ?? '';
  return {
    request,
    caller,
    merchant: request.merchant,
    params,
    query: queryOf(request.query as Record<string, string | string[]>),
    body: form && draft ? sentBody(form, draft, sent.json) : { sent: {}, draft: undefined, whole: () => ({}) },
    file: Buffer.isBuffer(request.body) && served.fileBytes !== undefined ? request.body : noFile,
    ...(key !== undefined &&
      served.claimed && { claim: claimOf(key, served.method, served.claimed(params, caller), sent.json, secrets.hashes) }),
  };
}

const noFile = Buffer.alloc(0);
const noQuery: Asked['query'] = {};

function queryOf(sent: Readonly<Record<string, string | string[]>>): Asked['query'] {
  const query = Object.entries(sent);
  if (query.length === 0) return noQuery;
  return Object.fromEntries(query.map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : value]));
}

export const sentBody = (form: BodyForm, draft: BodyRead, sent: object): SentBody => ({
  sent,
  draft: draft.value,
  whole(completed = draft.value) {
    const { value, faults } = form.check(draft, completed);
    return Refusal.of(faults) ?? (value as object);
  },
});

/** Success is always 200, also for what creates (C02). */
function send(
  { scope, oneMessage }: Served,
  reply: FastifyReply,
  answer: Answer | SentFile | Refusal,
  { mode }: Deps,
): FastifyReply {
  const { request } = reply;
  if (request.obsolete) sendDeprecationHeaders(reply);
  sendIgnoredMembers(reply, mode);
  if (answer instanceof Refusal) {
    const language = scope === undefined ? languageOf(request.json, answer.language ?? languageFor(request)) : 'EN';
    return sendRefusal(request, reply, answer, language, oneMessage);
  }
  if (answer instanceof SentFile) return sendFile(reply, answer);
  request.replayed = answer.replayed === true;
  if (request.replayed) reply.header('idempotent-replayed', 'true');
  if (answer.next !== undefined && request.method === 'GET') sendNext(reply, answer.next);
  return reply.type('application/json; charset=utf-8').send(answer.text);
}

/** Where a list goes on, also as a header (RFC 8288). */
function sendNext(reply: FastifyReply, next: string): void {
  const [path = '', query = ''] = reply.request.url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('after', next);
  reply.header('link', `<${reply.server.publicUrl}${path}?${parameters.toString()}>; rel="next"`);
}

/** C64: obsolete values are still understood; the headers say until when (RFC 9745, RFC 8594). */
function sendDeprecationHeaders(reply: FastifyReply): void {
  reply.header('deprecation', '@1767225600').header('sunset', 'Fri, 31 Dec 2027 23:59:59 GMT');
  reply.header('link', `<${reply.server.publicUrl}/docs#obsolete-languages>; rel="deprecation"`);
}
