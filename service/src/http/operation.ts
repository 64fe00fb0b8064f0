// Operator endpoints under /admin/v1, outside the specification: own keys, own scopes, everything else as elsewhere (C88).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../book/endpoint.ts';
import type { Claim } from '../book/write.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { Refusal, type RefusalId, refuse } from '../core/refusals.ts';
import { type AdminScope, mayDo, mayTouch, type OperatorsMoney } from '../core/scopes.ts';
import { sendIgnoredMembers, sendRefusal } from '../http/answers.ts';
import { bodyOf, isEncoded } from '../http/body.ts';
import type { Deps } from '../http/deps.ts';
import { claimOf, idempotencyKey } from '../http/idempotency.ts';
import { SentFile, sendFile } from '../http/sent-file.ts';
import type { Static, TSchema } from '../wire/schema.ts';
import { answerWriter, bodyReader } from '../wire/validate.ts';
import type { Caller } from './caller.ts';

export type { AdminScope } from '../core/scopes.ts';

/** What an operation says of itself. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly about?: string;
  readonly scope: AdminScope;
  /** A merchant's own key with this scope may ask as well, about that merchant alone: `run` looks at `ownMerchantId`. */
  readonly merchantScope?: Scope;
  /**
   * Without a merchant in its path, an operation is not for keys that are limited to an organisation, unless it says here
   * that it keeps to the key's own by itself.
   */
  readonly keepsToOrganisation?: true;
  /** What it is about may be the operator's own and no merchant's: it looks for the merchant itself. */
  readonly findsMerchant?: true;
  /** It touches the operator's money: keys limited to an organisation need the scope `admin:settlement`, by name. */
  readonly operatorsMoney?: OperatorsMoney;
  /** Honours an idempotency key: the same request again is answered as before and does nothing. */
  readonly idempotent?: true;
  /** For the OpenAPI document; a sample of the schemas where there is none. */
  readonly example?: { readonly body?: object; readonly answer?: object };
  /** Members of the query, for the OpenAPI document. */
  readonly query?: Readonly<Record<string, string>>;
  /** What it refuses beside what every operation refuses. */
  readonly refusals?: readonly RefusalId[];
  readonly body?: TSchema;
  /** The body is a file of at most so many bytes, as it is: `file` of what is asked. */
  readonly fileBytes?: number;
  readonly answer: TSchema;
  /** It answers with a file (`SentFile`) of this media type. */
  readonly media?: string;
}

type Owner = MerchantOnClock | null;
/** The merchant that an address of this form names. */
type OwnerIn<Path extends string> = Path extends `${string}/:merchantId${string}` ? MerchantOnClock : null;
/** What is asked about one merchant. */
export type AskedOfMerchant<Body> = OperatorAsked<Body, MerchantOnClock>;

export interface Operation<Body = never, Answer = never, Own extends Deps = Deps, Whose extends Owner = never>
  extends DescribedOperation {
  readonly run: (asked: OperatorAsked<Body, Whose>, deps: Own) => Promise<Answer | SentFile | Refusal>;
}

export interface OperatorAsked<Body, Whose extends Owner = Owner> {
  /** The one that the address names. */
  readonly merchant: Whose;
  readonly params: Readonly<Record<string, string>>;
  /** What stands behind the question mark; of a name given twice the last. */
  readonly query: Readonly<Record<string, string>>;
  readonly body: Body;
  /** Where the operation takes one; else empty. */
  readonly file: Buffer;
  /** The operator's key, for the audit. */
  readonly actor: string;
  /** The operation's id. */
  readonly operation: string;
  readonly scopes: readonly string[];
  /** Where a merchant's own key asks: that merchant. */
  readonly ownMerchantId: string | null;
  /** The organisation that the key is limited to. */
  readonly organisationId: string | null;
  /** Until when and from where the key itself may be used; null is without limit. */
  readonly keyLimits: { readonly expiresAt: number | null; readonly allowedAddresses: readonly string[] | null };
  readonly requestId: string;
  /** Where the operation is idempotent and a key was sent. */
  readonly claim?: Claim;
  /** To be called when the answer was given before. */
  readonly replayed: () => void;
}

/** `Own` names what it needs beside the pipeline's own dependencies. */
export function operation<Body extends TSchema, Answer extends TSchema, const Path extends string, Own extends Deps = Deps>(
  described: Omit<Operation<Static<Body>, Static<Answer>, Own, OwnerIn<Path>>, 'body' | 'answer' | 'path'> & {
    path: Path;
    body?: Body;
    answer: Answer;
  },
): Operation<never, never, Own> {
  return described as unknown as Operation<never, never, Own>;
}

