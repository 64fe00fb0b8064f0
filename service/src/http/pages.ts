// The addresses beside the interface: landing page, documentation, catalogue of errors, health (C81).
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../book/endpoint.ts';
import type { Deps } from './deps.ts';
import { openApiDocument } from './openapi.ts';
import type { DescribedOperation } from './operation.ts';
import { docsPage, docsScript } from './pages/docs.ts';
import { errorsJson, errorsPage } from './pages/errors.ts';
import { mountHealth } from './pages/health.ts';
import { landingPage } from './pages/landing.ts';
import { icon } from './pages/layout.ts';
import { mountMetrics } from './pages/metrics.ts';
import { mountPage, prefersJson } from './pages/page.ts';
import { loadScalar } from './pages/scalar.ts';
import { pagesScript } from './pages/script.ts';
import { stylesheet } from './pages/style.ts';

const javascript = 'text/javascript; charset=utf-8';
const json = 'application/json; charset=utf-8';
const daySeconds = 86_400;

export function mountPages(
  app: FastifyInstance,
  deps: Deps,
  endpoints: readonly Endpoint[],
  operations: readonly DescribedOperation[],
): void {
  const { basePath } = deps;
  mountHealth(app, deps);
  mountMetrics(app, deps);
  mountPage(app, '/', () => landingPage(deps));
  mountPage(
    app,
    '/errors',
    (form) => (form === 'json' ? errorsJson() : errorsPage(basePath)),
    (request) => (prefersJson(request.headers.accept) ? 'json' : 'page'),
  );
  mountPage(app, '/openapi.json', () => ({ type: json, body: JSON.stringify(openApiDocument(endpoints, operations, basePath)) }));
  mountPage(app, '/docs', () => docsPage(deps));
  mountPage(app, '/docs/init.js', () => ({ type: javascript, body: docsScript }));
  mountPage(app, '/docs/scalar.js', async () => ({ type: javascript, body: await loadScalar() }));
  mountPage(app, '/assets/pages.css', () => ({ type: 'text/css; charset=utf-8', body: stylesheet }));
  mountPage(app, '/assets/pages.js', () => ({ type: javascript, body: pagesScript }));
  // Browsers ask for the .ico by themselves.
  for (const url of ['/favicon.svg', '/favicon.ico']) {
    mountPage(app, url, () => ({
      type: 'image/svg+xml',
      body: icon,
      keepSeconds: daySeconds,
      policy: "default-src 'none'; style-src 'unsafe-inline'",
    }));
  }
}
