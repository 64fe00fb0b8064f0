// What was sent to an endpoint, how it went, and sending it again.

import { Refusal } from '../core/refusals.ts';
import { text, word } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { keyParts, pageOf } from '../http/paging.ts';
import { arrayText } from '../store/table.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Type, Word } from '../wire/schema.ts';
import { listDeliveries } from './deliveries.sql.ts';
import { number } from './delivery-shape.ts';
import { filtersOf } from './filters.ts';
import { messageId } from './message.ts';
import { findEndpoint } from './named-endpoint.ts';

const states = ['Pending', 'Delivered', 'Failed'] as const;

const instant = (name: string, at: unknown) => (typeof at === 'number' ? { [name]: instantToWire(at) } : {});

const Delivery = Type.Object(
  {
    number: Type.Number({ description: 'The event’s sequence number.' }),
    webhookId: Type.String(),
    eventType: Type.String(),
    state: Word(states),
    attemptCount: Type.Number({ description: 'Since it was queued, or queued again.' }),
    replayCount: Type.Number(),
    dueAt: Opt(InstantText('When it is tried next.')),
    lastAttemptAt: Opt(InstantText()),
    lastStatus: Opt(Type.Number()),
    lastReason: Opt(Type.String()),
    insertedAt: InstantText(),
  },
  { title: 'WebhookDelivery' },
);

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId/deliveries',
  summary: 'What was sent, and what waits to be',
  about: 'Newest first; `?state=`, `?events=order.*,capture.paid` choose, `?limit=` and `?after=` page. Kept for 90 days.',
  scope: 'admin:read',
  query: { state: word(states, 'In this state.'), events: text(2000, 'Of these events, such as `order.*,capture.paid`.') },
  refusals: ['merchant.not_found', 'webhook.not_found', 'webhook.event', 'page.unknown'],
  answer: Type.Object({ deliveries: Type.Array(Delivery), next: Opt(Type.String()) }),
  async run(asked, deps) {
    const { query } = asked;
    const found = await findEndpoint(asked, deps);
    if (found instanceof Refusal) return found;
    const { state } = query;
    const filters = filtersOf(query.events, 'events');
    if (filters instanceof Refusal) return filters;
    const page = pageOf(query, [keyParts.bigint], [null]);
    if (page instanceof Refusal) return page;
    const events = arrayText('text', filters);
    const values = [found.merchant.id, found.endpoint.id, state ?? null, events, ...page.after, page.rows];
    const rows = await deps.db.read(listDeliveries, ...values);
    const { shown, next } = page.of(rows, (row) => [Number(row['number'])]);
    return {
      deliveries: shown.map((row) => ({
        number: Number(row['number']),
        webhookId: messageId(String(row['eventId'])),
        eventType: String(row['eventType']),
        state: row['state'] as (typeof states)[number],
        attemptCount: Number(row['attemptCount']),
        replayCount: Number(row['replayCount']),
        ...instant('dueAt', row['dueAt']),
        ...instant('lastAttemptAt', row['lastAttemptAt']),
        ...number('lastStatus', row['lastStatus']),
        ...(typeof row['lastReason'] === 'string' && { lastReason: row['lastReason'] }),
        insertedAt: instantToWire(Number(row['insertedAt'])),
      })),
      ...next,
    };
  },
});
