// Time that passes only when nothing is left to do at the present moment: an hour costs nothing, and what happens first is decided by
// the history's seed alone. The timers and the clock that the service itself calls are those of the history while one is played.

import { createOutside, type WhoWaits } from './outside.ts';

export interface VirtualTime {
  /** Milliseconds since the history began. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Work of another program, as a database server is one: time stands still until it is done, or waits for a lock. */
  outside<Result>(work: Promise<Result>, of: number): Promise<Result>;
  /** Plays until the work is done; what still waits then is dropped. */
  play<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

const realTurn = globalThis.setImmediate;
const mostMoments = 500_000;

/** @param whoWaits which of the other program's numbers wait for a lock that only time will bring. */
export function createVirtualTime(whoWaits: WhoWaits = async () => new Set()): VirtualTime {
  const outside = createOutside(whoWaits);
  let now = 0;
  let order = 0;
  const queue: Waiting[] = [];

  /** Of what waits for the same moment, the first that asked comes first. */
  const after = (ms: number, work: () => void): Waiting => {
    order += 1;
    const waiting = { at: now + Math.max(0, ms), order, work };
    let low = 0;
    let high = queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((queue[middle]?.at ?? 0) <= waiting.at) low = middle + 1;
      else high = middle;
    }
    queue.splice(low, 0, waiting);
    return waiting;
  };

  return {
    now: () => now,
    sleep: (ms) => new Promise((resume) => after(ms, resume)),
    outside: (work, of) => outside.await(work, of),
    async play(work) {
      const giveBack = takeTimers(after, queue, () => now);
      try {
        let ended: { readonly result: PromiseSettledResult<Awaited<ReturnType<typeof work>>> } | undefined;
        void Promise.allSettled([work()]).then(([result]) => {
          ended = { result };
        });
        for (let moments = 0; ; moments += 1) {
          // All promises that can be settled are.
          await new Promise<void>((turn) => realTurn(turn));
          if (ended) break;
          if (await outside.settle()) continue;
          const next = queue.shift();
          if (!next) throw new Error('nothing can happen any more, and the history has not ended');
          if (moments > mostMoments) throw new Error('the history does not end');
          now = next.at;
          next.work();
        }
        if (ended.result.status === 'rejected') throw ended.result.reason;
        return ended.result.value;
      } finally {
        giveBack();
      }
    },
  };
}

/** The global timers ask this time until they are given back. */
function takeTimers(after: (ms: number, work: () => void) => Waiting, queue: Waiting[], now: () => number): () => void {
  const real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    setImmediate: globalThis.setImmediate,
  };
  const drop = (handle: unknown): void => {
    const timer = handle as { waiting?: Waiting } | undefined;
    const place = timer?.waiting ? queue.indexOf(timer.waiting) : -1;
    if (place >= 0) queue.splice(place, 1);
    if (timer) delete timer.waiting;
  };
  const handleOf = (waiting: Waiting) => {
    const handle = { waiting, unref: () => handle, ref: () => handle, hasRef: () => false };
    return handle;
  };
  const every = (work: () => void, ms = 0) => {
    const handle = handleOf(after(ms, () => again()));
    const again = (): void => {
      handle.waiting = after(ms, again);
      work();
    };
    return handle;
  };
  Object.assign(globalThis, {
    setTimeout: (work: () => void, ms = 0) => handleOf(after(ms, work)),
    setImmediate: (work: () => void) => handleOf(after(0, work)),
    setInterval: every,
    clearTimeout: drop,
    clearInterval: drop,
  });
  Object.defineProperty(performance, 'now', { value: now, configurable: true });
  return () => {
    Object.assign(globalThis, real);
    Reflect.deleteProperty(performance, 'now');
  };
}
