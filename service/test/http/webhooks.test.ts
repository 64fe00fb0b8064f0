// Webhooks as a receiver lives with them: signed, numbered, again until they are taken, and never where they should not go.
import { verify as verifySignature } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../src/webhooks/signing.ts';
import { authorized, part, path, startApp, type TestApp } from '../support/app.ts';
import {
  type Answering,
  deliver,
  endpointsPath,
  makeDue,
  operator,
  type Receiver,
  startReceiver,
  verify,
} from '../support/receiver.ts';
import { totalOf } from '../support/scrape.ts';

let app: TestApp;
let endpoints: string;
const open: Receiver[] = [];
const made: string[] = [];

beforeAll(async () => {
  app = await startApp();
  endpoints = await endpointsPath(app);
});
afterAll(() => app.stop());
afterEach(async () => {
  for (const id of made.splice(0)) await app.ask('DELETE', `${endpoints}/${id}`, undefined, operator);
  for (const receiver of open.splice(0)) await receiver.close();
});

async function receiver(answer?: Answering): Promise<Receiver> {
  const started = await startReceiver(answer);
  open.push(started);
  return started;
}

async function endpoint(url: string, more: object = {}): Promise<{ id: string; secret: string; at: string }> {
  const answer = await app.ask('POST', endpoints, { url, ...more }, operator);
  if (answer.status !== 200) throw new Error(answer.text);
  const id = String(answer.body['id']);
  made.push(id);
  return { id, secret: String(answer.body['secret']), at: `${endpoints}/${id}` };
}

const read = async (at: string) => (await app.ask('GET', at, undefined, operator)).body;

describe('an event', () => {
  it('arrives signed, numbered and without anything of a person', async () => {
    const shop = await receiver();
    const { secret } = await endpoint(shop.url);
    const number = await authorized(app, 10_000);
    await app.ask('POST', path(number, '/captures'), { orderDetails: part(40) });
    await deliver(app);
    expect(shop.got.map(({ event }) => event.type)).toEqual(['order.authorized', 'order.captured']);
    const [first, second] = shop.got;
    if (!first || !second) throw new Error('nothing came');
    expect(verify(secret, second)).toEqual(second.event);
    expect(first.event.data).toMatchObject({ outcome: 'Accepted', amount: 100, resource: { type: 'order', number, version: 1 } });
    expect(second.event.data).toMatchObject({
      amount: 40,
      currency: 'EUR',
      resource: { type: 'order', number, version: 2 },
      part: { type: 'capture' },
      order: { number, state: 'PartlyCaptured', authorizedAmount: 100, capturedAmount: 40, refundedAmount: 0, voidedAmount: 0 },
    });
    expect(Number(second.event.data['sequence'])).toBe(Number(first.event.data['sequence']) + 1);
    expect(second.id).not.toContain('.');
  });

  it('of one kind alone comes to the endpoint that wants that kind; a filter of nothing is refused', async () => {
    const [captures, all] = [await receiver(), await receiver()];
    await endpoint(captures.url, { events: ['order.captured', 'capture.*'] });
    await endpoint(all.url, { events: ['*'] });
    const number = await authorized(app, 2000);
    await app.ask('POST', path(number, '/captures'), {});
    await deliver(app);
    expect(captures.got.map(({ event }) => event.type)).toEqual(['order.captured']);
    expect(all.got).toHaveLength(2);
    const refused = await app.ask('POST', endpoints, { url: all.url, events: ['order.eaten'] }, operator);
    expect(refused.messages[0]?.['code']).toBe('400.312');
  });
});

