// C81: what Prometheus scrapes. The sandbox shows it without a key; live mode, and a sandbox with
// METRICS_KEY, asks for one. No address is let in without a key: behind a proxy on the same machine
// all callers have the same.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../../core/refusals.ts';
import { textOfAll } from '../../observe/metrics.ts';
import { isSame } from '../../store/secrets.ts';
import { sendRefusal } from '../answers.ts';
import { isAllowedAt } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { keyOf, languageFor } from '../entrance.ts';

export function mountMetrics(app: FastifyInstance, deps: Deps): void {
  // The process that is asked reports for all that share the port.
  deps.peers.answer('metrics', () => deps.metrics.data());
  app.route({
    method: ['GET', 'HEAD'],
    url: '/metrics',
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
      const refusal = await refused(request, deps);
      if (refusal) return sendRefusal(request, reply, refusal, languageFor(request));
      return reply.type(deps.metrics.contentType).send(await scraped(deps));
    },
  });
}

async function scraped({ metrics, peers, processes }: Deps): Promise<string> {
  if (peers.worker > 0) return textOfAll(await peers.ask('metrics'), processes);
  metrics.set('dps_processes', {}, 1);
  metrics.set('dps_processes_reporting', {}, 1);
  return metrics.text();
}

async function refused(request: FastifyRequest, { mode, metricsKey, auth }: Deps): Promise<Refusal | undefined> {
  const sent = keyOf(request);
  // The key of the configuration is compared first: it is good when the database is down.
  if (metricsKey === undefined ? mode === 'sandbox' : isSame(sent, metricsKey)) return undefined;
  const caller = await auth.callerOf(sent, request.ip);
  if (!caller || caller === 'limited' || caller.merchant || caller.organisationId !== undefined) return refuse('key.missing');
  if (!isAllowedAt(caller, request.ip)) return refuse('key.missing');
  return caller.scopes.includes('admin:read') ? undefined : refuse('key.scope', undefined, { scope: 'admin:read' });
}
