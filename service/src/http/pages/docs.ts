// The interactive reference: our own page around the documentation's script, so that the page holds no inline script and
// nothing is loaded from elsewhere.
import type { Deps } from '../deps.ts';
import { html } from './html.ts';
import type { Page } from './page.ts';

/** The reference sets styles by script and shows pictures it made itself; scripts and requests stay our own. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
].join('; ');

export function docsPage({ basePath, mode }: Pick<Deps, 'basePath' | 'mode'>): Page {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Reference · Deferred Payment Service</title>
<link rel="icon" href="${basePath}/favicon.svg" type="image/svg+xml">
</head>
<body>
<div id="reference" data-base="${basePath}" data-mode="${mode}"></div>
<noscript>The reference needs JavaScript. The same facts are in <a href="${basePath}/openapi.json">openapi.json</a> and at <a href="${basePath}/errors">errors</a>.</noscript>
<script src="${basePath}/docs/init.js"></script>
<script src="${basePath}/docs/scalar.js"></script>
</body>
</html>
`;
  return { type: 'text/html; charset=utf-8', body: page.text, policy };
}

/** Plain JavaScript for browsers. The address bar knows best where the service can be reached. */
export const docsScript = `'use strict';
// The reference would try whether code can be made from text; the policy forbids that, and reports each attempt.
globalThis.__zod_globalConfig = { jitless: true };
document.addEventListener('DOMContentLoaded', async () => {
  const { base, mode } = document.getElementById('reference').dataset;
  // Headings of the introduction can be linked to by their plain name.
  const heading = /^#[a-z][a-z0-9-]*$/.exec(location.hash);
  if (heading) history.replaceState(null, '', '#description/' + heading[0].slice(1));
  const content = await (await fetch(base + '/openapi.json')).json();
  // Of two forms the reference shows one, and would choose the problem; here the form that shops get is the one to show.
  const operations = Object.values(content.paths).flatMap((path) => Object.values(path));
  const responses = [...operations, content.components].flatMap((each) => Object.values(each.responses));
  for (const response of responses) delete response.content?.['application/problem+json'];
  Scalar.createApiReference('#reference', {
    content,
    servers: [{ url: location.origin + base, description: 'This service' }],
    theme: 'default',
    layout: 'modern',
    withDefaultFonts: false,
    telemetry: false,
    showDeveloperTools: 'never',
    hideClientButton: true,
    documentDownloadType: 'none',
    agent: { disabled: true },
    mcp: { disabled: true },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    authentication: {
      preferredSecurityScheme: 'merchantKey',
      ...(mode === 'sandbox' && { securitySchemes: { merchantKey: { value: 'sandbox-de' }, operatorKey: { value: 'sandbox-operator' } } }),
    },
    customCss: [
      ':root { --scalar-font: ui-sans-serif, system-ui, sans-serif; }',
      '.light-mode { --scalar-color-accent: #0b6b50; } .dark-mode { --scalar-color-accent: #5fd0a8; }',
      '.markdown table th, .markdown table td { padding: 8px 7px !important; word-break: normal !important; overflow-wrap: normal !important; }',
      '.markdown td code { white-space: nowrap; }',
      // On a telephone tables break their words, the bar's title is cut, and headings have no button that waits for a mouse.
      '@media (max-width: 600px) {',
      '.markdown table { display: table !important; width: 100% !important; }',
      '.markdown table th, .markdown table td { min-width: 0 !important; padding: 6px 5px !important; overflow-wrap: anywhere !important; }',
      '.markdown td code { white-space: normal; }',
      '.t-doc__header header > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; }',
      '.section-header .scalar-button { display: none; }',
      '}',
      'section:focus-visible { outline: none !important; }',
    ].join(' '),
  });
});
`;