export function mountOperation<Own extends Deps>(app: FastifyInstance, described: Operation<never, never, Own>, deps: Own): void {
  const { scope, body: bodySchema, fileBytes } = described;
  const run = described.run as unknown as (asked: OperatorAsked<unknown>, deps: Own) => Promise<unknown>;
  const read = bodySchema && bodyReader(bodySchema);
  const write = answerWriter(described.answer);
  const ownDeps = asOperator(deps);
  const answerTo = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { caller } = request;
    const needed = caller?.merchant ? described.merchantScope : scope;
    if (!caller || needed === undefined || !(caller.merchant ? caller.scopes.includes(needed) : mayDo(caller, scope)))
      return refuse('key.scope', undefined, { scope: needed ?? scope });
    const names = { ...(request.query as object), ...(request.params as object) };
    // PostgreSQL holds no text with a zero in it.
    if (Object.values(names).some((value) => String(value).includes('\0'))) return refuse('route.malformed');
    const params = request.params as Record<string, string>;
    const within = await withinOrganisation(described, caller, params, deps);
    if (within instanceof Refusal) return within;
    if (!mayTouch(described.operatorsMoney, caller, within)) return refuse('key.scope', undefined, { scope: 'admin:settlement' });
    const body = fileBytes === undefined ? (read ? readBody(request, read) : {}) : refuseEncoded(request);
    if (body instanceof Refusal) return body;
    const asked = askedOf(described, request, reply, body, deps);
    if (asked instanceof Refusal) return asked;
    const merchant = within ?? (await pickMerchant(described, params, deps));
    return merchant instanceof Refusal ? merchant : run({ ...asked, merchant }, ownDeps);
  };
  app.route({
    method: described.method,
    url: described.path,
    config: { endpoint: described.id, merchantsToo: described.merchantScope !== undefined },
    ...(fileBytes !== undefined && {
      bodyLimit: fileBytes,
      // Who may not bring a file is told so before it is read.
      onRequest: async (request, reply) => {
        if (request.caller && mayDo(request.caller, scope)) return;
        return sendRefusal(request, reply, refuse('key.scope', undefined, { scope }), 'EN');
      },
    }),
    handler: async (request, reply) => {
      const answer = await answerTo(request, reply);
      sendIgnoredMembers(reply, deps.mode);
      if (answer instanceof Refusal) return sendRefusal(request, reply, answer, 'EN');
      if (answer instanceof SentFile) return sendFile(reply, answer);
      tellNext(request, reply, answer);
      return reply.type('application/json; charset=utf-8').send(write(answer));
    },
  });
}

/** What is written by an operation says that an operator did it. */
const asOperator = <Own extends Deps>(deps: Own): Own => ({
  ...deps,
  book: { ...deps.book, submit: (write) => deps.book.submit({ source: 'operator', ...write }) },
});

/** A compressed file is not unpacked: a small one could become a very large one. */
const refuseEncoded = (request: FastifyRequest): object | Refusal =>
  isEncoded(request.headers['content-encoding']) ? refuse('body.media_type') : {};

/**
 * The one place that keeps a key within its organisation: another organisation's merchant equals a missing one, and what
 * concerns no single merchant is not for it.
 */
async function withinOrganisation(
  { path, keepsToOrganisation }: Pick<Operation, 'path' | 'keepsToOrganisation'>,
  { organisationId }: Caller,
  params: Readonly<Record<string, string>>,
  deps: Deps,
): Promise<MerchantOnClock | Refusal | undefined> {
  if (organisationId === undefined || keepsToOrganisation) return undefined;
  if (!path.includes('/:merchantId')) return refuse('key.scope', undefined, { scope: 'of the whole operator' });
  const merchant = await deps.findMerchant(params['merchantId'] ?? '', organisationId);
  return merchant ?? refuse('merchant.not_found', 'merchantId');
}

/** The merchant that the address names: no operation looks for it itself. */
async function pickMerchant(
  { findsMerchant }: Pick<DescribedOperation, 'findsMerchant'>,
  { merchantId }: Readonly<Record<string, string>>,
  deps: Deps,
): Promise<Owner | Refusal> {
  if (merchantId === undefined || findsMerchant) return null;
  return (await deps.findMerchant(merchantId, null)) ?? refuse('merchant.not_found', 'merchantId');
}

/** Where a list goes on, also as a header (RFC 8288). */
function tellNext(request: FastifyRequest, reply: FastifyReply, answer: unknown): void {
  const next = (answer as { next?: unknown } | null)?.next;
  if (request.method !== 'GET' || typeof next !== 'string') return;
  const [path = '', query = ''] = request.url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('after', next);
  reply.header('link', `<${request.server.publicUrl}${path}?${parameters.toString()}>; rel="next"`);
}

function askedOf(
  { id, method, path, idempotent }: Pick<Operation, 'id' | 'method' | 'path' | 'idempotent'>,
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  { secrets }: Deps,
): Omit<OperatorAsked<unknown>, 'merchant'> | Refusal {
  const query = Object.entries(request.query as Record<string, string | string[]>).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.at(-1) : value,
  ]);
  const params = request.params as Record<string, string>;
  const key = idempotent ? idempotencyKey(request.raw.rawHeaders) : undefined;
  if (key instanceof Refusal) return key;
  const named = JSON.stringify([path, ...Object.values(params).map((value) => value.toLowerCase())]);
  return {
    params,
    query: Object.fromEntries(query),
    body,
    file: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    actor: request.caller?.keyId ?? '',
    operation: id,
    scopes: request.caller?.scopes ?? [],
    ownMerchantId: request.caller?.merchant?.id ?? null,
    organisationId: request.caller?.organisationId ?? null,
    keyLimits: {
      expiresAt: request.caller?.expiresAt ?? null,
      allowedAddresses: request.caller?.allowedAddresses ?? null,
    },
    requestId: request.id,
    ...(key !== undefined && { claim: claimOf(key, method, named, body, secrets.hash) }),
    replayed: () => void reply.header('idempotent-replayed', 'true'),
  };
}

function readBody(request: FastifyRequest, read: ReturnType<typeof bodyReader>): unknown {
  const sent = bodyOf(request, true);
  if (sent instanceof Refusal) return sent;
  const { value, faults, ignored } = read(sent.json);
  request.ignored = ignored;
  return Refusal.of(faults) ?? value;
}
