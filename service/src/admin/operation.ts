// Operator endpoints under /admin/v1, outside the specification: own keys, own scopes, everything else as elsewhere.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal, type RefusalId, refuse } from '../core/refusals.ts';
import { sendRefusal } from '../http/answers.ts';
import { bodyOf } from '../http/body.ts';
import type { Deps } from '../http/deps.ts';
import type { Static, TSchema } from '../wire/schema.ts';
import { answerWriter, bodyReader } from '../wire/validate.ts';

export type AdminScope = 'admin:read' | 'admin:write';

export interface Operation<Body = never, Answer = never> {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly summary: string;
  readonly about?: string;
  readonly scope: AdminScope;
  /** What it refuses beside what every operation refuses. */
  readonly refusals?: readonly RefusalId[];
  readonly body?: TSchema;
  readonly answer: TSchema;
  readonly run: (asked: OperatorAsked<Body>, deps: Deps) => Promise<Answer | Refusal>;
}

export interface OperatorAsked<Body> {
  readonly params: Readonly<Record<string, string>>;
  /** What stands behind the question mark; of a name given twice the last. */
  readonly query: Readonly<Record<string, string>>;
  readonly body: Body;
  /** The operator's key, for the audit. */
  readonly actor: string;
  readonly requestId: string;
}

export function operation<Body extends TSchema, Answer extends TSchema>(
  described: Omit<Operation<Static<Body>, Static<Answer>>, 'body' | 'answer'> & { body?: Body; answer: Answer },
): Operation {
  return described as unknown as Operation;
}

export function mountOperation(app: FastifyInstance, described: Operation, deps: Deps): void {
  const { run, scope, body: bodySchema } = described as unknown as Operation<unknown, unknown>;
  const read = bodySchema && bodyReader(bodySchema);
  const write = answerWriter(described.answer);
  // PostgreSQL holds no text with a zero in it.
  const answerOf = (asked: OperatorAsked<unknown>): Promise<unknown> | Refusal =>
    Object.values({ ...asked.query, ...asked.params }).some((value) => value?.includes('\0'))
      ? refuse('route.malformed')
      : run(asked, deps);
  app.route({
    method: described.method,
    url: described.path,
    config: { endpoint: described.id },
    handler: async (request, reply) => {
      const body = read ? readBody(request, read) : {};
      const answer = !request.caller?.scopes.includes(scope)
        ? refuse('key.scope', undefined, { scope })
        : body instanceof Refusal
          ? body
          : await answerOf(askedOf(request, body));
      if (answer instanceof Refusal) return sendRefusal(request, reply, answer, 'EN');
      return reply.type('application/json; charset=utf-8').send(write(answer));
    },
  });
}

function askedOf(request: FastifyRequest, body: unknown): OperatorAsked<unknown> {
  const query = Object.entries(request.query as Record<string, string | string[]>).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.at(-1) : value,
  ]);
  return {
    params: request.params as Record<string, string>,
    query: Object.fromEntries(query),
    body,
    actor: request.caller?.keyId ?? '',
    requestId: request.id,
  };
}

function readBody(request: FastifyRequest, read: ReturnType<typeof bodyReader>): unknown {
  const sent = bodyOf(request, true);
  if (sent instanceof Refusal) return sent;
  const { value, faults } = read(sent.json);
  const [first, ...others] = faults;
  return first ? new Refusal([first, ...others]) : value;
}
