// A merchant's events in their order, for those who poll instead of receiving.

import { Refusal, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { type Chosen, text } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import type { Paging } from '../http/paging.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import { arrayText } from '../store/table.ts';
import { InstantText, Type } from '../wire/schema.ts';
import { filtersOf } from './filters.ts';
import { type EventRow, messageId, messageOf } from './message.ts';
import { readStream, listEvents as selectEvents } from './numbering.sql.ts';

const PolledEvent = Type.Object(
  {
    id: Type.String({ description: 'As `webhook-id` of a delivery.' }),
    type: Type.String(),
    timestamp: InstantText(),
    data: Type.Object({}, { additionalProperties: true, description: 'As it is delivered (docs/webhooks.md).' }),
  },
  { title: 'PolledEvent' },
);

const EventsAnswer = Type.Object(
  {
    events: Type.Array(PolledEvent),
    next: Type.Number({ description: 'Put it into `after` of the next question.' }),
    last: Type.Number({ description: 'The highest number that the merchant’s events have by now.' }),
    oldest: Type.Number({ description: 'The lowest number that is kept yet: none below it can be had.' }),
  },
  { title: 'Events' },
);

const about =
  'In the order of their numbers, which have no gap. `?after=` a number (0 is the beginning of what is kept), `?limit=` up to 200, `?types=order.*,capture.paid`. Who asks from before the oldest that is kept missed some, and gets 410.';

const eventQuery = {
  after: text(100, 'Only events after this number; 0 is the beginning of what is kept.'),
  types: text(2000, 'Such as `order.*,capture.paid`.'),
};

async function eventsOf(merchantId: string, query: Chosen<typeof eventQuery> & Paging, deps: Deps) {
  const { after = '0', limit = 100 } = query;
  if (!/^\d{1,15}$/.test(after)) return refuse('page.unknown', 'after');
  const filters = filtersOf(query.types, 'types');
  if (filters instanceof Refusal) return filters;
  // The end is read first: what has a number up to it can be seen by the question that follows.
  const [stream] = await deps.db.read(readStream, merchantId);
  const end = Number(stream?.['lastNumber'] ?? 0);
  const types = arrayText('text', filters);
  const rows = (await deps.db.read(selectEvents, merchantId, after, types, limit)) as unknown as EventRow[];
  // And what is gone is read last: nothing that went meanwhile is left out in silence.
  const gone = Number((await deps.db.read(readStream, merchantId))[0]?.['purgedNumber'] ?? 0);
  if (Number(after) > 0 && Number(after) < gone)
    return refuse('events.gone', 'after', { gone: String(gone), oldest: String(gone + 1) });
  const lastShown = Number(rows.at(-1)?.number ?? 0);
  const last = Math.max(lastShown, end);
  return {
    events: rows.map((row) => ({ id: messageId(row.id), ...messageOf(row, merchantId) })),
    // Who asks after a number that was never given, or is no more since a back-up was restored, goes on from the end.
    next: rows.length < limit ? last : lastShown,
    last,
    oldest: gone + 1,
  };
}

export const listMerchantEvents = operation({
  id: 'listMerchantEvents',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/events',
  summary: 'A merchant’s events after a number',
  about,
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'page.unknown', 'webhook.event', 'events.gone'],
  query: eventQuery,
  answer: EventsAnswer,
  run: ({ merchant, query }, deps) => eventsOf(merchant.id, query, deps),
});

export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/admin/v1/events',
  summary: 'The same, with the merchant as a parameter',
  about: `Numbers are each merchant’s own, so \`?merchant=\` says whose. A merchant’s own key with the scope \`read\` asks for its own events and needs no \`merchant\`. ${about}`,
  scope: 'admin:read',
  merchantScope: 'read',
  keepsToOrganisation: true,
  refusals: ['value.required', 'merchant.not_found', 'page.unknown', 'webhook.event', 'events.gone'],
  query: { merchant: text(100, 'Whose; not needed with a merchant’s own key.'), ...eventQuery },
  answer: EventsAnswer,
  async run({ query, ownMerchantId, organisationId }, deps) {
    const asked = query.merchant ?? ownMerchantId;
    if (asked === null) return refuse('value.required', 'merchant');
    const isForeign = ownMerchantId !== null && asked.toLowerCase() !== ownMerchantId;
    const merchant = isForeign ? undefined : await findMerchant(asked, deps, organisationId);
    return merchant ? eventsOf(merchant.id, query, deps) : refuse('merchant.not_found', 'merchant');
  },
});
