// The pages beside the interface: what they answer, that they load nothing from elsewhere, and that a real browser shows them.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { compose, type Service } from '../../src/compose.ts';
import { catalogue } from '../../src/core/refusals.ts';
import { languages } from '../../src/core/texts/texts.ts';
import type { Deps } from '../../src/http/deps.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { asService, type TestDatabase, testDatabase } from '../support/database.ts';
import { withoutPlaces } from '../support/settings.ts';

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await testDatabase();
  const config = readConfig({ LOG_LEVEL: 'silent', POOL_SIZE: '5', ...withoutPlaces });
  service = await compose({ config, connection: asService(database.connection), encryptionKeys: [Buffer.alloc(32, 7)] });
});
afterAll(async () => {
  await service.app.close();
  await service.close();
  await database.drop();
});

const get = (url: string, headers: Record<string, string> = {}, app = service.app) => app.inject({ url, headers });
/** The same service with other settings, and no other database. */
const variant = (changes: Partial<Deps>) => buildApp({ ...service.deps, ...changes });

const pages = [
  '/',
  '/docs',
  '/errors',
  '/openapi.json',
  '/docs/init.js',
  '/docs/scalar.js',
  '/assets/pages.css',
  '/assets/pages.js',
  '/favicon.svg',
  '/favicon.ico',
];

