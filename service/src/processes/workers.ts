// WORKERS=n: this process holds the database and forks n that answer requests on one port. It serves nothing itself, so that
// nothing it does can be the reason that requests wait. A worker that dies is replaced; workers that keep dying end the
// service, because an unnoticed loop of restarts is worse than a service that is down.
import cluster, { type Worker } from 'node:cluster';
import type pg from 'pg';
import type { Message } from './peers.ts';

/** What a worker gets from the primary by message, so that its environment holds no key. */
export interface WorkerConfig {
  readonly connection: pg.ClientConfig;
  /** base64 */
  readonly encryptionKeys: readonly string[];
}

/** From a worker, about itself. */
export type Report =
  | { readonly kind: 'hello' }
  | { readonly kind: 'ready'; readonly address: string }
  | { readonly kind: 'failed'; readonly reason: string };
/** To a worker. */
export type WorkerCommand = { readonly kind: 'config'; readonly config: WorkerConfig } | { readonly kind: 'stop' };

export interface Workers {
  /** The address, once all of them take requests; fails when one cannot. */
  start(): Promise<string>;
  /** All end in order; who has not by the deadline is killed. */
  stop(deadline: number): Promise<void>;
}

export interface WorkersOptions {
  readonly count: number;
  /** The file a worker runs. */
  readonly file: string;
  readonly config: WorkerConfig;
  readonly say: (line: string) => void;
  /** Workers cannot be kept alive. */
  readonly onLost: (reason: Error) => void;
}

const firstPauseMs = 100;
const longestPauseMs = 5000;
/** So many deaths within so long, and it is no accident. */
const deathsAllowed = 10;
const withinMs = 60_000;
/** What the database needs to be stopped in order. */
const reservedMs = 3000;

export function createWorkers(options: WorkersOptions): Workers {
  const { count, file, config, say, onLost } = options;
  const numbers = new Map<Worker, number>();
  const ready = new Map<Worker, string>();
  const pauseAfterDeath = createPatience();
  let stopping = false;
  let started: ((address: string) => void) | undefined;
  let failed: ((reason: Error) => void) | undefined;

  const fork = (number: number): void => {
    const worker = cluster.fork({ DPS_WORKER: String(number) });
    numbers.set(worker, number);
    worker.on('error', () => undefined);
    worker.on('message', (message: Message | Report) => hear(worker, message));
    worker.on('exit', (code, signal) => buried(worker, number, signal ?? `code ${code}`));
  };

  const hear = (worker: Worker, message: Message | Report): void => {
    if (message.kind === 'hello') command(worker, { kind: 'config', config });
    else if (message.kind === 'failed') (failed ?? ((reason: Error) => say(reason.message)))(new Error(message.reason));
    else if (message.kind === 'ready') {
      ready.set(worker, message.address);
      if (ready.size === count) started?.(message.address);
    } else relay(worker, message, [...ready.keys()]);
  };

  const buried = (worker: Worker, number: number, how: string): void => {
    numbers.delete(worker);
    ready.delete(worker);
    if (stopping) return;
    if (failed) {
      failed(new Error(`Worker ${number} ended with ${how} before it was ready.`));
      return;
    }
    const pauseMs = pauseAfterDeath();
    if (pauseMs === undefined) {
      onLost(new Error(`Workers end again and again, the last with ${how}; the service stops.`));
      return;
    }
    say(`Worker ${number} ended with ${how}; another one takes its place.`);
    setTimeout(() => {
      if (!stopping) fork(number);
    }, pauseMs);
  };

  return {
    async start() {
      // The workers take connections from one queue of the kernel. Handed out by the primary instead, those on their way to a
      // worker that is killed would hang without a process to answer them.
      cluster.schedulingPolicy = cluster.SCHED_NONE;
      cluster.setupPrimary({ exec: file, args: [] });
      const address = await new Promise<string>((resolve, reject) => {
        [started, failed] = [resolve, reject];
        for (let number = 1; number <= count; number += 1) fork(number);
      });
      failed = undefined;
      return address;
    },
    async stop(deadline) {
      stopping = true;
      const left = [...numbers.keys()];
      const ended = left.map((worker) =>
        worker.isDead() ? Promise.resolve() : new Promise((gone) => worker.once('exit', gone)),
      );
      for (const worker of left) command(worker, { kind: 'stop' });
      const timer = setTimeout(
        () => {
          for (const worker of numbers.keys()) worker.process.kill('SIGKILL');
        },
        Math.max(0, deadline - performance.now() - reservedMs),
      );
      await Promise.all(ended);
      clearTimeout(timer);
    },
  };
}

/** After each death so long until the next try, growing; nothing once there were too many lately. */
function createPatience(): () => number | undefined {
  let deaths: number[] = [];
  return () => {
    const now = performance.now();
    deaths = [...deaths.filter((at) => now - at < withinMs), now];
    return deaths.length > deathsAllowed ? undefined : Math.min(longestPauseMs, firstPauseMs * 2 ** (deaths.length - 1));
  };
}

/** From one worker to the others, or back to the one that asked. */
function relay(from: Worker, message: Message, ready: readonly Worker[]): void {
  const others = ready.filter((worker) => worker !== from);
  if (message.kind === 'send') for (const other of others) post(other, message);
  if (message.kind === 'ask') {
    for (const other of others) post(other, { ...message, from: from.id });
    post(from, { kind: 'asked', id: message.id, count: others.length });
  }
  const to = message.kind === 'answer' ? cluster.workers?.[message.to] : undefined;
  if (to) post(to, message);
}

const command = (worker: Worker, message: WorkerCommand): void => post(worker, message);

/** A worker that is just ending hears no more. */
function post(worker: Worker, message: Message | WorkerCommand): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
