// The kinds of endpoint. An endpoint never writes: it names what it needs, a pure function decides, the book writes.
// http/endpoint.ts treats all of one kind alike.

import type { Decided } from '../core/changes.ts';
import type { Day, Instant } from '../core/dates.ts';
import type { Merchant, MerchantOnClock } from '../core/merchant.ts';
import type { Refusal, RefusalId } from '../core/refusals.ts';
import type { Setting } from '../core/setting.ts';
import type { Sources } from '../sources/sources.ts';
import type { Call, Rows } from '../store/db.ts';
import type { Hashing, Secrets } from '../store/secrets.ts';
import type { OpenRow } from '../store/table.ts';
import type { Static, TSchema } from '../wire/schema.ts';
import type { InHand, Needs } from './needs.ts';

/** What a key may be allowed to do (C01). */
export const scopes = ['checkout', 'orders', 'lookup', 'lookup:full', 'accounts', 'read'] as const;
export type Scope = (typeof scopes)[number];

/** What every kind has. `tag`, `summary`, `about`, `example` and `refusals` are for the OpenAPI document. */
interface Described {
  /** Operation id: in the log, the audit and the OpenAPI document. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** Parameters as `:name`; a last one with `?` may be left out. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly about?: string;
  /** One of these scopes is needed; none means that any key will do. */
  readonly scope: readonly Scope[];
  readonly example: { readonly body?: object; readonly answer: object };
  readonly params?: TSchema;
  /** What it refuses beside what the pipeline refuses everywhere, most frequent first. */
  readonly refusals?: readonly RefusalId[];
  /** Refuses with the most important message alone instead of a list (C04). */
  readonly oneMessage?: boolean;
}

/** What an earlier request said, for endpoints that come second: read by one statement before the source is asked (C41). */
export interface EarlierStep<Params, Earlier> {
  /**
   * The statement that reads it; undefined if this request refers to no earlier one. The body is checked, but where it will be completed:
   * there it may hold anything, of any length.
   */
  readonly find: (params: Params, body: unknown, merchant: MerchantOnClock, hashes: Secrets['hashes']) => Call | undefined;
  readonly fromRows: (rows: Rows, open: OpenRow) => Earlier | Refusal;
  /**
   * The body with what it leaves out; the whole is then checked like a body that says everything itself. `sent` is the body before it was
   * read, with the members that count as absent.
   */
  readonly complete?: (body: unknown, earlier: Earlier, asked: { readonly merchant: Merchant; readonly sent: object }) => unknown;
}

/** Where a document is fetched: with the merchant's key, and by the consumer without one for a while. */
export interface DocumentUrls {
  readonly url: string;
  readonly consumerUrl: string;
}

/** The caller of a request, as far as an endpoint may know. */
export interface EndpointRequest<Params, Body, Earlier = undefined> extends Hashing {
  readonly params: Params;
  readonly body: Body;
  /** Where the endpoint has an earlier step and the request refers to it. */
  readonly earlier?: Earlier | undefined;
  readonly merchant: MerchantOnClock;
  /** Where consumers reach the service, without a slash at the end. */
  readonly publicUrl: string;
}

/** Whose shop it is and what day it is there: what a body is checked on. */
export interface ShopDay {
  readonly merchant: Merchant;
  readonly today: Day;
}

