// The relay's second half: what is due is sent, endpoint by endpoint. An endpoint belongs to one process at a time, by a lease
// that every attempt renews; its deliveries begin in the order of their numbers. At least once: a process that dies between a
// POST and the record of it leaves the delivery waiting, and the next one sends it again under the same id (C83).
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import {
  failingDaysToDisable,
  isGone,
  isSuccess,
  nextAttemptSeconds,
  ownPauseSeconds,
  pauseSeconds,
} from '../core/webhooks/retry.ts';
import type { Metrics } from '../observe/metrics.ts';
import { uuidv7 } from '../runtime/chance.ts';
import type { Db } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { opener } from '../store/table.ts';
import {
  claimEndpoint,
  disableEndpoint,
  listDueDeliveries,
  listDueEndpoints,
  recordAttempt,
  releaseEndpoint,
} from './deliveries.sql.ts';
import { listSigningSecrets, webhookSecrets } from './endpoints.sql.ts';
import { type EventRow, messageId, messageOf } from './message.ts';
import { numberAll } from './number-events.ts';
import type { Sender, Sent } from './sender.ts';
import { type SigningSecret, signedHeaders } from './signing.ts';

export interface Deliverer {
  /**
   * Number what is new and send what is due, until nothing is left to begin. Receivers that take long are left behind and go
   * on by themselves; how many events were numbered and attempts made.
   */
  run(stopping: () => boolean): Promise<number>;
  /** No further attempts; those under way get a moment, and are then cut short and sent again later. */
  close(): Promise<void>;
}

export interface DelivererOptions {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly sender: Sender;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Real time in milliseconds. */
  readonly clock: () => number;
}

/** Longer than an attempt may take with the record of it. */
const leaseSeconds = 40;
/** Endpoints called at once; those that fail share the smaller part, so that they never take the places of the others. */
const mostEndpoints = 64;
const mostFailing = 16;
/** Then it is the next endpoint's turn. */
const deliveriesAtOnce = 50;
/** How long a run waits for receivers that take long. */
const patienceMs = 2500;
const lookAgainMs = 200;
const closingMs = 3000;

interface Claimed {
  readonly merchantId: string;
  readonly id: string;
  readonly holder: string;
  readonly url: string;
  readonly secrets: readonly SigningSecret[];
  failureCount: number;
}

type DueRow = EventRow & { readonly attemptCount: number };

export function createDeliverer(options: DelivererOptions): Deliverer {
  const working = new Map<string, { readonly failing: boolean; readonly done: Promise<void> }>();
  const faults = createOwnFaults(options.clock);
  const ending = new AbortController();
  let closing = false;
  let attempts = 0;
  const onAttempt = (): void => {
    attempts += 1;
  };

  /** Takes as many endpoints as there are places; whether there was one. */
  const startSome = async (): Promise<boolean> => {
    const failing = [...working.values()].filter((each) => each.failing).length;
    const free = { healthy: mostEndpoints - mostFailing - (working.size - failing), failing: mostFailing - failing };
    if (free.healthy <= 0 && free.failing <= 0) return false;
    const candidates = await options.db.read(listDueEndpoints, mostEndpoints * 2 + faults.count());
    let started = false;
    for (const { merchantId, id, failureCount } of candidates) {
      const lane = Number(failureCount) > 0 ? 'failing' : 'healthy';
      const key = `${String(merchantId)} ${String(id)}`;
      if (free[lane] <= 0 || working.has(key) || faults.isPaused(key)) continue;
      free[lane] -= 1;
      started = true;
      const done = serve(options, String(merchantId), String(id), { ending, stopping: () => closing, onAttempt })
        .then(
          (served) => {
            if (served) faults.forget(key);
          },
          (error: unknown) => {
            const pausedSeconds = faults.add(key);
            options.log.error({ merchant: merchantId, endpoint: id, pausedSeconds, err: error }, 'webhook delivery failed');
          },
        )
        .finally(() => working.delete(key));
      working.set(key, { failing: lane === 'failing', done });
    }
    return started;
  };

  return {
    async run(stopping) {
      const before = attempts;
      let numbered = 0;
      // Shown by the log and by the age of what has no number; the job as a whole goes on at its pace.
      const failed = new Map<string, unknown>();
      let idleSince = performance.now();
      while (!stopping() && !closing) {
        const fresh = await numberAll(options.db, stopping, failed);
        numbered += fresh;
        const attempted = attempts;
        const started = await startSome();
        if (!started && fresh === 0 && working.size === 0) break;
        await Promise.race([...[...working.values()].map(({ done }) => done), pause(lookAgainMs)]);
        if (fresh > 0 || attempts > attempted) idleSince = performance.now();
        else if (performance.now() - idleSince > patienceMs) break;
      }
      for (const [merchant, error] of failed) options.log.error({ merchant, err: error }, 'events not numbered');
      return numbered + attempts - before;
    },
    async close() {
      closing = true;
      const all = Promise.allSettled([...working.values()].map(({ done }) => done));
      await Promise.race([all, pause(closingMs)]);
      ending.abort();
      await all;
      await options.sender.close();
    },
  };
}

const pause = (ms: number): Promise<void> =>
  new Promise((resume) => {
    setTimeout(resume, ms).unref();
  });

interface Way {
  readonly ending: AbortController;
  readonly stopping: () => boolean;
  readonly onAttempt: () => void;
}

