// What an endpoint of each kind does once it may be asked and its body is read (http/pipeline.ts). Nothing here knows a particular
// endpoint.

import { auditStatement } from '../book/audit.sql.ts';
import { auditValues } from '../book/auditing.ts';
import type { AnyCompute, AnyRead, AnyWrite, Endpoint, EndpointRequest, Params } from '../book/endpoint.ts';
import type { InHand, Needs } from '../book/needs.ts';
import type { Answered, Write } from '../book/write.ts';
import type { Decided } from '../core/changes.ts';
import { dayAt } from '../core/dates.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { Language } from '../core/texts/texts.ts';
import type { Sources } from '../sources/sources.ts';
import type { Call } from '../store/db.ts';
import { opener } from '../store/table.ts';
import { languageOf, languageOfCheckout } from '../wire/messages.ts';
import { answerWriter } from '../wire/validate.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { createInFlight } from './in-flight.ts';
import type { Asked, Served } from './pipeline.ts';

export function servedEndpoint(endpoint: Endpoint, deps: Deps): Served {
  const { id, method, path, scope, oneMessage } = endpoint;
  const body = 'body' in endpoint ? endpoint.body : undefined;
  return {
    id,
    method,
    path,
    merchantScopes: scope,
    ...(oneMessage !== undefined && { oneMessage }),
    ...(body && { body, claimed: (params, caller) => claimedPath(endpoint, params, caller) }),
    ...(endpoint.kind === 'write' && endpoint.bodyOptional && { bodyOptional: true }),
    answer: answerer(endpoint, deps),
  };
}

function answerer(endpoint: Endpoint, deps: Deps): Served['answer'] {
  switch (endpoint.kind) {
    case 'write':
      return writeAnswerer(endpoint, deps);
    case 'read':
      return readAnswerer(endpoint, deps);
    case 'compute':
      return computeAnswerer(endpoint, deps);
  }
}

/** What the merchant asks of an endpoint. */
const requestOf = <Body>({ params, merchant }: Asked, body: Body, deps: Deps): EndpointRequest<Params, Body> => ({
  params,
  body,
  merchant: merchant as MerchantOnClock,
  ...deps.secrets.hashing(),
  publicUrl: deps.publicUrl,
});

function writeAnswerer(endpoint: AnyWrite, deps: Deps): Served['answer'] {
  const toWrite = writer(endpoint);
  const inFlight = createInFlight();
  return async (asked) => {
    const { request, params, body, claim, caller } = asked;
    const merchant = asked.merchant as MerchantOnClock;
    const now = businessTime(merchant, deps.clock());
    // What is whole by itself is refused before anything is looked for by it: a text of it may be as long as a body.
    const whole = endpoint.earlier?.complete ? undefined : checkedBody(endpoint, body, merchant, now);
    if (whole instanceof Refusal) return whole;
    const find = endpoint.earlier?.find(params, whole ?? body.draft, merchant, deps.secrets.hashes);
    const alone = whole ?? (find ? undefined : checkedBody(endpoint, body, merchant, now));
    if (alone instanceof Refusal) return alone;
    return inFlight.once(merchant.id, claim, async (followed): Promise<Answered | Refusal> => {
      // A repeated request must not ask the outside again, so its answer is looked up before anything is prepared.
      const stored = claim && (endpoint.prepare || find) && (await deps.book.answerTo(merchant.id, claim));
      if (stored) return stored;
      const earlier = find && (await earlierOf(endpoint, merchant.id, find, deps));
      if (earlier instanceof Refusal) return earlier;
      const checked = alone ?? checkedBody(endpoint, body, merchant, now, earlier);
      if (checked instanceof Refusal) return checked;
      const write = await toWrite({ earlier, ...requestOf(asked, checked, deps) }, deps.sources, {
        actor: caller.keyId,
        scopes: caller.scopes,
        requestId: request.id,
        claim,
        abandoned: () => request.raw.socket?.destroyed === true && !followed(),
        decided: (outcome) => {
          request.outcome = outcome;
        },
      });
      return deps.book.submit(write);
    });
  };
}

/** Who writes, for the audit and the log. */
interface Writer extends Pick<Write, 'actor' | 'requestId' | 'claim' | 'abandoned'> {
  readonly scopes: readonly string[];
  /** A word of the answer's, where it has one. */
  readonly decided: (outcome: string | undefined) => void;
}

/** Sources are asked, and the request becomes a write for the book. */
export function writer(endpoint: AnyWrite) {
  const writeAnswer = answerWriter(endpoint.answer);
  return async (asked: EndpointRequest<Params, object, unknown>, sources: Sources, by: Writer): Promise<Write> => {
    const prepared = await endpoint.prepare?.(asked, sources);
    return {
      merchantId: asked.merchant.id,
      actor: by.actor,
      source: 'shop',
      operation: endpoint.id,
      requestId: by.requestId,
      claim: by.claim,
      abandoned: by.abandoned,
      needs: needsOf(endpoint, asked),
      decide(inHand, setting) {
        const { active, language } = setting.merchant;
        const isRefused = active === false && endpoint.opensCredit?.(asked.body, inHand) === true;
        const decided = isRefused
          ? refuse('merchant.inactive')
          : endpoint.decide(inHand, { prepared, setting, scopes: by.scopes, ...asked });
        by.decided(outcomeOf(decided));
        if (decided instanceof Refusal) return spoken(decided, inHand, language);
        // The answer is written, and so checked, before anything is stored: an answer of the wrong form changes nothing.
        return { ...decided, answer: writeAnswer(decided.answer) };
      },
    };
  };
}

