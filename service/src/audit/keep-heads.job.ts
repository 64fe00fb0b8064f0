// Takes the signed heads of the chains to places outside the database: a folder, a store that speaks S3, an address.
// Each time a file of its own is written, and none is ever written over.
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '../core/dates.ts';
import type { Job } from '../jobs/jobs.ts';
import type { HeadsConfig } from '../runtime/config.ts';
import { signatureOf } from '../sources/http-source.ts';
import { keptHeads } from './heads.ts';
import { signedHeaders } from './s3.ts';
import type { HeadSigner } from './signing.ts';

/** A place that does not answer must not hold the job: the next run brings newer heads. */
const limitMs = 10_000;

interface Kept {
  readonly name: string;
  readonly body: string;
  readonly now: Instant;
  readonly signal: AbortSignal;
}

type Place = (kept: Kept) => Promise<void>;

export const keepHeads = (signer: HeadSigner, config: HeadsConfig): Job => ({
  name: 'keep-heads',
  everySeconds: config.everyMinutes * 60,
  apart: true,
  async run({ db, log, clock, signal }) {
    const places = placesOf(config);
    if (places.length === 0) return 0;
    const now = clock();
    const name = `heads-${new Date(now).toISOString().replaceAll(':', '-')}.json`;
    const kept: Kept = { name, body: `${JSON.stringify(await keptHeads(db, signer, now))}\n`, now, signal };
    const failed: string[] = [];
    for (const [where, keep] of places) {
      await keep(kept).catch((error: unknown) => {
        failed.push(where);
        log.error({ err: error, where }, 'the heads of the chains could not be kept there');
      });
    }
    if (failed.length > 0) throw new Error(`the heads of the chains could not be kept: ${failed.join(', ')}`);
    return places.length;
  },
});

function placesOf({ folder, webhook, s3 }: HeadsConfig): (readonly [string, Place])[] {
  return [
    ...(folder === undefined ? [] : [['folder', inFolder(folder)] as const]),
    ...(s3 ? [['s3', inS3(s3)] as const] : []),
    ...(webhook ? [['address', atAddress(webhook)] as const] : []),
  ];
}

const inFolder =
  (folder: string): Place =>
  async ({ name, body }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(join(folder, name), 'wx', 0o600);
    try {
      await file.writeFile(body);
      await file.sync();
    } finally {
      await file.close();
    }
  };

const inS3 =
  ({ url, ...place }: NonNullable<HeadsConfig['s3']>): Place =>
  async ({ name, body, now, signal }) => {
    const address = new URL(`${url}/${name}`);
    const asked = { method: 'PUT', url: address, headers: { 'content-type': 'application/json' }, body, now };
    await send(address, 'PUT', signedHeaders(place, asked), body, signal);
  };

const atAddress =
  ({ url, key, limitMs: ownLimit }: NonNullable<HeadsConfig['webhook']>): Place =>
  async ({ body, now, signal }) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      'x-signature': signatureOf(body, key, Math.floor(now / 1000)),
    };
    await send(new URL(url), 'POST', headers, body, signal, ownLimit);
  };

async function send(
  url: URL,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
  withinMs = limitMs,
): Promise<void> {
  const response = await fetch(url, {
    method,
    headers,
    body,
    // Another address than the configured one gets no heads.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`status ${response.status}`);
}
