// The pipeline, the same for every endpoint: key → request id → lenient reading → prepare → book → answer written exactly →
// one log line. Nothing here knows a particular endpoint, and the error handler at the end is the only catch.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyCompute, AnyRead, AnyWrite, Endpoint, EndpointRequest, Params, ShopDay } from '../book/endpoint.ts';
import type { Answered } from '../book/write.ts';
import type { Decided } from '../core/changes.ts';
import { dayAt } from '../core/dates.ts';
import { businessTime } from '../core/merchant.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { Call } from '../store/db.ts';
import { languageOf } from '../wire/messages.ts';
import type { TSchema } from '../wire/schema.ts';
import { answerWriter, type BodyForm, type Read as BodyRead, bodyForm, bodyReader } from '../wire/validate.ts';
import { sendIgnoredMembers, sendRefusal } from './answers.ts';
import { bodyOf } from './body.ts';
import type { Deps } from './deps.ts';
import { claimOf, idempotencyKey } from './idempotency.ts';
import { createInFlight } from './in-flight.ts';

type Answer = { readonly text: string; readonly replayed?: boolean };
type Respond = (request: FastifyRequest, asked: EndpointRequest<Params, unknown>) => Promise<Answer | Refusal>;

/** Give an endpoint its address. */
export function mount(app: FastifyInstance, endpoint: Endpoint, deps: Deps): void {
  const respond = responder(endpoint, deps);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint: endpoint.id },
    handler: async (request, reply) => {
      const caller = request.caller;
      if (!caller?.merchant) return sendRefusal(request, reply, refuse('key.scope', undefined, { scope: 'of a merchant' }), 'EN');
      if (Object.values(request.params as Params).some((value) => value?.includes('\0'))) {
        return sendRefusal(request, reply, refuse('route.malformed'), 'EN');
      }
      const { hash } = deps.secrets;
      const asked = {
        params: request.params as Params,
        body: undefined,
        merchant: caller.merchant,
        hash,
        publicUrl: deps.publicUrl,
      };
      const permitted = endpoint.scope.length === 0 || endpoint.scope.some((scope) => caller.scopes.includes(scope));
      const answer = permitted
        ? await respond(request, asked)
        : refuse('key.scope', undefined, { scope: endpoint.scope.join(' or ') });
      if (request.obsolete) sendDeprecationHeaders(reply);
      sendIgnoredMembers(reply, deps.mode);
      if (answer instanceof Refusal)
        return sendRefusal(request, reply, answer, languageOf(request.json, caller.merchant.language), endpoint.oneMessage);
      return sendAnswer(reply, answer);
    },
  });
}

/** Success is always 200, also for what creates (C02). */
function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  reply.request.replayed = answer.replayed === true;
  return reply.type('application/json; charset=utf-8').send(answer.text);
}

/** C64: obsolete values are still understood; the headers say until when (RFC 9745, RFC 8594). */
function sendDeprecationHeaders(reply: FastifyReply): void {
  reply.header('deprecation', '@1767225600').header('sunset', 'Fri, 31 Dec 2027 23:59:59 GMT');
  reply.header('link', `<${reply.server.publicUrl}/docs#obsolete-languages>; rel="deprecation"`);
}

function responder(endpoint: Endpoint, deps: Deps): Respond {
  switch (endpoint.kind) {
    case 'write':
      return writeResponder(endpoint, deps);
    case 'read':
      return readResponder(endpoint, deps);
    case 'compute':
      return computeResponder(endpoint, deps);
    case 'planned':
      return () => Promise.resolve(refuse('service.not_built'));
  }
}

function writeResponder(endpoint: AnyWrite, deps: Deps): Respond {
  const form = bodyForm(endpoint.body);
  const writeAnswer = answerWriter(endpoint.answer);
  const inFlight = createInFlight();
  return async (request, { params, merchant, hash, publicUrl }) => {
    const sent = bodyOf(request, endpoint.bodyOptional === true);
    if (sent instanceof Refusal) return sent;
    request.json = sent.json;
    const key = idempotencyKey(request.raw.rawHeaders);
    if (key instanceof Refusal) return key;
    const draft = form.read(sent.json);
    request.obsolete = draft.obsolete.length > 0;
    request.ignored = draft.ignored;
    const find = endpoint.earlier?.find(params, draft.value, merchant, hash);
    // What the request alone shows is refused before any source is asked.
    const shopDay = { merchant, today: dayAt(businessTime(merchant, deps.clock()), merchant.timeZone) };
    const alone = find ? undefined : wholeOf(endpoint, form, draft, shopDay);
    if (alone instanceof Refusal) return alone;
    const path = pathOf(endpoint, params) + (isMasked(endpoint, request) ? ' masked' : '');
    const claim = key === undefined ? undefined : claimOf(key, endpoint.method, path, sent.json, hash);
    return inFlight.once(merchant.id, claim, async (followed): Promise<Answered | Refusal> => {
      // A repeated request must not ask the outside again, so its answer is looked up before anything is prepared.
      const stored = claim && (endpoint.prepare || find) && (await deps.book.answerTo(merchant.id, claim));
      if (stored) return stored;
      const whole = alone ?? wholeOf(endpoint, form, draft, shopDay, await earlierOf(endpoint, find, deps));
      if (whole instanceof Refusal) return whole;
      const asked = { params, ...whole, merchant, hash, publicUrl };
      const scopes = request.caller?.scopes ?? [];
      const prepared = await endpoint.prepare?.(asked, deps.sources);
      return deps.book.submit({
        merchantId: merchant.id,
        actor: request.caller?.keyId ?? '',
        operation: endpoint.id,
        requestId: request.id,
        ...(claim && { claim }),
        needs: endpoint.needs(asked),
        decide(inHand, setting) {
          if (setting.merchant.active === false && endpoint.opensCredit?.(whole.body, inHand)) return refuse('merchant.inactive');
          const decided = endpoint.decide(inHand, { ...asked, prepared, setting, scopes });
          request.outcome = outcomeOf(decided);
          return asText(decided, writeAnswer);
        },
        abandoned: () => request.raw.socket?.destroyed === true && !followed(),
      });
    });
  };
}

