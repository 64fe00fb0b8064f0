// Answers in the OpenAPI document: what an operation says when it goes well, and every way in which it can refuse.
import { catalogue, type Notice, type RefusalId } from '../../core/refusals.ts';
import { Message, messageOf } from '../../wire/messages.ts';
import { Type } from '../../wire/schema.ts';
import { isAlone, problemOf } from '../answers.ts';
import { type JsonObject, type Schemas, sortedByName } from './schemas.ts';

const messageMembers = Message.properties;

/** RFC 9457, for clients that prefer `application/problem+json`. */
export const Problem = Type.Object(
  {
    type: Type.String({
      description:
        'Address of the code’s explanation; for 429 quota-exceeded, for 503 temporary-reduced-capacity of the registry.',
    }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: messageMembers.code,
    message: messageMembers.message,
    customerFacingMessage: messageMembers.customerFacingMessage,
    actionCode: messageMembers.actionCode,
    messageType: messageMembers.type,
    fieldReference: messageMembers.fieldReference,
    requestId: Type.Optional(Type.String()),
    'violated-policies': Type.Optional(Type.Array(Type.String(), { description: 'With 429: the limits that were used up.' })),
    errors: Type.Array(
      Type.Object({}, { additionalProperties: true, description: 'Every fault found, with the members above.' }),
    ),
  },
  { title: 'Problem' },
);

const titles: Readonly<Record<number, string>> = {
  400: 'The request is wrong: its form, a value or a sum. Every fault found is in the list, most important first.',
  401: 'The key is missing, wrong, revoked or expired. One message object.',
  403: 'The key may not do this. One message object.',
  404: 'There is no such thing, or it is another merchant’s.',
  409: 'The state of things, or an earlier use of a number, forbids it.',
  413: 'The body is larger than 1 MiB. One message object.',
  415: 'The body is not JSON. One message object.',
  422: 'The idempotency key was used with another body.',
  429: 'Too many requests with this key; `Retry-After` says when to ask again. One message object.',
  500: 'A fault of the service, not of the request. One message object.',
  501: 'Not built yet: every request is answered so. One message object.',
  503: 'The service is busy; `Retry-After` says when to ask again. One message object.',
};

const text = (description: string): JsonObject => ({ description, schema: { type: 'string' } });

/** Headers that answers share, as components. */
export const headers: JsonObject = {
  RequestId: text('The id of the request: the one sent, or a new one.'),
  Replayed: {
    description: '`true` when this answer was given before under the same idempotency key.',
    schema: { type: 'string', enum: ['true'] },
  },
  RetryAfter: { description: 'Seconds until it is worth asking again.', schema: { type: 'integer', minimum: 0 } },
  IgnoredMembers: text('In the sandbox: members of the body that the operation does not know, such as `order.items[].pageUrl`.'),
  Deprecation: text('Sent when the body held an obsolete value; `Sunset` and `Link` come with it.'),
};
const header = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` });
const requestId = { 'X-Request-Id': header('RequestId') };

export function goodResponse(schema: JsonObject, example: object, writes: boolean, reads: boolean): JsonObject {
  return {
    description: 'Done.',
    headers: {
      ...requestId,
      ...(writes && { 'Idempotent-Replayed': header('Replayed'), Deprecation: header('Deprecation') }),
      ...(reads && { 'Ignored-Members': header('IgnoredMembers') }),
    },
    content: { 'application/json': { schema, examples: { example: { summary: 'Example', value: example as JsonObject } } } },
  };
}

export function fileResponse(media: string): JsonObject {
  return {
    description: 'The file, with a name in Content-Disposition.',
    headers: { ...requestId },
    content: {
      [media]: {
        schema: { type: 'string', contentMediaType: media },
        examples: { file: { summary: 'A file', value: '…' } },
      },
    },
  };
}

/** Refusals that look the same wherever they come from: components. */
const shared: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  413: 'BodyTooLarge',
  415: 'NotJson',
  422: 'IdempotencyKeyReused',
  429: 'TooManyRequests',
  500: 'Fault',
  501: 'NotBuilt',
  503: 'Busy',
};

export interface Refusals {
  /** An operation's refusals by status; `oneMessage` for one that refuses with an object, whatever the reason (C04). */
  of(notices: readonly Notice[], oneMessage?: boolean): JsonObject;
  /** The shared ones met so far, by name. */
  all(): JsonObject;
}

export function collectRefusals(schemas: Schemas): Refusals {
  const components = new Map<string, JsonObject>();
  const responseOf = (status: number, notices: readonly Notice[], oneMessage: boolean): JsonObject => {
    if (oneMessage && !notices.every(isAlone)) return badResponse(status, notices, schemas, () => true);
    const name = shared[status];
    if (name === undefined) return badResponse(status, notices, schemas);
    components.set(name, badResponse(status, notices, schemas));
    return { $ref: `#/components/responses/${name}` };
  };
  return {
    of(notices, oneMessage = false) {
      const byStatus = new Map<number, Notice[]>();
      for (const notice of notices) {
        const { status } = catalogue[notice.id];
        byStatus.set(status, [...(byStatus.get(status) ?? []), notice]);
      }
      const sorted = [...byStatus].sort(([one], [other]) => one - other);
      return Object.fromEntries(sorted.map(([status, same]) => [String(status), responseOf(status, same, oneMessage)]));
    },
    all: () => sortedByName(components),
  };
}

function badResponse(status: number, notices: readonly Notice[], schemas: Schemas, alone = isAlone): JsonObject {
  const message = schemas.refer(Message);
  const plainBody = (notice: Notice): object => (alone(notice) ? messageOf(notice, 'EN') : [messageOf(notice, 'EN')]);
  const forms = [...new Set(notices.map(alone))].map(
    (single): JsonObject => (single ? message : { type: 'array', items: message }),
  );
  const [form = message] = forms;
  return {
    description: titles[status] ?? 'Refused.',
    headers: { ...requestId, ...((status === 429 || status === 503) && { 'Retry-After': header('RetryAfter') }) },
    content: {
      'application/json': { schema: forms.length > 1 ? { oneOf: forms } : form, examples: examplesOf(notices, plainBody) },
      // The facts are those of the other form, so one example is enough to see how they are laid out.
      'application/problem+json': {
        schema: schemas.refer(Problem),
        examples: examplesOf(notices.slice(0, 1), (notice) => problemOf([messageOf(notice, 'EN')], status, '')),
      },
    },
  };
}

function examplesOf(notices: readonly Notice[], bodyOf: (notice: Notice) => object): JsonObject {
  return Object.fromEntries(
    notices.map((notice) => [notice.id, { summary: summaryOf(notice.id), value: bodyOf(notice) as JsonObject }]),
  );
}

const summaryOf = (id: RefusalId): string => `${catalogue[id].code} ${id}`;
