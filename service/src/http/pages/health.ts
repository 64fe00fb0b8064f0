// Is the process alive, and may it be sent requests? Before it stops it says no for a while (DRAIN_SECONDS) and answers all
// the same, so that a load balancer takes it out before connections are refused.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { outdatedDirectories } from '../../core/bank/national.ts';
import { lawWarnings } from '../../core/law/day.ts';
import { version } from '../../core/version.ts';
import type { Statement } from '../../store/table.ts';
import type { Deps } from '../deps.ts';

/**
 * A copy that was not made the primary yet answers, and takes no writes. Nor is a primary ready whose commits wait for its
 * synchronous copy: a commit that has waited for seconds shows that the copy is away, and waits until it is back.
 */
const ping: Statement = {
  name: 'ping',
  text: `
    select case
      when current_setting('transaction_read_only') = 'on' then 'database: takes no writes'
      when exists (
        select from pg_stat_activity
        where wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '3 seconds'
      ) then 'database: writes wait for its synchronous copy'
    end as trouble`,
};
const patienceMs = 1000;
const noAnswer = 'database: no answer';

interface State {
  readonly troubles: readonly string[];
  readonly warnings: readonly string[];
  readonly nodesAway: readonly string[];
}

export function mountHealth(app: FastifyInstance, { db, clock, figures, readiness, mode }: Deps): void {
  let asking: Promise<string | undefined> | undefined;
  // Those who ask while a question is open share its answer, so that probes never pile up before a database that is stuck.
  const trouble = (): Promise<string | undefined> => {
    asking ??= db
      .read(ping)
      .then(
        ([row]) => (row?.['trouble'] as string | null) ?? undefined,
        () => noAnswer,
      )
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  const look = async (): Promise<State> => {
    const [ofDatabase, known] = await Promise.all([inPatience(trouble()), figures.read(patienceMs)]);
    // What is late makes no process unready: it is a warning to the operator, and the service goes on.
    return {
      // The reason is logged, and not shown to callers.
      troubles: [...(ofDatabase === undefined ? [] : [ofDatabase]), ...readiness.troubles(known)],
      warnings: [...outdatedDirectories(clock()), ...lawWarnings(clock()), ...readiness.warnings(known)],
      nodesAway: known?.cluster.nodesAway ?? [],
    };
  };
  const route = (url: string, handler: (reply: FastifyReply) => Promise<object>): void => {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (_request, reply) => reply.header('cache-control', 'no-store').send(await handler(reply)),
    });
  };

  route('/livez', () => Promise.resolve({ status: 'ok' }));
  route('/readyz', async (reply) => answerOf(reply, await look()));
  route('/healthz', async (reply) => ({ ...answerOf(reply, await look()), version, mode }));
}

function answerOf(reply: FastifyReply, { troubles, warnings, nodesAway }: State): object {
  const ready = troubles.length === 0;
  if (!ready) reply.code(503).header('retry-after', '1');
  return {
    status: ready ? 'ok' : 'unavailable',
    ...(!ready && { troubles }),
    ...(warnings.length > 0 && { warnings }),
    ...(nodesAway.length > 0 && { nodesAway }),
  };
}

async function inPatience(answer: Promise<string | undefined>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(noAnswer), patienceMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
