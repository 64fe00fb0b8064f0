import { audited } from '../book/auditing.ts';
import { businessTime } from '../core/merchant.ts';
import { Refusal } from '../core/refusals.ts';
import { isSuccess } from '../core/webhooks/retry.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { opener } from '../store/table.ts';
import { instantToWire } from '../wire/instants.ts';
import { Opt, Reason, Type } from '../wire/schema.ts';
import { post } from './deliver.ts';
import { insertAttempt } from './deliveries.sql.ts';
import { number } from './delivery-shape.ts';
import { listSigningSecrets, webhookSecrets } from './endpoints.sql.ts';
import { messageId } from './message.ts';
import { actOf, findEndpoint } from './named-endpoint.ts';
import type { SigningSecret } from './signing.ts';
import type { WebhookDeps } from './webhook-shapes.ts';

const testLimitMs = 10_000;

export const testWebhookEndpoint = operation({
  id: 'testWebhookEndpoint',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId/test',
  summary: 'Send a test event now',
  about: 'Once, signed like any other, also to an endpoint that is disabled. It has no sequence number.',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'webhook.not_found'],
  example: { body: { reason: 'New receiver' } },
  body: Type.Object({ reason: Opt(Reason()) }, { title: 'TestWebhookEndpoint' }),
  answer: Type.Object({
    webhookId: Type.String(),
    delivered: Type.Boolean(),
    status: Opt(Type.Number()),
    reason: Type.String(),
    milliseconds: Type.Number(),
  }),
  async run(asked, deps: Deps & WebhookDeps) {
    const found = await findEndpoint(asked, deps);
    if (found instanceof Refusal) return found;
    const { merchant, endpoint } = found;
    const now = deps.clock();
    const id = uuidv7(now);
    const sealed = await deps.db.read(listSigningSecrets, merchant.id, endpoint.id);
    const open = opener(merchant.id, deps.secrets);
    const secrets = sealed.map((row) => open(webhookSecrets, row) as unknown as SigningSecret);
    const resource = { type: 'webhook_endpoint', number: endpoint.id, version: endpoint.version };
    const message = {
      type: 'webhook_endpoint.tested',
      timestamp: instantToWire(businessTime(merchant, now)),
      data: { merchantId: merchant.id, resource },
    };
    const ground = { sender: deps.webhooks.sender, clock: deps.clock };
    // The caller waits for this answer, with a time limit of its own.
    const limit = AbortSignal.timeout(testLimitMs);
    const sent = await post(ground, endpoint.url, secrets, messageId(id), JSON.stringify(message), limit);
    const { status, milliseconds } = sent;
    const reason = sent.aborted && status === null ? 'timeout' : sent.reason;
    const act = actOf(merchant, 'testWebhookEndpoint', endpoint.id, asked, asked.body.reason, deps);
    const { statement, values } = audited(
      insertAttempt,
      [merchant.id, endpoint.id, id, milliseconds, status, reason],
      act,
      uuidv7(now),
    );
    await deps.db.run(statement, ...values);
    return { webhookId: messageId(id), delivered: isSuccess(sent), ...number('status', status), reason, milliseconds };
  },
});
