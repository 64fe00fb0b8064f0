// What was sent to an endpoint, how it went, and sending it again.
import { auditCall, audited } from '../book/auditing.ts';
import { businessTime } from '../core/merchant.ts';
import { like, oneOf, Refusal, refuse } from '../core/refusals.ts';
import { isFilter } from '../core/webhooks/filter.ts';
import { isSuccess } from '../core/webhooks/retry.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { cursorOf, pageSize, placeOf } from '../http/paging.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { type Call, call, type Db, isServerError, type Rows } from '../store/db.ts';
import { arrayText } from '../store/table.ts';
import { together } from '../store/transaction.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Reason, Type, Whole, Word } from '../wire/schema.ts';
import { post } from './deliver.ts';
import { insertAttempt, listAttempts, listDeliveries, replayEvents } from './deliveries.sql.ts';
import { listSigningSecrets } from './endpoints.sql.ts';
import { messageId } from './message.ts';
import { holdStream } from './numbering.sql.ts';
import type { SigningSecret } from './signing.ts';
import { actOf, findEndpoint } from './webhook-endpoints.operation.ts';
import type { WebhookDeps } from './webhook-shapes.ts';

const path = '/admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId';
const states = ['Pending', 'Delivered', 'Failed'] as const;
const instant = (name: string, at: unknown) => (typeof at === 'number' ? { [name]: instantToWire(at) } : {});
const number = (name: string, value: unknown) => (value === null || value === undefined ? {} : { [name]: Number(value) });

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

/** `?events=order.*,capture.paid`; a filter that names nothing is refused. */
export function filtersOf(text: string | undefined, field: string): string[] | Refusal {
  const filters = (text ?? '').split(',').filter((each) => each !== '');
  const unknown = filters.find((each) => !isFilter(each));
  return unknown === undefined ? filters : refuse('webhook.event', field, { filter: unknown });
}

export const getWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: `${path}/deliveries`,
  summary: 'What was sent, and what waits to be',
  about: 'Newest first; `?state=`, `?events=order.*,capture.paid` choose, `?limit=` and `?after=` page. Kept for 90 days.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'webhook.not_found', 'webhook.event', 'page.unknown', 'value.format'],
  answer: Type.Object({ deliveries: Type.Array(Delivery), next: Opt(Type.String()) }),
  async run({ params, query }, deps) {
    const found = await findEndpoint(params, deps);
    if (found instanceof Refusal) return found;
    const { state, after } = query;
    if (state !== undefined && !states.some((each) => each === state)) return refuse('value.format', 'state', oneOf(states));
    const filters = filtersOf(query['events'], 'events');
    if (filters instanceof Refusal) return filters;
    if (after !== undefined && !/^\d{1,18}$/.test(after)) return refuse('page.unknown', 'after');
    const limit = pageSize(query);
    const events = arrayText('text', filters, deps.secrets);
    const values = [found.merchant.id, found.endpoint.id, state ?? null, events, after ?? null, limit + 1];
    const rows = await deps.db.read(listDeliveries, ...values);
    const shown = rows.slice(0, limit);
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
      ...(rows.length > limit && { next: String(shown.at(-1)?.['number']) }),
    };
  },
});

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

export const getWebhookAttempts = operation({
  id: 'listWebhookAttempts',
  method: 'GET',
  path: `${path}/attempts`,
  summary: 'Every attempt, tests among them',
  about: 'Newest first; `?number=` chooses one event, `?limit=` and `?after=` page. Kept for 90 days.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'webhook.not_found', 'page.unknown', 'value.format'],
  answer: Type.Object({ attempts: Type.Array(Attempt), next: Opt(Type.String()) }),
  async run({ params, query }, deps) {
    const found = await findEndpoint(params, deps);
    if (found instanceof Refusal) return found;
    const one = query['number'];
    if (one !== undefined && !/^\d{1,18}$/.test(one)) return refuse('value.format', 'number', like('42'));
    const place = query['after'] === undefined ? [null, null] : placeOf(query['after']);
    if (!place) return refuse('page.unknown', 'after');
    const limit = pageSize(query);
    const rows = await deps.db.read(listAttempts, found.merchant.id, found.endpoint.id, one ?? null, ...place, limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      attempts: shown.map((row) => ({
        ...number('number', row['number']),
        attemptedAt: instantToWire(Number(row['attemptedAt'])),
        milliseconds: Number(row['milliseconds']),
        ...number('status', row['status']),
        reason: String(row['reason']),
      })),
      ...(rows.length > limit && last && { next: cursorOf(Number(last['attemptedAt']), String(last['id'])) }),
    };
  },
});

const testLimitMs = 10_000;