describe('every page', () => {
  test.each(pages)('%s answers with strict headers', async (url) => {
    const { statusCode, headers } = await get(url);
    expect(statusCode).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*'unsafe|https?:|\*/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cache-control']).toMatch(/^public, (no-cache|max-age=\d+)$/);
  });

  test.each([...pages, '/livez', '/readyz'])('%s has HEAD, without a body', async (url) => {
    const { statusCode, body, headers } = await service.app.inject({ method: 'HEAD', url });
    expect([statusCode, body]).toEqual([200, '']);
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
  });

  test.each(pages)('%s is not sent again to a client that has it, and is sent compressed', async (url) => {
    const { headers, rawPayload } = await get(url);
    expect(headers['content-encoding']).toBeUndefined();
    const tags = new Set([headers['etag']]);
    const ways = [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0.5, gzip;q=0.8', 'gzip', gunzipSync],
      ['gzip;q=0, br', 'br', brotliDecompressSync],
      ['gzip;q=0, br;q=0', undefined, (sent: Buffer) => sent],
    ] as const;
    for (const [accepted, coding, unpack] of ways) {
      const packed = await get(url, { 'accept-encoding': accepted });
      expect(packed.headers['content-encoding']).toBe(coding);
      expect(packed.headers['vary']).toMatch(/Accept-Encoding/);
      expect(unpack(packed.rawPayload).equals(rawPayload)).toBe(true);
      if (coding && rawPayload.length > 1000) expect(packed.rawPayload.length).toBeLessThan(rawPayload.length / 1.5);
      // Strong: the tag says which bytes they are, also to a proxy in between that makes the ranges of one from another's.
      expect(packed.headers['etag']).toMatch(/^"[\w-]+"$/);
      tags.add(packed.headers['etag']);
      const again = await get(url, {
        'accept-encoding': accepted,
        'if-none-match': `"other", W/${String(packed.headers['etag'])}`,
      });
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', packed.headers['etag']]);
    }
    expect(tags.size).toBe(3);
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test.each(['/', '/docs', '/errors'])('%s loads nothing from elsewhere and holds no script of its own', async (url) => {
    const { body } = await get(url);
    for (const [, address = ''] of body.matchAll(/\s(?:src|href)="([^"]*)"/g)) expect(address).toMatch(/^[/#](?!\/)/);
    expect(body).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=/);
    expect(body).toMatch(/^<!doctype html>\n<html lang="en">/);
  });

  test.each(['/', '/docs', '/errors'])('%s and what it links to work below a base path', async (url) => {
    const app = variant({ basePath: '/pay' });
    const page = await get(`/pay${url === '/' ? '' : url}`, {}, app);
    expect(page.statusCode).toBe(200);
    const addresses = [...page.body.matchAll(/\s(?:src|href)="([^"#]+)"/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of new Set(addresses)) {
      expect(address).toMatch(/^\/pay\//);
      expect((await get(address, {}, app)).statusCode, address).toBe(200);
    }
    expect((await get('/pay/openapi.json', {}, app)).json().servers[0].url).toBe('/pay');
    await app.close();
  });
});

describe('the landing page', () => {
  test('shows the sandbox’s keys, and a command that works when it is pasted', async () => {
    const { body } = await get('/');
    for (const country of ['no', 'se', 'fi', 'dk', 'de', 'at', 'ch', 'nl', 'be']) expect(body).toContain(`>sandbox-${country}<`);
    const command = textOf(/<code id="command">(.*?)<\/code>/s.exec(body)?.[1] ?? '');
    expect(command).toContain(`curl ${service.deps.publicUrl}/api/v3/checkout/authorize`);
    const payload = /-d '(.*)'$/s.exec(command)?.[1]?.replace("'$RANDOM'", '1') ?? '';
    const headers = { 'x-auth-key': 'sandbox-de', 'content-type': 'application/json' };
    const answer = await service.app.inject({ method: 'POST', url: '/api/v3/checkout/authorize', headers, payload });
    expect(answer.json()).toMatchObject({ outcome: 'Accepted' });
  });

  test('knows no sandbox key in live mode', async () => {
    const app = variant({ mode: 'live' });
    for (const url of ['/', '/docs']) expect((await get(url, {}, app)).body).not.toContain('sandbox-');
    await app.close();
  });
});

/** Where a consumer of the German shop confirms the identity. */
async function confirmation(): Promise<string> {
  const { body } = await get('/');
  const command = textOf(/<code id="command">(.*?)<\/code>/s.exec(body)?.[1] ?? '');
  const payload = (/-d '(.*)'$/s.exec(command)?.[1] ?? '')
    .replace("'$RANDOM'", randomUUID())
    .replace('"Johanna"', '"StrongCustomerAuthentication"');
  const headers = { 'x-auth-key': 'sandbox-de', 'content-type': 'application/json' };
  const answer = await service.app.inject({ method: 'POST', url: '/api/v3/checkout/authorize', headers, payload });
  return new URL(String(answer.json().secureLoginUrl)).pathname;
}

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('the catalogue of errors', () => {
  test('has every code as an anchor, once', async () => {
    const { body } = await get('/errors', { accept: 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8' });
    const anchors = [...body.matchAll(/<article class="entry" id="([^"]+)"/g)].map(([, code]) => code);
    expect(new Set(anchors)).toEqual(new Set(Object.values(catalogue).map(({ code }) => code)));
    expect(new Set(anchors).size, 'none twice').toBe(anchors.length);
  });

  test('is JSON for a client that prefers it', async () => {
    const answer = await get('/errors', { accept: 'application/json, text/html;q=0.5' });
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.headers['vary']).toContain('Accept');
    expect(answer.json().errors).toContainEqual(
      expect.objectContaining({
        code: '400.115',
        status: 404,
        customerFacingMessage: expect.objectContaining({ SV: expect.any(String) }),
      }),
    );
  });
});

describe('a refusal', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' };

  test.each([
    ['/nothing/here', 404, '400.242'],
    ['/docs/none', 404, '400.242'],
    ['/%zz', 400, '400.249'],
  ])('of %s is a page with ways on in a browser, and JSON elsewhere', async (url, status, code) => {
    const page = await get(url, browser);
    expect([page.statusCode, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(page.body).toContain(`href="/errors#${code}"`);
    for (const way of ['/', '/docs', '/errors']) expect(page.body).toContain(`href="${way}"`);
    expect(String(page.headers['content-security-policy'])).toContain("frame-ancestors 'none'");
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5', 'application/problem+json']) {
      const answer = await get(url, { accept });
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    }
  });

  test('of the interface is JSON for every client, and everywhere for a client that sends a key', async () => {
    for (const url of ['/api/v3/none', '/api/v3/version', '/admin/v1/none', '/%61pi/v3/none'])
      expect(String((await get(url, browser)).headers['content-type']), url).toContain('application/json');
    const key = { ...browser, 'x-auth-key': 'sandbox-de' };
    for (const url of ['/orders/1', '/documents/none.pdf']) {
      const answer = await get(url, key);
      expect([answer.statusCode, String(answer.headers['content-type'])], url).toEqual([
        404,
        expect.stringContaining('application/json'),
      ]);
    }
  });

  test('behind a link for consumers is a sentence in their language', async () => {
    for (const url of [
      '/secure-login/none',
      '/legal/plan/none',
      '/documents/shared',
      '/documents/shared/none',
      '/documents/none',
    ]) {
      const page = await get(url, { ...browser, 'accept-language': 'de-AT,de;q=0.9' });
      expect([page.statusCode >= 400, page.body], url).toEqual([
        true,
        expect.stringContaining('Dieser Link funktioniert nicht.'),
      ]);
      expect(page.body).toMatch(/^<!doctype html>\n<html lang="de">/);
      expect(page.body).not.toContain('href="/docs"');
    }
  });

  test('of a fault of ours names the line of the log, and nothing of the fault', async () => {
    const text = () => Promise.reject(new Error('words of the fault'));
    const app = variant({ metrics: { ...service.deps.metrics, text } });
    const page = await get('/metrics', { ...browser, 'x-request-id': 'req-1' }, app);
    expect([page.statusCode, page.body]).toEqual([500, expect.stringContaining('<code>req-1</code>')]);
    expect(page.body).not.toContain('words of the fault');
    await app.close();
  });

  test('keeps its ways below a base path', async () => {
    const app = variant({ basePath: '/pay' });
    const { body } = await get('/pay/none', browser, app);
    for (const [, address = ''] of body.matchAll(/\s(?:src|href)="([^"#]+)"/g)) expect(address).toMatch(/^\/pay\//);
    await app.close();
  });
});

describe('health', () => {
  test('is ready while the database answers', async () => {
    expect((await get('/livez')).json()).toEqual({ status: 'ok' });
    expect((await get('/readyz')).json()).toMatchObject({ status: 'ok' });
  });

  test.each([
    ['refuses', () => Promise.reject(new Error('password of the database'))],
    ['is silent', () => new Promise<never>(() => undefined)],
  ])('is not ready within a second when the database %s, and does not say why', async (_how, read) => {
    let asked = 0;
    const db = {
      ...service.deps.db,
      read: () => {
        asked += 1;
        return read();
      },
    };
    const app = variant({ db });
    const since = performance.now();
    const [first, second] = await Promise.all([get('/readyz', {}, app), get('/readyz', {}, app)]);
    expect(performance.now() - since).toBeLessThan(10_000);
    expect([first.statusCode, second.statusCode, asked]).toEqual([503, 503, 1]);
    expect(first.json()).toMatchObject({ status: 'unavailable' });
    expect((await get('/livez', {}, app)).statusCode).toBe(200);
    await app.close();
  });
});

describe('data that has aged', () => {
  test('is reported by readiness, which stays ready', async () => {
    const on = (day: string) => get('/readyz', {}, variant({ clock: () => Date.parse(`${day}T12:00:00Z`) }));
    expect(JSON.stringify((await on('2026-12-06')).json())).not.toContain('German banks');
    const late = await on('2030-01-01');
    expect([late.statusCode, late.json()]).toMatchObject([
      200,
      { status: 'ok', warnings: expect.arrayContaining([expect.stringContaining('German banks')]) },
    ]);
  });
});

describe('while the service is being stopped', () => {
  test('running requests are finished, and readiness answers 503', async () => {
    let answer: (() => void) | undefined;
    const read = () =>
      new Promise<never[]>((resolve) => {
        answer = () => resolve([]);
      });
    const app = variant({ db: { ...service.deps.db, read } });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const running = fetch(`${address}/readyz`);
    await expect.poll(() => answer).toBeDefined();
    const closed = app.close();
    const late = await fetch(`${address}/readyz`).then(
      ({ status }) => status,
      () => 'refused',
    );
    expect([503, 'refused']).toContain(late);
    answer?.();
    expect((await running).status).toBe(200);
    // The client would keep its connection, as the service's own stop knows too.
    app.server.closeAllConnections();
    await closed;
  });
});

const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium'].find((path) => path !== undefined && existsSync(path));
if (!executablePath)
  console.warn('ATTENTION: the pages were not seen in a browser, as there is no Chromium (name it in CHROMIUM).');

describe.skipIf(!executablePath)('in a browser', () => {
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    const quiet = [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ];
    const args = [...quiet, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
    origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => browser?.close());

  async function open(path: string, width = 1280) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('response', (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`));
    page.on('request', (request) => {
      const { protocol, origin: asked } = new URL(request.url());
      if (/^https?:$/.test(protocol) && asked !== origin) complaints.push(`asked ${request.url()}`);
    });
    await page.addInitScript(
      `document.addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective, event.blockedURI))`,
    );
    await page.goto(origin + path);
    return { page, complaints };
  }

  test('the reference renders the operations, and an anchor of it leads to its heading', { timeout: 90_000 }, async () => {
    const { page, complaints } = await open('/docs');
    await page.getByText('Authorize payment for a customer and basket').first().waitFor({ timeout: 40_000 });
    await page.getByText('Administration').first().waitFor();
    // Loaded anew, not scrolled to: the browser has its script by now.
    await page.goto('about:blank');
    await page.goto(`${origin}/docs#obsolete-languages`);
    await page.getByRole('heading', { name: 'Obsolete languages' }).waitFor({ timeout: 40_000 });
    await expect.poll(() => page.evaluate('scrollY'), { timeout: 10_000 }).toBeGreaterThan(500);
    expect(complaints).toEqual([]);
    await page.close();
  });

  const beyond = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');

  test.each(['/', '/errors'])('%s fits a screen of any width', async (path) => {
    const { page, complaints } = await open(path);
    await page.getByText('Ready', { exact: true }).waitFor();
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await beyond(page), `${width}`).toBeLessThanOrEqual(0);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('what a consumer opens on a small telephone fits it, in every language', { timeout: 60_000 }, async () => {
    const legal = languages.flatMap((each) => [`/legal/terms/${each.toLowerCase()}`, `/legal/privacy/${each.toLowerCase()}`]);
    const { page } = await open('/nothing/here', 320);
    for (const path of ['/nothing/here', '/documents/none.pdf', '/secure-login/none', await confirmation(), ...legal]) {
      await page.goto(origin + path);
      expect(await beyond(page), path).toBeLessThanOrEqual(0);
    }
    await page.close();
  });

  test('a consumer confirms the identity on a small telephone', async () => {
    const { page, complaints } = await open(await confirmation(), 320);
    await page.fill('#code', (await page.textContent('code')) ?? '');
    await page.getByRole('button').click();
    await page.getByText('Ihr Kauf ist bestätigt').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('the reference fits a small telephone from its beginning to its end', { timeout: 120_000 }, async () => {
    const { page } = await open('/docs', 320);
    await page.getByText('Obsolete languages').first().waitFor({ timeout: 40_000, state: 'attached' });
    const wide: unknown[] = [];
    // Operations are drawn when they come near.
    for (let end = false; !end; ) {
      const [over, here, next] = (await page.evaluate(
        `new Promise((done) => { const from = scrollY; scrollBy(0, 600); requestAnimationFrame(() => setTimeout(() =>
          done([document.documentElement.scrollWidth - innerWidth, from, scrollY]))); })`,
      )) as [number, number, number];
      if (over > 0) wide.push([here, over]);
      end = next === here;
    }
    expect(wide).toEqual([]);
    await page.close();
  });

  test('the command names the address of the page, and the catalogue can be filtered', async () => {
    const { page: landing } = await open('/');
    expect(await landing.textContent('#command')).toContain(`curl ${origin}/api/v3/`);
    await landing.close();
    const { page } = await open('/errors');
    await page.fill('#filter', 'invoice number');
    await expect.poll(() => page.locator('.entry:visible h3').allTextContents()).toEqual(['400.220']);
    await page.close();
  });
});
