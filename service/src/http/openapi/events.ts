// The events as the document describes them: one webhook a type, each with its schema and an example, from the one catalogue.

import { accountStates, accountStatuses } from '../../core/account/account.ts';
import {
  type DetailKind,
  type EventKind,
  type EventResourceType,
  type EventType,
  eventCatalogue,
  eventResources,
  eventTypes,
  resourceTypeOf,
} from '../../core/events.ts';
import { orderStates } from '../../core/order/rows.ts';
import { InstantText, Opt, type TSchema, Type, Word } from '../../wire/schema.ts';
import type { JsonObject, Schemas } from './schemas.ts';

const Resource = Type.Object(
  {
    type: Word(Object.keys(eventResources) as EventResourceType[]),
    number: Type.String(),
    version: Type.Integer({ minimum: 1, description: 'Grows by one with every event of this resource.' }),
  },
  { title: 'EventResource' },
);
const Part = (type: string) =>
  Type.Object({ type: Word([type]), number: Type.String() }, { description: 'What of the resource it is about.' });

const Order = Type.Object(
  {
    number: Type.String(),
    state: Word(orderStates),
    authorizedAmount: Type.Number(),
    capturedAmount: Type.Number(),
    refundedAmount: Type.Number(),
    voidedAmount: Type.Number(),
  },
  { title: 'EventOrder', description: 'As it was after the event.' },
);
const Account = Type.Object(
  {
    number: Type.String(),
    state: Word(accountStates),
    status: Word(accountStatuses),
    stopped: Type.Boolean(),
    limitAmount: Type.Number(),
    owedAmount: Type.Number({ description: 'Principal, interest and fees.' }),
  },
  { title: 'EventAccount', description: 'As it was after the event.' },
);

const detailSchemas: Readonly<Record<DetailKind, () => TSchema>> = {
  text: () => Type.String(),
  day: () => Type.String({ format: 'date' }),
  instant: () => InstantText(),
  amount: () => Type.Number({ description: 'In units of the currency.' }),
  number: () => Type.Number(),
};
const detailSamples: Readonly<Record<DetailKind, string | number>> = {
  text: 'text',
  day: '2026-12-20',
  instant: '2026-11-21T09:30:00Z',
  amount: 54.95,
  number: 3,
};
const textSamples: Readonly<Record<string, string>> = {
  payoutCurrency: 'EUR',
  account: 'DE89…3000',
  accountNumber: '0100.0000008',
  sequenceType: 'RCUR',
  reasonCode: 'AC04',
  paymentType: 'Invoice',
  checkoutId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b11',
  result: 'stands',
  reason: 'failing',
};
const detailSample = ([name, kind]: [string, DetailKind]): [string, string | number] => [
  name,
  kind === 'text' ? (textSamples[name] ?? detailSamples.text) : detailSamples[kind],
];

const aboutOrders = (type: EventType): boolean => /^(order|capture)\./.test(type);
const movesMoney = (type: EventType): boolean => !/^(webhook_endpoint|payout_account)\./.test(type);
const isNumbered = (type: EventType): boolean => type !== 'webhook_endpoint.tested';

/** `OrderCaptured` of `order.captured`. */
const titleOf = (type: EventType): string =>
  `Event${type.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}`;

/** What a message of this type is. */
function eventSchema(type: EventType): TSchema {
  const kind: EventKind = eventCatalogue[type];
  const details = Object.entries(kind.details ?? {}).map(([name, detail]) => [name, Opt(detailSchemas[detail]())]);
  const data = Type.Object({
    ...(isNumbered(type) && {
      sequence: Type.Integer({ minimum: 1, description: 'The merchant’s events are numbered without a gap.' }),
    }),
    merchantId: Type.String(),
    resource: Resource,
    ...(kind.part && { part: Part(kind.part) }),
    ...(kind.outcome && { outcome: Word([kind.outcome]) }),
    ...(movesMoney(type) && { amount: Type.Number(), currency: Type.String() }),
    ...(aboutOrders(type) && { order: Order }),
    ...(type.startsWith('account.') && { account: Opt(Account) }),
    ...(Object.fromEntries(details) as Record<string, TSchema>),
    ...(movesMoney(type) && {
      source: Word(['shop', 'operator', 'consumer', 'service'], 'Who made it happen.'),
      requestId: Type.String({ description: 'Of the request that made it happen; empty where none did.' }),
    }),
  });
  return Type.Object({ type: Word([type]), timestamp: InstantText('When it happened.'), data }, { title: titleOf(type) });
}

const sampleOrder = {
  number: eventResources.order,
  state: 'PartlyCaptured',
  authorizedAmount: 104.95,
  capturedAmount: 50,
  refundedAmount: 0,
  voidedAmount: 0,
};
const sampleAccount = {
  number: eventResources.account,
  state: 'Open',
  status: 'Ok',
  stopped: false,
  limitAmount: 500,
  owedAmount: 104.64,
};

export function eventSample(type: EventType): JsonObject {
  const kind: EventKind = eventCatalogue[type];
  const root = resourceTypeOf(type);
  return {
    type,
    timestamp: '2026-11-20T09:30:00Z',
    data: {
      ...(isNumbered(type) && { sequence: 42 }),
      merchantId: '00000000-0000-7000-8000-000000004445',
      resource: { type: root, number: eventResources[root], version: 2 },
      ...(kind.part && { part: { type: kind.part, number: '1795512600000654321' } }),
      ...(kind.outcome && { outcome: kind.outcome }),
      ...(movesMoney(type) && { amount: 50, currency: 'EUR' }),
      ...(aboutOrders(type) && { order: sampleOrder }),
      ...(root === 'account' && { account: sampleAccount }),
      ...Object.fromEntries(Object.entries(kind.details ?? {}).map(detailSample)),
      ...(movesMoney(type) && { source: 'shop', requestId: '019c2f61-7d0b-7e3c-9d4f-5f0e2b7a1c33' }),
    },
  };
}

const header = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});
const headers = [
  header('webhook-id', 'The same however often the event is sent: forget what you have seen before.'),
  header('webhook-timestamp', 'Unix seconds of this attempt.'),
  header('webhook-signature', 'One or several, parted by blanks: `v1,` HMAC-SHA256, `v1a,` Ed25519, of `id.timestamp.body`.'),
];

/** The document's `webhooks`. */
export function webhooksOf(schemas: Schemas): JsonObject {
  const one = (type: EventType): JsonObject => ({
    post: {
      operationId: `on${titleOf(type).slice('Event'.length)}`,
      tags: ['Webhooks'],
      summary: eventCatalogue[type].about,
      security: [],
      parameters: headers,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemas.refer(eventSchema(type)),
            examples: { example: { summary: 'Example', value: eventSample(type) } },
          },
        },
      },
      responses: {
        '2XX': { description: 'Taken.' },
        '410': { description: 'Not wanted any more: the endpoint is disabled.' },
        default: { description: 'Anything else, a redirect too, is a failure: the event is sent again.' },
      },
    },
  });
  return Object.fromEntries(eventTypes.map((type) => [type, one(type)]));
}