/**
 * Endpoints that a failure of ours hit, as where an attempt could not be recorded: it says nothing of their receivers, and what is due
 * stays due, so only a pause keeps the same event from being sent without end. Kept here, as the database may be what fails.
 */
function createOwnFaults(clock: () => number) {
  const known = new Map<string, { readonly failures: number; readonly until: number }>();
  return {
    /** Those that are looked at beside the others, so that they take no place of theirs. */
    count: () => known.size,
    isPaused: (key: string): boolean => clock() < (known.get(key)?.until ?? 0),
    /** For how many seconds it is paused. */
    add(key: string): number {
      const failures = (known.get(key)?.failures ?? 0) + 1;
      const seconds = ownPauseSeconds(failures);
      known.set(key, { failures, until: clock() + seconds * 1000 });
      return seconds;
    },
    forget(key: string): void {
      known.delete(key);
    },
  };
}

/** One endpoint, as long as its turn goes; not at all where another process has it. */
async function serve(options: DelivererOptions, merchantId: string, id: string, way: Way): Promise<boolean> {
  const { db } = options;
  const holder = randomUUID();
  const [claim] = await db.run(claimEndpoint, merchantId, id, holder, leaseSeconds);
  if (!claim) return false;
  try {
    const sealed = await db.read(listSigningSecrets, merchantId, id);
    const open = opener(merchantId, options.secrets);
    const secrets = sealed.map((row) => open(webhookSecrets, row) as unknown as SigningSecret);
    const due = (await db.read(listDueDeliveries, merchantId, id, deliveriesAtOnce)) as unknown as DueRow[];
    const claimed: Claimed = {
      merchantId,
      id,
      holder,
      secrets,
      url: String(claim['url']),
      failureCount: Number(claim['failureCount']),
    };
    // Who takes several at once gives up their order; one that fails is asked one by one.
    const lanes = claimed.failureCount > 0 ? 1 : Number(claim['concurrency']);
    let going = true;
    const faults: unknown[] = [];
    const lane = async (): Promise<void> => {
      for (let row = due.shift(); row && going && !way.stopping(); row = due.shift()) {
        const goesOn = await deliver(options, claimed, row, way).catch((fault: unknown) => {
          faults.push(fault);
          return false;
        });
        going &&= goesOn;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    // All lanes have ended by now: the endpoint is not released while one still sends.
    if (faults.length > 0) throw faults[0];
    return true;
  } finally {
    await db.run(releaseEndpoint, merchantId, id, holder);
  }
}

/** One attempt and the record of it; whether the endpoint may be sent the next one. */
async function deliver(options: DelivererOptions, claimed: Claimed, row: DueRow, way: Way): Promise<boolean> {
  const { merchantId, url, secrets } = claimed;
  const sent = await post(
    options,
    url,
    secrets,
    messageId(row.id),
    JSON.stringify(messageOf(row, merchantId)),
    way.ending.signal,
  );
  // It is not known whether it arrived: it stays due.
  if (sent.aborted && sent.status === null) return false;
  way.onAttempt();
  if (isGone(sent)) await disable(options, claimed, 'gone');
  const after = await record(options, claimed, row, sent);
  if (!after) return false;
  claimed.failureCount = Number(after['failureCount']);
  return after['paused'] !== true;
}

export async function post(
  { sender, clock }: Pick<DelivererOptions, 'sender' | 'clock'>,
  url: string,
  secrets: readonly SigningSecret[],
  messageIdentity: string,
  body: string,
  signal?: AbortSignal,
): Promise<Sent> {
  const headers = signedHeaders(secrets, messageIdentity, Math.floor(clock() / 1000), body);
  return sender.post(url, headers, body, signal);
}

async function record(options: DelivererOptions, claimed: Claimed, row: DueRow, sent: Sent) {
  const { db, metrics, clock } = options;
  const { merchantId, id, holder } = claimed;
  const success = isSuccess(sent);
  const attemptCount = row.attemptCount + 1;
  // What a receiver refused permanently is not given up for it: it waits for the endpoint to be enabled again.
  const wait = success ? 0 : isGone(sent) ? 0 : nextAttemptSeconds(attemptCount, sent, Math.random());
  const state = success ? 'Delivered' : wait === undefined ? 'Failed' : 'Pending';
  const pausing = success ? 0 : pauseSeconds(claimed.failureCount + 1, sent, Math.random());
  metrics.count('dps_webhook_attempts_total', { outcome: success ? 'delivered' : 'failed' });
  metrics.observe('dps_webhook_attempt_duration_seconds', {}, sent.milliseconds / 1000);
  const values = [merchantId, id, String(row.number), uuidv7(clock()), sent.milliseconds, sent.status, sent.reason];
  const [after] = await db.run(recordAttempt, ...values, state, wait ?? 0, success, pausing, holder, leaseSeconds);
  if (state === 'Failed') {
    metrics.count('dps_webhook_deliveries_given_up_total', {});
    await disable(options, claimed, 'failing');
  }
  return after;
}

async function disable(options: DelivererOptions, { merchantId, id, holder }: Claimed, reason: 'gone' | 'failing') {
  const { db, log, metrics, clock } = options;
  const now = clock();
  const [disabled] = await db.run(
    disableEndpoint,
    merchantId,
    id,
    reason,
    failingDaysToDisable,
    uuidv7(now),
    uuidv7(now),
    holder,
  );
  if (!disabled) return;
  metrics.count('dps_webhook_endpoints_disabled_total', { reason });
  log.warn({ merchant: merchantId, endpoint: id, reason }, 'webhook endpoint disabled');
}
