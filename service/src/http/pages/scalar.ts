// The script behind /docs. It comes out of a package that is only there at build time: the build writes it beside the
// compiled service, and a service that runs from its sources takes it from the package.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import fastify from 'fastify';

/** `dist/public/scalar.js`, seen from `dist/service/src/http/pages`. */
const built = resolve(import.meta.dirname, '../../../../public/scalar.js');

export const loadScalar = (): Promise<Buffer> => (existsSync(built) ? readFile(built) : scalarFromPackage());

/** The package keeps its script to itself and only serves it; so it is asked once, as a browser would. */
export async function scalarFromPackage(): Promise<Buffer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(plugin, { routePrefix: '/docs', configuration: { content: {} } });
  const response = await app.inject('/docs/js/scalar.js');
  await app.close();
  if (response.statusCode !== 200) throw new Error(`the documentation’s script answered ${response.statusCode}`);
  return response.rawPayload;
}
