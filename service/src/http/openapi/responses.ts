// Answers in the OpenAPI document: what an operation says when it goes well, and every way in which it can refuse.
import { catalogue, type Notice } from '../../core/refusals.ts';
import { Message, messageOf } from '../../wire/messages.ts';
import { Type } from '../../wire/schema.ts';
import { isAlone, problemOf } from '../answers.ts';
import { type JsonObject, type Schemas, sortedByName } from './schemas.ts';

const messageMembers = Message.properties;

/** RFC 9457, for clients that prefer `application/problem+json`. */
const Problem = Type.Object(
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

/** A fault of the service names the id that leads to its line in the log, also where headers are lost on the way. */
const FaultMessage = Type.Object(
  {
    ...messageMembers,
    requestId: Type.Optional(Type.String({ description: 'Of the request; tell it to who runs the service.' })),
  },
  { title: 'FaultMessage' },
);

const titles: Readonly<Record<number, string>> = {
  400: 'The request is wrong: its form, a value or a sum.',
  401: 'The key is missing, wrong, revoked or expired.',
  403: 'The key may not do this.',
  404: 'There is no such thing, or it is another merchant’s.',
  409: 'The state of things, or an earlier use of a number, forbids it.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is not JSON.',
  422: 'The idempotency key was used with another body.',
  429: 'Too many requests with this key; `Retry-After` says when to ask again.',
  500: 'A fault of the service, not of the request.',
  503: 'The service is busy; `Retry-After` says when to ask again.',
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
  503: 'Busy',
};

export interface Refusals {
  /** An operation's refusals by status; `oneMessage` for one that always refuses with an object (C04). */
  of(notices: readonly Notice[], oneMessage?: boolean): JsonObject;
  /** The shared ones met so far, by name. */
  all(): JsonObject;
  /** The examples of all of them, by name. */
  examples(): JsonObject;
}

export function collectRefusals(schemas: Schemas): Refusals {
  const components = new Map<string, JsonObject>();
  const examples = collectExamples();
  const responseOf = (status: number, notices: readonly Notice[], oneMessage: boolean): JsonObject => {
    if (oneMessage && !notices.every(isAlone)) return badResponse(status, notices, schemas, examples, () => true);
    const response = badResponse(status, notices, schemas, examples);
    const name = shared[status] ?? (notices.length <= 2 ? nameOf(status, notices) : undefined);
    return name === undefined ? response : { $ref: `#/components/responses/${keep(components, name, response)}` };
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
    examples: () => sortedByName(examples.all),
  };
}

/** Refusals of a few operations, by their reasons: `Status404-merchant.not_found`. */
const nameOf = (status: number, notices: readonly Notice[]): string =>
  [`Status${status}`, ...notices.map(({ id }) => id)].join('-');

/** Keep a component under its name, or under a numbered one where another has it; which one it became. */
function keep(components: Map<string, JsonObject>, name: string, component: JsonObject): string {
  for (let count = 1; ; count += 1) {
    const numbered = count === 1 ? name : `${name}-${count}`;
    const known = components.get(numbered);
    if (known && JSON.stringify(known) !== JSON.stringify(component)) continue;
    components.set(numbered, component);
    return numbered;
  }
}

/** The layout of a body for one refusal. */
type Layout = 'list' | 'object' | 'problem';

interface Examples {
  readonly all: ReadonlyMap<string, JsonObject>;
  /** A reference to the example of a refusal in a layout; the same one wherever it is the same. */
  refer(notice: Notice, layout: Layout, status: number): JsonObject;
}

/** Most operations can refuse in the same ways: each example is in the document once, and is referred to. */
function collectExamples(): Examples {
  const all = new Map<string, JsonObject>();
  return {
    all,
    refer(notice, layout, status) {
      const message = messageOf(notice, 'EN');
      const bodies: Readonly<Record<Layout, () => object>> = {
        list: () => [message],
        object: () => message,
        problem: () => problemOf([message], status, ''),
      };
      const example = { summary: `${message.code} ${notice.id}`, value: bodies[layout]() as JsonObject };
      const place = notice.field === undefined ? '' : `-${notice.field.replace(/[^A-Za-z0-9]+/g, '.').replace(/\.$/, '')}`;
      const name = `${layout}-${notice.id}${place}`;
      return { $ref: `#/components/examples/${keep(all, name, example)}` };
    },
  };
}

/** C04. */
const listed = 'Message objects in a list, most important first: every fault found.';

function badResponse(status: number, notices: readonly Notice[], schemas: Schemas, known: Examples, alone = isAlone): JsonObject {
  const message = schemas.refer(status >= 500 ? FaultMessage : Message);
  const forms = [...new Set(notices.map(alone))].map(
    (single): JsonObject => (single ? message : { type: 'array', items: message }),
  );
  const [form = message] = forms;
  const refer = (asked: readonly Notice[], layoutOf: (notice: Notice) => Layout): JsonObject =>
    Object.fromEntries(asked.map((notice) => [notice.id, known.refer(notice, layoutOf(notice), status)]));
  return {
    description: `${titles[status] ?? 'Refused.'} ${notices.some(alone) ? 'One message object.' : listed}`,
    headers: { ...requestId, ...((status === 429 || status === 503) && { 'Retry-After': header('RetryAfter') }) },
    content: {
      'application/json': {
        schema: forms.length > 1 ? { oneOf: forms } : form,
        examples: refer(notices, (notice) => (alone(notice) ? 'object' : 'list')),
      },
      // The facts are those of the other form, so one example is enough to see how they are laid out.
      'application/problem+json': {
        schema: schemas.refer(Problem),
        examples: refer(notices.slice(0, 1), () => 'problem'),
      },
    },
  };
}
