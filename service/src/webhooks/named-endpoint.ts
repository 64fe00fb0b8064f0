// The endpoint that a path names, and what its settings have in common.

import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import { isFilter } from '../core/webhooks/filter.ts';
import type { Deps } from '../http/deps.ts';
import type { AskedOfMerchant, OperatorAsked } from '../http/operation.ts';
import { uuid } from '../http/paging.ts';
import { Opt, Text, Word } from '../wire/schema.ts';
import { urlFault } from './addresses.ts';
import { listEndpoints } from './endpoints.sql.ts';
import { bytesOfSecret, makeSecret, type SecretKind } from './signing.ts';
import { type ShownRow, secretKinds, type WebhookDeps } from './webhook-shapes.ts';

/** The merchant and the endpoint that the path names. */
export async function findEndpoint(
  { merchant, params }: Pick<AskedOfMerchant<unknown>, 'merchant' | 'params'>,
  deps: Deps,
): Promise<{ merchant: MerchantOnClock; endpoint: ShownRow } | Refusal> {
  const id = params['endpointId'] ?? '';
  const [endpoint] = uuid.test(id) ? await readEndpoints(deps, merchant.id, id) : [];
  return endpoint ? { merchant, endpoint } : refuse('webhook.not_found', 'endpointId');
}

export const readEndpoints = async (deps: Deps, merchantId: string, id: string | null): Promise<ShownRow[]> =>
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

export function faultOf(
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
export const secretFor = (kind: SecretKind, own: string | undefined) =>
  own === undefined ? makeSecret(kind) : { kind, secret: own };

export const SecretSettings = {
  kind: Opt(Word(secretKinds, 'v1 (usual) or v1a.')),
  secret: Opt(Text(200, 'Your own `whsec_…` of 24 to 64 bytes, such as the one of a service you leave; usually one is made.')),
};
