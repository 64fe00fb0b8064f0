import { audited } from '../book/auditing.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { call } from '../store/db.ts';
import { placeOf } from '../store/table.ts';
import { together } from '../store/transaction.ts';
import { Opt, Reason, Type, Whole } from '../wire/schema.ts';
import { endSecrets, insertSecret, webhookSecrets } from './endpoints.sql.ts';
import { actOf, faultOf, findEndpoint, readEndpoints, SecretSettings, secretFor } from './named-endpoint.ts';
import { endpointToWire, mostSecrets, NewEndpoint, type WebhookDeps } from './webhook-shapes.ts';

const longestOverlapSeconds = 7 * 86_400;

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId/secrets',
  summary: 'A new secret for a webhook endpoint',
  about:
    'For `overlapSeconds` (a day) messages carry the signatures of the new one and of those it replaces. A secret of the other kind is added beside, so that a receiver can move from v1 to v1a.',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'webhook.not_found', 'webhook.secret', 'webhook.too_many'],
  example: { body: { overlapSeconds: 86400, reason: 'Yearly change' } },
  body: Type.Object(
    { ...SecretSettings, overlapSeconds: Opt(Whole(0, longestOverlapSeconds)), reason: Opt(Reason()) },
    { title: 'RotateWebhookSecret' },
  ),
  answer: NewEndpoint,
  async run(asked, deps: Deps & WebhookDeps) {
    const { body } = asked;
    const found = await findEndpoint(asked, deps);
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
    const place = placeOf(webhookSecrets, 'secret', merchant.id, { endpointId: endpoint.id, id: secretId });
    const sealed = deps.secrets.seal(made.secret, place);
    const values = [merchant.id, endpoint.id, secretId, made.kind, sealed, made.publicKey ?? null];
    const act = actOf(merchant, 'rotateWebhookSecret', endpoint.id, asked, body.reason, deps);
    await together(deps.db, [
      audited(insertSecret, values, act, uuidv7(now)),
      call(endSecrets, merchant.id, endpoint.id, secretId, overlap, made.kind),
    ]);
    const [row] = await readEndpoints(deps, merchant.id, endpoint.id);
    return row ? { ...endpointToWire(row), secret: made.secret } : refuse('webhook.not_found', 'endpointId');
  },
});