export const testWebhookEndpoint = operation({
  id: 'testWebhookEndpoint',
  method: 'POST',
  path: `${path}/test`,
  summary: 'Send a test event now',
  about: 'Once, signed like any other, also to an endpoint that is disabled. It has no sequence number.',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'webhook.not_found'],
  body: Type.Object({ reason: Opt(Reason()) }, { title: 'TestWebhookEndpoint' }),
  answer: Type.Object({
    webhookId: Type.String(),
    delivered: Type.Boolean(),
    status: Opt(Type.Number()),
    reason: Type.String(),
    milliseconds: Type.Number(),
  }),
  async run(asked, deps: Deps & WebhookDeps) {
    const found = await findEndpoint(asked.params, deps);
    if (found instanceof Refusal) return found;
    const { merchant, endpoint } = found;
    const now = deps.clock();
    const id = uuidv7(now);
    const sealed = await deps.db.read(listSigningSecrets, merchant.id, endpoint.id);
    const secrets = sealed.map(({ kind, secret }) => ({ kind, secret: deps.secrets.open(String(secret)) }) as SigningSecret);
    const resource = { type: 'webhook_endpoint', number: endpoint.id, version: endpoint.version };
    const message = {
      type: 'webhook_endpoint.tested',
      timestamp: instantToWire(businessTime(merchant, now)),
      data: { merchantId: merchant.id, resource },
    };
    const ground = { sender: deps.webhooks.sender, clock: deps.clock };
    // Somebody waits for this answer, with a time limit of their own.
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
    await deps.db.read(statement, ...values);
    return { webhookId: messageId(id), delivered: isSuccess(sent), ...number('status', status), reason, milliseconds };
  },
});

/**
 * What came of it. The stream is held before it is looked what there is: what would be purged between would leave a delivery
 * without its event, which nobody could send.
 */
async function queueAgain(db: Db, calls: readonly Call[]): Promise<Rows[number] | 'held' | undefined> {
  try {
    return (await together(db, calls)).at(-1)?.[0];
  } catch (error) {
    if (isServerError(error) && error.code === '55P03') return 'held';
    throw error;
  }
}

const replayedAtOnce = 2000;
const mostReplayed = 20_000;
const highest = 9_007_199_254_740_991;

export const replayWebhooks = operation({
  id: 'replayWebhooks',
  method: 'POST',
  path: `${path}/replays`,
  summary: 'Send events again',
  about: `One (\`number\`), a range (\`from\` to \`to\`), all after a number (\`since\`), or those of a time; what the endpoint does not want is left out. They keep their \`webhook-id\`. At most ${mostReplayed} with one request: go on with \`since\` as \`last\` says while \`more\` is true.`,
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'webhook.not_found', 'webhook.range'],
  body: Type.Object(
    {
      number: Opt(Whole(1, highest)),
      from: Opt(Whole(1, highest)),
      to: Opt(Whole(1, highest)),
      since: Opt(Whole(0, highest)),
      fromTime: Opt(InstantText('As the events’ `timestamp`.')),
      toTime: Opt(InstantText()),
      reason: Opt(Reason()),
    },
    { title: 'ReplayWebhooks' },
  ),
  answer: Type.Object({
    queued: Type.Number(),
    last: Opt(Type.Number({ description: 'The highest number that was queued.' })),
    more: Type.Boolean(),
  }),
  async run(asked, deps) {
    const { params, body } = asked;
    const found = await findEndpoint(params, deps);
    if (found instanceof Refusal) return found;
    const { merchant, endpoint } = found;
    const { number: one, since, fromTime, toTime, reason } = body;
    const asks = [one, body.from, body.to, since, fromTime, toTime];
    if (asks.every((each) => each === undefined)) return refuse('webhook.range');
    // Two beginnings contradict each other, and nobody knows which was meant.
    const beginnings = [one, body.from, since].filter((each) => each !== undefined);
    if (beginnings.length > 1 || (one !== undefined && body.to !== undefined)) return refuse('webhook.range');
    const start = one ?? body.from ?? (since ?? 0) + 1;
    const end = one ?? body.to ?? highest;
    if (start > end) return refuse('webhook.range', 'from');
    const times = [fromTime, toTime].map((each) => (each === undefined ? null : new Date(each).toISOString()));
    const act = actOf(merchant, 'replayWebhooks', endpoint.id, asked, reason, deps);
    let queued = 0;
    let last: number | undefined;
    let more = true;
    while (more && queued < mostReplayed) {
      const values = [merchant.id, endpoint.id, (last ?? start - 1) + 1, end, ...times, replayedAtOnce] as const;
      const told = queued === 0 ? [auditCall(act, uuidv7(deps.clock()))] : [];
      const row = await queueAgain(deps.db, [...told, call(holdStream, merchant.id), call(replayEvents, ...values)]);
      if (row === 'held') return queued === 0 ? refuse('service.busy') : { queued, ...number('last', last), more };
      const count = Number(row?.['count'] ?? 0);
      queued += count;
      last = count > 0 ? Number(row?.['last']) : last;
      more = count === replayedAtOnce;
    }
    return { queued, ...number('last', last), more };
  },
});
