import { auditCall } from '../book/auditing.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { uuidv7 } from '../runtime/chance.ts';
import { type Call, call, type Db, isServerError, type Rows } from '../store/db.ts';
import { together } from '../store/transaction.ts';
import { InstantText, Opt, Reason, Type, Whole } from '../wire/schema.ts';
import { replayEvents } from './deliveries.sql.ts';
import { number } from './delivery-shape.ts';
import { actOf, findEndpoint } from './named-endpoint.ts';
import { holdStream } from './numbering.sql.ts';

/**
 * What came of it. The stream is held before it is looked what there is: what would be purged between would leave a delivery
 * without its event, which could not be sent.
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
  path: '/admin/v1/merchants/:merchantId/webhook-endpoints/:endpointId/replays',
  summary: 'Send events again',
  about: `One (\`number\`), a range (\`from\` to \`to\`), all after a number (\`since\`), or those of a time; what the endpoint does not want is left out. They keep their \`webhook-id\`. At most ${mostReplayed} with one request: go on with \`since\` as \`last\` says while \`more\` is true.`,
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'webhook.not_found', 'webhook.range'],
  example: { body: { fromTime: '2026-11-20T00:00:00Z', toTime: '2026-11-20T09:30:00Z', reason: 'The receiver was down' } },
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
    const { body } = asked;
    const found = await findEndpoint(asked, deps);
    if (found instanceof Refusal) return found;
    const { merchant, endpoint } = found;
    const { number: one, since, fromTime, toTime, reason } = body;
    const asks = [one, body.from, body.to, since, fromTime, toTime];
    if (asks.every((each) => each === undefined)) return refuse('webhook.range');
    // Two beginnings contradict each other, and it is not known which was meant.
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
      const audit = queued === 0 ? [auditCall(act, uuidv7(deps.clock()))] : [];
      const row = await queueAgain(deps.db, [...audit, call(holdStream, merchant.id), call(replayEvents, ...values)]);
      if (row === 'held') return queued === 0 ? refuse('service.busy') : { queued, ...number('last', last), more };
      const count = Number(row?.['count'] ?? 0);
      queued += count;
      last = count > 0 ? Number(row?.['last']) : last;
      more = count === replayedAtOnce;
    }
    return { queued, ...number('last', last), more };
  },
});
