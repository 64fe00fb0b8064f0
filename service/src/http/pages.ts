// The addresses beside the interface: landing page, documentation, catalogue of errors, health (C81).
import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';

export function mountPages(app: FastifyInstance, deps: Deps): void {
  app.get('/livez', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    await deps.db.read({ name: 'ping', text: 'select 1' });
    return reply.send({ status: 'ok' });
  });
}
