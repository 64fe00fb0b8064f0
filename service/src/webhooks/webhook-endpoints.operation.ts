// Where a merchant's events are sent: endpoints, what they want, and the secrets their messages are signed with.

import { audited } from '../book/auditing.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { text } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { call } from '../store/db.ts';
import { arrayText, placeOf } from '../store/table.ts';
import { together } from '../store/transaction.ts';
import { Opt, Reason, Text, Type } from '../wire/schema.ts';
import { deleteEndpoint, deleteSecrets, insertEndpoint, insertSecret, updateEndpoint, webhookSecrets } from './endpoints.sql.ts';
import { actOf, faultOf, findEndpoint, readEndpoints, SecretSettings, secretFor } from './named-endpoint.ts';
import type { makeSecret } from './signing.ts';
import { Endpoint, endpointToWire, mostEndpoints, NewEndpoint, settings, type WebhookDeps } from './webhook-shapes.ts';

function secretCall(merchantId: string, endpointId: string, secretId: string, made: ReturnType<typeof makeSecret>, deps: Deps) {
  const sealed = deps.secrets.seal(made.secret, placeOf(webhookSecrets, 'secret', merchantId, { endpointId, id: secretId }));
  return call(insertSecret, merchantId, endpointId, secretId, made.kind, sealed, made.publicKey ?? null);
}

export const listWebhookEndpoints = operation({
  id: 'listWebhookEndpoints',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/webhook-endpoints',
  summary: 'Where a merchant’s events are sent',
  scope: 'admin:read',
  refusals: ['merchant.not_found'],
  answer: Type.Object({ endpoints: Type.Array(Endpoint) }),
  async run({ merchant }, deps) {
    return { endpoints: (await readEndpoints(deps, merchant.id, null)).map(endpointToWire) };
  },
});

export const getWebhookEndpoint = operation({
  id: 'getWebhookEndpoint',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId',
  summary: 'A webhook endpoint',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'webhook.not_found'],
  answer: Endpoint,
  async run(asked, deps) {
    const found = await findEndpoint(asked, deps);
    return found instanceof Refusal ? found : endpointToWire(found.endpoint);
  },
});

export const createWebhookEndpoint = operation({
  id: 'createWebhookEndpoint',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/webhook-endpoints',
  summary: 'Send a merchant’s events to an address',
  about: `Those from now on; earlier ones are sent by a replay. At most ${mostEndpoints} a merchant. https only, in the sandbox http too; which addresses may be called is in docs/webhooks.md. The secret is in this answer and nowhere else.`,
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'webhook.url', 'webhook.event', 'webhook.secret', 'webhook.too_many'],
  example: {
    body: { url: 'https://shop.example/webhooks', events: ['order.*', 'capture.paid'], description: 'Shop', reason: 'New shop' },
  },
  body: Type.Object(
    { url: Text(2000), ...settings, ...SecretSettings, reason: Opt(Reason()) },
    { title: 'CreateWebhookEndpoint' },
  ),
  answer: NewEndpoint,
  async run(asked, deps: Deps & WebhookDeps) {
    const { merchant, body } = asked;
    const fault = faultOf(body, deps);
    if (fault) return fault;
    const now = deps.clock();
    const id = uuidv7(now);
    const made = secretFor(body.secret === undefined ? (body.kind ?? 'v1') : 'v1', body.secret);
    const events = arrayText('text', body.events ?? []);
    const { url, description = '', concurrency = 1, enabled = true } = body;
    const values = [merchant.id, id, url, description, events, concurrency, enabled, mostEndpoints];
    const act = actOf(merchant, 'createWebhookEndpoint', id, asked, body.reason, deps);
    const [inserted] = await together(deps.db, [
      audited(insertEndpoint, values, act, uuidv7(now)),
      secretCall(merchant.id, id, uuidv7(now), made, deps),
    ]);
    const [row] = inserted?.length ? await readEndpoints(deps, merchant.id, id) : [];
    if (!row) return refuse('webhook.too_many', undefined, { limit: String(mostEndpoints) });
    return { ...endpointToWire(row), secret: made.secret };
  },
});

export const updateWebhookEndpoint = operation({
  id: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: '/admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId',
  summary: 'Change, disable or enable a webhook endpoint',
  about:
    'What is left out stays. What happens while it is disabled is not queued for it: `disabledAfter` says since which number to send again. What waited before goes on when it is enabled.',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'webhook.not_found', 'webhook.url', 'webhook.event'],
  example: { body: { enabled: false, reason: 'The shop moves' } },
  body: Type.Object({ url: Opt(Text(2000)), ...settings, reason: Opt(Reason()) }, { title: 'UpdateWebhookEndpoint' }),
  answer: Endpoint,
  async run(asked, deps: Deps & WebhookDeps) {
    const { body } = asked;
    const found = await findEndpoint(asked, deps);
    if (found instanceof Refusal) return found;
    const fault = faultOf(body, deps);
    if (fault) return fault;
    const { merchant, endpoint } = found;
    const { url = null, description = null, events, concurrency = null, enabled = null } = body;
    const filters = events === undefined ? null : arrayText('text', events);
    const act = actOf(merchant, 'updateWebhookEndpoint', endpoint.id, asked, body.reason, deps);
    const values = [merchant.id, endpoint.id, url, description, filters, concurrency, enabled];
    await together(deps.db, [audited(updateEndpoint, values, act, uuidv7(deps.clock()))]);
    const [row] = await readEndpoints(deps, merchant.id, endpoint.id);
    return row ? endpointToWire(row) : refuse('webhook.not_found', 'endpointId');
  },
});

export const deleteWebhookEndpoint = operation({
  id: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId',
  summary: 'Send no more to an address',
  about: 'Its secrets are gone at once. `?reason=` says why, for the audit.',
  scope: 'admin:write',
  query: { reason: text(500, 'Why, for the audit.') },
  refusals: ['merchant.not_found', 'webhook.not_found'],
  answer: Type.Object({ deleted: Type.String() }),
  async run(asked, deps) {
    const found = await findEndpoint(asked, deps);
    if (found instanceof Refusal) return found;
    const { merchant, endpoint } = found;
    const act = actOf(merchant, 'deleteWebhookEndpoint', endpoint.id, asked, asked.query.reason, deps);
    const [deleted] = await together(deps.db, [
      audited(deleteEndpoint, [merchant.id, endpoint.id], act, uuidv7(deps.clock())),
      call(deleteSecrets, merchant.id, endpoint.id),
    ]);
    return deleted?.length ? { deleted: endpoint.id } : refuse('webhook.not_found', 'endpointId');
  },
});
