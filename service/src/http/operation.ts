// Operator endpoints under /admin/v1, outside the specification: own keys, own scopes, everything else as elsewhere (C88).
import type { Scope } from '../book/endpoint.ts';
import type { Claim } from '../book/write.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { Refusal, type RefusalId } from '../core/refusals.ts';
import type { AdminScope, OperatorsMoney } from '../core/scopes.ts';
import type { Static, TSchema } from '../wire/schema.ts';
import { answerWriter } from '../wire/validate.ts';
import type { Deps } from './deps.ts';
import { type Discloses, isToBeNoted, maskAnswer, noteReading, unmaskReason, withoutLinks } from './disclosure.ts';
import { type Chosen, type Filters, readFilters, text, whole } from './filters.ts';
import type { Paging } from './paging.ts';
import type { Served } from './pipeline.ts';
import { SentFile } from './sent-file.ts';
import { isGone } from './watch.ts';

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
  /** It discloses more than figures: of that an audit row is left. */
  readonly discloses?: Discloses;
  /** Honours an idempotency key: the same request again is answered as before and does nothing. */
  readonly idempotent?: true;
  /** For the OpenAPI document; otherwise a sample of the schemas. */
  readonly example?: { readonly body?: object; readonly answer?: object };
  /** All that it reads behind the question mark; what pages follows from the answer's `next`. Anything else is refused. */
  readonly query?: Filters;
  /** How much a page holds is not for the caller to say: there is no `limit`. */
  readonly fixedPages?: true;
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

export interface Operation<
  Body = never,
  Answer = never,
  Own extends Deps = Deps,
  Whose extends Owner = never,
  Query extends Filters = never,
> extends DescribedOperation {
  readonly run: (asked: OperatorAsked<Body, Whose, Chosen<Query> & Paging>, deps: Own) => Promise<Answer | SentFile | Refusal>;
}

export interface OperatorAsked<Body, Whose extends Owner = Owner, Query = Paging> {
  /** The one that the address names. */
  readonly merchant: Whose;
  readonly params: Readonly<Record<string, string>>;
  /** The query, read by what the operation says of it; of a name given twice the last. */
  readonly query: Query;
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
  /** Did who asks leave, so that what takes long is for no one? */
  readonly isGone: () => boolean;
  /** Where the operation is idempotent and a key was sent. */
  readonly claim?: Claim;
  /** To be called when the answer was given before. */
  readonly replayed: () => void;
}

/** `Own` names what it needs beside the pipeline's own dependencies. */
export function operation<
  Body extends TSchema,
  Answer extends TSchema,
  const Path extends string,
  Own extends Deps = Deps,
  Query extends Filters = Readonly<Record<never, never>>,
>(
  described: Omit<Operation<Static<Body>, Static<Answer>, Own, OwnerIn<Path>, Query>, 'body' | 'answer' | 'path' | 'query'> & {
    path: Path;
    query?: Query;
    body?: Body;
    answer: Answer;
  },
): Operation<never, never, Own> {
  return described as unknown as Operation<never, never, Own>;
}

const paging = {
  limit: whole(1, 200, 'How many of the list at once, up to 200.'),
  after: text(2000, 'Where to go on: `next` of the page before.'),
} as const;

/** All that it reads behind the question mark; what it names itself may say more of its own paging. */
export function queryOf({ method, answer, query, fixedPages }: Omit<DescribedOperation, 'id'>): Filters {
  const { limit, after } = paging;
  // Of a body that says where to go on, the query says nothing.
  const isPaged = Object.hasOwn((answer as { properties?: object }).properties ?? {}, 'next') && (method === 'GET' || query);
  return { ...(isPaged && { ...(!fixedPages && { limit }), after }), ...query };
}

export function servedOperation<Own extends Deps>(described: Operation<never, never, Own>, deps: Own): Served {
  const { id, method, merchantScope, idempotent, path, discloses } = described;
  const run = described.run as unknown as (asked: OperatorAsked<unknown>, deps: Own) => Promise<unknown>;
  const write = answerWriter(described.answer);
  const known = queryOf(described);
  const ownDeps = asOperator(deps);
  return {
    ...described,
    ...(merchantScope !== undefined && { merchantScopes: [merchantScope] }),
    bodyOptional: true,
    ...(idempotent && {
      claimed: (params) => JSON.stringify([path, ...Object.values(params).map((value) => value.toLowerCase())]),
    }),
    async answer(asked) {
      const { request, caller, merchant, params, body, file, claim } = asked;
      const query = readFilters(asked.query, known);
      if (query instanceof Refusal) return query;
      const whole = body.whole();
      if (whole instanceof Refusal) return whole;
      const unmask = unmaskReason(asked);
      if (unmask instanceof Refusal) return unmask;
      let replayed = false;
      const { expiresAt, allowedAddresses = null } = caller;
      const answer = await run(
        {
          merchant,
          params,
          query,
          body: whole,
          file,
          actor: caller.keyId,
          operation: id,
          scopes: caller.scopes,
          ownMerchantId: caller.merchant?.id ?? null,
          organisationId: caller.organisationId ?? null,
          keyLimits: { expiresAt, allowedAddresses },
          requestId: request.id,
          isGone: () => isGone(request),
          ...(claim && { claim }),
          replayed: () => {
            replayed = true;
          },
        },
        ownDeps,
      );
      if (answer instanceof Refusal) return answer;
      if (unmask !== null || isToBeNoted(discloses, method)) await noteReading(id, asked, unmask, deps);
      if (answer instanceof SentFile) return answer;
      const { next } = answer as { readonly next?: unknown };
      const written = withoutLinks(write(answer), caller);
      return {
        text: unmask !== null || discloses === 'accounts' ? written : maskAnswer(written),
        replayed,
        ...(typeof next === 'string' && { next }),
      };
    },
  };
}

/** What is written by an operation says that an operator did it. */
const asOperator = <Own extends Deps>(deps: Own): Own => ({
  ...deps,
  book: { ...deps.book, submit: (write) => deps.book.submit({ source: 'operator', ...write }) },
});