describe('a receiver', () => {
  it('that fails is called again under the same id until it takes the event, and every attempt is on record', async () => {
    const shop = await receiver((_got, response, count) => {
      if (count > 2) return undefined;
      response.writeHead(500).end('a stack trace with somebody’s name');
      return 'answered';
    });
    const { secret, at } = await endpoint(shop.url);
    await authorized(app, 1000);
    await deliver(app);
    expect(shop.got).toHaveLength(1);
    const [waiting] = (await read(`${at}/deliveries`))['deliveries'] as Record<string, unknown>[];
    expect(waiting).toMatchObject({ state: 'Pending', attemptCount: 1, lastStatus: 500, lastReason: 'http 500' });
    await makeDue(app);
    await deliver(app);
    await makeDue(app);
    await deliver(app);
    expect(shop.got).toHaveLength(3);
    expect(new Set(shop.got.map(({ id }) => id)).size).toBe(1);
    for (const got of shop.got) verify(secret, got);
    const { attempts } = (await read(`${at}/attempts`)) as { attempts: Record<string, unknown>[] };
    expect(attempts.map(({ status }) => status)).toEqual([204, 500, 500]);
    expect(JSON.stringify(await app.query('select * from webhook_attempts'))).not.toContain('somebody');
    expect((await read(at))['failureCount']).toBe(0);
  });

  it('is not called again before its time, and a Retry-After makes that later', async () => {
    const shop = await receiver((_got, response) => {
      response.writeHead(429, { 'retry-after': '7200' }).end();
      return 'answered';
    });
    const { at, id } = await endpoint(shop.url);
    await authorized(app, 1000);
    await authorized(app, 1000);
    await deliver(app);
    await deliver(app);
    expect(shop.got).toHaveLength(1);
    const shown = await read(at);
    expect(Date.parse(String(shown['pausedUntil']))).toBeGreaterThan(Date.now() + 3000_000);
    const [{ wait } = {}] = await app.query(
      `select extract(epoch from due_at - now())::int as wait from webhook_deliveries where endpoint_id = $1 and attempt_count = 1`,
      id,
    );
    expect(Number(wait)).toBeGreaterThan(7190);
    expect(Number(wait)).toBeLessThan(7200 * 1.2 + 1);
  });

  it('that cannot take one event gets the others all the same', async () => {
    let poison = '';
    const shop = await receiver((got, response) => {
      poison ||= got.id;
      if (got.id !== poison) return undefined;
      response.writeHead(500).end();
      return 'answered';
    });
    const { at } = await endpoint(shop.url);
    for (let count = 0; count < 4; count += 1) await authorized(app, 1000);
    await deliver(app);
    expect(shop.numbers()).toHaveLength(4);
    expect((await read(at))['waiting']).toBe(1);
  });

  it('that redirects has failed: nobody follows', async () => {
    const elsewhere = await receiver();
    const shop = await receiver((_got, response) => {
      response.writeHead(302, { location: elsewhere.url }).end();
      return 'answered';
    });
    const { at } = await endpoint(shop.url);
    await authorized(app, 1000);
    await deliver(app);
    expect(elsewhere.got).toHaveLength(0);
    const { attempts } = (await read(`${at}/attempts`)) as { attempts: Record<string, unknown>[] };
    expect(attempts).toMatchObject([{ status: 302, reason: 'http 302 not followed' }]);
  });

  it('that answers 410 is disabled with an event for the others; enabled again it gets what waited', async () => {
    let gone = true;
    const shop = await receiver((_got, response) => {
      if (!gone) return undefined;
      response.writeHead(410).end();
      return 'answered';
    });
    const other = await receiver();
    const { at, id } = await endpoint(shop.url);
    await endpoint(other.url, { events: ['webhook_endpoint.*'] });
    await authorized(app, 1000);
    await authorized(app, 1000);
    await deliver(app);
    expect(shop.got).toHaveLength(1);
    expect(await read(at)).toMatchObject({ enabled: false, disabledReason: 'gone', waiting: 2 });
    expect(other.got[0]?.event).toMatchObject({
      type: 'webhook_endpoint.disabled',
      data: { resource: { type: 'webhook_endpoint', number: id, version: 2 }, reason: 'gone' },
    });
    await authorized(app, 1000);
    await deliver(app);
    gone = false;
    const enabled = await app.ask('PATCH', at, { enabled: true, reason: 'it is back' }, operator);
    expect(enabled.body).toMatchObject({ enabled: true, failureCount: 0 });
    expect(enabled.body).not.toHaveProperty('disabledReason');
    await deliver(app);
    expect(shop.numbers()).toHaveLength(2);
    const [{ disabled_after: after } = {}] = await app.query('select disabled_after from webhook_endpoints where id = $1', id);
    await app.ask('POST', `${at}/replays`, { since: Number(after) }, operator);
    await deliver(app);
    // What came while it was disabled: its own notice, and the third order.
    expect(shop.numbers()).toHaveLength(4);
  });

  it('that took nothing for days is disabled once a delivery is given up', async () => {
    const shop = await receiver((_got, response) => {
      response.writeHead(503).end();
      return 'answered';
    });
    const { at, id } = await endpoint(shop.url);
    await authorized(app, 1000);
    await deliver(app);
    await app.query(`update webhook_deliveries set attempt_count = 9 where endpoint_id = $1`, id);
    await makeDue(app);
    await deliver(app);
    expect(await read(at)).toMatchObject({ enabled: true, failureCount: 2 });
    await app.ask('POST', `${at}/replays`, { since: 0 }, operator);
    await app.query(`update webhook_deliveries set attempt_count = 9 where endpoint_id = $1`, id);
    await app.query(`update webhook_endpoints set failing_since = now() - interval '73 hours' where id = $1`, id);
    await makeDue(app);
    await deliver(app);
    expect(await read(at)).toMatchObject({ enabled: false, disabledReason: 'failing' });
    const [event] = await app.query(`select data from outbox where type = 'webhook_endpoint.disabled' and subject = $1`, id);
    expect(event?.['data']).toMatchObject({ reason: 'failing' });
  });

  it('that hangs, or answers without end, holds up nobody else', async () => {
    const hanging = await receiver(() => 'answered');
    const endless = await receiver((_got, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'.repeat(65_536)), 5);
      response.on('close', () => clearInterval(drip));
      return 'answered';
    });
    const shop = await receiver();
    await endpoint(hanging.url);
    await endpoint(endless.url);
    await endpoint(shop.url);
    for (let count = 0; count < 3; count += 1) await authorized(app, 1000);
    await deliver(app);
    expect(hanging.numbers()).toHaveLength(1);
    expect(endless.numbers()).toHaveLength(3);
    expect(shop.numbers()).toHaveLength(3);
    await authorized(app, 1000);
    await deliver(app);
    expect(hanging.numbers()).toHaveLength(1);
    expect(shop.numbers()).toHaveLength(4);
  });
});

