// Refusals of webhook endpoints and their events.
import { type CatalogueEntry, row } from './row.ts';

export const webhookRefusals = {
  'webhook.not_found': row('400.310', 404, 'The merchant has no such webhook endpoint.', 'technical'),
  'webhook.url': row('400.311', 400, 'This address cannot be called: {why}.', 'technical'),
  'webhook.event': row('400.312', 400, 'There are no events {filter}; docs/generated/events.md lists the types.', 'technical'),
  'webhook.secret': row('400.313', 400, 'A secret is whsec_ with 24 to 64 bytes in base64.', 'technical'),
  'webhook.too_many': row('400.314', 409, 'There may be {limit} at once; end or delete others first.', 'technical'),
  'events.gone': row(
    '400.370',
    410,
    'Events up to {gone} are kept no longer, and so were missed; the oldest kept is {oldest}. Go on with after={gone}.',
    'technical',
  ),
  'webhook.range': row('400.315', 400, 'Say what to send again: a number, from and to, since, or times.', 'technical'),
} as const satisfies Record<string, CatalogueEntry>;
