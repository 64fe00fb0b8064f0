// Where a merchant's events are sent: endpoints, what they want, and the secrets their messages are signed with.

import { audited } from '../book/auditing.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { isFilter } from '../core/webhooks/filter.ts';
import type { Deps } from '../http/deps.ts';
import { type OperatorAsked, operation } from '../http/operation.ts';
import { uuid } from '../http/paging.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { call } from '../store/db.ts';
import { arrayText } from '../store/table.ts';
import { together } from '../store/transaction.ts';
import { Opt, Reason, Text, Type, Whole, Word } from '../wire/schema.ts';
import { urlFault } from './addresses.ts';
import {
  deleteEndpoint,
  deleteSecrets,
  endSecrets,
  insertEndpoint,
  insertSecret,
  listEndpoints,
  updateEndpoint,
} from './endpoints.sql.ts';
import { bytesOfSecret, makeSecret, type SecretKind } from './signing.ts';
import {
  Endpoint,
  endpointToWire,
  mostEndpoints,
  mostSecrets,
  NewEndpoint,
  type ShownRow,
  secretKinds,
  settings,
  type WebhookDeps,
} from './webhook-shapes.ts';

const path = '/admin/v1/merchants/:merchantId/webhook-endpoints';

/** The merchant and the endpoint that the path names. */
export async function findEndpoint(
  params: Readonly<Record<string, string>>,
  deps: Deps,
): Promise<{ merchant: MerchantOnClock; endpoint: ShownRow } | Refusal> {
  const merchant = await findMerchant(params['merchantId'] ?? '', deps);
  if (!merchant) return refuse('merchant.not_found', 'merchantId');
  const id = params['endpointId'] ?? '';
  const [endpoint] = uuid.test(id) ? await readEndpoints(deps, merchant.id, id) : [];
  return endpoint ? { merchant, endpoint } : refuse('webhook.not_found', 'endpointId');
}

const readEndpoints = async (deps: Deps, merchantId: string, id: string | null): Promise<ShownRow[]> =>
  (await deps.db.read(listEndpoints, merchantId, id)) as unknown as ShownRow[];

type Asked = Pick<OperatorAsked<{ readonly reason?: string | undefined }>, 'actor' | 'requestId'>;

export const actOf = (
  merchant: MerchantOnClock,
  operationId: string,
  subject: string,
  { actor, requestId }: Asked,
  reason: string | undefined,
  deps: Deps,
) => ({
  merchantId: merchant.id,
  actor,
  operation: operationId,
  subject,
  requestId,
  reason: reason ?? null,
  happenedAt: businessTime(merchant, deps.clock()),
});

function faultOf(
  body: { url?: string | undefined; events?: string[] | undefined; secret?: string | undefined },
  deps: Deps & WebhookDeps,
) {
  const why = body.url === undefined ? undefined : urlFault(body.url, deps.webhooks.addresses, deps.mode === 'sandbox');
  if (why !== undefined) return refuse('webhook.url', 'url', { why });
  const filter = body.events?.find((each) => !isFilter(each));
  if (filter !== undefined) return refuse('webhook.event', 'events', { filter });
  if (body.secret !== undefined && !bytesOfSecret(body.secret)) return refuse('webhook.secret', 'secret');
  return undefined;
}

/** A secret of the caller's own, or a new one. */
const secretFor = (kind: SecretKind, own: string | undefined) => (own === undefined ? makeSecret(kind) : { kind, secret: own });

function secretCall(merchantId: string, endpointId: string, secretId: string, made: ReturnType<typeof makeSecret>, deps: Deps) {
  const sealed = deps.secrets.seal(made.secret);
  return call(insertSecret, merchantId, endpointId, secretId, made.kind, sealed, made.publicKey ?? null);
}

const SecretSettings = {
  kind: Opt(Word(secretKinds, 'v1 (usual) or v1a.')),
  secret: Opt(Text(200, 'Your own `whsec_…` of 24 to 64 bytes, such as the one of a service you leave; usually one is made.')),
};

export const getWebhookEndpoints = operation({
  id: 'listWebhookEndpoints',
  method: 'GET',
  path,
  summary: 'Where a merchant’s events are sent',
  scope: 'admin:read',
  refusals: ['merchant.not_found'],
  answer: Type.Object({ endpoints: Type.Array(Endpoint) }),
  async run({ params }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    return { endpoints: (await readEndpoints(deps, merchant.id, null)).map(endpointToWire) };
  },
});

export const getWebhookEndpoint = operation({
  id: 'getWebhookEndpoint',
  method: 'GET',
  path: `${path}/:endpointId`,
  summary: 'A webhook endpoint',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'webhook.not_found'],
  answer: Endpoint,
  async run({ params }, deps) {
    const found = await findEndpoint(params, deps);
    return found instanceof Refusal ? found : endpointToWire(found.endpoint);
  },
});