describe('a secret', () => {
  it('is shown once, sealed at rest, and rotated with an overlap in which both sign', async () => {
    const shop = await receiver();
    const { secret, at, id } = await endpoint(shop.url);
    expect(JSON.stringify([await read(at), await read(endpoints)])).not.toContain(secret);
    expect(JSON.stringify(await app.query('select * from webhook_secrets'))).not.toContain(secret.slice(6, 30));
    const rotated = await app.ask('POST', `${at}/secrets`, { overlapSeconds: 3600, reason: 'somebody left' }, operator);
    const after = String(rotated.body['secret']);
    expect((rotated.body['secrets'] as object[]).length).toBe(2);
    await authorized(app, 1000);
    await deliver(app);
    const [got] = shop.got;
    if (!got) throw new Error('nothing came');
    expect(got.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    verify(secret, got);
    verify(after, got);
    await app.query(`update webhook_secrets set ends_at = now() where endpoint_id = $1 and ends_at is not null`, id);
    await authorized(app, 1000);
    await deliver(app);
    const second = shop.got[1];
    if (!second) throw new Error('nothing came');
    expect(() => verify(secret, second)).toThrow();
    verify(after, second);
    const audit = await app.query('select operation, reason from audit where subject = $1 order by happened_at', id);
    expect(audit).toEqual([
      { operation: 'createWebhookEndpoint', reason: null },
      { operation: 'rotateWebhookSecret', reason: 'somebody left' },
    ]);
  });

  it('of Ed25519 signs beside the other, and its public key is shown whenever somebody asks', async () => {
    const shop = await receiver();
    const { secret, at } = await endpoint(shop.url);
    await app.ask('POST', `${at}/secrets`, { kind: 'v1a' }, operator);
    const secrets = (await read(at))['secrets'] as { kind: string; publicKey?: string; endsAt?: string }[];
    expect(secrets.map(({ kind, endsAt }) => [kind, endsAt])).toEqual([
      ['v1', undefined],
      ['v1a', undefined],
    ]);
    const publicKey = secrets[1]?.publicKey ?? '';
    expect(publicKey).toMatch(/^whpk_/);
    await authorized(app, 1000);
    await deliver(app);
    const [got] = shop.got;
    if (!got) throw new Error('nothing came');
    verify(secret, got);
    const signature = got.headers['webhook-signature']?.split(' ').find((each) => each.startsWith('v1a,'));
    const text = `${got.id}.${got.headers['webhook-timestamp']}.${got.text}`;
    const sent = Buffer.from(signature?.slice(4) ?? '', 'base64');
    expect(verifySignature(null, Buffer.from(text), publicKeyOf(publicKey), sent)).toBe(true);
    expect(verifySignature(null, Buffer.from(`${text} `), publicKeyOf(publicKey), sent)).toBe(false);
  });

  it('of another service is taken as it is; what is no secret is refused', async () => {
    const own = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const { secret } = await endpoint('http://127.0.0.1:1024/x', { secret: own });
    expect(secret).toBe(own);
    for (const wrong of ['whsec_!!!!', 'whsec_', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']) {
      const answer = await app.ask('POST', endpoints, { url: 'http://127.0.0.1:1024/x', secret: wrong }, operator);
      expect(answer.messages[0]?.['code']).toBe('400.313');
    }
  });
});

describe('what is changed of an endpoint while it is being sent to', () => {
  /** A receiver that has the endpoint changed before it answers the first message. */
  const changing = (change: () => Promise<unknown>, status = 204): Promise<Receiver> =>
    receiver((_got, response, count) => {
      if (count > 1) return undefined;
      void change().then(() => response.writeHead(status).end());
      return 'answered';
    });

  it('counts from the next message: nothing more goes to the old address', async () => {
    const moved = await receiver();
    let at = '';
    const old = await changing(() => app.ask('PATCH', at, { url: moved.url }, operator));
    ({ at } = await endpoint(old.url));
    for (let orders = 0; orders < 4; orders += 1) await authorized(app, 10_000);
    await deliver(app);
    expect([old.got.length, moved.got.length]).toEqual([1, 3]);
  });

  it('is not disabled by what the old address answers', async () => {
    const moved = await receiver();
    let at = '';
    const old = await changing(() => app.ask('PATCH', at, { url: moved.url }, operator), 410);
    ({ at } = await endpoint(old.url));
    await authorized(app, 10_000);
    await deliver(app);
    await makeDue(app);
    await deliver(app);
    expect((await read(at))['enabled']).toBe(true);
    expect(moved.numbers()).toEqual(old.numbers());
  });

  it('counts from the next message: nothing more is signed with a secret that was replaced at once', async () => {
    let [at, fresh] = ['', ''];
    const shop = await changing(async () => {
      fresh = String((await app.ask('POST', `${at}/secrets`, { overlapSeconds: 0 }, operator)).body['secret']);
    });
    const { secret, ...made } = await endpoint(shop.url);
    ({ at } = made);
    for (let orders = 0; orders < 4; orders += 1) await authorized(app, 10_000);
    await deliver(app);
    const [first, ...others] = shop.got;
    expect(others).toHaveLength(3);
    if (first) verify(secret, first);
    for (const each of others) verify(fresh, each);
  });
});

describe('sending again', () => {
  it('an event, a range or all since a number keeps the ids and changes no number', async () => {
    const shop = await receiver();
    const { at } = await endpoint(shop.url);
    for (let count = 0; count < 3; count += 1) await authorized(app, 1000);
    await deliver(app);
    const [first, second, third] = shop.got.map(({ id }) => id);
    const numbers = shop.numbers();
    const again = async (what: object): Promise<string[]> => {
      const before = shop.got.length;
      const answer = await app.ask('POST', `${at}/replays`, what, operator);
      if (answer.status !== 200) throw new Error(answer.text);
      await deliver(app);
      return shop.got.slice(before).map(({ id }) => id);
    };
    expect(await again({ number: numbers[1] })).toEqual([second]);
    expect(await again({ from: numbers[0], to: numbers[1] })).toEqual([first, second]);
    expect(await again({ since: numbers[0] })).toEqual([second, third]);
    expect(await again({ since: numbers[1], toTime: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(shop.numbers()).toEqual(numbers);
    for (const unclear of [{}, { number: 1, since: 0 }, { from: 1, since: 1 }, { number: 1, to: 2 }]) {
      const refused = await app.ask('POST', `${at}/replays`, unclear, operator);
      expect([unclear, refused.messages[0]?.['code']]).toEqual([unclear, '400.315']);
    }
    const inYear0 = await app.ask('POST', `${at}/replays`, { fromTime: '0001-01-01T00:00:00+14:00' }, operator);
    expect(inYear0.messages[0]).toMatchObject({ code: '400.004', fieldReference: 'fromTime' });
  });

  it('reaches an endpoint that was made after the events', async () => {
    await authorized(app, 1000);
    await deliver(app);
    const shop = await receiver();
    const { at } = await endpoint(shop.url);
    await app.ask('POST', `${at}/replays`, { since: 0 }, operator);
    await deliver(app);
    expect(shop.numbers()).toEqual(Array.from({ length: shop.numbers().length }, (_each, index) => index + 1));
    expect(shop.numbers().length).toBeGreaterThan(10);
  });
});

describe('every event of a shop', () => {
  it('is what its schema says, and every member of it is named there', async () => {
    const { body } = await app.ask('GET', '/openapi.json');
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, date: true } });
    ajv.addSchema({ $id: 'document', ...body });
    const page = await read(`/admin/v1/events?merchant=${endpoints.split('/')[4]}&limit=200`);
    const events = page['events'] as { id: string; type: string; data: Record<string, unknown> }[];
    expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(2);
    for (const { id: _id, ...event } of events) {
      const title = `Event${event.type.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}`;
      const validate = ajv.getSchema(`document#/components/schemas/${title}`);
      await validate?.(event);
      expect([event.type, validate?.errors]).toEqual([event.type, null]);
      const known = (body as unknown as Schemas).components.schemas[title]?.properties.data.properties ?? {};
      expect(Object.keys(event.data).filter((name) => !Object.hasOwn(known, name))).toEqual([]);
    }
  });
});

interface Schemas {
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: { readonly data: { readonly properties: object } } }>>;
  };
}

