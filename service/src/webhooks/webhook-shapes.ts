// Webhook endpoints and their deliveries as operators see them.
import type { Instant } from '../core/dates.ts';
import { instantToWire } from '../wire/instants.ts';
import { Flag, InstantText, Opt, type Static, Text, Type, Whole, Word } from '../wire/schema.ts';
import type { Addresses } from './addresses.ts';
import type { Deliverer } from './deliver.ts';
import type { EndpointRow } from './endpoints.sql.ts';
import type { Sender } from './sender.ts';
import type { SecretKind } from './signing.ts';

export const secretKinds = ['v1', 'v1a'] as const;
export const mostEndpoints = 50;
export const mostSecrets = 6;

const Secret = Type.Object(
  {
    id: Type.String(),
    kind: Word(secretKinds, 'v1 is HMAC-SHA256, v1a Ed25519.'),
    publicKey: Opt(Type.String({ description: 'Of v1a: `whpk_…`, what the receiver verifies with.' })),
    insertedAt: InstantText(),
    endsAt: Opt(InstantText('Replaced; still signed with until then.')),
  },
  { title: 'WebhookSecret' },
);

const shown = {
  id: Type.String(),
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(Type.String()),
  concurrency: Type.Number(),
  enabled: Type.Boolean(),
  disabledReason: Opt(
    Word(['operator', 'gone', 'failing'], 'gone: it answered 410. failing: it took nothing for three days and longer.'),
  ),
  disabledAt: Opt(InstantText()),
  disabledAfter: Opt(Type.Number({ description: 'The last event from before it was disabled: send again since this number.' })),
  failingSince: Opt(InstantText('No attempt succeeded since then.')),
  failureCount: Type.Number({ description: 'Failed attempts in a row.' }),
  pausedUntil: Opt(InstantText('Left in peace until then.')),
  waiting: Type.Number({ description: 'Deliveries that wait for an attempt.' }),
  secrets: Type.Array(Secret),
  insertedAt: InstantText(),
  updatedAt: InstantText(),
};
export const Endpoint = Type.Object(shown, { title: 'WebhookEndpoint' });
export const NewEndpoint = Type.Object(
  { ...shown, secret: Type.String({ description: 'Shown this once. `whsec_…`, or of v1a `whsk_…`, which you need not keep.' }) },
  { title: 'NewWebhookEndpoint' },
);

export const settings = {
  events: Opt(
    Type.Array(Text(60), {
      maxItems: 100,
      description: 'Types like `order.captured`, all of a kind like `order.*`, or `*`. None means all.',
    }),
  ),
  description: Opt(Text(255)),
  concurrency: Opt(Whole(1, 16, 'How many are sent at once. With more than 1 they may arrive in another order.')),
  enabled: Opt(Flag()),
};

export interface ShownRow extends EndpointRow {
  readonly waiting: bigint;
  readonly secrets: readonly {
    readonly id: string;
    readonly kind: SecretKind;
    readonly publicKey: string | null;
    readonly insertedAt: string;
    readonly endsAt: string | null;
  }[];
}

const at = (name: string, moment: Instant | string | null) =>
  moment === null ? {} : { [name]: instantToWire(typeof moment === 'string' ? Date.parse(moment) : moment) };

export function endpointToWire(row: ShownRow): Static<typeof Endpoint> {
  const { id, url, description, events, concurrency, enabled, disabledReason, disabledAfter } = row;
  return {
    id,
    url,
    description,
    events: [...events],
    concurrency,
    enabled,
    ...(disabledReason !== null && { disabledReason }),
    ...at('disabledAt', row.disabledAt),
    ...(!enabled && disabledAfter !== null && { disabledAfter: Number(disabledAfter) }),
    ...at('failingSince', row.failingSince),
    failureCount: row.failureCount,
    ...at('pausedUntil', row.pausedUntil),
    waiting: Number(row.waiting),
    secrets: row.secrets.map(({ id: secretId, kind, publicKey, insertedAt, endsAt }) => ({
      id: secretId,
      kind,
      ...(publicKey !== null && { publicKey }),
      insertedAt: instantToWire(Date.parse(insertedAt)),
      ...at('endsAt', endsAt),
    })),
    insertedAt: instantToWire(row.insertedAt),
    updatedAt: instantToWire(row.updatedAt),
  };
}

/** What webhooks go out through. */
export interface WebhookDeps {
  readonly webhooks: { readonly addresses: Addresses; readonly sender: Sender; readonly deliverer: Deliverer };
}
