// A stand-in until the endpoints arrive.
import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

export type AppDeps = { config: Config; connection: unknown; encryptionKey: Buffer };

export function buildApp(deps: AppDeps): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: 'idle' });
  app.get(`${deps.config.basePath}/livez`, async () => ({ status: 'ok' }));
  app.get(`${deps.config.basePath}/api/v3/version`, async () => ({ version: '3.1.0' }));
  return app;
}