export const createWebhookEndpoint = operation({
  id: 'createWebhookEndpoint',
  method: 'POST',
  path,
  summary: 'Send a merchant’s events to an address',
  about: `Those from now on; earlier ones are sent by a replay. At most ${mostEndpoints} a merchant. https only, in the sandbox http too; which addresses may be called is in docs/webhooks.md. The secret is in this answer and nowhere else.`,
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'webhook.url', 'webhook.event', 'webhook.secret', 'webhook.too_many'],
  body: Type.Object(
    { url: Text(2000), ...settings, ...SecretSettings, reason: Opt(Reason()) },
    { title: 'CreateWebhookEndpoint' },
  ),
  answer: NewEndpoint,
  async run(asked, deps: Deps & WebhookDeps) {
    const { params, body } = asked;
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const fault = faultOf(body, deps);
    if (fault) return fault;
    const now = deps.clock();
    const id = uuidv7(now);
    const made = secretFor(body.secret === undefined ? (body.kind ?? 'v1') : 'v1', body.secret);
    const events = arrayText('text', body.events ?? [], deps.secrets);
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
  path: `${path}/:endpointId`,
  summary: 'Change, disable or enable a webhook endpoint',
  about:
    'What is left out stays. What happens while it is disabled is not queued for it: `disabledAfter` says since which number to send again. What waited before goes on when it is enabled.',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'webhook.not_found', 'webhook.url', 'webhook.event'],
  body: Type.Object({ url: Opt(Text(2000)), ...settings, reason: Opt(Reason()) }, { title: 'UpdateWebhookEndpoint' }),
  answer: Endpoint,
  async run(asked, deps: Deps & WebhookDeps) {
    const { params, body } = asked;
    const found = await findEndpoint(params, deps);
    if (found instanceof Refusal) return found;
    const fault = faultOf(body, deps);
    if (fault) return fault;
    const { merchant, endpoint } = found;
    const { url = null, description = null, events, concurrency = null, enabled = null } = body;
    const filters = events === undefined ? null : arrayText('text', events, deps.secrets);
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
  path: `${path}/:endpointId`,
  summary: 'Send no more to an address',
  about: 'Its secrets are gone at once. `?reason=` says why, for the audit.',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'webhook.not_found'],
  answer: Type.Object({ deleted: Type.String() }),
  async run(asked, deps) {
    const found = await findEndpoint(asked.params, deps);
    if (found instanceof Refusal) return found;
    const { merchant, endpoint } = found;
    const act = actOf(merchant, 'deleteWebhookEndpoint', endpoint.id, asked, asked.query['reason'], deps);
    const [deleted] = await together(deps.db, [
      audited(deleteEndpoint, [merchant.id, endpoint.id], act, uuidv7(deps.clock())),
      call(deleteSecrets, merchant.id, endpoint.id),
    ]);
    return deleted?.length ? { deleted: endpoint.id } : refuse('webhook.not_found', 'endpointId');
  },
});

const longestOverlapSeconds = 7 * 86_400;

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${path}/:endpointId/secrets`,
  summary: 'A new secret for a webhook endpoint',
  about:
    'For `overlapSeconds` (a day) messages carry the signatures of the new one and of those it replaces. A secret of the other kind is added beside, so that a receiver can move from v1 to v1a.',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'webhook.not_found', 'webhook.secret', 'webhook.too_many'],
  body: Type.Object(
    { ...SecretSettings, overlapSeconds: Opt(Whole(0, longestOverlapSeconds)), reason: Opt(Reason()) },
    { title: 'RotateWebhookSecret' },
  ),
  answer: NewEndpoint,
  async run(asked, deps: Deps & WebhookDeps) {
    const { params, body } = asked;
    const found = await findEndpoint(params, deps);
    if (found instanceof Refusal) return found;
    const fault = faultOf({ secret: body.secret }, deps);
    if (fault) return fault;
    const { merchant, endpoint } = found;
    const overlap = body.overlapSeconds ?? 86_400;
    if (overlap > 0 && endpoint.secrets.length >= mostSecrets)
      return refuse('webhook.too_many', undefined, { limit: String(mostSecrets) });
    const now = deps.clock();
    const secretId = uuidv7(now);
    const made = secretFor(body.secret === undefined ? (body.kind ?? 'v1') : 'v1', body.secret);
    const sealed = [merchant.id, endpoint.id, secretId, made.kind, deps.secrets.seal(made.secret), made.publicKey ?? null];
    const act = actOf(merchant, 'rotateWebhookSecret', endpoint.id, asked, body.reason, deps);
    await together(deps.db, [
      audited(insertSecret, sealed, act, uuidv7(now)),
      call(endSecrets, merchant.id, endpoint.id, secretId, overlap, made.kind),
    ]);
    const [row] = await readEndpoints(deps, merchant.id, endpoint.id);
    return row ? { ...endpointToWire(row), secret: made.secret } : refuse('webhook.not_found', 'endpointId');
  },
});