export interface WriteEndpoint<Params, Body, Answer, Prepared, Earlier = undefined> extends Described {
  readonly kind: 'write';
  readonly method: 'POST' | 'PATCH';
  /** The whole body, with what an earlier step said. */
  readonly body: TSchema;
  /** The form in which it is sent, where an earlier step may have said parts of it: for the OpenAPI document. */
  readonly bodyAsSent?: TSchema;
  readonly earlier?: EarlierStep<Params, Earlier>;
  /** With this scope the answer holds more; an answer stored for such a caller is not replayed to one without the scope. */
  readonly fullScope?: Scope;
  /** A missing body means the full operation. */
  readonly bodyOptional?: boolean;
  readonly answer: TSchema;
  /** Does it give credit that was not given before? A merchant who takes no new orders is refused then (400.353). */
  readonly opensCredit?: (body: Body, inHand: InHand) => boolean;
  /** What the schema cannot say about the body. */
  readonly check?: (body: Body, shopDay: ShopDay) => Refusal | undefined;
  /** Outgoing questions, before the book; each with a time limit, and silence is an answer. */
  readonly prepare?: (asked: EndpointRequest<Params, Body, Earlier>, sources: Sources) => Promise<Prepared>;
  readonly needs: (asked: EndpointRequest<Params, Body, Earlier>) => Needs;
  readonly decide: (
    inHand: InHand,
    asked: EndpointRequest<Params, Body, Earlier> & { prepared: Prepared; setting: Setting; scopes: readonly string[] },
  ) => Decided<Answer> | Refusal;
}

export interface ReadEndpoint<Params, Answer> extends Described {
  readonly kind: 'read';
  readonly method: 'GET';
  readonly answer: TSchema;
  /** Where the answer is who a person is: what the audit says of it, nothing personal. One more statement. */
  readonly noted?: (rows: Rows) => string;
  /** One statement, one round trip. */
  readonly find: (params: Params, merchant: MerchantOnClock, hashes: Secrets['hashes']) => Call;
  readonly answerFrom: (
    rows: Rows,
    asked: {
      params: Params;
      merchant: MerchantOnClock;
      now: Instant;
      open: OpenRow;
      urlsOf: (documentId: string) => DocumentUrls;
    },
  ) => Answer | Refusal;
}

export interface ComputeEndpoint<Params, Body, Answer> extends Described {
  readonly kind: 'compute';
  /** None: nothing is read of a body. */
  readonly body?: TSchema;
  readonly answer: TSchema;
  readonly compute: (asked: EndpointRequest<Params, Body> & { readonly now: Instant }) => Answer | Refusal;
}

export type Params = Readonly<Record<string, string>>;
/** An endpoint as http/endpoint.ts sees it: what exactly is read, decided and answered is the endpoint's own matter. */
export type Endpoint = AnyWrite | AnyRead | AnyCompute;
export type AnyWrite = WriteEndpoint<Params, object, unknown, unknown, unknown>;
export type AnyRead = ReadEndpoint<Params, unknown>;
export type AnyCompute = ComputeEndpoint<Params, unknown, unknown>;

type Of<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

/** An endpoint that changes something. */
export function write<
  Path extends TSchema,
  Body extends TSchema,
  Answer extends TSchema,
  Prepared = undefined,
  Earlier = undefined,
>(
  endpoint: Omit<WriteEndpoint<Of<Path>, Of<Body>, Of<Answer>, Prepared, Earlier>, 'kind' | 'body' | 'answer'> & {
    params: Path;
    body: Body;
    answer: Answer;
  },
): Endpoint {
  return { kind: 'write', ...endpoint } as unknown as Endpoint;
}

/** An endpoint that reads with one statement. */
export function read<Path extends TSchema, Answer extends TSchema>(
  endpoint: Omit<ReadEndpoint<Of<Path>, Of<Answer>>, 'kind' | 'answer' | 'method'> & { params: Path; answer: Answer },
): Endpoint {
  return { kind: 'read', method: 'GET', ...endpoint } as unknown as Endpoint;
}

/** An endpoint that touches no database. */
export function compute<Answer extends TSchema, Body extends TSchema | undefined = undefined>(
  endpoint: Omit<ComputeEndpoint<Record<string, string>, Of<Body>, Of<Answer>>, 'kind' | 'answer' | 'body'> & {
    answer: Answer;
    body?: Body;
  },
): Endpoint {
  return { kind: 'compute', ...endpoint } as unknown as Endpoint;
}
