// Webhooks by the command: an endpoint is made, tested, rotated, sent to again and put away; events are polled.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorized, startApp, type TestApp } from '../../service/test/support/app.ts';
import { type Receiver, startReceiver, verify } from '../../service/test/support/receiver.ts';
import { asOperator, command } from './support/command.ts';

let app: TestApp;
let url: string;
let shop: Receiver;
beforeAll(async () => {
  app = await startApp();
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  shop = await startReceiver();
});
afterAll(async () => {
  await shop.close();
  await app.stop();
});

const run = (...parameters: string[]) => command(parameters, asOperator(url));

it('the whole life of an endpoint', async () => {
  expect((await run('webhooks', 'list', '--merchant', 'de')).out).toMatch(/^endpoint .*\n\(none\)\n$/);
  const made = await run('webhooks', 'create', '--merchant', 'de', shop.url, '--events', 'order.*', '--reason', 'the new shop');
  const secret = /whsec_\S+/.exec(made.out)?.[0] ?? '';
  expect((await run('webhooks', 'list', '--merchant', 'de')).out).toContain('order.*');
  expect((await run('webhooks', 'test', '--merchant', 'de', shop.url)).out).toContain('taken: http 204');
  await authorized(app, 1000);
  expect((await run('jobs', 'run', 'deliver-webhooks')).code).toBe(0);
  const [, got] = shop.got;
  if (!got) throw new Error('nothing came');
  verify(secret, got);
  const log = await run('webhooks', 'deliveries', '--merchant', 'de', shop.url, '--state', 'Delivered');
  expect(log.out).toMatch(/1\s+order\.authorized\s+Delivered/);
  expect((await run('webhooks', 'replay', '--merchant', 'de', shop.url, '--since', '0')).out).toBe('1 are sent again.\n');
  expect((await run('webhooks', 'attempts', '--merchant', 'de', shop.url)).out).toContain('test');
  expect((await run('webhooks', 'rotate', '--merchant', 'de', shop.url, '--overlap', '30d')).err).toMatch(
    /^Error: --overlap: Value out of range/,
  );
  const rotated = await run('webhooks', 'rotate', '--merchant', 'de', shop.url, '--overlap', '0', '--json');
  expect(JSON.parse(rotated.out)).toMatchObject({ secrets: [{ kind: 'v1' }] });
  expect((await run('webhooks', 'disable', '--merchant', 'de', shop.url, '--reason', 'moving')).out).toContain(
    'disabled (operator',
  );
  expect((await run('webhooks', 'replay', '--merchant', 'de', shop.url, '--since', '0')).out).toContain(
    '1 wait until the endpoint is enabled',
  );
  expect((await run('webhooks', 'enable', '--merchant', 'de', shop.url)).out).toContain('fine');
  const events = await run('events', '--merchant', 'de', '--after', '0');
  expect(events.out).toMatch(/^\s+1 {2}\S+ {2}order\.authorized\s+order \S+ v1\s+10\.00 EUR\n$/);
  expect((await run('webhooks', 'delete', '--merchant', 'de', shop.url, '--reason', 'gone')).code).toBe(0);
  const unknown = await run('webhooks', 'test', '--merchant', 'de', shop.url);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('There are none')]);
  const audit = await app.query(`select operation, reason from audit where operation like '%Webhook%' order by id`);
  expect(audit.map(({ operation, reason }) => [operation, reason])).toEqual([
    ['createWebhookEndpoint', 'the new shop'],
    ['testWebhookEndpoint', null],
    ['replayWebhooks', null],
    ['rotateWebhookSecret', null],
    ['updateWebhookEndpoint', 'moving'],
    ['replayWebhooks', null],
    ['updateWebhookEndpoint', null],
    ['deleteWebhookEndpoint', 'gone'],
  ]);
});

it('takes the end of an id for an endpoint where it is long enough to mean one, and nothing for none', async () => {
  const made = await run('webhooks', 'create', '--merchant', 'se', shop.url, '--json');
  const { id } = JSON.parse(made.out) as { id: string };
  for (const slip of ['', ' ', id.slice(-1), id.slice(-5)])
    expect(await run('webhooks', 'delete', '--merchant', 'se', slip), slip).toMatchObject({
      code: 2,
      err: expect.stringContaining('at least six characters'),
    });
  expect((await run('webhooks', 'list', '--merchant', 'se')).out).toContain(id);
  expect((await run('webhooks', 'delete', '--merchant', 'se', id.slice(-6).toUpperCase())).out).toContain(`${id} is gone`);
});

it('a test that is not taken ends with 1, for scripts', async () => {
  const nobody = 'http://127.0.0.1:9999/hook';
  await run('webhooks', 'create', '--merchant', 'no', nobody, '--reason', 'not there yet');
  const { code, out } = await run('webhooks', 'test', '--merchant', 'no', nobody);
  expect([code, out]).toEqual([1, expect.stringContaining('not taken: connection refused')]);
});