describe('an endpoint', () => {
  it('is tested by one signed message without a number, on record with the rest', async () => {
    const shop = await receiver();
    const { secret, at } = await endpoint(shop.url);
    const answer = await app.ask('POST', `${at}/test`, {}, operator);
    expect(answer.body).toMatchObject({ delivered: true, status: 204 });
    const [got] = shop.got;
    if (!got) throw new Error('nothing came');
    verify(secret, got);
    expect(got.event.type).toBe('webhook_endpoint.tested');
    expect(got.event.data).not.toHaveProperty('sequence');
    expect((await read(`${at}/attempts`))['attempts']).toMatchObject([{ status: 204 }]);
    const nobody = await endpoint('http://127.0.0.1:1024/x');
    const failed = await app.ask('POST', `${nobody.at}/test`, {}, operator);
    expect(failed.body).toMatchObject({ delivered: false, reason: 'connection refused' });
  });

  it('is never at an address that may not be called, however it is written', async () => {
    const wrong = [
      'no address',
      'ftp://example.com/x',
      'http://user:word@example.com/x',
      'http://example.com:25/x',
      'http://10.0.0.7/x',
      'http://169.254.169.254/latest/meta-data',
      'http://192.168.1.1/x',
      'http://2130706433/x',
      'http://0x7f.1/x',
      'http://[::ffff:127.0.0.1]/x',
      'http://[fd00::1]/x',
      'http://[64:ff9b::a00:1]/x',
      'https://example.com/x#part',
    ];
    for (const url of wrong) {
      const answer = await app.ask('POST', endpoints, { url }, operator);
      expect([url, answer.messages[0]?.['code']]).toEqual([url, '400.311']);
    }
  });

  it('of another merchant does not exist', async () => {
    const { id } = await endpoint('http://127.0.0.1:1024/x');
    const others = await endpointsPath(app, 'SE');
    for (const [method, rest, body] of [
      ['GET', ''],
      ['PATCH', '', { enabled: false }],
      ['DELETE', ''],
      ['POST', '/secrets', {}],
      ['POST', '/test', {}],
      ['GET', '/deliveries'],
      ['GET', '/attempts'],
      ['POST', '/replays', { since: 0 }],
    ] as const) {
      const answer = await app.ask(method, `${others}/${id}${rest}`, body, operator);
      expect([method, rest, answer.messages[0]?.['code']]).toEqual([method, rest, '400.310']);
    }
  });

  it('that is disabled or deleted makes nothing late, and what waited for a deleted one is forgotten', async () => {
    const [disabled, deleted] = [await endpoint('http://127.0.0.1:1024/x'), await endpoint('http://127.0.0.1:1024/y')];
    await authorized(app, 10_000);
    await deliver(app);
    await makeDue(app);
    await app.ask('PATCH', disabled.at, { enabled: false }, operator);
    await app.ask('DELETE', deleted.at, undefined, operator);
    const { text } = await app.inject({ method: 'GET', url: '/metrics' });
    expect([totalOf(text, 'dps_webhook_deliveries_waiting'), totalOf(text, 'dps_webhook_oldest_seconds')]).toEqual([0, 0]);
    await app.ask('POST', '/admin/v1/jobs/purge-deliveries/run', undefined, operator);
    const left = await app.query(`select endpoint_id as id from webhook_deliveries where state = 'Pending'`);
    expect(left).toEqual([{ id: disabled.id }]);
  });

  it('can be one of fifty', async () => {
    const country = await endpointsPath(app, 'FI');
    const make = () => app.ask('POST', country, { url: 'http://127.0.0.1:1024/x' }, operator);
    for (let count = 0; count < 50; count += 1) expect((await make()).status).toBe(200);
    expect((await make()).messages[0]?.['code']).toBe('400.314');
  });
});