const isMasked = ({ fullScope }: AnyWrite, { caller }: FastifyRequest): boolean =>
  fullScope !== undefined && caller?.scopes.includes(fullScope) !== true;

/** What an earlier request said, where this one refers to it. */
async function earlierOf({ earlier }: AnyWrite, find: Call | undefined, { db, secrets }: Deps): Promise<unknown> {
  return find && earlier?.fromRows(await db.read(find.statement, ...find.values), secrets.open);
}

interface Whole {
  readonly body: object;
  readonly earlier: unknown;
}

/** The body, completed by what an earlier request said, and checked. */
function wholeOf(endpoint: AnyWrite, form: BodyForm, draft: BodyRead, shopDay: ShopDay, earlier?: unknown): Whole | Refusal {
  if (earlier instanceof Refusal) return earlier;
  const completed = earlier === undefined ? draft.value : (endpoint.earlier?.complete?.(draft.value, earlier) ?? draft.value);
  const { value, faults } = form.check(draft, completed);
  const refusal = Refusal.of(faults) ?? endpoint.check?.(value as object, shopDay);
  return refusal ?? { body: value as object, earlier };
}

/** The path a key is scoped by: order numbers are the same in any case, a trailing slash never counts. */
function pathOf(endpoint: Endpoint, params: Params): string {
  const values = Object.entries(params).map(([name, value]) => (name === 'orderNumber' ? value.toLowerCase() : value));
  return JSON.stringify([endpoint.path, ...values]);
}

/** For the log: a word of the answer's, where it has one. */
function outcomeOf(decided: Decided<unknown> | Refusal): string | undefined {
  const answer = decided instanceof Refusal ? undefined : (decided.answer as { outcome?: unknown } | undefined);
  return typeof answer?.outcome === 'string' ? answer.outcome : undefined;
}

/** The answer is written, and so checked, before anything is stored: an answer of the wrong form changes nothing. */
function asText(decided: Decided<unknown> | Refusal, writeAnswer: (answer: unknown) => string): Decided<string> | Refusal {
  return decided instanceof Refusal ? decided : { ...decided, answer: writeAnswer(decided.answer) };
}

function readResponder(endpoint: AnyRead, deps: Deps): Respond {
  const writeAnswer = answerWriter(endpoint.answer);
  return async (_request, { params, merchant }) => {
    const { statement, values } = endpoint.find(params, merchant, deps.secrets.hash);
    const rows = await deps.db.read(statement, ...values);
    const answer = endpoint.answerFrom(rows, {
      params,
      merchant,
      now: businessTime(merchant, deps.clock()),
      open: deps.secrets.open,
      urlsOf: (documentId) => deps.documentUrls(merchant.id, documentId),
    });
    return answer instanceof Refusal ? answer : { text: writeAnswer(answer) };
  };
}

function computeResponder(endpoint: AnyCompute, deps: Deps): Respond {
  const writeAnswer = answerWriter(endpoint.answer);
  const read = endpoint.body && computedBody(endpoint.body);
  return (request, asked) => {
    const body = read?.(request);
    const answer =
      body instanceof Refusal ? body : endpoint.compute({ ...asked, body, now: businessTime(asked.merchant, deps.clock()) });
    return Promise.resolve(answer instanceof Refusal ? answer : { text: writeAnswer(answer) });
  };
}

/**
 * The body of a question that changes nothing. An idempotency key is looked at like everywhere, but nothing is kept under
 * it: asking again is always safe, and the answer is the one of now (C07).
 */
function computedBody(schema: TSchema): (request: FastifyRequest) => unknown {
  const read = bodyReader(schema);
  return (request) => {
    const sent = bodyOf(request, false);
    if (sent instanceof Refusal) return sent;
    request.json = sent.json;
    const key = idempotencyKey(request.raw.rawHeaders);
    if (key instanceof Refusal) return key;
    const { value, faults, obsolete, ignored } = read(sent.json);
    request.obsolete = obsolete.length > 0;
    request.ignored = ignored;
    return Refusal.of(faults) ?? value;
  };
}
