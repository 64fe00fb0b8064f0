import { Refusal } from '../core/refusals.ts';
import { counted } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { latestFirst, pageOf } from '../http/paging.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Type } from '../wire/schema.ts';
import { listAttempts } from './deliveries.sql.ts';
import { number } from './delivery-shape.ts';
import { findEndpoint } from './named-endpoint.ts';

const Attempt = Type.Object(
  {
    number: Opt(Type.Number({ description: 'None of a test.' })),
    attemptedAt: InstantText(),
    milliseconds: Type.Number(),
    status: Opt(Type.Number({ description: 'None where there was no answer.' })),
    reason: Type.String({ description: 'Nothing of the answer’s body is kept.' }),
  },
  { title: 'WebhookAttempt' },
);

export const listWebhookAttempts = operation({
  id: 'listWebhookAttempts',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId/attempts',
  summary: 'Every attempt, tests among them',
  about: 'Newest first; `?number=` chooses one event, `?limit=` and `?after=` page. Kept for 90 days.',
  scope: 'admin:read',
  query: { number: counted('Those of the event with this number.') },
  refusals: ['merchant.not_found', 'webhook.not_found', 'page.unknown'],
  answer: Type.Object({ attempts: Type.Array(Attempt), next: Opt(Type.String()) }),
  async run(asked, deps) {
    const { query } = asked;
    const found = await findEndpoint(asked, deps);
    if (found instanceof Refusal) return found;
    const page = pageOf(query, ...latestFirst);
    if (page instanceof Refusal) return page;
    const rows = await deps.db.read(
      listAttempts,
      found.merchant.id,
      found.endpoint.id,
      query.number ?? null,
      ...page.after,
      page.rows,
    );
    const { shown, next } = page.of(rows, (row) => [Number(row['attemptedAt']), String(row['id'])]);
    return {
      attempts: shown.map((row) => ({
        ...number('number', row['number']),
        attemptedAt: instantToWire(Number(row['attemptedAt'])),
        milliseconds: Number(row['milliseconds']),
        ...number('status', row['status']),
        reason: String(row['reason']),
      })),
      ...next,
    };
  },
});
