// The first page a person sees: what this is, and one command that works when it is pasted.
import { countries, countryCodes } from '../../core/countries/countries.ts';
import { countryName } from '../../core/countries/names.ts';
import { version } from '../../core/version.ts';
import type { Deps } from '../deps.ts';
import { sandboxKey } from '../openapi/introduction.ts';
import { type Html, html } from './html.ts';
import { framed } from './layout.ts';
import type { Page } from './page.ts';

const firstOrder = `{
  "payment": { "type": "Invoice" },
  "customer": {
    "customerCategory": "Person",
    "firstName": "Johanna", "lastName": "Weber",
    "email": "johanna@example.com", "birthDate": "1984-12-08",
    "address": {
      "street": "Hauptstraße", "streetNumber": "12",
      "postalCode": "10827", "postalPlace": "Berlin" } },
  "order": {
    "number": "WEB-'$RANDOM'",
    "totalGrossAmount": 100, "totalNetAmount": 84.04,
    "items": [{
      "productId": "LAMP-7", "description": "Desk lamp",
      "quantity": 2, "grossUnitPrice": 50 }] } }`;

const steps = [
  ['Authorize', 'The customer is scored and the amount reserved.', 'POST', '/checkout/authorize'],
  ['Capture', 'Goods leave: all of it, or a part at a time.', 'POST', '/orders/{n}/captures'],
  ['Refund', 'What comes back is paid back, never more.', 'POST', '/orders/{n}/refunds'],
  ['Void', 'What never ships is let go.', 'POST', '/orders/{n}/voids'],
] as const;

export function landingPage({ basePath, mode, publicUrl }: Pick<Deps, 'basePath' | 'mode' | 'publicUrl'>): Page {
  const sandbox = mode === 'sandbox';
  const main = html`<section class="hero">
<div>
<p class="eyebrow"><span class="tag">${sandbox ? 'Sandbox' : 'Live'}</span> Interface ${version}</p>
<h1>Buy now, pay later. <em>On your own server.</em></h1>
<p class="lead">A shop authorizes an order, captures it when the goods leave, refunds what comes back and voids what never ships. Nine countries, eight languages, one PostgreSQL, and amounts that add up at every step.</p>
<p class="actions"><a class="button" href="${basePath}/docs">Open the reference</a><a class="plain" href="${basePath}/errors">Every error, explained</a></p>
</div>
${sandbox ? sandboxCommand(publicUrl) : liveCommand(publicUrl)}
</section>
<section aria-labelledby="life">
<h2 id="life">The life of an order</h2>
<ol class="steps">${steps.map(
    ([name, text, method, path]) =>
      html`<li><h3>${name}</h3><p>${text}</p><code class="route"><b>${method}</b> ${path}</code></li>`,
  )}</ol>
</section>
${sandbox && sandboxKeys()}
<section class="more" aria-label="Where to look next">
<a class="card" href="${basePath}/docs"><h3>Reference</h3><p>Every endpoint with examples, for shops, and <code>/admin/v1</code> for the operator: merchants, keys, events, settlement, people’s data.</p></a>
<a class="card" href="${basePath}/errors"><h3>Errors</h3><p>Each code, whose move it is, and what the consumer reads.</p></a>
<a class="card" href="${basePath}/openapi.json"><h3>OpenAPI</h3><p>The same facts for machines, version 3.1.</p></a>
<a class="card" href="${basePath}/readyz"><h3>Health</h3><p><code>/livez</code> and <code>/readyz</code> for your load balancer, <code>/metrics</code> for Prometheus.</p></a>
</section>`;
  return framed({
    basePath,
    title: 'Deferred Payment Service',
    description: 'A self-hosted pay-later service: authorize, capture, refund, void and everything between.',
    here: '/',
    main,
  });
}

function sandboxCommand(publicUrl: string): Html {
  return command(
    'Your first payment',
    html`curl <span data-origin>${publicUrl}</span>/api/v3/checkout/authorize \\
  -H 'X-Auth-Key: sandbox-de' \\
  -H 'Content-Type: application/json' -d '${firstOrder}'`,
  );
}

function liveCommand(publicUrl: string): Html {
  return command(
    'Is your key good?',
    html`curl <span data-origin>${publicUrl}</span>/api/v3/version \\
  -H "X-Auth-Key: $YOUR_KEY"`,
  );
}

function command(title: string, text: Html): Html {
  return html`<figure class="command">
<figcaption><span>${title}</span><button type="button" class="copy" data-copy="command">Copy</button></figcaption>
<pre tabindex="0"><code id="command">${text}</code></pre>
</figure>`;
}

function sandboxKeys(): Html {
  return html`<section aria-labelledby="keys">
<h2 id="keys">Sandbox keys</h2>
<p class="note">One shop a country. Any complete adult is accepted up to 1 000 EUR or CHF, or 10 000 in crowns. The first names <code>Reject</code>, <code>Review</code> or <code>50</code> show the other ways it can go.</p>
<ul class="keys">${countryCodes.map(
    (country) =>
      html`<li><button type="button" class="key" data-copy-text="${sandboxKey(country)}"><span>${countryName(country, 'EN')}</span><small>${countries[country].currency}</small><code>${sandboxKey(country)}</code></button></li>`,
  )}</ul>
</section>`;
}
