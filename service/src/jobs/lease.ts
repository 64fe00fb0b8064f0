// A lease: for a while only one process does a thing. It is renewed as long as the work goes on; a process that dies or is
// cut off from the database lets it run out, and another goes on. It protects effort, not correctness: what is written is
// decided again under the book's locks, or by a conditional update (C91).

/** How a lease is taken, kept and ended; each is one statement. */
export interface LeaseWays {
  /** Longer than any stall that a healthy process may have. */
  readonly seconds: number;
  take(): Promise<boolean>;
  /** False if another process holds it by now. */
  renew(): Promise<boolean>;
}

export interface Lease {
  /** Aborted once another process holds the lease or it cannot be renewed any more: outgoing calls end with it. */
  readonly signal: AbortSignal;
  /** Also true when the clock was not checked in time, as after a stall of the process. */
  readonly lost: () => boolean;
}

/** So long before its end a lease counts as lost, because the next holder may begin at its end. */
const marginMs = 1000;

/** Do the work while holding the lease; undefined if another process holds it. The caller ends the lease with the work. */
export async function underLease<Result>(
  ways: LeaseWays,
  work: (lease: Lease) => Promise<Result>,
): Promise<{ readonly result: Result } | undefined> {
  const lengthMs = ways.seconds * 1000;
  const aborting = new AbortController();
  // Counted from before the question, so that our end is never later than the server's.
  let heldSince = performance.now();
  if (!(await ways.take())) return undefined;
  const lost = (): boolean => {
    if (performance.now() - heldSince > lengthMs - Math.min(marginMs, lengthMs / 4)) aborting.abort();
    return aborting.signal.aborted;
  };
  const renew = async (): Promise<void> => {
    if (lost()) return;
    const asked = performance.now();
    if (await ways.renew()) heldSince = asked;
    else aborting.abort();
  };
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // A database that cannot be asked is asked again; in the end the lease runs out by itself.
    renewing = renewing.then(renew).catch(() => undefined);
  }, lengthMs / 4);
  timer.unref();
  try {
    return { result: await work({ signal: aborting.signal, lost }) };
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
