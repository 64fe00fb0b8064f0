// Is the process alive, and may it be sent requests? While it is being stopped it takes no new connections at all,
// so readiness needs to ask the database only.
import type { FastifyInstance } from 'fastify';
import { germanBanksWarning } from '../../core/bank/german.ts';
import { dayAt } from '../../core/dates.ts';
import type { Statement } from '../../db/table.ts';
import type { Deps } from '../deps.ts';

const ping: Statement = { name: 'ping', text: 'select 1' };
const patienceMs = 1000;

export function mountHealth(app: FastifyInstance, { db, clock }: Deps): void {
  let asking: Promise<boolean> | undefined;
  // Those who ask while a question is open share its answer, so that probes never pile up before a database that is stuck.
  const answers = (): Promise<boolean> => {
    asking ??= db
      .read(ping)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  app.route({
    method: ['GET', 'HEAD'],
    url: '/livez',
    handler: (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/readyz',
    handler: async (_request, reply) => {
      const ready = await inPatience(answers());
      // What has aged makes nothing unready: the operator is told, and the service goes on.
      const warning = germanBanksWarning(dayAt(clock(), 'Europe/Berlin'));
      // Why it is not ready is for the log and not for whoever asks.
      return reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: ready ? 'ok' : 'unavailable', ...(warning !== undefined && { warnings: [warning] }) });
    },
  });
}

async function inPatience(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