/** In the language of the checkout that the request refers to (C41). */
function spoken(refusal: Refusal, { checkout, contractCheckout }: InHand, ofMerchant: Language): Refusal {
  const begun = checkout ?? contractCheckout;
  return begun ? refusal.spokenIn(languageOfCheckout(begun, ofMerchant)) : refusal;
}

/** What it needs, and under which older hashes the same may be stored. */
function needsOf(endpoint: AnyWrite, asked: EndpointRequest<Params, object, unknown>): Needs {
  const needs = endpoint.needs(asked);
  return asked.older ? { ...needs, older: asked.older } : needs;
}

/** The body, completed by what an earlier request said, and checked. */
export function checkedBody(
  endpoint: AnyWrite,
  body: Asked['body'],
  merchant: MerchantOnClock,
  now: number,
  earlier?: unknown,
): object | Refusal {
  const completed =
    earlier === undefined ? undefined : endpoint.earlier?.complete?.(body.draft, earlier, { merchant, sent: body.sent });
  const whole = body.whole(completed);
  const checked =
    whole instanceof Refusal ? whole : (endpoint.check?.(whole, { merchant, today: dayAt(now, merchant.timeZone) }) ?? whole);
  return checked instanceof Refusal && completed !== undefined
    ? checked.spokenIn(languageOf(completed, merchant.language))
    : checked;
}

/** What an earlier request said, where this one refers to it. */
async function earlierOf({ earlier }: AnyWrite, merchantId: string, find: Call, { db, secrets }: Deps): Promise<unknown> {
  return earlier?.fromRows(await db.read(find.statement, ...find.values), opener(merchantId, secrets));
}

/**
 * What a key is kept for: order numbers are the same in any case, a trailing slash never counts. An answer that holds more for some
 * callers is kept apart from that of others.
 */
function claimedPath(endpoint: Endpoint, params: Params, { scopes }: Caller): string {
  const values = Object.entries(params).map(([name, value]) => (name === 'orderNumber' ? value.toLowerCase() : value));
  const fullScope = endpoint.kind === 'write' ? endpoint.fullScope : undefined;
  const masked = fullScope === undefined || scopes.includes(fullScope) ? '' : ' masked';
  return JSON.stringify([endpoint.path, ...values]) + masked;
}

function outcomeOf(decided: Decided<unknown> | Refusal): string | undefined {
  const answer = decided instanceof Refusal ? undefined : (decided.answer as { outcome?: unknown } | undefined);
  return typeof answer?.outcome === 'string' ? answer.outcome : undefined;
}

function readAnswerer(endpoint: AnyRead, deps: Deps): Served['answer'] {
  const writeAnswer = answerWriter(endpoint.answer);
  return async (asked) => {
    const { params, merchant } = requestOf(asked, undefined, deps);
    const { statement, values } = endpoint.find(params, merchant, deps.secrets.hashes);
    const rows = await deps.db.read(statement, ...values);
    if (endpoint.noted) await noteLookup(endpoint.id, endpoint.noted(rows), asked, deps);
    const answer = endpoint.answerFrom(rows, {
      params,
      merchant,
      now: businessTime(merchant, deps.clock()),
      open: opener(merchant.id, deps.secrets),
      urlsOf: (documentId) => deps.documentUrls(merchant.id, documentId),
    });
    return answer instanceof Refusal ? answer : { text: writeAnswer(answer) };
  };
}

/** Before the answer goes out: what was read is recorded, or is not read. */
async function noteLookup(operation: string, subject: string, { merchant, caller, request }: Asked, deps: Deps): Promise<void> {
  const { id: merchantId } = merchant as MerchantOnClock;
  const happenedAt = businessTime(merchant as MerchantOnClock, deps.clock());
  const act = { merchantId, actor: caller.keyId, operation, subject, requestId: request.id, happenedAt };
  await deps.db.run(auditStatement, ...auditValues(act, deps.chance.id()));
}

/**
 * A question that changes nothing. An idempotency key is looked at like everywhere, but nothing is kept under it: asking again is
 * always safe, and the answer is the one of now (C07).
 */
function computeAnswerer(endpoint: AnyCompute, deps: Deps): Served['answer'] {
  const writeAnswer = answerWriter(endpoint.answer);
  return (asked) => {
    const body = endpoint.body && asked.body.whole();
    const request = requestOf(asked, body, deps);
    const answer =
      body instanceof Refusal ? body : endpoint.compute({ now: businessTime(request.merchant, deps.clock()), ...request });
    return answer instanceof Refusal ? answer : { text: writeAnswer(answer) };
  };
}
