// The heads of the chains are taken to places of their own, and what they betray there.
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedHeaders } from '../../src/audit/s3.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { authorizeBody, type Json, startApp, type TestApp } from '../support/app.ts';

interface Received {
  readonly method: string | undefined;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let folder: string;
let server: Server;
let at: string;
let app: TestApp;
const received: Received[] = [];
/** What the store answers; nothing lets it hang. */
let answer: number | undefined = 200;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dps-kept-heads-'));
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ method: request.method, url: request.url ?? '', headers: request.headers, body });
    const status = request.url === '/told' ? 204 : answer;
    if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await startApp({
    HEADS_DIR: join(folder, 'heads'),
    HEADS_URL: `${at}/told`,
    HEADS_KEY: 'key-of-the-heads',
    HEADS_S3_URL: `${at}/bucket/dps~1/`,
    HEADS_S3_REGION: 'eu-central-1',
    HEADS_S3_ACCESS_KEY: 'AKIATEST',
    HEADS_S3_SECRET_KEY: 'secret/of+it',
  });
  await app.ask('POST', '/api/v3/checkout/authorize', authorizeBody('DE'));
  await app.deps.jobs.runNow('seal-ledger');
});
afterAll(async () => {
  await app.stop();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const keep = () => app.deps.jobs.runNow('keep-heads');
const files = async () => (await readdir(join(folder, 'heads'))).sort();

it('the same heads go to the folder, to the store and to the address, each time as a file of their own', async () => {
  expect(await keep()).toEqual({ done: 3 });
  const [name = ''] = await files();
  expect(name).toMatch(/^heads-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.json$/);
  const text = await readFile(join(folder, 'heads', name), 'utf8');
  expect((await stat(join(folder, 'heads', name))).mode & 0o777).toBe(0o600);
  const { body } = await app.ask('GET', '/admin/v1/chains', undefined, { key: 'sandbox-operator' });
  const kept = JSON.parse(text) as Json;
  expect([kept['heads'], kept['keys']]).toEqual([body['heads'], body['keys']]);
  expect((kept['heads'] as Json[]).length).toBeGreaterThan(1);
  const put = received.find(({ method }) => method === 'PUT');
  const told = received.find(({ method }) => method === 'POST');
  expect(put).toMatchObject({ url: `/bucket/dps~1/${name}`, body: text });
  expect(told).toMatchObject({ url: '/told', body: text, headers: { authorization: 'Bearer key-of-the-heads' } });
  // The store makes the signature again from what it received.
  const { 'content-type': type = '', 'x-amz-date': stamp } = put?.headers ?? {};
  const moment = String(stamp).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const again = signedHeaders(
    { region: 'eu-central-1', accessKey: 'AKIATEST', secretKey: 'secret/of+it' },
    {
      method: 'PUT',
      url: new URL(at + (put?.url ?? '')),
      headers: { 'content-type': type },
      body: text,
      now: Date.parse(moment),
    },
  );
  expect(put?.headers.authorization).toBe(again['authorization']);
  await keep();
  expect(await files()).toHaveLength(2);
});

it('a store that refuses, hangs or sends elsewhere fails the job, and the other places have them all the same', async () => {
  for (const status of [403, 307]) {
    answer = status;
    const before = (await files()).length;
    received.length = 0;
    await expect(keep()).rejects.toThrow('could not be kept: s3');
    expect(received.map(({ url }) => url.replace(/heads-.*/, ''))).toEqual(['/bucket/dps~1/', '/told']);
    expect(await files()).toHaveLength(before + 1);
  }
  answer = 200;
  const { body } = await app.ask('GET', '/admin/v1/jobs', undefined, { key: 'sandbox-operator' });
  expect((body['jobs'] as Json[]).find(({ name }) => name === 'keep-heads')).toMatchObject({ failuresInRow: 2 });
  await keep();
});

it('a receiver that never answers is given up after its time', async () => {
  const hanging = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`;
  const other = await startApp({ HEADS_URL: url, HEADS_KEY: 'key-of-the-heads', HEADS_LIMIT_MS: '50' }, app.connection);
  await expect(other.deps.jobs.runNow('keep-heads')).rejects.toThrow('could not be kept: address');
  await other.stop();
  hanging.closeAllConnections();
  hanging.close();
});

it('a folder that cannot be written fails the job', async () => {
  await writeFile(join(folder, 'taken'), '');
  const other = await startApp({ HEADS_DIR: join(folder, 'taken') }, app.connection);
  await expect(other.deps.jobs.runNow('keep-heads')).rejects.toThrow('could not be kept: folder');
  await other.stop();
  const none = await startApp({}, app.connection);
  expect(await none.deps.jobs.runNow('keep-heads')).toEqual({ done: 0 });
  await none.stop();
});

it('signs as AWS documents it', () => {
  // docs.aws.amazon.com, "Signature Calculations for the Authorization Header", example PUT object.
  const headers = signedHeaders(
    { region: 'us-east-1', accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    {
      method: 'PUT',
      url: new URL('https://examplebucket.s3.amazonaws.com/test%24file.text'),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: 'Welcome to Amazon S3.',
      now: Date.parse('2013-05-24T00:00:00Z'),
    },
  );
  expect(headers['authorization']).toMatch(/Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/);
});

it('names what is wrong with its settings', () => {
  const fault = (env: NodeJS.ProcessEnv) => expect(() => readConfig(env));
  fault({ HEADS_S3_URL: 'https://s3.example/b' }).toThrow('HEADS_S3_URL needs HEADS_S3_ACCESS_KEY and HEADS_S3_SECRET_KEY');
  fault({ HEADS_S3_URL: 'https://s3.example/b?x=1' }).toThrow(/HEADS_S3_URL is not an address/);
  fault({ HEADS_URL: 'https://heads.example' }).toThrow('HEADS_URL needs HEADS_KEY');
  fault({ HEADS_EVERY_MINUTES: '0' }).toThrow(/HEADS_EVERY_MINUTES/);
});
